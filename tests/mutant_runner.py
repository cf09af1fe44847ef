"""A pytest plugin that collects the tests once and then runs, for each mutant, those that reach it.

It works in the copy that `tests.mutation` makes. Each mutant gets a process of its own, forked with everything imported
and collected, which ends with the first test that fails, or does not end.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from types import FrameType
from typing import Never

import attrs
import pytest
from mutmut.mutation import trampoline
from mutmut.state import state

from era_of_inventions.game import _compiled
from tests.mutation import MUTANTS, OUTCOMES

SECONDS = 20
"""What a test may take of the processor; with the true rules the slowest takes a few."""
BUDGET = 12
"""What the tests of other chapters may take of the clock for one mutant; all of them would take minutes."""
MEMORY = 4 << 30
"""What the tests of one mutant may fill, in bytes."""
KILLED, SURVIVED = 1, 0
WORDS = {KILLED: "killed", SURVIVED: "survived"}


@attrs.frozen
class Reach:
    """The mutated functions a test calls, and how long it takes."""

    functions: frozenset[str]
    seconds: float


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the tests without a mutant, to see what they reach, and then against each mutant."""
    mutants: list[str] = json.loads(Path(MUTANTS).read_text())
    reached = {item: reach(item, following) for item, following in pairs(session.items)}
    if session.testsfailed:
        raise session.Failed("tests fail without any mutant")
    outcomes = against_all(mutants, session.items, reached)
    Path(OUTCOMES).write_text(json.dumps(outcomes))
    print(f"\n{dict(Counter(outcomes.values()))}")
    return True


def pairs(items: Sequence[pytest.Item]) -> list[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the next one, which pytest wants to know."""
    return list(zip(items, (*items[1:], None), strict=True))


def reach(item: pytest.Item, following: pytest.Item | None) -> Reach:
    """Run a test and note which mutated functions it calls."""
    switch_on("stats")
    state()._stats.clear()
    begin = time.perf_counter()
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return Reach(frozenset(state()._stats), time.perf_counter() - begin)


def against_all(
    mutants: Sequence[str], items: Sequence[pytest.Item], reached: Mapping[pytest.Item, Reach]
) -> dict[str, str]:
    """What becomes of each mutant, as many at a time as there are cores."""
    outcomes = {}
    running: dict[int, str] = {}
    waiting = list(mutants)
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            mutant = waiting.pop(0)
            chosen = order(
                mutant,
                [item for item in items if mutant.rpartition("__mutmut_")[0] in reached[item].functions],
                reached,
            )
            if not chosen:
                outcomes[mutant] = "not reached"
                continue
            if not (child := os.fork()):
                run(mutant, chosen)
            running[child] = mutant
        if running:
            child, status = os.wait()
            outcomes[running.pop(child)] = WORDS.get(os.waitstatus_to_exitcode(status), "killed")
            print(f"\r{len(outcomes)} of {len(mutants)}", end="", file=sys.__stderr__)
    return outcomes


def order(mutant: str, items: list[pytest.Item], reached: Mapping[pytest.Item, Reach]) -> list[pytest.Item]:
    """The tests of the mutated chapter, for the engine the move counts; then others, quick ones first.

    Only so many others that all together take `BUDGET`. Who survives them might not survive all.
    """
    module = mutant.partition(".x")[0]
    nearest = f"test_{module.rpartition('.')[2]}" if ".rulebook." in module else "test_perft"
    near = [item for item in items if nearest in item.nodeid]
    others = sorted((item for item in items if nearest not in item.nodeid), key=lambda item: reached[item].seconds)
    spent = accumulate(reached[item].seconds for item in others)
    return near + [item for item, seconds in zip(others, spent, strict=True) if seconds < BUDGET]


def run(mutant: str, items: Sequence[pytest.Item]) -> Never:
    """Run tests against a mutant in this process, which ends with the outcome."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, give_up)
    _compiled.cache_clear()
    switch_on(mutant)
    session = items[0].session
    session.config.pluginmanager.unregister(name="terminalreporter")
    for item, following in pairs(items):
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            os._exit(KILLED)
    os._exit(SURVIVED)


def switch_on(mutant: str) -> None:
    """Let a mutant be what is called. Mutmut looks into the environment at each call, which takes most of the time."""
    trampoline.get_mutant_under_test = lambda: mutant


def give_up(number: int, frame: FrameType | None) -> Never:
    """A test that does not end has noticed something."""
    os._exit(KILLED)
