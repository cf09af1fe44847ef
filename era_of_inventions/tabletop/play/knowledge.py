"""Answers about positions and moves that are only partly known.

Every question is asked of completions of the position, which replace the unknown things by possible ones: each card
occurs in one of them, and each mixture of sorts. An answer counts as certain if it is the same in all of them. Things
that are hidden from whoever decides cannot matter for what they may do: the law must give the same answer for the view
of a seat as for the whole position. So if they know everything of their own, two completions that differ as much as
possible are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import Any, TypeAlias, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import (
    Event,
    Finding,
    OpenOn,
    Outcome,
    RestsOn,
    Verdict,
)
from era_of_inventions.tabletop.play.judge import (
    Consequence,
    evaluate,
    judge,
    rests_on,
    under,
    with_due,
)
from era_of_inventions.tabletop.play.occasions import ActsNow, Occasion
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnyPosition, AnySetting
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.values import UNKNOWN, Sealed, evolve, members, views
from era_of_inventions.tabletop.values.changes import Change
from era_of_inventions.tabletop.values.domains import Choice, HoldsCards
from era_of_inventions.tabletop.values.layout import fields_of
from era_of_inventions.tabletop.values.naming import AnyNames, Terms
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
Changes: TypeAlias = Callable[[Any, Any], Iterable[Change]]
FEW = 2
SPREAD = 24
"""How many completions, spread evenly, are compared to see whether a move depends on unknown things."""


class UnclearError(GameError):
    """A move whose effects depend on something unknown; ``open_on`` lists the unknown things."""

    def __init__(
        self, move: object, open_on: tuple[OpenOn, ...], setting: AnySetting
    ) -> None:
        """Store the move, the unknown things, and the setting in which the move has a text."""
        self.move = move
        self.open_on = open_on
        self.setting = setting
        super().__init__(move, open_on, setting)

    def __str__(self) -> str:
        """The move, and the unknown things that its effects depend on."""
        text = self.setting.vocabulary.show(self.move)
        return f"what {text!r} does depends on what is unknown: {', '.join(map(str, self.open_on))}"


# --- What is unknown --------------------------------------------------------------------------------------------------


def hides_something(state: AnyPosition) -> bool:
    """Return whether positions of this game have hidden fields."""
    return state.setting.hides


def unknown(state: AnyPosition) -> Iterator[Leaf]:
    """Return the fields of a position with unknown values."""
    return (
        views.unknown_in(state.setting.layout, state) if hides_something(state) else iter(())
    )


@lru_cache(maxsize=1 << 12)
def is_whole(move: object) -> bool:
    """Return whether no part of a move is unknown."""
    return all(getattr(move, field.name) != UNKNOWN for field, _ in fields_of(type(move)))


def completions(state: S) -> tuple[S, ...]:
    """Return enough completions to find what depends on unknown things; a known position is its own."""
    fields = tuple(unknown(state))
    if not fields:
        return (state,)
    every = state.setting.rulebook.seat_to_move(state) is None or are_own(state, fields)
    return _completions(cast("Any", state), None if every else FEW)


def are_own(state: AnyPosition, fields: Iterable[Leaf]) -> bool:
    """Return whether whoever decides may know one of these fields."""
    decides = state.setting.rulebook.to_move(state)
    return any(
        field.seat == decides and field.field.spec.seen != "nobody" for field in fields
    )


@lru_cache(maxsize=32)
def _completions(state: Any, most: int | None) -> tuple[Any, ...]:
    return tuple(islice(state.setting.rulebook.completions(state), most))


def ask(
    state: S, question: Callable[[S], T], worlds: Sequence[S] = ()
) -> tuple[T, tuple[OpenOn, ...]]:
    """Answer a question about a position, and list the unknown fields on which the answer depends.

    The list is empty if the answer is the same in all completions.
    """
    first, *others = worlds or completions(state)
    usual = question(first)
    differing = [other for other in others if question(other) != usual]
    if not differing:
        return usual, ()
    fields = list(unknown(state))
    alone = [
        field
        for field in fields
        if any(question(_with(first, other, field)) != usual for other in differing)
    ]
    return usual, named_fields(alone or fields)


def named_fields(fields: Iterable[Leaf]) -> tuple[OpenOn, ...]:
    """Return each field once, by its words and its owner."""
    return tuple(
        dict.fromkeys(OpenOn(field.seat, field.field.spec.words) for field in fields)
    )


def _with(position: S, other: S, field: Leaf) -> S:
    part: Any = other
    for step in field.path:
        part = part[step] if isinstance(step, int) else getattr(part, step)
    return views.with_part(position, field.path, part)


def surely(state: S, question: Callable[[S], T]) -> tuple[T, tuple[OpenOn, ...]]:
    """Answer a question as `ask` does, but by all completions: any question, not only about legality."""
    return ask(
        state,
        question,
        _completions(cast("Any", state), None) if any(unknown(state)) else (state,),
    )


# --- How a seat sees a move -------------------------------------------------------------------------------------------


def owner(state: AnyPosition) -> int | None:
    """Return the owner of the hidden parts of the next move: who moves or, for chance, who is served."""
    rulebook: AnyRulebook = state.setting.rulebook
    seat = rulebook.seat_to_move(state)
    return rulebook.served(state) if seat is None else seat


def move_seen_by(
    state: AnyPosition, move: object, seat: int | None, later: Iterable[AnyPosition] = ()
) -> Any:
    """Return a move in a position as a seat, or a spectator (None), sees it: hidden parts are unknown.

    ``later`` are the positions after the one that follows. A sealed part is known if it is opened in one of them.
    """
    whose = owner(state)
    masked = views.as_seen(move, state.setting.terms, seat, whose)
    if masked is move or whose is None or (sealed := _sealed(type(masked))) is None:
        return masked
    for position in chain([state.setting.engine.play(state, move)], later):
        if not sealed.lies(position, whose):
            return move if sealed.opened(position, whose, move) else masked
    return masked


def _sealed(kind: type[Any]) -> Sealed | None:
    return next(
        (spec.seen for _, spec in fields_of(kind) if isinstance(spec.seen, Sealed)), None
    )


def filled(state: AnyPosition, move: Any) -> Any:
    """Return a move of the table that a partly unknown move may stand for, if possible a legal one."""
    if is_whole(move):
        return move
    can_be: Sequence[Any] = state.setting.masked_moves.get(move, (move,))
    return next(
        (one for one in can_be if state.setting.rulebook.law.allows(state, one)), can_be[0]
    )


# --- What is certain of a move ----------------------------------------------------------------------------------------


def judge_known(
    state: AnyPosition,
    move: object,
    *,
    seat: int | None = None,
    rulings: bool = False,
    referee: bool = False,
) -> Verdict:
    """Judge a move in a partly known position: merge the verdicts on all its completions into one.

    Where nothing is unknown this is `judge`. A finding is `Outcome.OPEN` if its outcome depends on something unknown,
    and has only the facts that are the same everywhere. With a ``seat`` the verdict has only the events that this seat
    may know of, and can be sure of before the move; a ``referee`` who asks for a seat gets all that are certain.
    """
    sees_all = seat is None or not hides_something(state)
    if sees_all and is_whole(move) and not any(unknown(state)):
        return judge(state, move, seat=seat, rulings=rulings)
    known = state if seat is None or referee else state.setting.rulebook.view(state, seat)
    audience = None if referee else seat
    verdict = _evaluate(state, move, seat)
    if (
        verdict.legal
    ):  # and, as far as the seat knows, without effects that only the move would reveal
        occasions, events = effects(known, move)
        verdict = evolve(verdict, occasions=occasions, events=_seen(events, audience))
    elif not verdict.open_on:
        verdict = with_due(known, verdict, certain=not are_own(known, unknown(known)))
    if not rulings:
        return verdict
    return evolve(verdict, rests_on=tuple(_rests_on(state, known, verdict, seat, audience)))


def _evaluate(state: AnyPosition, move: object, seat: int | None) -> Verdict:
    rulebook: AnyRulebook = state.setting.rulebook
    if seat is not None and seat != rulebook.to_move(
        state
    ):  # and learns only that, not the moves open to another seat
        return Verdict(
            move,
            state.setting.ruleset.name,
            rulebook.law.evaluate(state, ActsNow(seat)),
            seat=seat,
        )
    verdicts = [evaluate(whole, filled(whole, move), seat) for whole in completions(state)]
    columns = zip(*(verdict.findings for verdict in verdicts), strict=True)
    findings = tuple(_common(move, *of_clause) for of_clause in columns)
    return evolve(verdicts[0], subject=move, findings=findings, open_on=open_on(state, move))


def _common(move: object, first: Finding, *others: Finding) -> Finding:
    same = all(other.outcome is first.outcome for other in others)
    facts = tuple(
        fact for fact in first.facts if all(fact in other.facts for other in others)
    )
    subject = first.subject if isinstance(first.subject, Occasion) else move
    return Finding(first.clause, first.outcome if same else Outcome.OPEN, subject, facts)


def _seen(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    return tuple(event for event in events if seat is None or event.is_seen_by(seat))


def _rests_on(
    state: AnyPosition,
    known: AnyPosition,
    verdict: Verdict,
    seat: int | None,
    audience: int | None,
) -> Iterator[RestsOn]:
    """Return the rulings that the legality or, in a ``known`` position, the effects rest on."""
    move, whole, legal = verdict.subject, completions(known)[0], verdict.legal

    def events(position: AnyPosition) -> Sequence[Event]:
        return _seen(trace(position, filled(position, move))[1].events, audience)

    def ask(ruleset: BaseRuleset) -> Consequence:
        still = _evaluate(under(state, ruleset), move, seat).legal
        return Consequence(still, events(under(whole, ruleset)) if still and legal else ())

    usual = Consequence(legal, events(whole) if legal else ())
    return rests_on(whole, filled(whole, move), usual, ask)


def open_on(state: AnyPosition, move: object) -> tuple[OpenOn, ...]:
    """Return the unknown fields that the legality of a move depends on."""
    worlds = completions(state)
    return ask(state, lambda whole: allows(whole, move), worlds)[1] if len(worlds) > 1 else ()


def allows(state: AnyPosition, move: object) -> bool:
    """Return whether some choice of the move's hidden parts makes it legal in a known position."""
    return bool(state.setting.rulebook.law.allows(state, filled(state, move)))


def effects(
    state: AnyPosition, move: object, changes: Changes | None = None
) -> tuple[tuple[Finding, ...], tuple[Event, ...]]:
    """Return the certain effects of a legal move: the findings about occasions, and the events; see `trace`.

    They are the same in all completions. Two completions are enough if whoever decides sees all events in them, because
    a hidden thing takes part in events only when it is opened.
    """
    few = completions(state)
    happened = [trace(whole, filled(whole, move), changes)[1] for whole in few]
    if len(few) == 1:
        return tuple(happened[0].occasions), tuple(happened[0].events)
    decides = state.setting.rulebook.seat_to_move(state)
    seen = decides is not None and all(
        event.is_seen_by(decides) for event in happened[0].events
    )
    if len(few) == FEW and not seen:
        wholes = [
            whole for whole in _completions(cast("Any", state), None) if allows(whole, move)
        ]
        happened = [trace(whole, filled(whole, move), changes)[1] for whole in wholes]
    return _in_all([one.occasions for one in happened]), _in_all(
        [one.events for one in happened]
    )


def _in_all(columns: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """Return the items common to all of several lists, with repeats, in the order of the first."""
    first, *others = [list(column) for column in columns]
    common = []
    for item in first:
        if all(item in other for other in others):
            common.append(item)
            for other in others:
                other.remove(item)
    return tuple(common)


# --- Following a game that is only partly known -----------------------------------------------------------------------


def follow(state: S, move: Any, ahead: Sequence[Any] = ()) -> S | None:
    """Return the position as known after a move, or None if no completion was found in which it is legal.

    An unknown card that the move names is revealed. A card that it does not name can be any card of the same place, so
    that afterwards none of these is known. ``ahead`` are the moves that follow: the cards that they name are taken to
    be with whoever makes this one. Raises `UnclearError` if the effects depend on something unknown.
    """
    layout = state.setting.layout
    known = (_kept_unknown(*found, move) for found in _ways(state, move, ahead))
    results = (
        views.alike(layout, one) for one, _ in groupby(known)
    )  # most ways lead to the same
    usual = next(results, None)
    if any(other != usual for other in results):
        raise UnclearError(move, named_fields(unknown(state)), state.setting)
    return usual


def found_out(state: S, move: Any, ahead: Sequence[Any] = ()) -> S:
    """Return the position before a legal move, with the card that the move reveals in its place."""
    return next((seen for seen, _, _ in _ways(state, move, ahead)), state)


def _ways(state: Any, move: Any, ahead: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield positions as known, each with a completion that makes the move legal, and the move there."""
    known = list(_found_out(state, move))
    rulebook: AnyRulebook = state.setting.rulebook
    makers: list[Callable[[Any], Iterable[Any]]] = [
        lambda seen: _two(seen),
        lambda seen: _two(_expected(seen, ahead)),
        rulebook.completions,
    ]
    for make in makers:
        for seen in known:
            legal = [
                (seen, whole, filled(whole, move))
                for whole in make(seen)
                if allows(whole, move)
            ]
            if legal:
                yield from legal
                if are_own(seen, unknown(seen)):
                    wholes = _completions(seen, SPREAD)
                    yield from (
                        (seen, whole, filled(whole, move))
                        for whole in wholes
                        if allows(whole, move)
                    )
                return


def _two(state: Any) -> Iterable[Any]:
    return islice(views.completions(state.setting.layout, state, owner(state) or 0), FEW)


def _found_out(state: Any, move: Any) -> Iterator[Any]:
    """Yield the position with the unknown card that a move names in each place where it may lie.

    First come the places of whoever makes the move or, if chance does, the places that nobody owns.
    """
    first = state.setting.rulebook.seat_to_move(state)
    for names, card in _unknown_named(state, move):
        places = sorted(_places(state, names), key=lambda leaf: leaf.seat != first)
        if places and not _has_copy(state, first, names, card):
            yield from (views.with_card(state, leaf, card) for leaf in places)
            return
    yield state


def _has_copy(state: Any, seat: int | None, names: AnyNames, card: int) -> bool:
    """Return whether a copy of a card is known to lie in a hidden place of a seat, or of nobody."""
    if names.faces is None:
        return False
    layout = state.setting.layout
    face_of = layout.terms.get(names.face_of)
    places = (
        leaf for leaf in views.leaves(layout, state) if leaf.hidden and leaf.seat == seat
    )
    holders = ((leaf.field.spec.holds, leaf.value) for leaf in places)
    lying = (
        holds.contents(value)
        for holds, value in holders
        if isinstance(holds, HoldsCards) and holds.of is names
    )
    return any(
        face_of[other] == face_of[card] for cards in lying for other in members(cards.known)
    )


def _expected(state: Any, ahead: Sequence[Any]) -> Any:
    """Give whoever makes the next move the unknown cards that the moves after it name."""
    whose = owner(state)
    for move in ahead:
        for names, card in _unknown_named(state, move):
            own = (leaf for leaf in _places(state, names) if leaf.seat == whose)
            if (place := next(own, None)) is not None:
                state = views.with_card(state, place, card)
    return state


def _places(state: Any, names: AnyNames) -> Iterator[Leaf]:
    """Return the places with unknown things of a kind."""
    return (
        leaf for leaf in unknown(state) if getattr(leaf.field.spec.holds, "of", None) is names
    )


def _unknown_named(state: Any, move: Any) -> Iterator[tuple[AnyNames, int]]:
    """Yield the things that a move names and that are not known to lie anywhere."""
    layout = state.setting.layout
    named = list(_named(layout.terms, move))
    for names, free in views.lying_nowhere(layout, state).items() if named else ():
        for of, name in named:
            for card in _called(layout.terms, names, of, name):
                if card in free:
                    yield names, card
                    break


def _called(terms: Terms, names: AnyNames, of: type[Any], name: str) -> Sequence[int]:
    """Return the things that a name of a kind is for: one of them, or all copies of a face."""
    faces = names.faces
    if faces is not None and of is faces.of:
        face = [*terms.get(faces.names)].index(name)
        return [card for card, other in enumerate(terms.get(names.face_of)) if other == face]
    known = [*terms.get(names.names)] if of is names.of else []
    return [known.index(name)] if name in known else []


def _named(terms: Terms, move: Any) -> Iterator[tuple[type[Any], str]]:
    """Yield the things that a move names: their kinds, and their names."""
    for field, spec in fields_of(type(move)):
        holds = spec.holds.innermost
        if isinstance(holds, Choice) and (value := getattr(move, field.name)) != UNKNOWN:
            yield holds.names.of, str(holds.bind(terms).write(value))


def _kept_unknown(seen: Any, whole: Any, made: Any, move: Any) -> Any:
    """Hide again the things that stood in for unknown ones during a move in a completion."""
    layout = seen.setting.layout
    forgotten = {
        names: sum(1 << card for card in free)
        for names, free in views.lying_nowhere(layout, seen).items()
    }
    after = whole.setting.engine.play(whole, made)
    named = [] if made is move else list(_named(layout.terms, made))
    for was, now in zip(
        views.leaves(layout, whole), views.leaves(layout, after), strict=True
    ):
        holds = was.field.spec.holds
        if isinstance(holds, HoldsCards) and was.hidden:
            lying = holds.contents(was.value).known
            taken = lying & ~holds.contents(now.value).known
            if any(
                taken >> card & 1
                for one in named
                for card in _called(layout.terms, holds.of, *one)
            ):
                forgotten[holds.of] |= int(lying)
    return views.kept_unknown(layout, seen, whole, after, forgotten, complete=made is move)
