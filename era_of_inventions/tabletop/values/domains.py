"""Domains: what a field of a record can hold.

With terms, that is the setting of a game and the players' names, a `Domain` gives a
`Shape` of a few primitives: how plain data is read and written, which numbers a value
consists of, and how it is hidden. Every other use of a field is derived from these.
This module has the domains of single values, `groups` the domains of several things at
once, and `nested` the domains of records within records.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

import attrs

from era_of_inventions.tabletop.errors import Code, GameError, describe, number_from, one_of
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values.copies import ByFace
from era_of_inventions.tabletop.values.naming import (
    DeclarationError,
    Known,
    Names,
    PerSetting,
    Schema,
    Terms,
)
from era_of_inventions.tabletop.values.packed import (
    ABSENT,
    COUNT_MAX,
    UNKNOWN,
    Cards,
    SeatNumber,
)
from era_of_inventions.tabletop.values.problems import invalid

if TYPE_CHECKING:
    from era_of_inventions.tabletop.values.layout import Layout

T = TypeVar("T")
N = TypeVar("N")
K = TypeVar("K")
QUESTION_MARK = "?"
"""In plain data, a thing that is present but unknown."""
NONE = ("none", "nothing")
"""The words that people write for no things at all."""
UNDER = "under"
"""The word between the name of a card and the names of the cards that lie on it."""


# --- Shapes ---------------------------------------------------------------------------


class PlainForm(enum.Enum):
    """The form of the plain data of a shape."""

    NUMBER = "number"
    FLAG = "flag"
    WORD = "word"
    """A string, or another scalar that stands for one thing."""
    LIST = "list"
    COUNTS = "counts"
    """An object of numbers, without zeros."""
    STACKS = "stacks"
    """An object of numbers, or of lists, by the cards that they lie on."""
    RECORD = "record"
    RECORDS = "records"


class Cell(NamedTuple):
    """One number of a value: its key, its bounds, and the words for the numbers that encode words.

    ``noun`` is its name in sentences.
    """

    key: str
    low: int
    high: int
    words: Mapping[int, str] | None = None
    noun: str = ""

    @property
    def in_words(self) -> bool:
        """Whether every number encodes a word."""
        return self.words is not None and len(self.words) > self.high


def cells_of(things: Known, high: int) -> tuple[Cell, ...]:
    """Return a cell for each of several things, for numbers from 0 to ``high``."""
    pairs = zip(things.names, things.nouns, strict=True)
    return tuple(Cell(name, 0, high, None, noun) for name, noun in pairs)


@attrs.frozen
class Shape(Generic[T]):
    """How the values of a domain are read, written and measured, once the terms are known.

    ``labels`` maps items of the plain data to the text that people write, ``also`` maps
    aliases to items. ``quantities`` are the numbers and words that can be claimed and
    reported, and ``measure`` computes them from a value; by default they are the cells.
    """

    form: PlainForm
    read: Callable[[Any], T]
    write: Callable[[T], Any]
    cells: tuple[Cell, ...] = ()
    split: Callable[[T], Sequence[int]] = lambda _: ()
    hide: Callable[[T], T] | None = None
    """Hides the value from a seat that must not see it; None if the value cannot be hidden."""
    labels: Mapping[Any, str] = attrs.field(factory=dict)
    also: Mapping[str, Any] = attrs.field(factory=dict)
    quantities: tuple[Cell, ...] = attrs.field()
    measure: Callable[[T], Sequence[int | str]] = attrs.field()
    places: int = 0
    """The length of a row; text leaves out open places at the end."""
    named: Mapping[str, str] = attrs.field(factory=dict)
    """The words that may follow a number in a list, each with its item: the faces of copies, and the question mark."""
    whole: bool = True
    """Whether counts that a text leaves out are 0; otherwise they keep their value."""
    inner: Layout[Any] | None = None
    by_seat: bool = False
    """Whether each player has one of the quantities."""
    options: Sequence[T] = ()
    """All possible values, if the domain is a choice of things or a range of numbers."""
    parse: Callable[[Span], T] | None = None
    """Parses the text of a value after a key. Raises `NotationError`."""
    show: Callable[[T], str] | None = None
    """Returns the text that `parse` reads."""
    read_named: Callable[[Any], T | ByFace] | None = None
    """Reads a list in which people name copies only by their faces; if None, ``read`` is enough."""
    fits: Callable[[T], bool] | None = None
    """A fast test whether counts are in bounds."""
    accept: Callable[[Any], T] = attrs.field()
    """Returns the value for an argument in Python; by default it is ``read``, so that the argument is plain data."""

    @quantities.default
    def _cells(self) -> tuple[Cell, ...]:
        return self.cells

    @accept.default
    def _read(self) -> Callable[[Any], T]:
        return self.read

    @measure.default
    def _split(self) -> Callable[[T], Sequence[int | str]]:
        split, words = self.split, [cell.words for cell in self.cells]
        if not any(words):
            return split

        def word_of(number: int, of: Mapping[int, str]) -> int | str:
            # looked up without a hash, which would ask for a hidden number
            return next((word for one, word in of.items() if one == number), number)

        return lambda value: [
            word_of(number, of or {}) for number, of in zip(split(value), words, strict=True)
        ]


def plain_shape(read: Callable[[Any], T], write: Callable[[T], Any], **more: Any) -> Shape[T]:
    """Return a shape that only reads and writes plain data; ``more`` are further attributes of the shape."""
    return Shape(PlainForm.WORD, read, write, **more)


UNUSABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors raised if a value has a type that its shape does not expect, or if plain data cannot be read."""


def misfit(shape: Shape[Any], value: Any, *, exactly: bool = False) -> Exception | None:
    """Check a value by writing it and reading it back. Return the error, or None if the value is valid.

    With ``exactly``, the value that is read must also be of the same type.
    """
    try:
        read = shape.read(shape.write(value))
    except UNUSABLE as error:
        return error
    fits = read == value and (not exactly or type(read) is type(value))
    return None if fits else TypeError()


class Domain(ABC, Generic[T]):
    """What a field can hold."""

    repr: Callable[[Any], str] | bool = True
    """How `repr` shows a value, without its setting."""
    reported: bool = True
    """Whether a change of a value can be an event."""

    @abstractmethod
    def schema(self, terms: Terms) -> Schema:
        """Return the JSON Schema of the plain data; without a setting, one that holds for all settings."""

    @abstractmethod
    def bind(self, terms: Terms) -> Shape[T]:
        """Return how values are read and written with these terms.

        Raises `DeclarationError` if the declaration is invalid.
        """

    @property
    def innermost(self) -> Domain[Any]:
        """The domain inside all domains around it for absent, unknown or several values; often the domain itself."""
        one: Domain[Any] | None = getattr(self, "one", None)
        return self if one is None else one.innermost

    def records(self) -> tuple[type[Any], ...]:
        """Return the classes of the records in its values."""
        return ()

    def convert(self, value: Any) -> T:
        """Convert an argument to a value, which need not exist in any setting.

        Raises `GameError` if that is impossible.
        """
        # Equal numbers of other types, such as True or numpy integers, would make values that only look the same.
        try:
            return cast("T", int(index(value)))
        except TypeError:
            raise GameError(f"{value!r} cannot stand here; expected a whole number") from None


class HoldsCards(ABC, Generic[K]):
    """A domain whose values say which things lie in a place; ``of`` are the names of these things."""

    of: Names[K, Any]

    @abstractmethod
    def contents(self, value: Any) -> Cards[K]:
        """Return the known things that lie in the place, and the number of unknown things there."""

    def count_unknown(self, value: Any) -> int:
        """Return the number of unknown things that lie in the place, without looking at the known things."""
        return 0

    @classmethod
    def counts_unknown(cls) -> bool:
        """Return whether unknown things can lie in the place."""
        return cls.count_unknown is not HoldsCards.count_unknown

    def heaps(self, value: Any) -> Mapping[str, Cards[K]]:
        """Return the things in each heap, by the word for the heap; the heap of the field itself has an empty word."""
        return {"": self.contents(value)}

    def filled(self, value: Any, cards: Sequence[int]) -> Any:
        """Return the value in which these cards take the places of unknown ones."""
        return value

    def forgotten(self, value: Any, cards: Any) -> Any:
        """Return the value in which the cards of a set are unknown."""
        return value

    def swapped(self, value: Any, cards: Any) -> Any:
        """Return the value in which the cards of a set lie in the places of the known ones.

        Raises `DeclarationError` if the domain cannot hold copies.
        """
        raise DeclarationError([f"{type(self).__name__} does not hold copies that are alike"])


# --- Domains of single values ---------------------------------------------------------


@attrs.frozen
class Count(Domain[int]):
    """A whole number within bounds, which are at most `COUNT_MAX` and at least its opposite."""

    low: PerSetting[int] = 0
    high: PerSetting[int] = COUNT_MAX

    def schema(self, terms: Terms) -> Schema:
        low, high = terms.known(self.low), terms.known(self.high)
        bounds = {
            "minimum": -COUNT_MAX if low is None else low,
            "maximum": COUNT_MAX if high is None else high,
        }
        return {"type": "integer", **bounds}

    def bind(self, terms: Terms) -> Shape[int]:
        low, high = terms.get(self.low), terms.get(self.high)
        if low > high:
            raise DeclarationError([f"no number is from {low} to {high}"])
        if low < -COUNT_MAX or high > COUNT_MAX:
            bounds = f"from {-COUNT_MAX} to {COUNT_MAX}"
            raise DeclarationError(
                [f"holds numbers from {low} to {high}; expected numbers {bounds}"]
            )

        def read(raw: Any) -> int:
            if type(raw) is int and low <= raw <= high:
                return raw
            raise invalid(
                Code.WRONG_TYPE if type(raw) is not int else Code.OUT_OF_RANGE,
                raw,
                number_from(low, high),
            )

        cell, options = Cell("", low, high), range(low, high + 1)
        return Shape(PlainForm.NUMBER, read, index, (cell,), lambda n: (n,), options=options)


@attrs.frozen
class Flag(Domain[bool]):
    """True or false."""

    def schema(self, terms: Terms) -> Schema:
        return {"type": "boolean"}

    def bind(self, terms: Terms) -> Shape[bool]:
        def read(raw: Any) -> bool:
            if type(raw) is bool:
                return raw
            raise invalid(Code.WRONG_TYPE, raw, "true or false")

        return Shape(
            PlainForm.FLAG,
            read,
            {True: True, False: False}.__getitem__,
            (Cell("", 0, 1),),
            lambda flag: (int(flag),),
            options=(False, True),
        )

    def convert(self, value: Any) -> bool:
        return bool(value)


@attrs.frozen
class Choice(Domain[T]):
    """One of several named things."""

    names: Names[Any, T]

    def schema(self, terms: Terms) -> Schema:
        return self.names.schema(terms)

    def bind(self, terms: Terms) -> Shape[T]:
        known = self.names.known(terms)
        values = dict(zip(known.names, known.values, strict=True))
        names = dict(zip(known.values, known.names, strict=True))
        numbers = {value: number for number, value in enumerate(known.values)}
        if len(names) < len(values):
            raise DeclarationError([f"a {self.names.of.__name__} has two names"])
        cell = Cell("", 0, len(values) - 1, dict(enumerate(known.names)))

        def read(raw: Any) -> T:
            if type(raw) is str and raw in values:
                return cast("T", values[raw])
            code = Code.UNKNOWN_WORD if type(raw) is str else Code.WRONG_TYPE
            raise invalid(code, raw, self.names.expected(known.names), known.names)

        return Shape(
            PlainForm.WORD,
            read,
            names.__getitem__,
            (cell,),
            lambda value: (numbers[value],),
            labels={name: name for name in known.names},
            also=known.also,
            options=known.values,
        )

    def convert(self, value: Any) -> T:
        if callable(self.names.values) or self.names.values is None:
            return super().convert(value)
        number = index(value) if hasattr(value, "__index__") else value
        for known in self.names.values:
            if known == number:
                return known
        members = ", ".join(str(getattr(known, "name", known)) for known in self.names.values)
        raise GameError(
            f"{describe(value)} is no {self.names.of.__name__}; expected one of {members}"
        )


@attrs.frozen
class Seat(Domain[int]):
    """A seat at the table: a number in plain data, the player's name in text."""

    def schema(self, terms: Terms) -> Schema:
        return {"type": "integer", "minimum": 0, "maximum": terms.seats[1] - 1}

    def bind(self, terms: Terms) -> Shape[int]:
        last = terms.seats[1] - 1
        labels = dict(enumerate(terms.names or map(str, range(last + 1))))
        shape = Count(0, last).bind(terms)

        def read(raw: Any) -> int:
            if terms.names and not isinstance(raw, int):
                code = Code.UNKNOWN_WORD if isinstance(raw, str) else Code.WRONG_TYPE
                raise invalid(code, raw, one_of(terms.names), terms.names)
            return shape.read(raw)

        cells = (Cell("", 0, last, labels),)
        return attrs.evolve(
            shape,
            form=PlainForm.WORD,
            read=read,
            cells=cells,
            labels=labels,
            quantities=cells,
            measure=lambda seat: (labels[seat] if terms.names else SeatNumber(seat),),
        )


@attrs.frozen
class Maybe(Domain[T | N]):
    """A value or no value. No value is null in plain data; in Python it is ``nothing``, by default `ABSENT`."""

    one: Domain[T]
    nothing: N = attrs.field(default=ABSENT)  # type: ignore[assignment]

    def schema(self, terms: Terms) -> Schema:
        return {"anyOf": [self.one.schema(terms), {"type": "null"}]}

    def bind(self, terms: Terms) -> Shape[T | N]:
        return _or(self, terms, (self.nothing, None, ABSENT, "nothing", "-"))

    def convert(self, value: Any) -> T | N:
        return self.nothing if value == self.nothing else self.one.convert(value)


@attrs.frozen
class Hidden(Domain[T | int]):
    """A single value that may be unknown: `UNKNOWN` in Python, ``"?"`` in plain data. Its absence is never hidden.

    ``among`` can name another field of the record: an unknown thing is one from there,
    or a choice of nothing. The domain then has all that can lie there.
    """

    one: Domain[T]
    among: str = ""

    def schema(self, terms: Terms) -> Schema:
        return {"anyOf": [self.one.schema(terms), {"const": QUESTION_MARK}]}

    def bind(self, terms: Terms) -> Shape[T | int]:
        one = self.one.bind(terms)
        shape = _or(self, terms, (UNKNOWN, QUESTION_MARK, UNKNOWN, "unknown", QUESTION_MARK))
        if not shape.options:
            raise DeclarationError(["holds nothing that could be guessed if it is unknown"])
        absent = ABSENT if any(cell.low == ABSENT for cell in one.cells) else None

        def hide(value: Any) -> Any:
            return value if value == UNKNOWN or one.split(value)[0] == absent else UNKNOWN

        return attrs.evolve(shape, hide=hide)

    def convert(self, value: Any) -> T | int:
        return UNKNOWN if value == UNKNOWN else self.one.convert(value)


def _or(
    holds: Maybe[Any, Any] | Hidden[Any], terms: Terms, extra: tuple[Any, ...]
) -> Shape[Any]:
    """Return the shape of a domain that extends another one by one extra value: absent or unknown."""
    value, plain, number, word, label = extra
    one, inside = holds.one.bind(terms), holds.innermost.bind(terms)
    if (low := min([cell.low for cell in inside.cells], default=0)) < 0:
        reason = f"begins at {low}; expected 0 or more where something may be {word}"
        raise DeclarationError([reason])
    several = one.form is PlainForm.LIST or len(one.cells) > 1
    if several or not (one.cells or plain is None):
        raise DeclarationError([f"only what is one number may be {word}"])
    if plain is not None and plain in one.labels:
        raise DeclarationError([f"holds {plain!r}, which stands for something {word}"])
    if misfit(one, value) is None:
        raise DeclarationError([f"holds {value!r}, which stands for {word}"])

    def with_word(cell: Cell) -> Cell:
        words = {**(cell.words or {}), number: word}
        return cell._replace(low=min(cell.low, number), words=words)

    return Shape(
        one.form,
        lambda raw: value if raw == plain else one.read(raw),
        lambda held: plain if held == value else one.write(held),
        tuple(map(with_word, one.cells)),
        lambda held: (number,) * len(one.cells) if held == value else one.split(held),
        labels={**one.labels, plain: label},
        also=one.also,
        options=one.options,
    )
