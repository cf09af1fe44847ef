"""A path may be a `Path` or its text, wherever the library reads or writes a file."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from era_of_inventions import FileError, Game, Record, read_game, save_game
from era_of_inventions.box.files import read_components
from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.disputes import Dispute
from tests import ROOT

READERS = {
    read_game: ROOT / "tests/era/games/default-3-random.era",
    read_components: Path(str(files("era_of_inventions") / "data/components/reconstructed.toml")),
    read_dispute: ROOT / "examples/perft/start-four.toml",
}


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
def test_a_file_is_read_by_the_text_of_its_path(read: Callable[[Path | str], object]) -> None:
    path = READERS[read]
    assert contents(read(str(path))) == contents(read(path))


def contents(value: object) -> object:
    """What can be compared of what was read: games are never equal."""
    return (value.title, value.state, value.claims) if isinstance(value, Dispute) else value


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
def test_a_missing_file_is_told_by_either(read: Callable[[Path | str], object], tmp_path: Path) -> None:
    path = tmp_path / "missing.era"
    for way in (path, str(path)):
        with pytest.raises(FileError, match=r"missing\.era.*cannot be read"):
            read(way)


def test_a_game_is_saved_by_the_text_of_its_path(tmp_path: Path) -> None:
    record = Record(Game(3).new())
    save_game(str(tmp_path / "a.era"), record)
    assert read_game(tmp_path / "a.era") == record
