"""The time to replay a record with every move checked, and to read and write its text.

    python -m tests.tools.benchmarks.replay_speed

The record is the first 300 decisions of a random game for four, with the moves of chance between them. It prints
medians, in milliseconds of CPU time, scaled to the best speed of the machine.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

from era_of_inventions import Game, Record, parse_game, show_game
from era_of_inventions.moves import RevealCard, RevealFactory
from era_of_inventions.testing import Script
from tests.tools.benchmarks.clock import Clock, pin, spread

DECISIONS = 300
SAMPLES = 40


def record() -> Record:
    """The record."""
    script = Script(Game(4), seed=1, plies=420)
    moves = [move for _, move in script.steps()]
    made = [number for number, move in enumerate(moves) if not isinstance(move, RevealCard | RevealFactory)]
    return Record(script.deal(), tuple(moves[: made[DECISIONS - 1] + 1]))


def main() -> None:
    """Measure and print."""
    pin()
    played = record()
    text = show_game(played)
    assert parse_game(text) == played
    clock = Clock()
    print(f"{DECISIONS} decisions, {len(played.moves)} moves, {len(text)} characters")
    tasks: dict[str, Callable[[], object]] = {
        "replay, checked": played.end,
        "read the text": lambda: parse_game(text),
        "write the text": lambda: show_game(played),
    }
    for what, task in tasks.items():
        times = [1000 * clock.scaled(clock.sample([task])) for _ in range(SAMPLES)]
        print(f"{what:16} {statistics.median(times):6.2f} ms  (±{spread(times):.0%})")


if __name__ == "__main__":
    main()
