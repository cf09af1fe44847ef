"""Copies of records that note which of their fields are read, so that a result can name what it depends on."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

import attrs

T = TypeVar("T")


def watched(
    record: T,
    places: Mapping[str, Iterable[Hashable]],
    noted: set[Any],
    /,
    *,
    hashing_reads: bool = False,
    **parts: Any,
) -> T:
    """Return a copy of a record that notes which of its fields are read.

    When a field is read, its ``places`` are added to ``noted``. ``parts`` replace
    values of the record. To compare the copy reads all its fields and, if
    ``hashing_reads``, so does to hash it. Its hash is its own, so that no cache answers
    for it with a result of the record.
    """
    kind: Any = type(record)
    copy: Any = object.__new__(_watching(kind, hashing_reads))
    for field in attrs.fields(kind):
        value = parts[field.name] if field.name in parts else getattr(record, field.name)
        object.__setattr__(copy, field.name, value)
    object.__setattr__(copy, "watch", (places, noted))
    return copy  # type: ignore[no-any-return]


def unwatched(record: T) -> T:
    """Return a copy of a watched record that notes nothing; a record that is not watched is returned as it is."""
    if not hasattr(record, "watch"):
        return record
    found = object.__getattribute__
    kind: Any = type(record).__base__
    copy: Any = object.__new__(kind)
    for field in attrs.fields(kind):
        object.__setattr__(copy, field.name, found(record, field.name))
    return copy  # type: ignore[no-any-return]


@cache
def _watching(kind: type[Any], hashing_reads: bool) -> type[Any]:
    """Return the class of the watched copies of a record; what `attrs.evolve` makes of a copy is not watched."""
    found = object.__getattribute__

    def noting(record: Any, name: str) -> Any:
        value = found(record, name)
        try:
            places, noted = found(record, "watch")
        except AttributeError:
            return value
        if name in places:
            noted.update(places[name])
        return value

    compared = [field.name for field in attrs.fields(kind) if field.eq]

    def values(record: Any) -> tuple[Any, ...]:
        return tuple([getattr(record, name) for name in compared])

    def equal(record: Any, other: Any) -> Any:
        if record is other:
            return True
        alike = type(other) in (kind, type(record))
        return values(record) == values(other) if alike else NotImplemented

    def hashed(record: Any) -> int:
        hash(values(record))
        return object.__hash__(record)

    own = {
        "__slots__": ("watch",),
        "__getattribute__": noting,
        "__eq__": equal,
        "__hash__": hashed if hashing_reads else object.__hash__,
    }
    return type(f"Watched{kind.__name__}", (kind,), own)
