"""The keys of objects: what each holds, and a reader that gathers the values of all and every problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import attrs

from era_of_inventions.tabletop.errors import (
    MISSING,
    Code,
    Phrase,
    Problem,
    Synonyms,
    instead,
)
from era_of_inventions.tabletop.values.naming import Terms
from era_of_inventions.tabletop.values.problems import InvalidDataError, within
from era_of_inventions.tabletop.values.records import Spec


class Key(NamedTuple):
    """A key of an object: its name, the declaration of its value, and its default."""

    name: str
    spec: Spec
    default: Any

    def known(self, terms: Terms) -> KnownKey:
        """Return the key with the function that reads its value with these terms."""
        return KnownKey(
            self.name,
            self.spec.holds.bind(terms).read,
            self.default,
            self.spec.about or self.spec.words,
        )


class KnownKey(NamedTuple):
    """A key of an object: its name, the function that reads its value, and its default.

    The default of a required key is ``attrs.NOTHING``; ``about`` describes its value in
    the message if it is missing.
    """

    name: str
    read: Callable[[Any], Any]
    default: Any = None
    about: str = ""


class KnownKeys:
    """The keys that an object may have; the keys ``besides`` are allowed too, and read elsewhere."""

    def __init__(self, keys: Iterable[KnownKey], besides: Iterable[str] = ()) -> None:
        """Store the keys."""
        self.keys = tuple(keys)
        self._reads = [
            tuple(key) for key in self.keys
        ]  # plain tuples are unpacked in half the time
        self._known = Synonyms(
            {name: name for name in (*(key.name for key in self.keys), *besides)}
        )

    def gather(self, raw: dict[str, Any]) -> tuple[list[Any], list[Problem]]:
        """Return the values of all keys, in order, and all problems; missing and wrong values become the defaults."""
        values, absent = [], 0
        problems: list[Problem] = []
        for name, read, default, about in self._reads:
            if name in raw:
                try:
                    values.append(read(raw[name]))
                except InvalidDataError as error:
                    problems += within(name, error)
                    values.append(None if default is attrs.NOTHING else default)
            else:
                absent += 1
                values.append(default)
                if default is attrs.NOTHING:
                    problems.append(Problem((name,), Code.MISSING, MISSING, about))
        if absent + len(raw) != len(self._reads):
            problems += self._unknown(raw)
        return values, problems

    def _unknown(self, raw: dict[str, Any]) -> Iterator[Problem]:
        for key in raw:
            if key not in self._known:
                yield Problem(
                    (key,),
                    Code.UNKNOWN_KEY,
                    Phrase(f"is not a known key{instead(key, self._known)}"),
                )


class SynonymousKeys(KnownKeys):
    """The keys that an object may have, also under other names: ``also`` maps these to the usual names."""

    def __init__(
        self, keys: Iterable[KnownKey], also: Mapping[str, str], besides: Iterable[str] = ()
    ) -> None:
        """Store the keys."""
        super().__init__(keys, besides)
        self._known |= also
        self._also = also

    def gather(self, raw: dict[str, Any]) -> tuple[list[Any], list[Problem]]:
        """Return the values of all keys, and all problems.

        Of several keys for the same value only one counts: the usual key, or else the
        first.
        """
        written: dict[str, str] = {}
        twice: list[Problem] = []
        for key in sorted(raw, key=self._also.__contains__):
            first = written.setdefault(self._also.get(key, key), key)
            if first != key:
                twice.append(
                    Problem(
                        (key,),
                        Code.DUPLICATE,
                        Phrase(f"means the same as {first!r}"),
                        "only one of them",
                    )
                )
        values, problems = super().gather({name: raw[key] for name, key in written.items()})
        placed = (
            p._replace(path=(written.get(str(p.path[0]), p.path[0]), *p.path[1:]))
            for p in problems
        )
        return values, [*placed, *twice]
