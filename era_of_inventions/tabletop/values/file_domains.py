"""Domains of values in files: words in any case, a text in place of a list, parsed texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import attrs

from era_of_inventions.tabletop.errors import Code, GameError, Phrase
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values.declared import fields_of, key_of
from era_of_inventions.tabletop.values.domains import Choice, Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.json_schema import TEXT, described, sentence
from era_of_inventions.tabletop.values.naming import Schema, Terms
from era_of_inventions.tabletop.values.object_keys import KnownKey, KnownKeys
from era_of_inventions.tabletop.values.plain import OrNone, word
from era_of_inventions.tabletop.values.problems import InvalidDataError, invalid, read_all

T = TypeVar("T")


@attrs.frozen(eq=False)
class OrLeftOut(OrNone[T]):
    """A value, or None where its key is left out, because files have no null."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the value."""
        return self.one.schema(terms)


class AnyCase(Choice[T]):
    """One of several named things, read in any case and with any blanks."""

    def bind(self, terms: Terms) -> Shape[T]:
        """Return how values are read and written; see `Domain.bind`."""
        shape = super().bind(terms)
        usual = {fold(name): name for name in shape.labels}
        return plain_shape(
            lambda raw: shape.read(
                usual.get(fold(raw), raw) if isinstance(raw, str) else raw
            ),
            shape.write,
        )


def in_any_case(words: Mapping[str, T] | Sequence[str]) -> AnyCase[Any]:
    """Return the domain of one of several words, read in any case and with any blanks."""
    return AnyCase(word(words).names)


@attrs.frozen(eq=False)
class Parsed(Domain[T]):
    """A text that ``parse`` turns into a value; for a wrong text it raises `GameError` or ValueError with a message."""

    parse: Callable[[str, Terms], T]

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the text."""
        return TEXT

    def bind(self, terms: Terms) -> Shape[T]:
        """Return the shape, which parses a text, and writes a value by `str`."""

        def read(raw: Any) -> T:
            if not isinstance(raw, str):
                raise invalid(Code.WRONG_TYPE, raw, "a text")
            try:
                return self.parse(raw, terms)
            except (GameError, ValueError) as error:
                raise invalid(Code.MALFORMED, Phrase(error), "") from None

        return plain_shape(read, str)


@attrs.frozen(eq=False)
class OneOrMany(Domain[tuple[T, ...]]):
    """A list of texts, each for a value of one domain; or a single text, without a list.

    If it is ``listed``, the single text can stand for several values, with commas
    between them.
    """

    one: Domain[T]
    most: int | None = None
    least: int = 0
    listed: ClassVar[bool] = True
    several: ClassVar[str] = "a text, or a list of texts"

    def schema(self, terms: Terms) -> Schema:
        """Return a schema that accepts a list of values, or a single value without a list."""
        one = self.one.schema(terms)
        listed = [{**TEXT, "pattern": ","}] if self.listed and one != TEXT else []
        return {
            "anyOf": [
                one,
                *listed,
                {
                    "type": "array",
                    "items": one,
                    **({"maxItems": self.most} if self.most else {}),
                },
            ]
        }

    def bind(self, terms: Terms) -> Shape[tuple[T, ...]]:
        """Return how values are read and written; see `Domain.bind`."""
        one = self.one.bind(terms)

        def read(raw: Any) -> tuple[T, ...]:
            if isinstance(raw, str):
                parts = [part.strip() for part in raw.split(",")] if self.listed else [raw]
                check_length(parts, self.most)
                return tuple(map(one.read, parts))
            if not isinstance(raw, list):
                raise invalid(Code.WRONG_TYPE, raw, self.several)
            check_length(raw, self.most, self.least)
            return tuple(read_all((place, one.read, text) for place, text in enumerate(raw)))

        return plain_shape(read, lambda values: [one.write(value) for value in values])


def check_length(values: Sequence[Any], most: int | None, least: int = 0) -> None:
    """Raise `InvalidDataError` for too many or too few entries."""
    found = Phrase(f"has {len(values)} entries")
    if most is not None and len(values) > most:
        raise invalid(Code.TOO_LONG, found, f"at most {most}")
    if len(values) < least:
        raise invalid(Code.TOO_SHORT, found, f"at least {least}")


# --- Tables ---------------------------------------------------------------------------


@attrs.frozen(eq=False)
class Later(Domain[Any]):
    """A table that is kept raw, because reading it takes more than the terms. ``later`` makes its schema."""

    later: Callable[[Terms], Schema]

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the table."""
        return self.later(terms)

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return the shape of the raw table."""
        return plain_shape(read_table, lambda table: table)


def read_table(raw: Any) -> dict[str, Any]:
    """Return the raw table. Raises `InvalidDataError` for anything else."""
    if not isinstance(raw, dict):
        raise invalid(Code.WRONG_TYPE, raw, "a table")
    return raw


class Tables(OneOrMany[Any]):
    """A list of tables."""

    several = "tables, with two brackets around the name of each"

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the list."""
        return {
            "type": "array",
            "items": self.one.schema(terms),
            "minItems": self.least,
            "maxItems": self.most,
        }


@attrs.frozen(eq=False)
class TableOf(Domain[dict[str, T]]):
    """A table with these keys, all optional. ``about`` describes some of them, for schemas."""

    keys: Mapping[str, Domain[T]]
    about: Mapping[str, str] = attrs.field(factory=dict)

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the table."""
        about = {
            name: {"title": name, "description": sentence(text)}
            for name, text in self.about.items()
        }
        return table_of(
            {
                name: {**about.get(name, {}), **one.schema(terms)}
                for name, one in self.keys.items()
            }
        )

    def bind(self, terms: Terms) -> Shape[dict[str, T]]:
        """Return how values are read and written; see `Domain.bind`."""
        shapes = {name: one.bind(terms) for name, one in self.keys.items()}
        keys = KnownKeys(KnownKey(name, shape.read) for name, shape in shapes.items())

        def read(raw: Any) -> dict[str, T]:
            values, problems = keys.gather(read_table(raw))
            if problems:
                raise InvalidDataError(problems)
            return {
                name: value for name, value in zip(shapes, values, strict=True) if name in raw
            }

        return plain_shape(
            read,
            lambda table: {name: shapes[name].write(value) for name, value in table.items()},
        )


def record_table(kind: type[Any], terms: Terms) -> Schema:
    """Return the schema of a table of TOML about a record."""
    required = [
        key_of(spec) for field, spec in fields_of(kind) if field.default is attrs.NOTHING
    ]
    keys = {
        key_of(spec): {**described(spec), **spec.holds.schema(terms)}
        for _, spec in fields_of(kind)
    }
    return table_of(keys, required)


def table_of(keys: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """Return the schema of a table of TOML with these keys."""
    needed = {"required": [*required]} if required else {}
    return {"type": "object", "properties": {**keys}, "additionalProperties": False, **needed}
