"""What takes part: something that is done over and over, and a way to do it about so many times from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeVar

import attrs


@attrs.frozen
class Done:
    """What a run did: how many steps; and where whole games were played, how many and with how many legal moves."""

    steps: int
    games: int = 0
    legal: int = 0


SLICES = 8
"""So many runs make up a sample; how fast the machine is, is looked at between them."""
Run = Callable[[], Done]
Prepare = Callable[[int, int], Sequence[Run]]
"""From a seed and a number of steps to the runs that together make about so many; only these are timed."""
Item = TypeVar("Item")


@attrs.frozen
class Contender:
    """One thing to time. ``word`` chooses it on the command line; ``step`` says what is done once per step."""

    name: str
    setting: str
    word: str
    step: str
    prepare: Prepare
    peer: bool = False


@attrs.frozen
class Figure:
    """A number that is no time per step, taken anew in each round from a seed. ``timed`` ones are scaled as times."""

    name: str
    word: str
    unit: str
    meaning: str
    take: Callable[[int], float]
    timed: bool = False


PlayGame = Callable[[random.Random], tuple[int, int]]
"""Plays one whole game; returns how many steps it had, and how many legal moves were listed in all."""


def whole_games(play: PlayGame) -> Prepare:
    """Whole games, one after the other, until there are enough steps."""

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
    """The same call once with each of some arguments, in their order: neighbours share what is in the caches."""

    def run(some: Sequence[tuple[Item, ...]]) -> Done:
        for given in some:
            act(*given)
        return Done(len(some))

    ends = [len(arguments) * number // SLICES for number in range(SLICES + 1)]
    return [partial(run, arguments[first:last]) for first, last in pairwise(ends)]
