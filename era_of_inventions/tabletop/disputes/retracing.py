"""Going through a judged claim again, to note what its clauses read: printed values, or fields of the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from era_of_inventions.tabletop.box.rows import PrintedValue
from era_of_inventions.tabletop.disputes.judgement import Judgement, Measured
from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import facts_of
from era_of_inventions.tabletop.law.verdict import Finding, Outcome, Verdict
from era_of_inventions.tabletop.play.partial_moves import filled
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.play.worlds import worlds_of
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.views import watched_fields


def decided(
    judgement: Judgement, setting: AnySetting
) -> Iterator[tuple[Sequence[Finding], Any, Any]]:
    """Yield for each move of a judged claim the findings that decide about it, its position, and the move.

    Positions are in this setting, and its player is in turn.
    """
    rulebook = setting.rulebook
    for before, (step, verdict) in zip(judgement.before, judgement.verdicts, strict=True):
        findings = [one for one in _decisive(verdict) if type(step.move) in one.clause.on]
        for whole in known(setting, [before]):
            move, seat = filled(whole, step.move), verdict.seat
            if seat is not None and seat != rulebook.seat_to_move(whole):
                whole = rulebook.turned(whole, seat)
            yield findings, whole, move


def _decisive(verdict: Verdict) -> Sequence[Finding]:
    """Return the findings that decide about a move.

    For a legal or an open move they are the findings for it and the open ones.
    Otherwise they are the findings that forbid it. The clauses that do not apply are
    added if no clause permits the move at its moment, or if nothing forbids it.
    """
    found = {
        outcome: [finding for finding in verdict.findings if finding.outcome is outcome]
        for outcome in Outcome
    }
    if verdict.legal or verdict.open_on:
        return found[Outcome.PERMITS] + found[Outcome.SATISFIED] + found[Outcome.OPEN]
    could_grant = found[Outcome.NOT_APPLICABLE] if is_ungranted(verdict) else []
    return found[Outcome.FORBIDS] + could_grant or found[Outcome.NOT_APPLICABLE]


def is_ungranted(verdict: Verdict) -> bool:
    """Return whether no clause permits a move although it is made at its moment."""
    granted = any(type(verdict.subject) in clause.on for clause in verdict.permitted_by)
    return verdict.due is None and not granted


def known(setting: AnySetting, states: Iterable[Any]) -> Iterator[Any]:
    """Yield the first few completions of positions, moved to another setting."""
    for state in states:
        for whole in worlds_of(state).some():
            yield evolve(whole, setting=setting)


def fields_read(
    judgement: Judgement,
) -> Iterator[tuple[Clause[..., Any] | Measured | Score, list[KeyPath]]]:
    """Yield each deciding clause, measured quantity and score with the paths of the fields that it reads.

    The score is among them if the claim is about winners.
    """
    setting, read = judgement.setting, set[KeyPath]()
    for findings, position, move in decided(judgement, setting):
        watched = watched_fields(setting.layout, position, read)
        for finding in findings:
            read.clear()
            finding.clause.function(watched, move)
            yield finding.clause, sorted(read, key=str)
    for position in known(setting, judgement.ends[1:]):
        watched = watched_fields(setting.layout, position, read)
        for one in judgement.measured:
            read.clear()
            judgement.dispute.quantities.measure(one.effect, watched)
            yield one, sorted(read, key=str)
        if judgement.score and judgement.claim.winners is not None:
            read.clear()
            judgement.claim.score(watched)
            yield judgement.score, sorted(read, key=str)


@attrs.frozen
class ValuesRead:
    """The printed values that were read while a claim was judged, except those that a rulebook or the dispute states.

    ``decisive`` are the key paths of the values that deciding clauses read. ``filling``
    are the key paths of the values that were read while the position was filled in.
    """

    values: tuple[PrintedValue, ...]
    decisive: frozenset[str]
    filling: frozenset[str]


def values_read(judgement: Judgement) -> ValuesRead:
    """Retrace a judged claim, and return the printed values that are read."""
    setting = judgement.premise.setting
    sets, components = setting.rulebook.components, setting.components
    watched, noted = sets.watched(components)
    again = setting.with_numbers(watched)
    filling = judgement.premise.noted_in("numbers", again, noted)
    noted.clear()
    for findings, position, move in decided(judgement, again):
        for finding in findings:
            finding.clause.function(position, move)
            if facts_that_matter(finding) is not None:
                facts_of(finding.clause, position, move)
    decisive = frozenset(noted)
    for _, position, move in decided(judgement, again):
        setting.rulebook.law.evaluate(position, move)
    for position, move in _made(judgement, again):
        trace(position, move)
    for position in known(again, judgement.ends):
        for one in judgement.measured:
            judgement.dispute.quantities.measure(one.effect, position)
    for position in known(again, judgement.ends[-1:] if judgement.score else ()):
        judgement.claim.score(position)
    found = sets.values_at(components, filling | noted)
    return ValuesRead(
        tuple(one for one in found if one.source != "stated"), decisive, filling
    )


def _made(judgement: Judgement, setting: AnySetting) -> Iterator[tuple[Any, Any]]:
    """Yield the moves that were made, each with the position before it."""
    for before, move in (*judgement.earlier, *judgement.made):
        for whole in known(setting, [before]):
            yield whole, filled(whole, move)


def facts_that_matter(finding: Finding) -> object:
    """Return the facts of a finding; None for a limit that forbids nothing, because its facts do not matter."""
    return None if finding.outcome is Outcome.SATISFIED else finding.facts
