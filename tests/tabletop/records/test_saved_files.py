"""Saving and reading game texts: what becomes of the file, and what is told of files and texts that are none."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions import (
    DocumentError,
    FileError,
    Game,
    GameError,
    Record,
    cli,
    parse_game,
    read_game,
    save_game,
    show_game,
)
from era_of_inventions import to_json as json_of
from era_of_inventions.tabletop.errors import Code
from tests.support.positions import with_card

RECORD = Record(Game(3).new(), names=("Ann", "Bo", "Cy"))
LATER = Record(Game(3).new(), names=("Di", "Ed", "Fay"))


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_permissions(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "a.era"
    save_game(path, RECORD)
    path.chmod(mode)
    save_game(path, LATER, overwrite=True)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert read_game(path) == LATER


@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_a_protected_file_is_not_overwritten(mode: int, tmp_path: Path) -> None:
    path, link = tmp_path / "a.era", tmp_path / "link.era"
    save_game(path, RECORD)
    path.chmod(mode)
    link.symlink_to(path)
    for name in (path, link):
        with pytest.raises(FileError, match=r"\.era: cannot be written: Permission denied$"):
            save_game(name, LATER, overwrite=True)
        with pytest.raises(FileError, match=r"\.era: exists already; nothing was written$"):
            save_game(name, LATER)
    assert read_game(path) == RECORD
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert {entry.name for entry in tmp_path.iterdir()} == {"a.era", "link.era"}


def test_a_file_that_only_others_may_write_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.era"
    save_game(path, RECORD)
    monkeypatch.setattr(os, "access", lambda _, mode: not mode & os.W_OK)
    with pytest.raises(FileError, match=r"a\.era: cannot be written: Permission denied$"):
        save_game(path, LATER, overwrite=True)
    assert read_game(path) == RECORD


@pytest.mark.parametrize("given", [None, 5, b"a.era"], ids=type)
def test_what_is_no_path_is_told(given: Any) -> None:
    told = f"path is {given}; expected the name of a file such as Path('game.era')"
    with pytest.raises(GameError) as refused:
        read_game(given)
    assert str(refused.value) == told
    with pytest.raises(GameError) as refused:
        save_game(given, RECORD)
    assert str(refused.value) == told


def test_what_a_link_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    path, link = tmp_path / "games" / "a.era", tmp_path / "link.era"
    save_game(path, RECORD)
    link.symlink_to("games/a.era")
    save_game(link, LATER, overwrite=True)
    assert link.readlink() == Path("games/a.era")
    assert read_game(path) == LATER
    assert [entry.name for entry in path.parent.iterdir()] == ["a.era"]
    with pytest.raises(FileError, match=r"link\.era: exists already; nothing was written$"):
        save_game(link, RECORD)
    assert read_game(path) == LATER


def test_a_link_that_leads_nowhere_yet_leads_to_what_is_saved(tmp_path: Path) -> None:
    link = tmp_path / "link.era"
    link.symlink_to("a.era")
    save_game(link, RECORD)
    assert link.is_symlink()
    assert read_game(tmp_path / "a.era") == RECORD


def test_links_that_lead_to_each_other_are_told(tmp_path: Path) -> None:
    one, other = tmp_path / "one.era", tmp_path / "other.era"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(FileError, match=r"one\.era: cannot be written: Too many levels of symbolic links$"):
        save_game(one, RECORD, overwrite=True)
    assert one.is_symlink()
    assert other.is_symlink()


def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe.era"
    os.mkfifo(path)
    with pytest.raises(FileError, match=r"pipe\.era: cannot be written: it is no file$"):
        save_game(path, RECORD, overwrite=True)
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.parametrize("name", ["game.json", "game.era"])
@pytest.mark.parametrize("before", [b"", b"\n ", b"\xef\xbb\xbf"])
def test_json_is_told_with_what_reads_it(name: str, before: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(before + json_of(RECORD).encode())
    with pytest.raises(FileError) as refused:
        read_game(path)
    assert [problem.code for problem in refused.value.problems] == [Code.SYNTAX]
    assert "from_json" in str(refused.value)


@pytest.mark.parametrize("given", [None, 5, Path("a.era"), bytearray(b"Era")], ids=type)
def test_what_is_no_text_is_refused(given: Any) -> None:
    with pytest.raises(DocumentError) as refused:
        parse_game(given)
    assert [problem.code for problem in refused.value.problems] == [Code.WRONG_TYPE]


def test_a_text_may_begin_with_the_mark_of_its_encoding() -> None:
    text = show_game(RECORD)
    assert parse_game(f"\ufeff{text}") == parse_game(b"\xef\xbb\xbf" + text.encode()) == RECORD


def test_a_set_that_is_missing_is_told_with_how_to_give_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other = tmp_path / "a.era", tmp_path / "a.json"
    record = Record(Game(3, components=with_card(0, question_marks=2)).new())
    save_game(path, record)
    other.write_text(json_of(record))
    for file in (path, other):
        assert cli.main(["show", str(file)]) == cli.UNUSABLE
        assert "(`--components` on the command line, `components=` in Python)" in capsys.readouterr().err
