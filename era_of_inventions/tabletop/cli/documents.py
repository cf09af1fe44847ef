"""The files that commands share: games as texts (``.era``) or JSON (``.json``), and positions of any kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop.cli.command import ending
from era_of_inventions.tabletop.disputes import read_dispute
from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.errors import DocumentError, FileError, GameError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.record import Record, RecordError, save_game
from era_of_inventions.tabletop.record.files import read_bytes, read_game, save_bytes

RECORD_MAX = 10_000_000
"""The most bytes of a JSON file that are read."""
TEXT, JSON, DISPUTE = ".era", ".json", ".toml"


def is_record(path: Path) -> bool:
    """Whether a file is a recorded game, by its name."""
    return ending(path) in (TEXT, JSON)


def read_record(
    path: Path, rulebook: Rulebook[Any, Any], components: Sequence[Any], *, until: int | None = None
) -> Record[Any, Any]:
    """The recorded game in a file.

    Raises `FileError` with every problem of the file, `RecordError` if a text has a move that is not legal. Of a text
    only the first ``until`` moves are read if it has so many, whatever is wrong after them.
    """
    if ending(path) == TEXT:
        return read_game(path, (rulebook,), components=components, until=until)
    if ending(path) != JSON:
        raise FileError(str(path), [f"is no recorded game; expected a name that ends in {TEXT} or {JSON}"])
    data = read_bytes(path, RECORD_MAX)
    try:
        record: Record[Any, Any] = from_json(rulebook, data, Record, components=components)
        record.checked_start()
    except GameError as error:
        raise FileError(str(path), error.problems if isinstance(error, DocumentError) else [str(error)]) from None
    return record


def save_record(path: Path, record: Record[Any, Any], *, overwrite: bool) -> None:
    """Save a recorded game, in the form that the name of the file says."""
    if ending(path) == TEXT:
        save_game(path, record, overwrite=overwrite)
    elif ending(path) == JSON:
        save_bytes(path, f"{to_json(record.setting.rulebook, record)}\n".encode(), overwrite=overwrite)
    else:
        raise FileError(str(path), [f"cannot be written; expected a name that ends in {TEXT} or {JSON}"])


def read_position(
    path: Path, rulebook: Rulebook[Any, Any], at: int | None, components: Sequence[Any]
) -> tuple[Any, tuple[str, ...] | None]:
    """The position of a dispute file, a JSON document, or a game after ``at`` moves or at its end; the players' names.

    A position as JSON knows no names.
    """
    if ending(path) == DISPUTE:
        if at is not None:
            raise FileError(str(path), [f"is a dispute, in which there is no move {at}; leave out --at"])
        dispute = read_dispute(path, rulebook, components=components[0] if components else None)
        return dispute.state, dispute.names
    if not is_record(path):
        raise FileError(
            str(path), [f"is neither a game nor a dispute; expected a name that ends in {TEXT}, {JSON} or {DISPUTE}"]
        )
    if ending(path) == JSON and _is_position(data := read_bytes(path, RECORD_MAX)):
        if at is not None:
            raise FileError(str(path), [f"is a position, in which there is no move {at}; leave out --at"])
        return _state(data, path, rulebook, components), None
    record = read_record(path, rulebook, components, until=at)
    return after(record, path, at), record.names


def _state(data: bytes, path: Path, rulebook: Rulebook[Any, Any], components: Sequence[Any]) -> Any:
    try:
        state = from_json(rulebook, data, rulebook.state, components=components)
    except DocumentError as error:
        raise FileError(str(path), error.problems) from None
    game: Game[Any, Any] = Game.of(state)
    if problems := game.check(state):
        raise FileError(str(path), [f"the position is not possible: {problem}" for problem in problems])
    return state


def after(record: Record[Any, Any], path: Path, moves: int | None) -> Any:
    """The position of a game after so many moves, or at its end. Raises `RecordError` as replaying does."""
    if moves is not None and not 0 <= moves <= len(record.moves):
        raise GameError(f"{path}: there is no move {moves}; expected 0 to {len(record.moves)}")
    try:
        return (record if moves is None else record.until(moves)).end()
    except RecordError as error:
        raise RecordError(error.record, error.number, error.cause, str(path)) from None


def _is_position(data: bytes) -> bool:
    """Whether a JSON file is a position and no game, by the format in its head."""
    return re.search(rb'"[a-z-]+/state"', data[:1000]) is not None
