"""Domains of several things at once: counts by kind, sets, partly unknown cards."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs

from era_of_inventions.tabletop.errors import Code, Problem, Verbatim
from era_of_inventions.tabletop.values.arrays import Listed, read_array
from era_of_inventions.tabletop.values.copies import ByFace
from era_of_inventions.tabletop.values.domains import (
    QUESTION_MARK,
    Cell,
    Count,
    Domain,
    HoldsCards,
    PlainForm,
    Seat,
    Shape,
    cells_of,
)
from era_of_inventions.tabletop.values.naming import (
    AnyNames,
    DeclarationError,
    Faces,
    Names,
    PerSetting,
    Schema,
    Terms,
)
from era_of_inventions.tabletop.values.packed import (
    COUNT_MAX,
    LANE,
    NO_THINGS,
    Bag,
    Cards,
    Mask,
    bits,
    mask,
    members,
)
from era_of_inventions.tabletop.values.problems import (
    InvalidDataError,
    check_object,
    invalid,
    within,
)

T = TypeVar("T")
K = TypeVar("K")


# --- Counts by kind -------------------------------------------------------------------


@attrs.frozen
class ByKind(Domain[T], Generic[T, K]):
    """Counts by kind, each at most ``high``."""

    kinds: Names[K, Any]
    high: PerSetting[int] = COUNT_MAX

    def schema(self, terms: Terms) -> Schema:
        number, names = Count(0, self.high).schema(terms), terms.known(self.kinds.names)
        if names is None:
            return {
                "type": "object",
                "propertyNames": self.kinds.schema(terms),
                "additionalProperties": number,
            }
        nouns = (
            names.items() if isinstance(names, Mapping) else zip(names, names, strict=True)
        )
        counts = {
            name: {**number, "title": name, "description": f"How many {noun}."}
            for name, noun in nouns
        }
        return {"type": "object", "properties": counts, "additionalProperties": False}

    def _shape(
        self,
        terms: Terms,
        make: Callable[[Sequence[int]], T],
        split: Callable[[T], Sequence[int]],
        fits: Callable[[int, int], Callable[[Any], bool]],
        *,
        whole: bool,
    ) -> Shape[T]:
        """Return the shape of values that are made of a number for each kind and split into these again.

        ``fits`` returns the test of values for the number of kinds and the highest count.
        """
        kinds, known = self.kinds, self.kinds.known(terms)
        names, number = known.names, Count(0, self.high).bind(terms)
        places = {name: place for place, name in enumerate(names)}
        ((_, low, most, *_),) = number.cells

        def read(raw: Any) -> T:
            numbers = [0] * len(names)
            if type(raw) is dict:
                for name, count in raw.items():
                    if (
                        name not in places
                        or type(count) is not int
                        or not low <= count <= most
                    ):
                        break
                    numbers[places[name]] = count
                else:
                    return make(numbers)
            check_object(raw, f"an object with counts of {kinds.what or ', '.join(names)}")
            raise InvalidDataError(problems(raw))

        def problems(raw: dict[str, Any]) -> Iterator[Problem]:
            for name, count in raw.items():
                if name not in places:
                    yield Problem(
                        (name,), Code.UNKNOWN_WORD, name, kinds.expected(names), names
                    )
                    continue
                try:
                    number.read(count)
                except InvalidDataError as error:
                    yield from within(name, error)

        def write(value: T) -> dict[str, int]:
            return {
                name: number.write(count)
                for name, count in zip(names, split(value), strict=True)
                if count
            }

        return Shape(
            PlainForm.COUNTS,
            read,
            write,
            cells_of(known, most),
            split,
            labels={name: name for name in names},
            also=known.also,
            whole=whole,
            fits=fits(len(names), most),
        )


@attrs.frozen
class Counts(ByKind[tuple[int, ...], Any]):
    """How many things there are of each kind: a tuple in Python, an object without zeros in plain data.

    Kinds that a text leaves out keep their count.
    """

    def bind(self, terms: Terms) -> Shape[tuple[int, ...]]:
        return self._shape(terms, tuple, lambda row: row, _in_row, whole=False)

    def convert(self, value: Any) -> tuple[int, ...]:
        return tuple(map(super().convert, value))  # type: ignore[arg-type]


@attrs.frozen
class Amounts(ByKind[Bag[K], K]):
    """Counts by kind, packed in one int, so that amounts are added and compared in one operation."""

    def bind(self, terms: Terms) -> Shape[Bag[K]]:
        lanes = struct.Struct(f"<{len(self.kinds.known(terms).names)}H")

        def make(numbers: Sequence[int]) -> Any:
            return int.from_bytes(lanes.pack(*numbers), "little")

        def split(bag: Any) -> Sequence[int]:
            return lanes.unpack(bag.to_bytes(lanes.size, "little"))

        return self._shape(terms, make, split, _in_lanes, whole=True)

    def repr(self, bag: Any) -> str:
        """Render the amounts by name; if the names depend on a setting, render the int."""
        if callable(self.kinds.names):
            return repr(bag)
        amounts = [
            (bag >> LANE * lane & COUNT_MAX, name)
            for lane, name in enumerate(self.kinds.names)
        ]
        return (
            ", ".join(f"{amount} {name}" for amount, name in amounts if amount) or "nothing"
        )


def _in_row(size: int, high: int) -> Callable[[Any], bool]:
    """Return a test whether a row has ``size`` counts of at most ``high``."""
    return lambda row: (
        len(row) == size and 0 <= min(row, default=0) <= max(row, default=0) <= high
    )


def _in_lanes(size: int, high: int) -> Callable[[Any], bool]:
    """Return a test whether each lane of a bag holds at most ``high``: a lane that does not sets its free top bit."""
    one = sum(1 << LANE * lane for lane in range(size))
    top, most = one << LANE - 1, one * high
    return lambda bag: 0 <= bag <= most and not (bag | (most | top) - bag ^ top) & top


# --- Sets -----------------------------------------------------------------------------


@attrs.frozen
class Things(Domain[Mask[K]], HoldsCards[K]):
    """A set of things; in plain data an array of their names.

    It has a quantity for each thing: 1 if the thing is in the set, else 0. A ``pile``
    has only one: its size.
    """

    of: Names[K, Any]
    pile: bool = False

    def schema(self, terms: Terms) -> Schema:
        return {"type": "array", "items": self.of.schema(terms), "uniqueItems": True}

    def bind(self, terms: Terms) -> Shape[Mask[K]]:
        if self.of.faces is not None and not self.pile:
            raise DeclarationError(
                ["distinguishes identical copies; expected pile=True, or CardSet"]
            )
        names = Listed(self.of, terms)
        size = len(names.known.names)

        def split(things: Any) -> Sequence[int]:
            return bits(things, size)

        shape: Shape[Any] = Shape(
            PlainForm.LIST,
            names.read,
            names.write,
            names.cells,
            split,
            labels=names.labels,
            also=names.known.also,
        )
        shape = _named_by_face(shape, self.of, terms, lambda things, _: things)
        return _sized(shape, size, int.bit_count) if self.pile else shape

    def repr(self, things: Any) -> str:
        """Render the indexes of the things."""
        return str(members(things))

    def contents(self, value: Any) -> Cards[K]:
        return Cards(value)

    def swapped(self, value: Any, cards: Mask[K]) -> Any:
        return cards


@attrs.frozen
class Seats(Domain[Mask[Seat]]):
    """A set of seats: an array of numbers in plain data, the players' names in text.

    It has a quantity for each player: 1 if the player is in the set, else 0.
    """

    def schema(self, terms: Terms) -> Schema:
        return {"type": "array", "items": Seat().schema(terms), "uniqueItems": True}

    def bind(self, terms: Terms) -> Shape[Mask[Seat]]:
        one, players = Seat().bind(terms), terms.seats[1]

        def read(raw: Any) -> Mask[Seat]:
            seats = read_array(raw, one.read, players)
            for place, seat in enumerate(seats):
                if seat in seats[:place]:
                    again, once = (
                        Verbatim(f"{one.labels[seat]} again"),
                        "each player at most once",
                    )
                    raise invalid(Code.DUPLICATE, again, once, path=(place,))
            return mask(Seat, seats)

        return Shape(
            PlainForm.LIST,
            read,
            lambda seats: [*members(seats)],
            tuple(Cell(str(seat), 0, 1) for seat in range(players)),
            lambda seats: bits(seats, players),
            labels=one.labels,
            quantities=(Cell("", 0, 1),) * players,
            by_seat=True,
        )

    def repr(self, seats: Any) -> str:
        """Render the seats."""
        return str(members(seats))


@attrs.frozen
class CardSet(Domain[Cards[K]], HoldsCards[K]):
    """A set of cards, known and unknown: ``["silk-1", "?", "?"]``.

    If the cards are copies, it has a quantity for each face: how many of its cards have
    it. For ``pile`` see `Things`.
    """

    of: Names[K, Any]
    pile: bool = False

    def schema(self, terms: Terms) -> Schema:
        return {
            "type": "array",
            "items": {"anyOf": [self.of.schema(terms), {"const": QUESTION_MARK}]},
        }

    def bind(self, terms: Terms) -> Shape[Cards[K]]:
        names = Listed(self.of, terms, (QUESTION_MARK,))
        size = len(names.known.names)

        def make(known: Any, raw: list[Any]) -> Cards[Any]:
            return Cards(known, raw.count(QUESTION_MARK))

        def split(cards: Cards[Any]) -> Sequence[int]:
            return [*bits(cards.known, size), cards.unknown]

        shape: Shape[Any] = Shape(
            PlainForm.LIST,
            lambda raw: make(names.read(raw), raw),
            lambda cards: names.write(cards.known) + [QUESTION_MARK] * cards.unknown,
            (*names.cells, Cell("unknown", 0, size)),
            split,
            lambda cards: Cards(NO_THINGS, cards.size),
            labels={**names.labels, QUESTION_MARK: QUESTION_MARK},
            also=names.known.also,
            named={QUESTION_MARK: QUESTION_MARK},
        )
        shape = _named_by_face(shape, self.of, terms, make)
        if self.pile:
            return _sized(shape, size, lambda cards: cards.size)
        faces = self.of.faces
        return shape if faces is None else _counted_by_face(shape, faces, terms)

    def contents(self, value: Cards[K]) -> Cards[K]:
        return value

    def count_unknown(self, value: Cards[K]) -> int:
        return value.unknown

    def filled(self, value: Cards[K], cards: Sequence[int]) -> Cards[K]:
        return Cards(value.known | mask(self.of.of, cards), value.unknown - len(cards))

    def forgotten(self, value: Cards[K], cards: Any) -> Cards[K]:
        return Cards(value.known & ~cards, value.unknown + (value.known & cards).bit_count())

    def swapped(self, value: Cards[K], cards: Mask[K]) -> Cards[K]:
        return Cards(cards, value.unknown)


def _sized(shape: Shape[Any], most: int, size: Callable[[Any], int]) -> Shape[Any]:
    """Return the shape with one quantity only: the size of a value."""
    return attrs.evolve(
        shape, quantities=(Cell("", 0, most),), measure=lambda value: (size(value),)
    )


def _counted_by_face(shape: Shape[Any], faces: Faces[Any], terms: Terms) -> Shape[Any]:
    """Return a shape of cards with other quantities: how many cards have each face, and how many are unknown."""
    known, copies = faces.known(terms), faces.copies(terms.setting)
    return attrs.evolve(
        shape,
        quantities=(*cells_of(known, len(copies.names)), shape.cells[-1]),
        measure=lambda cards: (*copies.counts(cards.known), cards.unknown),
    )


def _named_by_face(
    shape: Shape[Any], of: AnyNames, terms: Terms, make: Callable[[Any, list[Any]], Any]
) -> Shape[Any]:
    """Return a shape that also reads lists in which copies are named only by their faces.

    ``make`` makes the value from the set of all things named otherwise, and from the
    raw list.
    """
    if of.faces is None:
        return shape
    known, copies = of.faces.known(terms), of.faces.copies(terms.setting)
    names = Listed(of, terms, (*shape.named, *known.names))

    def read(raw: Any) -> Any:
        things = names.read(raw)
        faces = tuple([known.names.index(item) for item in raw if item in known.names])
        for name, there, most in zip(
            known.names, copies.counts(things), copies.numbers.values(), strict=True
        ):
            if (number := there + raw.count(name)) > most:
                raise invalid(
                    Code.OUT_OF_RANGE, Verbatim(f"{number} of {name!r}"), f"at most {most}"
                )
        return ByFace(make(things, raw), faces, copies) if faces else make(things, raw)

    named = {name: name for name in known.names} | {**known.also, **shape.named}
    return attrs.evolve(shape, named=named, read_named=read)
