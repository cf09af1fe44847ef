"""The clauses that decide a claim, which a reader wants first."""

from __future__ import annotations

import pytest

from tests.support.disputes import judged_claim as judged

ERA, GOODS, PHOENICIA = "era-of-inventions", "oh-my-goods", "phoenicia"

RICH = '[player.Anna]\ngoods = "enough"'
OVER = 'phase = "game-over"\n[player.Anna]\ninfluence = 9'
MARKETS = ["market.action", "bonus.market-one", "scoring.market-once"]


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize(
    ("game", "stated", "claim", "clauses"),
    [
        (ERA, RICH, 'moves = "patent unplaced; patent unplaced; patent unplaced"', ["patents.two-per-action"]),
        (
            ERA,
            "",
            'moves = "Anna: place market; Bob: place market"',
            ["placement.one-at-a-time", "placement.two-per-area"],
        ),
        (ERA, 'phase = "placement"', 'moves = "exchange 2 coins > cog"', MARKETS),
        (ERA, "", 'moves = "take cog"\nhappens = "Anna cogs +1"', ["market.free-cog"]),
        (ERA, OVER, 'winners = "Anna"', ["scoring.winners"]),
        (
            "oh-my-goods",
            '[player.Anna]\nhand = "enough"',
            'moves = "Anna: plan mill-1; Anna: plan mill-2"',
            ["plan.simultaneous", "plan.card-may"],
        ),
        (
            ERA,
            '[position.board]\ndisplay = "telephone-fake"\n[player.Anna]\ngoods = "enough"\n'
            '[player.Bob]\ndeveloped = "telephone"\n'
            "[card.telephone-fake]\nquestion_marks = 2",
            'moves = "Anna: produce telephone-fake with 2 metal; end action"\nhappens = "Bob influence +2"',
            ["income.fake-none"],
        ),
        (ERA, RICH, 'moves = "develop telephone; end action"\nhappens = "Anna patent on telephone = 1"', []),
        (
            ERA,
            RICH,
            'moves = "develop telephone; end action"\n'
            'happens = "Anna patent on telephone = 1"\nabout = "patents.own-only"',
            ["patents.own-only"],
        ),
        (PHOENICIA, "", 'moves = "train"\nhappens = "Anna trained +1"', ["workers.trained"]),
        (PHOENICIA, "", 'moves = "train"', ["workers.train", "workers.have-and-pay"]),
        (GOODS, "", 'moves = "work mill-1 neat"', ["plan.own-building"]),
    ],
)
def test_the_clauses_that_decide_are_named(game: str, stated: str, claim: str, clauses: list[str]) -> None:
    judgement = judged(game, stated, claim)
    assert [one.clause for one in judgement.decided_by] == clauses


def test_what_was_counted_is_said_with_the_names_of_players() -> None:
    (one,) = judged(ERA, OVER, 'winners = "Anna"').decided_by
    assert one.counted.startswith("Anna: ")
    (one,) = judged(ERA, "", 'moves = "develop telephone; end turn"\nhappens = "Anna cogs -2"').decided_by
    assert one.counted
    claim = f'moves = "develop telephone; end turn"\nhappens = "Anna cogs -2"\nabout = "{one.clause}"'
    (same,) = judged(ERA, "", claim).decided_by
    assert same == one, "what a claim is about is counted as well"
