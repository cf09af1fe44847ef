"""Views: what a seat may know of a position, in the same types with some cards unknown; and their completions."""

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
"""Sorts the indexes of cards in place."""


def view(layout: Layout[T], value: T, seat: int | None, owner: int | None = None) -> T:
    """Return what a seat, or a spectator (None), may know of a record that belongs to ``owner``."""
    changed: dict[str, Any] = {}
    for field, part in zip(layout.fields, layout.values(value), strict=True):
        inner, shape = field.shape.inner, field.shape
        seen = part
        if inner is not None and shape.form is Form.RECORDS:
            seen = tuple([view(inner, record, seat, who) for who, record in enumerate(part)])
        elif inner is not None:
            seen = view(inner, part, seat, owner)
        elif shape.hide is not None and _is_hidden(field, seat, owner):
            seen = shape.hide(part)
        if seen is not part and seen != part:
            changed[field.name] = seen
    return _replaced(value, changed)


def _is_hidden(field: Bound, seat: int | None, owner: int | None) -> bool:
    seen = field.spec.seen
    return seen == "nobody" or (seen == "owner" and (seat is None or seat != owner))


def complete(layout: Layout[T], value: T, order: Order, first: int = 0) -> T:
    """Return a completion of a view: every unknown card is replaced by one that lies nowhere else.

    Cards are taken from the end of the order that ``order`` puts them in. The seat ``first``, which decides, takes its
    cards before all others, so that it can get the highest or the lowest. Other hidden values stay unknown.
    """
    places = [*_places(layout, value)]
    free: dict[Names[Any, Any], list[int]] = {}
    for names, _, field in places:
        if isinstance(field.spec.holds, CardSet) and names not in free:
            taken = sum(_known(cards) for others, cards, _ in places if others is names)
            free[names] = [index for index in range(len(layout.terms.get(names.names))) if not taken >> index & 1]
            order(free[names])
    return _completed(layout, value, free, first)


def completions(layout: Layout[T], value: T, first: int = 0) -> Iterator[T]:
    """Yield completions of a view in which the seat ``first`` gets each card that lies nowhere else in one of them."""
    for turned in range(max((len(layout.terms.get(names.names)) for names, _, _ in _places(layout, value)), default=0)):

        def order(cards: list[int], turned: int = turned) -> None:
            cut = turned % max(len(cards), 1)
            cards[:] = cards[cut:] + cards[:cut]

        yield complete(layout, value, order, first)


def missing(layout: Layout[Any], value: Any) -> Iterator[str]:
    """Yield what keeps a record from being completed: more things unknown in it than lie nowhere."""
    places = list(_places(layout, value))
    for names in dict.fromkeys(names for names, _, field in places if isinstance(field.spec.holds, CardSet)):
        of_kind = [(part, field) for others, part, field in places if others is names]
        unknown = sum(part.unknown for part, _ in of_kind if isinstance(part, Cards))
        taken = sum(_known(part) for part, _ in of_kind)
        free = len(layout.terms.get(names.names)) - taken.bit_count()
        if unknown > free:
            words = dict.fromkeys(field.spec.words for part, field in of_kind if getattr(part, "unknown", 0))
            yield f"{unknown} are unknown of {' and '.join(words)}; only {free} lie nowhere else"


def _places(layout: Layout[Any], value: Any) -> Iterator[tuple[Names[Any, Any], Any, Bound]]:
    """Yield all places where things lie: the kind of things, the value of the field, and the field."""
    for field, part in zip(layout.fields, layout.values(value), strict=True):
        if inner := field.shape.inner:
            for record in part if field.shape.form is Form.RECORDS else [part]:
                yield from _places(inner, record)
        elif isinstance(field.spec.holds, CardSet | Things | Path):
            yield field.spec.holds.of, part, field


def _known(part: Any) -> int:
    """Return the set of the known things in a place."""
    if isinstance(part, int):
        return part
    known: Any = getattr(part, "known", None)
    return sum(1 << index for index in part if index >= 0) if known is None else int(known)


def _completed(layout: Layout[T], value: T, free: dict[Names[Any, Any], list[int]], first: int) -> T:
    changed: dict[str, Any] = {}
    for field, part in zip(layout.fields, layout.values(value), strict=True):
        inner, holds = field.shape.inner, field.spec.holds
        if inner is not None and field.shape.form is Form.RECORDS:
            seats = sorted(range(len(part)), key=lambda seat: seat != first)
            records = {seat: _completed(inner, part[seat], free, first) for seat in seats}
            changed[field.name] = tuple(records[seat] for seat in range(len(part)))
        elif inner is not None:
            changed[field.name] = _completed(inner, part, free, first)
        elif isinstance(holds, CardSet) and part.unknown:
            taken = [free[holds.of].pop() for _ in range(part.unknown)]
            changed[field.name] = type(part)(part.known | sum(1 << index for index in taken))
    return _replaced(value, changed)


def _replaced(value: T, changed: dict[str, Any]) -> T:
    evolve: Any = attrs.evolve
    return cast("T", evolve(value, **changed)) if changed else value


class Unknown(NamedTuple):
    """A field with an unknown value: its path in the position, the seat that owns it, and its words."""

    path: Steps
    seat: int | None
    words: str


def unknown_in(layout: Layout[Any], value: Any, seat: int | None = None, path: Steps = ()) -> Iterator[Unknown]:
    """Yield the fields of a record that hold unknown values."""
    for field, part in zip(layout.fields, layout.values(value), strict=True):
        inner, steps = field.shape.inner, (*path, field.name)
        if inner is not None and field.shape.form is Form.RECORDS:
            for who, record in enumerate(part):
                yield from unknown_in(inner, record, who, (*steps, who))
        elif inner is not None:
            yield from unknown_in(inner, part, seat, steps)
        elif field.shape.hide is not None and (part.unknown if isinstance(part, Cards) else part == UNKNOWN):
            yield Unknown(steps, seat, field.spec.words)


def hides(layout: Layout[Any]) -> bool:
    """Whether any field of a record is hidden from anybody."""
    return any(
        hides(field.shape.inner) if field.shape.inner is not None else field.spec.seen != "all"
        for field in layout.fields
    )


def with_part(value: T, other: T, path: Steps) -> T:
    """Return a copy of a record with the part at a path taken from another record."""
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        records: Any = value
        others: Any = other
        part = with_part(records[step], others[step], rest) if rest else others[step]
        return cast("T", (*records[:step], part, *records[step + 1 :]))
    theirs = getattr(other, step)
    return _replaced(value, {step: with_part(getattr(value, step), theirs, rest) if rest else theirs})
