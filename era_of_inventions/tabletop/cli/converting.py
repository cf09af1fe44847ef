"""The files that commands read and write: games as text (``.era``) or JSON (``.json``), and positions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop.cli.command import ending, seat_of
from era_of_inventions.tabletop.disputes import read_dispute
from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.errors import (
    Code,
    DocumentError,
    FileError,
    GameError,
    Problem,
)
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.worlds import lacking
from era_of_inventions.tabletop.records import AnyRecord, Record, RecordError, show_game
from era_of_inventions.tabletop.records.saving import read_bytes, read_game, save_bytes

RECORD_MAX = 10_000_000
"""The most bytes of a JSON file that are read."""
TEXT, JSON, DISPUTE = ".era", ".json", ".toml"


def is_record(path: Path) -> bool:
    """Return whether a file is a recorded game, judging by its name."""
    return ending(path) in (TEXT, JSON)


def read_record(
    path: Path, rulebook: AnyRulebook, components: Sequence[Any], *, until: int | None = None
) -> AnyRecord:
    """Read the recorded game in a file.

    If the file is a text, only its first ``until`` moves are read, and errors after
    them are ignored. Raises `FileError` with every problem of the file, and
    `RecordError` if a text has a move that is not legal.
    """
    if ending(path) == TEXT:
        return read_game(path, (rulebook,), components=components, until=until)
    if ending(path) != JSON:
        message = f"is not a recorded game; expected a name that ends in {TEXT} or {JSON}"
        raise FileError.whole(path, Code.UNKNOWN_WORD, message)
    data = read_bytes(path, RECORD_MAX)
    record: AnyRecord = _document(path, data, rulebook, Record, components)
    return record


def _document(
    path: Path,
    data: bytes,
    rulebook: AnyRulebook,
    kind: type[Any] | None,
    components: Sequence[Any],
) -> Any:
    """Return the value in a JSON file: a ``kind``, by default a position, of the game that the file's head names.

    Raises `FileError` with every problem of the file, also if a record cannot begin as
    it does.
    """
    rulebook = registry.rulebook_of_format(format_of(data), rulebook)
    try:
        value = from_json(rulebook, data, kind or rulebook.state, components=components)
        if kind is Record:
            value.checked_start()
        return value
    except DocumentError as error:
        raise FileError(str(path), error.problems) from None
    except GameError as error:
        raise FileError.whole(path, Code.IMPOSSIBLE, str(error)) from None


def save_record(path: Path, record: AnyRecord, *, overwrite: bool) -> None:
    """Save a recorded game, in the format that the file name implies."""
    if not is_record(path):
        message = f"cannot be written; expected a name that ends in {TEXT} or {JSON}"
        raise FileError.whole(path, Code.UNKNOWN_WORD, message)
    rulebook, is_text = record.setting.rulebook, ending(path) == TEXT
    text = show_game(record) if is_text else f"{to_json(rulebook, record)}\n"
    save_bytes(path, text.encode(), overwrite=overwrite)


def read_position(
    path: Path, rulebook: AnyRulebook, at: int | None, components: Sequence[Any]
) -> tuple[Any, tuple[str, ...] | None]:
    """Read a position, and the players' names, from a dispute, a JSON document, or a game.

    Of a game it is the position after ``at`` moves, by default the last. A position in
    JSON has no names (None).
    """
    if ending(path) == DISPUTE:
        _require_none(at, path, "dispute")
        dispute = read_dispute(
            path, rulebook, components=components[0] if components else None, claimless=True
        )
        return dispute.state, dispute.names
    if not is_record(path):
        message = f"is neither a game nor a dispute; expected a name that ends in {TEXT}, {JSON} or {DISPUTE}"
        raise FileError.whole(path, Code.UNKNOWN_WORD, message)
    if ending(path) == JSON and format_of(data := read_bytes(path, RECORD_MAX)).endswith(
        "/state"
    ):
        _require_none(at, path, "position")
        state = _document(path, data, rulebook, None, components)
        text = "the position is not possible"
        if problems := [
            Problem.at("", Code.IMPOSSIBLE, f"{text}: {one}", clause=one.clause)
            for one in Game.from_state(state).check(state)
        ]:
            raise FileError(str(path), problems)
        return state, None
    record, state = played(read_record(path, rulebook, components, until=at), path, at)
    return state, record.names


def _require_none(at: int | None, path: Path, what: str) -> None:
    """Raise `FileError` if a move is asked for in a file that has none."""
    if at is not None:
        message = f"is a {what} and has no move {at}; leave out --at"
        raise FileError.whole(path, Code.INCONSISTENT, message)


@contextmanager
def discreet(path: Path, seat: str | None) -> Iterator[None]:
    """If a seat is chosen, report only where a file is wrong, because the reason could name hidden things."""
    try:
        yield
    except (RecordError, FileError) as error:
        if seat is None:
            raise
        problems = error.problems
        # columns would show how long hidden names are
        found = (one.place.partition(",")[0] for one in problems if one.place)
        places = "; ".join(dict.fromkeys(found))
        if not places and all(one.code is not Code.IMPOSSIBLE for one in problems):
            raise
        where = places and f" at {places}"
        raise GameError(
            f"{path}: something is wrong{where}; leave out --seat to see the reason"
        ) from None


def known_position(state: Any, seat: str | None, names: tuple[str, ...] | None) -> Any:
    """Return the position as the seat that is chosen, if one is, may know it.

    Raises `GameError` for the view of another seat, which does not hold what this seat
    knows.
    """
    if seat is None:
        return state
    names = names or state.setting.rulebook.grammar.seat_names(state.setting.players)
    chosen = seat_of(seat, names, spectator=True)
    if any(lacking(state, chosen)):
        raise GameError(
            f"the position does not hold all that {seat} knows; expected the whole game, or that of {seat}"
        )
    return Game.from_state(state).view(state, chosen)


def played(record: AnyRecord, path: Path, moves: int | None) -> tuple[AnyRecord, Any]:
    """Return the first ``moves`` of a game, by default all, and the position after them.

    Raises `RecordError` if a move is not legal.
    """
    try:
        part = record if moves is None else record.until(moves)
    except GameError as error:
        raise GameError(f"{path}: {error}") from None
    try:
        return part, part.end()
    except RecordError as error:
        raise RecordError(error.record, error.number, error.cause, str(path)) from None


def format_of(data: bytes) -> str:
    """Return the format that the head of a JSON file names, such as ``regatta/record``; empty if there is none."""
    match = re.search(rb'"format": *"([a-z-]+/[a-z]+)"', data[:1000])
    return match[1].decode() if match else ""
