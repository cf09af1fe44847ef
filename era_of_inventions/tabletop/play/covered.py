"""What the completions of a position cover of all that its unknown things can be together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, repeat
from math import comb, factorial
from operator import sub
from sys import maxsize
from typing import Any, TypeAlias, TypeVar, cast

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.play.possible import Possible
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.values import views
from era_of_inventions.tabletop.values.completions import MIXTURES_MAX, completed, mixtures
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.packed import members
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
_Free: TypeAlias = Mapping[AnyNames, Sequence[int]]
"""How many free cards of each sort there are, by their kind."""


class Covered(Possible[S]):
    """The completions of a position, and whether questions were asked of all that some unknown fields can be."""

    def __init__(self, state: S) -> None:
        """Keep the position."""
        super().__init__(state)
        self._occurring: dict[tuple[KeyPath, ...], bool] = {}

    def are_tried(self, fields: Sequence[Leaf]) -> bool:
        """Return whether all that some unknown fields can be together occurs in the completions."""
        return self._occur(fields) and (
            all(leaf.holds_cards for leaf in fields) or not self._is_doubtful
        )

    def _occur(self, fields: Sequence[Leaf]) -> bool:
        """Return what `are_tried` does, unless checks forbid hidden values only with the cards that were tried.

        Cards matter by their sorts or, without sorts, each by itself. If there are more mixtures of sorts in one field
        than can be tried, it is believed to be enough that each sort occurs as often, and as rarely, as it can. An
        author's own completions are believed to be enough.
        """
        paths = tuple([leaf.path for leaf in fields])
        if paths not in self._occurring:
            self._occurring[paths] = self._are_possible and self._do_occur(fields)
        return self._occurring[paths]

    def _do_occur(self, fields: Sequence[Leaf]) -> bool:
        values = [leaf for leaf in fields if not leaf.holds_cards]
        if values and not self._numbers.complete:
            return len(fields) == 1 and values[0].path in self._in_full
        cards = [leaf for leaf in fields if leaf.holds_cards]
        if not cards or self.state.setting.rulebook.completions is not None:
            return True
        return self._are_exhausted(fields) or (len(fields) == 1 and self._is_mixed(fields[0]))

    def _is_mixed(self, leaf: Leaf) -> bool:
        """Return whether a field has too many mixtures of sorts, and the least and the most of each sort occur in it.

        A field in which cards lie in an order is not mixed.
        """
        sorts = self._free_sorts(by_sort=True)
        every = self._together([leaf], {of: [*some.values()] for of, some in sorts.items()})
        too_many = next(islice(every, MIXTURES_MAX, None), None)
        if not self._has_sorts(leaf) or self._is_ordered(leaf) or not too_many:
            return False
        holds: Any = leaf.field.spec.holds
        unknown, free = holds.count_unknown(leaf.value), self.free[holds.of].bit_count()
        worlds = [*self.every, *self._ruled_out([leaf])]
        held = [Counter(self._sorts_in(leaf, whole)) for whole in worlds]
        return all(
            {max(0, unknown + number - free), min(unknown, number)}
            <= {one[sort] for one in held}
            for sort, number in sorts[holds.of].items()
        )

    def _has_sorts(self, leaf: Leaf) -> bool:
        names: AnyNames = leaf.field.spec.holds.of  # type: ignore[attr-defined]
        return bool(names.sorts(self.state.setting.terms))

    def _is_ordered(self, leaf: Leaf) -> bool:
        """Return whether it makes a difference in which order the unknown cards of a field lie."""
        if not leaf.holds_cards:
            return False
        holds: Any = leaf.field.spec.holds
        cards = completed(leaf, self.first)
        return bool(holds.filled(leaf.value, cards) != holds.filled(leaf.value, cards[::-1]))

    def _are_exhausted(self, fields: Sequence[Leaf]) -> bool:
        """Return whether everything that some fields can hold together occurs in the completions."""
        by_sort = not any(map(self._is_ordered, fields))
        worlds = [*self.every, *self._ruled_out(fields)]
        found = {
            tuple([self._held(leaf, whole, by_sort=by_sort) for leaf in fields])
            for whole in worlds
        }
        free = self._free_sorts(by_sort=by_sort)
        numbers = {names: [*sorts.values()] for names, sorts in free.items()}
        possible = self._together(fields, numbers)
        return next(islice(possible, len(found), None), None) is None

    def _ruled_out(self, fields: Sequence[Leaf]) -> Iterator[S]:
        """Yield the refused completions that checks forbid, whatever lies in other fields."""
        paths = {leaf.path for leaf in fields}
        return (
            whole for whole, uses in self._refusals if any(used <= paths for used in uses)
        )

    @cached_property
    def _refusals(self) -> Sequence[tuple[S, Sequence[frozenset[KeyPath]]]]:
        """The refused completions, each with what the checks use that forbid it."""
        found = []
        for whole in self._refused:
            asked = (self.behind_veil(check, whole) for check in self._checks)
            found.append((whole, [used for problems, used in asked if problems]))
        return found

    def _held(self, leaf: Leaf, whole: S, *, by_sort: bool) -> Hashable:
        """Return what an unknown field holds in a completion: its value or, by sort, the sorts of its unknown cards."""
        if leaf.holds_cards and by_sort:
            return self._sorts_in(leaf, whole)
        return cast("Hashable", views.part_at(whole, leaf.path))

    def _free_sorts(self, *, by_sort: bool) -> dict[AnyNames, Counter[int]]:
        """Return how many free cards of each sort there are, by their kind."""
        free = views.lying_nowhere(self.state.setting.layout, self.state)
        return {
            names: Counter(
                map(self._sort_of(names, by_sort=by_sort).__getitem__, members(cards))
            )
            for names, cards in free.items()
        }

    def _together(self, fields: Sequence[Leaf], free: _Free) -> Iterator[bool]:
        """Yield True for each of all the things that some fields can hold together."""
        if not fields:
            yield True
            return
        leaf, *others = fields
        for left in self._ways(leaf, free):
            yield from self._together(others, left)

    def _ways(self, leaf: Leaf, free: _Free) -> Iterator[_Free]:
        """Yield for everything that an unknown field can hold how many free cards are left."""
        if not leaf.holds_cards:
            yield from repeat(free, self._sizes[leaf.path])
            return
        holds: Any = leaf.field.spec.holds
        numbers, unknown = [*filter(None, free[holds.of])], holds.count_unknown(leaf.value)
        orders = min(factorial(unknown), maxsize) if self._is_ordered(leaf) else 1
        if {*numbers} <= {1}:  # each is its own sort, and it does not matter which are left
            number = min(comb(len(numbers), unknown) * orders, maxsize)
            yield from repeat({**free, holds.of: numbers[unknown:]}, number)
            return
        for mixture in mixtures(numbers, unknown):
            left = {**free, holds.of: [*map(sub, numbers, mixture)]}
            yield from repeat(left, orders)

    @cached_property
    def _sizes(self) -> Mapping[KeyPath, int]:
        """How many values each hidden value can be."""
        paths = (leaf.path for leaf in self._numbers.leaves)
        return dict(zip(paths, self._numbers.sizes, strict=True))

    @cached_property
    def _cards(self) -> frozenset[KeyPath]:
        """The paths of the fields with unknown cards."""
        return frozenset(leaf.path for leaf in self.unknown if leaf.holds_cards)

    @cached_property
    def _is_doubtful(self) -> bool:
        """Whether checks forbid hidden values with all cards with which they were tried, though not with others."""

        def numbers(whole: S) -> tuple[object, ...]:
            return tuple(views.part_at(whole, leaf.path) for leaf in self._values)

        possible = {*map(numbers, self.every)}
        left = [one for one in self._refusals if numbers(one[0]) not in possible]
        ruled_out = {
            numbers(whole)
            for whole, uses in left
            if not self._cards or any(map(self._cards.isdisjoint, uses))
        }
        return any(numbers(whole) not in ruled_out for whole, _ in left)
