"""Tables of component files: values with their provenance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from era_of_inventions.tabletop.components.declared import NO_VALUES, Part, Parts, Printed, bound, form_of
from era_of_inventions.tabletop.components.domains import Label
from era_of_inventions.tabletop.components.provenance import SOURCES, Provenance
from era_of_inventions.tabletop.errors import Code, InputProblem
from era_of_inventions.tabletop.fields import InvalidDataError, Shape, Terms
from era_of_inventions.tabletop.fields.problems import MISSING
from era_of_inventions.tabletop.files.toml import Reader

UNFILLED = "?"
"""The placeholder of a value that is not known yet."""


@attrs.define(eq=False, repr=False)
class Contents:
    """What has been read of a file: where values come from, the labels that are taken, and the terms of references."""

    provenance: dict[str, Provenance] = attrs.field(factory=dict)
    taken: dict[Any, set[str]] = attrs.field(factory=dict)
    terms: Terms = attrs.field(factory=Terms)


class SourcedTable:
    """One table of a component set. Values are validated as they are read, and their provenance is recorded.

    The keys ``source`` ("stated" in a rulebook, "reported" by somebody who has seen it, or "assumed") and ``cite``
    apply to all values of their table and of the tables below it. A table below can override them, and so can a single
    value: ``{ value = 4, source = "stated", cite = "nl …" }``. A value that is not known yet is ``"?"``.
    """

    def __init__(self, reader: Reader, above: Provenance | None, contents: Contents) -> None:
        """Read a table with the provenance of the one above; what is found out is recorded in the ``contents``."""
        self.reader = reader
        self.contents = contents
        self.scope = _scope(reader, above)

    # Tables

    def table(self, key: str) -> SourcedTable:
        """A table below this one."""
        return SourcedTable(self.reader.table(key, required=True), self.scope, self.contents)

    def tables(self, key: str) -> Iterator[SourcedTable]:
        """Yield the tables of an array; each is closed before the next."""
        if self.reader.get(key) in (None, []):
            self.reader.note(key, Code.MISSING, f"is missing; expected tables [[{key}]]")
        for reader in self.reader.tables(key):
            yield SourcedTable(reader, self.scope, self.contents)
            reader.close()

    def labeled(
        self, key: str, label: Label, taken: set[str], *, name: str = "id", group: str = ""
    ) -> Iterator[tuple[str, SourcedTable]]:
        """Yield the tables of an array with their labels, which are called ``name``, and add these to those ``taken``.

        The places of values begin with the ``group``, by default the key, and the label.
        """
        for table in self.tables(key):
            before = len(table.reader.problems)
            text = table._read(table.reader, name, bound(label, Terms())) or ""
            if text in taken:
                message = f"{text!r} is taken; expected a different {name} for each"
                table.reader.note(name, Code.DUPLICATE, message)
            elif len(table.reader.problems) == before:
                table.reader.place = f"{group or key}.{text}"
                taken.add(text)
            yield text, table

    # Declared things

    def thing(self, of: Any, given: Mapping[str, Any] = NO_VALUES, base: Mapping[str, Any] = NO_VALUES) -> Any:
        """Read a thing of a declared kind. ``given`` values are not read; those in the ``base`` need not be there."""
        form = form_of(of)
        base = {**form.defaults, **base}
        entries = ((name, entry) for name, entry in form.entries.items() if name not in given)
        return form.join({**given, **{name: self.entry(entry, base.get(name, MISSING)) for name, entry in entries}})

    def entry(self, entry: Printed | Part, default: Any = MISSING) -> Any:
        """Read a value, or a part of the thing."""
        if isinstance(entry, Printed):
            return self.value(entry, default)
        if isinstance(entry, Parts):
            return tuple(self._things(entry))
        if not entry.key:
            return self.thing(entry.of, entry.given, NO_VALUES if default is MISSING else entry.form.split(default))
        table = self.table(entry.key)
        thing = table.thing(entry.of, entry.given)
        table.reader.close()
        return thing

    def _things(self, part: Parts) -> Iterator[Any]:
        label = part.form.label
        if not label:
            yield from (table.thing(part.of, part.given, part.defaults) for table in self.tables(part.key))
            return
        entry: Any = part.form.entries[label]
        taken = self.contents.taken.setdefault(part.of, set())
        for text, table in self.labeled(part.key, entry.holds, taken, name=label):
            yield table.thing(part.of, {**part.given, label: text}, part.defaults)

    # Values

    def value(self, entry: Printed, default: Any = MISSING) -> Any:
        """Read a value, which may be in a table of its own together with its source.

        If it is missing or cannot be used, it is the default, or else None.
        """
        reader, name, scope, raw = self.reader, entry.key, self.scope, self.reader.get(entry.key)
        if raw is None and default is not MISSING and not entry.implied:
            return default
        if entry.sourced:
            if isinstance(raw, dict):
                reader, name = Reader(raw, reader.at(name), reader.problems), "value"
                scope = _scope(reader, scope)
                raw = reader.get(name)
                reader.close()
            self.keep(self.reader.at(entry.key), scope)
        if raw is None and default is not MISSING:
            return default
        return self._read(reader, name, bound(entry.file, self.contents.terms))

    def _read(self, reader: Reader, key: str, shape: Shape[Any]) -> Any:
        raw = reader.get(key)
        try:
            return shape.read(MISSING if raw in (None, UNFILLED) else raw)
        except InvalidDataError as error:
            if raw == UNFILLED:
                expected = error.problems[0].expected
                reader.note(key, Code.UNFILLED, f"is not filled in yet; expected {expected}")
            else:
                reader.problems += error.at(reader.at(key))
        return None

    def keep(self, path: str, provenance: Provenance) -> None:
        """Record the provenance of the value at a key path."""
        self.contents.provenance[path] = provenance
        if provenance.source == "stated" and not provenance.cite.strip():
            message = "is 'stated' without a cite; expected the place in a rulebook"
            self.reader.problems.append(InputProblem(path, Code.INCONSISTENT, message))


def _scope(reader: Reader, above: Provenance | None) -> Provenance:
    """The provenance of the values of a table, inherited from the table above where it is not overridden."""
    source, cite = reader.get("source"), reader.get("cite")
    if above is not None and source is None and cite is None:
        return above
    inherited = above if source is None else None
    word = inherited.source if inherited else reader.choice("source", SOURCES)
    return Provenance(word, reader.text("cite", default=inherited.cite if inherited else ""))
