"""Judged disputes as plain data; settings, components and verdicts in them are nested documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes import Dispute, Judgement
from era_of_inventions.tabletop.disputes.claims import Measured
from era_of_inventions.tabletop.disputes.file import RESULTS, STEPS_MAX
from era_of_inventions.tabletop.documents.errors import PROBLEM
from era_of_inventions.tabletop.documents.heads import head_of
from era_of_inventions.tabletop.documents.kinds import data, document_shape
from era_of_inventions.tabletop.documents.scores import score_shape
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
from era_of_inventions.tabletop.documents.verdicts import (
    clause_id_shape,
    due_shape,
    open_on_shape,
    readings_shape,
    seat_shape,
)
from era_of_inventions.tabletop.errors import GameError, InputProblem
from era_of_inventions.tabletop.law.ruling import OtherReading, OtherReadings
from era_of_inventions.tabletop.law.verdict import Due, OpenOn, Problem, Verdict
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.setting import Setting

MOST = 1000
"""The most entries of a list."""


@attrs.frozen
class Disagreement:
    """A contradiction between the components and a rulebook."""

    clause: str
    text: str


@attrs.frozen
class JudgedMove:
    """A move of a claim, as it is usually written, and its verdict."""

    move: str
    verdict: Verdict


@attrs.frozen
class EffectDocument:
    """A quantity before and after the moves, and whether it is as claimed."""

    effect: str
    claimed_to_happen: bool
    before: int | str
    after: int | str
    as_claimed: bool


@attrs.frozen
class ClaimDocument:
    """A claim and its judgement."""

    claim: str
    holds: bool
    expected: str | None
    stands: bool
    surprises: tuple[str, ...]
    problems: tuple[InputProblem, ...]
    fails_at: int | None
    passed_over: tuple[str, ...]
    after: tuple[str, ...]
    moves: tuple[JudgedMove, ...]
    effects: tuple[EffectDocument, ...]
    claimed_winners: tuple[int, ...] | None
    score: Score | None
    due: Due | None
    open_on: tuple[OpenOn, ...]
    rests_on: tuple[OtherReadings, ...]
    rests_together_on: tuple[tuple[OtherReading, ...], ...]
    presets_otherwise: tuple[str, ...]
    other_readings_asked: bool
    not_asked: tuple[OtherReadings, ...]
    presets_not_asked: tuple[str, ...]
    unstated_numbers: tuple[str, ...]


@attrs.frozen
class JudgedDispute:
    """A dispute and the judgements of its claims."""

    file: str
    title: str
    names: tuple[str, ...]
    setting: Setting[Any, Any]
    components: Any
    disagreements: tuple[Disagreement, ...]
    claims: tuple[ClaimDocument, ...]


@attrs.frozen
class Report:
    """The output of ``era judge --json``."""

    disputes: tuple[dict[str, Any], ...]
    errors: tuple[GameError, ...]


def report_data(
    rulebook: Rulebook[Any, Any], disputes: Iterable[dict[str, Any]], errors: Iterable[GameError] = ()
) -> dict[str, Any]:
    """The document of several disputes, each made by `dispute_data`, and of the errors of others."""
    written = [data(rulebook, error, None) for error in errors]
    return {**head_of(rulebook, "report"), "disputes": list(disputes), "errors": written}


def dispute_data(dispute: Dispute, judgements: Sequence[Judgement]) -> dict[str, Any]:
    """The plain data of a judged dispute.

    It includes the components if they do not come with the rulebook, for instance if the dispute states values.
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


def _claim(judgement: Judgement) -> ClaimDocument:
    claim, rests_on = judgement.claim, judgement.rests_on
    return ClaimDocument(
        claim=claim.title,
        holds=judgement.holds,
        expected=claim.expect,
        stands=judgement.stands,
        surprises=judgement.surprises,
        problems=judgement.problems,
        fails_at=judgement.fails_at,
        passed_over=tuple(step.text for step in judgement.passed_over),
        after=tuple(step.text for step in claim.after),
        moves=tuple(JudgedMove(step.text, verdict) for step, verdict in judgement.verdicts),
        effects=tuple(map(_effect, judgement.measured)),
        claimed_winners=claim.winners,
        score=judgement.score,
        due=judgement.due,
        open_on=judgement.open_on,
        rests_on=rests_on.alone,
        rests_together_on=rests_on.together,
        presets_otherwise=rests_on.presets,
        other_readings_asked=rests_on.asked,
        not_asked=rests_on.not_asked,
        presets_not_asked=rests_on.presets_not_asked,
        unstated_numbers=tuple(map(str, judgement.unstated)),
    )


def _effect(measured: Measured) -> EffectDocument:
    return EffectDocument(
        measured.effect.text, measured.claimed_to_happen, measured.before, measured.after, measured.as_claimed
    )


# --- Shapes -----------------------------------------------------------------------------------------------------------


@cache
def report_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[Report]:
    """The shape of a report."""
    disputes = sequence(dispute_shape(any_setting(rulebook)), MOST)
    errors = sequence(document_shape(rulebook, "error", any_setting(rulebook)), MOST)
    fields: dict[str, JsonShape[Any]] = {
        "disputes": disputes.about("the disputes, in the order they were judged"),
        "errors": errors.about("why others could not be judged"),
    }
    return structure(Report, fields)


def dispute_shape(setting: Setting[Any, Any]) -> JsonShape[JudgedDispute]:
    """The shape of a judged dispute."""
    rulebook = setting.rulebook
    disagreement = structure(
        Disagreement,
        {"clause": clause_id_shape(rulebook), "text": TEXT.about("how the components contradict it")},
    )
    return structure(
        JudgedDispute,
        {
            "file": TEXT.about("the file of the dispute"),
            "title": TEXT.about("the title of the dispute"),
            "names": _texts("the players' names, by seat"),
            "setting": document_shape(rulebook, "setting", setting).about("what the table agreed on"),
            "components": optional(document_shape(rulebook, "components", setting)).about(
                "the component set, if it does not come with the rulebook"
            ),
            "disagreements": sequence(disagreement, MOST).about(
                "the contradictions between the components and the rulebooks"
            ),
            "claims": sequence(_claim_shape(setting), MOST, 1).about("the claims, in the order of the file"),
        },
    )


def _claim_shape(setting: Setting[Any, Any]) -> JsonShape[ClaimDocument]:
    rulebook = setting.rulebook
    others = sequence(readings_shape(rulebook, OtherReadings), MOST)
    combination = sequence(readings_shape(rulebook, OtherReading), MOST, 2)
    presets = word({preset: preset for preset in rulebook.ruleset.presets})
    seats = sequence(seat_shape(setting), max(rulebook.player_counts()))
    effect = titled(
        "Effect",
        structure(
            EffectDocument,
            {
                "effect": TEXT.about("what was claimed"),
                "claimed_to_happen": FLAG.about("whether it was claimed to happen, or not to"),
                "before": VALUE.about("the quantity before the moves"),
                "after": VALUE.about("the quantity after the moves"),
                "as_claimed": FLAG.about("whether it is as claimed"),
            },
        ),
    )
    move = structure(
        JudgedMove,
        {
            "move": TEXT.about("the move, as it is usually written"),
            "verdict": document_shape(rulebook, "verdict", setting).about("its verdict"),
        },
    )
    shape = structure(
        ClaimDocument,
        {
            "claim": TEXT.about("the title of the claim"),
            "holds": FLAG.about("whether it holds"),
            "expected": optional(word({result: result for result in RESULTS})).about(
                "what the file expects of it; null if it does not say"
            ),
            "stands": FLAG.about(
                "whether everything is as expected or, if nothing is expected, whether the claim holds"
            ),
            "surprises": _texts("how the judgement differs from what the file expects"),
            "problems": sequence(PROBLEM, MOST).about("why it cannot be judged; empty if it can"),
            "fails_at": optional(integer(1, STEPS_MAX)).about("the number of the first move that is not legal"),
            "passed_over": _texts("the moves that would stop what is over already"),
            "after": _texts("the moves made before it"),
            "moves": sequence(move, MOST).about("the moves, up to the first that is not legal"),
            "effects": sequence(effect, MOST).about("the claimed effects, measured"),
            "claimed_winners": optional(seats).about("the claimed winners; null if the claim is not about them"),
            "score": optional(score_shape(setting)).about("the score, if the claim is about it"),
            "due": optional(due_shape(setting)).about("what comes later and is not counted, if it matters"),
            "open_on": sequence(open_on_shape(setting), MOST).about("the unknown things that the result depends on"),
            "rests_on": others.about("the rulings, each with the other readings that change the result on their own"),
            "rests_together_on": sequence(combination, MOST).about(
                "the combinations of other readings that change the result, if no single one does"
            ),
            "presets_otherwise": sequence(presets, MOST).about("the presets with another result"),
            "other_readings_asked": FLAG.about("false if there were too many moves to ask under other readings"),
            "not_asked": others.about(
                "the rulings, each with the other readings that do not allow the position or the moves before the claim"
            ),
            "presets_not_asked": sequence(presets, MOST).about("the presets that do not allow them"),
            "unstated_numbers": _texts("the printed values that it depends on and no rulebook states"),
        },
    )
    return titled("Claim", shape)


def _texts(means: str) -> JsonShape[tuple[str, ...]]:
    return sequence(TEXT, MOST).about(means)
