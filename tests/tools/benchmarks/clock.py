"""CPU times on a machine of varying speed: work is timed in slices and compared with a fixed loop between them."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Iterable, Sequence

import attrs


@attrs.frozen
class Sample:
    """The total CPU seconds of some slices, and the mean of those of the loop before, between and after them."""

    seconds: float
    loop: float


class Clock:
    """Takes samples, and records the fastest time of the loop."""

    def __init__(self) -> None:
        """Time the loop before any sample."""
        self.quiet = min(_loop() for _ in range(30))

    def sample(self, slices: Iterable[Callable[[], object]]) -> Sample:
        """Time some calls, after a garbage collection."""
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
        """The seconds that a sample would take at the best speed of the machine."""
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
    """Pin the process to one core, if the system allows it, and return the core."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def spread(values: Sequence[float]) -> float:
    """Half the range of some values, as a fraction of their median."""
    middle = statistics.median(values)
    return (max(values) - min(values)) / 2 / middle if middle else 0.0
