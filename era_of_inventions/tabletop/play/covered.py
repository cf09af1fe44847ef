"""What the completions of a position cover of all that its unknown things can be together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, repeat
from math import comb, factorial
from operator import sub
from sys import maxsize
from typing import Any, TypeAlias, TypeVar

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.play.possible import Named, Possible
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.values import views
from era_of_inventions.tabletop.values.completions import MIXTURES_MAX, mixtures
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.packed import members
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
COVERED_MAX = 512
"""If some fields can hold more combinations than this, it is not found out whether all occur."""
_Free: TypeAlias = Mapping[Any, Sequence[int]]
"""How many free cards of each sort there are, by their kind; and by the path of a place what it surely has of them."""


class Covered(Possible[S]):
    """The completions of a position, and whether questions were asked of all that some unknown fields can be."""

    def __init__(self, state: S, named: Named = ()) -> None:
        """Keep the position, and what is asked for by name."""
        super().__init__(state, named)
        self._occurring: dict[tuple[KeyPath, ...], bool] = {}

    def are_tried(self, fields: Sequence[Leaf]) -> bool:
        """Return whether all that some unknown fields can be together occurs in the completions."""
        return self._occur(fields) and (
            all(leaf.holds_cards for leaf in fields) or not self._is_doubtful
        )

    def _occur(self, fields: Sequence[Leaf]) -> bool:
        """Return what `are_tried` does, unless checks forbid hidden values only with the cards that were tried.

        Cards matter by their sorts or, without sorts and if they are named, each by itself. An author's own completions
        are believed to be enough.
        """
        paths = tuple([leaf.path for leaf in fields])
        if paths not in self._occurring:
            self._occurring[paths] = self._are_possible and self._do_occur(fields)
        return self._occurring[paths]

    def _do_occur(self, fields: Sequence[Leaf]) -> bool:
        among = [leaf for leaf in fields if leaf.path in self.place_among]
        others = [leaf for leaf in fields if leaf not in among]
        if among and others + among[1:] and all(map(self._only_enough, among)):
            return all(self._occur(some) for some in (others, *([one] for one in among)))
        own = self.state.setting.rulebook.completions is not None
        values = [leaf for leaf in (fields if own else others) if not leaf.holds_cards]
        if values and not self._numbers.complete:
            return len(fields) == 1 and values[0].path in self._in_full
        if own or len(values) == len(fields):
            return True
        return self._are_exhausted(fields) or (len(fields) == 1 and self._is_mixed(fields[0]))

    def _only_enough(self, leaf: Leaf) -> bool:
        """Return whether a rulebook promises that it matters only whether there are enough of some sorts in a field."""
        place = self.place_among.get(leaf.path, leaf)
        return place.holds_cards and place.names.only_enough

    def _is_mixed(self, leaf: Leaf) -> bool:
        """Return whether a field has too many mixtures of sorts, and the least and the most of each sort occur in it.

        That is enough by a promise of the rulebook. A field in which cards lie in an order is not mixed.
        """
        if not leaf.holds_cards or not self._only_enough(leaf) or self._is_ordered(leaf):
            return False
        sorts = self._free_sorts(by_sort=True)[leaf.names]
        unknown, free = leaf.count_unknown, self.free[leaf.names].bit_count()
        every = mixtures([*sorts.values()], unknown)
        if next(islice(every, MIXTURES_MAX, None), None) is None:
            return False
        worlds = [*self.every, *self._ruled_out([leaf])]
        held = [Counter(self._sorts_in(leaf, whole)) for whole in worlds]
        return all(
            {max(0, unknown + number - free), min(unknown, number)}
            <= {one[sort] for one in held}
            for sort, number in sorts.items()
        )

    def _is_ordered(self, leaf: Leaf) -> bool:
        """Return whether it makes a difference in which order the unknown cards of a field lie."""
        if not leaf.holds_cards:
            return False
        cards = leaf.completed_in(self.first)
        return bool(leaf.filled(cards) != leaf.filled(cards[::-1]))

    def _are_exhausted(self, fields: Sequence[Leaf]) -> bool:
        """Return whether everything that some fields can hold together occurs in the completions."""
        by_sort = not any(map(self._is_ordered, fields))
        among = [
            self.place_among[leaf.path] for leaf in fields if leaf.path in self.place_among
        ]
        if len({leaf.path for leaf in among}) < len(among):
            return False
        free = self._free_sorts(by_sort=by_sort)
        numbers = {names: [*sorts.values()] for names, sorts in free.items()}
        possible = self._together(sorted(fields, key=lambda leaf: leaf.holds_cards), numbers)
        number = sum(1 for _ in islice(possible, COVERED_MAX + 1))
        if number > COVERED_MAX:
            return False
        found = set[tuple[Hashable, ...]]()
        for whole in chain(self.one_by_one(), self._ruled_out(fields)):
            found.add(tuple([self._held(leaf, whole, by_sort=by_sort) for leaf in fields]))
            if len(found) >= number:
                return True
        return False

    def _ruled_out(self, fields: Sequence[Leaf]) -> Iterator[S]:
        """Yield the refused completions that checks forbid, whatever lies in other fields."""
        paths = {leaf.path for leaf in fields}
        for whole, uses in self._refusals:
            if any(used <= paths for used in uses):
                yield whole

    @cached_property
    def _refusals(self) -> Sequence[tuple[S, Sequence[frozenset[KeyPath]]]]:
        """The refused completions, each with what the checks use that forbid it."""
        found = []
        for whole in self._refused:
            asked = (self.behind_veil(check, whole) for check in self._checks)
            found.append((whole, [used for problems, used in asked if problems]))
        return found

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
        if leaf.path in self.place_among:
            yield from self._ways_among(leaf, free)
            return
        if not leaf.holds_cards:
            yield from repeat(free, self._sizes[leaf.path])
            return
        numbers = [*filter(None, free[leaf.names])]
        unknown = leaf.count_unknown - len(free.get(leaf.path, ()))
        orders = min(factorial(unknown), maxsize) if self._is_ordered(leaf) else 1
        if {*numbers} <= {1}:  # each is its own sort, and it does not matter which are left
            number = min(comb(len(numbers), unknown) * orders, maxsize)
            yield from repeat({**free, leaf.names: numbers[unknown:]}, number)
            return
        for mixture in mixtures(numbers, unknown):
            left = {**free, leaf.names: [*map(sub, numbers, mixture)]}
            yield from repeat(left, orders)

    def _ways_among(self, leaf: Leaf, free: _Free) -> Iterator[_Free]:
        """Yield what `_ways` does for a value that is a thing of a place with unknown things."""
        place = self.place_among[leaf.path]
        numbers, terms = free[place.names], self.state.setting.terms
        for sort, number in enumerate(numbers):
            if number:
                left = [*numbers[:sort], number - 1, *numbers[sort + 1 :]]
                yield {**free, place.names: left, place.path: [1]}
        names = {*terms.get(place.names.names)}
        options = leaf.field.shape.options
        others = [one for one in options if leaf.field.shape.write(one) not in names]
        known = place.cards.known.bit_count()
        yield from repeat(free, known + len(others))

    @cached_property
    def _sizes(self) -> Mapping[KeyPath, int]:
        """How many values each hidden value can be."""
        paths = (leaf.path for leaf in self._numbers.leaves)
        return dict(zip(paths, self._numbers.sizes, strict=True))

    @cached_property
    def _is_doubtful(self) -> bool:
        """Whether checks forbid hidden values with all cards with which they were tried, though not with others."""

        def numbers(whole: S) -> tuple[object, ...]:
            return tuple(views.part_at(whole, leaf.path) for leaf in self._values)

        possible = {*map(numbers, self.every)}
        places = {leaf.path for leaf in self._places}
        left = [one for one in self._refusals if numbers(one[0]) not in possible]
        ruled_out = {
            numbers(whole)
            for whole, uses in left
            if not places or any(map(places.isdisjoint, uses))
        }
        return any(numbers(whole) not in ruled_out for whole, _ in left)
