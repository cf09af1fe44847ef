"""Domains of printed values and of their form in files, in addition to those of `era_of_inventions.tabletop.values`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

import attrs

from era_of_inventions.tabletop.errors import Code, Phrase
from era_of_inventions.tabletop.values import Domain, InvalidDataError, Shape, Terms
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import UNUSABLE, Cell, plain_shape
from era_of_inventions.tabletop.values.json_schema import (
    DEFINED,
    property_schema,
    record_schema,
)
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.plain import Inside, as_tuple, word
from era_of_inventions.tabletop.values.problems import invalid, read_all
from era_of_inventions.tabletop.values.records import NO_VALUES
from era_of_inventions.tabletop.values.strings import LABEL_MAX, Text

T = TypeVar("T")


# --- Things ---------------------------------------------------------------------------


@attrs.frozen(eq=False, repr=False)
class Thing(Inside[T]):
    """A thing in the box.

    ``given`` are values that the record always has; files leave them out.
    """

    given: Mapping[str, Any] = NO_VALUES

    @cached_property
    def _labels(self) -> Mapping[str, Shape[str]]:
        holds = {field.name: spec.holds for field, spec in fields_of(self.kind)}
        return {
            name: domain.bind(Terms())
            for name, domain in holds.items()
            if isinstance(domain, Label)
        }

    @property
    def label(self) -> str:
        """The field of the record that is its label; empty if it has none."""
        return next(iter(self._labels), "")

    def called(self, value: Any) -> str:
        """Return the label of a thing, given as a value or as plain data; an empty text if there is no usable label."""
        try:
            text = (
                value[self.label]
                if isinstance(value, dict)
                else getattr(self.split(value), self.label)
            )
            return self._labels[self.label].read(text)
        except UNUSABLE:
            return ""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the record."""
        schema = record_schema(self.kind, terms)
        keys = schema["properties"]
        for field, spec in fields_of(self.kind):
            if field.default is not attrs.NOTHING:
                keys[field.name]["default"] = spec.holds.bind(terms).write(field.default)
            if isinstance(text := self.given.get(field.name), str):
                keys[field.name] = property_schema(spec._replace(holds=word([text])), terms)
        name = self.title or self.kind.__name__
        return {**schema, "title": name, DEFINED: name}


@attrs.frozen(eq=False, repr=False)
class AsTuple(Thing[Any]):
    """A thing that is a tuple in Python: the values of its record."""

    make: Callable[[Any], Any] = attrs.field(default=as_tuple, init=False)
    split: Callable[[Any], Any] = attrs.field(
        default=attrs.Factory(lambda self: self._record, takes_self=True), init=False
    )

    def _record(self, values: Any) -> Any:
        names = (field.name for field, _ in fields_of(self.kind))
        return self.kind(**dict(zip(names, values, strict=True)))

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the record, which has no name of its own."""
        schema = super().schema(terms)
        return {key: part for key, part in schema.items() if key not in (DEFINED, "title")}


@attrs.frozen(eq=False, repr=False)
class Label(Text):
    """A name of a thing, such as its id, that is unique among the things of its kind in a set."""

    most: int = LABEL_MAX


@attrs.frozen(eq=False, repr=False)
class Index(Domain[int]):
    """A reference to a thing in a field of the set: in Python its index, in plain data its label."""

    field: str
    expected: str
    pattern: str = ""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of a label."""
        return {
            "type": "string",
            **({"pattern": f"^(?:{self.pattern})$"} if self.pattern else {}),
        }

    def bind(self, terms: Terms) -> Shape[int]:
        """Return the shape. The terms supply the labels of the things in each field, as pairs."""
        labels: tuple[str, ...] = dict(terms.supplied or ()).get(self.field, ())

        def read(raw: Any) -> int:
            if type(raw) is str and raw in labels:
                return labels.index(raw)
            code = Code.UNKNOWN_WORD if type(raw) is str else Code.WRONG_TYPE
            raise invalid(code, raw, self.expected, labels)

        def write(index: int) -> str:
            if index < 0:
                raise IndexError(index)
            return labels[index]

        options = range(max(1, len(labels)))
        return plain_shape(read, write, cells=(Cell("", 0, options[-1]),), options=options)


# --- Texts in files -------------------------------------------------------------------


@attrs.frozen(eq=False, repr=False)
class Spelled(Domain[T]):
    """Amounts that files write as a text, ``"2 coal, 1 metal"``, or as a table of numbers, ``{coal = 2, metal = 1}``.

    ``parse`` raises ValueError with a message, and ``show`` is its inverse.
    """

    parse: Callable[[str], T]
    show: Callable[[T], str]
    expected: str
    pattern: str

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the text, or of the table."""
        text = {"type": "string", "pattern": f"^(?:{self.pattern})$"}
        return {
            "anyOf": [text, {"type": "object", "additionalProperties": {"type": "integer"}}]
        }

    def bind(self, terms: Terms) -> Shape[T]:
        """Return how values are read and written; see `Domain.bind`."""

        def read(raw: Any) -> T:
            if isinstance(raw, dict):
                raw = ", ".join(f"{number} {name}" for name, number in raw.items())
            if type(raw) is not str:
                raise invalid(Code.WRONG_TYPE, raw, self.expected)
            try:
                return self.parse(raw)
            except ValueError as error:
                raise invalid(Code.MALFORMED, Phrase(str(error)), "") from None

        return plain_shape(read, self.show)


@attrs.frozen(eq=False, repr=False)
class Joined(Domain[tuple[T, ...]]):
    """Several values that files write in one text, with ``sign`` between them. If there are none, it is ``nothing``.

    A comma, an ``and``, and a list of texts are understood too.
    """

    one: Domain[T]
    expected: str
    sign: str = ", "

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the text."""
        return {"type": "string"}

    def bind(self, terms: Terms) -> Shape[tuple[T, ...]]:
        """Return how values are read and written; see `Domain.bind`."""
        one = self.one.bind(terms)

        def read(raw: Any) -> tuple[T, ...]:
            if isinstance(raw, list) and all(type(part) is str for part in raw):
                raw = self.sign.join(raw)
            if type(raw) is not str:
                raise invalid(Code.WRONG_TYPE, raw, self.expected)
            between = rf"\s*(?:{re.escape(self.sign.strip())}|,|\band\b)\s*"
            parts = [] if raw in ("", "nothing") else re.split(between, raw.strip())
            try:
                return tuple(
                    read_all((place, one.read, part) for place, part in enumerate(parts))
                )
            except InvalidDataError as error:
                raise InvalidDataError(
                    problem._replace(path=()) for problem in error.problems
                ) from None

        return plain_shape(
            read, lambda values: self.sign.join(map(one.write, values)) or "nothing"
        )
