"""Saves a game in progress after each decision, and never overwrites what another program has changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import attrs

from era_of_inventions.tabletop.cli.converting import read_record, save_record
from era_of_inventions.tabletop.errors import Code, FileError, GameError
from era_of_inventions.tabletop.play.worlds import hides_something
from era_of_inventions.tabletop.records import AnyRecord, show_game
from era_of_inventions.tabletop.records.notation import show_moves


@attrs.define
class Autosave:
    """The file of a game in progress, if it has one, and what has been saved in it."""

    file: Path | None
    saved: AnyRecord | None = None
    """The record that was last read from or written to the file."""
    given_up: bool = False
    seat: int | None = None
    """The seat of the only person at the terminal, None if there are several. If moves are printed because they are not
    saved, they are shown as this seat may know them."""

    def keep(self, record: AnyRecord) -> None:
        """Save the game, if it has a file and has changed.

        Raises `FileError` if the file cannot be written or was changed by another
        program, and `GameError` if the game cannot be written as text.
        """
        if self.file is None or self.saved == record:
            return
        if self.saved is not None and not _still_holds(self.file, self.saved):
            raise FileError.whole(
                self.file,
                Code.UNWRITABLE,
                "was changed by another program meanwhile; nothing was written",
            )
        save_record(self.file, record, overwrite=self.saved is not None)
        self.saved = record

    def owns(self, path: Path) -> bool:
        """Return whether a path leads to the file of the game."""
        return self.file is not None and os.path.realpath(path) == os.path.realpath(self.file)

    def save_as(self, path: Path, record: AnyRecord) -> str:
        """Save the game in a new file, which is used from now on; return a message. Raises the errors of `keep`."""
        save_record(path, record, overwrite=False)
        before, self.file, self.saved = self.file, path, record
        return f"{path}: saved; the game goes on in this file{f', no longer in {before}' if before else ''}"

    def leave(self, record: AnyRecord) -> None:
        """Save the game at the end: in its file or, if that fails, in a new file beside it.

        Raises `GameError` if the game is not saved in its file; the message names the
        file it is in instead.
        """
        if self.given_up:
            return
        try:
            self.keep(record)
        except GameError as error:
            raise GameError(f"{error}\n{self._rescued(record)}") from None

    def not_saved(self, record: AnyRecord) -> str:
        """Return the message that a game without a file was not saved, with its text unless it was given up."""
        if self.given_up:
            return "the game was not saved"
        known = self._known(record)
        what = "this is its text" if known is record else "this is what may be known of it"
        try:
            return f"the game was not saved; {what}:\n{show_game(known)}".rstrip()
        except GameError as error:
            return (
                f"the game was not saved: {error}\n{show_moves(known.moves, known.setting)}"
            )

    def _known(self, record: AnyRecord) -> AnyRecord:
        """Return the record, with what the only person at the terminal may not know left out."""
        return record.seen_by(self.seat) if hides_something(record.start) else record

    def unsaved(self, record: AnyRecord) -> str:
        """Return the message about the part of the game that is not in the file."""
        moves = len(record.moves) - self._first_unsaved(record)
        if not moves:
            return "what was noted or taken back is not saved"
        return f"{moves} move{'s are' if moves > 1 else ' is'} not saved"

    def _first_unsaved(self, record: AnyRecord) -> int:
        """Return the number of the first move that is not in the file."""
        saved = () if self.saved is None else self.saved.moves
        pairs = enumerate(zip(saved, record.moves, strict=False))
        return next(
            (number for number, (old, new) in pairs if old != new),
            min(len(saved), len(record.moves)),
        )

    def _rescued(self, record: AnyRecord) -> str:
        """Save the game beside its file; return a message, with the unsaved moves if even that fails."""
        assert self.file is not None
        path = next(path for path in _beside(self.file) if not os.path.lexists(path))
        try:
            save_record(path, record, overwrite=False)
            with suppress(OSError):
                path.chmod(stat.S_IMODE(self.file.stat().st_mode) | stat.S_IWUSR)
        except GameError as error:
            moves = show_moves(
                self._known(record).moves[self._first_unsaved(record) :], record.setting
            )
            return f"{error}\n{self.unsaved(record)}{moves and ': '}{moves}"
        return f"{path}: the whole game is saved here instead"


def _beside(path: Path) -> Iterator[Path]:
    return (
        path.with_stem(f"{path.stem}-rescued{f'-{n}' if n > 1 else ''}") for n in count(1)
    )


def _still_holds(path: Path, record: AnyRecord) -> bool:
    """Return whether a file still holds this game, or is gone, so that overwriting it loses nothing."""
    try:
        return (
            not os.path.exists(path)
            or read_record(path, record.setting.rulebook, [record.setting.components])
            == record
        )
    except GameError:
        return False
