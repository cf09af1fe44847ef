"""Games in which the law and the second path agree: on the legal moves, on every position, on the score and the winner.

The players have inclinations, so that rare things happen: displays that clog, tools that pile up, treasuries that
overflow, a production pile that runs out. ``PHOENICIA_GAMES`` sets the number of games.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence

import attrs
import pytest
from phoenicia.bots import settler
from phoenicia.box import ProductionCard
from phoenicia.moves import Bid, BuyTool, Deal, Move, PayCard, Reveal
from phoenicia.position import Purpose, Stage, State
from phoenicia.rulebook import PHOENICIA
from phoenicia.rulings import Ruleset
from phoenicia_second_path import Table, spoken
from phoenicia_tables import Has, card, readings
from phoenicia_tables import table as laid

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.values import Cards, evolve, mask

GAMES = int(os.environ.get("PHOENICIA_GAMES", "0")) or 24
ROUNDS = 45
"""After so many rounds a game in which nobody wants victory points is broken off."""

INCLINATIONS: dict[str, dict[str, float]] = {
    "even": {},
    "merchant": {"PutUp": 9, "Pass": 0.3},
    "builder": {"PutUp": 4, "Train": 9, "Employ": 9, "EndWorkers": 0.3},
    "mover": {"PutUp": 4, "Pass": 0.5, "MoveWorker": 9, "BuyTool": 9, "EndWorkers": 0.5},
    "hoarder": {"PutUp": 3, "Pass": 0.7, "PayDisks": 20, "EndWorkers": 9, "BuyTool": 0, "ConvertCard": 0},
    "banker": {"ConvertCard": 9, "KeepDisks": 5, "BuyPoint": 9, "EndAuctions": 0.5},
    "idler": {"EndAuctions": 20, "Pass": 20, "EndWorkers": 20, "EndTurn": 20, "Employ": 0.1},
}
PLAYERS = [*INCLINATIONS, "settler"]


def choose(game: Game[State, Move], state: State, player: str, rng: random.Random) -> Move:
    moves = game.legal_moves(state)
    if player == "settler":
        return settler(game, state, moves, rng)
    bids = [move for move in moves if isinstance(move, Bid)]
    others = [move for move in moves if not isinstance(move, Bid)]
    bids = rng.sample(bids, 1) if bids and rng.random() < 0.02 else bids[:1]
    likely = INCLINATIONS[player]
    return rng.choices([*others, *bids], [likely.get(type(move).__name__, 1.0) + 1e-9 for move in (*others, *bids)])[0]


def ruleset(number: int, rng: random.Random) -> Ruleset:
    """A preset with one reading set: every reading of every ruling, one game after the other."""
    readings = [(ruling.id, reading.name) for ruling in Ruleset.rulings() for reading in ruling.readings]
    return Ruleset.preset(rng.choice(Ruleset.presets)).with_reading(*readings[number % len(readings)])


def compare(number: int) -> Counter[str]:
    """Play a game on both paths. Returns what happened in it: positions compared, moves by name, and rare things."""
    rng = random.Random(number)
    players, readings = rng.randint(2, 5), ruleset(number, rng)
    game = Game(PHOENICIA, players, ruleset=readings)
    overlord = rng.randrange(players)
    state = game.new(overlord)
    table = Table.new(players, overlord, attrs.asdict(readings))
    who: Sequence[str] = [rng.choice(PLAYERS)] * players if number % 3 == 0 else rng.choices(PLAYERS, k=players)
    seen = Counter(games=1)
    while (mover := game.to_move(state)) is not OVER and state.turn.round <= ROUNDS:
        place = f"game {number}, {readings}, {seen['positions']} moves"
        assert not table.differences(state), place
        assert table.legal() == {spoken(state, move) for move in game.legal_moves(state)}, place
        move = game.chance_move(state, rng) if mover is CHANCE else choose(game, state, who[state.turn.seat], rng)
        table.play(spoken(state, move))
        state = game.play_unchecked(state, move)
        seen["positions"] += 1
        seen[type(move).__name__] += 1
    assert not table.differences(state)
    score = game.score(state)
    assert score.totals == tuple(player.vp for player in table.players)
    assert score.winners == (table.winner(),)
    seen["broken off"] += table.stage != "OVER"
    seen["tied for victory"] += score.totals.count(max(score.totals)) > 1
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_the_second_path_agrees(part: int) -> None:
    seen = sum((compare(number) for number in range(part, GAMES, 4)), Counter[str]())
    assert seen["positions"] > 100 * seen["games"]


# --- How the two paths once differed --------------------------------------------------


def in_round(ruleset: Ruleset, hand: str, disks: int = 0) -> State:
    """The first turn of a game for two, in which the Overlord has certain cards and things."""
    game = Game(PHOENICIA, 2, ruleset=ruleset)
    state = game.new(0, random.Random(1))
    ids = list(state.components.money.names)
    cards = mask(ProductionCard, [ids.index(card) for card in hand.split()])
    table, (first, second) = state.table, state.players
    pile = Cards((table.pile.known | first.hand.known) & ~cards)
    second = evolve(second, hand=Cards(second.hand.known & ~cards))
    first = evolve(first, hand=Cards(cards), disks=disks)
    return evolve(state, players=(first, second), table=evolve(table, pile=pile))


def game_of(state: State) -> Game[State, Move]:
    return Game.from_state(state)


def moves(state: State) -> set[tuple[object, ...]]:
    return {spoken(state, move) for move in game_of(state).legal_moves(state)}


def test_no_card_is_handed_in_that_the_disks_make_superfluous() -> None:
    state = in_round(Ruleset(overpay="no-card-if-disks-do"), "four-1 six-1", disks=1)
    turn = evolve(state.turn, stage=Stage.PAYMENT, purpose=Purpose.CARD, kind=0, bid=7, owed=7)
    # The 6 and the disk are 7: with them the 4 is superfluous, whichever card comes first.
    assert moves(evolve(state, turn=turn)) == {("PayCard", "six")}


@pytest.mark.parametrize(("reading", "left"), [("at-once", 3), ("when-needed", 0)])
def test_the_discards_stay_where_they_are_until_a_card_is_needed(reading: str, left: int) -> None:
    state = in_round(Ruleset().with_reading("reshuffle", reading), "")
    ids = list(state.components.money.names)
    rest = mask(ProductionCard, [ids.index(card) for card in ("four-1", "five-1", "six-1")])
    last = mask(ProductionCard, [ids.index("four-2")])
    table = evolve(state.table, pile=Cards(last), discards=Cards(rest))
    state = evolve(state, table=table, turn=evolve(state.turn, stage=Stage.INCOME, seat=1, due=1, points=1))
    after = game_of(state).play(state, Deal(0))
    assert (after.table.pile.size, after.table.discards.size) == (left, 3 - left)


def test_no_more_disks_are_in_play_than_the_box_holds() -> None:
    state = in_round(Ruleset(supplies="limited"), "six-1")
    state = evolve(state, turn=evolve(state.turn, stage=Stage.TOOLS))
    disks = state.components.stock.disks
    state = evolve(state, players=(state.players[0], evolve(state.players[1], disks=disks - 1)))
    game = game_of(state)
    for move in (BuyTool(1), PayCard(2)):
        state = game.play(state, move)
    assert sum(player.disks + sum(player.tools) for player in state.players) == disks


@pytest.mark.parametrize("farmers", [1, 2, 3, 4])
@pytest.mark.parametrize("ruling", ["default", "no_cards_left=nothing", "supplies=limited"])
def test_no_card_is_left_to_be_dealt(ruling: str, farmers: int) -> None:
    """Everybody's hand is full and the pile is empty, so that up to two cards that are due cannot be dealt."""
    name, _, reading = ruling.partition("=")
    richest = Has("12x4, 8x5", 0, "granary", 40, workers=(0, farmers, 0, 0))
    second = Has("8x5, 12x6", 27, storehouses=40, workers=(0, 4, 0, 0))
    ruleset = readings(**{name: reading} if reading else {})
    state = laid(richest, second, ruleset=ruleset, stage=Stage.REFILL, due=1, deck="fort", pile="")
    table, move = Table.of(state), Reveal(card("fort"))
    table.play(spoken(state, move))
    after = game_of(state).play(state, move)
    assert after.turn.stage is Stage.OFFER
    assert not table.differences(after)
