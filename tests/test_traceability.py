"""No clause without tests and examples, and none of these about a clause that does not exist."""

from __future__ import annotations

import pytest

from era_of_inventions.rulebook import LAW
from tests.clause_drop import claims_about, classes_by_clause, drop, main
from tests.traceability import EDITIONS, Traced, markdown, table

ROWS = table()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.clause.id)
def test_nothing_is_lacking(row: Traced) -> None:
    assert row.gaps == ()


def test_classes_by_clause_are_about_clauses_that_exist() -> None:
    assert sorted(set(classes_by_clause()) - {clause.id for clause in LAW.clauses}) == []


def test_a_clause_without_anything_is_a_gap() -> None:
    bare = Traced(LAW.clause("market.five-max"), EDITIONS, (), (), ())
    assert bare.gaps == ("a test class", "an example that allows", "an example that forbids")


def test_the_table_has_a_row_for_each_clause() -> None:
    lines = list(markdown(ROWS))
    assert [line.split("`")[1] for line in lines if line.startswith("| `")] == [clause.id for clause in LAW.clauses]
    assert f"{len(ROWS)} clauses, 0 with a gap." in lines


# The whole matrix is `python -m tests.clause_drop`; here are a few clauses of different kinds and chapters.
SAMPLE = ("placement.two-per-area", "build.cost-printed", "market.five-max", "fake.own-original", "score.bonus-patent")


def test_clauses_that_are_taken_away_are_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SAMPLE) == 0
    assert f"{len(SAMPLE)} clauses, 0 survive" in capsys.readouterr().out


def test_a_clause_that_nobody_tests_is_told() -> None:
    result = drop(("market.five-max", (), claims_about()["market.must-own"]))
    assert result.property_fails is False
    assert result.survives


def test_unknown_clauses_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["market.five"]) == 2
    assert "did you mean 'market.five-max'" in capsys.readouterr().err
