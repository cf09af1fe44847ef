"""The word "enough" in a dispute file: ``goods = "enough"`` stands for as many goods as the rest of the file allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import partial, reduce
from itertools import groupby
from operator import or_
from typing import Any, NamedTuple, TypeAlias, cast

from era_of_inventions.tabletop.disputes.stated import ENOUGH, StatedPosition, read_position
from era_of_inventions.tabletop.disputes.statements import (
    PLAYER,
    POSITION,
    Statement,
    table_at,
)
from era_of_inventions.tabletop.errors import KeyPath, Problem
from era_of_inventions.tabletop.play.checking import problems_of
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values import NO_THINGS, Cards, members
from era_of_inventions.tabletop.values.declared import BoundField, key_of, keys_of
from era_of_inventions.tabletop.values.groups import CardSet
from era_of_inventions.tabletop.values.stacks import Stack, Stacks
from era_of_inventions.tabletop.values.views import leaves, part_at

Table: TypeAlias = dict[str, Any]
STACKS_MAX = 11
"""How many cards with things on them are tried at most, where more would change something else."""


class Amounts(NamedTuple):
    """The amounts of each kind that are tried where a file says "enough", ``lavishly`` or not; see `fill`."""

    numbers: tuple[int, ...]
    lavishly: bool = False


USUAL = Amounts((20, 9, 5, 3, 2, 1))
MOST = USUAL._replace(lavishly=True)
"""As much as possible."""
OTHER_AMOUNTS = [Amounts((number,)) for number in (*range(1, 11), 21, 50)]
"""Amounts that may be enough just as well. A result that changes with them depends on how much is enough."""


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

    def said(self, names: Sequence[str]) -> Statement:
        """Return the statement of a file that there is enough, where the players have these names."""
        table = (
            (POSITION, key_of(self.part.spec))
            if self.seat is None
            else (PLAYER, names[self.seat])
        )
        key, *also = keys_of(self.field.spec)
        return Statement((*table, key), ENOUGH, (*also,))

    def value(self, state: Any) -> Any:
        """Return its value in a position."""
        return part_at(state, self.path)


class Wanted(NamedTuple):
    """A table of a file, the key at which it says "enough", and the field that the key states."""

    table: Table
    key: str
    of: Supplied


def supplied(setting: AnySetting) -> Iterator[Supplied]:
    """Yield all fields that a file can state as "enough", for every player."""
    parts = {part.name: part for part in setting.layout.fields}
    for path in setting.rulebook.disputes.supplied:
        name, _, of_part = path.partition(".")
        inner: Any = parts[name].shape.inner
        field = next(field for field in inner.fields if field.name == of_part)
        seats = range(setting.players) if name == PLAYERS else (None,)
        yield from (Supplied(field, parts[name], seat) for seat in seats)


def fill(stated: StatedPosition, setting: AnySetting, amounts: Amounts = USUAL) -> Any:
    """Return the position that a file states; problems are added to those of ``stated``.

    Where the file says "enough", the first of the ``amounts`` is taken that the rest of
    the file allows. If possible, nothing of the turn or of the position itself changes
    with it, such as which round is the last; ``lavishly``, this does not matter.
    Players who have enough of the same field have the same amount, the first with which
    each could have one more, unless nobody could alone: so nothing runs out because of
    them. Enough of things laid out are the things that the claimed moves name. Enough
    cards in hand are the cards that their player names there, then others.
    """
    wanted = [*_wanted(stated, setting)]
    if not wanted:
        return _read(stated, setting)
    filling = _Filling(stated, setting)
    for _, same in groupby(wanted, lambda one: one.of.field):
        lavishness = [True] if amounts.lavishly else [False, True]
        filling.state_enough([*same], amounts.numbers, lavishness)
    stated.problems += (one for one in filling.now.problems if one not in stated.problems)
    return filling.now.state


def _wanted(stated: StatedPosition, setting: AnySetting) -> Iterator[Wanted]:
    """Yield where a file says "enough", and remove these words from its tables."""
    tables = {POSITION: stated.position, PLAYER: stated.players}
    for one in supplied(setting):
        enough = one.said(stated.names)
        table = table_at(tables, enough.place[:-1], adding=True)
        for key in enough.keys:
            if isinstance(raw := table.get(key), str) and fold(raw) == ENOUGH:
                del table[key]
                yield Wanted(table, key, one)


def _read(stated: StatedPosition, setting: AnySetting) -> Any:
    game: AnyGame = Game.unchecked(setting)
    return (setting.rulebook.disputes.read_position or read_position)(stated, game)


class _Reading(NamedTuple):
    """A position as it was read, the problems in its file, and these with the reasons why it is impossible."""

    state: Any
    problems: list[Problem]
    wrong: set[object]


class _Filling:
    """A file in which amounts are stated one after another where it says "enough"; ``now`` is how it reads so far."""

    def __init__(self, stated: StatedPosition, setting: AnySetting) -> None:
        self.stated, self.setting = stated, setting
        self.now = self.read()

    def read(self) -> _Reading:
        """Read the file as it is now."""
        problems = list[Problem]()
        tables = deepcopy((self.stated.position, self.stated.players))
        again = StatedPosition(*tables, self.setting.rulebook, problems, self.stated.moves)
        state = _read(again, self.setting)
        return _Reading(state, problems, {*problems, *problems_of(state)})

    def state_enough(
        self, alike: Sequence[Wanted], amounts: Sequence[int], lavishness: Sequence[bool]
    ) -> None:
        """State the first amount that is possible for all of them; some amount if none is."""
        before = self.now
        for lavishly in lavishness:
            fits = partial(self._fits, alike, before, lavishly)
            with_room = (
                number
                for number in amounts
                if (fits(number + 1) or not fits(number + 1, players=1)) and fits(number)
            )
            if (len(alike) > 1 and next(with_room, None)) or next(
                filter(fits, amounts), None
            ):
                return

    def _fits(
        self,
        alike: Sequence[Wanted],
        before: _Reading,
        lavishly: bool,
        number: int,
        players: int | None = None,
    ) -> bool:
        """State a number for all of them, or the first; return whether it is possible, with as many cards."""
        for table, key, _ in alike:
            table.pop(key, None)
        self.now = before
        for one in alike[:players]:
            possible = partial(self._possible, one, self.now, lavishly)
            one.table[one.key] = self._amount(one.of, number, possible)
            self.now = self.read()
        too_few = any(
            isinstance(table[key], list) and of.seat is not None and len(table[key]) < number
            for table, key, of in alike[:players]
        )
        return not too_few and self._no_worse(alike[0], before, self.now, lavishly)

    def _possible(self, one: Wanted, before: _Reading, lavishly: bool, value: object) -> bool:
        """Return whether a value is possible in place of "enough"."""
        one.table[one.key] = value
        reading = self.read()
        del one.table[one.key]
        return self._no_worse(one, before, reading, lavishly or one.of.seat is None)

    def _no_worse(
        self, one: Wanted, before: _Reading, after: _Reading, lavishly: bool
    ) -> bool:
        """Whether nothing is wrong that was not before.

        Unless ``lavishly``, or if less is wrong than before, nothing must have changed
        besides.
        """
        follows = self.setting.rulebook.positions.follows
        filled = {one.of.part.name, *(path.partition(".")[0] for path in follows)}
        same = all(
            getattr(before.state, field.name) == getattr(after.state, field.name)
            for field in self.setting.layout.fields
            if field.name not in filled
        )
        return after.wrong < before.wrong or (
            after.wrong == before.wrong and (same or lavishly)
        )

    def _amount(
        self, one: Supplied, number: int, possible: Callable[[object], bool]
    ) -> object:
        """Return a value for "enough", as in a file: a ``number`` of every kind, or at most that many cards.

        For things laid out, it is each thing named by the moves that is ``possible`` alone
        and, if the number is more than 1, what usually lies there. For cards with things on
        them, it is that many on the usual cards, with as many further cards as are
        ``possible``.
        """
        holds, shape = one.field.spec.holds, one.field.shape
        if one.seat is None:
            names = [name for name in shape.labels if isinstance(name, str)]
            usual, places = shape.write(one.value(self.now.state)), shape.places
            named = [name for name in names if self.stated.mentions(name)]
            fitting = [one for one in named if possible(_with([one], usual, places))]
            return _with(fitting, usual if number > 1 else type(usual)(), places)
        if isinstance(holds, CardSet):
            return self._free_cards(one)[:number]
        if isinstance(holds, Stacks):
            usual = shape.write(one.value(self.now.state))
            more = self._free_cards(one)
            options = [
                {
                    **dict.fromkeys(more[: cards - len(usual)], 0),
                    **dict.fromkeys(usual, number),
                }
                for cards in (number, *range(min(number, STACKS_MAX) - 1, 0, -1))
            ]
            return next(filter(possible, options), options[0])
        cells = [cell.key for cell in shape.cells]
        return number if cells == [""] else dict.fromkeys(cells, number)

    def _free_cards(self, one: Supplied) -> list[str]:
        """Return cards from piles that a file need not state, for a player.

        First come those that the player's moves name or need, then some of every sort, last
        those that only others name or that act by themselves.
        """
        field, state, own = one.field, self.now.state, {one.seat, None}
        of: Any = cast("Any", field.spec.holds).of
        stacked = isinstance(field.spec.holds, Stacks)
        layout, follows = state.setting.layout, state.setting.rulebook.positions.follows
        piles = (
            leaf.value.known
            for leaf in leaves(layout, worlds_of(state).first)
            if isinstance(leaf.field.spec.holds, CardSet)
            and leaf.is_of(of)
            and ".".join(map(str, leaf.path)) in follows
        )
        free = of.mixed(reversed(members(reduce(or_, piles, NO_THINGS))), layout.terms)
        form = state.setting.rulebook.disputes
        needed = form.needed(state, self.stated, free)
        acting = form.act(state) if stacked else ()
        places: dict[str, int] = {}
        for card in free:
            alone = (Stack(card, ()),) if stacked else Cards(NO_THINGS | 1 << card)
            (name,) = field.shape.write(alone)
            by = {*self.stated.mentioned_by(name)}
            places[name] = (
                0 if card in needed or by & own else 2 if by or card in acting else 1
            )
        return sorted(places, key=places.__getitem__)


def _with(named: list[str], usual: Any, places: int) -> object:
    """Return the value of a place with what usually lies there and the ``named`` things, as far as there are places."""
    if isinstance(usual, dict):
        return {**usual, **{name: max(1, usual.get(name, 0)) for name in named}}
    others = [name for name in usual if name is not None and name not in named]
    return [*named, *others][: places or None]
