"""Judged disputes as JSON; settings, components and verdicts in them are nested documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from era_of_inventions.tabletop.disputes import Dispute, Judgement
from era_of_inventions.tabletop.disputes.claim import RESULTS, STEPS_MAX
from era_of_inventions.tabletop.documents.agreements import (
    WholeSetting,
    any_setting,
    specific,
)
from era_of_inventions.tabletop.documents.components import ComponentsBody
from era_of_inventions.tabletop.documents.failures import (
    ERROR,
    Disagreement,
    ProblemDocument,
)
from era_of_inventions.tabletop.documents.heads import Document, head_of
from era_of_inventions.tabletop.documents.results import (
    TEXTS,
    DecisiveDocument,
    EffectDocument,
    FactsDocument,
    JudgedMove,
    MomentDocument,
    NumberDocument,
    OtherNumberDocument,
    ResultThen,
    UnsaidDocument,
)
from era_of_inventions.tabletop.errors import GameError, Problem
from era_of_inventions.tabletop.law.ruling import OtherReading, OtherReadings
from era_of_inventions.tabletop.law.verdict import Due, OpenOn, Outstanding
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.values import Count, Field, Flag, Seat, Text, field, record
from era_of_inventions.tabletop.values.domains import Domain
from era_of_inventions.tabletop.values.layout import layout_of
from era_of_inventions.tabletop.values.plain import (
    Inside,
    Many,
    OrNone,
    PerRulebook,
    Written,
    word,
)

MOVES = Many(Written(Text(), lambda move, _: move.text))
PRESETS = PerRulebook(lambda rulebook: Many(word(rulebook.ruleset.presets)))
OTHERS = Many(Inside(OtherReadings))


class JudgedDispute(NamedTuple):
    """A dispute and the judgements of its claims."""

    dispute: Dispute
    claims: Sequence[Judgement]


def report_data(
    rulebook: AnyRulebook,
    disputes: Iterable[dict[str, Any]],
    errors: Iterable[GameError] = (),
) -> dict[str, Any]:
    """Return the document of a report: disputes, each made by `dispute_data`, and errors of disputes not judged."""
    write = ERROR.bind(specific(any_setting(rulebook), None)).write
    return {
        **head_of(rulebook, "report"),
        "disputes": list(disputes),
        "errors": list(map(write, errors)),
    }


def dispute_data(dispute: Dispute, judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Return the plain data of a judged dispute.

    It includes the components if they do not come with the rulebook, for instance if
    the dispute states values.
    """
    layout: Any = layout_of(DisputeDocument, specific(dispute.game.setting, None))
    data: dict[str, Any] = layout.write(JudgedDispute(dispute, judgements))
    return data


def judgement_data(judgement: Judgement) -> dict[str, Any]:
    """Return the plain data of the judgement of a claim, as it stands in a judged dispute."""
    setting: Any = judgement.setting
    layout: Any = layout_of(JudgedClaim, specific(setting, None))
    data: dict[str, Any] = layout.write(judgement)
    return data


def _components(judged: JudgedDispute) -> Any:
    """Return the component set, or None if it comes with the rulebook."""
    setting = judged.dispute.game.setting
    sets = setting.rulebook.components
    shipped = setting.components in map(sets.load, sets.shipped())
    return None if shipped else setting.components


def _seats(rulebook: AnyRulebook) -> Domain[tuple[int, ...]]:
    return Many(Seat(), max(rulebook.player_counts()))


@record
class JudgedClaim:
    """A claim and its judgement."""

    claim: Field[str] = field(Text(), "the title of the claim", get="claim.title")
    sentence: Field[str] = field(Text(), "the claim as a plain sentence")
    decided_by: Field[Any] = field(
        Many(Inside(DecisiveDocument, "Decisive")),
        "the clauses that a reader wants first: those that decide it, each once",
    )
    holds: Field[bool] = field(Flag(), "whether it holds")
    expected: Field[str | None] = field(
        OrNone(word(RESULTS)),
        "what the file expects of it; null if it does not say",
        get="claim.expect",
    )
    stands: Field[bool] = field(
        Flag(),
        "whether everything is as expected or, if nothing is expected, whether the claim holds",
    )
    surprises: Field[tuple[str, ...]] = field(
        TEXTS, "how the judgement differs from what the file expects"
    )
    problems: Field[tuple[Problem, ...]] = field(
        Written(Many(Inside(ProblemDocument, "InputProblem"))),
        "why it cannot be judged; empty if it can",
    )
    taken: Field[Any] = field(
        OrNone(Inside(MomentDocument, "Moment")),
        "the moment that was taken; null if the file says it, or if it does not matter",
    )
    moments: Field[Any] = field(
        Many(Inside(ResultThen, "ResultThen")),
        "the result at each moment, if the file does not say which it is and they differ",
    )
    not_now: Field[Any] = field(
        Many(Inside(MomentDocument, "Moment")),
        "when the move would be legal, if only the moment that the file says forbids it",
    )
    not_then_either: Field[tuple[str, ...]] = field(
        TEXTS,
        "the clauses that forbid the move at every other moment too, if the moment forbids it",
    )
    comes_first: Field[Any] = field(
        MOVES,
        "the moves that only stop something, if a single move would be legal after them",
    )
    fails_at: Field[int | None] = field(
        OrNone(Count(1, STEPS_MAX)), "the number of the first move that is not legal"
    )
    passed_over: Field[Any] = field(MOVES, "the moves that would stop what is over already")
    turns_ended: Field[Any] = field(
        MOVES,
        "the moves before which the turn of another player is taken to end",
        get=lambda judgement: [then for _, then in judgement.turns_ended],
    )
    completed: Field[Any] = field(
        MOVES,
        "the moves before which what is due is taken to be paid or given, though the claim does not say so",
        get=lambda judgement: [one.before for one in judgement.completed],
    )
    after: Field[Any] = field(MOVES, "the moves made before it", get="claim.after")
    moves: Field[Any] = field(
        Many(Inside(JudgedMove)),
        "the moves, up to the first that is not legal",
        get="verdicts",
    )
    effects: Field[Any] = field(
        Many(Inside(EffectDocument, "Effect")),
        "the claimed effects, measured",
        get="measured",
    )
    claimed_winners: Field[tuple[int, ...] | None] = field(
        OrNone(PerRulebook(_seats)),
        "the claimed winners; null if the claim is not about them",
        get="claim.winners",
    )
    score: Field[Score | None] = field(
        OrNone(Inside(Score)), "the score, if the claim is about it"
    )
    due: Field[Due | None] = field(
        OrNone(Inside(Due)),
        "who decides next, if what comes later could bring what is claimed; it is not counted",
    )
    open_on: Field[tuple[OpenOn, ...]] = field(
        Many(Inside(OpenOn)), "the unknown things that the result depends on"
    )
    rests_on: Field[Any] = field(
        OTHERS,
        "the rulings, each with the other readings that change the result on their own",
        get="rests_on.alone",
    )
    rests_together_on: Field[Any] = field(
        Many(Many(Inside(OtherReading), least=2)),
        "the combinations of other readings that change the result, if no single one does",
        get="rests_on.together",
    )
    presets_otherwise: Field[Any] = field(
        PRESETS, "the presets with another result", get="rests_on.presets"
    )
    rests_later_on: Field[Any] = field(
        OTHERS,
        "the rulings, each with the other readings under which only the time of an effect turns the result",
        get="rests_on.later",
    )
    presets_later: Field[Any] = field(
        PRESETS,
        "the presets under which only the time of an effect turns the result",
        get="rests_on.presets_later",
    )
    other_readings_asked: Field[bool] = field(
        Flag(),
        "false if there were too many moves to ask under other readings",
        get="rests_on.asked",
    )
    not_asked: Field[Any] = field(
        OTHERS,
        "the rulings, each with the other readings that do not allow the position or the moves before the claim",
        get="rests_on.not_asked",
    )
    presets_not_asked: Field[Any] = field(
        PRESETS, "the presets that do not allow them", get="rests_on.presets_not_asked"
    )
    open_otherwise: Field[Any] = field(
        OTHERS,
        "those of `rests_on` with which the result is not the opposite, but open",
        get="rests_on.unclear",
    )
    presets_open: Field[Any] = field(
        PRESETS,
        "those of `presets_otherwise` under which the result is open",
        get="rests_on.presets_unclear",
    )
    only_for_now: Field[bool] = field(
        Flag(), "whether the effects are the opposite once what has begun is carried out"
    )
    outstanding: Field[tuple[Outstanding, ...]] = field(
        Many(Inside(Outstanding)),
        "what is still to be paid or given before the moves have the claimed effects",
    )
    facts: Field[Any] = field(
        OrNone(Inside(FactsDocument, "Facts")),
        "the facts of the position that would turn the result; null if that was not asked",
    )
    unsaid: Field[Any] = field(
        Many(Inside(UnsaidDocument, "Unsaid")),
        "what has to be otherwise for the claim not to fail, and the file says nothing of it",
    )
    as_set_up: Field[Any] = field(
        Many(Inside(UnsaidDocument, "Unsaid")),
        "what decides and was taken as after the setup, for the file says nothing of it",
    )
    rests_on_numbers: Field[Any] = field(
        Many(Inside(OtherNumberDocument, "OtherNumber")),
        "the assumed numbers that would turn the result if they were others",
        get="numbers",
    )
    other_numbers_asked: Field[bool] = field(
        Flag(),
        "false if there were too many moves to try every assumed number",
        get="numbers_asked",
    )
    unstated_numbers: Field[Any] = field(
        Many(Inside(NumberDocument, "PrintedNumber")),
        "the printed values that it depends on and no rulebook states",
        get="unstated",
    )


@record
class DisputeDocument:
    """A dispute and the judgements of its claims."""

    file: Field[str] = field(Text(), "the file of the dispute", get="dispute.path")
    title: Field[str] = field(Text(), "the title of the dispute", get="dispute.title")
    names: Field[Any] = field(TEXTS, "the players' names, by seat", get="dispute.names")
    setting: Field[Any] = field(
        Document("setting", WholeSetting()),
        "what the table agreed on",
        get="dispute.game.setting",
    )
    components: Field[Any] = field(
        OrNone(Document("components", ComponentsBody(briefly=True))),
        "the component set, if it does not come with the rulebook",
        get=_components,
    )
    disagreements: Field[Any] = field(
        Many(Inside(Disagreement)),
        "the contradictions between the components and the rulebooks",
        get="dispute.disagreements",
    )
    claims: Field[Any] = field(
        Many(Inside(JudgedClaim, "Claim"), least=1), "the claims, in the order of the file"
    )


@record
class ReportDocument:
    """The output of ``era judge --json``."""

    disputes: Field[Any] = field(
        Many(Inside(DisputeDocument, "JudgedDispute")),
        "the disputes, in the order they were judged",
    )
    errors: Field[Any] = field(Many(ERROR), "why others could not be judged")
