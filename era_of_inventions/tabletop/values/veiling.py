"""Laying a veil on a position: on all that is unknown in it, or on all but what is known to lie in some places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import compress, zip_longest
from operator import is_not
from typing import Any, NamedTuple, TypeVar

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.values.declared import BoundField
from era_of_inventions.tabletop.values.domains import Choice, PlainForm
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.moves import apart_from
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.noted import MOVED, PICKED, REVEALED, Noted
from era_of_inventions.tabletop.values.packed import UNKNOWN, Cards
from era_of_inventions.tabletop.values.veiled import Veiled, VeiledCards, VeiledSet
from era_of_inventions.tabletop.values.views import (
    Leaf,
    domain_at,
    part_at,
    with_part,
    with_parts,
)
from era_of_inventions.tabletop.values.watched import watched

T = TypeVar("T")
PLAIN = frozenset({int, bool, str, type(None)})
"""The types of values in which nothing is veiled."""


def veiled(
    view: T,
    leaves: Iterable[Leaf],
    noted: Noted,
    completion: Callable[[], T],
    free: Mapping[AnyNames, int],
) -> T:
    """Return a view in which the unknown ones of its fields ``leaves`` hold veiled values, if they take a veil.

    They are those of the ``completion`` whenever they are used. Unknown cards are some
    of the ``free`` ones.
    """
    parts: dict[KeyPath, Any] = {}
    for leaf in filter(takes_veil, leaves):
        guess = partial(_guessed, completion, leaf.path)
        left = free[leaf.names] if leaf.holds_cards else 0
        paths = frozenset([leaf.path])
        parts[leaf.path] = value = _veiled(leaf.value, guess, paths, noted, left)
        if leaf.among is not None:
            value.among, value.is_among = leaf.among, _is_among(view, leaf, leaf.among)
    return with_parts(view, parts)


def _is_among(view: Any, leaf: Leaf, among: KeyPath) -> bool:
    """Return whether a hidden value is a thing of a place for certain: it has the same names."""
    chosen = leaf.field.spec.holds.innermost
    return isinstance(chosen, Choice) and domain_at(view, among).of is chosen.names


class Lying(NamedTuple):
    """That a thing lies in the set in a field or, for None, in no set; or that it lies ``apart`` from this set."""

    names: AnyNames
    thing: int
    place: Leaf | None
    apart: bool = False


def located(view: T, leaves: Iterable[Leaf], lying: Sequence[Lying]) -> T:
    """Return a veiled view in which things are ``lying`` in some of its unknown ``leaves``, and in no other set."""
    parts: dict[KeyPath, Any] = {}
    for leaf in leaves:
        if type(leaf.value) is Cards:
            here, elsewhere = 0, 0
            for one in lying:
                if one.names is leaf.names:
                    is_here = one.place is not None and one.place.path == leaf.path
                    here |= (is_here and not one.apart) << one.thing
                    elsewhere |= (is_here is one.apart) << one.thing
            cards: VeiledSet = part_at(view, leaf.path).known
            sure, possible = cards.sure | here, cards.possible & ~elsewhere
            known: Any = VeiledSet(
                cards.guess, cards.paths, cards.noted, cards.size, sure, possible
            )
            known.keeps = False
            parts[leaf.path] = VeiledCards(known)
    return with_parts(view, parts) if parts else view


def watching(view: T, leaves: Sequence[Leaf], noted: Noted, completion: T) -> T:
    """Return a view in which these fields hold the values of a completion.

    Such a field is noted as soon as it is read, or copied to be edited.
    """
    watch: dict[KeyPath, dict[str, list[KeyPath]]] = {}
    for leaf in leaves:
        *above, name = leaf.path
        watch.setdefault(tuple(above), {})[str(name)] = [leaf.path]
    whole = with_parts(view, {leaf.path: part_at(completion, leaf.path) for leaf in leaves})
    for path in sorted(watch, key=len, reverse=True):
        part: Any = watched(part_at(whole, path), watch[path], noted, hashing_reads=True)
        whole = with_part(whole, path, part) if path else part
    return whole


def takes_veil(leaf: Leaf) -> bool:
    """Return whether a field holds numbers or a set of cards."""
    if leaf.holds_cards:
        return isinstance(leaf.value, tuple)
    return type(leaf.field.shape.options[0]) is int


def _guessed(completion: Callable[[], object], path: KeyPath) -> Any:
    return part_at(completion(), path)


def _veiled(
    seen: Any,
    guess: Callable[[], Any],
    paths: frozenset[KeyPath],
    noted: Noted,
    free: int,
) -> Any:
    """Return a value with its unknown numbers veiled; they are those of the value that ``guess`` returns."""
    if type(seen) is Cards and not seen.unknown:
        return seen
    if type(seen) is Cards:
        sure = int(seen.known)
        known: Any = VeiledSet(
            lambda: guess().known, paths, noted, seen.size, sure, sure | free
        )
        known.keeps = False
        return VeiledCards(known)
    if not isinstance(seen, tuple):
        number = Veiled(guess, paths, noted, possible=free or -1)
        number.keeps = False
        return number

    def part(place: int) -> Any:
        return guess()[place]

    parts = [
        _veiled(one, partial(part, place), paths, noted, free)
        if one == UNKNOWN or isinstance(one, tuple)
        else one
        for place, one in enumerate(seen)
    ]
    return type(seen)(*parts) if hasattr(seen, "_fields") else tuple(parts)


def picking(
    move: T, part: str, lying: Lying, free: int, sets: Iterable[Leaf], noted: Noted
) -> T:
    """Return a move in which a part is veiled: it is one of the ``free`` things, which lies there and in no other set.

    It is a new object each time, so that no cache takes it for another move.
    """
    thing = Veiled(lambda: lying.thing, frozenset([PICKED]), noted, possible=free)
    thing.places = frozenset([leaf.path for leaf in sets])
    thing.among = lying.place and lying.place.path
    thing.is_among = lying.place is not None
    return apart_from(move, **{part: thing})


def note_moved(layout: Layout[Any], before: Any, after: Any, path: KeyPath = ()) -> None:
    """Note what the differences of two positions depend on.

    These are the veiled values that lie in another field in the position ``after`` than
    in the one ``before``, and the veiled numbers that others have replaced. It is not
    noted that cards lie in a field that nobody sees, because only their number is
    known; if it is not known how many they are, that is noted of any field.
    """
    parts = layout.parts(before), layout.parts(after)
    changed = compress(zip(layout.fields, *parts, strict=True), map(is_not, *parts))
    for field, old, new in changed:
        inner = field.shape.inner
        if inner is None and _is_plain(old) and _is_plain(new):
            continue
        at = (*path, field.name)
        if inner is None:
            _note_replaced(old, new)
            _note_astray(field, new, at)
        elif field.shape.form is PlainForm.RECORDS:
            for who, (was, now) in enumerate(zip(old, new, strict=True)):
                if was is not now:
                    note_moved(inner, was, now, (*at, who))
        elif old is None or new is None:
            hash(new)
        else:
            note_moved(inner, old, new, at)


def _is_plain(value: Any) -> bool:
    """Return whether nothing in a value can be veiled: it is a plain number or word, or several of them."""
    if type(value) is tuple:
        return PLAIN.issuperset(map(type, value))
    return type(value) in PLAIN or isinstance(value, Enum)


def _note_replaced(old: Any, new: Any) -> None:
    """Note the veiled numbers that are not in their place any more, unless a known number was added to them.

    A thing that a move picks is noted if it can be the one whose place it takes.
    """
    if type(old) is tuple:
        for was, now in zip_longest(old, new):
            _note_replaced(was, now)
    elif type(old) is Veiled and not (type(new) is Veiled and new.root is old.root):
        old.used()
    elif type(new) is Veiled and PICKED in new.paths and type(old) is int and new.can_be(old):
        new.used()


def _note_astray(field: BoundField, value: Any, path: KeyPath) -> None:
    seen = field.spec.seen
    own = {path} if seen == "all" else {path, PICKED}
    for one in value if isinstance(value, tuple) else (value,):
        if isinstance(one, tuple):
            _note_astray(field, one, path)
        elif type(one) is VeiledSet and one.size is not None:
            if not one.paths <= own and seen != "nobody":
                one.moved(REVEALED if seen == "all" else MOVED)
        elif type(one) in (Veiled, VeiledSet):
            if not one.paths <= own or type(one) is VeiledSet:  # whose size is not known
                one.used()
        elif type(one) is not int:
            hash(one)
