"""Domains of rows and histories, and arrays in plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import attrs

from era_of_inventions.tabletop.errors import Code, Problem, Verbatim
from era_of_inventions.tabletop.values.domains import (
    Cell,
    Domain,
    HoldsCards,
    PlainForm,
    Shape,
    cells_of,
)
from era_of_inventions.tabletop.values.naming import (
    AnyNames,
    DeclarationError,
    Known,
    Names,
    PerSetting,
    Schema,
    Terms,
)
from era_of_inventions.tabletop.values.packed import ABSENT, Cards, mask
from era_of_inventions.tabletop.values.problems import InvalidDataError, invalid, read_all

T = TypeVar("T")


@attrs.frozen
class Row(Domain[tuple[int, ...]], HoldsCards[Any]):
    """A row of places, each with a different thing or open: `ABSENT` in Python, null in plain data."""

    of: Names[Any, int]
    places: PerSetting[int]

    def schema(self, terms: Terms) -> Schema:
        places, one = (
            terms.known(self.places),
            {"anyOf": [self.of.schema(terms), {"type": "null"}]},
        )
        return {"type": "array", "items": one} | (
            {} if places is None else {"minItems": places, "maxItems": places}
        )

    def bind(self, terms: Terms) -> Shape[tuple[int, ...]]:
        places = terms.get(self.places)
        names = Listed(self.of, terms, (None,), places)
        known = names.known.names
        labels = {ABSENT: "nothing", **dict(enumerate(known))}
        indexes: dict[str | None, int] = {
            None: ABSENT,
            **{name: index for index, name in enumerate(known)},
        }

        def read(raw: Any) -> tuple[int, ...]:
            names.read(raw)
            return tuple([indexes[name] for name in raw])

        return Shape(
            PlainForm.LIST,
            read,
            lambda row: [None if index < 0 else known[index] for index in row],
            tuple(
                Cell(str(place), ABSENT, len(known) - 1, labels)
                for place in range(1, places + 1)
            ),
            lambda row: row,
            labels={**names.labels, None: "-"},
            also={**names.known.also, "": None},
            quantities=(Cell("", 0, -1, {}),),
            measure=lambda row: (
                " ".join("-" if index < 0 else known[index] for index in row),
            ),
            places=places,
        )

    def convert(self, value: Any) -> tuple[int, ...]:
        return tuple(map(super().convert, value))  # type: ignore[arg-type]

    def contents(self, value: Any) -> Cards[Any]:
        return Cards(mask(self.of.of, (index for index in value if index != ABSENT)))


@attrs.frozen
class History(Domain[tuple[T, ...]]):
    """A sequence of up to ``most`` values. Its size is not fixed, so it has no cells."""

    one: Domain[T]
    most: int

    def schema(self, terms: Terms) -> Schema:
        return {"type": "array", "items": self.one.schema(terms), "maxItems": self.most}

    def bind(self, terms: Terms) -> Shape[tuple[T, ...]]:
        one, most = self.one.bind(terms), self.most
        return Shape(
            PlainForm.LIST,
            lambda raw: read_array(raw, one.read, most),
            lambda values: [one.write(value) for value in values],
            labels=one.labels if one.form is PlainForm.WORD else {},
            also=one.also,
        )

    def convert(self, value: Any) -> tuple[T, ...]:
        return tuple(map(self.one.convert, value))


def read_array(
    raw: Any, read: Callable[[Any], T], most: int, least: int = 0
) -> tuple[T, ...]:
    """Read an array of values of one kind. Raises `InvalidDataError` with all problems."""
    check_array(raw, most, least)
    return tuple(read_all((place, read, one) for place, one in enumerate(raw)))


def check_array(raw: Any, most: int, least: int = 0) -> None:
    """Raise `InvalidDataError` unless this is an array with a length within bounds."""
    if type(raw) is list and least <= len(raw) <= most:
        return
    expected = f"an array of {most}" if least == most else f"an array of {least} to {most}"
    if type(raw) is not list:
        raise invalid(Code.WRONG_TYPE, raw, expected)
    code = Code.TOO_LONG if len(raw) > most else Code.TOO_SHORT
    raise invalid(code, Verbatim(f"an array of {len(raw)}"), expected)


class Listed:
    """Reads an array of different names as a set, and writes it.

    The array has any length, or a fixed number of places. The ``gaps`` stand for no
    name and may be repeated.
    """

    def __init__(
        self,
        of: AnyNames,
        terms: Terms,
        gaps: tuple[object, ...] = (),
        places: int | None = None,
    ) -> None:
        """Look up the names that exist with these terms."""
        self._of, self._gaps = of, gaps
        self.known: Known = of.known(terms)
        names = self.known.names
        if both := {*gaps} & {*names}:
            raise DeclarationError(
                [f"holds {both.pop()!r}, which stands for something unknown"]
            )
        self._most, self._least = (len(names), 0) if places is None else (places, places)
        self.labels = {name: name for name in names}
        self.cells = cells_of(self.known, 1)
        self._bits: dict[object, int] = {
            **dict.fromkeys(gaps, 0),
            **{name: 1 << index for index, name in enumerate(names)},
        }

    def read(self, raw: Any) -> Any:
        """Return the set of the named things.

        Raises `InvalidDataError`, also for duplicates.
        """
        check_array(raw, self._most, self._least)
        bits, result = self._bits, 0
        try:
            for name in raw:
                result |= bits[name]
        except (KeyError, TypeError):  # TypeError: an object or array among the names
            result = -1
        if result < 0 or result.bit_count() + sum(map(raw.count, self._gaps)) != len(raw):
            raise InvalidDataError(self._problems(raw))
        return result

    def _problems(self, raw: list[Any]) -> Iterator[Problem]:
        names = self.known.names
        for place, name in enumerate(raw):
            if name in self._gaps:
                continue
            if type(name) is not str:
                yield Problem((place,), Code.WRONG_TYPE, name, self._of.expected(names))
            elif name not in self._bits:
                yield Problem(
                    (place,), Code.UNKNOWN_WORD, name, self._of.expected(names), names
                )
            elif name in raw[:place]:
                yield Problem(
                    (place,),
                    Code.DUPLICATE,
                    Verbatim(f"{name!r} again"),
                    "each name at most once",
                )

    def write(self, things: Any) -> list[str]:
        """Return the names of the things in a set."""
        names = self.known.names
        return [names[index] for index in range(things.bit_length()) if things >> index & 1]
