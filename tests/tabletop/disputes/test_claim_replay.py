"""That somebody stops goes without saying, unless the claim is about that alone."""

from __future__ import annotations

import pytest

from tests.support.disputes import FOUR, Judged

STOPS, OFFER = ["end action", "end turn"], ["end action", "use bonus disc"]


@pytest.mark.parametrize(
    ("area", "moves", "holds", "made", "passed_over"),
    [
        ("goods", ["run all", "end action", "end turn"], True, ["run all", "end turn"], ["end action"]),
        ("market", ["exchange 2 coins > cog", "end turn"], True, ["exchange 2 coins > cog", *STOPS], []),
        ("market", ["exchange 2 coins > cog", "pass"], True, ["exchange 2 coins > cog", *STOPS], []),
        ("market", ["exchange 2 coins > cog", "use bonus disc"], True, ["exchange 2 coins > cog", *OFFER], []),
        ("goods", ["run all", "end turn", "end turn"], False, ["run all", "end turn", "end turn"], []),
        ("goods", ["run all", "use bonus disc", "end turn"], False, ["run all", "use bonus disc", "end turn"], []),
        ("goods", ["run all; end turn", "Green: end turn"], False, ["run all", "end turn", "Green: end turn"], []),
        ("goods", ["end turn"], False, ["end turn"], []),
        ("market", ["end turn"], False, ["end turn"], []),
    ],
)
def test_that_somebody_stops_goes_without_saying(
    area: str, moves: list[str], holds: bool, made: list[str], passed_over: list[str], judged: Judged
) -> None:
    """Unless the claim is about that alone."""
    (judgement,) = judged(f'{FOUR}area = "{area}"\nto_move = "Brown"\n[[claim]]\nmoves = {moves}\n')
    assert judgement.holds is holds
    assert [step.text for step, _ in judgement.verdicts] == made
    assert [step.text for step in judgement.passed_over] == passed_over


def test_in_the_final_market_a_player_stops_for_nobody_else(judged: Judged) -> None:
    market = f'{FOUR}phase = "final-market"\nto_move = "Orange"\n'
    claim = 'moves = ["exchange 2 coins > cog", "end turn", "Brown: exchange 2 coins > cog"]\n'
    (judgement,) = judged(f"{market}[[claim]]\n{claim}happens = ['Brown cogs +1']\n")
    assert judgement.holds
    assert [step.text for step in judgement.passed_over] == ["end turn"]


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ('moves = ["run all", "end action"]\nlegal = false', True),
        ('moves = ["end turn"]\nlegal = false', True),
        ('moves = ["exchange 2 coins > cog", "use bonus disc"]\nlegal = false', False),
        ('moves = ["exchange 2 coins > cog", "use bonus disc"]\nfails_at = 2', True),
        ('moves = ["end turn"]\nhappens = ["Brown wood +0"]', True),
        ('after = ["run all", "end action"]\nmoves = ["end turn"]', True),
        ('after = ["run all"]\nmoves = ["end action"]\nhappens = ["Brown wood +0"]', True),
    ],
)
def test_whether_somebody_may_stop_can_be_claimed(claim: str, holds: bool, judged: Judged) -> None:
    area = "market" if "exchange" in claim else "goods"
    (judgement,) = judged(f'{FOUR}area = "{area}"\nto_move = "Brown"\n[[claim]]\n{claim}\n')
    assert judgement.holds is holds
