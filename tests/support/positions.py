"""Positions and whole games for tests: made by hand from a fresh deal, or played at random.

`position` sets what a test is about and leaves the rest as dealt; `cases` lists random games that cover the player
counts, rulesets, deals and component sets, and a `Case` names everything that is needed to play one of them again.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import attrs

from era_of_inventions.box.components import (
    Area,
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    Reward,
    Space,
)
from era_of_inventions.box.goods import Good, Goods, pack, unpack
from era_of_inventions.moves import Move
from era_of_inventions.position import EMPTY, Phase, State, Turn
from era_of_inventions.rulebook import Game
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.values import NO_THINGS, Mask, evolve, mask, members
from era_of_inventions.testing import busy_choice, enriched, generated_components

K = TypeVar("K")
COUNTS = (3, 4, 5)
SHIPPED = Game().setting.components

Stock = Mapping[Good, int]
Play = tuple[State, tuple[Move, ...], Move]


# --- Positions made by hand -----------------------------------------------------------


def position(
    players: int = 4,
    *,
    ruleset: Ruleset | str = "default",
    components: Components = SHIPPED,
    seed: int = 0,
    phase: Phase = Phase.PLACEMENT,
    seat: int = 0,
    start: int = 0,
    round: int | None = None,  # noqa: A002
    area: int = EMPTY,
    goods: Mapping[int, Stock] | None = None,
    influence: Mapping[int, int] | None = None,
    patents: Mapping[int, int] | None = None,
    bonus_discs: Mapping[int, int] | None = None,
    developed: Mapping[int, Iterable[int]] | None = None,
    patented: Mapping[int, Iterable[int]] | None = None,
    factories: Mapping[int, Iterable[int]] | None = None,
    discs: Mapping[int, Iterable[Area]] | None = None,
    this_round: Mapping[int, Mapping[str, Any]] | None = None,
    loads: Iterable[int] | None = None,
    display: Iterable[int] | None = None,
    deck: Iterable[int] | None = None,
    discards: Iterable[int] = (),
    row: Iterable[int] | None = None,
    factory_deck: Iterable[int] | None = None,
    factory_discards: Iterable[int] = (),
    developed_this_round: Iterable[int] = (),
    turn: Mapping[str, Any] | None = None,
) -> State:
    """A position with what is given, by seat where it belongs to a player, and the rest as dealt.

    Sets are iterables of indexes. A stock that is given replaces the dealt one; a start factory need not be named. What
    is not said to lie elsewhere, of the cards and factories that are in play, lies in the deck; the disc of an action
    lies on its area; a bonus action follows a withdrawn one. If no round is given, it is the first in which there can
    be such a phase. The position must be possible.
    """
    dealt = _dealt(Game(players, ruleset, components), start, seed)
    by_seat: dict[str, Mapping[int, Any]] = {
        "goods": {who: pack(stock) for who, stock in (goods or {}).items()},
        "influence": influence or {},
        "patents": patents or {},
        "bonus_discs": bonus_discs or {},
        "developed": _masks(Space, developed),
        "patented": _masks(Space, patented),
        "discs": _masks(Area, discs),
        "factories": {who: own | dealt.players[who].factories for who, own in _masks(FactoryCard, factories).items()},
    }
    owners = []
    for who, player in enumerate(dealt.players):
        own = {field: given[who] for field, given in by_seat.items() if who in given}
        if phase is Phase.ACTION and who == seat:
            own["discs"] = own.get("discs", NO_THINGS) | 1 << area
        owners.append(evolve(player, **own, **(this_round or {}).get(who, {})))

    waiting = {space // 2 for space in developed_this_round if space % 2 == 0}
    originals = {space // 2 for player in owners for space in members(player.developed) if space % 2 == 0} - waiting
    cards = {i for i, card in enumerate(components.cards) if card.invention is None or card.invention in originals}
    shown = _path(display, dealt.board.display)
    lined = _path(row, dealt.board.row)
    built = {factory for player in owners for factory in members(player.factories)}
    lined = tuple(EMPTY if factory in built and row is None else factory for factory in lined)
    left = cards - set(shown) - set(discards) if deck is None else deck
    unbuilt = set(range(len(components.factories))) - built - set(lined) - set(factory_discards)
    board = evolve(
        dealt.board,
        loads=dealt.board.loads if loads is None else tuple(loads),
        display=shown,
        deck=mask(InventionCard, left),
        discards=mask(InventionCard, discards),
        row=lined,
        factory_deck=mask(FactoryCard, unbuilt if factory_deck is None else factory_deck),
        factory_discards=mask(FactoryCard, factory_discards),
        developed_this_round=mask(Space, developed_this_round),
    )
    moment = Turn(phase, seat, area, **(turn or {}))
    if phase is Phase.BONUS_ACTION and moment.before is None:
        moment = evolve(moment, before=Turn(Phase.BONUS_OFFER, seat))
    if round is None:
        round = {3: 9, 4: 8, 5: 10}[players] if phase in (Phase.FINAL_MARKET, Phase.GAME_OVER) else 1  # noqa: A001
    state = evolve(dealt, players=tuple(owners), board=board, round=round, turn=moment)
    problems = Game.from_state(state).check(state)
    assert not problems, f"no such position is possible: {'; '.join(map(str, problems))}"
    return state


@lru_cache(maxsize=64)
def _dealt(game: Game, start: int, seed: int) -> State:
    return game.new(start, random.Random(seed))


def after(state: State, *moves: Move) -> State:
    """The position after these moves, each of which must be legal."""
    game = Game.from_state(state)
    for move in moves:
        state = game.play(state, move)
    return state


def stock(state: State, seat: int) -> dict[Good, int]:
    """What a seat has in stock, without what it has nothing of."""
    return dict(unpack(state.players[seat].goods))


def plenty(number: int = 9) -> dict[Good, int]:
    """That many of everything."""
    return dict.fromkeys(Good, number)


def cards(kind: CardKind, invention: str | None = None, components: Components = SHIPPED) -> list[int]:
    """The indexes of the cards of a kind, and of an invention if one is named."""
    index = None if invention is None else components.inventions.index(invention)
    return [
        i
        for i, card in enumerate(components.cards)
        if card.kind is kind and (invention is None or card.invention == index)
    ]


def original(invention: str, components: Components = SHIPPED) -> int:
    """The index of the original space of an invention. The technical space comes right after it."""
    return 2 * components.inventions.index(invention)


def with_card(index: int, components: Components = SHIPPED, **printed: Any) -> Components:
    """The same components with other values on one invention card."""
    changed = evolve(components.cards[index], **printed)
    return evolve(components, cards=_put(components.cards, index, changed))


def odd_components(seed: int) -> Components:
    """A set that disagrees with the rulebooks: any costs, question marks on any card, and perhaps more inventions."""
    rng = random.Random(seed)

    def goods() -> Goods:
        return pack({good: rng.randint(1, 2) for good in rng.sample(list(Good), rng.randint(0, 3))})

    more = seed % 4 * 10
    inventions = (*SHIPPED.inventions, *("more " + "x" * number for number in range(1, more + 1)))
    places = itertools.product(range(len(inventions)), (False, True))
    spaces = [Space(invention, technical, rng.randint(0, 8), 1, Reward()) for invention, technical in places]
    return evolve(
        SHIPPED,
        name=f"odd {seed}",
        inventions=inventions,
        spaces=tuple(spaces),
        cards=tuple(evolve(card, cost=goods(), question_marks=rng.randint(0, 2)) for card in SHIPPED.cards),
        factories=tuple(evolve(factory, cost=goods(), output=goods()) for factory in SHIPPED.factories),
    )


def with_space(index: int, components: Components = SHIPPED, **printed: Any) -> Components:
    """The same components with other values on one development space."""
    changed = evolve(components.spaces[index], **printed)
    return evolve(components, spaces=_put(components.spaces, index, changed))


def with_factory(index: int, components: Components = SHIPPED, **printed: Any) -> Components:
    """The same components with other values on one factory."""
    changed = evolve(components.factories[index], **printed)
    return evolve(components, factories=_put(components.factories, index, changed))


def _put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _masks(of: type[K], by_seat: Mapping[int, Iterable[int]] | None) -> dict[int, Mask[K]]:
    return {who: mask(of, indexes) for who, indexes in (by_seat or {}).items()}


def _path(given: Iterable[int] | None, dealt: tuple[int, ...]) -> tuple[int, ...]:
    if given is None:
        return dealt
    path = tuple(given)
    return path + (EMPTY,) * (len(dealt) - len(path))


# --- Games played at random -----------------------------------------------------------


def random_game(game: Game, rng: random.Random, state: State | None = None) -> Iterator[Play]:
    """Play a game at random from a position, by default from before the first card is turned over.

    Yields each position that is not the end, its legal moves, and the move that is made. Players seldom pass while they
    can do something, and choose what kind of thing to do before they choose one, so that the limits are reached.
    """
    if state is None:
        state = game.new(rng.randrange(game.setting.players))
    while legal := game.legal_moves(state):
        move = busy_choice(legal, rng)
        yield state, legal, move
        state = game.play_unchecked(state, move)


@attrs.frozen
class Case:
    """A random game: everything needed to play it again. The case of a seed is ``cases(seed + 1)[seed]``."""

    seed: int
    players: int
    ruleset: Ruleset
    deal: str
    """``poor`` as the rules deal, ``rich`` as `enriched` does."""
    printed: str
    """``shipped`` or ``generated`` component values."""

    def __str__(self) -> str:
        """Name the case as a test id."""
        ruleset = self.ruleset.name.removeprefix("default, ").replace(" ", "")
        return f"{self.seed}-{self.players}players-{self.deal}-{self.printed}-{ruleset}"

    def game(self) -> Game:
        """The game it is played in."""
        components = SHIPPED if self.printed == "shipped" else generated_components(self.seed + 1)
        return Game(self.players, self.ruleset, components)

    def plays(self, game: Game) -> Iterator[Play]:
        """Play it: positions, legal moves, moves made; the same ones every time."""
        rng = random.Random(self.seed)
        start = self.seed % self.players
        return random_game(game, rng, game.new(start) if self.deal == "poor" else enriched(game.new(start, rng), rng))


def other_readings() -> list[tuple[str, str]]:
    """The field and the name of every reading that is not the default."""
    return [(ruling.field, name) for ruling in Ruleset.rulings() for name in ruling.names[1:]]


def cases(number: int) -> list[Case]:
    """That many random games, the most different ones first.

    All presets with all player counts and deals come first, then every single other reading, then a mixture of both
    with rulesets in which every ruling is read at random.
    """
    tables = list(itertools.product(Ruleset.presets, COUNTS, ("poor", "rich")))
    singles = [Ruleset().with_reading(*reading) for reading in other_readings()]
    found = []
    for seed in range(number):
        rng = random.Random(seed)
        preset, players, deal = tables[seed] if seed < len(tables) else rng.choice(tables)
        if seed < len(tables):
            ruleset = Ruleset.preset(preset)
        elif seed < len(tables) + len(singles):
            ruleset = singles[seed - len(tables)]
        else:
            ruleset = rng.choice([Ruleset.preset(preset), rng.choice(singles), _mixed(rng)])
        found.append(Case(seed, players, ruleset, deal, "generated" if rng.random() < 0.4 else "shipped"))
    return found


def _mixed(rng: random.Random) -> Ruleset:
    readings: dict[str, Any] = {ruling.field: rng.choice(ruling.names) for ruling in Ruleset.rulings()}
    return Ruleset(name="mixed", **readings)


class Alike:
    """Stands for the whole number of another library, such as that of an array."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return self._number == other

    def __hash__(self) -> int:
        return hash(self._number)

    __int__ = __index__
