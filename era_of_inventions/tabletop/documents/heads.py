"""The head of every document: its format and version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import MISSING, Code, Phrase, describe
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.values.domains import Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.json_schema import with_first
from era_of_inventions.tabletop.values.naming import Schema, Terms
from era_of_inventions.tabletop.values.problems import check_object, invalid, read_all

VERSION = 1
"""The version of the documents that are written, and the highest that is read."""


def head_of(rulebook: AnyRulebook, name: str) -> dict[str, Any]:
    """Return the keys, with their values, that begin every document of that name."""
    return {"format": f"{rulebook.name}/{name}", "version": VERSION}


def with_head(rulebook: AnyRulebook, name: str, schema: Schema) -> Schema:
    """Add the head to the schema of a document."""
    about = {"format": "The kind of document.", "version": "The version of the format."}
    heads = {
        key: {"const": value, "title": key, "description": about[key]}
        for key, value in head_of(rulebook, name).items()
    }
    return with_first(heads, schema)


def body_of(document: Any, format_: str) -> dict[str, Any]:
    """Check the head of a document and return the rest. Raises `InvalidDataError` if the head is wrong."""
    check_object(document)
    rest = dict(document)

    def check_format(raw: Any) -> None:
        if raw != format_:
            raise invalid(Code.UNKNOWN_WORD, raw, repr(format_))

    checks = {"format": check_format, "version": _check_version}
    read_all((key, check, rest.pop(key, MISSING)) for key, check in checks.items())
    return rest


def _check_version(raw: Any) -> None:
    if type(raw) is not int:
        raise invalid(Code.WRONG_TYPE, raw, str(VERSION))
    if raw > VERSION:
        found = Phrase(f"is {describe(raw)}, which is newer than {VERSION}")
        raise invalid(Code.OUT_OF_RANGE, found, f"at most {VERSION}")
    if raw < VERSION:
        raise invalid(Code.OUT_OF_RANGE, raw, str(VERSION))


@attrs.frozen(eq=False)
class Document(Domain[Any]):
    """A document, which may stand inside another one: a head and a body."""

    name: str
    body: Domain[Any]
    terms: Callable[[Any, Terms], Terms] = lambda value, terms: terms
    """A function that returns the terms for writing a value; by default those of the outer document."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema with the head."""
        return with_head(terms.rulebook, self.name, self.body.schema(terms))

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        head = head_of(terms.rulebook, self.name)

        def write(value: Any) -> dict[str, Any]:
            return {**head, **self.body.bind(self.terms(value, terms)).write(value)}

        return plain_shape(
            lambda raw: self.body.bind(terms).read(body_of(raw, head["format"])), write
        )
