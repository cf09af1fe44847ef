"""The bots of the games: their moves are legal, and stronger ones beat weaker ones."""

from __future__ import annotations

from typing import Any

import pytest

from era_of_inventions.tabletop.play.bots import bot_named
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.registry import rulebook_named
from era_of_inventions.tabletop.play.simulate import play_game

STRENGTHS = {
    "era-of-inventions": ("random", "apprentice", "inventor"),
    "oh-my-goods": ("random", "beginner", "merchant"),
    "phoenicia": ("random", "beginner", "settler"),
}


def wins(name: str, bot: str, others: str, games: int) -> int:
    """How many games of four players a bot wins or shares, at each seat and after each start player equally often."""
    rulebook, won = rulebook_named(name), 0
    game: Game[Any, Any] = Game(rulebook, 4)
    for seed in range(games):
        seat = seed // 4 % 4
        bots = [bot_named(rulebook, bot if one == seat else others) for one in range(4)]
        won += seat in play_game(game, seed, bots).score.winners
    return won


@pytest.mark.nightly
@pytest.mark.parametrize("name", STRENGTHS)
def test_the_best_bot_beats_three_who_play_at_random(name: str) -> None:
    weakest, _, best = STRENGTHS[name]
    assert wins(name, best, weakest, 100) >= 90


@pytest.mark.slow
@pytest.mark.parametrize("name", STRENGTHS)
def test_each_bot_is_stronger_than_the_one_before(name: str) -> None:
    """Of equal strength, each would win about a quarter of the games."""
    weakest, middle, best = STRENGTHS[name]
    assert wins(name, middle, weakest, 64) >= 27
    assert wins(name, best, middle, 64) >= 27


@pytest.mark.parametrize("name", STRENGTHS)
def test_a_game_has_these_bots(name: str) -> None:
    assert {"random", *rulebook_named(name).bots} == {*STRENGTHS[name]}
