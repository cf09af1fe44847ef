"""Following a game that is only partly known: what a seat knows after each move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby, islice, product
from typing import Any, TypeVar, cast

from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import outcome_of
from era_of_inventions.tabletop.law.verdict import Outcome
from era_of_inventions.tabletop.play.calls import completions_of
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.knowledge import (
    UnclearError,
    is_ruled_out,
    judge_known,
    owner,
    sealed_part,
)
from era_of_inventions.tabletop.play.named_things import (
    called,
    named_in,
    places_of,
    unknown_named,
    worlds_about,
)
from era_of_inventions.tabletop.play.partial_moves import (
    Ways,
    allows,
    can_be,
    is_whole,
)
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.play.worlds import (
    Worlds,
    is_known,
    named_fields,
    worlds_of,
)
from era_of_inventions.tabletop.values import Cards, Seal, Sealed, members, views
from era_of_inventions.tabletop.values.completions import are_things, exchanged
from era_of_inventions.tabletop.values.domains import HoldsCards
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.noted import any_revealed
from era_of_inventions.tabletop.values.veiling import Lying, note_moved
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)


def follow(
    state: S, move: Any, ahead: Sequence[Any] = (), start: S | None = None
) -> S | None:
    """Return the position as known after a move; None if no completion was found in which the move is legal.

    An unknown card that the move names is revealed, if where it lies decides whether
    the move is legal. A card that it does not name can be any card of the same place,
    so that afterwards no card of this place is known.

    ``ahead`` are the moves that follow: if need be, the unknown cards that they name
    are taken to be with the player of this move. ``start`` is the first position of a
    record that shows all that its seat knows at its end, or a later one (see
    `unsealed_since`): what was sealed since then and is opened by this move was a thing
    if it is still unknown and its seal hides only things. Raises `UnclearError` if the
    effects depend on something unknown.
    """
    layout = state.setting.layout
    known = (_kept_unknown(*found, move) for found in _ways(state, move, ahead, start))
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


def _ways(
    state: Any, move: Any, ahead: Sequence[Any], start: Any = None
) -> Iterator[tuple[Any, Any, Any]]:
    """Yield ways to make a move: the position as known, a completion in which the move is legal, and the whole move."""
    things = None if start is None else [*_sealed_things(start, state, move)]
    known = [*_found_out(state, move)] if is_whole(move) else [state]
    allowed = partial(filter, worlds_of(state).is_possible)
    makers: list[Callable[[Any], Iterable[Any]]] = [
        lambda seen: allowed(worlds_of(seen).some()),
        lambda seen: allowed(worlds_of(_expected(seen, ahead)).some()),
        lambda seen: allowed(_tried(worlds_about(seen, move), move)),
        # those that checks forbid, if they leave none that fits
        lambda seen: (
            () if is_ruled_out(worlds_about(state, move), move) else completions_of(seen)
        ),
    ]
    *usual, last = product(makers if is_whole(move) else makers[2:], known)
    for make, seen in (*usual, (makers[2], state), last):
        possible = partial(_with_things, things or (), partial(make, seen))
        found = _of_whole if is_whole(move) else _of_partial
        if some := found(state, seen, possible, move, things):
            yield from some
            return


def unsealed_since(start: S, state: S) -> S:
    """Return since when a record shows what is sealed: since ``state`` if nothing is, otherwise since ``start``."""
    return start if not is_known(state) and any(_sealed(state)) else state


def _sealed(state: Any) -> Iterator[tuple[Leaf, Seal]]:
    """Yield what is sealed and unknown where seals hide only things, each with its seal."""
    seals = {
        name: clause.opens
        for clause in state.setting.rulebook.law
        if clause.opens and clause.opens.hides_only_things
        for name in clause.opens.fields
    }
    for leaf in worlds_of(state).unknown if seals else ():
        *above, name = leaf.path
        if leaf.among and name in seals and above == [PLAYERS, leaf.seat]:
            yield leaf, seals[str(name)]


def _sealed_things(start: Any, state: Any, move: Any) -> Iterator[Leaf]:
    """Yield what was sealed since the beginning of a record and, if it is still unknown after a move, is a thing.

    As long as something is sealed that was sealed before, this may lie elsewhere now,
    so that nothing is yielded.
    """
    sealed: dict[Seal, list[Leaf]] = {}
    for leaf, seal in () if any(_sealed(start)) else _sealed(state):
        sealed.setdefault(seal, []).append(leaf)
    for seal, leaves in sealed.items():
        yield from _opened(state, move, seal, leaves)


def _opened(state: Any, move: Any, seal: Seal, sealed: Sequence[Leaf]) -> Sequence[Leaf]:
    """Return the fields of a seal that a move opens, as they are, in whatever way it can be made."""
    clauses = {one.id for one in state.setting.rulebook.law if one.opens is seal}

    def opened(whole: Any, one: Any) -> frozenset[int]:
        after, tracer = trace(whole, one)
        steps = [step for cause, *step in tracer.steps if cause in clauses]

        def is_opened(leaf: Leaf) -> bool:
            seat, value = cast("int", leaf.seat), views.part_at(whole, leaf.path)
            return not seal.holds(after, seat) and any(
                views.part_at(before, leaf.path) is value and not seal.holds(then, seat)
                for before, then in steps
            )

        return frozenset(number for number, leaf in enumerate(sealed) if is_opened(leaf))

    every = list[frozenset[int]]()
    for seen in _found_out(state, move) if is_whole(move) else [state]:
        pairs = Ways(worlds_about(seen, move), can_be(state, move)).pairs(opened)
        every += [frozenset()] if pairs is None else [opened(*pair) for pair in pairs]
    return [sealed[number] for number in frozenset.intersection(*every)] if every else []


def _with_things(things: Sequence[Leaf], make: Callable[[], Iterable[Any]]) -> Iterator[Any]:
    """Yield the completions in which these are things, if they are among others."""
    return (one for one in make() if are_things(one.setting.layout, one, things))


def _of_partial(
    state: Any,
    seen: Any,
    possible: Callable[[], Iterable[Any]],
    move: Any,
    things: Sequence[Leaf] | None,
) -> Sequence[tuple[Any, Any, Any]]:
    """Return ways to make a partly unknown move in these completions of a position."""
    worlds, moves = worlds_about(seen, move), can_be(state, move)
    layout = state.setting.layout
    sealed = None if things is None else sealed_part(type(move))

    def asked(whole: Any, one: Any) -> bool:
        _note_used(whole, one)
        return not sealed or _stays_sealed(sealed, whole, one)

    ways = Ways(worlds, moves, possible)
    if (pairs := ways.by_place(move, asked)) is None:
        pairs = ways.pairs(asked)
    if pairs is None:
        raise UnclearError(move, named_fields(worlds.unknown), state.setting)
    if sealed:
        pairs = [pair for pair in pairs if _stays_sealed(sealed, *pair)]
    return [(seen, *pair) for pair in pairs if are_things(layout, pair[0], things or ())]


def _stays_sealed(sealed: Sealed, whole: Any, move: Any) -> bool:
    """Return whether a decision is not known after its move; once it is, a record names it."""
    whose, after = owner(whole), whole.setting.engine.play(whole, move)
    return whose is not None and (
        sealed.lies(after, whose) or not sealed.opened(after, whose, move)
    )


def _of_whole(
    state: Any,
    seen: Any,
    possible: Callable[[], Iterable[Any]],
    move: Any,
    things: Sequence[Leaf] | None,
) -> Sequence[tuple[Any, Any, Any]]:
    """Return ways to make a whole move in these completions of a position."""
    legal = [(seen, whole, move) for whole in possible() if allows(whole, move)]
    if not legal:
        return ()
    _, first, _ = legal[0]
    if not _reveals(state, first, move):
        seen, legal = (
            state,
            [(state, one, move) for one in (first, *_elsewhere(state, first, move))],
        )
    worlds = worlds_about(seen, move)
    if not worlds.uses(lambda whole: _note_used(whole, move), first):
        return legal
    if (compared := _compared(worlds, move, things or ())) is None:
        raise UnclearError(move, named_fields(worlds.unknown), state.setting)
    return legal + [(seen, whole, move) for whole in compared]


def _tried(worlds: Worlds[Any], move: Any) -> Iterator[Any]:
    """Yield completions: usual ones, and those with all on which it depends whether a move is legal."""
    yield from worlds.one_by_one()
    yield from worlds.tried(lambda whole: allows(whole, move)).worlds


def _compared(worlds: Worlds[Any], move: Any, things: Sequence[Leaf]) -> Sequence[Any] | None:
    """Return completions in which a move leads to all that it can lead to; None if these are too many.

    They have all on which its legality and the position after it depend together. If
    that is too much, they have all on which that position depends, if the move can be
    legal with it.
    """

    def is_legal(whole: Any) -> bool:
        return allows(whole, move)

    made = partial(_note_used, move=move)
    tried, untried, _ = worlds.tried_where(is_legal, made)
    if not untried:
        return [*_with_things(things, lambda: tried)]
    every, untried, used = worlds.tried(made)
    if untried:
        return None
    if not all(map(is_legal, every)) and any_revealed(used):
        return None
    fields = [leaf for leaf in worlds.unknown if leaf.path in used]

    def held(whole: Any) -> tuple[Any, ...]:
        return tuple([views.part_at(whole, leaf.path) for leaf in fields])

    both = _with_things(things, lambda: (*tried, *every))
    legal = [*filter(is_legal, both)]
    led_to = {*map(held, _with_things(things, lambda: every))}
    return legal if {*map(held, legal)} >= led_to else None


def _note_used(whole: Any, move: Any) -> None:
    """Make a move under a veil, which notes what the position after it depends on."""
    after = whole.setting.engine.play(whole, move)
    note_moved(whole.setting.layout, whole, after)


def _found_out(state: Any, move: Any) -> Iterator[Any]:
    """Yield, for each place where the unknown card named by a move may lie, the position with the card there.

    First come the places of the player who makes the move or, if chance does, the
    places without an owner. If the move names no unknown card, only the position itself
    is yielded.
    """
    first = state.setting.rulebook.seat_to_move(state)
    for names, card in _revealed(state, move):
        found = sorted(
            places_of(worlds_of(state), names), key=lambda leaf: leaf.seat != first
        )
        yield from (views.with_card(state, leaf, card) for leaf in found)
        return
    yield state


def _revealed(state: Any, move: Any) -> Iterator[tuple[AnyNames, int]]:
    """Yield the unknown cards that a move names, unless a copy of them is known to be there."""
    first = state.setting.rulebook.seat_to_move(state)
    for names, card in unknown_named(worlds_of(state), move):
        copies = _copies(state, names, card)
        if any(places_of(worlds_of(state), names)) and not _has_copy(
            state, first, names, copies
        ):
            yield names, card


def _reveals(state: Any, whole: Any, move: Any) -> bool:
    """Return whether a legal move reveals that the card that it names lies where it does in a completion."""
    for names, card in islice(_revealed(state, move), 1):
        known = worlds_of(state)
        here = [one for one in places_of(known, names) if card in one.completed_in(whole)]
        if any(type(one.value) is not Cards for one in here):
            return _lies_only(worlds_about(state, move), move, here, card) and not any(
                _elsewhere(state, whole, move)
            )
        copies = [*members(cast("Any", _copies(state, names, card)))]
        apart = [Lying(names, one, place, apart=True) for one in copies for place in here]
        return bool(here) and _is_illegal_where(known, move, apart)
    return True


def _lies_only(known: Worlds[Any], move: Any, here: Sequence[Leaf], card: int) -> bool:
    """Return whether a move is legal only if a card lies in these places, at the only place of an unknown one."""

    def is_legal(whole: Any) -> bool:
        return allows(whole, move)

    worlds, untried, used = known.tried(is_legal)
    there = [one.count_unknown == 1 and one.path in used for one in here]
    elsewhere = (
        one for one in worlds if not any(card in place.completed_in(one) for place in here)
    )
    return all(there) and not untried and not any(map(is_legal, elsewhere))


def _is_illegal_where(known: Worlds[Any], move: Any, lying: Sequence[Lying]) -> bool:
    """Return whether a move is certainly not legal if the things that it names lie there."""
    law = known.state.setting.rulebook.law

    def certain(clauses: Iterable[Clause[..., Any]]) -> list[Outcome | None]:
        asked = (
            known.behind_veil(partial(_outcome, clause, move), None, lying)
            for clause in clauses
        )
        return [None if used else outcome for outcome, used in asked]

    granted = certain(law.grants.get(type(move), ()))
    return Outcome.FORBIDS in certain(law.limits.get(type(move), ())) or not {
        None,
        Outcome.PERMITS,
    }.intersection(granted)


def _outcome(clause: Clause[..., Any], move: Any, whole: Any) -> Outcome:
    return outcome_of(clause, whole, move)


def _elsewhere(state: Any, whole: Any, move: Any) -> Iterator[Any]:
    """Yield a completion like ``whole`` in which the card that a move names lies elsewhere, and the move is legal.

    Neither does a copy of the card lie where it was. Nothing is yielded if there is
    none.
    """
    found = (
        other
        for names, card in islice(_revealed(state, move), 1)
        for other in _exchanged(state, whole, names, card)
    )
    possible = filter(worlds_of(state).is_possible, found)
    yield from islice((other for other in possible if allows(other, move)), 1)


def _exchanged(state: Any, whole: Any, names: AnyNames, card: int) -> Iterator[Any]:
    """Yield completions like ``whole`` in which a card, and the copies beside it, have changed places with others."""
    unknown = worlds_of(state).unknown
    copies, free = (
        members(cast("Any", cards))
        for cards in (_copies(state, names, card), worlds_of(state).free[names])
    )
    lying = [leaf.completed_in(whole) for leaf in places_of(worlds_of(state), names)]
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
    return any(
        leaf.cards.known & alike
        for leaf in views.leaves(state.setting.layout, state)
        if leaf.hidden and leaf.seat == seat and leaf.is_of(names)
    )


def _expected(state: Any, ahead: Sequence[Any]) -> Any:
    """Return the position in which the player of the next move has the unknown cards that the moves after it name."""
    whose = owner(state)
    for move in ahead:
        for names, card in unknown_named(worlds_of(state), move):
            own = (leaf for leaf in places_of(worlds_of(state), names) if leaf.seat == whose)
            if (place := next(own, None)) is not None:
                state = views.with_card(state, place, card)
    return state


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
    named = [*named_in(layout.terms, made)]
    for field, was, now in views.changed_cards(layout, whole, after):
        holds = cast("HoldsCards[Any]", field.spec.holds)
        lying = int(holds.contents(was).known) if field.is_hidden else 0
        if taken := lying and lying & ~holds.contents(now).known:
            cards = (called(layout.terms, holds.of, *one) for one in named)
            if any(taken >> card & 1 for card in chain(*cards)):
                yield holds.of, lying
