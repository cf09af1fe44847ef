"""Single values that a dispute replaces in tables such as ``[card.ID]``, and ``[box]`` for those of the set itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import attrs

from era_of_inventions.tabletop.components.declared import DECLARED, Form, Part, Parts, Printed, terms_of
from era_of_inventions.tabletop.components.provenance import IN_DISPUTE, Provenance
from era_of_inventions.tabletop.components.schemas import SOURCE, value
from era_of_inventions.tabletop.components.table import Contents, SourcedTable
from era_of_inventions.tabletop.errors import Code, unknown
from era_of_inventions.tabletop.fields.domains import Schema
from era_of_inventions.tabletop.fields.schemas import key, named, table
from era_of_inventions.tabletop.files.toml import Reader

BOX = "box"


def replaced(
    form: Form, own: Collection[str], reader: Reader, components: Any
) -> tuple[dict[str, Any], Mapping[str, Provenance]]:
    """The values of fields of a set that tables replace, and where they come from; problems are noted in the reader."""
    contents = Contents(terms=terms_of(form, form.split(components)))
    changed: dict[str, Any] = _replaced(_box(form, own), components, reader.table(BOX), "", contents)
    for name, part in _named(form).items():
        top, things = reader.table(part.key), [*getattr(components, name)]
        places = part.places(components, things)
        indexes = {called: index for index, (called, _) in enumerate(places)}
        for called in top:
            if called in indexes:
                index = indexes[called]
                things[index] = _replaced(part, things[index], top.table(called), places[index][1], contents)
            else:
                top.note(called, Code.UNKNOWN_KEY, _unknown(called, part, names(form, components)))
        changed[name] = tuple(things)
    return changed, contents.provenance


def _unknown(called: str, part: Part, tables: Mapping[str, Mapping[str, str]]) -> str:
    """What is wrong with a name that the things of a part do not have: others may have it."""
    for other, places in tables.items():
        if called in places:
            return f"{called!r} is no {part.key}; expected [{other}.{called}]"
    return unknown(called, tables[part.key])


def names(form: Form, components: Any) -> dict[str, dict[str, str]]:
    """By the keys of the tables, the things to which a dispute can refer, each with its place in a component file."""
    return {part.key: dict(part.places(components, getattr(components, name))) for name, part in _named(form).items()}


def _named(form: Form) -> dict[str, Parts]:
    """The fields of things that have names, by which a dispute can refer to them."""
    parts = {name: part for name, part in form.parts() if isinstance(part, Parts) and part.in_disputes}
    return {name: part for name, part in parts.items() if part.names or part.form.label}


def _box(form: Form, own: Collection[str]) -> Part:
    """What is in the box besides."""
    entries = {n: {DECLARED: e} for n, e in form.entries.items() if n not in own and not isinstance(e, Parts)}
    box = Form(entries, dict, lambda components: {name: getattr(components, name) for name in entries})
    return Part(box, BOX, "what else is in the box")


def _replaced(part: Part, thing: Any, reader: Reader, place: str, contents: Contents) -> Any:
    """The thing with the values in a table, whose provenance is recorded under the place of the thing in a file."""
    given, base = {}, part.form.split(thing)
    for name, entry in part.form.entries.items():
        if isinstance(entry, Part) and entry.key:
            path = f"{place}.{entry.key}".removeprefix(".")
            given[name] = _replaced(entry, base[name], reader.table(entry.key), path, contents)
        elif name in part.given or not any(reader.has(key) for key in _values(entry)):
            given[name] = base[name]
    kept = attrs.evolve(contents, provenance={})
    changed = SourcedTable(reader, IN_DISPUTE, kept).thing(part.of, given, base)
    reader.close()
    for path, source in kept.provenance.items():
        contents.provenance[f"{place}{path.removeprefix(reader.place)}".removeprefix(".")] = source
    return changed


def _values(entry: Printed | Part) -> dict[str, Printed]:
    """The values that a dispute can replace, by their keys."""
    if isinstance(entry, Part):
        return {name: one for inner in entry.form.entries.values() for name, one in _values(inner).items()}
    return {entry.key: entry} if entry.sourced else {}


def schemas(form: Form, own: Collection[str]) -> dict[str, Schema]:
    """The schemas of the tables of a dispute that replace values."""
    tables = {part.key: key(f"{part.about}, by name", named(_schema(part))) for part in _named(form).values()}
    box = _box(form, own)
    return {**tables, BOX: key(box.about, _schema(box))}


def _schema(part: Part) -> Schema:
    keys: dict[str, Schema] = {}
    for name, entry in part.form.entries.items():
        if isinstance(entry, Part) and entry.key:
            keys[entry.key] = key(entry.about, _schema(entry))
        elif name not in part.given:
            keys |= {name: value(inner, known=True) for name, inner in _values(entry).items()}
    return table({**SOURCE, **keys})
