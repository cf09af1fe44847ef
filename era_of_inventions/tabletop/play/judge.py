"""The slow, complete path: evaluate every clause for one move, and report every finding.

The judge never uses the engine that lists legal moves, so that each can check the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import attrs

from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.ruling import OtherReading, other_readings
from era_of_inventions.tabletop.law.verdict import RestsOn, Verdict
from era_of_inventions.tabletop.play.knowledge import findings, hides_something, open_on, unknown
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.play.rulebook import AnyPosition, Rulebook
from era_of_inventions.tabletop.play.tracer import trace

S = TypeVar("S", bound=AnyPosition)
Answer = TypeVar("Answer")


def judge(state: AnyPosition, move: object, *, seat: int | None = None, rulings: bool = True) -> Verdict:
    """Judge one move: the findings of all clauses, the events it would cause, and the rulings that these rest on.

    ``seat`` is who wants to make the move, by default whoever is to move. If it is passed, the verdict has only the
    events that this seat may know of. ``rulings=False`` skips the evaluation of other readings, each of which costs as
    much as the verdict itself.
    """
    verdict = _evaluate(state, move, seat)
    if not rulings:
        return verdict
    return attrs.evolve(verdict, rests_on=tuple(_rests_on(state, move, seat, verdict)))


def under(state: S, ruleset: BaseRuleset) -> S:
    """The same position with another ruleset."""
    position: Any = state
    return attrs.evolve(position, setting=attrs.evolve(state.setting, ruleset=ruleset))  # type: ignore[no-any-return]


def ask_otherwise(ruleset: BaseRuleset, ask: Callable[[Any], Answer]) -> Iterator[tuple[OtherReading, Answer]]:
    """Call ``ask`` with each ruleset that differs from this one in a single reading."""
    for other in other_readings(ruleset):
        yield other, ask(ruleset.with_reading(other.ruling, other.other_reading))


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
    verdict = Verdict(move, name, acts + findings(asked, move), seat=who)
    if any(unknown(state)):  # then nobody can tell what a move would do
        return attrs.evolve(verdict, open_on=open_on(state, move))
    if not verdict.legal:
        return verdict
    _, tracer = trace(state, move)
    events = tuple(event for event in tracer.events if seat is None or event.is_seen_by(seat))
    return attrs.evolve(verdict, occasions=tuple(tracer.occasions), events=events)


def _rests_on(state: AnyPosition, move: object, seat: int | None, verdict: Verdict) -> Iterator[RestsOn]:
    def ask(ruleset: BaseRuleset) -> Verdict:
        return _evaluate(under(state, ruleset), move, seat)

    for other, answer in ask_otherwise(state.setting.ruleset, ask):
        if answer.legal != verdict.legal:
            yield RestsOn(other.ruling, other.reading, other.other_reading, "legality")
        elif answer.events != verdict.events and not _comes_to_the_same(state, move, other):
            yield RestsOn(other.ruling, other.reading, other.other_reading, "effects")


def _comes_to_the_same(state: AnyPosition, move: object, other: OtherReading) -> bool:
    """Whether a move has the same effects under another reading in the end, which may only put them off."""
    rulebook: Rulebook[Any, Any] = state.setting.rulebook
    otherwise = under(state, state.setting.ruleset.with_reading(other.ruling, other.other_reading))
    settled, settled_otherwise = (rulebook.settle(trace(position, move)[0]) for position in (state, otherwise))
    return not any(rulebook.changes_in(state.setting)(settled, settled_otherwise))
