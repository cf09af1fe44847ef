"""The values of a set: as they stand in files, and in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from era_of_inventions.tabletop.components.declared import Form, Part, Parts, Printed, bound, terms_of
from era_of_inventions.tabletop.errors import describe
from era_of_inventions.tabletop.fields import Terms


class Value(NamedTuple):
    """A value of a set: the thing that it is printed on, and whether a file need not say it."""

    entry: Printed
    thing: Any
    value: Any
    is_default: bool

    def text(self, terms: Terms) -> str:
        """The value as it stands in a file, without quotation marks."""
        written = bound(self.entry.file, terms).write(self.value)
        return written if isinstance(written, str) else describe(written)

    def words(self, terms: Terms) -> str:
        """The value in the words of the table of a set."""
        words = self.entry.words
        return words(self.thing, self.value) if callable(words) else words.format(words and self.text(terms))


def in_words(form: Form, components: Any, provenance: Collection[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the key path of each thing of a set, and its values in words by their keys.

    What a file need not say is left out, unless it has a source. What has no source stands before the first value.
    """
    terms = terms_of(form, form.split(components))
    for place, values in _things(form, components):
        found: dict[str, str] = {}
        before: list[str] = []
        for value in values:
            key = value.entry.key
            if value.is_default and joined(place, key) not in provenance:
                continue
            words = value.words(terms)
            if words and value.entry.sourced:
                found[key] = ", ".join([*before, words])
                before = []
            elif words:
                before.append(words)
        yield place, found


def as_in_files(form: Form, components: Any) -> Iterator[tuple[str, str]]:
    """Yield the key path of each value that a table can show, and the value as it stands in a file."""
    terms = terms_of(form, form.split(components))
    for place, values in _things(form, components):
        for value in values:
            if value.value is not None and value.words(terms):
                yield joined(place, value.entry.key), value.text(terms)


def joined(place: str, key: str) -> str:
    """The key path of a value of a thing."""
    return f"{place}.{key}" if place else key


def _things(form: Form, components: Any) -> Iterator[tuple[str, list[Value]]]:
    """Yield the key path of each thing of a set, and its values; those of the set itself only if they have words."""
    values = form.split(components)
    for name, entry in form.entries.items():
        value = values[name]
        if isinstance(entry, Printed):
            if entry.words:
                yield "", [Value(entry, components, value, False)]
        elif isinstance(entry, Parts):
            for (_, place), thing in zip(entry.places(components, value), value, strict=True):
                yield place, [*_values(entry.form, thing, entry.given)]
        else:
            yield entry.key, [*_values(entry.form, value, entry.given)]


def _values(form: Form, thing: Any, given: Collection[str] = ()) -> Iterator[Value]:
    values = form.split(thing)
    for name, entry in form.entries.items():
        value = values[name]
        if isinstance(entry, Part):
            yield from () if entry.key else _values(entry.form, value, entry.given)
        elif name not in given:
            yield Value(entry, thing, value, name in form.defaults and form.defaults[name] == value)
