"""The published perft tables: how they are made, and checked by two routes that share no code but the effects.

    python -m tests.tools.perft_tables > tests/perft.json

The positions are those of ``examples/perft``. The first route is `era_of_inventions.perft` on the engine's tables and
masks; the second asks the law about every move of the closed table.
"""

from __future__ import annotations

import json
from pathlib import Path

from era_of_inventions.game import Game, read_dispute
from era_of_inventions.model.state import State
from era_of_inventions.rulebook import LAW
from era_of_inventions.tabletop.play.perft import perft
from era_of_inventions.tabletop.play.tracer import trace
from tests import ROOT

TABLES = ROOT / "tests" / "perft.json"
POSITIONS = sorted((ROOT / "examples" / "perft").glob("*.toml"))
LEAVES_MAX = 1_000_000
"""A table ends before the depth at which it would count more."""


def position(path: Path) -> tuple[Game, State]:
    """A named position and its game."""
    state = read_dispute(path).state
    return Game.of(state), state


def counts(path: Path, most: int = LEAVES_MAX) -> list[int]:
    """The numbers for depth 1, 2, ... as far as they stay below a bound."""
    game, state = position(path)
    found: list[int] = []
    while not found or found[-1] * (found[-1] / max(1, [1, *found][-2])) <= most:
        found.append(perft(game, state, len(found) + 1))
        if found[-1] == 0:
            break
    return found


def perft_by_law(state: State, depth: int) -> int:
    """The same number by asking every clause about every move of the table."""
    legal = [move for move in Game.of(state).moves if LAW.allows(state, move)]
    if depth == 1:
        return len(legal)
    return sum(perft_by_law(trace(state, move)[0], depth - 1) for move in legal)


if __name__ == "__main__":
    print(json.dumps({path.stem: counts(path) for path in POSITIONS}, indent=1))
