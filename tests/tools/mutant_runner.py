"""A pytest plugin that collects the tests once, and then runs those that reach each mutant.

It works in the copy that `tests.tools.mutation` makes. Each mutant runs in a separate process, forked after everything
is imported and collected, which ends at the first test that fails or exceeds its time.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from types import FrameType
from typing import Never

import attrs
import pytest

from tests.tools.forgetting import forget_settings
from tests.tools.mutant_switch import CODES, switch

SECONDS = 20
"""The most CPU seconds of a test; without a mutant the slowest takes a few."""
MEMORY = 4 << 30
"""The most memory of the tests of one mutant, in bytes."""
KILLED, SURVIVED = 1, 0
PACKAGES = ("era_of_inventions", "oh_my_goods", "phoenicia")


@attrs.frozen
class Reach:
    """The functions with mutants that a test calls, and its duration."""

    functions: frozenset[str]
    seconds: float


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the tests without a mutant, to record what they reach, and then against each mutant."""
    changes: dict[str, list[str]] = dict(json.loads(Path("mutants.json").read_text()))
    reached = {item: reach(item, following) for item, following in pairs(session.items)}
    if session.testsfailed:
        raise session.Failed("tests fail without any mutant")
    with open(os.environ["MUTANT_OUTCOMES"], "a") as file:
        for number, (mutant, outcome) in enumerate(against_all(list(changes), session.items, reached), 1):
            file.write(json.dumps([changes[mutant], outcome]) + "\n")
            file.flush()
            print(f"\r{number} of {len(changes)}", end="", file=sys.__stderr__)
    return True


def pairs(items: Sequence[pytest.Item]) -> list[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the next one, which pytest needs."""
    return list(zip(items, (*items[1:], None), strict=True))


def reach(item: pytest.Item, following: pytest.Item | None) -> Reach:
    """Run a test and record which functions it calls."""
    called: set[str] = set()

    def notice(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in CODES:
            called.add(CODES[frame.f_code])

    forget()  # so that results cached by earlier tests are computed again
    begin = time.perf_counter()
    sys.setprofile(notice)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    sys.setprofile(None)
    return Reach(frozenset(called), time.perf_counter() - begin)


def against_all(
    mutants: Sequence[str], items: Sequence[pytest.Item], reached: Mapping[pytest.Item, Reach]
) -> Iterator[tuple[str, str]]:
    """Yield the outcome of each mutant, run in parallel on all cores."""
    running: dict[int, str] = {}
    waiting = list(mutants)
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            mutant = waiting.pop(0)
            function = mutant.rpartition("__mutmut_")[0]
            chosen = order(mutant, [item for item in items if function in reached[item].functions], reached)
            if not chosen:
                yield mutant, "not applicable"
                continue
            if not (child := os.fork()):
                run(mutant, chosen)
            running[child] = mutant
        if running:
            child, status = os.wait()
            yield running.pop(child), "survived" if os.waitstatus_to_exitcode(status) == SURVIVED else "killed"


def order(mutant: str, items: list[pytest.Item], reached: Mapping[pytest.Item, Reach]) -> list[pytest.Item]:
    """The tests of the mutated module (for the engine, the comparison with the law), then others, fastest first.

    The others take at most ``MUTANT_SECONDS`` together, so a mutant that survives might not survive all tests.
    """
    budget = float(os.environ["MUTANT_SECONDS"])
    module = mutant.rpartition(".x")[0]
    nearest = "test_agreement" if ".engine." in module else module.rpartition(".")[2]
    items = sorted(items, key=lambda item: reached[item].seconds)
    near = [item for item in items if nearest in item.path.stem]
    others = [item for item in items if nearest not in item.path.stem]
    spent = accumulate(reached[item].seconds for item in others)
    return near + [item for item, seconds in zip(others, spent, strict=True) if seconds < budget]


def run(mutant: str, items: Sequence[pytest.Item]) -> Never:
    """Run tests against a mutant in this process, and exit with the outcome."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, give_up)
    forget()
    switch(mutant)
    session = items[0].session
    session.config.pluginmanager.unregister(name="terminalreporter")
    for item, following in pairs(items):
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            os._exit(KILLED)
    os._exit(SURVIVED)


def forget() -> None:
    """Clear all caches of the packages, whose results were computed without the mutant."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in PACKAGES:
            for value in vars(module).values():
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()
    forget_settings()


def give_up(number: int, frame: FrameType | None) -> Never:
    """Count a test that does not end as a failure."""
    os._exit(KILLED)
