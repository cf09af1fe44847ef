"""Records of games: kept while playing, replayed with every move checked, written and read as texts.

What is needed for texts is imported when it is first used, so that importing a game stays quick.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.record.record import Record, RecordError, Step


def show_game(record: Record[Any, Any]) -> str:
    """The text of a record, from which `parse_game` reads an equal one.

    Raises `RecordError` if a move is not legal, and `GameError` if the first position is not possible.
    """
    from era_of_inventions.tabletop.record import text

    return text.show(record)


def parse_game(
    text: str | bytes,
    rulebooks: Iterable[Rulebook[Any, Any]] = (),
    *,
    components: Iterable[Any] = (),
    rulesets: Iterable[BaseRuleset] = (),
) -> Record[Any, Any]:
    """The record in a text; bytes are UTF-8.

    The game that the text names is looked for among ``rulebooks``, then among those that are installed; the component
    set among ``components``, then among those that come with the rulebook; a preset whose readings have changed since
    among ``rulesets``.

    Every move is made on the way. Raises `RecordError` at the first that is not legal, if nothing else is wrong, and
    otherwise `DocumentError` with everything that is wrong, each with its line and column; `GameError` if
    ``components`` or ``rulesets`` holds something else.
    """
    from era_of_inventions.tabletop.record import arguments
    from era_of_inventions.tabletop.record import text as texts

    return texts.parse(arguments.text_of(text, "game"), rulebooks, components, rulesets)


def read_game(
    path: Path | str,
    rulebooks: Iterable[Rulebook[Any, Any]] = (),
    *,
    components: Iterable[Any] = (),
    rulesets: Iterable[BaseRuleset] = (),
) -> Record[Any, Any]:
    """The record in a file, read as `parse_game` does.

    Raises `FileError` with every problem of the file, `RecordError` at the first move that is not legal, and
    `GameError` if ``components`` or ``rulesets`` holds something else. A record in JSON is read by `from_json`.
    """
    from era_of_inventions.tabletop.record import arguments, files

    return files.read(arguments.path_of(path), rulebooks, components, rulesets)


def save_game(path: Path | str, record: Record[Any, Any], *, overwrite: bool = False) -> None:
    """Save the text of a record, whole or not at all: what stood in the file before stays there until all is written.

    A file that is overwritten keeps its permissions, which must allow it; if it is a link, the file it leads to is
    written.

    Raises `FileError` if it cannot be written, and if the file exists and is not to be overwritten; otherwise as
    `show_game` does.
    """
    from era_of_inventions.tabletop.record import arguments, files

    files.save(arguments.path_of(path), record, overwrite=overwrite)


__all__ = ["Record", "RecordError", "Step", "parse_game", "read_game", "save_game", "show_game"]
