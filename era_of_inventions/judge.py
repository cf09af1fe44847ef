"""The slow, complete path: every clause asked about one move, and every reason given.

The judge never looks at the engine that lists legal moves, so that each can check the other.
"""

from __future__ import annotations

import attrs

from era_of_inventions.kernel.ruling import rulings_of
from era_of_inventions.kernel.verdict import Finding, RestsOn, Verdict
from era_of_inventions.model.changes import changes
from era_of_inventions.model.moves import Move
from era_of_inventions.model.occasions import ActsNow, SetUp
from era_of_inventions.model.state import State, Witness, draft_of
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulings import Ruleset

RULINGS = rulings_of(Ruleset)


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


def _rests_on(state: State, move: Move, seat: int | None, verdict: Verdict) -> list[RestsOn]:
    found = []
    for ruling in RULINGS:
        for reading in ruling.names:
            if reading == getattr(state.ruleset, ruling.field):
                continue
            ruleset = state.ruleset.with_reading(ruling.field, reading)
            other = _judge_under(under(state, ruleset), move, seat)
            if other.legal != verdict.legal:
                found.append(RestsOn(ruling.id, reading, other.legal, "legality"))
            elif other.events != verdict.events:
                found.append(RestsOn(ruling.id, reading, other.legal, "effects"))
    return found
