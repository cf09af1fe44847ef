"""The slow, complete path: every clause asked about one move, and every reason given.

The judge never looks at the engine that lists legal moves, so that each can check the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import attrs

from era_of_inventions.model.changes import changes
from era_of_inventions.model.draft import draft_of
from era_of_inventions.model.moves import Move
from era_of_inventions.model.occasions import ActsNow, SetUp
from era_of_inventions.model.state import State
from era_of_inventions.model.witness import Witness
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.ruling import OtherReading, other_readings
from era_of_inventions.tabletop.law.verdict import Finding, RestsOn, Verdict

Answer = TypeVar("Answer")


def judge(state: State, move: Move, *, seat: int | None = None, rulings: bool = True) -> Verdict:
    """Judge one move: what every clause says of it, what it would cause, and which rulings that rests on.

    ``seat`` is who wants to make the move; without it, whoever is in turn. ``rulings=False`` leaves out the question
    about other readings, which costs as much again for every reading there is.
    """
    verdict = _judge_under(state, move, seat)
    if not rulings:
        return verdict
    return attrs.evolve(verdict, rests_on=tuple(_rests_on(state, move, seat, verdict)))


def witnessed(state: State, move: Move | SetUp) -> tuple[State, Witness]:
    """Carry out a move, legal or not, while noting what every clause changed."""
    witness = Witness(LAW, changes)
    draft = draft_of(state, witness)
    LAW.carry_out(draft, move)
    return draft.seal(), witness


def under(state: State, ruleset: Ruleset) -> State:
    """The same position at a table that has chosen other readings."""
    return attrs.evolve(state, setting=attrs.evolve(state.setting, ruleset=ruleset))


def _judge_under(state: State, move: Move, seat: int | None) -> Verdict:
    findings: tuple[Finding, ...] = LAW.hear(state, move)
    if seat is not None:
        findings = LAW.hear(state, ActsNow(seat)) + findings
    verdict = Verdict(move, state.ruleset.name, findings)
    if not verdict.legal:
        return verdict
    _, witness = witnessed(state, move)
    return attrs.evolve(verdict, occasions=tuple(witness.occasions), events=tuple(witness.events))


def ask_otherwise(ruleset: Ruleset, ask: Callable[[Ruleset], Answer]) -> Iterator[tuple[OtherReading, Answer]]:
    """Ask a question again under each reading that the ruleset has not chosen, one at a time."""
    for other in other_readings(ruleset):
        yield other, ask(ruleset.with_reading(other.ruling, other.other_reading))


def _rests_on(state: State, move: Move, seat: int | None, verdict: Verdict) -> Iterator[RestsOn]:
    for other, found in ask_otherwise(state.ruleset, lambda ruleset: _judge_under(under(state, ruleset), move, seat)):
        if found.legal != verdict.legal:
            yield RestsOn(other.ruling, other.reading, other.other_reading, "legality")
        elif found.events != verdict.events:
            yield RestsOn(other.ruling, other.reading, other.other_reading, "effects")
