"""Judged disputes as plain data for programs, in which settings, components and verdicts are documents of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes import Dispute, Judgement
from era_of_inventions.tabletop.disputes.claims import Measured
from era_of_inventions.tabletop.documents.kinds import document_shape, head_of
from era_of_inventions.tabletop.documents.settings import any_setting
from era_of_inventions.tabletop.documents.shapes import (
    FLAG,
    TEXT,
    VALUE,
    JsonShape,
    integer,
    optional,
    sequence,
    structure,
    titled,
    word,
)
from era_of_inventions.tabletop.documents.verdicts import clause_shape, other_reading_shape, seat_shape
from era_of_inventions.tabletop.fields.values import COUNT_MAX
from era_of_inventions.tabletop.law.ruling import OtherReading
from era_of_inventions.tabletop.law.verdict import Problem, Verdict
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.score import Score, ScoreLine
from era_of_inventions.tabletop.play.setting import Setting

MOST = 1000
"""The most entries of a list."""


@attrs.frozen
class Disagreement:
    """Where the components contradict a rulebook."""

    clause: str
    text: str


@attrs.frozen
class JudgedMove:
    """A move of a claim, as it was written, and its verdict."""

    move: str
    verdict: Verdict


@attrs.frozen
class Effect:
    """What a quantity was before and after the moves, and whether that is what was claimed."""

    effect: str
    claimed_to_happen: bool
    before: int | str
    after: int | str
    as_claimed: bool


@attrs.frozen
class Claim:
    """A claim and how it was judged."""

    claim: str
    holds: bool
    expected: bool | None
    stands: bool
    surprises: tuple[str, ...]
    after: tuple[str, ...]
    moves: tuple[JudgedMove, ...]
    effects: tuple[Effect, ...]
    claimed_winners: tuple[int, ...] | None
    score: Score | None
    rests_on: tuple[OtherReading, ...]
    rests_together_on: tuple[tuple[OtherReading, ...], ...]
    presets_otherwise: tuple[str, ...]
    not_asked: tuple[OtherReading, ...]
    unstated_numbers: tuple[str, ...]


@attrs.frozen
class JudgedDispute:
    """A dispute whose claims were judged."""

    file: str
    title: str
    names: tuple[str, ...]
    setting: Setting[Any, Any]
    components: Any
    disagreements: tuple[Disagreement, ...]
    claims: tuple[Claim, ...]


@attrs.frozen
class Report:
    """What ``era judge --json`` prints."""

    disputes: tuple[dict[str, Any], ...]


def report_data(rulebook: Rulebook[Any, Any], disputes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The document of several disputes, each as `dispute_data` makes it."""
    return {**head_of(rulebook, "report"), "disputes": list(disputes)}


def dispute_data(dispute: Dispute, judgements: Sequence[Judgement]) -> dict[str, Any]:
    """A judged dispute.

    The components are there if they do not come with the rulebook: if the dispute gives values itself, for instance.
    """
    setting = dispute.game.setting
    sets = setting.rulebook.components
    shipped = setting.components in map(sets.load, sets.shipped())
    judged = JudgedDispute(
        file=dispute.path,
        title=dispute.title,
        names=dispute.names,
        setting=setting,
        components=None if shipped else setting.components,
        disagreements=tuple(_disagreement(problem) for problem in dispute.disagreements),
        claims=tuple(map(_claim, judgements)),
    )
    data: dict[str, Any] = dispute_shape(setting).write(judged)
    return data


def _disagreement(problem: Problem) -> Disagreement:
    return Disagreement(problem.clause, problem.text)


def _claim(judgement: Judgement) -> Claim:
    claim, rests_on = judgement.claim, judgement.rests_on
    return Claim(
        claim=claim.title,
        holds=judgement.holds,
        expected=claim.expect,
        stands=judgement.stands,
        surprises=judgement.surprises,
        after=tuple(step.text for step in claim.after),
        moves=tuple(JudgedMove(step.text, verdict) for step, verdict in judgement.verdicts),
        effects=tuple(map(_effect, judgement.measured)),
        claimed_winners=claim.winners,
        score=judgement.score,
        rests_on=rests_on.alone,
        rests_together_on=rests_on.together,
        presets_otherwise=rests_on.presets,
        not_asked=rests_on.not_asked,
        unstated_numbers=tuple(map(str, judgement.unstated)),
    )


def _effect(measured: Measured) -> Effect:
    return Effect(
        measured.effect.text, measured.claimed_to_happen, measured.before, measured.after, measured.as_claimed
    )


# --- Shapes -----------------------------------------------------------------------------------------------------------


@cache
def report_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[Report]:
    """The shape of a report."""
    disputes = sequence(dispute_shape(any_setting(rulebook)), MOST)
    return structure(Report, {"disputes": disputes.about("the disputes, in the order they were judged")})


def dispute_shape(setting: Setting[Any, Any]) -> JsonShape[JudgedDispute]:
    """The shape of a judged dispute."""
    rulebook = setting.rulebook
    disagreement = structure(
        Disagreement,
        {"clause": _clause(rulebook), "text": TEXT.about("how the components contradict it")},
    )
    return structure(
        JudgedDispute,
        {
            "file": TEXT.about("the file of the dispute"),
            "title": TEXT.about("what the dispute is called"),
            "names": _texts("the players' names, by seat"),
            "setting": document_shape(rulebook, "setting", setting).about("what the table agreed on"),
            "components": optional(document_shape(rulebook, "components", setting)).about(
                "the component set, if it does not come with the rulebook"
            ),
            "disagreements": sequence(disagreement, MOST).about("where the components contradict what rulebooks state"),
            "claims": sequence(_claim_shape(setting), MOST, 1).about("the claims, in the order of the file"),
        },
    )


def _claim_shape(setting: Setting[Any, Any]) -> JsonShape[Claim]:
    rulebook = setting.rulebook
    others = sequence(other_reading_shape(rulebook), MOST)
    presets = word({preset: preset for preset in rulebook.ruleset.presets})
    seats = sequence(seat_shape(setting), max(rulebook.player_counts()))
    effect = structure(
        Effect,
        {
            "effect": TEXT.about("what was claimed"),
            "claimed_to_happen": FLAG.about("whether it was claimed to happen, or not to"),
            "before": VALUE.about("what the quantity was"),
            "after": VALUE.about("what it is after the moves"),
            "as_claimed": FLAG.about("whether that is what was claimed"),
        },
    )
    move = structure(
        JudgedMove,
        {
            "move": TEXT.about("the move, as it was written"),
            "verdict": document_shape(rulebook, "verdict", setting).about("how it was judged"),
        },
    )
    shape = structure(
        Claim,
        {
            "claim": TEXT.about("what is claimed, in words"),
            "holds": FLAG.about("whether it holds"),
            "expected": optional(FLAG).about("whether the file expects it to hold; null if it does not say"),
            "stands": FLAG.about("whether all is as expected or, if nothing is expected, whether it holds"),
            "surprises": _texts("how the judgement differs from what the file expects"),
            "after": _texts("the moves made before"),
            "moves": sequence(move, MOST).about("the moves, up to the first that is not legal"),
            "effects": sequence(effect, MOST).about("what was measured"),
            "claimed_winners": optional(seats).about("who was claimed to win; null if nothing was said of it"),
            "score": optional(_score_shape(setting, seats)).about("the score, if it was asked for"),
            "rests_on": others.about("the single other readings that turn the answer"),
            "rests_together_on": sequence(sequence(other_reading_shape(rulebook), MOST, 2), MOST).about(
                "the other readings that turn it together, if no single one does"
            ),
            "presets_otherwise": sequence(presets, MOST).about("the presets by which the answer is another"),
            "not_asked": others.about("the other readings under which the question makes no sense"),
            "unstated_numbers": _texts("the printed values it uses that no rulebook states"),
        },
    )
    return titled("Claim", shape)


def _score_shape(setting: Setting[Any, Any], seats: JsonShape[tuple[int, ...]]) -> JsonShape[Score]:
    points = integer(-COUNT_MAX, COUNT_MAX)
    line = structure(
        ScoreLine,
        {
            "seat": seat_shape(setting).about("whose points they are"),
            "clause": _clause(setting.rulebook),
            "points": points.about("how many"),
            "basis": TEXT.about("what was compared, if anything was"),
        },
    )
    return structure(
        Score,
        {
            "lines": sequence(line, MOST).about("the points of each seat by each clause"),
            "totals": sequence(points, MOST).about("the points of each seat"),
            "winners": seats.about("who wins"),
        },
    )


def _clause(rulebook: Rulebook[Any, Any]) -> JsonShape[str]:
    clause = clause_shape(rulebook)
    return JsonShape(clause.schema, lambda raw: clause.read(raw).id, str, "the id of the clause")


def _texts(means: str) -> JsonShape[tuple[str, ...]]:
    return sequence(TEXT, MOST).about(means)
