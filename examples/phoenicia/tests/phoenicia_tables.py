"""Positions of Phoenicia for tests: laid out by hand, or reached in games played at random.

`table` lays out what a test says; production cards that it does not name lie in the pile, or among the discards if it
names the pile. Moves are written as
``"put up fort"``, ``"bid 8"``, ``"pay six"``, ``"move hunting mining"``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import attrs
import pytest
from phoenicia.box import ACTIVITIES, Components, ProductionCard
from phoenicia.moves import (
    Bid,
    BuyPoint,
    BuyTool,
    ConvertCard,
    Deal,
    Employ,
    EndAuctions,
    EndTurn,
    EndWorkers,
    GiveUp,
    KeepDisks,
    MakeCard,
    Move,
    MoveWorker,
    Pass,
    PayCard,
    PayDisks,
    PutUp,
    Reveal,
    Train,
)
from phoenicia.position import Player, Stage, State, Table, Turn
from phoenicia.rulebook import PHOENICIA
from phoenicia.rules import LAW
from phoenicia.rulings import Ruleset

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.values import Cards, Seat, evolve, mask, members

GAME: Game[State, Move] = Game(PHOENICIA, 5)
SET: Components = GAME.setting.components
MOVES: tuple[Move, ...] = GAME.moves
CARDS = tuple(one.id for one in SET.cards)
HUNTING, FARMING, MINING, CLOTHMAKING = range(4)
FACES = ("four", "five", "six", "preset-five")
VALUES = (4, 5, 6, 5)
VERBS: dict[type, tuple[str, Sequence[Sequence[str]]]] = {
    Reveal: ("reveal", [CARDS]),
    Deal: ("deal", [FACES]),
    PutUp: ("put up", [CARDS]),
    Pass: ("pass", []),
    EndAuctions: ("end auctions", []),
    Train: ("train", []),
    Employ: ("employ", [ACTIVITIES]),
    MoveWorker: ("move", [ACTIVITIES, ACTIVITIES]),
    EndWorkers: ("end workers", []),
    BuyTool: ("tool", [ACTIVITIES]),
    BuyPoint: ("point", []),
    ConvertCard: ("convert", [FACES]),
    EndTurn: ("end turn", []),
    PayCard: ("pay", [FACES]),
    PayDisks: ("pay disks", []),
    MakeCard: ("make card", []),
    KeepDisks: ("keep disks", []),
    GiveUp: ("give up", [FACES]),
}


def _text(one: Move) -> str:
    if isinstance(one, Bid):
        return f"bid {one.amount}"
    verb, names = VERBS[type(one)]
    printed: Any = one
    values = attrs.astuple(printed)
    return " ".join([verb, *(of[value] for of, value in zip(names, values, strict=True))])


TEXTS = {_text(one): one for one in MOVES}
"""All moves by their texts."""


def clause(id_: str) -> pytest.MarkDecorator:
    """Mark a class as the tests of a clause."""
    return pytest.mark.clause(id_)


def card(id_: str) -> int:
    """The index of a development card."""
    return CARDS.index(id_)


# --- Laid out by hand -----------------------------------------------------------------


@attrs.frozen
class Has:
    """What a player has, by default as after the setup without the production card.

    The hand is written as ``"4, 6, preset"``, cards as ``"2 dyer, fort"``; workers and tools stand in the order of
    the activities.
    """

    hand: str = ""
    disks: int = 2
    cards: str = ""
    storehouses: int = 2
    untrained: int = 1
    trained: int = 0
    workers: tuple[int, int, int, int] = (1, 1, 0, 0)
    tools: tuple[int, int, int, int] = (0, 0, 0, 0)
    bought: int = 0


def counts(text: str) -> tuple[int, ...]:
    """The number of each development card that a text names."""
    found: Counter[str] = Counter()
    for word in filter(None, text.split(", ")):
        number, _, name = word.partition(" ") if word[0].isdigit() else ("1", "", word)
        found[name] += int(number)
    assert set(found) <= set(CARDS), found
    return tuple(found[id_] for id_ in CARDS)


def worth(has: Has | Player) -> tuple[int, int]:
    """The production and victory points of what a player has, by the text of the rulebook and the table of cards."""
    cards = counts(has.cards) if isinstance(has.cards, str) else has.cards
    hunters, farmers, miners, clothmakers = has.workers
    hunting = (hunters, hunters + hunters // 2, 2 * hunters)[min(2, cards[card("tracker")])]
    mining = (3 * miners, 3 * miners + miners // 2, 4 * miners)[min(2, cards[card("smelter")])]
    of_cards = [(one.pp * number, one.vp * number) for one, number in zip(SET.cards, cards, strict=True)]
    return (
        hunting + 2 * farmers + mining + 4 * clothmakers + sum(pp for pp, _ in of_cards),
        hunters + farmers + 2 * miners + 2 * clothmakers + sum(vp for _, vp in of_cards) + has.bought,
    )


class _Box:
    """The production cards that are not laid out yet."""

    def __init__(self) -> None:
        self.free = list(range(len(SET.money.face_of)))

    def take(self, text: str) -> list[int]:
        found = []
        for word in filter(None, text.split(", ")):
            number, _, name = word.rpartition("x")
            face = 3 if name == "preset" else VALUES.index(int(name))
            for _ in range(int(number or 1)):
                one = next(index for index in self.free if SET.money.face_of[index] == face)
                self.free.remove(one)
                found.append(one)
        return found


def table(
    *players: Has,
    stage: Stage,
    seat: int = 0,
    ruleset: Ruleset | str = "default",
    components: Components | str = "reconstructed",
    display: str = "",
    deck: str = "",
    pile: str | None = None,
    discards: str = "",
    **turn: Any,
) -> State:
    """A position with two players or as many as are described; of the turn, what differs from its defaults."""
    everybody = [*players, *[Has()] * (2 - len(players))]
    game = Game(PHOENICIA, len(everybody), ruleset, components)
    box = _Box()
    seats = tuple(_player(has, box) for has in everybody)
    thrown, above = box.take(discards), None if pile is None else box.take(pile)
    presets = [index for index in box.free if SET.money.face_of[index] == 3]
    rest = [index for index in box.free if index not in presets]
    middle = Table(
        display=counts(display),
        deck=counts(deck),
        aside=counts(""),
        pile=Cards(mask(ProductionCard, rest if above is None else above)),
        discards=Cards(mask(ProductionCard, thrown if above is None else rest)),
        gone=mask(ProductionCard, presets),
    )
    return State(game.setting, seats, middle, _turn(seat, len(everybody), {"stage": stage, **turn}))


def _player(has: Has, box: _Box) -> Player:
    pp, vp = worth(has)
    return Player(
        hand=Cards(mask(ProductionCard, box.take(has.hand))),
        cards=counts(has.cards),
        disks=has.disks,
        storehouses=has.storehouses,
        untrained=has.untrained,
        trained=has.trained,
        workers=has.workers,
        tools=has.tools,
        bought=has.bought,
        pp=pp,
        vp=vp,
    )


def _turn(seat: int, players: int, values: dict[str, Any]) -> Turn:
    given = {"active": seat, "overlord": 0, "round": 1, **values}
    if "kind" in given:
        given["kind"] = card(given["kind"])
        given.setdefault("bidders", range(given["active"], players))
    for name in ("bidders", "winners"):
        given[name] = mask(Seat, given.get(name, ()))
    return Turn(seat=seat, **given)


# --- What is there --------------------------------------------------------------------


def values(cards: Any) -> list[int]:
    """The values of production cards, in ascending order."""
    return sorted(VALUES[SET.money.face_of[index]] for index in members(cards))


def hand(state: State, seat: int = 0) -> list[int]:
    """The values of the cards in a player's hand."""
    return values(state.players[seat].hand.known)


def named(numbers: Sequence[int]) -> dict[str, int]:
    """The development cards of which there are any."""
    return {id_: number for id_, number in zip(CARDS, numbers, strict=True) if number}


# --- Moves ----------------------------------------------------------------------------


def against(state: State, text: str) -> set[str]:
    """The ids of the limits that a verdict names for a move."""
    game: Game[State, Move] = Game.from_state(state)
    return {limit.id for limit in game.judge(state, TEXTS[text]).forbidden_by}


def permitting(state: State, text: str) -> set[str]:
    """The ids of the grants that permit a move."""
    one = TEXTS[text]
    return {grant.id for grant in LAW.grants.get(type(one), ()) if grant.permits(state, one)}


def allowed(state: State, text: str) -> bool:
    """Whether law and engine both allow a move; they must not differ."""
    game: Game[State, Move] = Game.from_state(state)
    by_law = LAW.allows(state, TEXTS[text])
    assert by_law == game.is_legal(state, TEXTS[text]), f"law and engine differ on {text}"
    return by_law


def options(state: State) -> set[str]:
    """The texts of the legal moves."""
    game: Game[State, Move] = Game.from_state(state)
    return {_text(one) for one in game.legal_moves(state)}


def play(state: State, *texts: str) -> State:
    """The position after these moves, each of which must be legal."""
    game: Game[State, Move] = Game.from_state(state)
    for text in texts:
        state = game.play(state, TEXTS[text])
    return state


def chance(state: State, seed: int = 0) -> State:
    """The position after all that chance has to do now."""
    game: Game[State, Move] = Game.from_state(state)
    return game.deal(state, random.Random(seed))


def readings(**fields: str) -> Ruleset:
    """The default ruleset with other readings."""
    changed: dict[str, Any] = fields
    return attrs.evolve(Ruleset(), name="other", **changed)


def under(state: State, **fields: str) -> State:
    """The position with other readings."""
    return evolve(state, setting=attrs.evolve(state.setting, ruleset=readings(**fields)))


# --- Reached in games -----------------------------------------------------------------


class Step(NamedTuple):
    """A move in a game played at random, with the positions before and after it."""

    before: State
    move: Move
    after: State


STEPS_MAX = 3000
"""After which a game is left: it would end sooner, unless the law does not hold."""


def bids_little(legal: Sequence[Move], rng: random.Random) -> Move:
    """A move at random, but of bids the lowest, so that games end."""
    bids = [one for one in legal if isinstance(one, Bid)]
    return rng.choice([*(one for one in legal if not isinstance(one, Bid)), *bids[:1]])


def played(seed: int, *, mixed: bool = True) -> Iterator[Step]:
    """The moves of a game, of some with mixed readings if wanted; else with a preset."""
    rng = random.Random(seed)
    readings_: dict[str, Any] = {ruling.field: rng.choice(ruling.names) for ruling in Ruleset.rulings()}
    rulesets: list[Any] = [*Ruleset.presets, Ruleset(name="mixed", **readings_)]
    ruleset = rulesets[seed % 4] if mixed else "default"
    game: Game[State, Move] = Game(PHOENICIA, 2 + seed % 4, ruleset)
    state = game.new(seed % game.setting.players)
    for _ in range(STEPS_MAX):
        mover = game.to_move(state)
        if mover is OVER:
            return
        one = game.chance_move(state, rng) if mover is CHANCE else bids_little(game.legal_moves(state), rng)
        following = game.play_unchecked(state, one)
        yield Step(state, one, following)
        state = following


@cache
def steps() -> tuple[Step, ...]:
    """The moves of some games, with all presets and mixed readings."""
    return tuple(step for seed in (0, 1, 2, 3, 7) for step in played(seed))


def moves_of(*kinds: type) -> list[Step]:
    """The moves of these kinds in those games."""
    return [step for step in steps() if isinstance(step.move, kinds)]


def reached(*stages: Stage, most: int = 60) -> list[State]:
    """Positions of those games in which one of these stages awaits something, evenly spread."""
    found = [step.before for step in steps() if step.before.turn.stage in stages]
    return found[:: 1 + len(found) // most]
