"""Judged disputes as plain data for programs, in which settings, components and verdicts are documents of their own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from era_of_inventions.codec import to_json
from era_of_inventions.component_sets.files import load_shipped, shipped
from era_of_inventions.model.state import Setting
from era_of_inventions.tabletop.disputes import Dispute, Judgement


def report_data(disputes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The document of several disputes, each as `dispute_data` makes it."""
    from era_of_inventions.codec.documents import head_of  # here, because it takes long to load

    return {**head_of("report"), "disputes": list(disputes)}


def dispute_data(dispute: Dispute, judgements: Sequence[Judgement]) -> dict[str, Any]:
    """A judged dispute.

    The components are there if they do not come with the package: with the values that the dispute gives, for instance.
    """
    setting = dispute.game.setting
    box = setting.components
    return {
        "file": dispute.path,
        "title": dispute.title,
        "names": list(dispute.names),
        "setting": json.loads(to_json(setting)),
        "components": None if box in map(load_shipped, shipped()) else json.loads(to_json(box)),
        "disagreements": [{"clause": problem.clause, "text": problem.text} for problem in dispute.disagreements],
        "claims": [_claim_data(judgement, setting) for judgement in judgements],
    }


def _claim_data(judgement: Judgement, setting: Setting) -> dict[str, Any]:
    claim = judgement.claim
    return {
        "claim": claim.title,
        "holds": judgement.holds,
        "expected": claim.expect,
        "stands": judgement.stands,
        "surprises": list(judgement.surprises),
        "after": [step.text for step in claim.after],
        "moves": [
            {"move": step.text, "verdict": json.loads(to_json(verdict, setting=setting))}
            for step, verdict in judgement.verdicts
        ],
        "effects": [{**attrs.asdict(measured), "effect": measured.effect.text} for measured in judgement.measured],
        "claimed_winners": claim.winners,
        "score": judgement.score and attrs.asdict(judgement.score),
        "rests_on": [attrs.asdict(other) for other in judgement.rests_on.alone],
        "rests_together_on": [[attrs.asdict(other) for other in others] for others in judgement.rests_on.together],
        "presets_otherwise": list(judgement.rests_on.presets),
        "not_asked": [attrs.asdict(other) for other in judgement.rests_on.not_asked],
        "unstated_numbers": list(map(str, judgement.unstated)),
    }
