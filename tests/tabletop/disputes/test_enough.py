"""Whoever quarrels about a rule can usually pay: a claim that fails for want of what the file does not say tells so."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import Judgement, judge_dispute, parse_dispute

PATENT = 'phase = "action"\narea = "develop"\n[player.Anna]\ndeveloped = "car"\npatents = 5\n'


def judged(game: str, position: str, claim: str) -> Judgement:
    """The judgement of a claim in a file of three players that states this of the position."""
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{position}\n[[claim]]\n{claim}\n'
    (judgement,) = judge_dispute(parse_dispute(text))
    return judgement


@pytest.mark.parametrize(
    ("game", "position", "moves", "seat", "what"),
    [
        ("era-of-inventions", PATENT, "patent car", 0, "goods"),
        ("phoenicia", "", "Bob: tool farming", 1, "disks"),
    ],
)
def test_a_claim_that_fails_for_want_of_what_nobody_stated_says_so(
    game: str, position: str, moves: str, seat: int, what: str
) -> None:
    judgement = judged(game, position, f'moves = "{moves}"')
    assert judgement.result == "fails"
    assert [(one.seat, one.what) for one in judgement.unsaid] == [(seat, what)]


@pytest.mark.parametrize("goods", ["", "1 coin", "3 coins"])
def test_what_the_file_states_is_not_doubted(goods: str) -> None:
    judgement = judged("era-of-inventions", f'{PATENT}goods = "{goods}"', 'moves = "patent car"')
    assert (judgement.result, judgement.unsaid) == ("fails", ())


def test_a_rule_that_no_stock_would_satisfy_is_not_excused() -> None:
    stated = PATENT.replace('developed = "car"', 'developed = "camera"')
    judgement = judged("era-of-inventions", stated, 'moves = "patent car"')
    assert (judgement.result, judgement.unsaid) == ("fails", ())


def test_a_claim_that_the_move_is_forbidden_is_not_excused() -> None:
    judgement = judged("era-of-inventions", PATENT, 'moves = "patent car"\nlegal = false')
    assert (judgement.result, judgement.unsaid) == ("holds", ())
