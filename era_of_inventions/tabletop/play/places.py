"""Places of things, and checks that each thing lies in exactly one place, derived from the declared fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar

from era_of_inventions.tabletop.errors import LISTED_MAX
from era_of_inventions.tabletop.law.clause import Check, Clause, Sentences
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.values import (
    NO_THINGS,
    AnyNames,
    Cards,
    Mask,
    Names,
    mask,
    members,
    views,
)
from era_of_inventions.tabletop.values.moves import word_of

K = TypeVar("K")


class Place(NamedTuple):
    """A place of things: its owner, if it has one, the words of its field, and the things in it."""

    seat: int | None
    words: str
    things: Cards[Any]


def places(state: AnyPosition, names: Names[K, Any]) -> Iterator[Place]:
    """Yield all places of things of a kind.

    The cards that lie on another card are a place of their own.
    """
    for leaf in views.leaves(
        state.setting.layout, state, of=lambda layout: layout.holding[names]
    ):
        holds: Any = leaf.field.spec.holds
        for words, things in holds.heaps(leaf.value).items():
            yield Place(leaf.seat, words or leaf.field.spec.words, things)


def elsewhere(state: AnyPosition, names: Names[K, Any], *words: str) -> Cards[K]:
    """Return the things of a kind that lie in any place except those with these words."""
    found = [place.things for place in places(state, names) if place.words not in words]
    return Cards(
        reduce(or_, (things.known for things in found), NO_THINGS),
        sum(things.unknown for things in found),
    )


def left_over(
    state: AnyPosition, names: Names[K, Any], *words: str, among: Mask[K] | None = None
) -> Cards[K]:
    """Return the things of a kind, or of the set ``among``, that lie nowhere but in places with these ``words``.

    If something unknown lies in another place, only the number of these things is
    known, because each of them may be the unknown thing.
    """
    held = elsewhere(state, names, *words)
    every = mask(names.of, range(len(state.setting.layout.terms.get(names.names))))
    free = every & ~held.known
    left = free if among is None else free & among
    unknown = held.unknown - (free & ~left).bit_count()
    return (
        Cards(NO_THINGS, max(0, left.bit_count() - max(0, unknown)))
        if held.unknown
        else Cards(left)
    )


def in_one_place(clause: Clause[..., Any], names: AnyNames) -> Check:
    """Declare a check that everything of a kind lies in exactly one place."""
    return Check(clause, lambda state: _problems(state, names), of_places=True)


def _problems(state: AnyPosition, names: AnyNames) -> Sentences:
    ids, found = [*state.setting.layout.terms.get(names.names)], [*places(state, names)]
    lying = several = NO_THINGS
    for place in found:
        several |= lying & place.things.known
        lying |= place.things.known
    for index in members(several):
        where = [place for place in found if index in place.things]
        yield f"{ids[index]} lies in several places:", *_listed(where)
    lost = [ids[index] for index in members(mask(names.of, range(len(ids))) & ~lying)]
    unknown = sum(place.things.unknown for place in found)
    if len(lost) > unknown:
        few = f": {', '.join(lost)}" if not unknown and len(lost) <= LISTED_MAX else ""
        yield f"{len(lost) - unknown} of the {word_of(names.of)}s lie nowhere{few}; expected each in one place"


def _listed(where: Sequence[Place]) -> Iterator[str | int]:
    for number, (seat, words, _) in enumerate(where, 1):
        if seat is not None:
            yield seat
        yield f"{words}," if number < len(where) else words
