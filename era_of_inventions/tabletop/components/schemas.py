"""JSON Schemas of component files, and of the printed values that a dispute gives itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from era_of_inventions.tabletop.components.declared import Parts, Printed, form_of
from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.fields import Terms
from era_of_inventions.tabletop.fields.domains import Schema
from era_of_inventions.tabletop.fields.schemas import key, table, tables

TERMS = Terms()


def plain(entry: Printed) -> Schema:
    """A value in a file as it is printed."""
    return key(entry.about, entry.file.schema(TERMS))


SOURCE = {entry.key: plain(entry) for _, entry in form_of(Provenance).values()}


def value(entry: Printed, *, known: bool = False) -> Schema:
    """A value in a file: what is printed, ``"?"`` unless it must be ``known``, or a table with its source."""
    schema = entry.file.schema(TERMS)
    if not entry.sourced:
        return key(entry.about, schema)
    forms = [schema] if known else [schema, {"const": "?"}]
    return key(entry.about, {"anyOf": [*forms, table(SOURCE, {"value": key("what is printed", {"anyOf": forms})})]})


def of_thing(of: Any, given: Collection[str] = (), defaults: Collection[str] = (), **own: Schema) -> Schema:
    """The table of a thing, in which ``own`` keys stand too."""
    optional, required = _keys(of, given, defaults)
    return table({**SOURCE, **optional}, {**required, **own})


def _keys(of: Any, given: Collection[str], defaults: Collection[str]) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """The keys of a thing that need not be there, and those that must."""
    form = form_of(of)
    optional: dict[str, Schema] = {}
    required: dict[str, Schema] = {}
    for name, entry in form.entries.items():
        if name in given:
            continue
        if isinstance(entry, Printed):
            (optional if name in form.defaults or name in defaults else required)[entry.key] = value(entry)
        elif entry.key:
            many = isinstance(entry, Parts)
            schema = of_thing(entry.of, entry.given, entry.defaults if isinstance(entry, Parts) else ())
            required[entry.key] = key(entry.about, tables(schema, 1) if many else schema)
        else:
            more, needed = _keys(entry.of, entry.given, ())
            optional |= more
            required |= needed
    return optional, required


def component_file(kind: type[Any], own: Collection[str], keys: Mapping[str, Schema], *, sourced: bool) -> Schema:
    """The schema of a component file, in which the ``own`` fields of the set have these keys."""
    body = of_thing(kind, own, **keys)
    body["required"] += ["source"] * sourced
    return {"title": "Component file", **body}
