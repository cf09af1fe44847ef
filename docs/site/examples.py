"""The examples, which are dispute files, and their judgements."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import attrs

from docs import ROOT
from era_of_inventions.tabletop.disputes import Dispute, dispute_text, judge_dispute, read_dispute
from era_of_inventions.tabletop.play.rulebook import Rulebook

Shown: TypeAlias = tuple[Any, tuple[str, ...]]
"""A position and the names of its players."""


def page_of(path: str) -> str:
    """Return the page that shows an example."""
    return path.removesuffix(".toml") + ".md"


@attrs.frozen
class ClaimJudged:
    """A claim of an example: its result, the report of `era judge`, and the events of its moves by clause."""

    title: str
    result: str
    """Whether it "holds", "fails" or is "open"."""
    report: str
    events: tuple[tuple[str, str], ...]
    unstated: bool = False
    """Whether it depends on printed values that no rulebook states."""
    decided: tuple[str, ...] = ()
    """The clauses that decided it."""


@attrs.frozen
class Example:
    """A judged example. ``path`` is that of its dispute file, relative to the root of the project."""

    path: str
    title: str
    claims: tuple[ClaimJudged, ...]
    readings: tuple[tuple[str, str], ...] = ()
    """The rulings that differ from the default, each with its reading."""
    position: Shown | None = None

    @property
    def page(self) -> str:
        """The page that shows it."""
        return page_of(self.path)

    @property
    def picture(self) -> str:
        """The name of the picture of its position."""
        return self.path.removeprefix("examples/").removesuffix(".toml")


@cache
def read_example(path: str, rulebook: Rulebook[Any, Any]) -> Dispute:
    """Read an example, once for all that the site says of it. By default it is about this rulebook."""
    return read_dispute(ROOT / path, rulebook)


def judged(path: str, rulebook: Rulebook[Any, Any]) -> Example:
    """Judge one example, which is read as in `read_example`."""
    dispute = read_example(path, rulebook)
    claims = []
    for judgement in judge_dispute(dispute):
        text = dispute_text(dispute, [judgement]).partition("\nClaim 1: ")[2]
        caused = tuple(dict.fromkeys((event.clause, event.what) for event in judgement.events))
        report = text.partition("\n")[2] or text
        title, unstated = judgement.claim.title, bool(judgement.unstated)
        claims.append(ClaimJudged(title, judgement.result, report, caused, unstated, judgement.clauses))
    return Example(path, dispute.title, tuple(claims), readings_of(dispute), (dispute.state, dispute.names))


def readings_of(dispute: Dispute) -> tuple[tuple[str, str], ...]:
    """Return the rulings of a dispute that differ from the default, each with its reading."""
    ruleset = dispute.game.setting.ruleset
    chosen = ((ruling, getattr(ruleset, ruling.field)) for ruling in type(ruleset).rulings())
    return tuple((ruling.id, reading) for ruling, reading in chosen if reading != ruling.default)
