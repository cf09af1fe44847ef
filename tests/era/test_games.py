"""Whole games played at random, watched move by move with plain sums, counts and sets.

Every preset with every number of players, poor and rich deals, and every single other reading are played. ``ERA_GAMES``
sets the number of games.
"""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from functools import partial
from itertools import chain
from typing import Any

import attrs
import pytest

from era_of_inventions.box.components import Area, CardKind
from era_of_inventions.box.goods import CUBES, GUARD, NO_GOODS, ONE, Good, Goods, count, only
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BuildFactory,
    BuyLoad,
    Develop,
    EndAction,
    EndTurn,
    Exchange,
    Line,
    Move,
    PlaceDisc,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    RevealCard,
    RevealFactory,
    RunAllFactories,
    RunFactory,
    TakeCog,
    UseBonusDisc,
    Withdraw,
)
from era_of_inventions.position import EMPTY, REVEALS, Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.simulate import play_game
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.records import Record
from era_of_inventions.tabletop.records.notation import show_move
from era_of_inventions.tabletop.values import LANE, Mask, members
from tests import one_in
from tests.support.positions import COUNTS, Alike, Case, cases

pytestmark = pytest.mark.slow

CASES = cases(int(os.environ.get("ERA_GAMES", "0")) or 72)
ROUNDS = {3: 9, 4: 8, 5: 10}
DISCS = {3: 3, 4: 2, 5: 2}
ACTIONS = {3: 27, 4: 16, 5: 20}
QUIET = (PlaceDisc, Resolve, Withdraw, UseBonusDisc, EndTurn, RevealCard, RevealFactory)
"""Moves by which nobody gains or pays goods."""
WORDS = {
    "wood": Good.WOOD,
    "coal": Good.COAL,
    "metal": Good.METAL,
    "technology": Good.TECHNOLOGY,
    "tools": Good.TOOL,
    "coins": Good.COIN,
    "cogs": Good.COG,
}

by_case = pytest.mark.parametrize("case", one_in(3, CASES), ids=str)


def bits(things: Mask[Any]) -> set[int]:
    return {*members(things)}


# --- What holds in every position -----------------------------------------------------


def places_of_cards(state: State, fresh: set[int]) -> Counter[int]:
    """How many places each invention card is in; ``fresh`` are the inventions made since the last refresh."""
    board = state.board
    originals = {space // 2 for player in state.players for space in bits(player.developed) if space % 2 == 0}
    of = {index: card.invention for index, card in enumerate(state.components.cards)}
    waiting = [card for card, invention in of.items() if invention in fresh]
    apart = [card for card, invention in of.items() if invention is not None and invention not in originals]
    return Counter(
        chain(bits(board.deck), bits(board.discards), (c for c in board.display if c != EMPTY), waiting, apart)
    )


def check_pieces(state: State, fresh: set[int]) -> None:
    """Every piece is somewhere, and nowhere twice; no player or area holds more than there can be."""
    components, players, board = state.components, state.players, state.board
    places = places_of_cards(state, fresh)
    for index, card in enumerate(components.cards):
        if card.kind is CardKind.START:
            assert places[index] <= 1, f"{card.id} is in {places[index]} places"
        else:
            assert places[index] == 1, f"{card.id} is in {places[index]} places"
    built = [bits(player.factories) for player in players]
    row = [factory for factory in board.row if factory != EMPTY]
    factories = Counter(chain(bits(board.factory_deck), bits(board.factory_discards), row, *built))
    assert factories == Counter(range(len(components.factories) + len(players)))
    assert all(len(components.factories) + seat in own for seat, own in enumerate(built))
    assert len(board.display) == 7
    assert len(board.row) == 5

    spaces = Counter(chain(*(bits(player.developed) for player in players)))
    assert all(number == 1 for number in spaces.values()), "a space has two developers"
    assert all(number <= 2 for number in Counter(chain(*(bits(player.discs) for player in players))).values())
    used = state.turn.phase is Phase.BONUS_ACTION
    assert min(player.bonus_discs for player in players) >= 0
    if state.ruleset.bonus_supply == "twenty":
        assert sum(player.bonus_discs for player in players) + used <= 20
    for player in players:
        assert bits(player.patented) <= bits(player.developed), "a patent on a space of another"
        assert len(bits(player.patented)) <= player.patents <= 6
        if state.ruleset.marker_limit == "fifteen":
            assert len(bits(player.developed)) + len(bits(player.patented)) <= 15
        assert not player.goods >> LANE * len(Good), "fewer than none"
        assert not player.goods & GUARD, "a count of goods is negative"
    assert min(board.loads) >= 0
    if state.ruleset.goods_supply == "limited":
        for good in Good:
            loaded = sum(n for s, n in zip(components.sources, board.loads, strict=True) if s.good is good)
            held = sum(count(player.goods, good) for player in players)
            assert held + loaded <= count(components.supply, good), f"more {good.word} than there is in the box"


# --- What holds of every move ---------------------------------------------------------


def plain_change(state: State, move: Move) -> Goods:
    """What the move gives the player in turn, signs and supplies left aside."""
    components, me = state.components, state.players[state.turn.seat]
    match move:
        case BuildFactory(factory=index):
            return NO_GOODS - components.factories[index].cost
        case RunFactory(factory=index):
            return components.factory(index).output
        case RunAllFactories():
            return sum([components.factory(index).output for index in bits(me.factories)], NO_GOODS)
        case BuyLoad(source=index):
            return state.board.loads[index] * ONE[components.sources[index].good] - ONE[Good.COIN]
        case ProduceInvention(card=index, cubes=cubes):
            card = components.cards[index]
            kinds = CUBES if state.ruleset.coin_costs == "cubes-only" else tuple(Good)
            return card.profit.goods - only(card.cost, kinds) - cubes
        case TakeCog():
            return ONE[Good.COG]
        case Exchange(give=give, take=take):
            return take - give
        case Develop(space=index):
            return NO_GOODS - components.spaces[index].cogs * ONE[Good.COG]
        case RegisterPatent():
            return NO_GOODS - components.patent_squares[me.patents].coins * ONE[Good.COIN]
        case _:
            return NO_GOODS


def plain_influence(state: State, move: Move) -> int:
    """The influence the move gives the player in turn, the end of the track left aside."""
    components, me = state.components, state.players[state.turn.seat]
    match move:
        case BuildFactory(factory=index):
            return components.factories[index].influence if state.ruleset.factory_influence == "scored" else 0
        case RunFactory(factory=index) if state.ruleset.factory_influence == "each-production":
            return components.factory(index).influence
        case RunAllFactories() if state.ruleset.factory_influence == "each-production":
            return sum(components.factory(index).influence for index in bits(me.factories))
        case ProduceInvention(card=index):
            return components.cards[index].profit.influence
        case Exchange(line=line):
            return int(line in (Line.COINS_FOR_INFLUENCE, Line.COG_FOR_INFLUENCE))
        case Develop(space=index):
            return components.spaces[index].influence
        case RegisterPatent():
            return components.patent_squares[me.patents].influence
        case _:
            return 0


def plain_incomes(state: State, move: Move) -> dict[int, tuple[Goods, int]]:
    """What other seats get for the card that is produced: goods and influence, signs left aside."""
    incomes = dict.fromkeys(set(range(len(state.players))) - {state.turn.seat}, (NO_GOODS, 0))
    if isinstance(move, ProduceInvention):
        card = state.components.cards[move.card]
        for index, space in enumerate(state.components.spaces):
            for seat, (goods, influence) in incomes.items():
                owner = state.players[seat]
                paid = bits(owner.patented if card.kind is CardKind.FAKE else owner.developed)
                if space.invention == card.invention and index in paid:
                    incomes[seat] = goods + space.income.goods, influence + space.income.influence
    return incomes


def signs_at(state: State, space: int) -> list[Good]:
    signs = [good for at, good in state.components.signs if at == space]
    lap = state.components.track_end + 1
    if state.ruleset.track_end == "laps":
        signs = [good for at, good in state.components.signs if at == space % lap]
    return signs


def check_gains(before: State, move: Move, after: State) -> None:
    """Goods and influence come and go for plain reasons only."""
    ruleset, seat = before.ruleset, before.turn.seat
    for other, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        assert new.influence >= old.influence, "influence never falls"
        if other != seat:
            assert all(count(new.goods, good) >= count(old.goods, good) for good in Good), "others never pay"
    if isinstance(move, QUIET):
        assert [player.goods for player in before.players] == [player.goods for player in after.players]
        assert [player.influence for player in before.players] == [player.influence for player in after.players]
        return
    if ruleset.goods_supply == "limited" or ruleset.produce_order == "batch":
        return
    gains = {seat: (plain_change(before, move), plain_influence(before, move)), **plain_incomes(before, move)}
    for who, (goods, influence) in gains.items():
        old, new = before.players[who], after.players[who]
        moved = new.influence - old.influence
        assert moved == influence or (ruleset.track_end == "stops" and moved < influence)
        change = new.goods - old.goods - goods
        found = [ONE[good] for good in signs_at(after, new.influence)]
        if ruleset == Ruleset():
            own_action = who == seat and before.turn.phase is not Phase.FINAL_MARKET
            assert change == (sum(found, NO_GOODS) if moved and own_action else NO_GOODS)
        else:
            assert change in (NO_GOODS, *found)


class Watch:
    """Follows one game: what was done in the present action, who has acted how often, and which cards are where."""

    def __init__(self, case: Case, state: State) -> None:
        self.case = case
        self.first = state.start
        self.round = 1
        self.fresh: set[int] = set()
        self.gone: set[int] = set()
        self.seats: dict[str, list[int]] = {"discs": [], "resolved": []}
        self.regular: Counter[int] = Counter()
        self.discs_used: Counter[int] = Counter()
        self.discs_bought: Counter[int] = Counter()
        self.built: Counter[int] = Counter()
        self.used_this_turn = 0
        self.action: list[Move] = []

    def see(self, before: State, move: Move, after: State) -> None:
        """Check one move against everything seen before."""
        check_gains(before, move, after)
        self._limits(before, move)
        self._turn_order(before, move, after)
        self.built[before.turn.seat] += isinstance(move, BuildFactory)
        self.discs_bought[before.turn.seat] += move is BUY_BONUS_DISC
        for seat, player in enumerate(after.players):
            counted = player.built_this_round, player.discs_bought_this_round, player.discs_used_this_round
            assert counted == (self.built[seat], self.discs_bought[seat], self.discs_used[seat])
        if isinstance(move, Develop) and move.space % 2 == 0:
            self.fresh.add(move.space // 2)
        if isinstance(move, EndTurn) and after.turn.phase in REVEALS:
            self.fresh.clear()
        check_pieces(after, self.fresh)
        gone = {
            card
            for card in bits(after.components.start_cards)
            if not places_of_cards(after, self.fresh)[card] and after.turn.phase is not Phase.SETUP_FACTORIES
        }
        assert gone >= self.gone, "a start card that left the game has come back"
        assert gone == self.gone or isinstance(move, EndTurn), "start cards leave at the end of a round"
        self.gone = gone

    def _limits(self, before: State, move: Move) -> None:
        if isinstance(move, Resolve | Withdraw | UseBonusDisc):
            self.action = []
            return
        if isinstance(move, EndAction | EndTurn):
            self.action = []
        if isinstance(move, EndAction | EndTurn) or before.turn.phase in (*REVEALS, Phase.PLACEMENT):
            return
        self.action.append(move)
        done = Counter(type(done) for done in self.action)
        exchanges = [done for done in self.action if isinstance(done, Exchange)]
        per_line = before.ruleset.market_unit == "line" and before.turn.phase is Phase.FINAL_MARKET
        boxes = Counter(exchange.line if per_line else exchange.line.box for exchange in exchanges)
        cogs = sum(before.components.spaces[done.space].cogs for done in self.action if isinstance(done, Develop))
        assert done[BuildFactory] <= 3
        assert done[BuyLoad] <= 3
        assert done[ProduceInvention] <= 3
        assert len(exchanges) <= 5
        assert all(uses <= 3 for uses in boxes.values())
        assert cogs <= 7
        assert done[RegisterPatent] <= 2
        assert not (done[RegisterPatent] and done[Develop])
        assert not (done[TakeCog] and exchanges)
        assert done[TakeCog] <= 1
        if before.turn.phase is Phase.BONUS_ACTION:
            assert len(self.action) == 1, "a bonus disc does one thing"
            assert not done[TakeCog]
            assert not done[RunAllFactories]
        if before.turn.phase is Phase.FINAL_MARKET:
            assert len(exchanges) + done[TakeCog] == len(self.action)
            bought = sum(exchange.line is Line.BONUS_DISC for exchange in exchanges)
            assert not bought or before.ruleset.final_market_disc == "allowed"
            if done[TakeCog]:
                self.action = []

    def _turn_order(self, before: State, move: Move, after: State) -> None:
        players, seat = self.case.players, before.turn.seat
        if isinstance(move, PlaceDisc):
            self.seats["discs"].append(seat)
        if isinstance(move, Resolve | Withdraw):
            self.seats["resolved"].append(seat)
            self.regular[seat] += 1
            self.used_this_turn = 0
        if isinstance(move, UseBonusDisc):
            self.discs_used[seat] += 1
            self.used_this_turn += 1
            cap = 2 if before.ruleset.bonus_cap_three_players == "two" else DISCS[players]
            assert self.discs_used[seat] <= cap
            assert self.used_this_turn == 1 or before.ruleset.bonus_timing == "within-round"
        starter = (self.first + self.round - 1) % players
        clockwise = [(starter + turn) % players for turn in range(players * DISCS[players])]
        if isinstance(move, EndTurn) and after.turn.phase is not Phase.CHOICE:
            assert self.seats == {"discs": clockwise, "resolved": clockwise}
        if after.round != before.round:
            assert after.round == before.round + 1 == self.round + 1
            assert after.start == (before.start + 1) % players, "the start pawn goes to the left neighbor"
            assert after.turn.phase is Phase.PLACEMENT
            self.round += 1
            self.seats = {"discs": [], "resolved": []}
            for counts in (self.discs_used, self.discs_bought, self.built):
                counts.clear()
        elif before.turn.phase not in REVEALS:
            assert after.start == before.start


@by_case
def test_whole_games(case: Case) -> None:
    game = case.game()
    watch = None
    expected = None
    markets = []
    for ply, (before, _, move) in enumerate(case.plays(game)):
        where = f"{case}, ply {ply}, {move} in {before.turn}"
        if watch is None:
            watch = Watch(case, before)
        assert expected is None or before == expected, f"play_unchecked differs from play: before {where}"
        after = expected = game.play(before, move)
        try:
            watch.see(before, move, after)
            assert game.check(after) == ()
        except AssertionError as error:
            error.add_note(f"in the game {where}")
            raise
        final = after.turn.phase is Phase.FINAL_MARKET
        if final and (before.turn.phase is not Phase.FINAL_MARKET or after.turn.seat != before.turn.seat):
            markets.append(after.turn.seat)
    assert watch is not None
    assert expected is not None
    assert game.is_over(expected)
    assert game.legal_moves(expected) == ()
    assert expected.round == watch.round == ROUNDS[case.players]
    assert watch.regular == dict.fromkeys(range(case.players), ACTIONS[case.players])
    assert markets == [(expected.start + turn) % case.players for turn in range(case.players)]


# --- What a game says of itself -------------------------------------------------------


@by_case
def test_events_name_their_clauses_and_account_for_every_difference(case: Case) -> None:
    game = case.game()
    causes = {Kind.EFFECT, Kind.TRIGGER}
    for ply, (before, _, move) in enumerate(case.plays(game)):
        if (ply + case.seed) % 11:
            continue
        where = f"{case}, ply {ply}, {move} in {before.turn}"
        after = game.play(before, move)
        assert trace(before, move)[0] == after, f"the judge carries it out otherwise: {where}"
        sums: Counter[tuple[int | None, str]] = Counter()
        last: dict[tuple[int | None, str], object] = {}
        for event in game.events(before, move):
            assert event.clause in LAW, f"{event} has no clause: {where}"
            assert LAW.clause(event.clause).kind in causes, f"{event} comes from a clause without effects: {where}"
            key = event.seat, event.what
            assert event.before != event.after, f"{event} changes nothing: {where}"
            assert last.get(key, event.before) == event.before, f"{event} does not follow the one before: {where}"
            last[key] = event.after
            sums[key] += event.change
        expected = {
            (seat, word): value
            for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
            for word, value in {
                **{word: count(new.goods, good) - count(old.goods, good) for word, good in WORDS.items()},
                "influence": new.influence - old.influence,
                "bonus discs": new.bonus_discs - old.bonus_discs,
                "patents": new.patents - old.patents,
            }.items()
        }
        assert {key: sums[key] for key in expected} == expected, where
        marks = {
            (seat, f"{word} on {before.components.space_name(space)}"): 1
            for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
            for word, was, now in (("marker", old.developed, new.developed), ("patent", old.patented, new.patented))
            for space in bits(now) - bits(was)
        }
        assert {key: n for key, n in sums.items() if key[1].startswith(("marker on", "patent on"))} == marks, where
        table = {"phase": after.turn.phase.value, "player to move": after.turn.seat, "round": after.round}
        was = {"phase": before.turn.phase.value, "player to move": before.turn.seat, "round": before.round}
        assert {word: last.get((None, word), was[word]) for word in table} == table, where


@by_case
def test_score_lines_add_up(case: Case) -> None:
    game = case.game()
    state = None
    for before, _, move in case.plays(game):
        state = game.play_unchecked(before, move)
    assert state is not None
    score = game.score(state)
    seats = range(case.players)
    assert score.totals == tuple(sum(line.points for line in score.lines if line.seat == seat) for seat in seats)
    assert {(line.seat, line.clause) for line in score.lines} == {
        (seat, clause.id) for seat in seats for clause in LAW.of_kind(Kind.SCORING)
    }
    assert len(score.lines) == 4 * case.players
    assert [line.points for line in score.lines if line.clause == "scoring.track"] == [
        player.influence for player in state.players
    ]
    assert all(line.points in (0, 1, 2, 3, 5) for line in score.lines if line.clause != "scoring.track")
    assert score.winners
    assert all(score.totals[seat] == max(score.totals) for seat in score.winners)


@by_case
def test_same_moves_make_the_same_position(case: Case) -> None:
    game, again = case.game(), case.game()
    assert game.setting == again.setting
    plays = list(case.plays(game))
    state = plays[0][0]
    for before, legal, move in plays:
        assert state == before
        assert hash(state) == hash(before)
        assert again.legal_moves(state) == legal
        state = again.play(state, move)
    assert again.is_over(state)
    assert len({before for before, _, _ in plays}) == len(plays), "a position came back"


@by_case
def test_pickles_and_copies(case: Case) -> None:
    game = case.game()
    for ply, (state, legal, move) in enumerate(case.plays(game)):
        if (ply + case.seed) % 60:
            continue
        for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
            assert other == state
            assert hash(other) == hash(state)
            assert game.play(other, move) == game.play(state, move)
            assert Game.from_state(other).legal_moves(other) == legal
        for kept in legal:
            assert pickle.loads(pickle.dumps(kept)) is kept
            assert copy.deepcopy(kept) is kept
            assert copy.copy(kept) is kept
            assert type(kept)(*attrs.astuple(kept, recurse=False)) is kept


def test_pickled_positions_are_found_again_in_another_process() -> None:
    """Hashes of words differ from process to process; a position must not carry an old one along."""
    case = CASES[0]
    game = case.game()
    state = list(case.plays(game))[150][0]
    hash(state)
    program = (
        "import pickle, sys; from era_of_inventions.rulebook import Game; from tests.support.positions import cases\n"
        "state = pickle.loads(sys.stdin.buffer.read()); case = cases(1)[0]\n"
        "print(state in {before for before, _, _ in case.plays(case.game())}, Game.from_state(state).check(state))"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", program],
            input=pickle.dumps(state),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=os.path.dirname(os.path.dirname(__file__)),
        ).stdout.decode()
        for seed in ("1", "2")
    ]
    assert [line.split() for line in found] == [["True", "()"]] * 2


# --- Moves that are not legal ---------------------------------------------------------


@by_case
def test_illegal_moves_are_refused_with_a_verdict(case: Case) -> None:
    game = case.game()
    rng = random.Random(case.seed)
    for ply, (state, legal, _) in enumerate(case.plays(game)):
        if (ply + case.seed) % 20:
            continue
        for move in set(rng.sample(game.moves, 3)) - set(legal):
            with pytest.raises(IllegalMoveError) as refused:
                game.play(state, move)
            error = refused.value
            assert (error.state, error.move) == (state, move)
            assert not error.verdict.legal
            assert error.verdict.subject is move
            assert show_move(move, game.setting) in str(error)
            assert all(clause.id in str(error) for clause in error.verdict.forbidden_by)
            assert isinstance(error, GameError)
            with pytest.raises(IllegalMoveError):
                game.events(state, move)


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize(
    "move",
    [BuildFactory(99), BuyLoad(99), ProduceInvention(99), Develop(99), RegisterPatent(99), RevealCard(99)],
    ids=str,
)
def test_moves_of_what_does_not_exist_are_refused(players: int, move: Move) -> None:
    game = Game(players)
    state = game.new(rng=random.Random(0))
    with pytest.raises(GameError) as refused:
        game.play(state, move)
    assert "99" in str(refused.value)
    with pytest.raises(GameError):
        game.judge(state, move)
    with pytest.raises(GameError):
        game.move_number(move)


def test_a_position_of_another_game_is_refused() -> None:
    state = Game(3).new(rng=random.Random(0))
    other = Game(3, "nl")
    for ask in (other.legal_moves, other.score, other.chances, other.check):
        with pytest.raises(GameError):
            ask(state)
    with pytest.raises(GameError):
        other.play(state, PlaceDisc(Area.BUILD))
    assert Game.from_state(state).legal_moves(state)


@pytest.mark.parametrize("start", [-1, 4, "Ann", 1.0, None, random.Random(1)])
def test_a_game_starts_with_somebody_at_the_table(start: object) -> None:
    with pytest.raises(GameError, match=r"^the start player is seat .+; expected 0 to 3"):
        Game(4).new(start)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", COUNTS)
def test_a_game_knows_when_it_ends(players: int) -> None:
    game = Game(players)
    rng = random.Random(players)
    state = game.new(rng=rng)
    while not game.is_over(state):
        assert state.round <= game.rounds
        state = game.play(state, rng.choice(game.legal_moves(state)))
    assert state.round == game.rounds


@pytest.mark.parametrize("players", [0, 1, 2, 6, True, 4.0, "4"])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(GameError, match=f"^the game is for 3, 4 or 5 players, not '?{players}'? \\[".lower()):
        Game(players)


def test_whole_numbers_of_other_libraries_will_do() -> None:
    game = Game(Alike(4))  # type: ignore[arg-type]
    assert game.setting is Game(4).setting
    assert game.new(Alike(2)) == Game(4).new(2)  # type: ignore[arg-type]


@pytest.mark.parametrize("rng", [5, "random", None])
def test_cards_are_turned_over_by_a_source_of_randomness(rng: Any) -> None:
    game = Game(4)
    with pytest.raises(GameError, match=f"^rng is {rng!r}; expected a source of randomness such as random.Random"):
        game.deal(game.new(), rng)


@pytest.mark.parametrize("state", [None, "Green", 4, Game(4), Game(4).setting, Record(Game(4).new())])
def test_what_is_no_position_is_refused(state: Any) -> None:
    game = Game(4)
    of_moves = [partial(ask, move=game.moves[0]) for ask in (game.is_legal, game.play, game.events, game.judge)]
    for ask in (game.check, game.score, game.chances, game.legal_moves, game.to_move, *of_moves):
        with pytest.raises(GameError, match=r"is not a position; expected a State$"):
            ask(state)


@pytest.mark.parametrize("answer", [None, 3, "end turn", [], State])
def test_a_bot_that_answers_with_no_move_is_told(answer: Any) -> None:
    game, rng = Game(3), random.Random(1)
    with pytest.raises(GameError, match="is no move; expected one of PlaceDisc"):
        game.playout(game.new(), rng, lambda *_: answer)
    with pytest.raises(GameError, match="is no move; expected one of PlaceDisc"):
        play_game(game, 1, lambda *_: answer)


def test_chance_turns_over_every_card_of_the_deck_alike() -> None:
    game = Game(4)
    state = game.new()
    chances = game.chances(state)
    assert [move for move, _ in chances] == list(game.legal_moves(state))
    assert len(chances) == 24
    assert sum(probability for _, probability in chances) == 1
    assert len({probability for _, probability in chances}) == 1
    dealt = game.deal(state, random.Random(3))
    assert dealt.turn.phase is Phase.PLACEMENT
    assert game.chances(dealt) == ()
    assert dealt == game.new(rng=random.Random(3))
