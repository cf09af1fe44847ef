"""The file of a game that is being played: saved after each decision, never over what another program wrote."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import attrs

from era_of_inventions.tabletop.cli.documents import read_record, save_record
from era_of_inventions.tabletop.errors import FileError, GameError
from era_of_inventions.tabletop.record import Record, show_game
from era_of_inventions.tabletop.record.moves import show_moves


@attrs.define
class Keeper:
    """Knows where a game is saved, if anywhere, and how much of it has been saved."""

    file: Path | None
    kept: Record[Any, Any] | None = None
    """What the file holds, as far as this game knows."""
    given_up: bool = False

    def keep(self, record: Record[Any, Any]) -> None:
        """Save the game, if it has a file that does not hold all of it.

        Raises `FileError` if the file cannot be written or has been changed meanwhile, and `GameError` if the game has
        no text.
        """
        if self.file is None or self.kept == record:
            return
        if self.kept is not None and not _still_holds(self.file, self.kept):
            raise FileError(str(self.file), ["was changed by another program meanwhile; nothing was written"])
        save_record(self.file, record, overwrite=self.kept is not None)
        self.kept = record

    def owns(self, path: Path) -> bool:
        """Whether this is the file of the game, by whatever name."""
        return self.file is not None and os.path.realpath(path) == os.path.realpath(self.file)

    def save_as(self, path: Path, record: Record[Any, Any]) -> str:
        """Save the game in a new file and go on there; returns what has been done. Raises what `keep` does."""
        save_record(path, record, overwrite=False)
        before, self.file, self.kept = self.file, path, record
        return f"{path}: saved; the game is kept there from now on{f', no longer in {before}' if before else ''}"

    def leave(self, record: Record[Any, Any]) -> None:
        """Save the game for the last time: in its file or, if that cannot be written, in a new one beside it.

        Raises `GameError` if it is not saved in its file, with where it is instead.
        """
        if self.given_up:
            return
        try:
            self.keep(record)
        except GameError as error:
            raise GameError(f"{error}\n{self._rescued(record)}") from None

    def unkept(self, record: Record[Any, Any]) -> str:
        """That a game that has no file was not saved and, unless it was given up, what was decided in it."""
        if self.given_up:
            return "the game was not saved"
        try:
            return f"the game was not saved; this is its text:\n{show_game(record)}".rstrip()
        except GameError as error:
            return f"the game was not saved: {error}\n{show_moves(record.moves, record.setting)}"

    def unsaved(self, record: Record[Any, Any]) -> str:
        """How much of the game the file does not hold."""
        moves = len(self._moves(record))
        if not moves:
            return "what was noted or taken back is not saved"
        return f"{moves} move{'s are' if moves > 1 else ' is'} not saved"

    def _moves(self, record: Record[Any, Any]) -> tuple[Any, ...]:
        """The moves, beginning with the first that the file does not hold."""
        held = () if self.kept is None else self.kept.moves
        pairs = enumerate(zip(held, record.moves, strict=False))
        return record.moves[next((n for n, (old, new) in pairs if old != new), len(held)) :]

    def _rescued(self, record: Record[Any, Any]) -> str:
        """Save the game beside its file; returns what has been done or, if even that fails, how the game went on."""
        assert self.file is not None
        path = next(path for path in _beside(self.file) if not os.path.lexists(path))
        try:
            save_record(path, record, overwrite=False)
            with suppress(OSError):
                path.chmod(stat.S_IMODE(self.file.stat().st_mode) | stat.S_IWUSR)
        except GameError as error:
            moves = show_moves(self._moves(record), record.setting)
            return f"{error}\n{self.unsaved(record)}{moves and ': '}{moves}"
        return f"{path}: the whole game is saved here instead"


def _beside(path: Path) -> Iterator[Path]:
    return (path.with_stem(f"{path.stem}-rescued{f'-{n}' if n > 1 else ''}") for n in count(1))


def _still_holds(path: Path, record: Record[Any, Any]) -> bool:
    """Whether a file holds this game and nothing else, or is gone, so that nothing is lost by writing it."""
    try:
        return (
            not os.path.exists(path)
            or read_record(path, record.setting.rulebook, [record.setting.components]) == record
        )
    except GameError:
        return False
