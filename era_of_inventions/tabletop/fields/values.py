"""Values of fields that are whole numbers at run time and types of their own to a type checker.

A bag of goods and a set of spaces are both an ``int``, which is what makes them fast; but adding one to the other, or
looking for a card of one deck among those of another, is an error that a type checker reports.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar, cast

K = TypeVar("K")

LANE: Final = 16
"""The bits of a bag in which one kind is counted. The top one stays free."""
COUNT_MAX: Final = (1 << LANE - 1) - 1
"""The most of anything that can be counted. No rulebook says so; it is where a lane ends."""
NOTHING: Final = -1
"""No thing: an open place of a path, a choice of none."""
UNKNOWN: Final = -2
"""A thing that is there, but not known to whoever looks."""

if TYPE_CHECKING:

    class Bag(Generic[K]):
        """How many of each kind, packed in lanes of one int. The bits of a plain ``int`` can be set and read in it."""

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
        """A set of things, one bit each. The bits of a plain ``int`` can be joined and compared with it.

        As an index it stands for the number that its bits make.
        """

        def __or__(self, other: Mask[K] | int, /) -> Mask[K]: ...
        def __ror__(self, other: int, /) -> Mask[K]: ...
        def __and__(self, other: Mask[K] | int, /) -> Mask[K]: ...
        def __rand__(self, other: int, /) -> Mask[K]: ...
        def __xor__(self, other: Mask[K] | int, /) -> Mask[K]: ...
        def __invert__(self) -> Mask[K]: ...
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


class Cards(NamedTuple, Generic[K]):
    """Cards of which some are known; ``unknown`` others are there as well."""

    known: Mask[K]
    unknown: int = 0

    @property
    def size(self) -> int:
        """How many there are."""
        return self.known.bit_count() + self.unknown


def bag(of: type[K], numbers: Iterable[int] = ()) -> Bag[K]:
    """How many of each kind, in the order of the kinds."""
    return cast("Bag[K]", sum(number << LANE * lane for lane, number in enumerate(numbers)))


def mask(of: type[K], indexes: Iterable[int] = ()) -> Mask[K]:
    """The set of the things of a kind that have these indexes."""
    return cast("Mask[K]", sum({1 << index for index in indexes}))


NO_THINGS: Final[Mask[Any]] = mask(object)
"""The empty set, of things of any kind."""


def members(things: Mask[Any]) -> tuple[int, ...]:
    """The indexes of the things of a set, lowest first."""
    return tuple([index for index in range(things.bit_length()) if things >> index & 1])
