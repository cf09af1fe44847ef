"""The growth of time and memory with the size of the task.

    python -m tests.tools.benchmarks.growth [--states N] [--seed N] [--out FOLDER]

Four plots in one picture, and their points as JSON: move counts by depth, states kept, legal moves by their number,
tables by the size of the component set. The positions follow from the seed. A million states take some 350 MB.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import random
import statistics
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import attrs

from era_of_inventions.box.components import Components
from era_of_inventions.position import REVEALS, State
from era_of_inventions.rulebook import Game, read_dispute
from era_of_inventions.tabletop.testing.perft import perft
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import generated_components
from tests import ROOT
from tests.tools.benchmarks.clock import Clock, pin
from tests.tools.benchmarks.contender import SLICES
from tests.tools.benchmarks.machine import facts
from tests.tools.benchmarks.ours import RICH, USUAL, game_of, trail
from tests.tools.benchmarks.plot import Line, Panel, panels
from tests.tools.benchmarks.refusal import OUT, RefusalError, folder, positive

COUNTED = ("start-four", "produce-four")
LEAVES = 100_000
"""The number of leaves above which move counts go no deeper."""
BRIEF = 0.1
"""Calls that take less than so many seconds are repeated for that long."""
GAMES = 60
"""The number of games that provide the positions for legal moves."""
POSITIONS = 30
"""The most positions for each number of legal moves."""
FACTORS = (1, 2, 3, 4, 6, 8, 12, 16)
"""The numbers of copies of each card and factory in a set."""
REPEATS = 5

Point = tuple[float, float]
Timer = Callable[[Callable[[], object]], float]


def scaled_seconds(clock: Clock) -> Timer:
    """Return a function that measures the CPU seconds of a call, repeated if it is brief."""

    def seconds(call: Callable[[], object]) -> float:
        first = clock.sample([call])
        times = round(BRIEF / SLICES / max(first.seconds, 1e-7))
        if not times:
            return clock.scaled(first)
        again = clock.sample([lambda: [call() for _ in itertools.repeat(None, times)]] * SLICES)
        return clock.scaled(again) / times / SLICES

    return seconds


# --- Move counts ----------------------------------------------------------------------


def played_out(game: Game, state: State, depth: int) -> int:
    """The same number as `perft`, but with the last moves played instead of only listed."""
    if depth == 0:
        return 1
    legal = game.legal_moves(state)
    return sum(played_out(game, game.play_unchecked(state, move), depth - 1) for move in legal)


def move_counts(seconds: Timer) -> Panel:
    """Sequences of moves counted per second."""
    lines = []
    for color, name in enumerate(COUNTED):
        state = read_dispute(ROOT / "examples" / "perft" / f"{name}.toml").state
        for way, count in (("listed", perft), ("played", played_out)):
            points = list(_rates(seconds, Game.from_state(state), state, count))
            lines.append(Line(f"{name}, last move {way}", points, dashed=way == "played", color=color))
    return Panel("Move counts (perft)", "depth", "leaves per second", lines, "y")


def _rates(seconds: Timer, game: Game, state: State, count: Callable[[Game, State, int], int]) -> Iterator[Point]:
    for depth in itertools.count(1):
        leaves = perft(game, state, depth)
        if leaves > LEAVES:
            return
        yield depth, leaves / seconds(partial(count, game, state, depth))


# --- States kept ----------------------------------------------------------------------


def states_kept(clock: Clock, states: int, seed: int) -> Panel:
    """The memory and time to play games and keep every state of them."""
    import psutil

    process = psutil.Process()
    rng = random.Random(seed)
    stream = (state for _ in itertools.repeat(None) for state, _ in trail(USUAL, rng))
    deque(itertools.islice(stream, 10_000), maxlen=0)  # fills the tables
    kept: list[State] = []
    start = process.memory_info().rss
    seconds = 0.0
    memory: list[Point] = []
    times: list[Point] = []
    for number in _sizes(states):
        more = number - len(kept)
        seconds += clock.scaled(clock.sample([partial(kept.extend, itertools.islice(stream, more))]))
        memory.append((number, (process.memory_info().rss - start) / 2**20))
        times.append((number, seconds))
    lines = [Line("memory, MB", memory), Line("CPU time, s", times, color=1)]
    return Panel("States played and kept", "states", "MB and seconds", lines, "xy")


def _sizes(most: int) -> list[int]:
    """1000, 2000, 5000 and so on up to the most."""
    steps = (factor * 10**power for power in itertools.count(3) for factor in (1, 2, 5))
    return [*itertools.takewhile(lambda number: number < most, steps), most]


# --- Legal moves ----------------------------------------------------------------------


def legal_moves(seconds: Timer, seed: int) -> Panel:
    """The time to list legal moves, by how many there are."""
    game = game_of(4)
    rng = random.Random(seed)
    decisions: dict[int, list[State]] = {}
    chances: dict[int, list[State]] = {}
    for number in range(GAMES):
        for state, _ in trail(RICH if number % 2 else USUAL, rng):
            by_number = chances if state.turn.phase in REVEALS else decisions
            by_number.setdefault(len(game.legal_moves(state)), []).append(state)
    lines = [
        Line("moves of a player", _by_number(seconds, game, decisions, rng), scattered=True),
        Line("cards to turn over", _by_number(seconds, game, chances, rng), scattered=True, color=1),
    ]
    return Panel("Listing the legal moves", "legal moves", "µs", lines)


def _by_number(seconds: Timer, game: Game, states: dict[int, list[State]], rng: random.Random) -> list[Point]:
    points: list[Point] = []
    for number, some in sorted(states.items()):
        chosen = rng.sample(some, min(POSITIONS, len(some)))
        time = seconds(partial(_list_all, game, chosen))
        points.append((number, 1e6 * time / len(chosen)))
    return points


def _list_all(game: Game, states: Sequence[State]) -> None:
    for state in states:
        game.legal_moves(state)


# --- Tables ---------------------------------------------------------------------------


def tables(clock: Clock, seed: int) -> Panel:
    """The time to make a game with a new component set, by the size of the set."""
    rng = random.Random(seed)
    points = []
    for factor in FACTORS:
        sets = [multiplied(generated_components(rng.getrandbits(48)), factor) for _ in range(REPEATS)]
        samples = [clock.sample([partial(Game, 4, components=one)]) for one in sets]
        size = len(sets[0].cards) + len(sets[0].factories)
        points.append((size, 1000 * statistics.median(map(clock.scaled, samples))))
    line = Line("tables", points)
    return Panel("Building the tables for a new component set", "cards and factories in the set", "ms", [line])


def multiplied(components: Components, factor: int) -> Components:
    """The set with so many copies of each card and factory."""
    return evolve(
        components,
        cards=tuple(evolve(c, id=f"{c.id}-copy-{i}") for i in range(factor) for c in components.cards),
        factories=tuple(evolve(f, id=f"{f.id}-copy-{i}") for i in range(factor) for f in components.factories),
    )


# --- The command ----------------------------------------------------------------------


def measured(states: int, seed: int) -> list[Panel]:
    """Make all four panels; states first, before the others leave memory to reuse."""
    clock = Clock()
    seconds = scaled_seconds(clock)
    kept = states_kept(clock, states, seed)
    return [move_counts(seconds), kept, legal_moves(seconds, seed), tables(clock, seed)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmarks.growth",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--states", type=int, default=1_000_000, help="how many states are kept (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (%(default)s)")
    parser.add_argument("--out", type=Path, default=OUT, help="where the files are written (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        positive(states=options.states)
        if importlib.util.find_spec("psutil") is None:
            raise RefusalError("Memory cannot be measured, because psutil is not installed.")
        out = folder(options.out)
    except RefusalError as refusal:
        print(refusal, file=sys.stderr)
        return 2
    about = facts(options.seed, pin())
    shown = measured(options.states, options.seed)
    data = {"facts": about, "panels": [attrs.asdict(panel) for panel in shown]}
    (out / "growth.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    for panel in shown:
        for line in panel.lines:
            print(f"{panel.title}: {line.name}, at {panel.x} {line.points[-1][0]:g}: {line.points[-1][1]:,.4g}")
    try:
        panels(shown, out / "growth.svg")
    except ImportError:
        print("growth.svg is left out, because matplotlib is not installed.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
