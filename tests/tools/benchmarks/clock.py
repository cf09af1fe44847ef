"""CPU time on a machine that swings: what is timed is cut into slices, and compared with a fixed loop between."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Iterable, Sequence

import attrs


@attrs.frozen
class Sample:
    """The CPU seconds of some slices together, and the mean of those of the loop before, between and after them."""

    seconds: float
    loop: float


class Clock:
    """Takes samples, and knows how fast the loop was at its best."""

    def __init__(self) -> None:
        """Start before any sample."""
        self.quiet = min(_loop() for _ in range(30))

    def sample(self, slices: Iterable[Callable[[], object]]) -> Sample:
        """Time some calls. Garbage is collected before, so that nobody pays for another's."""
        gc.collect()
        loops = [_loop(), _loop()]
        seconds = 0.0
        for run in slices:
            start = time.process_time()
            run()
            seconds += time.process_time() - start
            loops += [_loop(), _loop()]
        self.quiet = min(self.quiet, *loops)
        return Sample(seconds, statistics.mean(loops))

    def scaled(self, sample: Sample) -> float:
        """What a sample would have taken had the machine been as fast as it was at its best."""
        return sample.seconds * self.quiet / sample.loop


def _loop() -> float:
    start = time.process_time()
    total = 0
    table = {}
    for i in range(20_000):
        table[i & 255] = total
        total += len((i, total)) + (i ^ 3)
    return time.process_time() - start


def pin() -> int | None:
    """Stay on one core, if the system lets one; which one is returned."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def spread(values: Sequence[float]) -> float:
    """Half the range of some values, as a part of their median."""
    middle = statistics.median(values)
    return (max(values) - min(values)) / 2 / middle if middle else 0.0
