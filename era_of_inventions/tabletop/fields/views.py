"""What a seat may know of a position, and what it could be: the same types, in which some cards are unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar, cast

import attrs

from era_of_inventions.tabletop.fields.domains import Form, Names
from era_of_inventions.tabletop.fields.groups import CardSet, Path, Things
from era_of_inventions.tabletop.fields.layout import Bound, Layout
from era_of_inventions.tabletop.fields.problems import Path as Steps
from era_of_inventions.tabletop.fields.values import UNKNOWN, Cards

T = TypeVar("T")
Order = Callable[[list[int]], None]
"""Puts the indexes of cards in an order, in place."""


def view(layout: Layout[T], value: T, seat: int | None, owner: int | None = None) -> T:
    """What a seat, or a spectator for None, may know of a record that belongs to ``owner``."""
    found: dict[str, Any] = {}
    for field, held in zip(layout.fields, layout.values(value), strict=True):
        inner, shape = field.shape.inner, field.shape
        seen = held
        if inner is not None and shape.form is Form.RECORDS:
            seen = tuple([view(inner, record, seat, who) for who, record in enumerate(held)])
        elif inner is not None:
            seen = view(inner, held, seat, owner)
        elif shape.hide is not None and _is_hidden(field, seat, owner):
            seen = shape.hide(held)
        if seen is not held and seen != held:
            found[field.name] = seen
    return _replaced(value, found)


def _is_hidden(field: Bound, seat: int | None, owner: int | None) -> bool:
    seen = field.spec.seen
    return seen == "nobody" or (seen == "owner" and (seat is None or seat != owner))


def complete(layout: Layout[T], value: T, order: Order, first: int = 0) -> T:
    """A position in which all unknown cards are known: those that lie nowhere else.

    They are taken from the end of how ``order`` puts them, and the seat ``first``, which decides, is served before all
    others, so that it can get the greatest or the least. What else may be hidden stays unknown.
    """
    places = [*_places(layout, value)]
    free: dict[Names[Any, Any], list[int]] = {}
    for names, _, field in places:
        if isinstance(field.spec.holds, CardSet) and names not in free:
            taken = sum(_known(held) for others, held, _ in places if others is names)
            free[names] = [index for index in range(len(layout.terms.get(names.names))) if not taken >> index & 1]
            order(free[names])
    return _served(layout, value, free, first)


def _places(layout: Layout[Any], value: Any) -> Iterator[tuple[Names[Any, Any], Any, Bound]]:
    """Everywhere that things lie: which things, what holds them, and the field."""
    for field, held in zip(layout.fields, layout.values(value), strict=True):
        if inner := field.shape.inner:
            for record in held if field.shape.form is Form.RECORDS else [held]:
                yield from _places(inner, record)
        elif isinstance(field.spec.holds, CardSet | Things | Path):
            yield field.spec.holds.of, held, field


def _known(held: Any) -> int:
    """The set of the things that are known to lie in a place."""
    if isinstance(held, int):
        return held
    known: Any = getattr(held, "known", None)
    return sum(1 << index for index in held if index >= 0) if known is None else int(known)


def _served(layout: Layout[T], value: T, free: dict[Names[Any, Any], list[int]], first: int) -> T:
    found: dict[str, Any] = {}
    for field, held in zip(layout.fields, layout.values(value), strict=True):
        inner, holds = field.shape.inner, field.spec.holds
        if inner is not None and field.shape.form is Form.RECORDS:
            in_turn = sorted(range(len(held)), key=lambda seat: seat != first)
            served = {seat: _served(inner, held[seat], free, first) for seat in in_turn}
            found[field.name] = tuple(served[seat] for seat in range(len(held)))
        elif inner is not None:
            found[field.name] = _served(inner, held, free, first)
        elif isinstance(holds, CardSet) and held.unknown:
            taken = [free[holds.of].pop() for _ in range(held.unknown)]
            found[field.name] = type(held)(held.known | sum(1 << index for index in taken))
    return _replaced(value, found)


def _replaced(value: T, found: dict[str, Any]) -> T:
    evolve: Any = attrs.evolve
    return cast("T", evolve(value, **found)) if found else value


class Unknown(NamedTuple):
    """A field that holds something unknown: its path in the position, whose it is, and its words."""

    path: Steps
    seat: int | None
    words: str


def unknown_in(layout: Layout[Any], value: Any, seat: int | None = None, path: Steps = ()) -> Iterator[Unknown]:
    """The fields of a record in which something is unknown."""
    for field, held in zip(layout.fields, layout.values(value), strict=True):
        inner, here = field.shape.inner, (*path, field.name)
        if inner is not None and field.shape.form is Form.RECORDS:
            for who, record in enumerate(held):
                yield from unknown_in(inner, record, who, (*here, who))
        elif inner is not None:
            yield from unknown_in(inner, held, seat, here)
        elif field.shape.hide is not None and (held.unknown if isinstance(held, Cards) else held == UNKNOWN):
            yield Unknown(here, seat, field.spec.words)


def hides(layout: Layout[Any]) -> bool:
    """Whether anything of a record is not for everybody to see."""
    return any(
        hides(field.shape.inner) if field.shape.inner is not None else field.spec.seen != "all"
        for field in layout.fields
    )


def with_part(value: T, other: T, path: Steps) -> T:
    """A record in which the part at a path is that of another record."""
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        records: Any = value
        others: Any = other
        part = with_part(records[step], others[step], rest) if rest else others[step]
        return cast("T", (*records[:step], part, *records[step + 1 :]))
    theirs = getattr(other, step)
    return _replaced(value, {step: with_part(getattr(value, step), theirs, rest) if rest else theirs})
