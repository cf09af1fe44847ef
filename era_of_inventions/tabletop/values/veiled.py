"""Veils: stand-ins for values that are only guessed. They note where a result depends on the guess.

A veiled value can be copied, and a known number added to it, without being noted:
whatever it is, it changes by as much. Everything else that is done with it is noted,
such as comparing it, or storing it in another field. Nothing is guessed until a guess
is needed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.values.noted import (
    COMPARED,
    SET_OPERATORS,
    Noted,
    Used,
    Values,
)
from era_of_inventions.tabletop.values.packed import Cards


class Veiled(Used):
    """A number that is at least ``low``. It is not noted that a known number is added, or that it is not lower.

    If it is the index of a card, it is one of the ``possible`` cards, and it is not
    noted that it is no other. It lies in the set at the path ``among``, if there is
    one, unless it is no such card; it surely is if it ``is_among``. If a move picks it,
    it lies in none of the other sets at the paths ``places``.
    """

    __slots__ = ("among", "is_among", "low", "places", "possible", "root")

    def __init__(
        self,
        guess: Callable[[], Any],
        paths: frozenset[KeyPath],
        noted: Noted,
        low: int = 0,
        possible: int = -1,
    ) -> None:
        """Veil a number."""
        super().__init__(guess, paths, noted)
        self.low = low
        self.possible = possible
        self.among: KeyPath | None = None
        self.is_among = False
        self.places: frozenset[KeyPath] = frozenset()
        self.root = self

    def can_be(self, card: int) -> bool:
        """Return whether it can be a card, or another number of at least 0, so far as that is known."""
        return card >= 0 and bool(self.possible >> card & 1)

    def __add__(self, other: Any) -> Any:
        """Add a known number, which is not noted, or anything else."""
        if type(other) is not int:
            return self.used() + other
        more = Veiled(lambda: self.number + other, self.paths, self.noted, self.low + other)
        more.root = self.root
        return more

    def __sub__(self, other: Any) -> Any:
        """Subtract a known number, or this one as it was before, which is not noted; or anything else."""
        if type(other) is Veiled and other.root is self.root:
            return self.low - other.low
        return self + -other if type(other) is int else self.used() - other

    def __rlshift__(self, other: int) -> Any:
        """Return the set of one thing whose index is veiled."""
        possible = self.possible << other.bit_length() - 1 if other.bit_count() == 1 else -1
        size = 1 if other.bit_count() == 1 else None
        return VeiledSet(
            lambda: other << self.number, self.paths, self.noted, size, possible=possible
        )

    __radd__ = __add__


class VeiledSet(Used):
    """A set of cards. It is not noted that cards are added and taken away, known or veiled ones.

    ``size`` is the number of cards, if it is known. Whatever is unknown, the set has
    the cards that are ``sure``, and none but the ``possible`` ones; what these decide
    is not noted.
    """

    __slots__ = ("possible", "size", "sure")

    def __init__(
        self,
        guess: Callable[[], Any],
        paths: frozenset[KeyPath],
        noted: Noted,
        size: int | None = None,
        sure: int = 0,
        possible: int = -1,
    ) -> None:
        """Veil a set."""
        super().__init__(guess, paths, noted)
        self.size = size
        self.sure = sure
        self.possible = possible

    def __bool__(self) -> bool:
        """Return whether there is any card."""
        return bool(self.sure or (self.possible and self.used()))

    def __eq__(self, other: Any) -> bool:
        """Return whether it is the same set."""
        if type(other) is int and (self.sure & ~other or other & ~self.possible):
            return False
        if type(other) is int and self.sure == self.possible:
            return True
        return bool(self.used() == other)

    def __ne__(self, other: Any) -> bool:
        """Return whether it is another set."""
        return not self == other

    __hash__ = Used.__hash__

    def expire(self) -> None:
        """Be this set from now on, as a number is, also if it was known for certain."""
        super().expire()
        self.sure, self.possible = 0, -1

    def __rshift__(self, number: Any) -> Any:
        """Return the set shifted by a known number, as a number is, or by a thing that a move picks.

        Whether this thing is there is known, as long as nothing was moved.
        """
        if type(number) is Veiled and not self.keeps and self.paths <= number.places:
            is_here = int(self.paths == {number.among})
            return VeiledSet(
                lambda: self.number >> number.number,
                self.paths | number.paths,
                self.noted,
                sure=is_here,
                possible=is_here | ~1,
            )
        if type(number) is not int:
            return self.used() >> number
        sure, possible = self.sure >> number, self.possible >> number
        return VeiledSet(
            lambda: self.number >> number, self.paths, self.noted, None, sure, possible
        )

    def measured(self, function: Callable[[int], int]) -> Any:
        """Return what a function returns of the set; if it lies in its place, it can be known what that can be."""
        (path,) = self.paths if not self.keeps else (None,)
        values = path and self.noted.values(path, function)
        if not values:
            return function(self.used())
        if values.least == values.most:
            return values.least
        return VeiledValue(lambda: function(self.number), self.paths, self.noted, values)

    def moved(self, mark: str) -> None:
        """Note that the cards were moved, which says nothing of them: each path is noted with a mark at its end."""
        self.noted.update((*path, mark) for path in self.paths)

    def bit_count(self) -> int:
        """Return the number of cards, which is known unless one was taken away that need not have been there."""
        if self.size is None:
            self.size = int(self.used().bit_count())
        return self.size

    def __invert__(self) -> Any:
        """Return the set of all other cards."""
        sure, possible = ~self.possible, ~self.sure
        return VeiledSet(lambda: ~self.number, self.paths, self.noted, None, sure, possible)


class VeiledValue(Used):
    """The value of a set that is one of some ``values``, plus ``more``.

    It is not noted that it is compared with a known number, if all values compare
    alike, or that a known number is added to it.
    """

    __slots__ = ("more", "values")

    def __init__(
        self,
        guess: Callable[[], Any],
        paths: frozenset[KeyPath],
        noted: Noted,
        values: Values,
        more: int = 0,
    ) -> None:
        """Veil a number."""
        super().__init__(guess, paths, noted)
        self.values = values
        self.more = more

    @property
    def span(self) -> tuple[int, int]:
        """The least and the greatest number that it can be."""
        return self.values.least + self.more, self.values.most + self.more

    def __add__(self, other: Any) -> Any:
        """Add a known number, which is not noted, or anything else."""
        if type(other) is not int:
            return self.used() + other
        more = self.more + other
        return VeiledValue(
            lambda: self.number + other, self.paths, self.noted, self.values, more
        )

    def __sub__(self, other: Any) -> Any:
        """Subtract a known number, which is not noted, or anything else."""
        return self + -other if type(other) is int else self.used() - other

    __radd__ = __add__


class VeiledCards(Cards[Any]):
    """Cards that are veiled, except for their number."""

    __slots__ = ()

    def plus(self, card: int) -> Cards[Any]:
        """Return these cards and another one, which is taken to come from elsewhere if it is not known to be here."""
        return self._resized(super().plus(card), int(not self._surely_has(card)))

    def minus(self, card: int) -> Cards[Any]:
        """Return these cards without one of them; it need not be there if it is not known to be."""
        return self._resized(super().minus(card), -1 if self._surely_has(card) else None)

    def together(self, others: Cards[Any]) -> Cards[Any]:
        """Return these cards and others.

        They are as many as both have, because no card lies in two places. Cards that
        are known to be here are not counted again; if the others come from the same
        place, it is not known how many they are.
        """
        known, theirs = cast("Any", self.known), cast("Any", others.known)
        is_set = type(theirs) is VeiledSet
        size = theirs.size if is_set else theirs.bit_count()
        if size is None or (is_set and known.paths & theirs.paths):
            return self._resized(super().together(others), None)
        both = known.sure & (theirs.sure if is_set else theirs)
        return self._resized(super().together(others), size - both.bit_count())

    def _surely_has(self, card: Any) -> bool:
        """Return whether a card is one of these; whether the one that was picked among them is, can be noted."""
        known: Any = self.known
        if type(card) is Veiled and not known.keeps and known.paths == {card.among}:
            return card.is_among or card.used() in Cards(known.number)
        return bool(type(card) is int and known.sure >> card & 1)

    def _resized(self, cards: Cards[Any], by: int | None) -> Cards[Any]:
        before, known = cast("Any", self.known), cast("Any", cards.known)
        known.size = None if by is None or before.size is None else before.size + by
        return VeiledCards(*cards)


def value_of_sets(function: Callable[[Any], int]) -> Callable[[Any], int]:
    """Return a function that returns the value of a set of things, such as their worth, and caches it.

    All values that a hidden set can have are found out once. Then it need not be asked
    of each possible set if its value is enough, where all are enough or none is. The
    value is what ``function`` returns: a whole number, the same for things of the same
    sort.
    """
    kept = lru_cache(maxsize=1 << 14)(function)

    def value(things: Any) -> Any:
        return things.measured(kept) if type(things) is VeiledSet else kept(things)

    return value


def _compared(name: str) -> Callable[..., Any]:
    function, lowest_decides = getattr(operator, name), name in ("lt", "ge")

    def compared(veiled: Veiled, other: Any) -> Any:
        if type(other) is int and other < veiled.low + lowest_decides:
            return name in ("ne", "gt", "ge")
        if (
            type(other) is int
            and veiled.possible >= 0
            and veiled.possible.bit_length() <= other
        ):
            return name in ("ne", "lt", "le")
        is_card = name in ("eq", "ne") and type(other) is int and other >= 0
        if is_card and not veiled.can_be(other):
            return name == "ne"
        return function(veiled.used(), other)

    return compared


def _compared_alike(name: str) -> Callable[..., Any]:
    function, is_order = getattr(operator, name), name not in ("eq", "ne")

    def compared(veiled: VeiledValue, other: Any) -> Any:
        if type(other) is int:
            least, most, every = veiled.values
            number = other - veiled.more
            answer = function(least, number)
            if answer is function(most, number) and (is_order or number not in every):
                return answer
        return function(veiled.used(), other)

    return compared


def _combined(name: str) -> Callable[..., Any]:
    function = getattr(operator, name)

    def combined(veiled: VeiledSet, other: Any) -> Any:
        if type(other) not in (int, VeiledSet):
            return function(veiled.used(), other)
        both = type(other) is VeiledSet
        sure, possible = (other.sure, other.possible) if both else (other, other)
        if name == "xor":
            sure, possible = 0, -1
        else:
            sure, possible = function(veiled.sure, sure), function(veiled.possible, possible)
        return VeiledSet(
            lambda: function(veiled.number, other.number if both else other),
            veiled.paths | other.paths if both else veiled.paths,
            veiled.noted,
            _size_of(name, veiled, other),
            sure,
            possible,
        )

    return combined


def _size_of(name: str, veiled: VeiledSet, other: Any) -> int | None:
    """Return the size of two sets together, or of one without what it surely has; None if it is not known."""
    if veiled.size is None:
        return None
    if name == "and_" and type(other) is int:
        left_out = veiled.possible & ~other
        return veiled.size - left_out.bit_count() if not left_out & ~veiled.sure else None
    size, possible = (
        (other.bit_count(), other) if type(other) is int else (other.size, other.possible)
    )
    apart = not veiled.possible & possible
    return veiled.size + size if name == "or_" and apart and size is not None else None


for _name in COMPARED:
    setattr(Veiled, f"__{_name}__", _compared(_name))
    setattr(VeiledValue, f"__{_name}__", _compared_alike(_name))
for _name in SET_OPERATORS:
    setattr(VeiledSet, f"__{_name.strip('_')}__", _combined(_name))
    setattr(VeiledSet, f"__r{_name.strip('_')}__", _combined(_name))
