"""The rounds: in each, every contender has one turn, with new games."""

from __future__ import annotations

import gc
import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from tests.tools.benchmarks.clock import Clock, Sample, spread
from tests.tools.benchmarks.contender import Contender, Done, Figure, Run

WARM = 20
"""The number of steps of the first run, for warming up."""


@attrs.frozen
class Result:
    """The CPU microseconds per step of a contender in each round, and its total work."""

    contender: Contender
    micros: tuple[float, ...]
    done: Done

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.micros)

    @property
    def spread(self) -> float:
        """Half the range of the rounds, as a fraction of the median."""
        return spread(self.micros)

    def data(self) -> dict[str, Any]:
        """The plain data."""
        data = attrs.asdict(self, filter=lambda field, _: field.name != "prepare")
        return {**data.pop("contender"), "median": self.median, "spread": self.spread, **data}


@attrs.frozen
class Taken:
    """A figure and its value in each round."""

    figure: Figure
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.values)

    @property
    def spread(self) -> float:
        """Half the range of the rounds, as a fraction of the median."""
        return spread(self.values)

    def data(self) -> dict[str, Any]:
        """The plain data."""
        data = attrs.asdict(self, filter=lambda field, _: field.name != "take")
        return {**data.pop("figure"), "median": self.median, "spread": self.spread, **data}


@attrs.frozen
class Outcome:
    """All results, and the fastest time of the loop that they are scaled by."""

    results: tuple[Result, ...]
    taken: tuple[Taken, ...]
    loop_milliseconds: float


def measure(
    contenders: Sequence[Contender],
    figures: Sequence[Figure],
    *,
    seconds: float,
    rounds: int,
    seed: int,
    say: Callable[[str], None],
) -> Outcome:
    """Measure the contenders in rounds, each for about so many seconds."""
    clock = Clock()
    rng = random.Random(seed)
    say("warming up")
    gc.freeze()  # exclude the memory of other engines from collections
    games = rng.getrandbits(48)
    steps = [_steps_in(seconds, clock, contender, games) for contender in contenders]
    samples: list[list[tuple[Sample, Done]]] = [[] for _ in contenders]
    values: list[list[Sample]] = [[] for _ in figures]
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        games = rng.getrandbits(48)
        for taken, contender, many in zip(samples, contenders, steps, strict=True):
            taken.append(_timed(clock, contender.prepare(games, many)))
        for of_figure, figure in zip(values, figures, strict=True):
            of_figure.append(_figure(clock, figure, games))
    gc.unfreeze()
    return Outcome(
        tuple(_result(clock, contender, taken) for contender, taken in zip(contenders, samples, strict=True)),
        tuple(_taken(clock, figure, of_figure) for figure, of_figure in zip(figures, values, strict=True)),
        1000 * clock.quiet,
    )


def _steps_in(seconds: float, clock: Clock, contender: Contender, seed: int) -> int:
    _timed(clock, contender.prepare(seed, WARM))
    sample, done = _timed(clock, contender.prepare(seed, WARM))
    return max(1, round(seconds * done.steps / max(sample.seconds, 1e-6)))


def _timed(clock: Clock, runs: Sequence[Run]) -> tuple[Sample, Done]:
    done: list[Done] = []
    sample = clock.sample([lambda run=run: done.append(run()) for run in runs])  # type: ignore[misc]
    return sample, _together(done)


def _together(done: Iterable[Done]) -> Done:
    return Done(*(sum(column) for column in zip(*map(attrs.astuple, done), strict=True)))


def _figure(clock: Clock, figure: Figure, seed: int) -> Sample:
    value: list[float] = []
    sample = clock.sample([lambda: value.append(figure.take(seed))])
    return attrs.evolve(sample, seconds=value[0])


def _result(clock: Clock, contender: Contender, samples: Sequence[tuple[Sample, Done]]) -> Result:
    micros = tuple(1e6 * clock.scaled(sample) / done.steps for sample, done in samples)
    return Result(contender, micros, _together(done for _, done in samples))


def _taken(clock: Clock, figure: Figure, samples: Sequence[Sample]) -> Taken:
    return Taken(figure, tuple(clock.scaled(sample) if figure.timed else sample.seconds for sample in samples))
