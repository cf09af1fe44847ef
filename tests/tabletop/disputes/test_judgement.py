"""Judgements against what a file expects."""

from __future__ import annotations

import pytest

from tests.support.disputes import MARKET, Judged


@pytest.mark.parametrize(
    ("expected", "stands", "surprises"),
    [
        ('expect = "holds"', True, []),
        ('expect = "fails"', False, ["expected that it fails"]),
        ('expect = "holds"\nexpect_clauses = ["market.action", "market.goods-change-hands"]', True, []),
        ('expect_clauses = ["market.five-max"]', False, ["expected the clause market.five-max to decide"]),
        ('expect = "holds"\nexpect_rulings = []', True, []),
        ("expect_rulings = []", True, []),
        (
            'expect_rulings = ["capacity", "tie-break"]',
            False,
            ["expected it to rest on capacity, tie-break, not on none"],
        ),
        (
            'expect = "fails"\nexpect_clauses = ["market.five-max"]\nexpect_rulings = ["capacity"]',
            False,
            [
                "expected that it fails",
                "expected the clause market.five-max to decide",
                "expected it to rest on capacity, not on none",
            ],
        ),
    ],
)
def test_expectations_of_a_claim_that_holds(expected: str, stands: bool, surprises: list[str], judged: Judged) -> None:
    claim = 'moves = ["exchange 2 coins > cog"]\nhappens = ["Orange cogs +1"]'
    (judgement,) = judged(f"{MARKET}[[claim]]\n{claim}\n{expected}\n")
    assert judgement.holds
    assert list(judgement.surprises) == surprises
    assert judgement.stands is stands


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("expected", "stands"),
    [
        ("", False),
        ('expect = "holds"', False),
        ('expect = "fails"', True),
        ('expect = "fails"\nexpect_clauses = ["market.lower-other-kind"]\nexpect_rulings = ["lower-same-kind"]', True),
        ('expect_clauses = ["market.lower-other-kind"]', False),
        ('expect = "fails"\nexpect_rulings = []', False),
    ],
)
def test_expectations_of_a_claim_that_fails(expected: str, stands: bool, judged: Judged) -> None:
    (judgement,) = judged(f'{MARKET}[[claim]]\nmoves = ["exchange 2 coins > coin"]\n{expected}\n')
    assert not judgement.holds
    assert judgement.stands is stands
