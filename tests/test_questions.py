"""Every difference between the editions and every gap is decided by a ruling or settled by clauses."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from era_of_inventions.rulebook import LAW
from era_of_inventions.rulings import Ruleset

DATA = files("era_of_inventions") / "data"
QUESTIONS: dict[str, dict[str, Any]] = tomllib.loads((DATA / "questions.toml").read_text(encoding="utf-8"))
CLAUSES = {clause.id for clause in LAW.clauses}
RULINGS = {ruling.id: ruling for ruling in Ruleset.rulings()}


def deciding(question: dict[str, Any]) -> list[str]:
    """The rulings that decide a question: one or, where it has several parts, more."""
    found = question.get("ruling", [])
    return [found] if isinstance(found, str) else found


def test_all_questions_are_there_in_order() -> None:
    differences = [f"D{number:02}" for number in range(1, 58)]
    gaps = [f"G{number:02}" for number in range(1, 66)]
    assert list(QUESTIONS) == differences + gaps


@pytest.mark.parametrize("id_", QUESTIONS)
def test_a_question_is_decided_or_settled(id_: str) -> None:
    question = QUESTIONS[id_]
    assert question["question"].endswith("?")
    if "ruling" in question:
        assert set(question) - {"clauses"} == {"question", "ruling"}
        for ruling in deciding(question):
            assert id_ in RULINGS[ruling].questions, f"{ruling} does not name {id_}"
    else:
        assert set(question) == {"question", "settled", "clauses"}
        assert question["settled"].endswith(".")


@pytest.mark.parametrize("id_", QUESTIONS)
def test_a_question_names_clauses_of_the_law_each_once(id_: str) -> None:
    named = QUESTIONS[id_].get("clauses", [])
    assert [clause for clause in named if clause not in CLAUSES] == []
    assert len(named) == len(set(named))


@pytest.mark.parametrize("id_", [id_ for id_, question in QUESTIONS.items() if {"ruling", "clauses"} <= set(question)])
def test_a_clause_is_named_beside_a_ruling_only_if_it_does_not_ask_it(id_: str) -> None:
    asked = {RULINGS[ruling].field for ruling in deciding(QUESTIONS[id_])}
    for clause in QUESTIONS[id_]["clauses"]:
        assert not asked & set(LAW.clause(clause).rulings)


@pytest.mark.parametrize("id_", RULINGS)
def test_a_ruling_names_the_questions_it_decides(id_: str) -> None:
    ruling = RULINGS[id_]
    assert ruling.questions
    for question in ruling.questions:
        assert deciding(QUESTIONS[question]), f"{question} is settled without a ruling"
    assert {q for q, entry in QUESTIONS.items() if id_ in deciding(entry)} == set(ruling.questions)


def test_a_ruling_has_the_name_of_its_field() -> None:
    for id_, ruling in RULINGS.items():
        assert ruling.field == id_.replace("-", "_")
        assert getattr(Ruleset(), ruling.field) == ruling.default


def test_clauses_consult_rulings_that_exist() -> None:
    fields = {ruling.field for ruling in RULINGS.values()}
    for clause in LAW.clauses:
        assert sorted(set(clause.rulings) - fields) == [], clause.id


def test_every_ruling_is_consulted_by_a_clause() -> None:
    consulted = {field for clause in LAW.clauses for field in clause.rulings}
    assert sorted({ruling.field for ruling in RULINGS.values()} - consulted) == []
