"""Game texts as files: read whole or not at all, saved whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop.errors import Code, DocumentError, FileError
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.records.game_record import AnyRecord, RecordError
from era_of_inventions.tabletop.records.game_text import (
    SIZE_MAX,
    parse_game,
    show_game,
)
from era_of_inventions.tabletop.text.bounded import path_of, read_bounded, unmarked

WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
"""The permissions to write. A file that has none of them is protected, even from the superuser."""


def read_game(
    path: Path | str,
    rulebooks: Iterable[AnyRulebook] = (),
    *,
    components: Iterable[Any] = (),
    rulesets: Iterable[BaseRuleset] = (),
    until: int | None = None,
) -> AnyRecord:
    """Read the record in a file as `era_of_inventions.tabletop.records.game_text.parse_game` does.

    Raises `FileError` with every problem of the file, `RecordError` at the first move
    that is not legal, and `GameError` if ``components`` or ``rulesets`` holds an object
    of another type. Use `from_json` for a record in JSON.
    """
    path = path_of(path)
    try:
        data = read_bytes(path, SIZE_MAX)
        if unmarked(data).lstrip().startswith(b"{"):
            message = (
                "is JSON; expected a game text (`from_json` and names in .json are for JSON)"
            )
            raise FileError.whole(path, Code.SYNTAX, message)
        return parse_game(
            data, rulebooks, components=components, rulesets=rulesets, until=until
        )
    except DocumentError as error:
        raise FileError(str(path), error.problems) from None
    except RecordError as error:
        raise RecordError(error.record, error.number, error.cause, str(path)) from None


def read_bytes(path: Path, most: int) -> bytes:
    """Read the file of a game. Raises `FileError` as `read_bounded` does, and if the file is empty."""
    data = read_bounded(path, most)
    if not data.strip():
        raise FileError.whole(path, Code.MISSING, "is empty; expected a recorded game")
    return data


def save_game(path: Path | str, record: AnyRecord, *, overwrite: bool = False) -> None:
    """Save the text of a record with `save_bytes`. Raises the errors of `save_bytes` and `show_game`."""
    save_bytes(path_of(path), show_game(record).encode("utf-8"), overwrite=overwrite)


def save_bytes(path: Path, data: bytes, *, overwrite: bool) -> None:
    """Write a file whole or not at all: its old content stays until all of the new one is written.

    A file that is overwritten must be writable, and keeps its permissions. If the path
    is a link, the file to which it leads is written. Raises `FileError` if the file
    cannot be written, or if it exists and ``overwrite`` is false.
    """
    try:
        _save(Path(os.path.realpath(path)), data, overwrite=overwrite)
    except FileExistsError:
        raise FileError.whole(
            path, Code.UNWRITABLE, "exists already; nothing was written"
        ) from None
    except (OSError, ValueError) as error:
        message = f"cannot be written: {getattr(error, 'strerror', None) or error}"
        raise FileError.whole(path, Code.UNWRITABLE, message) from None


def _save(path: Path, data: bytes, *, overwrite: bool) -> None:
    permissions = _permissions(path)
    if (
        overwrite
        and permissions is not None
        and not (permissions & WRITABLE and os.access(path, os.W_OK))
    ):
        raise PermissionError(
            errno.EACCES, os.strerror(errno.EACCES)
        )  # replacing the file would succeed even if it is write-protected
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        with beside.open("xb") as file:
            if permissions is not None:
                beside.chmod(permissions)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if not overwrite:
            path.open(
                "xb"
            ).close()  # unlike a look beforehand, this cannot miss a file that appears meanwhile
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _permissions(path: Path) -> int | None:
    """Return the permissions of a file; None if there is no file."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):  # a pipe or a device would be replaced by a file
        raise OSError(errno.EINVAL, "it is no file")
    return stat.S_IMODE(mode)
