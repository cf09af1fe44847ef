"""Judged disputes as plain data; settings, components and verdicts in them are nested documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from era_of_inventions.tabletop.disputes import Dispute, Judgement
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
    output,
    sequence,
    word,
    written,
)
from era_of_inventions.tabletop.documents.verdicts import (
    clause_id_shape,
    due_shape,
    open_on_shape,
    readings_shape,
    seat_shape,
)
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.ruling import OtherReading, OtherReadings
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import Setting

MOST = 1000
"""The most entries of a list."""
TEXTS = sequence(TEXT, MOST)


class JudgedDispute(NamedTuple):
    """A dispute and the judgements of its claims."""

    dispute: Dispute
    claims: Sequence[Judgement]


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
    data: dict[str, Any] = dispute_shape(dispute.game.setting).write(JudgedDispute(dispute, judgements))
    return data


def _components(judged: JudgedDispute) -> Any:
    """The components, None if they come with the rulebook."""
    setting = judged.dispute.game.setting
    sets = setting.rulebook.components
    return None if setting.components in map(sets.load, sets.shipped()) else setting.components


# --- Shapes -----------------------------------------------------------------------------------------------------------


@cache
def report_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[Any]:
    """The shape of a report."""
    disputes = sequence(dispute_shape(any_setting(rulebook)), MOST)
    errors = sequence(document_shape(rulebook, "error", any_setting(rulebook)), MOST)
    fields: dict[str, JsonShape[Any]] = {
        "disputes": disputes.about("the disputes, in the order they were judged"),
        "errors": errors.about("why others could not be judged"),
    }
    return output("Report", "The output of ``era judge --json``.", fields)


def dispute_shape(setting: Setting[Any, Any]) -> JsonShape[JudgedDispute]:
    """The shape of a judged dispute."""
    rulebook = setting.rulebook
    disagreement = output(
        "Disagreement",
        "A contradiction between the components and a rulebook.",
        {"clause": clause_id_shape(rulebook), "text": TEXT.about("how the components contradict it")},
    )
    return output(
        "JudgedDispute",
        "A dispute and the judgements of its claims.",
        {
            "file": TEXT.about("the file of the dispute", attrgetter("dispute.path")),
            "title": TEXT.about("the title of the dispute", attrgetter("dispute.title")),
            "names": TEXTS.about("the players' names, by seat", attrgetter("dispute.names")),
            "setting": document_shape(rulebook, "setting", setting).about(
                "what the table agreed on", attrgetter("dispute.game.setting")
            ),
            "components": optional(document_shape(rulebook, "components", setting)).about(
                "the component set, if it does not come with the rulebook", _components
            ),
            "disagreements": sequence(disagreement, MOST).about(
                "the contradictions between the components and the rulebooks", attrgetter("dispute.disagreements")
            ),
            "claims": sequence(_claim_shape(setting), MOST, 1).about("the claims, in the order of the file"),
        },
    )


def _claim_shape(setting: Setting[Any, Any]) -> JsonShape[Judgement]:
    rulebook = setting.rulebook
    others = sequence(readings_shape(rulebook, OtherReadings), MOST)
    combination = sequence(readings_shape(rulebook, OtherReading), MOST, 2)
    presets = sequence(word({preset: preset for preset in rulebook.ruleset.presets}), MOST)
    seats = sequence(seat_shape(setting), max(rulebook.player_counts()))
    moves = sequence(written(TEXT, attrgetter("text")), MOST)
    effect = output(
        "Effect",
        "A quantity before and after the moves, and whether it is as claimed.",
        {
            "effect": TEXT.about("what was claimed", attrgetter("effect.text")),
            "claimed_to_happen": FLAG.about("whether it was claimed to happen, or not to"),
            "before": VALUE.about("the quantity before the moves"),
            "after": VALUE.about("the quantity after the moves"),
            "as_claimed": FLAG.about("whether it is as claimed"),
        },
    )
    move = output(
        "JudgedMove",
        "A move of a claim, as it is usually written, and its verdict.",
        {
            "move": TEXT.about("the move, as it is usually written", lambda judged: judged[0].text),
            "verdict": document_shape(rulebook, "verdict", setting).about("its verdict", itemgetter(1)),
        },
    )
    return output(
        "Claim",
        "A claim and its judgement.",
        {
            "claim": TEXT.about("the title of the claim", attrgetter("claim.title")),
            "holds": FLAG.about("whether it holds"),
            "expected": optional(word({result: result for result in RESULTS})).about(
                "what the file expects of it; null if it does not say", attrgetter("claim.expect")
            ),
            "stands": FLAG.about(
                "whether everything is as expected or, if nothing is expected, whether the claim holds"
            ),
            "surprises": TEXTS.about("how the judgement differs from what the file expects"),
            "problems": sequence(PROBLEM, MOST).about("why it cannot be judged; empty if it can"),
            "fails_at": optional(integer(1, STEPS_MAX)).about("the number of the first move that is not legal"),
            "passed_over": moves.about("the moves that would stop what is over already"),
            "after": moves.about("the moves made before it", attrgetter("claim.after")),
            "moves": sequence(move, MOST).about("the moves, up to the first that is not legal", attrgetter("verdicts")),
            "effects": sequence(effect, MOST).about("the claimed effects, measured", attrgetter("measured")),
            "claimed_winners": optional(seats).about(
                "the claimed winners; null if the claim is not about them", attrgetter("claim.winners")
            ),
            "score": optional(score_shape(setting)).about("the score, if the claim is about it"),
            "due": optional(due_shape(setting)).about("what comes later and is not counted, if it matters"),
            "open_on": sequence(open_on_shape(setting), MOST).about("the unknown things that the result depends on"),
            "rests_on": others.about(
                "the rulings, each with the other readings that change the result on their own",
                attrgetter("rests_on.alone"),
            ),
            "rests_together_on": sequence(combination, MOST).about(
                "the combinations of other readings that change the result, if no single one does",
                attrgetter("rests_on.together"),
            ),
            "presets_otherwise": presets.about("the presets with another result", attrgetter("rests_on.presets")),
            "other_readings_asked": FLAG.about(
                "false if there were too many moves to ask under other readings", attrgetter("rests_on.asked")
            ),
            "not_asked": others.about(
                "the rulings, each with the other readings that do not allow the position or the moves "
                "before the claim",
                attrgetter("rests_on.not_asked"),
            ),
            "presets_not_asked": presets.about(
                "the presets that do not allow them", attrgetter("rests_on.presets_not_asked")
            ),
            "unstated_numbers": sequence(written(TEXT, str), MOST).about(
                "the printed values that it depends on and no rulebook states", attrgetter("unstated")
            ),
        },
    )
