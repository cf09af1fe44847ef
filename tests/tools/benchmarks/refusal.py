"""Shared by the commands: the output folder, and the refusal of invalid options."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

OUT = Path("build/benchmarks")


class RefusalError(Exception):
    """An invalid option, described in one sentence."""


def positive(**options: float) -> None:
    """Raise RefusalError for options that are not numbers above 0."""
    for name, value in options.items():
        if not (math.isfinite(value) and value > 0):
            raise RefusalError(f"--{name} is {value}; expected a number above 0.")


def folder(path: Path) -> Path:
    """Make a folder if necessary, and check that it is writable."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise RefusalError(f"--out {path} cannot be made a folder to write in: {error.strerror}.") from None
    return path
