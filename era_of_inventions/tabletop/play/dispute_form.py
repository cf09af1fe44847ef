"""What a rulebook declares about its disputes: how their positions are written, and what claims can be about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs

from era_of_inventions.tabletop.values.packed import COUNT_MAX, Mask
from era_of_inventions.tabletop.values.quantities import Quantity

S = TypeVar("S")
M = TypeVar("M")


@attrs.frozen(eq=False, kw_only=True)
class DisputeForm(Generic[S, M]):
    """The special features of disputes over a game. Everything has a default.

    ``read_position`` makes a position from a
    `era_of_inventions.tabletop.disputes.stated.StatedPosition` in a game, and notes
    problems there; by default it is
    `era_of_inventions.tabletop.disputes.stated.read_position`. ``lying`` has the kinds
    of things whose place a claim can be about. Some places are no field, such as the
    place of cards out of the game: for these, each kind has functions that return the
    things there, by the words of the place. ``most`` is the greatest number that can be
    written, and ``rules`` are the clauses that bound the numbers of fields.
    ``filled_from`` maps a field to the fields of the same part from which it is filled
    in if a file does not state it.

    ``foregone`` returns the next move of chance if a claim need not state it, because
    every other one would have the same effect, as with an unknown card that is laid
    face down; else None. ``supplied`` are the fields, such as ``players.coins`` and
    ``board.display``, that hold what moves are paid with or take; a file can state them
    as "enough". ``needed`` returns the cards that the claimed moves need without naming
    them; it gets a position, what the file states, and the cards that a player with
    enough can have. Those that ``act`` by themselves where other cards lie on them are
    only had by a player whose moves name or need them.

    ``together`` are the kinds of moves that people make at once, such as handing in
    cards, so that their order in a claim does not matter. ``order`` maps the kinds of
    moves that a player decides on at once to their places in the order in which they
    are made; a claim can name them in another order. ``stops`` are the moves by which a
    player only stops, the innermost first: the end of an action before the end of the
    turn. ``starts`` are the kinds of moves by which a player only begins what the next
    move carries out. ``by_itself`` maps the moves that the rules make for a player who
    has no choice to the id of the clause that makes them. ``in_full`` returns the moves
    that are meant by a move with which people do not say how they pay; empty if nothing
    is left out. ``quantities`` can be measured besides the declared fields and the
    score.
    """

    read_position: Callable[[Any, Any], S] | None = None
    lying: Mapping[type, Mapping[str, Callable[[S], Mask[Any]]]] = attrs.field(factory=dict)
    most: int = COUNT_MAX
    rules: Mapping[str, str] = attrs.field(factory=dict)
    filled_from: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    foregone: Callable[[S], M | None] = lambda _: None
    supplied: tuple[str, ...] = ()
    needed: Callable[[S, Any, Sequence[int]], Collection[int]] = lambda *_: ()
    act: Callable[[S], Collection[int]] = lambda _: ()
    together: tuple[type, ...] = ()
    order: Mapping[type, int] = attrs.field(factory=dict)
    stops: tuple[M, ...] = ()
    starts: tuple[type, ...] = ()
    by_itself: Mapping[M, str] = attrs.field(factory=dict)
    in_full: Callable[[S, M], Sequence[M]] = lambda *_: ()
    quantities: Sequence[Quantity] = ()
