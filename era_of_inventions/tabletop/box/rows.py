"""The values of a component set: as files state them, in words, and as rows of the table that shows the set."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import attrs

from era_of_inventions.tabletop.box.printed import Thing
from era_of_inventions.tabletop.box.provenance import Provenance
from era_of_inventions.tabletop.box.tables import (
    OneTable,
    Tables,
    file_key,
    is_sourced,
    joined,
    keys_of,
    made,
    split,
)
from era_of_inventions.tabletop.errors import describe
from era_of_inventions.tabletop.text.toml import toml_key, toml_value
from era_of_inventions.tabletop.values import Terms
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.object_keys import Key


class Value(NamedTuple):
    """A value of a set, with the place of its thing in a file, its key there, and the record that holds it."""

    place: str
    key: Key
    thing: Any
    value: Any

    @property
    def path(self) -> str:
        """The key path of the value."""
        return joined(self.place, self.key.name)

    def text(self, terms: Terms) -> str:
        """Return the value as it stands in a file, without quotation marks."""
        if self.value is None:
            return "nothing"
        written = self.key.spec.holds.bind(terms).write(self.value)
        return written if isinstance(written, str) else describe(written)

    def words(self, terms: Terms) -> str:
        """Return the value in words, for the table that shows a set; empty if its field has no words."""
        template = self.key.spec.file.template
        if callable(template):
            return template(self.thing, self.value)
        return template.format(template and self.text(terms))


@attrs.frozen
class PrintedValue:
    """A value printed on a component: its place in a component file, the value itself, and its source.

    ``source`` is "stated" (in a rulebook or in the dispute), "reported" or "assumed".
    ``written_at`` are the keys with which a dispute states the value, beginning with
    that of the table. ``blank`` means that nothing is printed at the place. ``others``
    yields sets with another value at the place, the nearest first, each after the text
    of this value.
    """

    place: str
    text: str
    source: str
    written_at: tuple[str, ...] = ()
    blank: bool = attrs.field(default=False, eq=False, repr=False)
    others: Callable[[], Iterable[tuple[str, Any]]] = attrs.field(
        default=lambda: (), eq=False, repr=False
    )

    @property
    def line(self) -> str:
        """The line with which the head of a dispute states the value."""
        return f"{toml_key(self.written_at)} = {toml_value(self.text)}"

    def __str__(self) -> str:
        """The line that states the value, and its source."""
        return f"{self.line} ({self.source})"


class ValueRow(NamedTuple):
    """A row of the table that lists a component set: the key path, the value in words, and its source."""

    path: str
    value: str
    mark: str


def rows(
    path: str, values: Mapping[str, str], source: Callable[[str], Provenance]
) -> Iterator[ValueRow]:
    """Yield the rows for the thing at a key path.

    ``values`` are its values in words, by key, and ``source`` returns the provenance
    for a key path. Values that all come from the same source share one row; otherwise
    each value has its own.
    """
    paths = {key: joined(path, key) for key in values}
    marks = {key: str(source(at)) for key, at in paths.items()}
    if len(values) > 1 and len(set(marks.values())) == 1:
        yield ValueRow(path, ", ".join(values.values()), next(iter(marks.values())))
    else:
        yield from (ValueRow(paths[key], values[key], marks[key]) for key in values)


def in_words(
    root: Thing[Any], components: Any, terms: Terms, provenance: Collection[str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the key path of each thing of a set, and its values in words by their keys.

    A default value of a thing is left out, unless it has a source. The words for a
    field that takes no source stand before those of the next value that takes one.
    """
    for place, values in things_of(root, components):
        found: dict[str, str] = {}
        before: list[str] = []
        for value in values:
            is_default = value.key.default == value.value and place
            if is_default and value.path not in provenance:
                continue
            words = value.words(terms)
            if words and is_sourced(value.key):
                found[value.key.name] = ", ".join([*before, words])
                before = []
            elif words:
                before.append(words)
        yield place, found


def as_in_files(root: Thing[Any], components: Any, terms: Terms) -> Iterator[tuple[str, str]]:
    """Yield the key path of each value that has words, and the value as it stands in a file."""
    for _, values in things_of(root, components):
        for value in values:
            if value.value is not None and value.words(terms):
                yield value.path, value.text(terms)


class Array(NamedTuple):
    """A field of a set whose things stand in an array of tables of a file."""

    field: str
    key: Key
    thing: Thing[Any]

    def places(self, components: Any) -> list[tuple[str, str]]:
        """Return the names of the things in disputes, with their key paths. Things without labels are numbered."""
        key, file, things = self.key.name, self.key.spec.file, getattr(components, self.field)
        if file.names is None and not self.thing.label:
            return [(str(number), f"{key}[{number}]") for number, _ in enumerate(things, 1)]
        names = file.names(components) if file.names else map(self.thing.called, things)
        return [
            (name, file.place(name) if callable(file.place) else f"{key}.{name}")
            for name in names
        ]


def arrays_of(kind: type[Any]) -> Mapping[str, Array]:
    """Return the fields of a set whose things stand in arrays of tables, keyed by the keys of the arrays."""
    hashable: Any = kind  # mypy takes no class of this kind for hashable
    return _arrays_of(hashable)


@cache
def _arrays_of(kind: Any) -> Mapping[str, Array]:
    keys = ((field.name, file_key(field.name, spec)) for field, spec in fields_of(kind))
    found = ((field, key, key.spec.holds) for field, key in keys)
    return {
        key.name: Array(field, key, holds.thing)
        for field, key, holds in found
        if isinstance(holds, Tables)
    }


def things_of(root: Thing[Any], components: Any) -> Iterator[tuple[str, list[Value]]]:
    """Yield the key path and the values of each thing of a set, and each value of the set itself with an empty path."""
    for key, (record, value) in zip(keys_of(root), split(root, components), strict=True):
        things = _standing(root, key, components, value)
        if things is None:
            yield "", [Value("", key, record, value)]
        for place, thing, one in things or ():
            yield place, _values(place, thing, one)


def _values(place: str, thing: Thing[Any], value: Any) -> list[Value]:
    parts = zip(keys_of(thing), split(thing, value), strict=True)
    return [Value(place, key, record, part) for key, (record, part) in parts]


# --- Other values ---------------------------------------------------------------------


STEPS = (1, -1, 2, -2)
"""The differences between the printed number and others that are tried instead, the smallest first."""


def others_of(raw: Any) -> Iterator[Any]:
    """Yield copies of a raw value, each with one of its numbers changed; those with the nearest numbers come first."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        yield from (raw + step for step in STEPS if raw + step >= 0)
    elif isinstance(raw, str):
        for step in STEPS:
            for number in re.finditer(r"\d+", raw):
                if (other := int(number[0]) + step) >= 0:
                    yield f"{raw[: number.start()]}{other}{raw[number.end() :]}"


def with_values(root: Thing[Any], components: Any, values: Mapping[str, Any]) -> Any:
    """Return a copy of a set with new values, which ``values`` gives by key path."""

    def replaced(place: str, thing: Thing[Any], one: Any) -> Any:
        if not any(path.startswith(f"{place}.") for path in values):
            return one
        parts = _values(place, thing, one)
        return made(thing, iter([values.get(part.path, part.value) for part in parts]))

    def part(key: Key, value: Any) -> Any:
        things = _standing(root, key, components, value)
        if things is None:
            return values.get(key.name, value)
        others = [replaced(*standing) for standing in things]
        return tuple(others) if isinstance(key.spec.holds, Tables) else others[0]

    parts = zip(keys_of(root), split(root, components), strict=True)
    return made(root, iter([part(key, value) for key, (_, value) in parts]))


def _standing(
    root: Thing[Any], key: Key, components: Any, value: Any
) -> list[tuple[str, Thing[Any], Any]] | None:
    """Return the things at a key, each as its key path, domain and value; None if the key holds a plain value."""
    if array := arrays_of(root.kind).get(key.name):
        places = (place for _, place in array.places(components))
        return [(place, array.thing, one) for place, one in zip(places, value, strict=True)]
    holds = key.spec.holds
    return [(key.name, holds.thing, value)] if isinstance(holds, OneTable) else None
