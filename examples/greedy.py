"""Let bots play against each other: inventors, apprentices, or players who move at random.

python examples/greedy.py --games 20 --players 4 --seed 1
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

from era_of_inventions import ERA, Game, Move, State


def play(
    game: Game, seed: int, watch: Callable[[State, Move], None] = lambda state, move: None, bot: str = "inventor"
) -> State:
    """The end of a game; ``watch`` is shown every decision on the way."""
    rng, choose = random.Random(seed), ERA.bots[bot]
    state = game.new(start=seed % game.setting.players, rng=rng)
    while not game.is_over(state):
        move = choose(game, state, game.legal_moves(state), rng)
        watch(state, move)
        state = game.deal(game.play_unchecked(state, move), rng)
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description="Let bots play against each other.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=4, choices=(3, 4, 5))
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game; those of the others follow")
    parser.add_argument("--bot", choices=ERA.bots, default="inventor")
    options = parser.parse_args()
    game = Game(options.players)
    scores = [game.score(play(game, options.seed + number, bot=options.bot)) for number in range(options.games)]
    for seat in range(options.players):
        wins = sum(seat in score.winners for score in scores)
        points = sum(score.totals[seat] for score in scores) / options.games
        print(f"seat {seat}: {points:5.1f} points on average, {wins} of {options.games} games won or shared")


if __name__ == "__main__":
    main()
