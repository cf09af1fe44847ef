"""The slow, complete path: evaluate every clause for one move, and report every finding.

The judge never uses the engine that lists legal moves, so that each can check the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeVar

import attrs

from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.ruling import OtherReading, other_readings
from era_of_inventions.tabletop.law.verdict import Due, Event, Outcome, RestsOn, Verdict
from era_of_inventions.tabletop.play.knowledge import completions, effects, filled, findings, hides_something, open_on
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.play.rulebook import OVER, AnyPosition, Rulebook
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.play.tracer import trace

S = TypeVar("S", bound=AnyPosition)
Answer = TypeVar("Answer")


def judge(
    state: AnyPosition, move: object, *, seat: int | None = None, rulings: bool = True, referee: bool = False
) -> Verdict:
    """Judge one move: the findings of all clauses, the events it would cause, and the rulings that these rest on.

    ``seat`` is who wants to make the move, by default whoever is to move. If it is passed, the verdict has only the
    events that this seat may know of, and can be sure of before the move. Without it the verdict is the referee's. Of a
    position in which something is unknown it has what is certain. A ``referee`` who asks for a seat is told of all
    events that are certain. ``rulings=False`` skips the evaluation of other readings, each of which costs as much as
    the verdict itself.
    """
    verdict = _evaluate(state, move, seat)
    known = state if seat is None or referee or not hides_something(state) else state.setting.rulebook.view(state, seat)
    audience = None if referee else seat
    if verdict.legal:  # and, by what the seat knows, with no effect that would only be opened by the move
        occasions, events = effects(known, move)
        verdict = attrs.evolve(verdict, occasions=occasions, events=_seen(events, audience))
    elif not verdict.open_on:
        verdict = _refused(state, verdict)
    if not rulings:
        return verdict
    return attrs.evolve(verdict, rests_on=tuple(_rests_on(state, known, verdict, seat, audience)))


def under(state: S, ruleset: BaseRuleset) -> S:
    """The same position with another ruleset."""
    position: Any = state
    return attrs.evolve(position, setting=_setting_under(state.setting, ruleset, ruleset.name))  # type: ignore[no-any-return]


@lru_cache(maxsize=1 << 10)
def _setting_under(setting: Setting[Any, Any], ruleset: BaseRuleset, _name: str) -> Setting[Any, Any]:
    return attrs.evolve(setting, ruleset=ruleset)


def ask_otherwise(ruleset: BaseRuleset, ask: Callable[[Any], Answer]) -> Iterator[tuple[OtherReading, Answer]]:
    """Call ``ask`` with each ruleset that differs from this one in a single reading."""
    for other, otherwise in _otherwise(ruleset, ruleset.name):
        yield other, ask(otherwise)


@lru_cache(maxsize=32)
def _otherwise(ruleset: BaseRuleset, _name: str) -> list[tuple[OtherReading, BaseRuleset]]:
    return [(other, ruleset.with_reading(other.ruling, other.other_reading)) for other in other_readings(ruleset)]


def _evaluate(state: AnyPosition, move: object, seat: int | None) -> Verdict:
    rulebook: Rulebook[Any, Any] = state.setting.rulebook
    to_move, name = rulebook.to_move(state), state.setting.ruleset.name
    acts = rulebook.law.evaluate(state, ActsNow(seat)) if seat is not None else ()
    asked, who = state, seat
    if seat is None:
        who = to_move if isinstance(to_move, int) else None
    elif seat != to_move:
        # Where something is hidden, a seat that is not to move learns only that, not what another seat could do.
        if hides_something(state):
            return Verdict(move, name, acts, seat=who)
        asked = rulebook.in_turn(state, seat)
    return Verdict(move, name, acts + findings(asked, move), seat=who, open_on=open_on(asked, move))


def _refused(state: AnyPosition, verdict: Verdict) -> Verdict:
    """The verdict with what comes first, if it is not the turn of the seat, or no grant is for this moment."""
    to_move = state.setting.rulebook.to_move(state)
    outcomes = {f.outcome for f in verdict.findings if f.clause.kind is Kind.GRANT and f.subject == verdict.subject}
    if outcomes != {Outcome.NOT_NOW} and verdict.seat in (to_move, None):
        return verdict
    return attrs.evolve(verdict, due=due_in(state))


def due_in(state: AnyPosition) -> Due:
    """Who decides next in a position, and by which kinds of moves."""
    rulebook: Rulebook[Any, Any] = state.setting.rulebook
    to_move, now = rulebook.to_move(state), rulebook.law.at_this_moment(state)
    words = dict.fromkeys(rulebook.grammar.words_of(kind) for kind in rulebook.kinds if kind in now)
    return Due(to_move if isinstance(to_move, int) else None, () if to_move is OVER else tuple(words))


def _seen(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    return tuple(event for event in events if seat is None or event.is_seen_by(seat))


def _rests_on(
    state: AnyPosition, known: AnyPosition, verdict: Verdict, seat: int | None, audience: int | None
) -> Iterator[RestsOn]:
    """The rulings that the legality rests on or, as far as the position is ``known``, the effects."""
    move, whole = verdict.subject, completions(known)[0]

    def ask(ruleset: BaseRuleset) -> tuple[bool, Sequence[Event]]:
        asked = under(state, ruleset)
        legal = _evaluate(asked, move, seat).legal
        same = asked if whole is state else under(whole, ruleset)
        return legal, _events(same, move, audience) if legal and verdict.legal else ()

    usual = _events(whole, move, audience) if verdict.legal else ()
    answers = groupby(ask_otherwise(state.setting.ruleset, ask), lambda pair: (pair[0].ruling, pair[0].reading))
    for (ruling, reading), of_ruling in answers:
        legality, effects = [], []
        for other, (legal, events) in of_ruling:
            if legal != verdict.legal:
                legality.append(other.other_reading)
            elif events != usual and not _comes_to_the_same(whole, move, other):
                effects.append(other.other_reading)
        if legality or effects:
            yield RestsOn(ruling, reading, tuple(legality), tuple(effects))


def _events(state: AnyPosition, move: object, seat: int | None) -> Sequence[Event]:
    return _seen(trace(state, filled(state, move))[1].events, seat)


def _comes_to_the_same(state: AnyPosition, move: object, other: OtherReading) -> bool:
    """Whether a move has the same effects under another reading in the end, which may only put them off."""
    rulebook: Rulebook[Any, Any] = state.setting.rulebook
    otherwise = under(state, state.setting.ruleset.with_reading(other.ruling, other.other_reading))
    made = filled(state, move)
    settled, settled_otherwise = (rulebook.settle(trace(position, made)[0]) for position in (state, otherwise))
    return not any(rulebook.changes_in(state.setting)(settled, settled_otherwise))
