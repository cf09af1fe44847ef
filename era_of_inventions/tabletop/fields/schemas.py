"""JSON Schemas of what people write in TOML, put together of few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from era_of_inventions.tabletop.fields.domains import Schema
from era_of_inventions.tabletop.fields.layout import sentence

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}


def key(means: str, schema: Schema) -> Schema:
    """The schema of what stands under a key that means this."""
    return {"description": sentence(means), **schema}


def table(optional: Mapping[str, Schema], required: Mapping[str, Schema] | None = None) -> Schema:
    """The schema of a table of certain keys, of which some must be there."""
    keys = {**(required or {}), **optional}
    titled = {name: {"title": name.replace("_", " "), **schema} for name, schema in keys.items()}
    tables: Schema = {"type": "object", "properties": titled, "additionalProperties": False}
    return {**tables, "required": list(required)} if required else tables


def tables(schema: Schema, least: int = 0) -> Schema:
    """The schema of an array of tables."""
    return {"type": "array", "items": schema, **({"minItems": least} if least else {})}


def named(schema: Schema) -> Schema:
    """The schema of a table whose keys are names."""
    return {"type": "object", "additionalProperties": schema}


def listed(one: Schema, most: int | None = None) -> Schema:
    """The schema of a list of texts; a text alone stands for a list of one."""
    return {"anyOf": [one, {"type": "array", "items": one, **({} if most is None else {"maxItems": most})}]}


def texts(most: int | None = None) -> Schema:
    """The schema of a list of any texts, or one alone."""
    return listed(TEXT, most)


def words(known: Iterable[str]) -> Schema:
    """The schema of one of several words."""
    return {"enum": list(known)}
