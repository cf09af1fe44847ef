"""Copies of component sets that note the key path of each printed value that is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from era_of_inventions.tabletop.box.printed import Thing
from era_of_inventions.tabletop.box.rows import arrays_of
from era_of_inventions.tabletop.box.tables import (
    OneTable,
    Tables,
    fields_in_files,
    file_key,
    is_sourced,
    joined,
    keys_of,
)
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.values.domains import UNUSABLE
from era_of_inventions.tabletop.values.watched import watched

C = TypeVar("C")
T = TypeVar("T")
R = TypeVar("R")


class Lookup(NamedTuple):
    """A property of a set that maps keys to values; each value has a key path of its own in files.

    ``place`` is the beginning of these key paths, and ``key`` makes a key of the text
    at their end. ``text`` renders a value, or None for a key without a value.
    ``others`` takes a set and a key, and yields sets with another value for the key,
    each after the text of this value.
    """

    place: str
    key: Callable[[str], Any]
    text: Callable[[Any], str]
    others: Callable[[Any, Any], Iterable[tuple[str, Any]]]


NO_LOOKUPS: Mapping[str, Lookup] = MappingProxyType({})


class Things(Sequence[R]):
    """A sequence of watched things, or of values that follow from them. Each is computed whenever it is read."""

    def __init__(self, read: Callable[[int], R], size: int) -> None:
        """Take the function that returns the thing at an index, and the number of things."""
        self._read, self._indexes = read, range(size)

    def __len__(self) -> int:
        """Return the number of things."""
        return len(self._indexes)

    def __getitem__(self, index: Any) -> Any:
        """Return the thing at an index, or a tuple of the things in a slice."""
        found = self._indexes[index]
        return self._read(found) if isinstance(found, int) else tuple(map(self._read, found))

    def __add__(self, more: Sequence[R]) -> Things[R]:
        """Return these things, and more after them."""
        size = len(self)
        return Things(lambda i: self[i] if i < size else more[i - size], size + len(more))


class _Looked(Mapping[Any, Any]):
    """A mapping that notes the key path of each key that is looked up."""

    def __init__(self, values: Mapping[Any, Any], place: str, noted: set[str]) -> None:
        self._values, self._place, self._noted = values, place, noted

    def __getitem__(self, key: Any) -> Any:
        self._noted.add(joined(self._place, str(key)))
        return self._values[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def of_each(things: Sequence[T], function: Callable[[T], R]) -> tuple[R, ...]:
    """Apply a function to each of several things in the box. Results for watched things are computed when read."""
    if isinstance(things, Things):
        return cast(
            "tuple[R, ...]", Things(lambda index: function(things[index]), len(things))
        )
    return tuple(map(function, things))


class _Part(NamedTuple):
    """A field of a thing: its name, its key in files, and the thing in it, if it holds any.

    ``many`` is whether it holds several things, ``nested`` whether its thing has a
    table of its own. ``paths`` are the keys of the values in it that have sources.
    """

    name: str
    key: str
    thing: Thing[Any] | None
    many: bool
    nested: bool
    paths: tuple[str, ...]


@lru_cache(maxsize=256)
def _parts(thing: Thing[Any]) -> tuple[_Part, ...]:
    return tuple(_part(*one) for one in fields_in_files(thing))


def _part(name: str, spec: Any, default: Any, flat: Thing[Any] | None) -> _Part:
    key = file_key(name, spec, default)
    holds: Any = key.spec.holds
    nested = isinstance(holds, OneTable) and flat is None
    thing = holds.thing if nested else flat
    keys = [key] if thing is None else keys_of(thing)
    above = key.name if nested else ""
    paths = tuple(joined(above, one.name) for one in keys if is_sourced(one))
    return _Part(name, key.name, thing, isinstance(holds, Tables), nested, paths)


def watched_set(
    root: Thing[C], components: C, lookups: Mapping[str, Lookup] = NO_LOOKUPS
) -> tuple[C, set[str]]:
    """Return a watched copy of a component set, and the key paths of the values that were read from the copy.

    The key paths are empty at first; each value that is read adds its own.
    """
    noted = set[str]()
    arrays = arrays_of(root.kind)

    def copy(thing: Thing[Any], value: Any, place: str) -> Any:
        """Return a watched copy of the thing whose table is at a place; None if its values cannot be watched."""
        if not isinstance(value, thing.kind):
            marks = _marks(thing, value)
            return None if marks is None else _marked(value, marks, place, noted)
        places: dict[str, list[str]] = {}
        parts: dict[str, Any] = {}
        for part in _parts(thing):
            held = getattr(value, part.name)
            if part.many and (array := arrays.get(part.key)):
                standing = zip(held, array.places(components), strict=True)
                copies = [copy(array.thing, one, where) for one, (_, where) in standing]
                parts[part.name] = Things(copies.__getitem__, len(copies))
                continue
            there = joined(place, part.key) if part.nested else place
            inner = None if part.thing is None else copy(part.thing, held, there)
            if inner is None:
                places[part.name] = [joined(place, path) for path in part.paths]
            else:
                parts[part.name] = inner
        return watched(value, places, noted, **parts)

    made = copy(root, components, "")
    for name, lookup in lookups.items():
        looked = _Looked(getattr(components, name), lookup.place, noted)
        object.__setattr__(made, name, looked)
    return made, noted


class _Mark(str):
    """The key of a value, which stands instead of the value in a thing that is not a record."""


def _marks(thing: Thing[Any], value: Any) -> Any:
    """Return a thing with the key of each value instead of the value; None if such a thing cannot be made."""
    record = thing.split(value)
    keys = {
        part.name: None if getattr(record, part.name) is None else _Mark(part.key)
        for part in _parts(thing)
    }
    try:
        return thing.make(thing.kind(**keys))
    except (GameError, *UNUSABLE):
        return None


def _marked(value: Any, marks: Any, place: str, noted: set[str]) -> Any:
    """Return a copy of a tuple. Whenever an item of the copy is read, the path in the mark at its index is noted."""

    def read(index: int) -> Any:
        part, mark = value[index], marks[index]
        if not isinstance(mark, _Mark):
            return _marked(part, mark, place, noted)
        noted.add(joined(place, mark))
        return part

    return Things(read, len(value))
