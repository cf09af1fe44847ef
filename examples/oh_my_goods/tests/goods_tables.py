"""Positions of Oh My Goods! for tests: laid out by hand, or reached in games played at random.

`table` lays out what a test says; what it does not say to lie elsewhere lies in the draw pile. Cards are named by their
ids or counted by what they show: ``"mill-1, 2 wool"``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import attrs
import pytest
from oh_my_goods.box import RESOURCES, Building, Card, Components, Item, Side
from oh_my_goods.moves import EndProduction, Move, Pass, PlanNothing, Stay
from oh_my_goods.position import Mode, Player, Stage, State, Table, Turn
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rules import LAW
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.values import ABSENT, LANE, Cards, Stack, bag, evolve, mask, members

M = TypeVar("M")
GAME: Game[State, Move] = Game(OH_MY_GOODS, 2)
SET: Components = GAME.setting.components
INDEX = {card.id: index for index, card in enumerate(SET.buildings)}
SIDES = {side.id: index for index, side in enumerate(SET.assistants)}
CHARBURNERS = ("charburner-grain", "charburner-wool", "charburner-stone", "charburner-clay")
"""Whose seat has which, unless a test says otherwise. The first needs 2 grain and 1 wood."""
NEAT, SLOPPY = Mode.NEAT, Mode.SLOPPY
MOVES: tuple[Move, ...] = GAME.moves


def clause(id_: str) -> pytest.MarkDecorator:
    """Mark a class as the tests of a clause."""
    return pytest.mark.clause(id_)


def card(id_: str) -> int:
    """The index of a card or a charburner."""
    return INDEX[id_]


def side(id_: str) -> int:
    """The index of a side of an assistant."""
    return SIDES[id_]


def shows(index: int) -> str:
    """The raw material on a card of the deck."""
    return RESOURCES[SET.kinds[SET.buildings[index].kind].color]


def kind_of(index: int) -> Any:
    """The kind of a building."""
    return SET.kinds[SET.buildings[index].kind]


def good_of(index: int) -> str:
    """The good that a building makes; empty if it makes none."""
    good: str = kind_of(index).good
    return good


def half_sun(index: int) -> bool:
    """Whether a card shows half a sun."""
    return SET.buildings[index].half_sun


# --- Laid out by hand -----------------------------------------------------------------


@attrs.frozen
class Has:
    """What a player has: the goods on each building, cards, and where people are. A charburner need not be named."""

    goods: Mapping[str, int] = attrs.field(factory=dict)
    hand: str = ""
    planned: str = ""
    craftsman: str = ""
    mode: Mode | None = None
    posts: Sequence[str] = ()
    assistants: Sequence[str] = ()
    aside: str = ""


class _Box:
    """The cards that are not laid out yet. Those that are named somewhere are not counted out."""

    def __init__(self, texts: Sequence[str]) -> None:
        words = [word for text in texts for word in text.split(", ")]
        named = {card(word) for word in words if word in INDEX}
        self.free = [index for index in range(len(SET.cards)) if index not in named]

    def cards(self, text: str) -> list[int]:
        found: list[int] = []
        for word in filter(None, text.split(", ")):
            if word in INDEX:
                found.append(card(word))
                continue
            number, _, what = word.partition(" ")
            fitting = [index for index in self.free if what == "cards" or shows(index) == what][: int(number)]
            assert len(fitting) == int(number), f"the box has not {word}"
            self.free = [index for index in self.free if index not in fitting]
            found += fitting
        return found

    def lay(self, text: str) -> Cards[Card]:
        return Cards(mask(Card, self.cards(text)))

    def goods(self, number: int) -> tuple[int, ...]:
        """The last cards that are left."""
        return tuple(self.free.pop() for _ in range(number))


def table(
    *players: Has,
    stage: Stage,
    seat: int = 0,
    ruleset: Ruleset | str = "default",
    components: Components | str = "reported",
    morning: str = "",
    evening: str = "",
    draw: str | None = None,
    discards: str = "",
    offer: Sequence[str] = (),
    **more: Any,
) -> State:
    """A position with two players or as many as are described; of round and turn, what differs from their defaults."""
    all_players = [*players, *[Has()] * (2 - len(players))]
    game = Game(OH_MY_GOODS, len(all_players), ruleset, components)
    laid = [text for has in all_players for text in (has.hand, has.planned, has.aside, *has.goods)]
    box = _Box([*laid, morning, evening, discards, draw or ""])
    seats = [_player(has, CHARBURNERS[number], box) for number, has in enumerate(all_players)]
    built = {base for player in seats for base, _ in player.buildings}
    rows = [box.lay(morning), box.lay(evening), box.lay(discards)]
    named = None if draw is None else box.lay(draw)
    seats = [_covered(player, has, box) for player, has in zip(seats, all_players, strict=True)]
    middle = Table(
        draw=Cards(mask(Card, box.free)) if named is None else named,
        discards=rows[2],
        morning=rows[0].known,
        evening=rows[1].known,
        offer=mask(Side, map(side, offer)),
        box=mask(Card, (index for index in range(len(SET.cards), len(SET.buildings)) if index not in built)),
    )
    stated = _stated({"active": 0, "round": 1, **more})
    own = {name: stated.pop(name) for name in State.__match_args__ if name in stated}
    return State(game.setting, tuple(seats), middle, Turn(stage, seat, **stated), **own)


def _goods(has: Has, charburner: str) -> dict[str, int]:
    named = any(id_.startswith("charburner") for id_ in has.goods)
    return dict(has.goods) if named else {charburner: 0, **has.goods}


def _player(has: Has, charburner: str, box: _Box) -> Player:
    return Player(
        hand=box.lay(has.hand),
        buildings=tuple(Stack(card(id_)) for id_ in _goods(has, charburner)),
        planned=box.lay(has.planned),
        craftsman=card(has.craftsman) if has.craftsman else ABSENT,
        mode=has.mode,
        assistants=mask(Side, map(side, has.assistants)),
        posts=mask(Building, map(card, has.posts)),
        aside=box.lay(has.aside),
    )


def _covered(player: Player, has: Has, box: _Box) -> Player:
    """A player with goods on the buildings."""
    stacks = tuple(Stack(base, box.goods(has.goods.get(SET.buildings[base].id, 0))) for base, _ in player.buildings)
    return evolve(player, buildings=stacks)


def _stated(values: Mapping[str, Any]) -> dict[str, Any]:
    read = dict(values)
    for name in ("produced", "chains", "moved"):
        read[name] = mask(Building, map(card, values.get(name, ())))
    if "at" in values:
        read["at"] = card(values["at"])
    if "hiring" in values:
        read["hiring"] = side(values["hiring"])
    numbers = [0] * len(SET.items)
    for word in filter(None, values.get("missing", "").split(", ")):
        numbers[SET.items.index(word.partition(" ")[2])] = int(word.partition(" ")[0])
    return {**read, "missing": bag(Item, numbers)}


# --- What is there --------------------------------------------------------------------


def goods(state: State, seat: int = 0) -> dict[str, int]:
    """How many goods lie on each building of a player."""
    return {SET.buildings[base].id: len(cards) for base, cards in state.players[seat].buildings}


def hand(state: State, seat: int = 0) -> list[str]:
    """The ids of the hand cards of a player."""
    return [SET.buildings[index].id for index in members(state.players[seat].hand.known)]


def cards_of(player: Player) -> list[int]:
    """The indexes of the hand cards of a player."""
    return [*members(player.hand.known)]


def bases(player: Player) -> list[int]:
    """The buildings of a player."""
    return [base for base, _ in player.buildings]


def posts(player: Player) -> list[int]:
    """The buildings where a player's assistants are."""
    return [*members(player.posts)]


def coins(player: Player) -> int:
    """What the goods of a player are worth."""
    return sum(kind_of(base).value * len(cards) for base, cards in player.buildings)


def of_each_good(player: Player) -> Counter[str]:
    """How many goods of each kind a player has."""
    held: Counter[str] = Counter()
    for base, cards in player.buildings:
        held[good_of(base)] += len(cards)
    return held


def missing(state: State) -> Counter[str]:
    """What is still to be given for a production or a chain, by item."""
    return +Counter(
        {item: state.turn.missing >> LANE * number & (1 << LANE) - 1 for number, item in enumerate(SET.items)}
    )


def market(state: State) -> list[int]:
    """All cards of the market supply."""
    return [*members(state.table.morning), *members(state.table.evening)]


def lying(state: State) -> Counter[int]:
    """How often each card lies somewhere."""
    found: Counter[int] = Counter()
    middle = state.table
    for cards in (middle.draw.known, middle.discards.known, middle.morning, middle.evening, middle.box):
        found.update(members(cards))
    for player in state.players:
        for held in (player.hand, player.aside, player.planned):
            found.update(members(held.known))
        found.update(index for stack in player.buildings for index in (stack.base, *stack.cards))
    return found


# --- Moves ----------------------------------------------------------------------------


def game_of(state: State) -> Game[State, Move]:
    """The game of a position."""
    return Game.from_state(state)


def against(state: State, move: Move) -> set[str]:
    """The ids of the limits that forbid a move."""
    return {limit.id for limit in LAW.limits.get(type(move), ()) if not limit(state, move)}


def permitting(state: State, move: Move) -> set[str]:
    """The ids of the grants that permit a move."""
    return {grant.id for grant in LAW.grants.get(type(move), ()) if grant.permits(state, move)}


def allowed(state: State, move: Move) -> bool:
    """Whether law and engine both allow a move; they must not differ."""
    by_law = LAW.allows(state, move)
    assert by_law == game_of(state).is_legal(state, move), f"law and engine differ on {move}"
    return by_law


def options(state: State, *kinds: type[M]) -> list[M]:
    """The legal moves of these kinds, about which law and engine must not differ."""
    by_law = [move for move in MOVES if isinstance(move, kinds) and LAW.allows(state, move)]
    legal: list[M] = [move for move in game_of(state).legal_moves(state) if isinstance(move, kinds)]
    assert by_law == legal, f"law and engine differ: {set(by_law) ^ set(legal)}"
    return legal


def play(state: State, *moves: Move) -> State:
    """The position after these moves, each of which must be legal."""
    game = game_of(state)
    for move in moves:
        state = game.play(state, move)
    return state


def chance(state: State, seed: int = 0) -> State:
    """The position after all that chance has to do now."""
    return game_of(state).deal(state, random.Random(seed))


def refused(state: State, move: Move) -> set[str]:
    """The clauses that a verdict names for a move that is not legal."""
    verdict = game_of(state).judge(state, move)
    assert not verdict.legal
    return {limit.id for limit in verdict.forbidden_by}


def readings(**fields: str) -> Ruleset:
    """The default ruleset with other readings."""
    changed: dict[str, Any] = fields
    return attrs.evolve(Ruleset(), name="other", **changed)


def under(state: State, ruleset: Ruleset | str) -> State:
    """The position with other readings."""
    chosen = Ruleset.preset(ruleset) if isinstance(ruleset, str) else ruleset
    return evolve(state, setting=attrs.evolve(state.setting, ruleset=chosen))


# --- Reached in games -----------------------------------------------------------------


class Step(NamedTuple, Generic[M]):
    """A move in a game played at random, with the positions before and after it."""

    before: State
    move: M
    after: State


STEPS_MAX = 2500
"""After which a game is left: it would end sooner, unless the law does not hold."""


IDLE = (Pass, EndProduction, PlanNothing, Stay)


def busy(legal: Sequence[Move], rng: random.Random) -> Move:
    """A move of a random kind, seldom one that does nothing: so what is rarely possible is done when it is."""
    kinds = list(dict.fromkeys(type(move) for move in legal))
    kind = rng.choice([kind for kind in kinds if kind not in IDLE or rng.random() < 0.2] or kinds)
    return rng.choice([move for move in legal if type(move) is kind])


def _played(seed: int) -> Iterator[Step[Move]]:
    rng = random.Random(seed)
    mixed: dict[str, Any] = {ruling.field: rng.choice(ruling.names) for ruling in Ruleset.rulings()}
    ruleset: Any = (*Ruleset.presets, Ruleset(name="mixed", **mixed))[seed % 4]
    game: Game[State, Move] = Game(OH_MY_GOODS, 2 + seed % 3, ruleset)
    state = game.new(seed % game.setting.players)
    for _ in range(STEPS_MAX):
        mover = game.to_move(state)
        if mover is OVER:
            return
        move = game.chance_move(state, rng) if mover is CHANCE else busy(game.legal_moves(state), rng)
        following = game.play_unchecked(state, move)
        yield Step(state, move, following)
        state = following


@cache
def steps() -> tuple[Step[Move], ...]:
    """The moves of some games, with all presets and mixed readings."""
    return tuple(step for seed in range(6) for step in _played(seed))


def moves_of(*kinds: type[M]) -> list[Step[M]]:
    """The moves of these kinds in those games."""
    return [Step(before, move, after) for before, move, after in steps() if isinstance(move, kinds)]


def reached(*stages: Stage, most: int = 60) -> list[State]:
    """Positions of those games in which one of these stages awaits something, evenly spread."""
    found = [step.before for step in steps() if step.before.turn.stage in stages]
    return found[:: 1 + len(found) // most]


def kinds_of(*kinds: type[M]) -> list[M]:
    """All moves of these kinds, legal or not."""
    return [move for move in MOVES if isinstance(move, kinds)]
