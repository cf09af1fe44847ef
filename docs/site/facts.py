"""What the pages tell of the package, gathered once: coverage, judged examples, what clauses cause."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import attrs

from era_of_inventions.game import read_dispute
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.disputes import Dispute, judge_dispute
from era_of_inventions.tabletop.disputes.report import dispute_text
from era_of_inventions.tabletop.law.clause import Clause
from tests import ROOT
from tests.tools.clause_drop import EXAMPLES
from tests.tools.traceability import Traced, table


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
    """What it reads otherwise than by default: the ruling and the reading."""

    @property
    def page(self) -> str:
        """The page that shows it."""
        return self.path.removesuffix(".toml") + ".md"

    @property
    def under(self) -> str:
        """What it reads otherwise than by default, in words with links; empty if nothing."""
        told = " and ".join(f"[{ruling}][ruling.{ruling}] = {reading}" for ruling, reading in self.readings)
        return f"under ruling{'s' * (len(self.readings) > 1)} {told}" if told else ""


@attrs.frozen
class Facts:
    """Everything generated pages are made of, besides the law and the rulings themselves."""

    traced: Mapping[str, Traced]
    examples: Mapping[str, Example]
    """By path."""
    events: Mapping[str, Mapping[str, tuple[str, int]]]
    """By clause: what it was seen to change, and in which example and claim first."""


def gather() -> Facts:
    """Judge all examples, on all cores, and read the coverage."""
    paths = [path.relative_to(ROOT).as_posix() for path in EXAMPLES]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("fork")) as pool:
        examples = {example.path: example for example in pool.map(judged, paths)}
    events: dict[str, dict[str, tuple[str, int]]] = {}
    for example in examples.values():
        for number, claim in enumerate(example.claims, 1):
            for clause, what in claim.events:
                events.setdefault(clause, {}).setdefault(what, (example.path, number))
    return Facts({row.clause.id: row for row in table()}, examples, events)


def judged(path: str) -> Example:
    """Judge one example."""
    dispute = read_dispute(ROOT / path)
    claims = []
    for judgement in judge_dispute(dispute):
        text = dispute_text(dispute, [judgement]).partition("\nClaim 1: ")[2]
        caused = tuple(dict.fromkeys((event.clause, event.what) for event in judgement.events))
        report = text.partition("\n")[2] or text
        title, unstated = judgement.claim.title, bool(judgement.unstated)
        claims.append(ClaimJudged(title, judgement.holds, report, caused, unstated, judgement.clauses))
    return Example(path, dispute.title, tuple(claims), readings_of(dispute))


def readings_of(dispute: Dispute) -> tuple[tuple[str, str], ...]:
    """What a dispute reads otherwise than by default: the rulings and the readings."""
    ruleset = dispute.game.setting.ruleset
    chosen = ((ruling, getattr(ruleset, ruling.field)) for ruling in Ruleset.rulings())
    return tuple((ruling.id, reading) for ruling, reading in chosen if reading != ruling.default)


def chapter_page(clause: Clause[..., object]) -> str:
    """The page on which the card of a clause stands."""
    return f"rules/{clause.chapter}.md"


def source_page(path: str) -> str:
    """The page that shows a source file of the project."""
    return f"source/{path.removesuffix('.py').replace('__init__', 'package')}.md"


def source_files() -> list[str]:
    """The source files that have pages: the package and the tests that pages link to."""
    package = sorted((ROOT / "era_of_inventions").rglob("*.py"))
    tests = sorted((ROOT / "tests" / "rulebook").glob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in (*package, *tests) if Path(path).stat().st_size]


def line_target(path: str, line: int) -> str:
    """The target of one line of a source file."""
    return f"{source_page(path)}#__codelineno-0-{line}"


def clauses() -> tuple[Clause[..., object], ...]:
    """All clauses, in rulebook order."""
    return LAW.clauses
