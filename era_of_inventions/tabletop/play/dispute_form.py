"""The part of disputes that depends on the game: written positions, and the claims about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs

from era_of_inventions.tabletop.values.packed import COUNT_MAX, Mask
from era_of_inventions.tabletop.values.quantities import Quantity

S = TypeVar("S")
M = TypeVar("M")


@attrs.frozen(eq=False, kw_only=True)
class DisputeForm(Generic[S, M]):
    """The special features of disputes over a game. Everything has a default.

    ``read_position`` makes a position from a `era_of_inventions.tabletop.disputes.stated.StatedPosition` in a game, and
    notes problems there; by default it is `era_of_inventions.tabletop.disputes.stated.read_position`.
    A claim can be about the place of the kinds of things in ``lying``. Some places are no field, such as that of cards
    out of the game: each kind has functions that return the things there, by the words of the place.
    ``most`` is the greatest number that can be written, and ``rules`` are the clauses that bound the numbers of fields.
    ``foregone`` returns a move of chance that a claim need not state, because every other one would have the same
    effect, as with an unknown card that is laid face down; None if there is no such move.
    ``supplied`` are the fields, such as ``players.coins`` and ``board.display``, that hold what moves are paid with and
    what they take; a file can say that there is enough of it.
    ``together`` are the kinds of moves that people make at once, such as handing in cards, so that their order in a
    claim does not matter. ``order`` has the kinds of moves that a player decides on at once, with their places in
    the order in which they are made; a claim can name them in another. ``stops`` are the moves by which a player
    only stops, the innermost first: an action before the turn. ``starts`` are the kinds of moves by which a player
    only begins what the next move says. ``by_itself`` are the moves that the rules make for a player who has no
    choice, each with the clause that does. ``quantities`` can be measured besides the declared fields and the
    score.
    """

    read_position: Callable[[Any, Any], S] | None = None
    lying: Mapping[type, Mapping[str, Callable[[S], Mask[Any]]]] = attrs.field(factory=dict)
    most: int = COUNT_MAX
    rules: Mapping[str, str] = attrs.field(factory=dict)
    foregone: Callable[[S], M | None] = lambda _: None
    supplied: tuple[str, ...] = ()
    together: tuple[type, ...] = ()
    order: Mapping[type, int] = attrs.field(factory=dict)
    stops: tuple[M, ...] = ()
    starts: tuple[type, ...] = ()
    by_itself: Mapping[M, str] = attrs.field(factory=dict)
    quantities: Sequence[Quantity] = ()
