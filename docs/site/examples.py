"""The examples, which are dispute files, and what the judge says of them."""

from __future__ import annotations

from typing import Any

import attrs

from era_of_inventions.tabletop.disputes import Dispute, dispute_text, judge_dispute, read_dispute
from era_of_inventions.tabletop.play.rulebook import Rulebook
from tests import ROOT


@attrs.frozen
class ClaimJudged:
    """A claim of an example: its result, the report of `era judge`, and what its moves caused by clause."""

    title: str
    holds: bool
    report: str
    events: tuple[tuple[str, str], ...]
    unstated: bool = False
    """Whether it uses printed numbers that no rulebook states."""
    decided: tuple[str, ...] = ()
    """The clauses that decided it."""


@attrs.frozen
class Example:
    """A dispute file of the examples, judged. ``path`` is as seen from the root of the project."""

    path: str
    title: str
    claims: tuple[ClaimJudged, ...]
    readings: tuple[tuple[str, str], ...] = ()
    """The rulings in which it departs from the default, each with its reading."""

    @property
    def page(self) -> str:
        """The page that shows it."""
        return self.path.removesuffix(".toml") + ".md"


def judged(path: str, rulebook: Rulebook[Any, Any]) -> Example:
    """Judge one example; one that does not name its game is of this rulebook."""
    dispute = read_dispute(ROOT / path, rulebook)
    claims = []
    for judgement in judge_dispute(dispute):
        text = dispute_text(dispute, [judgement]).partition("\nClaim 1: ")[2]
        caused = tuple(dict.fromkeys((event.clause, event.what) for event in judgement.events))
        report = text.partition("\n")[2] or text
        title, unstated = judgement.claim.title, bool(judgement.unstated)
        claims.append(ClaimJudged(title, judgement.holds, report, caused, unstated, judgement.clauses))
    return Example(path, dispute.title, tuple(claims), readings_of(dispute))


def readings_of(dispute: Dispute) -> tuple[tuple[str, str], ...]:
    """The rulings in which a dispute departs from the default, each with its reading."""
    ruleset = dispute.game.setting.ruleset
    chosen = ((ruling, getattr(ruleset, ruling.field)) for ruling in type(ruleset).rulings())
    return tuple((ruling.id, reading) for ruling, reading in chosen if reading != ruling.default)
