"""The speed of JSON: ``python -m tests.tools.benchmarks.json_speed`` prints medians over positions of random games.

Times are CPU times of one position or record, scaled to the machine at its best.
"""

from __future__ import annotations

import argparse
import gc
import pickle
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from era_of_inventions import Game, Record, State, from_json, to_json
from era_of_inventions.testing import Script
from tests.tools.benchmarks.clock import Clock, pin

GAMES = 12
ROUNDS = 3


def games(number: int, seed: int) -> list[list[tuple[State, Any]]]:
    """The steps of random games of three, four and five players in turn, half of them from rich deals."""
    scripts = (Script(Game(3 + game % 3), rich=game % 2 == 1, seed=seed + game, plies=5000) for game in range(number))
    return [list(script.steps()) for script in scripts]


def median(values: Sequence[Any], run: Callable[[Any], object]) -> float:
    """The median microseconds of a call."""
    times = []
    gc.disable()
    for value in values:
        start = time.process_time_ns()
        run(value)
        times.append(time.process_time_ns() - start)
    gc.enable()
    return statistics.median(times) / 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.json_speed", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    pin()
    clock = Clock()
    from_json(to_json(Game(3).new()), State)  # imports what is needed
    results: dict[str, list[float]] = {}
    for number in range(options.rounds):
        played = games(options.games, options.seed + number * options.games)
        states = [state for steps in played for state, _ in steps]
        texts = [to_json(state) for state in states]
        records = [Record(steps[0][0], tuple(move for _, move in steps)) for steps in played]
        written = [to_json(record) for record in records]
        measured: dict[str, Callable[[], float]] = {
            "a state out": lambda: median(states, to_json),  # noqa: B023
            "a state in": lambda: median(texts, lambda text: from_json(text, State)),  # noqa: B023
            "a record out": lambda: median(records, to_json),  # noqa: B023
            "a record in": lambda: median(written, lambda text: from_json(text, Record)),  # noqa: B023
            "a state pickled": lambda: median(states, pickle.dumps),  # noqa: B023
        }
        for name, measure in measured.items():
            result: list[float] = []
            sample = clock.sample([lambda measure=measure, result=result: result.append(measure())])  # type: ignore[misc]
            results.setdefault(name, []).append(result[0] * clock.quiet / sample.loop)
    for name, times in results.items():
        print(f"{name:24} {statistics.median(times):8.1f} us  (rounds {min(times):.1f} to {max(times):.1f})")
    state, record = (statistics.mean(map(len, some)) for some in (texts, written))
    print(f"a state has {state:.0f} characters, a record {record:.0f}")


if __name__ == "__main__":
    main()
