"""Copies: things with the same face, which nobody can distinguish, such as two cards of one value."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from operator import index
from typing import Any, Generic, NamedTuple, TypeVar

import attrs

from era_of_inventions.tabletop.values.packed import ABSENT, NO_THINGS, Mask

K = TypeVar("K")


@attrs.frozen(eq=False)
class Copies(Generic[K]):
    """The copies of each face; ``numbers`` is how many there are: ``{"four": 12, "five": 14}``.

    The indexes of the copies of a face follow one another. Each copy is named after its
    face and number: ``four-1``.
    """

    numbers: Mapping[str, int]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the copies."""
        each = self.numbers.items()
        return tuple(f"{face}-{copy + 1}" for face, number in each for copy in range(number))

    @cached_property
    def face_of(self) -> tuple[int, ...]:
        """The face of each copy, as an index."""
        each = enumerate(self.numbers.values())
        return tuple(face for face, number in each for _ in range(number))

    @cached_property
    def of_face(self) -> tuple[Mask[K], ...]:
        """The set of the copies of each face."""
        each = self.numbers.values()
        ends = zip(each, accumulate(each), strict=True)
        return tuple(NO_THINGS | ((1 << number) - 1) << end - number for number, end in ends)

    def counts(self, things: Mask[K]) -> tuple[int, ...]:
        """Return how many of these things have each face."""
        known = index(things)  # which a veil notes once, not for each face
        return tuple([(known & copies).bit_count() for copies in self.of_face])

    def taken(self, things: Mask[K], left: list[Mask[K]]) -> Mask[K]:
        """Take as many copies of each face as there are among the things, and return them.

        They are the first ones that are ``left`` of their face. Raises `IndexError` if
        too few are left.
        """
        taken: Mask[K] = NO_THINGS
        for face, number in enumerate(self.counts(things)):
            if number:
                rest: Any = left[face]
                first = ((1 << number) - 1) * (rest & -rest)  # they follow one another
                if rest.bit_count() < number:
                    raise IndexError(face)
                left[face], taken = rest & ~first, taken | first
        return taken

    def one(self, things: Mask[K], face: int) -> int:
        """Return the first of these things that has a face; `ABSENT` if there is none."""
        found = things & self.of_face[face]
        return (found & -found).bit_length() - 1 if found else ABSENT


class ByFace(NamedTuple):
    """A value, and further cards that belong to it but are known only by their ``faces``, not yet as copies."""

    value: Any
    faces: tuple[int, ...]
    copies: Copies[Any]
