"""JSON schemas of records, from the declarations of their fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import number_from
from era_of_inventions.tabletop.values.declared import default_of, fields_of
from era_of_inventions.tabletop.values.domains import Choice, Count
from era_of_inventions.tabletop.values.layout import shown_of
from era_of_inventions.tabletop.values.naming import Schema, Terms
from era_of_inventions.tabletop.values.object_keys import Key
from era_of_inventions.tabletop.values.records import Spec

TEXT: Schema = {"type": "string"}
"""The schema of any text."""
DEFINED = "$defined"
"""The key that holds the name of a schema, by which other schemas refer to it."""
REFERS = "$refers"
"""The key that holds a named schema, beside a title and a description of the place that refers to it."""


def record_schema(kind: type[Any], terms: Terms) -> Schema:
    """Return the schema of the plain data of a record. Nested records are references to `definitions`."""
    about = (kind.__doc__ or kind.__name__).partition("\n")[0]
    keys = [Key(field.name, spec, default_of(field)) for field, spec in fields_of(kind)]
    return {"title": kind.__name__, "description": about, **keys_schema(keys, terms)}


def keys_schema(keys: Sequence[Key], terms: Terms) -> Schema:
    """Return the schema of an object with these keys."""
    return {
        "type": "object",
        "properties": {key.name: property_schema(key.spec, terms) for key in keys},
        "required": [key.name for key in keys if key.default is attrs.NOTHING],
        "additionalProperties": False,
    }


def with_first(keys: Mapping[str, Schema], schema: Schema) -> Schema:
    """Return the schema of an object, or of several alternatives, with further required keys before its own."""
    if several := schema.get("oneOf"):
        return {**schema, "oneOf": [with_first(keys, one) for one in several]}
    return {
        **schema,
        "properties": {**keys, **schema["properties"]},
        "required": [*keys, *schema["required"]],
    }


def object_schema(kind: type[Any], terms: Terms) -> Schema:
    """Return the schema of a document: a `record_schema` with default values.

    It also has the properties that are written along with the fields; see `Shown`.
    """
    schema = record_schema(kind, terms)
    del schema["title"]
    for field, _ in fields_of(kind):
        if (default := default_of(field)) is not attrs.NOTHING:
            described = schema["properties"][field.name]
            described["default"] = _plain_default(default, described.get("type"))
    for name, one in shown_of(kind).items():
        schema["properties"][name] = property_schema(one.spec, terms)
        if one.wording:
            schema["properties"][name]["default"] = ""
        else:
            schema["required"].append(name)
    return schema


def _plain_default(default: Any, form: str | None) -> Any:
    if not isinstance(default, tuple):
        return default
    return dict(default) if form == "object" else [*default]


def property_schema(spec: Spec, terms: Terms) -> Schema:
    """Return the schema of the value under the key of a field."""
    schema = spec.holds.schema(terms)
    return {**({REFERS: schema} if DEFINED in schema else schema), **described(spec)}


def described(spec: Spec) -> Schema:
    """Return the title and description of a field for a schema."""
    return {"title": spec.words, "description": sentence(spec.about or spec.words)}


def expected_of(spec: Spec, terms: Terms) -> str:
    """Describe what a field can hold for a message."""
    holds = spec.holds.innermost
    if isinstance(holds, Choice):
        return holds.names.expected(holds.names.known(terms).names)
    expected = spec.about or f"the {spec.words}"
    if isinstance(holds, Count):
        expected += f", {number_from(terms.get(holds.low), terms.get(holds.high))}"
    return expected


def sentence(words: str) -> str:
    """Turn words into a sentence, with a capital and a full stop."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}{'' if words.endswith('?') else '.'}"


def definitions(kind: type[Any], terms: Terms) -> dict[str, Schema]:
    """Return the schemas of all records nested in a record, by name."""
    schemas, waiting = dict[str, Schema](), [kind]
    while waiting:
        for _, spec in fields_of(waiting.pop()):
            for inner in spec.holds.records():
                if inner.__name__ not in schemas:
                    schemas[inner.__name__] = record_schema(inner, terms)
                    waiting.append(inner)
    return dict(sorted(schemas.items()))
