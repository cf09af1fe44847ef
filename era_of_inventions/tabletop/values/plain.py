"""Domains for documents, whose values are only read and written: lists, optional values, records in records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn, TypeVar

import attrs

from era_of_inventions.tabletop.errors import Code, Verbatim, describe
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values.arrays import read_array
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import (
    Choice,
    Domain,
    Maybe,
    Shape,
    plain_shape,
)
from era_of_inventions.tabletop.values.json_schema import DEFINED, object_schema
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.naming import Names, Schema, Terms
from era_of_inventions.tabletop.values.packed import COUNT_MAX, SeatNumber
from era_of_inventions.tabletop.values.problems import check_object, invalid, read_all
from era_of_inventions.tabletop.values.records import itself
from era_of_inventions.tabletop.values.strings import Text

T = TypeVar("T")
LISTED_MAX = 1000
"""The most items of a list whose domain sets no other limit."""
MADE_MAX = 10_000
"""The most objects of a list made in Python."""
NAMED_MAX = 10_000
"""The most keys of an object whose keys are names."""


@attrs.frozen(eq=False)
class Inside(Domain[T]):
    """A record, written as an object with a key for each field.

    The value can be of another class: then ``make`` makes it from a record, and
    ``split`` returns the record for it. Schemas refer to the object by its ``title``,
    by default the name of the record class.
    """

    kind: type[T]
    title: str = ""
    make: Callable[[Any], T] = attrs.field(default=itself, kw_only=True)
    split: Callable[[T], Any] = attrs.field(default=itself, kw_only=True)

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the object."""
        return {DEFINED: self.title or self.kind.__name__, **object_schema(self.kind, terms)}

    def bind(self, terms: Terms) -> Shape[T]:
        """Return how values are read and written; see `Domain.bind`."""
        layout: Any = layout_of(self.kind, terms)
        return plain_shape(
            lambda raw: self.make(layout.read(raw)),
            lambda value: layout.write(self.split(value)),
        )


@attrs.frozen(eq=False)
class Many(Domain[tuple[T, ...]]):
    """A tuple of values of one domain."""

    one: Domain[T]
    most: int = LISTED_MAX
    least: int = 0

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the array."""
        return {
            "type": "array",
            "items": self.one.schema(terms),
            "minItems": self.least,
            "maxItems": self.most,
        }

    def bind(self, terms: Terms) -> Shape[tuple[T, ...]]:
        """Return how values are read and written; see `Domain.bind`."""
        one = self.one.bind(terms)
        return plain_shape(
            lambda raw: read_array(raw, one.read, self.most, self.least),
            lambda values: [one.write(value) for value in values],
            accept=lambda values: accept_all(values, one.accept, self.most, self.least),
        )


def accept_all(
    values: Any, accept: Callable[[Any], T], most: int = LISTED_MAX, least: int = 0
) -> tuple[T, ...]:
    """Return the values of any iterable, each through ``accept``. Raises `InvalidDataError` with all problems."""
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise invalid(Code.WRONG_TYPE, Verbatim(describe(values)), "a list")
    return read_array([*values], accept, most, least)


def all_of(
    kind: type[T] | tuple[type[T], ...], expected: str
) -> Callable[[Any], tuple[T, ...]]:
    """Return a function that makes a tuple of an iterable whose objects are all of a class (or of one of several).

    The function raises `InvalidDataError` for any other object, or if there is no
    iterable.
    """

    def accept(value: Any) -> T:
        if not isinstance(value, kind):
            raise invalid(Code.WRONG_TYPE, Verbatim(describe(value)), expected)
        return value

    return lambda values: accept_all(values, accept, MADE_MAX)


as_tuple = partial(attrs.astuple, recurse=False)
"""Return the values of a record as a tuple."""


@attrs.frozen(eq=False)
class Items(Inside[Any]):
    """A tuple of plain values, written as an object with a key for each value; the fields of a record are the keys."""

    make: Callable[[Any], Any] = attrs.field(default=as_tuple, init=False)
    split: Callable[[Any], Any] = attrs.field(
        default=attrs.Factory(
            lambda self: lambda values: self.kind(*values), takes_self=True
        ),
        init=False,
    )

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        shape, keys = super().bind(terms), [field.name for field, _ in fields_of(self.kind)]

        def accept(values: Any) -> tuple[Any, ...]:
            if not isinstance(values, tuple | list) or len(values) != len(keys):
                raise invalid(
                    Code.WRONG_TYPE,
                    Verbatim(describe(values)),
                    f"a tuple of {' and '.join(keys)}",
                )
            made: tuple[Any, ...] = shape.read(dict(zip(keys, values, strict=True)))
            return made

        return attrs.evolve(shape, accept=accept)


@attrs.frozen(eq=False)
class OrNone(Maybe[T, None]):
    """A value, or null for None."""

    nothing: None = None


@attrs.frozen(eq=False)
class Keyed(Domain[Mapping[str, T]]):
    """A mapping from names to values, written sorted by name."""

    one: Domain[T]
    most: int = NAMED_MAX

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the object."""
        return {"type": "object", "additionalProperties": self.one.schema(terms)}

    def bind(self, terms: Terms) -> Shape[Mapping[str, T]]:
        """Return how values are read and written; see `Domain.bind`."""
        one = self.one.bind(terms)
        return plain_shape(
            lambda raw: read_keyed(raw, one.read, self.most),
            lambda values: {name: one.write(values[name]) for name in sorted(values)},
        )


def read_keyed(raw: Any, read: Callable[[Any], T], most: int = NAMED_MAX) -> dict[str, T]:
    """Read an object of at most ``most`` keys, whose values ``read`` reads.

    Raises `InvalidDataError` with all problems.
    """
    check_object(raw)
    if len(raw) > most:
        raise invalid(
            Code.TOO_LONG, Verbatim(f"an object of {len(raw)} keys"), f"at most {most}"
        )
    return dict(
        zip(raw, read_all((key, read, part) for key, part in raw.items()), strict=True)
    )


@attrs.frozen(eq=False)
class Value(Domain[Any]):
    """A text or a whole number; with ``scalar`` also true, false or null."""

    scalar: bool = False

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of all these values."""
        number = {"type": "integer", "minimum": -COUNT_MAX, "maximum": COUNT_MAX}
        others = [{"type": ["boolean", "null"]}] if self.scalar else []
        return {"anyOf": [Text().schema(terms), number, *others]}

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        text = Text().bind(terms)
        number = f"a whole number from {-COUNT_MAX} to {COUNT_MAX}"
        expected = (
            f"a text, {number}, true, false or null" if self.scalar else f"a text or {number}"
        )

        def read(raw: Any) -> Any:
            if type(raw) is str:
                return text.read(raw)
            if type(raw) is int and abs(raw) <= COUNT_MAX:
                return raw
            if self.scalar and (raw is None or type(raw) is bool):
                return raw
            raise invalid(Code.WRONG_TYPE, raw, expected)

        return plain_shape(
            read, lambda value: int(value) if isinstance(value, SeatNumber) else value
        )


@attrs.frozen(eq=False)
class TextThat(Domain[str]):
    """A text for which ``fits(text, rulebook)`` is true; ``schema_of`` is added to its schema.

    ``expected`` describes the text for a rulebook. If it can stand after a key,
    ``parse`` reads it there; see `Shape`.
    """

    fits: Callable[[str, Any], bool]
    expected: Callable[[Any], str]
    schema_of: Schema
    parse: Callable[[Span], str] | None = None

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the text."""
        return {"type": "string", **self.schema_of}

    def bind(self, terms: Terms) -> Shape[str]:
        """Return how values are read and written; see `Domain.bind`."""
        text = Text().bind(terms)

        def read(raw: Any) -> str:
            if self.fits(one := text.read(raw), terms.rulebook):
                return one
            raise invalid(Code.MALFORMED, raw, self.expected(terms.rulebook))

        return plain_shape(read, lambda value: value, parse=self.parse, show=str)


@attrs.frozen(eq=False)
class PerRulebook(Domain[T]):
    """A domain that depends on the rulebook, for which ``domain`` returns it."""

    domain: Callable[[Any], Domain[T]]

    def schema(self, terms: Terms) -> Schema:
        """Return the schema in this rulebook."""
        return self.domain(terms.rulebook).schema(terms)

    def bind(self, terms: Terms) -> Shape[T]:
        """Return the shape in this rulebook."""
        return self.domain(terms.rulebook).bind(terms)


@attrs.frozen(eq=False)
class Written(Domain[Any]):
    """A value that is only written, never read: ``make(value, rulebook)`` makes it a value of the domain ``one``."""

    one: Domain[Any]
    make: Callable[[Any, Any], Any] = lambda value, _: value

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the written value."""
        return self.one.schema(terms)

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return the shape, which can only write."""
        write = self.one.bind(terms).write
        return plain_shape(unreadable, lambda value: write(self.make(value, terms.rulebook)))


def unreadable(_: Any) -> NoReturn:
    """Raise TypeError, because this kind of document can only be written."""
    raise TypeError("this kind of document can only be written")


def word(words: Mapping[str, T] | Sequence[str], what: str = "") -> Choice[Any]:
    """Return the domain of one of several words; a mapping gives the value that each word stands for."""
    values = tuple(words.values()) if isinstance(words, Mapping) else tuple(words)
    return Choice(Names[object, Any](object, tuple(words), what, values=values))
