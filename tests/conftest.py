"""Hypothesis profiles: ``dev`` by default, ``ci`` (the same examples every time) where CI is set, ``nightly`` (many).

``HYPOTHESIS_PROFILE`` chooses one by name; coverage is measured with ``few``, and ``mutation`` is the one of
``tests/tools/mutation.py``. No profile looks at the clock: a slow machine fails no test.
"""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from era_of_inventions.rulebook.editions import EDITIONS
from era_of_inventions.tabletop.passages import read_text
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

RULEBOOKS = "ERA_RULEBOOKS"
"""The environment variable that names a folder with era_nl.txt, era_de.txt and era_en.txt."""

DEFAULT = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Load the profile, or refuse a name that is none."""
    chosen = config.getoption("--hypothesis-profile") or DEFAULT
    if chosen not in PROFILES:
        raise pytest.UsageError(f"there is no Hypothesis profile {chosen!r}; expected one of {', '.join(PROFILES)}")
    settings.load_profile(chosen)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of other games than Era of Inventions."""
    for item in items:
        if item.path.is_relative_to(ROOT / "examples"):
            item.add_marker("guest")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say of a failure how to see it again."""
    report = yield
    if report.failed:
        profile = item.config.getoption("--hypothesis-profile") or DEFAULT
        report.sections.append(("again", f"pytest --hypothesis-profile={profile} {shlex.quote(item.nodeid)}"))
    return report


@pytest.fixture(scope="session")
def rulebooks() -> Path:
    """The folder with the texts of the rulebooks, of whoever has them."""
    folder = os.environ.get(RULEBOOKS)
    if folder is None:
        pytest.skip(f"set {RULEBOOKS} to a folder with the texts of the rulebooks to look into them")
    missing = [edition.file for edition in EDITIONS if not Path(folder, edition.file).is_file()]
    if missing:
        pytest.fail(f"{RULEBOOKS} is set, but {folder} has no {', '.join(missing)}")
    return Path(folder)


@pytest.fixture(scope="session")
def texts(rulebooks: Path) -> dict[str, str]:
    """The texts of the rulebooks by the code of the edition."""
    return {edition.code: read_text(rulebooks, edition) for edition in EDITIONS}
