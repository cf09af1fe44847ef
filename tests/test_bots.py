"""The bots of the game: their moves are legal, and stronger ones beat weaker ones."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

import pytest

from era_of_inventions import ERA, Game
from era_of_inventions.tabletop.play.simulation import Seated, bot_named, play_game

GAME = Game(4)


def wins(bot: str, others: str, games: int) -> int:
    """How many games of four players a bot wins or shares, at each seat and after each start player equally often."""
    won = 0
    for seed in range(games):
        seat = seed // 4 % 4
        bots = [bot_named(ERA, bot if one == seat else others) for one in range(4)]
        won += seat in play_game(GAME, seed, Seated(tuple(bots))).score.winners
    return won


@pytest.mark.slow
def test_an_inventor_beats_three_who_play_at_random() -> None:
    assert wins("inventor", "random", 100) >= 90


@pytest.mark.slow
def test_each_bot_is_stronger_than_the_one_before() -> None:
    """Of equal strength, each would win about a quarter of the games."""
    assert wins("apprentice", "random", 32) >= 20
    assert wins("inventor", "apprentice", 32) >= 20


@pytest.mark.parametrize("name", ERA.bots)
def test_a_bot_answers_within_a_tenth_of_a_second(name: str) -> None:
    took = []

    def watched(game: Any, state: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        began = time.process_time()
        move = bot_named(ERA, name)(game, state, legal, rng)
        took.append(time.process_time() - began)
        return move

    play_game(GAME, 5, watched)
    assert sum(took) / len(took) < 0.1
