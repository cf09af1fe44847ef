"""Tables of component files: values with their provenance."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Self, TypeVar

from era_of_inventions.tabletop.components.provenance import SOURCES, Provenance
from era_of_inventions.tabletop.errors import Code, InputProblem
from era_of_inventions.tabletop.files.toml import Reader

T = TypeVar("T")
UNFILLED = "?"
"""The placeholder of a value that is not known yet."""


class Label(NamedTuple):
    """The key that identifies the tables of an array, its pattern, and a description of that."""

    key: str
    pattern: re.Pattern[str]
    form: str


class SourcedTable:
    """One table of a component set. Values are validated as they are read, and their provenance is recorded.

    The keys ``source`` ("stated" in a rulebook, "reported" by somebody who has seen it, or "assumed") and ``cite``
    apply to all values of their table and of the tables below it. A table below can override them, and so can a single
    value: ``{ value = 4, source = "stated", cite = "nl …" }``. A value that is not known yet is ``"?"``.
    """

    def __init__(self, reader: Reader, above: Provenance | None, provenance: dict[str, Provenance]) -> None:
        """Read a table with the provenance of the one above; that of its values is recorded in ``provenance``."""
        self.reader = reader
        self.provenance = provenance
        self.scope = _scope(reader, above)

    def table(self, key: str) -> Self:
        """A table below this one."""
        return type(self)(self.reader.table(key, required=True), self.scope, self.provenance)

    def tables(self, key: str) -> Iterator[Self]:
        """Yield the tables of an array; each is closed before the next."""
        if self.reader.get(key) in (None, []):
            self.reader.note(key, Code.MISSING, f"is missing; expected tables [[{key}]]")
        for reader in self.reader.tables(key):
            yield type(self)(reader, self.scope, self.provenance)
            reader.close()

    def labeled(self, key: str, label: Label, taken: set[str], group: str = "") -> Iterator[tuple[str, Self]]:
        """Yield the tables of an array with their labels, and add these to the ones ``taken``."""
        for table in self.tables(key):
            reader = table.reader
            text = reader.value(label.key, str, label.form) or ""
            if not label.pattern.fullmatch(text):
                if isinstance(reader.get(label.key), str):
                    reader.note(label.key, Code.MALFORMED, f"is {text!r}; expected {label.form}")
            elif text in taken:
                message = f"{text!r} is taken; expected a different {label.key} for each"
                reader.note(label.key, Code.DUPLICATE, message)
            else:
                reader.place = f"{group or key}.{text}"
                taken.add(text)
            yield text, table

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number."""
        expected = f"expected a whole number from {low} to {high}"
        return self.sourced(key, expected, low, lambda reader, name: reader.integer(name, low, high, default))

    def word(self, key: str, words: Mapping[str, T]) -> T:
        """The value that one of several words stands for."""
        first = next(iter(words.values()))
        expected = f"expected one of {', '.join(words)}"
        return self.sourced(key, expected, first, lambda reader, name: words[reader.choice(name, words)])

    def keep(self, path: str, provenance: Provenance) -> None:
        """Record the provenance of the value at a key path."""
        self.provenance[path] = provenance
        if provenance.source == "stated" and not provenance.cite.strip():
            message = "is 'stated' without a cite; expected the place in a rulebook"
            self.reader.problems.append(InputProblem(path, Code.INCONSISTENT, message))

    def sourced(self, key: str, expected: str, default: T, read: Callable[[Reader, str], T]) -> T:
        """Read a value, which may be in a table of its own together with its source."""
        reader, name, scope, raw = self.reader, key, self.scope, self.reader.get(key)
        if isinstance(raw, dict):
            reader, name = Reader(raw, reader.at(key), reader.problems), "value"
            scope, raw = _scope(reader, scope), reader.get(name)
            reader.close()
        self.keep(self.reader.at(key), scope)
        if raw == UNFILLED:
            reader.note(name, Code.UNFILLED, f"is not filled in yet; {expected}")
            return default
        return read(reader, name)


def _scope(reader: Reader, above: Provenance | None) -> Provenance:
    """The provenance of the values of a table, inherited from the table above where it is not overridden."""
    source, cite = reader.get("source"), reader.get("cite")
    if above is not None and source is None and cite is None:
        return above
    inherited = above if source is None else None
    word = inherited.source if inherited else reader.choice("source", SOURCES)
    return Provenance(word, reader.text("cite", default=inherited.cite if inherited else ""))
