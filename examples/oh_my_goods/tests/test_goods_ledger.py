"""The proof of Oh My Goods!: every rule, question, citation, sentence and clause is accounted for."""

from __future__ import annotations

from collections import Counter

from oh_my_goods.rules import LAW

from docs.site.proof import OH_MY_GOODS, classes_by_clause
from tests.tools.proof_tests import ChapterTests, CitationTests, LedgerTests, PassageTests, QuestionTests


class TestLedger(LedgerTests):
    proof = OH_MY_GOODS
    chapters = {  # noqa: RUF012
        "comp": 9,
        "card": 11,
        "goods": 5,
        "setup": 12,
        "round": 6,
        "hand": 5,
        "deck": 4,
        "market": 7,
        "plan": 16,
        "sunset": 4,
        "turn": 3,
        "produce": 21,
        "chain": 14,
        "build": 8,
        "hire": 8,
        "people": 1,
        "office": 7,
        "end": 6,
        "score": 8,
        "derived": 9,
    }


class TestQuestions(QuestionTests):
    proof = OH_MY_GOODS
    ids = [f"G{number:02}" for number in range(1, 69)]  # noqa: RUF012


class TestCitations(CitationTests):
    proof = OH_MY_GOODS


class TestPassages(PassageTests):
    proof = OH_MY_GOODS
    story = {"nl": "Kort speloverzicht"}  # noqa: RUF012


class TestChapters(ChapterTests):
    proof = OH_MY_GOODS
    module = "oh_my_goods.rules"
    prefix = "test_goods_"
    otherwise = {"hire.cost": "hire_cost", "score.tie-leftover-coins": "leftover_coins"}  # noqa: RUF012


def test_every_clause_has_one_class() -> None:
    """Two classes for one clause would be two places to look."""
    found = {id_: len(classes) for id_, classes in classes_by_clause(OH_MY_GOODS).items()}
    assert found == Counter(clause.id for clause in LAW.clauses)
