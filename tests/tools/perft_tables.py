"""Makes the published perft tables, and checks them by two routes that share no code except the effects.

    python -m tests.tools.perft_tables > tests/era/perft.json

The positions are those of ``examples/perft``. The first route is `era_of_inventions.perft` on the engine's tables and
masks; the second evaluates the law for every move of the table.
"""

from __future__ import annotations

import json
from pathlib import Path

from era_of_inventions.position import State
from era_of_inventions.rulebook import Game, read_dispute
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.testing.perft import perft
from tests import ROOT

TABLES = ROOT / "tests" / "era" / "perft.json"
POSITIONS = sorted((ROOT / "examples" / "perft").glob("*.toml"))
LEAVES_MAX = 1_000_000
"""The number of leaves at which a table ends."""


def position(path: Path) -> tuple[Game, State]:
    """A named position and its game."""
    state = read_dispute(path).state
    return Game.from_state(state), state


def counts(path: Path, most: int = LEAVES_MAX) -> list[int]:
    """The numbers for depth 1, 2, ... up to a bound."""
    game, state = position(path)
    numbers: list[int] = []
    while not numbers or numbers[-1] * (numbers[-1] / max(1, [1, *numbers][-2])) <= most:
        numbers.append(perft(game, state, len(numbers) + 1))
        if numbers[-1] == 0:
            break
    return numbers


def perft_by_law(state: State, depth: int) -> int:
    """The same number, by evaluating the law for every move of the table."""
    legal = [move for move in Game.from_state(state).moves if LAW.allows(state, move)]
    if depth == 1:
        return len(legal)
    return sum(perft_by_law(trace(state, move)[0], depth - 1) for move in legal)


if __name__ == "__main__":
    print(json.dumps({path.stem: counts(path) for path in POSITIONS}, indent=1))
