"""The labels of the things in a set, by which others refer to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

from era_of_inventions.tabletop.box.printed import Index, Thing
from era_of_inventions.tabletop.values import Terms
from era_of_inventions.tabletop.values.layout import fields_of
from era_of_inventions.tabletop.values.plain import Many


@cache
def parts_of(kind: Any) -> tuple[tuple[str, Thing[Any], bool], ...]:
    """Return the fields of a class that hold a thing or a tuple of ``many``: name, thing, and whether they are many."""
    fields = ((field.name, spec.holds) for field, spec in fields_of(kind))
    parts: Iterator[Any] = (
        (name, getattr(holds, "one", holds), isinstance(holds, Many))
        for name, holds in fields
    )
    return tuple(part for part in parts if isinstance(part[1], Thing))


def reserved(kind: Any) -> dict[type[Any], set[str]]:
    """Return the labels that no file gives, by the class of things."""
    return {
        thing.kind: {"", thing.given[thing.label]}
        for _, thing, _ in parts_of(kind)
        if thing.label in thing.given
    }


def terms_of(kind: Any, values: Callable[[str], Any]) -> Terms:
    """Return the terms of a set whose fields have these values, or this plain data: what its things are called."""
    things = {name: thing for name, thing, _ in parts_of(kind)}
    labels = []
    for field in _referred(kind):
        parts = values(field)
        known = parts if isinstance(parts, list | tuple) else ()
        names = [
            things[field].called(part) if field in things else str(part) for part in known
        ]
        # A label that is taken is reported as such: it must not make references to the thing wrong too.
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
    """Return the fields of a set to which others refer."""

    def fields(kind: Any) -> Iterator[str]:
        for _, spec in fields_of(kind):
            if isinstance(domain := spec.holds.innermost, Index):
                yield domain.field
        for _, thing, _ in parts_of(kind):
            yield from fields(thing.kind)

    return tuple(sorted({*fields(kind)}))
