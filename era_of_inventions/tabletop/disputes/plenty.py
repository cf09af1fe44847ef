"""The word "enough" in a dispute file: ``goods = "enough"`` stands for as many goods as the rest of the file allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import partial, reduce
from itertools import groupby
from operator import or_
from typing import Any, NamedTuple, TypeAlias, cast

from era_of_inventions.tabletop.disputes.stated import ENOUGH, StatedPosition, read_position
from era_of_inventions.tabletop.errors import KeyPath, Problem
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values import NO_THINGS, Cards, members
from era_of_inventions.tabletop.values.groups import CardSet
from era_of_inventions.tabletop.values.layout import BoundField, key_of
from era_of_inventions.tabletop.values.stacks import Stack, Stacks
from era_of_inventions.tabletop.values.views import leaves

Table: TypeAlias = dict[str, Any]
AMOUNTS = (20, 9, 5, 3, 2, 1)
"""The amounts of each kind that are tried where a file says "enough"; see `fill`."""
OTHER_AMOUNTS = tuple(amount + 1 for amount in AMOUNTS)
"""Amounts that are enough just as well. A result that changes with them depends on how much is enough."""


class Supplied(NamedTuple):
    """A field that a file can state as "enough", with its part of the position and the seat of its player."""

    field: BoundField
    part: BoundField
    seat: int | None

    @property
    def path(self) -> KeyPath:
        """Its path in positions."""
        seat = () if self.seat is None else (self.seat,)
        return (self.part.name, *seat, self.field.name)

    @property
    def keys(self) -> list[str]:
        """The keys that state the field in a file, the usual one first."""
        return [
            words.replace(" ", "_")
            for words in (self.field.spec.words, *self.field.spec.also)
        ]

    def table(self, position: Table, players: Table, names: tuple[str, ...]) -> Table:
        """Return the table of a file that states the field; a missing table is added."""
        if self.seat is None:
            tables, key = position, key_of(self.part.spec)
        else:
            tables, usual = players, names[self.seat]
            key = next((name for name in tables if fold(name) == fold(usual)), usual)
        table: Any = tables.setdefault(key, {})
        return table if isinstance(table, dict) else {}

    def value(self, state: Any) -> Any:
        """Return its value in a position."""
        part = getattr(state, self.part.name)
        return getattr(part if self.seat is None else part[self.seat], self.field.name)


Wanted: TypeAlias = tuple[Table, str, Supplied]
"""A table of a file, the key at which it says "enough", and the field that the key states."""


def supplied(setting: AnySetting) -> Iterator[Supplied]:
    """Yield all fields that a file can state as "enough", for every player."""
    parts = {part.name: part for part in setting.layout.fields}
    for path in setting.rulebook.disputes.supplied:
        name, _, of_part = path.partition(".")
        inner: Any = parts[name].shape.inner
        field = next(field for field in inner.fields if field.name == of_part)
        seats = range(setting.players) if name == PLAYERS else (None,)
        yield from (Supplied(field, parts[name], seat) for seat in seats)


def fill(
    stated: StatedPosition, setting: AnySetting, moves: str, amounts: Sequence[int] = AMOUNTS
) -> Any:
    """Return the position that a file states; problems are added to those of ``stated``.

    Where the file says "enough", the first of the ``amounts`` is taken that the rest of the file allows. Players who
    have enough of the same field have the same amount, the first with which each could have one more, unless nobody
    could alone: so nothing runs out because of them. Enough of things laid out are the things that the text of the
    ``moves`` names. Enough cards in hand are the cards that their player names there, then others.
    """
    read = setting.rulebook.disputes.read_position or read_position
    tables = stated.position, stated.players
    stated.moves = moves
    game: AnyGame = Game.unchecked(setting)
    wanted: list[Wanted] = []
    for one in supplied(setting):
        table = one.table(*tables, stated.names)
        for key in one.keys:
            if isinstance(raw := table.get(key), str) and fold(raw) == ENOUGH:
                del table[key]
                wanted.append((table, key, one))
    if not wanted:
        return read(stated, game)

    def tried() -> tuple[Any, list[Problem], set[object]]:
        problems: list[Problem] = []
        again = StatedPosition(*deepcopy(tables), setting.rulebook, problems)
        again.moves = moves
        state = read(again, game)
        return state, problems, {*problems, *setting.problems(state)}

    def possible(table: Table, key: str, usual: set[object], value: object) -> bool:
        table[key] = value
        *_, found = tried()
        del table[key]
        return found <= usual

    state, problems, found = tried()

    def possible_with(
        alike: Sequence[Wanted],
        before: Any,
        usual: set[object],
        number: int,
        players: int | None = None,
    ) -> bool:
        """State a number for all of them, or the first; return whether it is possible, with as many cards."""
        nonlocal state, problems, found
        for table, key, _ in alike:
            table.pop(key, None)
        state, found = before, usual
        for table, key, one in alike[:players]:
            fits = partial(possible, table, key, found)
            table[key] = _amount(one, state, stated, number, fits)
            state, problems, found = tried()
        too_few = any(
            isinstance(table[key], list) and one.seat is not None and len(table[key]) < number
            for table, key, one in alike[:players]
        )
        return not too_few and found <= usual

    for _, same in groupby(wanted, lambda one: one[2].field):
        alike = [*same]
        fits = partial(possible_with, alike, state, found)
        with_room = (
            number
            for number in amounts
            if (fits(number + 1) or not fits(number + 1, players=1)) and fits(number)
        )
        if len(alike) == 1 or next(with_room, None) is None:
            next(filter(fits, amounts), None)
    stated.problems += (problem for problem in problems if problem not in stated.problems)
    return state


def _amount(
    one: Supplied,
    state: Any,
    stated: StatedPosition,
    number: int,
    fits: Callable[[object], bool],
) -> object:
    """Return a value for "enough", as in a file: a ``number`` of every kind, or at most that many cards.

    For things laid out, it is what usually lies there and each thing named by the moves that ``fits`` when added alone.
    """
    holds, shape = one.field.spec.holds, one.field.shape
    if one.seat is None:
        names = [name for name in shape.labels if isinstance(name, str)]
        usual, places = shape.write(one.value(state)), shape.places
        named = [name for name in names if stated.mentions(name)]
        fitting = [one for one in named if fits(_with([one], usual, places))]
        return _with(fitting, usual, places)
    if isinstance(holds, CardSet):
        return _free_cards(one, state, stated)[:number]
    if isinstance(holds, Stacks):
        usual = shape.write(one.value(state))
        more = _free_cards(one, state, stated)
        return {
            **dict.fromkeys(more[: number - len(usual)], 0),
            **dict.fromkeys(usual, number),
        }
    cells = [cell.key for cell in shape.cells]
    return number if cells == [""] else dict.fromkeys(cells, number)


def _with(named: list[str], usual: Any, places: int) -> object:
    """Return the value of a place with what usually lies there and the ``named`` things, as far as there are places."""
    if isinstance(usual, dict):
        return {**usual, **{name: max(1, usual.get(name, 0)) for name in named}}
    others = [name for name in usual if name is not None and name not in named]
    return [*named, *others][: places or None]


def _free_cards(one: Supplied, state: Any, stated: StatedPosition) -> list[str]:
    """Return cards from piles that a file need not state, for a player.

    First come those that the player's moves name, then some of every sort, and last those that only others name.
    """
    field, own = one.field, {one.seat, None}
    of: Any = cast("Any", field.spec.holds).of
    stacked = isinstance(field.spec.holds, Stacks)
    layout, follows = state.setting.layout, state.setting.rulebook.positions.follows
    piles = (
        leaf.value.known
        for leaf in leaves(layout, worlds_of(state).first)
        if isinstance(leaf.field.spec.holds, CardSet)
        and leaf.field.spec.holds.of is of
        and ".".join(map(str, leaf.path)) in follows
    )
    names: list[str] = []
    for card in of.mixed(reversed(members(reduce(or_, piles, NO_THINGS))), layout.terms):
        alone = (Stack(card, ()),) if stacked else Cards(NO_THINGS | 1 << card)
        names += field.shape.write(alone)
    named = {name: {*stated.mentioned_by(name)} for name in names if stated.mentions(name)}
    return sorted(
        names, key=lambda name: 1 if name not in named else 0 if named[name] & own else 2
    )
