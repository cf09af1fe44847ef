"""Contenders: repeated operations, each with a function that prepares about so many of them from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeVar

import attrs


@attrs.frozen
class Done:
    """The work of a run: the number of steps and, for whole games, of games and of legal moves."""

    steps: int
    games: int = 0
    legal: int = 0


SLICES = 8
"""The number of runs in a sample; the speed of the machine is measured between them."""
Run = Callable[[], Done]
Prepare = Callable[[int, int], Sequence[Run]]
"""A function of a seed and a number of steps that returns runs with about so many steps; only these are timed."""
Item = TypeVar("Item")


@attrs.frozen
class Contender:
    """One thing to time. ``word`` selects it on the command line; ``step`` describes one step."""

    name: str
    setting: str
    word: str
    step: str
    prepare: Prepare
    peer: bool = False


@attrs.frozen
class Figure:
    """A number other than a time per step, measured in each round from a seed. ``timed`` ones are scaled like times."""

    name: str
    word: str
    unit: str
    meaning: str
    take: Callable[[int], float]
    timed: bool = False


PlayGame = Callable[[random.Random], tuple[int, int]]
"""Plays one whole game, and returns the numbers of its steps and of all legal moves listed."""


def whole_games(play: PlayGame) -> Prepare:
    """Play whole games until there are enough steps."""

    def prepare(seed: int, steps: int) -> Sequence[Run]:
        rng = random.Random(seed)
        due = 0.0

        def run() -> Done:
            nonlocal due
            due += steps / SLICES
            made = games = legal = 0
            while due > 0:
                more, listed = play(rng)
                made, games, legal = made + more, games + 1, legal + listed
                due -= more
            return Done(made, games, legal)

        return [run] * SLICES

    return prepare


def one_by_one(act: Callable[..., object], arguments: Sequence[tuple[Item, ...]]) -> Sequence[Run]:
    """Call a function once with each of some arguments, in order, so that neighbors share caches."""

    def run(some: Sequence[tuple[Item, ...]]) -> Done:
        for values in some:
            act(*values)
        return Done(len(some))

    ends = [len(arguments) * number // SLICES for number in range(SLICES + 1)]
    return [partial(run, arguments[first:last]) for first, last in pairwise(ends)]
