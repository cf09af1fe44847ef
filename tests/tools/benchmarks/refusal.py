"""What the commands share: where they write, and how they refuse what they cannot use."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

OUT = Path("build/benchmarks")


class RefusalError(Exception):
    """Something on the command line that cannot be used, in one sentence."""


def positive(**options: float) -> None:
    """Refuse what is not a number above 0."""
    for name, value in options.items():
        if not (math.isfinite(value) and value > 0):
            raise RefusalError(f"--{name} is {value}; expected a number above 0.")


def folder(path: Path) -> Path:
    """The folder, made if it is not there, in which files can be written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise RefusalError(f"--out {path} cannot be made a folder to write in: {error.strerror}.") from None
    return path
