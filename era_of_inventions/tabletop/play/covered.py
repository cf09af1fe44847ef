"""What unknown fields can hold together, and completions in which they hold it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, islice, permutations, zip_longest
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.play.calls import totals_of
from era_of_inventions.tabletop.play.possible import Named, Possible
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.values.completions import Spans, options_of
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.packed import ABSENT, Cards, mask, members
from era_of_inventions.tabletop.values.views import Leaf, part_at, with_part, with_parts

S = TypeVar("S", bound=AnyPosition)
COVERED_MAX = 512
"""If some fields can hold more combinations than this, not all of them are tried."""
TURNS = 8
"""In how many completions with the same combination checks are asked, before it is given up."""
SEARCHED = 4_096
"""In how many completions checks are asked, if they forbid most, before it is given up."""


class OfSort(NamedTuple):
    """One of the free things of a sort."""

    sort: int


Held: TypeAlias = Mapping[KeyPath, Any]
"""What unknown fields hold, by their paths: a value, the sorts of unknown things, or one of a sort."""
_Sorts: TypeAlias = Mapping[AnyNames, "Counter[int]"]
"""How many things of each sort are left, by their kind."""
_Things: TypeAlias = Mapping[AnyNames, Mapping[int, Sequence[int]]]
"""Things by their sorts, by their kind."""
_MixturesOf: TypeAlias = Callable[["Counter[int]", int], Iterable[tuple[int, ...]]]
"""Returns mixtures of a size, given how many things of each sort are left."""


def _mixtures(left: Counter[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the sorts of all mixtures of this size, given how many things of each sort are left."""
    if {*left.values()} <= {1}:
        yield from combinations(sorted(left), size) if size >= 0 else ()
        return
    sorts = sorted(left)
    for numbers in _numbers([left[sort] for sort in sorts], size):
        pairs = zip(sorts, numbers, strict=True)
        yield tuple([sort for sort, number in pairs for _ in range(number)])


def _numbers(left: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield how many things of each sort are in each mixture of this size, given how many are left of each."""
    if not left:
        yield from () if size else ((),)
        return
    most, *others = left
    for number in range(max(0, size - sum(others)), min(most, size) + 1):
        for numbers in _numbers(others, size - number):
            yield (number, *numbers)


def _of_groups(left: Counter[int], size: int) -> Iterable[tuple[int, ...]]:
    """Return mixtures with equal parts of each group of sorts, filled up with others."""
    groups = chain(*(combinations(left, number) for number in range(1, len(left) + 1)))
    turns = (zip_longest(*([sort] * left[sort] for sort in group)) for group in groups)
    found = ([sort for sort in chain(*turn) if sort is not None] for turn in turns)
    return dict.fromkeys(_filled_up(some, left, size) for some in found)


def _of_groups_and_pairs(left: Counter[int], size: int) -> Iterable[tuple[int, ...]]:
    """Return mixtures with equal parts of each group of sorts, and as many and as few parts of each two as can be."""
    pairs = (
        [*([one] * number), *([other] * left[other])]
        for one, other in permutations(left, 2)
        for number in range(1, min(left[one], size) + 1)
    )
    filled = (_filled_up(some, left, size) for some in chain(pairs, _without_two(left, size)))
    return dict.fromkeys(chain(_of_groups(left, size), filled))


def _without_two(left: Counter[int], size: int) -> Iterator[Sequence[int]]:
    """Yield mixtures with all parts of other sorts than two, and each number of the one before the other."""
    for one, other in permutations(left, 2):
        others = [*(left - Counter({one: left[one], other: left[other]})).elements()]
        for number in range(min(left[one], max(0, size - len(others))) + 1):
            yield [*others, *([one] * number), *([other] * left[other])]


def _filled_up(some: Sequence[int], left: Counter[int], size: int) -> tuple[int, ...]:
    """Return the mixture of this size that begins with some sorts, filled up with others."""
    first = Counter(some[:size])
    others = islice((left - first).elements(), size - first.total())
    return tuple(sorted(chain(first.elements(), others)))


class Covered(Possible[S]):
    """The completions of a position, and further ones in which some fields hold all that they can hold together."""

    def __init__(self, state: S, named: Named = ()) -> None:
        """Keep the position, and what is asked for by name."""
        super().__init__(state, named)
        self._covering: dict[tuple[KeyPath, ...], Sequence[S] | None] = {}
        self._by_sort: dict[tuple[int, bool], _Things] = {}

    def covering(self, fields: Sequence[Leaf]) -> Sequence[S] | None:
        """Return completions in which some unknown fields hold all that they can together; None if that is too much.

        What checks forbid is left out. If they also ask about other fields, it has to
        be forbidden with everything that these can hold. Cards matter by their sorts
        or, without sorts and if they are named, each by itself. An author's own
        completions are believed to be enough for cards.
        """
        paths = tuple([leaf.path for leaf in fields])
        if paths not in self._covering:
            self._covering[paths] = None  # for a check that asks what is just looked for
            self._covering[paths] = self._cover(fields) if self._are_possible else None
        return self._covering[paths]

    def _cover(self, fields: Sequence[Leaf]) -> Sequence[S] | None:
        if self.state.setting.rulebook.completions is not None:
            values = [leaf for leaf in fields if not leaf.holds_cards]
            if len(values) < len(fields) or not values:
                return self._mixed(values) if values else self.every
        by_sort = self._ordered.isdisjoint(leaf.path for leaf in fields)
        every = self._combinations(fields, by_sort=by_sort)
        if every is None:
            return None
        found, left, asked = list[S](), list[Held](), set[KeyPath]()
        for held in every:
            whole, uses = self._allowed(held, by_sort=by_sort)
            found += [] if whole is None else [whole]
            left += [held] if uses else []
            asked |= uses
        if not asked:
            return found
        more = [leaf for leaf in self.unknown if leaf.path in asked and leaf not in fields]
        covered = self.covering([leaf for leaf in self.unknown if leaf in (*fields, *more)])
        if covered is None and self._plain.issuperset(leaf.path for leaf in (*fields, *more)):
            return self._extended(found, left, more)
        return covered

    def _mixed(self, values: Sequence[Leaf]) -> Sequence[S] | None:
        """Return an author's completions with all that some values can be; None if that is too much."""
        paths = [leaf.path for leaf in values]
        if (covering := self.covering(values)) is None or self.place_among.keys() & {*paths}:
            return None
        held = {tuple([part_at(one, path) for path in paths]) for one in covering}
        if len(held) * len(self.every) > COVERED_MAX:
            return None
        parts = [dict(zip(paths, one, strict=True)) for one in held]
        mixed = (with_parts(whole, one) for whole in self.every for one in parts)
        return [*filter(self.is_possible, mixed)]

    def _extended(
        self, found: Sequence[S], left: Sequence[Held], more: Sequence[Leaf]
    ) -> Sequence[S] | None:
        """Return the completions found, and one for each combination of numbers left that is possible with ``more``.

        None is returned if that is too much.
        """
        extended, paths, tries = [*found], [leaf.path for leaf in more], 0
        for held in left:
            for values in self._spans.ways(paths, held):
                both = {**held, **{path: values[path] for path in paths}}
                whole, uses = self._allowed(both, by_sort=True)
                tries += 1
                if uses or tries > SEARCHED:
                    return None
                if whole is not None:
                    extended.append(whole)
                    break
        return extended

    def promised(self, fields: Sequence[Leaf]) -> Sequence[S]:
        """Return completions with mixtures of few sorts in a place of cards, each with all that is picked from it.

        There are none for several places, or if the rulebook does not promise that it
        matters only whether there are enough of some sorts.
        """
        places = [self.place_among.get(leaf.path, leaf) for leaf in fields]
        sets = [one for one in places if type(one.value) is Cards and one.names.only_enough]
        several = sum(leaf.holds_cards for leaf in fields) > 1
        if len(sets) < len(fields) or several or not self._are_possible:
            return ()
        if 1 << len(self._free_sorts(by_sort=True)[sets[0].names]) > COVERED_MAX:
            return ()
        every = self._combinations(
            fields, by_sort=True, mixtures=_of_groups_and_pairs, most=SEARCHED
        )
        found = [self._allowed(held, by_sort=True)[0] for held in every or ()]
        allowed = [whole for whole in found if whole is not None]
        return allowed if len(allowed) == len(found) else ()

    def with_most(self, whole: S, fields: Sequence[Leaf]) -> S:
        """Return a completion with all cards that can lie in some fields; it is no possible position.

        What is picked or asked for by name lies where it does in the completion. The
        number of cards in a field stays, because a negative number of them is unknown.
        """
        picks = [leaf for leaf in fields if not leaf.holds_cards]
        by_name = [self._picked_in(whole, leaf) for leaf in picks]
        most = dict[KeyPath, Any]()
        for leaf in fields:
            if leaf.holds_cards:
                by_name += [thing for names, thing in self._named if names is leaf.names]
                named = mask(object, {*by_name} - {ABSENT})
                every = part_at(whole, leaf.path).known | self.free[leaf.names] & ~named
                most[leaf.path] = Cards(every, leaf.value.size - every.bit_count())
        return with_parts(whole, most)

    def _picked_in(self, whole: S, leaf: Leaf) -> int:
        """Return the thing that is picked in a completion; `ABSENT` if it is none of its place."""
        things = [*self.state.setting.terms.get(self.place_among[leaf.path].names.names)]
        name: Any = leaf.field.shape.write(part_at(whole, leaf.path))
        return things.index(name) if name in things else ABSENT

    @cached_property
    def _ordered(self) -> frozenset[KeyPath]:
        """The paths of the fields where it makes a difference in which order their unknown cards lie."""
        lying = [(leaf, leaf.completed_in(self.first)) for leaf in self._places]
        return frozenset(
            leaf.path
            for leaf, cards in lying
            if leaf.filled(cards) != leaf.filled(cards[::-1])
        )

    def _search(self) -> Iterator[S]:
        """Yield some completions that checks allow, where they forbid all usual ones but those of an author."""
        if self.state.setting.rulebook.completions is not None:
            return iter(())
        wholes = (self._completion_with({}, turn, by_sort=False) for turn in range(SEARCHED))
        return islice(filter(self.is_possible, wholes), TURNS)

    # --- What fields can hold ---------------------------------------------------------

    def _combinations(
        self,
        fields: Sequence[Leaf],
        *,
        by_sort: bool,
        mixtures: _MixturesOf = _mixtures,
        most: int = COVERED_MAX,
    ) -> Sequence[Held] | None:
        """Return all that some fields can hold together, of these mixtures in places; None if that is too much."""
        places = [self.place_among.get(leaf.path) for leaf in fields]
        if any(place and places.count(place) > 1 for place in places):
            return None
        things = [
            leaf for leaf in fields if leaf.holds_cards or leaf.path in self.place_among
        ]
        things.sort(key=lambda leaf: leaf.holds_cards)
        sorts = self._free_sorts(by_sort=by_sort)
        values = {leaf.path for leaf in fields if leaf not in things}
        together = (
            held
            for numbers in self._spans.ways(values, {})
            for held in self._together(
                things, {path: numbers[path] for path in values}, sorts, mixtures
            )
        )
        every = [*islice(together, most + 1)]
        return every if len(every) <= most else None

    def _together(
        self, fields: Sequence[Leaf], held: Held, left: _Sorts, mixtures: _MixturesOf
    ) -> Iterator[Held]:
        """Yield all that is held if some fields with things hold what is left."""
        if not fields:
            yield held
            return
        leaf, *others = fields
        ways = (
            self._lying(leaf, held, left, mixtures)
            if leaf.holds_cards
            else self._picked(leaf, left)
        )
        for one, sorts in ways:
            yield from self._together(others, {**held, leaf.path: one}, sorts, mixtures)

    def _picked(self, leaf: Leaf, left: _Sorts) -> Iterator[tuple[Any, _Sorts]]:
        """Yield what a value can be that is a thing of a place with unknown things, and what is left then."""
        place = self.place_among[leaf.path]
        for sort in left[place.names]:
            yield OfSort(sort), {**left, place.names: left[place.names] - Counter([sort])}
        things, known = [*self.state.setting.terms.get(place.names.names)], place.cards.known
        for option in leaf.field.shape.options:
            name: Any = leaf.field.shape.write(option)
            if name not in things or known >> things.index(name) & 1:
                yield option, left

    def _lying(
        self, leaf: Leaf, held: Held, left: _Sorts, mixtures: _MixturesOf
    ) -> Iterator[tuple[Any, _Sorts]]:
        """Yield the sorts of the unknown things in a field, in all orders if these matter, and what is left then."""
        picked = self._picked_from(leaf, held)
        for sorts in mixtures(left[leaf.names], leaf.count_unknown - len(picked)):
            others = {**left, leaf.names: left[leaf.names] - Counter(sorts)}
            lying = sorted((*picked, *sorts))
            for order in (
                permutations(lying) if leaf.path in self._ordered else [tuple(lying)]
            ):
                yield order, others

    def _picked_from(self, place: Leaf, held: Held) -> list[int]:
        """Return the sorts of the free things that are picked from a place."""
        own = (path for path, among in self.place_among.items() if among is place)
        return [held[path].sort for path in own if type(held.get(path)) is OfSort]

    def _free_sorts(self, *, by_sort: bool) -> dict[AnyNames, Counter[int]]:
        """Return how many free cards of each sort there are, by their kind."""
        return {
            names: Counter(
                map(
                    self._sort_of(names, by_sort=by_sort).__getitem__,
                    members(cast("Any", cards)),
                )
            )
            for names, cards in self.free.items()
        }

    @cached_property
    def _plain(self) -> frozenset[KeyPath]:
        """The paths of the hidden values that are not picked from a place with unknown things."""
        return frozenset(leaf.path for leaf in self._spans.leaves)

    @cached_property
    def _spans(self) -> Spans:
        """What the hidden values can be that are not picked from a place with unknown things."""
        setting = self.state.setting
        plain = [leaf for leaf in self.values if leaf.path not in self.place_among]
        return Spans.of(setting.layout, self.state, self._guess, plain, totals_of(setting))

    @cached_property
    def place_among(self) -> Mapping[KeyPath, Leaf]:
        """The sets with unknown things, by the paths of the values that are things of these sets."""
        places = {leaf.path: leaf for leaf in self.unknown if type(leaf.value) is Cards}
        return {leaf.path: places[leaf.among] for leaf in self.values if leaf.among in places}

    # --- Completions in which they hold it --------------------------------------------

    def _allowed(self, held: Held, *, by_sort: bool) -> tuple[S | None, frozenset[KeyPath]]:
        """Return a completion with what is held that checks allow.

        If there is none, though not every time they forbid just this, return what they
        ask.
        """
        asked = frozenset[KeyPath]()
        for turn in range(TURNS):
            whole = self._completion_with(held, turn, by_sort=by_sort)
            refusals = [self.uses(check, whole) for check in self._checks if check(whole)]
            if not refusals:
                return whole, frozenset()
            if not any(used <= held.keys() for used in refusals):
                asked |= refusals[0]
            elif self._plain >= held.keys():
                return None, frozenset()
        return None, asked

    def _completion_with(self, held: Held, turn: int, *, by_sort: bool) -> S:
        """Return a completion with what is held, in each turn with other things of its sorts and others elsewhere."""
        left = {
            names: {sort: [*things] for sort, things in of_sort.items()}
            for names, of_sort in self._things(turn, by_sort).items()
        }
        own = {leaf.path: held[leaf.path] for leaf in self._spans.leaves if leaf.path in held}
        parts: dict[KeyPath, Any] = next(self._spans.ways((), own, turn), own)
        lying: dict[KeyPath, list[int]] = {leaf.path: [] for leaf in self._places}
        for leaf in self.values:
            if type(one := held.get(leaf.path)) is OfSort:
                place = self.place_among[leaf.path]
                lying[place.path].append(thing := left[place.names][one.sort].pop())
                name = [*self.state.setting.terms.get(place.names.names)][thing]
                parts[leaf.path] = leaf.field.shape.read(name)
            elif leaf.path in held:
                parts[leaf.path] = one
        for leaf in self._places:
            others, things = Counter(self._picked_from(leaf, held)), left[leaf.names]
            for sort in held.get(leaf.path, ()):
                if others[sort]:
                    others[sort] -= 1
                else:
                    lying[leaf.path].append(things[sort].pop())
        rest = {names: [*chain(*of_sort.values())] for names, of_sort in left.items()}
        for leaf in self._places:
            here, free = lying[leaf.path], rest[leaf.names]
            missing = leaf.count_unknown - len(here)
            parts[leaf.path] = leaf.filled([*here, *free[:missing]])
            del free[:missing]
        whole = with_parts(self.state, parts)
        for leaf in self.values:
            if leaf.path not in parts:
                options = options_of(self.state.setting.layout, whole, leaf)
                whole = with_part(whole, leaf.path, options[turn % len(options)])
        return whole

    def _sort_of(self, names: AnyNames, *, by_sort: bool) -> Sequence[int]:
        """Return the sort of each thing. One without a sort, or one that is named, is a sort of its own."""
        terms = self.state.setting.terms
        sorts = [*names.sorts(terms)] if by_sort else []
        for of, thing in self._named if sorts else ():
            if of is names:
                sorts[thing] = -1 - thing
        return sorts or range(len(terms.get(names.names)))

    def _things(self, turn: int, by_sort: bool) -> _Things:
        """Return the free things of each kind by their sorts, in each turn in another order."""
        if (kept := self._by_sort.get((turn, by_sort))) is not None:
            return kept
        found: dict[AnyNames, dict[int, list[int]]] = {}
        for names, free in self.free.items():
            things = [*members(cast("Any", free))]
            sort_of = self._sort_of(names, by_sort=by_sort)
            if turn > 1:
                Random(turn).shuffle(things)
            of_sort = found.setdefault(names, {})
            for thing in things[:: -1 if turn % 2 else 1]:
                of_sort.setdefault(sort_of[thing], []).append(thing)
        if turn < TURNS:
            self._by_sort[turn, by_sort] = found
        return found
