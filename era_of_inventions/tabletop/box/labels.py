"""The labels by which things in a set refer to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

from era_of_inventions.tabletop.box.printed import Index, Thing
from era_of_inventions.tabletop.values import Terms
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.plain import Many


@cache
def parts_of(kind: Any) -> tuple[tuple[str, Thing[Any], bool], ...]:
    """Return the fields of a class that hold things: the name, the thing, and whether they hold a tuple of many."""
    return tuple(
        (field.name, thing, isinstance(spec.holds, Many))
        for field, spec in fields_of(kind)
        if isinstance(thing := spec.holds.innermost, Thing)
    )


def reserved(kind: Any) -> dict[type[Any], set[str]]:
    """Return the labels that files must not use because the set itself gives them, by the class of things."""
    return {
        thing.kind: {"", thing.given[thing.label]}
        for _, thing, _ in parts_of(kind)
        if thing.label in thing.given
    }


def terms_of(kind: Any, values: Callable[[str], Any]) -> Terms:
    """Return the terms of a set: the labels of all things to which others refer.

    ``values`` returns what a field of the set holds, as values or as plain data.
    """
    things = {name: thing for name, thing, _ in parts_of(kind)}
    labels = []
    for field in _referred(kind):
        parts = values(field)
        known = parts if isinstance(parts, list | tuple) else ()
        names = [
            things[field].called(part) if field in things else str(part) for part in known
        ]
        # A repeated label is reported elsewhere; it must not make references to the first thing wrong too.
        numbered = (
            name if names.index(name) == place else f"{name} {place}"
            for place, name in enumerate(names)
        )
        labels.append((field, tuple(numbered)))
    return _terms(tuple(labels))


@lru_cache(maxsize=64)
def _terms(labels: tuple[tuple[str, tuple[str, ...]], ...]) -> Terms:
    return Terms(supplied=labels)


@cache
def _referred(kind: Any) -> tuple[str, ...]:
    """Return the fields of a set whose things are referred to by other fields."""

    def fields(kind: Any) -> Iterator[str]:
        for _, spec in fields_of(kind):
            if isinstance(domain := spec.holds.innermost, Index):
                yield domain.field
        for _, thing, _ in parts_of(kind):
            yield from fields(thing.kind)

    return tuple(sorted({*fields(kind)}))
