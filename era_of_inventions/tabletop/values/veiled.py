"""Veils: stand-ins for values that are only guessed. They note where a result depends on the guess.

A veiled value can be copied, and a known number added to it, without being noted: whatever it is, it changes by as
much. Everything else that is done with it is noted, such as comparing it, or storing it in another field. Nothing is
guessed until a guess is needed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.values.declared import BoundField
from era_of_inventions.tabletop.values.domains import Choice, PlainForm
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.packed import UNKNOWN, Cards
from era_of_inventions.tabletop.values.views import (
    Leaf,
    domain_at,
    part_at,
    with_part,
    with_parts,
)
from era_of_inventions.tabletop.values.watched import watched

T = TypeVar("T")
MOVED = "(moved)"
"""Stands at the end of a noted path if things were only moved from there or to there; no field has this name."""
COMPARED = ("lt", "le", "eq", "ne", "gt", "ge")
"""The comparisons, by their names in `operator`."""
SET_OPERATORS = ("and_", "or_", "xor")
OPERATORS = (
    *(
        "abs",
        "add",
        "index",
        "invert",
        "neg",
        "pos",
        "floordiv",
        "truediv",
        "mod",
        "mul",
        "pow",
    ),
    *("sub", "lshift", "rshift", *SET_OPERATORS),
)


class Used:
    """A number in the field at a path; ``paths`` are added to ``noted`` when something is done with it.

    What is made of it while a question is asked is guessed once. What stands in the position is guessed again for each
    question, because another completion can be behind the veil: nothing ``keeps`` it.
    """

    __slots__ = ("_found", "guess", "keeps", "noted", "paths")
    __class__ = property(lambda _: int)

    def __init__(
        self, guess: Callable[[], Any], paths: frozenset[KeyPath], noted: set[KeyPath]
    ) -> None:
        """Veil the number that ``guess`` returns, or the number that stands for a set."""
        self.guess, self.paths, self.noted = guess, paths, noted
        self.keeps = True
        self._found: Any = None

    @property
    def number(self) -> Any:
        """The number; it is not noted that it is used."""
        if not self.keeps:
            return self.guess()
        if self._found is None:
            self._found = self.guess()
        return self._found

    def used(self) -> Any:
        """Return the number, and note that it is used."""
        self.noted |= self.paths
        return self.number

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the number, and note that it is used."""
        return getattr(self.used(), name)


def _using(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda veiled, *others: function(veiled.used(), *others)


def _using_second(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda veiled, other: function(other, veiled.used())


for _name in (*COMPARED, *OPERATORS):
    setattr(Used, f"__{_name.strip('_')}__", _using(getattr(operator, _name)))
for _name in OPERATORS:
    setattr(Used, f"__r{_name.strip('_')}__", _using_second(getattr(operator, _name)))
for _of in (bool, int, float, hash, repr, str, format, divmod, round):
    setattr(Used, f"__{_of.__name__}__", _using(_of))


class Veiled(Used):
    """A number that is at least ``low``. It is not noted that a known number is added, or that it is not lower.

    If it is the index of a card, it is one of the ``possible`` cards, and it is not noted that it is no other. It lies
    in the set at the path ``among``, if there is one, unless it is no such card; it surely is if it ``is_among``.
    """

    __slots__ = ("among", "is_among", "low", "possible")

    def __init__(
        self,
        guess: Callable[[], Any],
        paths: frozenset[KeyPath],
        noted: set[KeyPath],
        low: int = 0,
        possible: int = -1,
    ) -> None:
        """Veil a number."""
        super().__init__(guess, paths, noted)
        self.low = low
        self.possible = possible
        self.among: KeyPath | None = None
        self.is_among = False

    def __add__(self, other: Any) -> Any:
        """Add a known number, which is not noted, or anything else."""
        if type(other) is not int:
            return self.used() + other
        return Veiled(lambda: self.number + other, self.paths, self.noted, self.low + other)

    def __sub__(self, other: Any) -> Any:
        """Subtract a known number, which is not noted, or anything else."""
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

    ``size`` is the number of cards, if it is known. Whatever is unknown, the set has the cards that are ``sure``, and
    none but the ``possible`` ones; what these decide is not noted.
    """

    __slots__ = ("possible", "size", "sure")

    def __init__(
        self,
        guess: Callable[[], Any],
        paths: frozenset[KeyPath],
        noted: set[KeyPath],
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

    def __rshift__(self, number: Any) -> Any:
        """Return the set shifted by a known number, as a number is."""
        if type(number) is not int:
            return self.used() >> number
        sure, possible = self.sure >> number, self.possible >> number
        return VeiledSet(
            lambda: self.number >> number, self.paths, self.noted, None, sure, possible
        )

    def moved(self) -> None:
        """Note that the cards were moved, which says nothing of them: each path is noted with `MOVED` at its end."""
        self.noted |= {(*path, MOVED) for path in self.paths}

    def __invert__(self) -> Any:
        """Return the set of all other cards."""
        sure, possible = ~self.possible, ~self.sure
        return VeiledSet(lambda: ~self.number, self.paths, self.noted, None, sure, possible)


class VeiledCards(Cards[Any]):
    """Cards that are veiled, except for their number."""

    __slots__ = ()

    @property
    def size(self) -> int:
        """The number of all these cards, which is known unless a card was taken away that need not have been there."""
        known: Any = self.known
        if known.size is None:
            known.size = int(known.used().bit_count())
        return int(known.size) + self.unknown

    def plus(self, card: int) -> Cards[Any]:
        """Return these cards and another one."""
        return self._resized(super().plus(card), 1)

    def minus(self, card: int) -> Cards[Any]:
        """Return these cards without one of them; it need not be there if it is not known to be."""
        known: Any = self.known
        veiled: Any = card
        if type(veiled) is Veiled and not known.keeps and known.paths == {veiled.among}:
            is_there = veiled.is_among or veiled.used() in Cards(known.number)
        else:
            is_there = type(card) is int and known.sure >> card & 1
        return self._resized(super().minus(card), -1 if is_there else None)

    def together(self, others: Cards[Any]) -> Cards[Any]:
        """Return these cards and others. No card lies in two places, so they are as many as both have."""
        theirs: Any = others.known
        size = theirs.size if type(theirs) is VeiledSet else theirs.bit_count()
        return self._resized(super().together(others), size)

    def _resized(self, cards: Cards[Any], by: int | None) -> Cards[Any]:
        before, known = cast("Any", self.known), cast("Any", cards.known)
        known.size = None if by is None or before.size is None else before.size + by
        return VeiledCards(*cards)


def _compared(name: str) -> Callable[..., Any]:
    function, lowest_decides = getattr(operator, name), name in ("lt", "ge")

    def compared(veiled: Veiled, other: Any) -> Any:
        if type(other) is int and other < veiled.low + lowest_decides:
            return name in ("ne", "gt", "ge")
        is_card = name in ("eq", "ne") and type(other) is int and other >= 0
        if is_card and not veiled.possible >> other & 1:
            return name == "ne"
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
for _name in SET_OPERATORS:
    setattr(VeiledSet, f"__{_name.strip('_')}__", _combined(_name))
    setattr(VeiledSet, f"__r{_name.strip('_')}__", _combined(_name))


def veiled(
    view: T,
    leaves: Iterable[Leaf],
    noted: set[KeyPath],
    completion: Callable[[], T],
    free: Mapping[AnyNames, int],
) -> T:
    """Return a view in which the unknown ones of its fields ``leaves`` hold veiled values, if they take a veil.

    They are those of the ``completion`` whenever they are used. Unknown cards are some of the ``free`` ones.
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
    for leaf in leaves if lying else ():
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


def watching(view: T, leaves: Sequence[Leaf], noted: set[KeyPath], completion: T) -> T:
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
    noted: set[KeyPath],
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


def note_moved(layout: Layout[Any], before: Any, after: Any, path: KeyPath = ()) -> None:
    """Note the veiled values that lie in another field in the position ``after`` than in the one ``before``.

    It is not noted that cards lie in a field that nobody sees, because only their number is known; if it is not known
    how many they are, that is noted of any field.
    """
    for field, old, new in zip(
        layout.fields, layout.parts(before), layout.parts(after), strict=True
    ):
        if new is old:
            continue
        inner, at = field.shape.inner, (*path, field.name)
        if inner is None:
            _note_astray(field, new, at)
        elif field.shape.form is PlainForm.RECORDS:
            for who, (was, now) in enumerate(zip(old, new, strict=True)):
                if was is not now:
                    note_moved(inner, was, now, (*at, who))
        elif old is None or new is None:
            hash(new)
        else:
            note_moved(inner, old, new, at)


def _note_astray(field: BoundField, value: Any, path: KeyPath) -> None:
    for one in value if isinstance(value, tuple) else (value,):
        if isinstance(one, tuple):
            _note_astray(field, one, path)
        elif type(one) is VeiledSet and one.size is None:
            one.used()
        elif type(one) is VeiledSet:
            if field.spec.seen != "nobody" and one.paths != {path}:
                one.moved()
        elif type(one) is Veiled and one.paths != {path}:
            one.used()
        elif type(one) not in (int, Veiled, VeiledSet):
            hash(one)
