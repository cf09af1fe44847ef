"""Disputes about Era of Inventions, read from a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.disputes import Dispute, Judgement, judge_dispute
from tests.support.disputes import Read
from tests.support.problems import problems_in


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads the text of a dispute."""

    def reading(text: str, **options: Any) -> Dispute:
        path = tmp_path / "quarrel.toml"
        path.write_text(text, encoding="utf-8")
        return read_dispute(path, **options)

    return reading


@pytest.fixture
def judged(read: Read) -> Callable[..., tuple[Judgement, ...]]:
    """Judges the text of a dispute."""
    return lambda text, **options: judge_dispute(read(text, **options))


@pytest.fixture
def problems(read: Read) -> Callable[[str], list[str]]:
    """What is wrong in the text of a dispute."""

    def noting(text: str) -> list[str]:
        return [str(problem) for problem in problems_in(read, text)]

    return noting
