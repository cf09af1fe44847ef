"""Tests of the rules, of the engine against the rules, and of whole games."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]
"""The folder of the project."""


def at_most(examples: int) -> settings:
    """Settings for a test whose examples take long: those of the profile, with no more examples than these."""
    return settings(max_examples=min(examples, settings().max_examples))


def one_in(step: int, cases: Iterable[Any]) -> list[Any]:
    """The cases of a test: one in ``step`` runs by default, the others in the nightly run."""
    return [
        pytest.param(case, marks=pytest.mark.nightly) if number % step else case for number, case in enumerate(cases)
    ]
