"""Records of games: kept while playing, replayed with every move checked, written and read as texts.

>>> from era_of_inventions import Game, Record, show_game
>>> game = Game(players=3)
>>> state = game.new()
>>> record = Record(state, names=("Green", "Orange", "Yellow"))
>>> while not game.is_over(state) and len(record.moves) < 20:
...     move = game.legal_moves(state)[0]
...     state, record = game.play(state, move), record.then(move)
>>> record.end() == state
True
>>> earlier = record.back(2)
>>> [step.move for step in record.replay()][:len(earlier.moves)] == list(earlier.moves)
True

What is needed for texts is imported when it is first used, so that importing the package stays quick.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from era_of_inventions.model.components import Components
from era_of_inventions.record.record import Record, RecordError, Step
from era_of_inventions.rulings import Ruleset


def show_game(record: Record) -> str:
    """The text of a record, from which `parse_game` reads an equal one.

    Raises `RecordError` if a move is not legal, and `GameError` if the first position is not possible.
    """
    from era_of_inventions.record import text

    return text.write(record)


def parse_game(text: str | bytes, *, components: Iterable[Components] = (), rulesets: Iterable[Ruleset] = ()) -> Record:
    """The record in a text; bytes are UTF-8.

    The component set that the text names is looked for among ``components``, then among those that come with the
    package; a preset whose readings have changed since among ``rulesets``.

    Every move is made on the way. Raises `RecordError` at the first that is not legal, if nothing else is wrong, and
    otherwise `DocumentError` with everything that is wrong, each with its line and column; `GameError` if
    ``components`` or ``rulesets`` holds something else.
    """
    from era_of_inventions.record import given
    from era_of_inventions.record import text as texts

    return texts.read(given.text_of(text, "game"), given.components_of(components), given.rulesets_of(rulesets))


def read_game(path: Path | str, *, components: Iterable[Components] = (), rulesets: Iterable[Ruleset] = ()) -> Record:
    """The record in a file, read as `parse_game` does.

    Raises `FileError` with every problem of the file, `RecordError` at the first move that is not legal, and
    `GameError` if ``components`` or ``rulesets`` holds something else. A record in JSON is read by `from_json`.
    """
    from era_of_inventions.record import files, given

    return files.read(given.path_of(path), components, rulesets)


def save_game(path: Path | str, record: Record, *, overwrite: bool = False) -> None:
    """Save the text of a record, whole or not at all: what stood in the file before stays there until all is written.

    A file that is overwritten keeps its permissions, which must allow it; if it is a link, the file it leads to is
    written.

    Raises `FileError` if it cannot be written, and if the file exists and is not to be overwritten; otherwise as
    `show_game` does.
    """
    from era_of_inventions.record import files, given

    files.save(given.path_of(path), record, overwrite=overwrite)


__all__ = ["Record", "RecordError", "Step", "parse_game", "read_game", "save_game", "show_game"]
