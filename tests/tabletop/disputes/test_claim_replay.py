"""That somebody stops goes without saying, unless the claim is about that alone."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from tests.support.disputes import FOUR, Judged

STOPS, OFFER = ["end action", "end turn"], ["end action", "use bonus disc"]


@pytest.mark.repeats
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


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ('moves = ["run all", "end action"]', True),
        ('moves = ["run all", "end action"]\nlegal = false', False),
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


# --- Moves done at once, and payments that are complete -------------------------------


@pytest.mark.parametrize("moves", ["employ farming; pay six; pay four", "employ farming; pay four, six"])
@pytest.mark.parametrize(("reading", "result"), [("freely", "holds"), ("needed-cards", "fails")])
def test_the_order_of_cards_handed_in_does_not_matter(moves: str, reading: str, result: str) -> None:
    text = f"""game = "phoenicia"
[rulings]
overpay = "{reading}"
[position]
players = "Anna, Bob, Cem"
[player.Anna]
hand = "four, six"
disks = 0
trained = 1
[[claim]]
moves = "{moves}"
happens = "Anna disks = 5"
"""
    (judgement,) = judge_dispute(parse_dispute(text))
    assert judgement.result == result


def test_the_place_of_a_move_that_is_claimed_to_fail_is_the_one_of_the_file() -> None:
    text = """game = "phoenicia"
[rulings]
overpay = "freely"
[position]
players = "Anna, Bob, Cem"
[player.Anna]
hand = "four, six"
disks = 0
trained = 1
[[claim]]
moves = "employ farming; pay six; pay four"
fails_at = 3
"""
    (judgement,) = judge_dispute(parse_dispute(text))
    assert judgement.result == "holds"


MARKETS = '[player.Brown]\ndiscs = "market"\n[player.Green]\ndiscs = "market, build"\n'


@pytest.mark.parametrize(
    ("moves", "made"),
    [
        (
            ["Green: take cog; end turn; Brown: take cog"],
            ["Green: take cog", "Green: end turn", "resolve market", "Brown: take cog"],
        ),
        (
            ["Green: take cog", "Brown: take cog"],
            ["Green: take cog", "end turn", "resolve market", "Brown: take cog"],
        ),
    ],
)
def test_that_the_next_player_begins_goes_without_saying(moves: list[str], made: list[str], judged: Judged) -> None:
    (judgement,) = judged(f'{FOUR}area = "market"\nto_move = "Green"\n{MARKETS}[[claim]]\nmoves = {moves}\n')
    assert [step.text for step, _ in judgement.verdicts] == made
    assert judgement.holds


def test_that_a_turn_ends_is_not_added_before_a_second_action_of_the_same_player(judged: Judged) -> None:
    moves = 'moves = "Green: take cog; resolve build"'
    (judgement,) = judged(f'{FOUR}area = "market"\nto_move = "Green"\n{MARKETS}[[claim]]\n{moves}\n')
    assert judgement.fails_at == 2


DISCS = '[player.Orange]\ndiscs = "market"\n[player.Green]\ndiscs = "market"\n'


@pytest.mark.parametrize(
    "moves", ["after = ['Orange: take cog']\nmoves = ['Green: take cog']", "moves = ['take cog', 'Green: take cog']"]
)
def test_the_next_player_acts_where_the_one_before_has_ended(moves: str, judged: Judged) -> None:
    (judgement,) = judged(f"{FOUR}{DISCS}[[claim]]\n{moves}\n")
    assert judgement.holds


def test_a_move_that_is_never_legal_is_judged_where_it_has_its_moment(judged: Judged) -> None:
    (judgement,) = judged(f"{FOUR}{DISCS}[[claim]]\nmoves = ['take cog', 'Green: exchange 2 cogs > cog']\n")
    assert judgement.verdicts[-1][1].due is None
    assert "market.lower-no-cogs" in [clause.id for clause in judgement.forbidden_by]


def test_every_turn_that_is_taken_to_end_is_named(judged: Judged) -> None:
    market = f'{FOUR}phase = "final-market"\nto_move = "Orange"\n'
    (judgement,) = judged(f"{market}[[claim]]\nmoves = ['Green: take cog']\nhappens = ['Green cogs +1']\n")
    assert judgement.holds
    assert [end.seat for end, _ in judgement.turns_ended] == [0, 1]
