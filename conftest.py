"""Hypothesis profiles: ``dev`` by default, ``ci`` (the same examples every time) where CI is set, ``nightly`` (many).

``HYPOTHESIS_PROFILE`` chooses one by name; coverage is measured with ``few``, and ``mutation`` is the one of
``tests/tools/mutation.py``. No profile looks at the clock: a slow machine fails no test.
"""

from __future__ import annotations

import gc
import os
import shlex
import signal
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests import ROOT

pytest.register_assert_rewrite("tests.tools.proof_tests")

TIMELESS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
PROFILES = {
    "dev": settings(TIMELESS, max_examples=50, print_blob=True),
    "ci": settings(TIMELESS, max_examples=25, derandomize=True),
    "few": settings(TIMELESS, max_examples=5, derandomize=True),
    "nightly": settings(TIMELESS, max_examples=2000, print_blob=True),
    "mutation": settings(
        max_examples=20,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],  # whether it fails is all one wants to know
        suppress_health_check=list(HealthCheck),
    ),
}

for name, profile in PROFILES.items():
    settings.register_profile(name, profile)

# Programs that tests start would ignore what is ignored here, as under nohup; a handler is not inherited.
for number in {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, lambda *_: None)

os.environ.pop("PYTHONUNBUFFERED", None)  # without it programs fail as they do for most people
if os.environ.pop("FORCE_COLOR", None):  # what programs print is compared as it is without a terminal
    os.environ["PY_COLORS"] = "1"

LEFT_OUT = pytest.StashKey[dict[str, int]]()
"""How many tests were left out, by their mark."""

DEFAULT = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Load the profile, or refuse a name that is none."""
    chosen = config.getoption("--hypothesis-profile") or DEFAULT
    if chosen not in PROFILES:
        raise pytest.UsageError(f"there is no Hypothesis profile {chosen!r}; expected one of {', '.join(PROFILES)}")
    settings.load_profile(chosen)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of other games than Era of Inventions, and leave out slow and nightly tests that nobody asked for.

    A mark asks for them, and so does naming one; slow ones are also asked for by their file.
    """
    for item in items:
        if item.path.is_relative_to(ROOT / "examples"):
            item.add_marker("guest")
    if config.option.markexpr or any("::" in argument for argument in config.args):
        return
    marks = ("nightly",) if any(argument.endswith(".py") for argument in config.args) else ("nightly", "slow")
    mark_of = {item: next(filter(item.get_closest_marker, marks), "") for item in items}
    items[:] = [item for item in items if not mark_of[item]]
    config.hook.pytest_deselected(items=[item for item, mark in mark_of.items() if mark])
    config.stash[LEFT_OUT] = dict(Counter(filter(None, mark_of.values())))


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays until the end, which saves an eighth of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Report to the process that started this worker how many tests were left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over the report of a worker; each of them left out the same tests, and one that crashed has none."""
    if hasattr(node, "workeroutput"):
        node.config.stash[LEFT_OUT] = node.workeroutput["left_out"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many tests were left out, and how to run them."""
    if left_out := config.stash.get(LEFT_OUT, {}):
        terminalreporter.section("left out")
        for mark, number in left_out.items():
            terminalreporter.line(f"{number} {mark} tests; -m {mark} runs them")
        terminalreporter.line("naming a test as file::test runs it, and naming a file its slow tests too")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say of a failure how to see it again."""
    report = yield
    if report.failed:
        profile = item.config.getoption("--hypothesis-profile") or DEFAULT
        report.sections.append(("again", f"pytest --hypothesis-profile={profile} {shlex.quote(item.nodeid)}"))
    return report
