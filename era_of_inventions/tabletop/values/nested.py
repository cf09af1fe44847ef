"""Domains of nested records: a part of a position, a record per player, or the previous record of the same kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

import attrs

from era_of_inventions.tabletop.errors import Code, Verbatim
from era_of_inventions.tabletop.values.arrays import read_array
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import (
    Domain,
    Hidden,
    HoldsCards,
    PlainForm,
    Shape,
)
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.naming import DeclarationError, Schema, Terms
from era_of_inventions.tabletop.values.problems import invalid
from era_of_inventions.tabletop.values.records import Spec

T = TypeVar("T")
R = TypeVar("R")


@attrs.frozen(eq=False)
class OfRecords(Domain[T], Generic[T, R]):
    """What holds records of one class. ``kind`` returns the class, which may be declared later."""

    kind: Callable[[], type[R]]

    def schema(self, terms: Terms) -> Schema:
        return {"$ref": f"#/$defs/{self.kind().__name__}"}

    def records(self) -> tuple[type[Any], ...]:
        return (self.kind(),)


@attrs.frozen(eq=False)
class Nested(OfRecords[T, T]):
    """A nested record."""

    def bind(self, terms: Terms) -> Shape[T]:
        inner = layout_of(self.kind(), terms)
        return Shape(
            PlainForm.RECORD,
            inner.read,
            inner.write,
            inner.cells,
            inner.split,
            quantities=(),
            inner=inner,
        )


@attrs.frozen(eq=False)
class PerPlayer(OfRecords[tuple[T, ...], T]):
    """One record per player, in seat order."""

    def schema(self, terms: Terms) -> Schema:
        least, most = terms.seats
        return {
            "type": "array",
            "items": super().schema(terms),
            "minItems": least,
            "maxItems": most,
        }

    def bind(self, terms: Terms) -> Shape[tuple[T, ...]]:
        inner, players = layout_of(self.kind(), terms), terms.seats[1]
        return Shape(
            PlainForm.RECORDS,
            lambda raw: read_array(raw, inner.read, players, players),
            lambda records: [inner.write(record) for record in records],
            tuple(
                cell._replace(key=f"{seat}.{cell.key}")
                for seat in range(players)
                for cell in inner.cells
            ),
            lambda records: [number for record in records for number in inner.split(record)],
            quantities=(),
            places=players,
            inner=inner,
        )


@attrs.frozen(eq=False)
class Earlier(OfRecords[T | None, T]):
    """The previous record of the same kind, if any; a chain of at most ``most`` records.

    Its length is not fixed, so it has no cells. Nothing in it is hidden, and its changes
    are no events.
    """

    reported = False
    most: int

    def schema(self, terms: Terms) -> Schema:
        return {"anyOf": [super().schema(terms), {"type": "null"}]}

    def bind(self, terms: Terms) -> Shape[T | None]:
        kind, most = self.kind(), self.most
        own = next(field.name for field, spec in fields_of(kind) if spec.holds is self)
        reasons = [
            *(
                f"{one} can be unknown; expected what everybody knows"
                for one in _fields(kind, _can_be_unknown)
            ),
            *(
                f"{one} holds copies that are alike; expected none in earlier records"
                for one in _fields(kind, _of_copies)
            ),
        ]
        if reasons:
            raise DeclarationError(reasons)

        def read(raw: Any) -> T | None:
            if raw is None:
                return None
            records, depth = raw, 0
            while isinstance(records, dict) and depth <= most:
                records, depth = records.get(own), depth + 1
            if depth > most:
                raise invalid(
                    Code.TOO_DEEP,
                    Verbatim(f"more than {most} records in a row"),
                    f"at most {most}",
                )
            return layout_of(kind, terms).read(raw)

        return Shape(
            PlainForm.RECORD,
            read,
            lambda value: None if value is None else layout_of(kind, terms).write(value),
        )


def _can_be_unknown(spec: Spec) -> bool:
    """Return whether somebody may not know a field."""
    has_places = isinstance(spec.holds, HoldsCards) and spec.holds.counts_unknown()
    return spec.seen != "all" or has_places or isinstance(spec.holds, Hidden)


def _of_copies(spec: Spec) -> bool:
    """Return whether copies of faces, which views renumber only in the newest record, lie in a field."""
    return isinstance(spec.holds, HoldsCards) and spec.holds.of.faces is not None


def _fields(
    kind: type[Any], test: Callable[[Spec], bool], above: tuple[type[Any], ...] = ()
) -> Iterator[str]:
    """Yield the fields of a record, and of the records in it, that pass a test."""
    for field, spec in fields_of(kind):
        if test(spec):
            yield f"{kind.__name__}.{field.name}"
        for inner in spec.holds.records():
            if inner not in (kind, *above):
                yield from _fields(inner, test, (kind, *above))
