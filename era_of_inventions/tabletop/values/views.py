"""Views: positions as far as a seat may know them. Their completions: guesses in place of all unknown cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    cycle,
    islice,
    repeat,
    takewhile,
    zip_longest,
)
from math import comb, gcd
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import attrs

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.values.domains import HoldsCards, PlainForm
from era_of_inventions.tabletop.values.layout import (
    BoundField,
    Layout,
    fields_of,
    layout_of,
    numbers_at,
)
from era_of_inventions.tabletop.values.naming import AnyNames, Terms
from era_of_inventions.tabletop.values.packed import NO_THINGS, UNKNOWN, Cards, Mask, members
from era_of_inventions.tabletop.values.watched import watched

T = TypeVar("T")
Order = Callable[[list[int]], None]
"""Sorts the indexes of cards in place."""
Totals: TypeAlias = Sequence[tuple[tuple[str, ...], int]]
"""What the numbers in some fields, given by path, add up to."""
_Group: TypeAlias = tuple[Sequence[int], int | None]
"""The places of unknown values among all, and what the numbers of their options add up to; None if that is free."""
_Pick: TypeAlias = Callable[[int, range], Iterable[int]]
GUESSES_MAX = 192
"""The most combinations of unknown values that are no cards."""
MIXTURES_MAX = 130
"""The most mixtures of sorts of cards that are tried: enough for four cards of five sorts, or three of eight."""


def view(layout: Layout[T], value: T, seat: int | None) -> T:
    """Return a position as far as a seat, or a spectator (None), may know it."""
    return alike(layout, seen_by(layout, value, seat))


def seen_by(layout: Layout[T], value: T, seat: int | None, owner: int | None = None) -> T:
    """Return a record of ``owner`` as far as a seat, or a spectator (None), may know it."""
    changed: dict[str, Any] = {}
    for field, part in zip(layout.fields, layout.values(value), strict=True):
        inner, shape = field.shape.inner, field.shape
        seen = part
        if inner is not None and shape.form is PlainForm.RECORDS:
            seen = tuple(
                [seen_by(inner, record, seat, who) for who, record in enumerate(part)]
            )
        elif inner is not None:
            seen = seen_by(inner, part, seat, owner)
        elif shape.hide is not None and _is_hidden(field, seat, owner):
            seen = shape.hide(part)
        if seen is not part and seen != part:
            changed[field.name] = seen
    return _replaced(value, changed)


def _is_hidden(field: BoundField, seat: int | None, owner: int | None) -> bool:
    seen = field.spec.seen
    return seen == "nobody" or (seen != "all" and (seat is None or seat != owner))


def as_seen(move: Any, terms: Terms, seat: int | None, owner: int | None) -> Any:
    """Return a move of ``owner`` as a seat, or a spectator (None), sees it when it is made."""
    other = type(move).looks_like
    if other is not None and (seat is None or seat != owner):
        return other(*[UNKNOWN for _ in fields_of(other)])
    return seen_by(layout_of(type(move), terms), move, seat, owner)


def alike(layout: Layout[T], value: T) -> T:
    """Return a record in which the known copies of each face are the first ones, place by place.

    Otherwise the numbers of the known copies would give away something about the hidden copies.
    """
    left: dict[AnyNames, list[list[int]]] = {}
    result = value
    for leaf in leaves(layout, value):
        holds = leaf.field.spec.holds
        if isinstance(holds, HoldsCards) and holds.of.faces is not None:
            of = holds.of.faces.copies(layout.terms.setting)
            copies = left.setdefault(
                holds.of, [[*members(each)[::-1]] for each in of.of_face]
            )
            faces = [of.face_of[card] for card in members(holds.contents(leaf.value).known)]
            try:
                result = with_part(
                    result,
                    leaf.path,
                    holds.swapped(leaf.value, [copies[face].pop() for face in faces]),
                )
            except IndexError:  # an impossible position, in which a card lies in two places
                return value
    return result


# --- Completions ------------------------------------------------------------------------------------------------------


def complete(layout: Layout[T], value: T, order: Order, first: int = 0) -> T:
    """Return a completion of a view: in place of every unknown card it has a card that lies nowhere else.

    ``order`` sorts the free cards, which are then taken from the end. The seat ``first``, which decides, takes its
    cards before all others, so that it can get the highest or the lowest. Any other hidden value becomes the first of
    its options.
    """
    free = lying_nowhere(layout, value)
    for cards in free.values():
        order(cards)
    whole = _dealt(layout, value, free, first)
    leaves, combinations, *_ = guesses(layout, value, whole)
    return _guessed(layout, whole, leaves, next(iter(combinations)))


def lying_nowhere(layout: Layout[Any], value: Any) -> dict[AnyNames, list[int]]:
    """Return the free things, by their kind: all that are not known to lie anywhere."""
    free: dict[AnyNames, list[int]] = {}
    for names, places in _places(layout, value).items():
        taken = _taken(places)
        free[names] = [
            index
            for index in range(len(layout.terms.get(names.names)))
            if not taken >> index & 1
        ]
    return free


def completions(
    layout: Layout[T], value: T, first: int = 0, totals: Totals = ()
) -> Iterator[T]:
    """Yield completions of a view. The seat ``first`` holds each free card in at least one of them.

    A card is free if it is not known to lie anywhere. The first two completions differ as much as possible. The next
    ones are spread evenly, even if only a few are used. In the last ones the seat holds every possible mixture of sorts
    of cards; if there are too many mixtures, equal parts of one sort, of two sorts, and so on. Hidden values that are
    no cards are those of `guesses`, independent of each other.
    """
    return _with_values(layout, value, _deals(layout, value, first), totals)


def _deals(layout: Layout[T], value: T, first: int) -> Iterator[T]:
    """Yield completions of a view in which only the cards are completed."""
    free = lying_nowhere(layout, value)
    deals = any(leaf.holds_cards for leaf in unknown_in(layout, value))
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
        yield _dealt(layout, value, turned_by, first)
    for names, cards in free.items():
        unknown = _unknown_of(layout, value, names, first)
        for mixture in _mixtures(
            layout.terms, names, cards, sum(number for own, number in unknown if own)
        ):
            held, others = iter(mixture), [card for card in cards if card not in mixture]
            taken = [
                next(held) if own else others.pop()
                for own, number in unknown
                for _ in range(number)
            ]
            mixed = {
                **{other: [*left] for other, left in free.items()},
                names: others + taken[::-1],
            }
            yield _dealt(layout, value, mixed, first)


def _unknown_of(
    layout: Layout[Any], value: Any, names: AnyNames, seat: int
) -> list[tuple[bool, int]]:
    """Return for each field of a seat whether the seat may see the things in it, and how many of them are unknown."""
    found = []
    for leaf in leaves(layout, value):
        holds = leaf.field.spec.holds
        if leaf.seat == seat and isinstance(holds, HoldsCards) and holds.of is names:
            found.append(
                (leaf.field.spec.seen != "nobody", holds.contents(leaf.value).unknown)
            )
    return found


def _mixtures(
    terms: Terms, names: AnyNames, cards: Sequence[int], number: int
) -> Iterator[list[int]]:
    """Yield ``number`` of these cards for each mixture of sorts; nothing for fewer than 2, or without sorts."""
    sort_of = names.sorts(terms)
    if number < 2 or not sort_of:
        return
    of_sort: dict[int, list[int]] = {}
    for card in cards:
        of_sort.setdefault(sort_of[card], []).append(card)
    every: Iterator[Sequence[int]] = combinations_with_replacement(of_sort, number)
    if comb(len(of_sort) + number - 1, number) > MIXTURES_MAX:
        some = chain.from_iterable(
            combinations(of_sort, size) for size in range(1, len(of_sort) + 1)
        )
        every = (tuple(islice(cycle(sorts), number)) for sorts in islice(some, MIXTURES_MAX))
    for mixture in every:
        counts = Counter(mixture)
        if all(count <= len(of_sort[sort]) for sort, count in counts.items()):
            yield [card for sort, count in counts.items() for card in of_sort[sort][:count]]


def missing(layout: Layout[Any], value: Any) -> Iterator[str]:
    """Yield the reasons why a record cannot be completed: too few free things for its unknown ones."""
    for names, places in _places(layout, value).items():
        unknown = sum(cards.unknown for cards, _ in places)
        free = len(layout.terms.get(names.names)) - _taken(places).bit_count()
        if unknown > free:
            words = dict.fromkeys(words for cards, words in places if cards.unknown)
            yield f"{unknown} are unknown of {' and '.join(words)}; only {free} lie nowhere else"


def _places(layout: Layout[Any], value: Any) -> dict[AnyNames, list[tuple[Cards[Any], str]]]:
    """Return the places of things by their kind: the contents of each, and the words of its field."""
    found: dict[AnyNames, list[tuple[Cards[Any], str]]] = {}
    for place in leaves(layout, value):
        holds = place.field.spec.holds
        if isinstance(holds, HoldsCards):
            found.setdefault(holds.of, []).append(
                (holds.contents(place.value), place.field.spec.words)
            )
    return found


def _taken(places: list[tuple[Cards[Any], str]]) -> Mask[Any]:
    """Return the set of all known things; in an impossible position one may lie in several places."""
    taken: Mask[Any] = NO_THINGS
    for cards, _ in places:
        taken = taken | cards.known
    return taken


def _dealt(layout: Layout[T], value: T, free: dict[AnyNames, list[int]], first: int) -> T:
    changed: dict[str, Any] = {}
    for field in layout.not_open:
        part, inner, holds = getattr(value, field.name), field.shape.inner, field.spec.holds
        if inner is not None and field.shape.form is PlainForm.RECORDS:
            seats = sorted(range(len(part)), key=lambda seat: seat != first)
            records = {seat: _dealt(inner, part[seat], free, first) for seat in seats}
            changed[field.name] = tuple(records[seat] for seat in range(len(part)))
        elif inner is not None:
            changed[field.name] = _dealt(inner, part, free, first)
        elif isinstance(holds, HoldsCards) and (unknown := holds.contents(part).unknown):
            changed[field.name] = holds.filled(
                part, [free[holds.of].pop() for _ in range(unknown)]
            )
    return _replaced(value, changed)


def _replaced(value: T, changed: dict[str, Any]) -> T:
    evolve: Any = attrs.evolve
    return cast("T", evolve(value, **changed)) if changed else value


# --- Hidden values that are no cards ----------------------------------------------------------------------------------


class Guesses(NamedTuple):
    """Guesses for the unknown values of a view that are no cards: the number of an option for each of ``leaves``.

    ``complete`` is whether all possible combinations are among them, ``sizes`` are the numbers of possible values.
    """

    leaves: tuple[Leaf, ...] = ()
    combinations: Iterable[Sequence[int]] = ((),)
    complete: bool = True
    sizes: tuple[int, ...] = ()


def guesses(layout: Layout[T], view: T, whole: T, totals: Totals = ()) -> Guesses:
    """Return guesses for the unknown values of a view that are no cards; in ``whole`` its cards are completed.

    They are all combinations that make the totals, first two that differ much. If these are too many, they are some in
    which each possible value occurs, together with any values of the others.
    """
    leaves = tuple(values_in(layout, view))
    if not leaves:
        return Guesses()
    groups = [*_groups(view, leaves, totals)]
    ranges = _narrowed([range(len(_options(layout, whole, leaf))) for leaf in leaves], groups)
    every = (
        [*islice(_combined(groups, ranges, _upward), GUESSES_MAX + 1)] if all(ranges) else []
    )
    if not every:  # an impossible position, in which more is known than there is
        return guesses(layout, view, whole)
    complete = len(every) <= GUESSES_MAX
    found = (
        dict.fromkeys((every[0], every[-1], *every)) if complete else _spread(groups, ranges)
    )
    return Guesses(leaves, found, complete, tuple(map(len, ranges)))


def _groups(view: Any, leaves: Sequence[Leaf], totals: Totals) -> Iterator[_Group]:
    """Yield the unknown values that make each total, and the others."""
    free = {leaf.path: place for place, leaf in enumerate(leaves)}
    for of, total in totals:
        paths = [
            path for path in free if ".".join(s for s in path if isinstance(s, str)) in of
        ]
        known = sum(n for path in of for n in numbers_at(view, path) if n != UNKNOWN)
        places = tuple([free.pop(path) for path in paths])
        lowest = sum(leaves[place].field.shape.options[0] for place in places)
        yield places, total - known - lowest
    yield tuple(free.values()), None


def _narrowed(ranges: list[range], groups: Sequence[_Group]) -> list[range]:
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
    groups: Sequence[_Group], ranges: Sequence[range], pick: _Pick
) -> Iterator[tuple[int, ...]]:
    """Yield combinations of numbers, in which the numbers picked for the first places change last."""

    def combined(
        places: Sequence[int], rest: int | None, later: Sequence[_Group]
    ) -> Iterator[dict[int, int]]:
        if not places:
            yield from combined(*later[0], later[1:]) if later else ({},)
            return
        place, *others = places
        for number in pick(place, _left(place, others, ranges, rest)):
            for more in combined(others, None if rest is None else rest - number, later):
                yield {place: number, **more}

    for numbers in combined((), None, groups):
        yield tuple([numbers[place] for place in range(len(ranges))])


def _upward(_: int, numbers: range) -> Iterable[int]:
    return numbers


def _downward(_: int, numbers: range) -> Iterable[int]:
    return reversed(numbers)


def _spread(groups: Sequence[_Group], ranges: Sequence[range]) -> Iterator[tuple[int, ...]]:
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
    leaves, combinations, *_ = guesses(layout, view, first, totals)
    dealt, tried = list[T](), list[Sequence[int]]()
    for whole, numbers in zip_longest(chain([first], wholes), combinations):
        place = max(len(dealt), len(tried))
        dealt += () if whole is None else (whole,)
        tried += () if numbers is None else (numbers,)
        yield _guessed(layout, dealt[place % len(dealt)], leaves, tried[place % len(tried)])


def _guessed(
    layout: Layout[T], whole: T, leaves: Sequence[Leaf], numbers: Sequence[int]
) -> T:
    for leaf, number in zip(leaves, numbers, strict=True):
        options = _options(layout, whole, leaf)
        whole = with_part(whole, leaf.path, options[number % len(options)])
    return whole


def _options(layout: Layout[Any], whole: Any, leaf: Leaf) -> Sequence[Any]:
    """Return the possible values of a hidden field; if its domain has ``among``, the things in the field so named."""
    among, shape = getattr(leaf.field.spec.holds, "among", ""), leaf.field.shape
    owner = part_at(whole, leaf.path[:-1])
    holds: Any = {field.name: spec.holds for field, spec in fields_of(type(owner))}.get(among)
    if not isinstance(holds, HoldsCards):
        return shape.options
    names = [*layout.terms.get(holds.of.names)]
    held = holds.heaps(getattr(owner, among))[""].known
    return [shape.read(names[index]) for index in members(held)] or shape.options


# --- Fields of all parts ----------------------------------------------------------------------------------------------


class Leaf(NamedTuple):
    """A field where things lie or that may be hidden: its path, the seat that owns it, and its value."""

    path: KeyPath
    seat: int | None
    field: BoundField
    value: Any

    @property
    def hidden(self) -> bool:
        """Whether the field is hidden from somebody."""
        return self.field.shape.hide is not None and self.field.spec.seen != "all"

    @property
    def holds_cards(self) -> bool:
        """Whether it is a field where things lie."""
        return isinstance(self.field.spec.holds, HoldsCards)

    @property
    def is_unknown(self) -> bool:
        """Whether something in the field is unknown."""
        return _is_unknown(self.field, self.value)


def things(layout: Layout[Any]) -> Iterator[AnyNames]:
    """Yield the `Names` of the things that lie in the fields of a record, and of all records in it."""
    for field in layout.not_open:
        if (inner := field.shape.inner) is not None:
            yield from things(inner)
        elif isinstance(field.spec.holds, HoldsCards):
            yield field.spec.holds.of


def leaves(
    layout: Layout[Any], value: Any, seat: int | None = None, path: KeyPath = ()
) -> Iterator[Leaf]:
    """Yield the fields of a record, and of all records in it, where things lie or that may be hidden."""
    for field in layout.not_open:
        part, inner, steps = (
            getattr(value, field.name),
            field.shape.inner,
            (*path, field.name),
        )
        if inner is not None and field.shape.form is PlainForm.RECORDS:
            for who, record in enumerate(part):
                yield from leaves(inner, record, who, (*steps, who))
        elif inner is not None:
            yield from leaves(inner, part, seat, steps)
        else:
            yield Leaf(steps, seat, field, part)


def is_known(layout: Layout[Any], value: Any) -> bool:
    """Return whether no field of a record, or of the records in it, holds anything unknown."""
    for field in layout.not_open:
        part, inner = getattr(value, field.name), field.shape.inner
        if inner is None:
            if _is_unknown(field, part):
                return False
        elif field.shape.form is PlainForm.RECORDS:
            if not all(is_known(inner, record) for record in part):
                return False
        elif not is_known(inner, part):
            return False
    return True


def _is_unknown(field: BoundField, value: Any) -> bool:
    holds = field.spec.holds
    if isinstance(holds, HoldsCards):
        return holds.count_unknown(value) > 0
    return field.shape.hide is not None and bool(value == UNKNOWN)


def unknown_in(layout: Layout[Any], value: Any) -> Iterator[Leaf]:
    """Yield the fields of a record that hold unknown values."""
    return (leaf for leaf in leaves(layout, value) if leaf.is_unknown)


def values_in(layout: Layout[Any], value: Any) -> Iterator[Leaf]:
    """Yield the fields of a record that hold an unknown value that is no card."""
    return (leaf for leaf in unknown_in(layout, value) if not leaf.holds_cards)


def hides(layout: Layout[Any]) -> bool:
    """Return whether any field of a record is hidden from anybody."""
    return any(
        hides(field.shape.inner)
        if field.shape.inner is not None
        else field.spec.seen != "all"
        for field in layout.fields
    )


def part_at(value: Any, path: KeyPath) -> Any:
    """Return the part of a record at a path."""
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def with_part(value: T, path: KeyPath, part: Any) -> T:
    """Return a copy of a record with another part at a path."""
    step, *rest = path
    if isinstance(step, int):
        records: Any = value
        new = with_part(records[step], tuple(rest), part) if rest else part
        return cast("T", (*records[:step], new, *records[step + 1 :]))
    return _replaced(
        value, {step: with_part(getattr(value, step), tuple(rest), part) if rest else part}
    )


# --- Cards that are revealed, and cards that stay hidden --------------------------------------------------------------


def with_card(value: T, leaf: Leaf, card: int) -> T:
    """Return a position with this card in place of an unknown card in the field ``leaf``."""
    return with_part(value, leaf.path, leaf.field.spec.holds.filled(leaf.value, [card]))  # type: ignore[attr-defined]


def kept_unknown(
    layout: Layout[T],
    seen: T,
    whole: T,
    after: T,
    forgotten: Mapping[AnyNames, int],
    *,
    complete: bool,
) -> T:
    """Return the position ``after`` a move in which everything that was only guessed is unknown again.

    ``whole`` is the view ``seen`` with guesses for its unknown values, and the move leads from ``whole`` to ``after``.
    The ``forgotten`` cards become unknown wherever they lie hidden. If the move itself was only partly known, and so
    not ``complete``, the hidden values that it has set become unknown too; those that were unknown stay so.
    """
    before = zip(leaves(layout, seen), leaves(layout, whole), strict=True)
    for (was, filled), now in zip(before, leaves(layout, after), strict=True):
        known, holds = now.value, now.field.spec.holds
        if known == filled.value:
            known = was.value
        elif isinstance(holds, HoldsCards):
            if now.hidden:
                known = holds.forgotten(known, forgotten[holds.of])
        elif now.field.shape.hide is not None and (was.is_unknown or not complete):
            known = now.field.shape.hide(known)
        if known != now.value:
            after = with_part(after, now.path, known)
    return after


def watched_fields(
    layout: Layout[Any], value: Any, read: set[KeyPath], path: KeyPath = ()
) -> Any:
    """Return a copy of a position: when one of its fields is read, the path of the field is added to ``read``."""
    places: dict[str, list[KeyPath]] = {}
    parts: dict[str, Any] = {}
    for field in layout.fields:
        part, inner, at = getattr(value, field.name), field.shape.inner, (*path, field.name)
        if inner is not None and field.shape.form is PlainForm.RECORDS:
            parts[field.name] = tuple(
                watched_fields(inner, one, read, (*at, index))
                for index, one in enumerate(part)
            )
        elif inner is not None and part is not None:
            parts[field.name] = watched_fields(inner, part, read, at)
        elif inner is None:
            places[field.name] = [at]
    return watched(value, places, read, **parts)
