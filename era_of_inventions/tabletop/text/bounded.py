"""Reading files with a size limit, so that neither a pipe nor a huge file can block or exhaust the program."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeVar

from era_of_inventions.tabletop.errors import Code, FileError, GameError, Problem, describe

T = TypeVar("T", str, bytes, str | bytes)
MARK = "\ufeff"
"""The mark of the encoding (byte order mark), with which some programs begin a text."""


def path_of(value: Path | str) -> Path:
    """Return a path or a text as a Path. Raises `GameError` for anything else."""
    if not isinstance(value, str | os.PathLike):
        raise GameError(
            f"path is {describe(value)}; expected the name of a file such as Path('game.era')"
        )
    return Path(value)


def unmarked(text: T) -> T:
    """Return a text or bytes without the mark of the encoding."""
    mark: Any = MARK if isinstance(text, str) else MARK.encode()
    return text.removeprefix(mark)


def not_utf8(error: UnicodeDecodeError) -> Problem:
    """Return the problem of bytes that are not UTF-8, on its line."""
    line = error.object.count(b"\n", 0, error.start) + 1
    message = f"byte 0x{error.object[error.start]:02x} is not UTF-8; expected a text in UTF-8"
    return Problem.at(f"line {line}", Code.ENCODING, message)


def read_bounded(path: Path, most: int) -> bytes:
    """Read a file.

    Raises `FileError` if it cannot be read, is not a regular file, or is longer than
    ``most`` bytes.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe may block, a device may never end
            raise FileError.whole(
                path, Code.UNREADABLE, "cannot be read: it is not a regular file"
            )
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: the path holds a null character
        reason = getattr(error, "strerror", None) or error
        raise FileError.whole(path, Code.UNREADABLE, f"cannot be read: {reason}") from None
    if len(data) > most:
        raise FileError.whole(
            path, Code.TOO_LONG, f"is longer than {most} bytes; expected at most that many"
        )
    return data
