"""Field values that are ints at run time and distinct types to a type checker.

A bag of goods and a set of spaces are both an ``int``, which makes them fast; but a
type checker reports adding one to the other, or looking for a card of one deck among
the cards of another.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError, describe, shortened

K = TypeVar("K")

LANE: Final = 16
"""The number of bits in which a bag counts one kind. The top bit stays free."""
COUNT_MAX: Final = (1 << LANE - 1) - 1
"""The highest count of anything: the largest number that fits in a lane, not the limit of a rulebook."""
ABSENT: Final = -1
"""The absence of a thing: an open place of a path, an optional choice left out."""
UNKNOWN: Final = -2
"""A thing that is present but unknown to the viewer."""

if TYPE_CHECKING:

    class Bag(Generic[K]):
        """Counts by kind, packed in lanes of one int.

        Its bits can be set and read by means of a plain ``int``.
        """

        def __add__(self, other: Bag[K], /) -> Bag[K]: ...
        def __sub__(self, other: Bag[K], /) -> Bag[K]: ...
        def __mul__(self, times: int, /) -> Bag[K]: ...
        def __rmul__(self, times: int, /) -> Bag[K]: ...
        def __or__(self, bits: int, /) -> Bag[K]: ...
        def __and__(self, bits: int, /) -> int: ...
        def __rshift__(self, bits: int, /) -> int: ...
        def __eq__(self, other: object, /) -> bool: ...
        def __hash__(self) -> int: ...
        def __bool__(self) -> bool: ...

    class Mask(Generic[K]):
        """A set of things, one bit each.

        It can be combined and compared with a plain ``int`` of bits.

        Used as an index, it is the number that its bits form.
        """

        def __or__(self, other: Mask[K] | int, /) -> Mask[K]: ...
        def __ror__(self, other: int, /) -> Mask[K]: ...
        def __and__(self, other: Mask[K] | int, /) -> Mask[K]: ...
        def __rand__(self, other: int, /) -> Mask[K]: ...
        def __xor__(self, other: Mask[K] | int, /) -> Mask[K]: ...
        def __invert__(self) -> Mask[K]: ...
        def __neg__(self) -> int: ...
        def __rshift__(self, index: int, /) -> int: ...
        def __eq__(self, other: object, /) -> bool: ...
        def __hash__(self) -> int: ...
        def __bool__(self) -> bool: ...
        def __index__(self) -> int: ...
        def bit_count(self) -> int: ...  # noqa: D102
        def bit_length(self) -> int: ...  # noqa: D102

else:

    class Bag:
        """How many of each kind: an ``int`` at run time."""

        def __class_getitem__(cls, _):
            return int

    Mask = Bag


class SeatNumber(int):
    """A seat among the facts of a clause or the values of an event; its type distinguishes it from a count."""

    __slots__ = ()


class Cards(NamedTuple, Generic[K]):
    """A set of cards: the known ones, and how many unknown ones."""

    known: Mask[K]
    unknown: int = 0

    @property
    def size(self) -> int:
        """The number of all these cards."""
        return self.known.bit_count() + self.unknown

    def __contains__(self, card: Any) -> bool:
        """Whether a card is known to be in the set."""
        return has(self.known, card)

    def plus(self, card: int) -> Cards[K]:
        """Return these cards and another known card, which must not be one of them."""
        return Cards(self.known | 1 << card, self.unknown)

    def minus(self, card: int) -> Cards[K]:
        """Return these cards without one of the known cards."""
        return Cards(self.known & ~(1 << card), self.unknown)

    def together(self, others: Cards[K]) -> Cards[K]:
        """Return these cards and others."""
        kind = type(others)  # which may count cards that are not all known
        return kind(self.known | others.known, self.unknown + others.unknown)


def bag(of: type[K], numbers: Iterable[int] = ()) -> Bag[K]:
    """Return a bag with these numbers, one for each kind, in the order of the kinds.

    The class ``of`` marks the kinds for type checkers. Raises `GameError` if
    ``numbers`` are no whole numbers.
    """
    try:
        lanes = [number << LANE * lane for lane, number in enumerate(numbers)]
    except TypeError:
        raise GameError(
            f"{shortened(repr(numbers))} is not a list of counts; expected whole numbers"
        ) from None
    return cast("Bag[K]", sum(lanes))


def count(amounts: Bag[Any], kind: int) -> int:
    """Return how many things of one kind are in a bag."""
    return amounts >> LANE * kind & COUNT_MAX


def some(of: type[K], kind: int, number: int = 1) -> Bag[K]:
    """Return a bag with a number of things of one kind, and nothing else."""
    return cast("Bag[K]", number << LANE * kind)


def changed(counts: tuple[int, ...], kind: int, by: int = 1) -> tuple[int, ...]:
    """Return counts by kind, with ``by`` added to the count of one kind."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def mask(of: type[K], indexes: Iterable[int] = ()) -> Mask[K]:
    """Return the set of the things with these indexes.

    The class ``of`` marks their kind for type checkers. Raises `GameError` if
    ``indexes`` are no indexes.
    """
    found = 0
    try:
        for index in indexes:
            found |= 1 << index
        return cast("Mask[K]", found)
    except (TypeError, ValueError, OverflowError):
        raise GameError(
            f"{shortened(repr(indexes))} is not a list of indexes; expected whole numbers from 0"
        ) from None


NO_THINGS: Final[Mask[Any]] = mask(object)
"""The empty set, of things of any kind."""
ALL_THINGS: Final[Mask[Any]] = ~NO_THINGS
"""The set of all things of any kind, however many there are."""


_DIGITS = bytes.maketrans(b"01", bytes((0, 1)))


def bits(things: Mask[Any], size: int) -> bytes:
    """Return a byte for each of ``size`` things: 1 if the thing is in a set, 0 if not."""
    return (
        f"{things:0{size}b}"[::-1].encode().translate(_DIGITS)
    )  # many times faster than a shift for each bit


def members(things: Mask[Any]) -> tuple[int, ...]:
    """Return the indexes of the things in a set, lowest first.

    Raises `GameError` if ``things`` is no set of things.
    """
    try:
        return _members(things)
    except (TypeError, AttributeError):
        raise GameError(
            f"{describe(things)} is no set of things; expected a Mask, as mask() makes one"
        ) from None


@lru_cache(
    maxsize=1 << 14
)  # clauses ask for the members of the same few sets again and again
def _members(things: Any) -> tuple[int, ...]:
    if things.bit_count() > 20:  # faster for many, slower for few
        size = things.bit_length()
        return tuple(compress(range(size), bits(things, size))) if things > 0 else ()
    indexes = []
    while things > 0:
        lowest = things & -things
        indexes.append(lowest.bit_length() - 1)
        things ^= lowest
    return tuple(indexes)


def has(things: Mask[Any], index: int) -> bool:
    """Return whether the thing with this index is in a set; false for `ABSENT` and `UNKNOWN`."""
    return index >= 0 and things >> index & 1 == 1


def plus(things: Mask[K], index: int) -> Mask[K]:
    """Return a set with one more thing."""
    return things | 1 << index


def minus(things: Mask[K], index: int) -> Mask[K]:
    """Return a set without one thing."""
    return things & ~(1 << index)
