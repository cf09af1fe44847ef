"""The commands of the README are tried as they stand there, and nothing of the one who tries them helps."""

from __future__ import annotations

from pathlib import Path

from tests import ROOT
from tests.tools.newcomer import commands, fresh


def test_blocks_of_shell_code_are_commands_and_no_others() -> None:
    readme = "a\n```sh\none\ntwo\n```\n```python\nthree\n```\n```sh\nfour\n```\n"
    assert commands(readme) == ["one\ntwo\n", "four\n"]


def test_the_readme_has_two_and_the_second_runs_the_tests() -> None:
    judge, tests = commands((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "era judge" in judge
    assert tests.splitlines()[-1] == ".venv/bin/pytest"


def test_a_fresh_environment_has_nothing_of_this_one() -> None:
    own = {
        "PATH": "/own/bin:/usr/bin",
        "VIRTUAL_ENV": "/own",
        "PYTHONPATH": "/own/lib",
        "HYPOTHESIS_PROFILE": "few",
        "CI": "true",
        "HOME": "/home",
        "PIP_INDEX_URL": "https://example.invalid",
    }
    assert fresh(own, Path("/new")) == {
        "PATH": "/new:/usr/bin",
        "HOME": "/home",
        "PIP_INDEX_URL": "https://example.invalid",
    }
