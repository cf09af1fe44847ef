"""A pytest plugin that collects the tests once and then runs, for each mutant, those that reach it.

It works in the copy that `tests.tools.mutation` makes. Each mutant gets a process of its own, forked with everything
imported and collected, which ends with the first test that fails, or does not end.
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
from types import CodeType, FrameType
from typing import Never

import attrs
import pytest

from tests.tools.mutant_switch import codes, switch

SECONDS = 20
"""What a test may take of the processor; with the true rules the slowest takes a few."""
MEMORY = 4 << 30
"""What the tests of one mutant may fill, in bytes."""
KILLED, SURVIVED = 1, 0


@attrs.frozen
class Reach:
    """The functions a test calls that have mutants, and how long it takes."""

    functions: frozenset[str]
    seconds: float


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the tests without a mutant, to see what they reach, and then against each mutant."""
    changes: dict[str, list[str]] = dict(json.loads(Path("mutants.json").read_text()))
    functions = codes()
    reached = {item: reach(item, following, functions) for item, following in pairs(session.items)}
    if session.testsfailed:
        raise session.Failed("tests fail without any mutant")
    with open(os.environ["MUTANT_OUTCOMES"], "a") as file:
        for number, (mutant, outcome) in enumerate(against_all(list(changes), session.items, reached), 1):
            file.write(json.dumps([changes[mutant], outcome]) + "\n")
            file.flush()
            print(f"\r{number} of {len(changes)}", end="", file=sys.__stderr__)
    return True


def pairs(items: Sequence[pytest.Item]) -> list[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the next one, which pytest wants to know."""
    return list(zip(items, (*items[1:], None), strict=True))


def reach(item: pytest.Item, following: pytest.Item | None, functions: Mapping[CodeType, str]) -> Reach:
    """Run a test and note which functions it calls."""
    called: set[str] = set()

    def notice(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in functions:
            called.add(functions[frame.f_code])

    forget()  # so that it calls what a test before it has called and stored
    begin = time.perf_counter()
    sys.setprofile(notice)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    sys.setprofile(None)
    return Reach(frozenset(called), time.perf_counter() - begin)


def against_all(
    mutants: Sequence[str], items: Sequence[pytest.Item], reached: Mapping[pytest.Item, Reach]
) -> Iterator[tuple[str, str]]:
    """What becomes of each mutant, as many at a time as there are cores."""
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
    """The tests of the mutated chapter, for the engine the comparison with the law; then others, quick ones first.

    Only so many others that all together take ``MUTANT_SECONDS``. Who survives them might not survive all.
    """
    budget = float(os.environ["MUTANT_SECONDS"])
    module = mutant.partition(".x")[0]
    nearest = f"test_{module.rpartition('.')[2]}" if ".rulebook." in module else "test_agreement"
    items = sorted(items, key=lambda item: reached[item].seconds)
    near = [item for item in items if nearest in item.nodeid]
    others = [item for item in items if nearest not in item.nodeid]
    spent = accumulate(reached[item].seconds for item in others)
    return near + [item for item, seconds in zip(others, spent, strict=True) if seconds < budget]


def run(mutant: str, items: Sequence[pytest.Item]) -> Never:
    """Run tests against a mutant in this process, which ends with the outcome."""
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
    """Empty all caches of the package, for what they remember was worked out without the mutant."""
    for name, module in list(sys.modules.items()):
        if name.startswith("era_of_inventions"):
            for value in vars(module).values():
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


def give_up(number: int, frame: FrameType | None) -> Never:
    """A test that does not end has noticed something."""
    os._exit(KILLED)
