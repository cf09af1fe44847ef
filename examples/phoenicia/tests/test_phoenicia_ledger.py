"""The proof of Phoenicia: every rule, question, citation, sentence and clause is accounted for."""

from __future__ import annotations

from collections import Counter

from phoenicia.rules import LAW

from docs.site.proof import PHOENICIA, classes_by_clause
from tests.tools.proof_tests import ChapterTests, CitationTests, LedgerTests, PassageTests, QuestionTests


class TestLedger(LedgerTests):
    proof = PHOENICIA
    chapters = {  # noqa: RUF012
        "components": 31,
        "game": 5,
        "setup": 25,
        "round": 6,
        "turn": 1,
        "auction": 21,
        "payment": 7,
        "gain": 11,
        "card": 15,
        "discount": 13,
        "ability": 7,
        "workers": 7,
        "train": 4,
        "employ": 11,
        "move": 7,
        "tools": 7,
        "treasury": 5,
        "after": 2,
        "end": 5,
        "overlord": 4,
        "display": 4,
        "income": 5,
        "limits": 7,
        "table": 4,
    }


class TestQuestions(QuestionTests):
    proof = PHOENICIA
    ids = [f"P{number:02}" for number in range(1, 58)]  # noqa: RUF012


class TestCitations(CitationTests):
    proof = PHOENICIA


class TestPassages(PassageTests):
    proof = PHOENICIA
    story = {"nl": "Inleiding"}  # noqa: RUF012


class TestChapters(ChapterTests):
    proof = PHOENICIA
    module = "phoenicia.rules"
    prefix = "test_phoenicia_"
    otherwise = {  # noqa: RUF012
        "auction.raise": "raises",
        "auction.pass": "may_pass",
        "auction.not-finished-only": "not_finished",
        "gain.workers": "gained_workers",
        "workers.move": "move_worker",
        "treasury.tools-per-tile": "tools_on_tile",
        "treasury.limit": "disk_limit",
        "display.first-game": "put_aside",
    }


def test_every_clause_has_one_class() -> None:
    """Two classes for one clause would be two places to look."""
    found = {id_: len(classes) for id_, classes in classes_by_clause(PHOENICIA).items()}
    assert found == Counter(clause.id for clause in LAW)
