"""What a question uses: the paths of the guessed values that something was done with."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from math import ceil, floor, trunc
from typing import Any, NamedTuple

from era_of_inventions.tabletop.errors import KeyPath

MOVED = "(moved)"
"""Stands at the end of a noted path if things were only moved from there or to there; no field has this name."""
REVEALED = "(revealed)"
"""Stands there instead if they were moved to where everybody sees them."""
PICKED: KeyPath = ("(picked)",)
"""The path that is noted if more is asked of a thing that a move picks than where it lies."""
COMPARED = ("lt", "le", "eq", "ne", "gt", "ge")
"""The comparisons, by their names in `operator`."""
SET_OPERATORS = ("and_", "or_", "xor")
OPERATORS = (
    *(
        "abs",
        "add",
        "index",
        "invert",
        "neg",
        "pos",
        "floordiv",
        "truediv",
        "mod",
        "mul",
        "pow",
    ),
    *("sub", "lshift", "rshift", *SET_OPERATORS),
)


def any_revealed(paths: Iterable[KeyPath]) -> bool:
    """Return whether things were moved to where everybody sees them."""
    return any(path[-1] == REVEALED for path in paths)


class Values(NamedTuple):
    """All that a number can be, and the least and the greatest of it."""

    least: int
    most: int
    every: frozenset[int]


def _values(function: Callable[[int], int], sets: Iterable[int]) -> Values | None:
    try:
        every = [function(one) for one in sets]
    except Exception:  # the law may ask it only of others
        return None
    if {*map(type, every)} != {int}:
        return None
    return Values(min(every), max(every), frozenset(every))


class Noted(set[KeyPath]):
    """What a question uses; ``keys`` are the veiled values that were hashed, so that a cache may keep them.

    ``sets`` has all that the sets at some paths can be, an empty set if that is too
    much; it is None for a question that must not use it. ``wanted`` are the paths of
    sets that it lacks and that a question asked about.
    """

    def __init__(self) -> None:
        """Note nothing."""
        super().__init__()
        self.keys = list["Used"]()
        self.sets: Mapping[KeyPath, frozenset[int]] | None = None
        self.wanted = set[KeyPath]()
        self._values = dict[tuple[KeyPath, Callable[[int], int]], Values | None]()

    def values(self, path: KeyPath, function: Callable[[int], int]) -> Values | None:
        """Return all that a function can return of the set at a path; None unless these are known whole numbers."""
        if self.sets is None:
            return None
        if path not in self.sets:
            self.wanted.add(path)
            return None
        key = path, function
        if key not in self._values:
            self._values[key] = _values(function, self.sets[path])
        return self._values[key]

    def expire(self) -> bool:
        """Let what was hashed equal no number that is not veiled, and return whether anything was.

        What a function with a cache has made of it, no whole position finds there.
        """
        for key in self.keys:
            key.expire()
        found = bool(self.keys)
        self.keys.clear()
        return found


class Kept(int):
    """A number that a cache may have kept. It equals veiled numbers, and no number of a whole position."""

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same number, and veiled."""
        veiled: Any = other
        return isinstance(other, Used) and bool(veiled == int(self))

    def __ne__(self, other: object) -> bool:
        """Return whether it is another number, or none that is veiled."""
        return not self == other


class Used:
    """A number in the field at a path; ``paths`` are added to ``noted`` when something is done with it.

    What is made of it while a question is asked is guessed once. What stands in the
    position is guessed again for each question, because another completion can be
    behind the veil: nothing ``keeps`` it.
    """

    __slots__ = ("_found", "guess", "keeps", "noted", "paths")
    __class__ = property(lambda _: int)

    def __init__(
        self, guess: Callable[[], Any], paths: frozenset[KeyPath], noted: Noted
    ) -> None:
        """Veil the number that ``guess`` returns, or the number that stands for a set."""
        self.guess: Any = guess
        self.paths, self.noted = paths, noted
        self.keeps = True
        self._found: Any = None

    @property
    def number(self) -> Any:
        """The number; it is not noted that it is used."""
        if not self.keeps:
            return self.guess()
        if self._found is None:
            self._found = self.guess()
        return self._found

    def used(self) -> Any:
        """Return the number, and note that it is used."""
        self.noted.update(self.paths)
        return self.number

    def __hash__(self) -> int:
        """Return the hash of the number, which is used by that."""
        self.noted.keys.append(self)
        return hash(self.used())

    def expire(self) -> None:
        """Be this number from now on, whatever is guessed, and equal none that is not veiled."""
        self._found, self.keeps, self.paths = Kept(self.number), True, frozenset()
        self.guess = None

    def __rdivmod__(self, other: Any) -> Any:
        """Divide something by the number, and note that it is used."""
        return divmod(other, self.used())

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the number, and note that it is used."""
        return getattr(self.used(), name)


def _using(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda veiled, *others: function(veiled.used(), *others)


def _using_second(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda veiled, other: function(other, veiled.used())


for _name in (*COMPARED, *OPERATORS):
    setattr(Used, f"__{_name.strip('_')}__", _using(getattr(operator, _name)))
for _name in OPERATORS:
    setattr(Used, f"__r{_name.strip('_')}__", _using_second(getattr(operator, _name)))
for _of in (bool, int, float, repr, str, format, divmod, round, trunc, floor, ceil):
    setattr(Used, f"__{_of.__name__}__", _using(_of))
