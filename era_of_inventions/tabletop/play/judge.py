"""The slow, complete path: every clause asked about one move, and every reason given.

The judge never looks at the engine that lists legal moves, so that each can check the other.
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
from era_of_inventions.tabletop.play.rulebook import Position
from era_of_inventions.tabletop.play.tracer import trace

S = TypeVar("S", bound=Position)
Answer = TypeVar("Answer")


def judge(state: Position, move: object, *, seat: int | None = None, rulings: bool = True) -> Verdict:
    """Judge one move: what every clause says of it, what it would cause, and which rulings that rests on.

    ``seat`` is who wants to make the move; without it, whoever is to move. A seat is told of the events that it may
    know of. ``rulings=False`` leaves out the question
    about other readings, which costs as much again for every reading there is.
    """
    verdict = _evaluate(state, move, seat)
    if not rulings:
        return verdict
    return attrs.evolve(verdict, rests_on=tuple(_rests_on(state, move, seat, verdict)))


def under(state: S, ruleset: BaseRuleset) -> S:
    """The same position at a table that has chosen other readings."""
    position: Any = state
    return attrs.evolve(position, setting=attrs.evolve(state.setting, ruleset=ruleset))  # type: ignore[no-any-return]


def ask_otherwise(ruleset: BaseRuleset, ask: Callable[[Any], Answer]) -> Iterator[tuple[OtherReading, Answer]]:
    """Ask a question again under each reading that the ruleset has not chosen, one at a time."""
    for other in other_readings(ruleset):
        yield other, ask(ruleset.with_reading(other.ruling, other.other_reading))


def _evaluate(state: Position, move: object, seat: int | None) -> Verdict:
    law = state.setting.rulebook.law
    acts = law.evaluate(state, ActsNow(seat)) if seat is not None else ()
    # Where something is hidden, somebody who is not asked learns that, and nothing of what another could do.
    if seat not in (None, state.setting.rulebook.to_move(state)) and hides_something(state):
        return Verdict(move, state.setting.ruleset.name, acts)
    verdict = Verdict(move, state.setting.ruleset.name, acts + findings(state, move))
    if any(unknown(state)):  # then nobody can tell what a move would do
        return attrs.evolve(verdict, open_on=open_on(state, move))
    if not verdict.legal:
        return verdict
    _, tracer = trace(state, move)
    events = tuple(event for event in tracer.events if seat is None or event.is_seen_by(seat))
    return attrs.evolve(verdict, occasions=tuple(tracer.occasions), events=events)


def _rests_on(state: Position, move: object, seat: int | None, verdict: Verdict) -> Iterator[RestsOn]:
    def ask(ruleset: BaseRuleset) -> Verdict:
        return _evaluate(under(state, ruleset), move, seat)

    for other, answer in ask_otherwise(state.setting.ruleset, ask):
        if answer.legal != verdict.legal:
            yield RestsOn(other.ruling, other.reading, other.other_reading, "legality")
        elif answer.events != verdict.events:
            yield RestsOn(other.ruling, other.reading, other.other_reading, "effects")
