"""How fast the engine is on this machine: full random games from fresh seeds.

    python tests/benchmarks/speed.py --games 200 --players 4

A decision is one move of a player or one card turned over: the legal moves are listed, one is chosen at random, and it
is played. Times are of the process's own CPU. Figures of different machines, or of a busy one, compare only as ratios.
"""

from __future__ import annotations

import argparse
import gc
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable

from era_of_inventions.game import Game
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State


def play(game: Game, seed: int, step: Callable[[State, Move], State]) -> list[tuple[State, Move]]:
    """One random game; its positions with the moves chosen."""
    rng = random.Random(seed)
    state = game.new(seed % game.setting.players)
    trail = []
    while not game.is_over(state):
        legal = game.legal_moves(state)
        move = legal[int(rng.random() * len(legal))]
        trail.append((state, move))
        state = step(state, move)
    return trail


def seconds(run: Callable[[], object]) -> float:
    """The CPU time of a call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def bytes_per_state(game: Game, seed: int) -> float:
    """The memory a game adds for each state that is kept."""
    gc.collect()
    tracemalloc.start()
    trail = play(game, seed, game.play_unchecked)
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return kept / len(trail)


def import_milliseconds() -> float:
    """The time of importing the package in a fresh interpreter, without that of starting the interpreter."""
    code = "import time; t = time.perf_counter(); import era_of_inventions; print(time.perf_counter() - t)"
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(7)
    ]
    return 1000 * sorted(runs)[3]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=4, choices=(3, 4, 5))
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()

    game = Game(options.players)
    seeds = range(options.seed, options.seed + options.games)
    for seed in seeds[:10]:
        play(game, -seed, game.play)

    trails: list[list[tuple[State, Move]]] = []
    checked = seconds(lambda: trails.extend(play(game, seed, game.play) for seed in seeds))
    unchecked = seconds(lambda: [play(game, seed, game.play_unchecked) for seed in seeds])
    pairs = [pair for trail in trails for pair in trail]
    decisions = len(pairs)
    listing = seconds(lambda: [game.legal_moves(state) for state, _ in pairs])
    playing = seconds(lambda: [game.play_unchecked(state, move) for state, move in pairs])
    sample = random.Random(options.seed).sample(pairs, 2000)
    judging = seconds(lambda: [game.judge(state, move, rulings=False) for state, move in sample])
    refused = [(state, move) for state, _ in sample if (move := random.choice(game.moves))]
    refusing = seconds(lambda: [game.judge(state, move, rulings=False) for state, move in refused])

    micro = 1_000_000
    rows = (
        ("seeds", f"{seeds[0]} to {seeds[-1]}, {options.players} players"),
        ("decisions per game", f"{decisions / options.games:.0f}"),
        ("checked decisions per second", f"{decisions / checked:,.0f}"),
        ("unchecked decisions per second", f"{decisions / unchecked:,.0f}"),
        ("checked games per second", f"{options.games / checked:,.0f}"),
        ("legal moves, µs per decision", f"{listing / decisions * micro:.1f}"),
        ("play unchecked, µs per decision", f"{playing / decisions * micro:.1f}"),
        ("judge of a legal move with its events, µs", f"{judging / len(sample) * micro:.0f}"),
        ("judge of any move of the table, µs", f"{refusing / len(refused) * micro:.0f}"),
        ("bytes added per state kept", f"{bytes_per_state(game, options.seed):.0f}"),
        ("import, ms (median of 7)", f"{import_milliseconds():.0f}"),
        ("Python", sys.version.split()[0]),
    )
    for name, value in rows:
        print(f"{name:45} {value}")


if __name__ == "__main__":
    main()
