"""Following a game that is only partly known: what a seat knows after each move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby, islice
from typing import Any, TypeVar, cast

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.play.calls import completions_of
from era_of_inventions.tabletop.play.effects import consequences
from era_of_inventions.tabletop.play.knowledge import UnclearError, judge_known, owner
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.play.worlds import (
    WAYS_MAX,
    Worlds,
    allows,
    filled,
    named_fields,
    ways,
    worlds_of,
)
from era_of_inventions.tabletop.values import UNKNOWN, members, views
from era_of_inventions.tabletop.values.completions import are_things, completed, exchanged
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import Choice, HoldsCards
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.naming import AnyNames, Terms
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
SPREAD = 24
"""How many completions, spread evenly, are compared if a move draws cards."""


def follow(state: S, move: Any, ahead: Sequence[Any] = ()) -> S | None:
    """Return the position as known after a move; None if no completion was found in which the move is legal.

    An unknown card that the move names is revealed, if where it lies decides whether the move is legal. A card that it
    does not name can be any card of the same place, so that afterwards no card of this place is known. What was sealed
    and is unknown was a thing, for a record names a choice of nothing. ``ahead`` are the moves that follow: if need be,
    the unknown cards that they name are taken to be with the player of this move. Raises `UnclearError` if the effects
    depend on something unknown.
    """
    layout = state.setting.layout
    known = (_kept_unknown(*found, move) for found in _ways(state, move, ahead))
    results = (
        views.alike(layout, one) for one, _ in groupby(known)
    )  # most ways lead to the same position
    usual = next(results, None)
    if usual is None and (open_on := judge_known(state, move).open_on):
        raise UnclearError(move, open_on, state.setting)
    if any(other != usual for other in results):
        raise UnclearError(move, named_fields(worlds_of(state).unknown), state.setting)
    return usual


def found_out(state: S, move: Any, ahead: Sequence[Any] = ()) -> S:
    """Return the position before a legal move, with the card that the move reveals in its place."""
    return next((seen for seen, _, _ in _ways(state, move, ahead)), state)


def _ways(state: Any, move: Any, ahead: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield ways to make a move: the position as known, a completion in which the move is legal, and the whole move."""
    layout, known = state.setting.layout, list(_found_out(state, move))
    makers: list[Callable[[Any], Iterable[Any]]] = [
        lambda seen: worlds_of(seen).some(),
        lambda seen: worlds_of(_expected(seen, ahead)).some(),
        lambda seen: worlds_of(seen).every,
        completions_of,  # those that checks forbid, if they leave none that fits
    ]
    for make in makers:
        for seen in known:
            unknown = worlds_of(seen).unknown
            legal = [
                (seen, whole, filled(whole, move))
                for whole in make(seen)
                if allows(whole, move) and are_things(layout, whole, unknown)
            ]
            if legal:
                _, first, made = legal[0]
                if (other := _elsewhere(state, first, move)) is not None:
                    seen = state
                    legal = [(state, one, filled(one, move)) for one in (first, other)]
                yield from legal
                # what is sealed was a thing, and so a move of this kind
                some = ways(state, move, [first], WAYS_MAX)
                yield from ((seen, *way) for way in some if type(way[1]) is type(move))
                question = consequences(seen, made)
                worlds = worlds_of(seen)
                if used := worlds.uses(question, first):
                    compared = [
                        one
                        for one in _compared(worlds, used)
                        if allows(one, move) and are_things(layout, one, unknown)
                    ]
                    lacking = _only_where_illegal(worlds, move, used, compared)
                    if lacking or not worlds.is_tried_but_for_sorts(question, compared):
                        raise UnclearError(move, named_fields(worlds.unknown), state.setting)
                    yield from ((seen, whole, filled(whole, move)) for whole in compared)
                return


def _only_where_illegal(
    worlds: Worlds[Any], move: Any, used: Collection[KeyPath], compared: Sequence[Any]
) -> bool:
    """Return whether a hidden value that is used occurs only where a move is illegal, though not because of it."""
    decisive = worlds.uses(
        lambda whole: allows(whole, move), compared[0] if compared else None
    )
    layout, unknown = worlds.state.setting.layout, worlds.unknown
    every = [one for one in worlds.every if are_things(layout, one, unknown)]
    return any(
        {views.part_at(one, leaf.path) for one in compared}
        != {views.part_at(one, leaf.path) for one in every}
        for leaf in worlds.unknown
        if leaf.path in used and leaf.path not in decisive and not leaf.holds_cards
    )


def _compared(worlds: Worlds[Any], used: Collection[KeyPath]) -> Sequence[Any]:
    """Return all completions or, if the move only draws from what nobody sees, some that are spread evenly."""
    drawn = all(
        leaf.holds_cards and leaf.field.spec.seen == "nobody"
        for leaf in worlds.unknown
        if leaf.path in used
    )
    return worlds.some(SPREAD) if drawn else worlds.every


def _found_out(state: Any, move: Any) -> Iterator[Any]:
    """Yield, for each place where the unknown card named by a move may lie, the position with the card there.

    First come the places of the player who makes the move or, if chance does, the places without an owner. If the move
    names no unknown card, only the position itself is yielded.
    """
    first = state.setting.rulebook.seat_to_move(state)
    for names, card in _revealed(state, move):
        places = sorted(_places(state, names), key=lambda leaf: leaf.seat != first)
        yield from (views.with_card(state, leaf, card) for leaf in places)
        return
    yield state


def _revealed(state: Any, move: Any) -> Iterator[tuple[AnyNames, int]]:
    """Yield the unknown cards that a move names, unless a copy of them is known to be there."""
    first = state.setting.rulebook.seat_to_move(state)
    for names, card in _unknown_named(state, move):
        copies = _copies(state, names, card)
        if any(_places(state, names)) and not _has_copy(state, first, names, copies):
            yield names, card


def _elsewhere(state: Any, whole: Any, move: Any) -> Any:
    """Return a completion like ``whole`` in which the card that a move names lies elsewhere, and the move is legal.

    Neither does a copy of the card lie where it was.
    """
    found = (
        other
        for names, card in islice(_revealed(state, move), 1)
        for other in _exchanged(state, whole, names, card)
    )
    return next((other for other in found if allows(other, move)), None)


def _exchanged(state: Any, whole: Any, names: AnyNames, card: int) -> Iterator[Any]:
    """Yield completions like ``whole`` in which a card, and the copies beside it, have changed places with others."""
    unknown = worlds_of(state).unknown
    copies, free = (
        members(cast("Any", cards))
        for cards in (_copies(state, names, card), worlds_of(state).free[names])
    )
    lying = [completed(leaf, whole) for leaf in _places(state, names)]
    nowhere = [one for one in free if not any(one in cards for cards in lying)]
    places = [*lying, nowhere]
    here = next(cards for cards in places if card in cards)
    leaving = [one for one in here if one in copies]
    away = [one for one in free if one not in here and one not in copies]
    for cards in places:
        others = names.mixed((one for one in away if one in cards), state.setting.terms)
        sorts = names.sorts(state.setting.terms)
        for first in range(len({sorts[one] for one in others} if sorts else others)):
            instead = [*others[first:], *(one for one in away if one not in others)]
            if len(instead) >= len(leaving):
                yield _with_exchanged(
                    unknown, whole, names, zip(leaving, instead, strict=False)
                )


def _with_exchanged(
    unknown: Sequence[Leaf], whole: Any, names: AnyNames, pairs: Iterable[tuple[int, int]]
) -> Any:
    for pair in pairs:
        whole = exchanged(unknown, whole, names, *pair)
    return whole


def _copies(state: Any, names: AnyNames, card: int) -> int:
    """Return the set of the copies of a card, itself included."""
    if names.faces is None:
        return 1 << card
    copies = names.faces.copies(state.setting)
    return int(copies.of_face[copies.face_of[card]])


def _has_copy(state: Any, seat: int | None, names: AnyNames, alike: int) -> bool:
    """Return whether one of some copies is known to lie in a hidden place of a seat or, for None, of nobody."""
    places = (
        leaf
        for leaf in views.leaves(state.setting.layout, state)
        if leaf.hidden and leaf.seat == seat
    )
    holders = ((leaf.field.spec.holds, leaf.value) for leaf in places)
    lying = (
        holds.contents(value)
        for holds, value in holders
        if isinstance(holds, HoldsCards) and holds.of is names
    )
    return any(cards.known & alike for cards in lying)


def _expected(state: Any, ahead: Sequence[Any]) -> Any:
    """Return the position in which the player of the next move has the unknown cards that the moves after it name."""
    whose = owner(state)
    for move in ahead:
        for names, card in _unknown_named(state, move):
            own = (leaf for leaf in _places(state, names) if leaf.seat == whose)
            if (place := next(own, None)) is not None:
                state = views.with_card(state, place, card)
    return state


def _places(state: Any, names: AnyNames) -> Iterator[Leaf]:
    """Return the places in which unknown things of a kind lie."""
    return (
        leaf
        for leaf in worlds_of(state).unknown
        if getattr(leaf.field.spec.holds, "of", None) is names
    )


def _unknown_named(state: Any, move: Any) -> Iterator[tuple[AnyNames, int]]:
    """Yield the things that a move names and that are not known to lie anywhere."""
    layout = state.setting.layout
    named = list(_named(layout.terms, move))
    for names, free in worlds_of(state).free.items() if named else ():
        for of, name in named:
            for card in _called(layout.terms, names, of, name):
                if free >> card & 1:
                    yield names, card
                    break


def _called(terms: Terms, names: AnyNames, of: type[Any], name: str) -> Sequence[int]:
    """Return the things that a name stands for: one thing, or all copies of a face; empty for names of another kind."""
    if names.faces is not None and of is names.faces.of:
        copies = names.faces.copies(terms.setting)
        return members(copies.of_face[[*copies.numbers].index(name)])
    known = [*terms.get(names.names)] if of is names.of else []
    return [known.index(name)] if name in known else []


def _named(terms: Terms, move: Any) -> Iterator[tuple[type[Any], str]]:
    """Yield the things that a move names, each by its kind and its name."""
    for field, spec in fields_of(type(move)):
        holds = spec.holds.innermost
        if isinstance(holds, Choice) and (value := getattr(move, field.name)) != UNKNOWN:
            yield holds.names.of, str(holds.bind(terms).write(value))


def _kept_unknown(seen: Any, whole: Any, made: Any, move: Any) -> Any:
    """Make a move in a completion, and return the position in which what was unknown is hidden again."""
    layout, complete = seen.setting.layout, made is move
    after, forgotten = whole.setting.engine.play(whole, made), {**worlds_of(seen).free}
    for names, lying in () if complete else _guessed(layout, whole, after, made):
        forgotten[names] |= lying
    return views.kept_unknown(layout, seen, whole, after, forgotten, complete=complete)


def _guessed(
    layout: Layout[Any], whole: Any, after: Any, made: Any
) -> Iterator[tuple[AnyNames, int]]:
    """Yield the cards, by their kind, of each hidden place from which a guessed move took a card that it names."""
    named = [*_named(layout.terms, made)]
    for was, now in zip(
        views.leaves(layout, whole), views.leaves(layout, after), strict=True
    ):
        holds = was.field.spec.holds
        if isinstance(holds, HoldsCards) and was.hidden:
            lying = int(holds.contents(was.value).known)
            taken = lying & ~holds.contents(now.value).known
            cards = (_called(layout.terms, holds.of, *one) for one in named)
            if any(taken >> card & 1 for card in chain(*cards)):
                yield holds.of, lying
