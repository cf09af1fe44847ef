"""Completions: positions that a view can be of, with guesses in place of everything that is unknown."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import (
    chain,
    islice,
    repeat,
    takewhile,
    zip_longest,
)
from math import gcd, prod
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.values.declared import BoundField
from era_of_inventions.tabletop.values.layout import Layout, numbers_at
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.packed import members
from era_of_inventions.tabletop.values.views import (
    Leaf,
    domain_at,
    lying_nowhere,
    part_at,
    unknown_in,
    values_in,
    with_part,
    with_parts,
)

T = TypeVar("T")
Order = Callable[[list[int]], None]
"""Sorts the indexes of cards in place."""
Totals: TypeAlias = Sequence[tuple[tuple[str, ...], int]]
"""What the numbers in some fields, given by path, add up to."""
Group: TypeAlias = tuple[Sequence[int], int | None]
"""The places of unknown values among all, and what the numbers of their options add up to; None if that is free."""
_Pick: TypeAlias = Callable[[int, range], Iterable[int]]
ROTATIONS = 8
"""In this many turns, hidden values with the same options differ from each other; after these they do at random."""
GUESSES_MAX = 192
"""The most combinations of unknown values that are no cards."""
SHUFFLED = 64
"""In how many completions all unknown cards are shuffled."""


def complete(layout: Layout[T], value: T, order: Order, first: int = 0) -> T:
    """Return a completion of a view: in place of every unknown card it has a card that lies nowhere else.

    ``order`` sorts the free cards, which are then taken from the end. The seat
    ``first``, which decides, takes its cards before all others, so that it can get the
    highest or the lowest. Any other hidden value becomes the first of its options.
    """
    free = _free_cards(layout, value)
    for cards in free.values():
        order(cards)
    whole = _dealt(_places_to_fill(layout, value, first), value, free)
    leaves, combinations = guesses(layout, value, whole)
    return _guessed(layout, whole, leaves, next(iter(combinations)))


def completions(
    layout: Layout[T], value: T, first: int = 0, totals: Totals = ()
) -> Iterator[T]:
    """Yield completions of a view. The seat ``first`` holds each free card in at least one of them.

    A card is free if it is not known to lie anywhere. The first two completions differ
    as much as possible. The next ones are spread evenly, even if only a few are used.
    In the last ones the cards are shuffled, in the same way every time. Hidden values
    that are no cards are those of `guesses`, independent of each other.
    """
    return _with_values(layout, value, _deals(layout, value, first), totals)


def _deals(layout: Layout[T], value: T, first: int) -> Iterator[T]:
    """Yield completions of a view in which only the cards are completed."""
    free, deals = _free_cards(layout, value), _places_to_fill(layout, value, first)
    most = max([2, *map(len, free.values())]) if deals else 1
    half = most // 2
    step = next(step for step in range(int(most * 0.382), most + 1) if gcd(step, most) == 1)
    spread = (number * step % most for number in range(1, most))
    for turned in dict.fromkeys((0, half, *spread)):
        cuts = {names: turned * len(cards) // most for names, cards in free.items()}
        turned_by = {
            names: cards[cuts[names] :] + cards[: cuts[names]]
            for names, cards in free.items()
        }
        yield _dealt(deals, value, turned_by)
    rng = random.Random(0)
    for _ in range(SHUFFLED if deals else 0):
        shuffled = {names: rng.sample(cards, len(cards)) for names, cards in free.items()}
        yield _dealt(deals, value, shuffled)


def _free_cards(layout: Layout[Any], value: Any) -> dict[AnyNames, list[int]]:
    return {names: [*members(free)] for names, free in lying_nowhere(layout, value).items()}


def _dealt(unknown: Sequence[Leaf], value: T, free: dict[AnyNames, list[int]]) -> T:
    """Return a completion of a view whose ``unknown`` fields, in this order, take ``free`` cards from the end."""
    parts = {}
    for leaf in unknown:
        cards = free[leaf.names]
        parts[leaf.path] = leaf.filled([cards.pop() for _ in range(leaf.count_unknown)])
    return with_parts(value, parts)


def _places_to_fill(layout: Layout[Any], value: Any, first: int) -> list[Leaf]:
    """Return the fields of a view with unknown cards: those of the seat ``first``, and then all others."""
    places = [leaf for leaf in unknown_in(layout, value) if leaf.holds_cards]
    return sorted(places, key=lambda leaf: leaf.seat != first)


def exchanged(leaves: Iterable[Leaf], whole: T, names: AnyNames, one: int, other: int) -> T:
    """Return a completion in which two cards have changed places, given the unknown ``leaves`` of its view."""
    places = {one: other, other: one}
    for leaf in (one for one in leaves if one.is_of(names)):
        cards = leaf.completed_in(whole)
        if not places.keys().isdisjoint(cards):
            new = leaf.filled([places.get(card, card) for card in cards])
            whole = with_part(whole, leaf.path, new)
    return whole


def brought_among(
    layout: Layout[T], leaves: Sequence[Leaf], whole: T, leaf: Leaf, staying: Collection[int]
) -> T:
    """Return a completion in which the thing that is hidden in a field lies where its domain has it among others.

    It has changed places with one of these, given the unknown ``leaves`` of the view,
    but not with one that is ``staying`` there; if all are, it stays where it is.
    """
    thing = part_at(whole, leaf.path)
    things, others = _among(layout, whole, leaf)
    there = next((one for one in leaves if one.path == leaf.among), None)
    if there is None or thing in things or thing in others:
        return whole
    instead = (one for one in there.completed_in(whole) if one not in staying)
    other = next(instead, thing)
    return exchanged(leaves, whole, there.names, other, thing)


# --- Hidden values that are no cards --------------------------------------------------


class Spans(NamedTuple):
    """What the unknown values of a view can be that are no cards: the options of each of ``leaves``.

    The ``ranges`` are the numbers of the possible options, given what those of each
    group add up to.
    """

    leaves: tuple[Leaf, ...]
    options: Sequence[Sequence[Any]]
    groups: Sequence[Group]
    ranges: Sequence[range]

    @classmethod
    def of(
        cls, layout: Layout[T], view: T, whole: T, leaves: Sequence[Leaf], totals: Totals
    ) -> Spans:
        """Return what some hidden values can be; in ``whole`` the cards are completed.

        Totals that cannot be made are left out: more is known than there is.
        """
        options = [options_of(layout, whole, leaf) for leaf in leaves]
        groups = [*_groups(layout, view, leaves, totals)]
        ranges = _narrowed([range(len(some)) for some in options], groups)
        found = cls(tuple(leaves), options, groups, ranges)
        is_possible = not totals or next(_combined(groups, ranges, _upward), None) is not None
        return found if is_possible else cls.of(layout, view, whole, leaves, ())

    @property
    def number(self) -> int:
        """How many combinations there are, or a number above `GUESSES_MAX` if there are more."""
        if all(rest is None for places, rest in self.groups):
            return prod(map(len, self.ranges))
        if not all(self.ranges):
            return 0
        every = _combined(self.groups, self.ranges, _upward)
        return sum(1 for _ in islice(every, GUESSES_MAX + 1))

    def ways(
        self, wanted: Collection[KeyPath], given: Mapping[KeyPath, Any], turn: int = 0
    ) -> Iterator[dict[KeyPath, Any]]:
        """Yield all that the ``wanted`` values can be if some are ``given``, with something for the others.

        In each ``turn`` that is something else, if possible: first all others differ
        from each other.
        """
        rng = Random(turn) if turn >= ROTATIONS else None

        def pick(place: int, numbers: range) -> Iterable[int]:
            path = self.leaves[place].path
            if path in given:
                number = self.options[place].index(given[path])
                return (number,) if number in numbers else ()
            if path in wanted or not numbers:
                return numbers
            first = rng.randrange(len(numbers)) if rng else (turn + place) % len(numbers)
            return numbers[first : first + 1]

        def is_other(place: int) -> bool:
            path = self.leaves[place].path
            return path not in wanted and path not in given

        groups = [(sorted(places, key=is_other), rest) for places, rest in self.groups]
        for numbers in _combined(groups, self.ranges, pick):
            each = zip(self.leaves, self.options, numbers, strict=True)
            yield {leaf.path: options[number] for leaf, options, number in each}


def guesses(
    layout: Layout[T], view: T, whole: T, totals: Totals = ()
) -> tuple[Sequence[Leaf], Iterable[Sequence[int]]]:
    """Return the unknown values of a view that are no cards, and guesses for them: the number of an option for each.

    In ``whole`` its cards are completed. They are all combinations that make the
    totals, first two that differ much. If these are too many, they are some in which
    each possible value occurs, together with any values of the others.
    """
    leaves = tuple(values_in(layout, view))
    spans = Spans.of(layout, view, whole, leaves, totals)
    number = spans.number
    if not leaves or not number:
        return (), ((),)
    find = _extremes_first if number <= GUESSES_MAX else _spread
    return leaves, find(spans.groups, spans.ranges)


def _extremes_first(
    groups: Sequence[Group], ranges: Sequence[range]
) -> Iterator[tuple[int, ...]]:
    """Yield all combinations, after the first of them the last."""
    every = _combined(groups, ranges, _upward)
    first, last = next(every), next(_combined(groups, ranges, _downward))
    yield from dict.fromkeys((first, last))
    yield from (one for one in every if one != last)


def _groups(
    layout: Layout[T], view: T, leaves: Sequence[Leaf], totals: Totals
) -> Iterator[Group]:
    """Yield the unknown values that make each total, and the others.

    A total of values that make another one too is left to the checks.
    """
    free = {leaf.path: place for place, leaf in enumerate(leaves)}
    every = [*free]
    for of, total in totals:
        paths = [
            path for path in every if ".".join(s for s in path if isinstance(s, str)) in of
        ]
        if not free.keys() >= {*paths}:
            continue
        known = sum(number or 0 for path in of for number in numbers_at(layout, view, path))
        places = tuple([free.pop(path) for path in paths])
        lowest = sum(leaves[place].field.shape.options[0] for place in places)
        yield places, total - known - lowest
    yield tuple(free.values()), None


def _narrowed(ranges: list[range], groups: Sequence[Group]) -> list[range]:
    """Return the numbers that are possible, given what those of each group add up to."""
    narrowed = [*ranges]
    for places, rest in groups:
        for place in places:
            others = [other for other in places if other != place]
            narrowed[place] = _left(place, others, ranges, rest)
    return narrowed


def _left(
    place: int, others: Sequence[int], ranges: Sequence[range], rest: int | None
) -> range:
    if rest is None:
        return ranges[place]
    most, least = (sum(ranges[other][end] for other in others) for end in (-1, 0))
    return range(max(ranges[place][0], rest - most), min(ranges[place][-1], rest - least) + 1)


def _combined(
    groups: Sequence[Group], ranges: Sequence[range], pick: _Pick
) -> Iterator[tuple[int, ...]]:
    """Yield combinations of numbers, in which the numbers picked for the first places change last."""
    found = [0] * len(ranges)

    def combined(
        places: Sequence[int], rest: int | None, later: Sequence[Group]
    ) -> Iterator[tuple[int, ...]]:
        if not places:
            yield from combined(*later[0], later[1:]) if later else (tuple(found),)
            return
        place, *others = places
        for number in pick(place, _left(place, others, ranges, rest)):
            found[place] = number
            yield from combined(others, None if rest is None else rest - number, later)

    yield from combined((), None, groups)


def _upward(_: int, numbers: range) -> Iterable[int]:
    return numbers


def _downward(_: int, numbers: range) -> Iterable[int]:
    return reversed(numbers)


def _spread(groups: Sequence[Group], ranges: Sequence[range]) -> Iterator[tuple[int, ...]]:
    """Yield the extreme combinations, and then some at random until each number has occurred or there are enough."""
    rng, left = (
        Random(0),
        [{*numbers[:: len(numbers) // GUESSES_MAX + 1]} for numbers in ranges],
    )

    def any_left(place: int, numbers: range) -> Iterable[int]:
        yield rng.choice([number for number in left[place] if number in numbers] or numbers)

    picks = chain((_upward, _downward), repeat(any_left, GUESSES_MAX - 2))
    for pick in takewhile(lambda _: any(left), picks):
        mixed = [(rng.sample(places, len(places)), rest) for places, rest in groups]
        found = next(_combined(mixed, ranges, pick))
        for place, number in enumerate(found):
            left[place].discard(number)
        yield found


def _with_values(
    layout: Layout[T], view: T, wholes: Iterator[T], totals: Totals = ()
) -> Iterator[T]:
    """Yield completions of a view whose cards are completed: each of these, and each guess for its other values."""
    first = next(wholes)
    leaves, combinations = guesses(layout, view, first, totals)
    dealt, tried = list[T](), list[Sequence[int]]()
    for whole, numbers in zip_longest(chain([first], wholes), combinations):
        place = max(len(dealt), len(tried))
        dealt += () if whole is None else (whole,)
        tried += () if numbers is None else (numbers,)
        yield _guessed(layout, dealt[place % len(dealt)], leaves, tried[place % len(tried)])


def _guessed(
    layout: Layout[T], whole: T, leaves: Sequence[Leaf], numbers: Sequence[int]
) -> T:
    parts = {}
    for leaf, number in zip(leaves, numbers, strict=True):
        options = options_of(layout, whole, leaf)
        parts[leaf.path] = options[number % len(options)]
    return with_parts(whole, parts)


def are_things(layout: Layout[T], whole: T, unknown: Iterable[Leaf]) -> bool:
    """Return whether all that is unknown ``among`` other things is one of these in a completion, if there are any."""
    return all(
        part_at(whole, leaf.path) in (things or [part_at(whole, leaf.path)])
        for leaf in unknown
        for things in [_among(layout, whole, leaf)[0]]
    )


def is_option(layout: Layout[T], whole: T, leaf: Leaf) -> bool:
    """Return whether a hidden value is one that it can be, where its domain has ``among``; elsewhere it always is."""
    return leaf.among is None or part_at(whole, leaf.path) in options_of(layout, whole, leaf)


def options_of(layout: Layout[Any], whole: Any, leaf: Leaf) -> Sequence[Any]:
    """Return the possible values of a hidden field.

    If its domain has ``among``, they are the things in the field so named and what is
    no such thing at all.
    """
    things, others = _among(layout, whole, leaf)
    return [*things, *others] if things else others or leaf.field.shape.options


def _among(
    layout: Layout[Any], whole: Any, leaf: Leaf
) -> tuple[Sequence[Any], Sequence[Any]]:
    """Return the things that a hidden value can be, if its domain names their field, and the values that are none."""
    shape = leaf.field.shape
    if leaf.among is None:
        return (), shape.options
    holds = domain_at(whole, leaf.among)
    held = holds.heaps(part_at(whole, leaf.among))[""].known
    names, others = _named_and_others(layout, leaf.field, holds.of)
    return [shape.read(names[index]) for index in members(held)], others


@lru_cache(maxsize=64)
def _named_and_others(
    layout: Layout[Any], field: BoundField, of: AnyNames
) -> tuple[Sequence[str], Sequence[Any]]:
    """Return the names of all things of a kind, and the values that a field can have besides them."""
    names, shape = [*layout.terms.get(of.names)], field.shape
    return names, [value for value in shape.options if shape.write(value) not in names]
