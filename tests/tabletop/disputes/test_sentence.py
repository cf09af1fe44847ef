"""A claim as a plain sentence: who may do what, and what comes of it."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute

HEAD = '[position]\nplayers = "Anna, Bob, Cem"\n'


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ('moves = "take cog"', "Anna may take a cog."),
        ('moves = "Bob: take cog"\nhappens = "Bob cogs +1"', "Bob may take a cog; then Bob's cogs must rise by 1."),
        ('moves = "take cog"\nlegal = false', "Anna may not take a cog."),
        (
            'moves = ["swap cog for 2 coins", "take cog"]\nforbidden_by = "market.cog-or-exchanges"',
            "Anna may exchange on the line sell cog: 1 cog for 2 coins; but then Anna may not take a cog,"
            " because of market.cog-or-exchanges.",
        ),
        ('after = "take cog"\nmoves = "end turn"', "After take a cog, Anna may end the turn."),
        ('happens = ["Bob coins = 2", "round = 1"]', "Bob's coins must be 2 and the round must be 1."),
        ('happens_not = "Cem influence -2"', "Cem's influence cannot fall by 2."),
        ('happens = "Cem influence +0"', "Cem's influence must stay the same."),
        ('winners = ["Cem", "Anna"]', "Anna and Cem must win."),
        (
            'winners = "Cem"\nscores = "Cem 40, Anna 39, Bob = -1"',
            "Cem must win if the scores are Anna 39, Bob -1 and Cem 40.",
        ),
        ('moves = "refill"', ""),
    ],
)
def test_a_claim_can_be_read_aloud(claim: str, sentence: str) -> None:
    (judgement,) = judge_dispute(parse_dispute(f'game = "era-of-inventions"\n{HEAD}[[claim]]\n{claim}\n'))
    assert judgement.sentence == sentence


@pytest.mark.slow
def test_whoever_makes_each_move_is_named() -> None:
    text = f'game = "phoenicia"\n{HEAD}table.display = "fort"\n[player]\nAnna.hand = "enough"\nBob.hand = "enough"\n'
    text += '[[claim]]\nmoves = ["put up fort", "bid 7", "bid 9", "Cem: pass"]\n'
    (judgement,) = judge_dispute(parse_dispute(text))
    assert judgement.sentence == "Anna may put the fort up for auction, bid 7; Bob may bid 9; Cem may pass."


def test_a_claim_whose_moves_are_not_understood_is_refused_alone() -> None:
    claims = '[[claim]]\nmoves = "take 2 cogs"\nlegal = false\n[[claim]]\nmoves = "take cog"\n'
    unusable, other = judge_dispute(parse_dispute(f'game = "era-of-inventions"\n{HEAD}{claims}'))
    assert [problem.place for problem in unusable.problems] == ["claim[1].moves"]
    assert other.holds
