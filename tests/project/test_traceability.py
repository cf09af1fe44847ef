"""No clause without tests and examples, and none of these about a clause that does not exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from docs.site.proof import ERA, Covered, classes_by_clause
from docs.site.traceability import Traced, markdown, table
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.law.clause import Clause
from tests import ROOT
from tests.tools.clause_drop import Work, claims_about, drop, main

ROWS = cache(table)
"""Every example is read for it, which takes too long where tests are only collected."""


@pytest.mark.slow
def test_nothing_is_lacking() -> None:
    assert {row.clause.id: row.gaps for row in ROWS() if row.gaps} == {}


def test_marks_name_clauses_that_exist() -> None:
    """On classes as on anything else."""
    texts = {str(path): path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    marked = {
        (name, id_) for name, text in texts.items() for id_ in re.findall(r"^@clause\(\"(.+?)\"\)", text, re.MULTILINE)
    }
    assert len(marked) > len(LAW.clauses) - 1
    assert sorted(where for where in marked if where[1] not in LAW) == []


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_test_classes_hold_properties(clause: Clause[..., object]) -> None:
    for covered in classes_by_clause()[clause.id]:
        assert covered.properties, f"{covered.node} has no property"


def test_a_clause_without_anything_is_a_gap() -> None:
    bare = Traced(LAW.clause("market.five-max"), ("nl",), (), (), ())
    assert bare.gaps == ("a test class", "an example that allows", "an example that forbids")


@pytest.mark.repeats
def test_the_table_has_a_row_for_each_clause() -> None:
    lines = list(markdown(ROWS()))
    assert [line.split("`")[1] for line in lines if line.startswith("| `")] == [clause.id for clause in LAW.clauses]
    assert f"{len(ROWS())} clauses, 0 with a gap." in lines


def test_the_printed_table_is_this_one() -> None:
    """`python -m docs.site.traceability > docs/coverage.md` writes it."""
    assert (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8").splitlines() == list(markdown(ROWS()))


ID = re.compile(rf"[`\"']((?:{'|'.join(chapter.name for chapter in LAW.chapters)})\.[a-z]+(?:-[a-z]+)*)[`\"']")
TEXTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "era_of_inventions").rglob("*.py")]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_texts_name_clauses_that_exist(path: Path) -> None:
    named = set(ID.findall(path.read_text(encoding="utf-8")))
    assert sorted(id_ for id_ in named if id_ not in LAW) == []


# The whole matrix is `python -m tests.tools.clause_drop`; here are a few clauses of different kinds and chapters.
SAMPLE = (
    "setup.player-counts",  # without which there is no game, not even while tests are collected
    "placement.two-per-area",
    "build.printed-cost",
    "market.five-max",
    "fakes.own-original",
    "scoring.most-patents",
)


@pytest.mark.nightly
def test_clauses_that_are_taken_away_are_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SAMPLE) == 0
    assert f"{len(SAMPLE)} clauses, 0 survive" in capsys.readouterr().out


@pytest.mark.slow
def test_a_clause_that_nobody_tests_is_told() -> None:
    result = drop(Work(ERA, "market.five-max", (), claims_about()["market.must-own"]))
    assert result.property_fails is False
    assert result.survives


ENDLESS = """
from pathlib import Path
from time import sleep
from hypothesis import given, strategies as st

@given(st.integers())
def test_endless(number: int) -> None:
    Path(__file__).with_suffix(".calls").open("a").write("called")
    while True:
        sleep(0.01)
"""


@pytest.mark.slow  # and so without coverage, which can wait for itself for ever when it is interrupted
def test_a_test_that_never_ends_is_interrupted_and_not_called_again(tmp_path: Path) -> None:
    endless = tmp_path / "test_endless.py"
    endless.write_text(ENDLESS)
    patience = 1.0
    calls = endless.with_suffix(".calls")
    while not calls.exists():  # on a busy machine it may be interrupted before it begins
        patience *= 2
        result = drop(Work(ERA, "market.five-max", [Covered(str(endless), "", ())], (), patience))
        assert result.property_fails
    assert calls.read_text() == "called"


def test_unknown_clauses_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["market.five"]) == 2
    assert "did you mean 'market.five-max'" in capsys.readouterr().err
