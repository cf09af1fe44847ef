"""Playing at the terminal: what is typed, what is answered, and what is kept."""

from __future__ import annotations

import builtins
import io
import os
import random
import re
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from era_of_inventions import Game, Good, Record, cli, count, parse_game, read_game, show_move
from era_of_inventions.moves import RevealCard, RevealFactory
from era_of_inventions.pictures import PICTURES
from era_of_inventions.tabletop.cli import autosave, session
from era_of_inventions.tabletop.cli.converting import save_record
from era_of_inventions.tabletop.cli.help_text import HELP
from era_of_inventions.tabletop.cli.narration import Narration
from era_of_inventions.tabletop.cli.terminal import SIGNALS, Terminal
from era_of_inventions.tabletop.cli.typed import typed_moves
from era_of_inventions.tabletop.errors import NotationError
from era_of_inventions.tabletop.play.bots import EndlessGameError
from era_of_inventions.tabletop.play.grammar import Vocabulary
from tests import ROOT

Capture = pytest.CaptureFixture[str]
Play = Callable[..., tuple[int, str]]
GAME = Game(3)
THREE = ("--names", "Ann,Bo,Cy", "--seed", "3")
LINE_FORM = "a text on one line of up to 1000 characters, all printable, without blanks around it"
AT_A_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)
"""Runs a program to which a terminal belongs, so that its keys send signals."""
PROGRAM = (sys.executable, "-m", "era_of_inventions", "play")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path) -> Play:
    """Play with these lines typed, after which the input ends; what is printed, prompts included.

    A signal among the lines reaches the program while it waits for one. The terminal has 80 columns and 24 lines.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")

    def run(lines: list[str | signal.Signals], *arguments: str, game: tuple[str, ...] = ()) -> tuple[int, str]:
        typed = iter(lines)

        def answer(prompt: str) -> str:
            line = next(typed, None)
            if isinstance(line, signal.Signals):
                signal.raise_signal(line)
                raise AssertionError("the program goes on")
            print(prompt if line is None else f"{prompt}{line}")
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr(builtins, "input", answer)
        status = cli.main([*game, "play", *arguments])
        out, err = capsys.readouterr()
        return status, out + err

    return run


def decisions(record: Record) -> int:
    return sum(not isinstance(move, RevealCard | RevealFactory) for move in record.moves)


def test_moves_by_number_and_by_text(play: Play) -> None:
    status, told = play(["2", "place BUY", "place d"], *THREE)
    assert status == 0
    assert "Ann> 2\nAnn: place goods" in told
    assert "Bo> place BUY\nBo: place buy" in told
    assert "Cy> place d\nCy: place produce" in told
    assert "   1  place build\n" in told


@pytest.mark.parametrize(
    ("option", "names", "place"),
    [("--names", "A,,C", 2), ("--names", "", 1), ("--names", "A,B,C, ", 4), ("--bots", ",Ann", 1)],
)
def test_an_empty_name_is_refused(play: Play, option: str, names: str, place: int) -> None:
    assert play([], option, names, "g.era") == (
        cli.UNUSABLE,
        f"{option}: name {place} of {names!r} is empty; expected names separated by commas\n",
    )
    assert not Path("g.era").exists()


def test_a_refusal_is_explained_and_changes_nothing(play: Play) -> None:
    _, told = play(["place build", "place build", "place build", "place build", "moves"], *THREE, "g.era")
    refused = told.partition("Cy> place build\n")[2]
    assert refused.startswith("place build: NOT LEGAL\n    broken   placement.two-per-area: ")
    assert "Placing the Action Tokens" in refused
    assert decisions(read_game(Path("g.era"))) == 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("17", "there is no move 17; expected 1 to 6 (`moves` lists them)"),
        ("0", "there is no move 0; expected 1 to 6 (`moves` lists them)"),
        ("9" * 5000, f"there is no move {'9' * 40}...; expected 1 to 6 (`moves` lists them)"),
        ("0000000017", "there is no move 0000000017; expected 1 to 6 (`moves` lists them)"),
        (
            "exchange 3 coins",
            "column 17: found the end of the line, expected '>' and what is taken  (? lists what you can type)",
        ),
        ("undo", "there is nothing to take back"),
        ("Di: place market", "'Di' is not to move; expected Ann, or no name"),
        ("undo two", "'two' is not a number of decisions; expected one such as 2"),
        ("undo " + "9" * 5000, f"'{'9' * 56}... is not a number of decisions; expected one such as 2"),
        ("save", "the game has no file; expected the name of one after the word"),
        ("save a.txt", "a.txt: cannot be written; expected a name that ends in .era or .json"),
        ("note", "a note is missing; expected its text after the word"),
        (f"note {'x' * 1001}", f"the note is '{'x' * 56}...; expected {LINE_FORM}"),
        ("note a\x07", f"the note is 'a\\x07'; expected {LINE_FORM}"),
        ("quit now", "found 'now', expected nothing more after 'quit'"),
        ("EXIT please", "found 'please', expected nothing more after 'exit'"),
        ("quit! now", "found 'now', expected nothing more after 'quit!'"),
        (
            "show hands",
            "'hands' cannot be shown; expected one of status, areas, market, factories, display, loads, inventions, "
            "patents, influence, mats, Ann, Bo, Cy, me, all",
        ),
        ("why 7", "there is no move 7; expected 1 to 6 (`moves` lists them)"),
        ("moves all", "found 'all', expected nothing more after 'moves'"),
    ],
)
def test_what_cannot_be_done_is_told(play: Play, line: str, answer: str) -> None:
    status, told = play([line], *THREE)
    assert status == 0
    assert f"{line}\n{answer}\nRound 1, Ann> " in told


def test_commands_ignore_capitals_as_moves_do(play: Play) -> None:
    lines = ["1;", "UNDO", "Note What now?", "2 ;", "Why 1", "HELP", "SAVE New.era", "Quit", "place build"]
    _, told = play(lines, *THREE)
    assert "> 1;\nAnn: place build\n" in told
    assert "> Why 1\nplace build: legal\n" in told
    assert HELP.partition(":")[0] in told
    assert told.endswith("Bo> Quit\nNew.era: the game is saved; continue it with `era play New.era`\n")
    assert areas("New.era") == ["place goods"]
    assert [text for _, text in read_game("New.era").comments] == ["Ann: What now?"]


@pytest.mark.parametrize("blank", ["\t", "\u00a0"], ids=ascii)
def test_other_blanks_in_a_note_are_blanks(play: Play, blank: str) -> None:
    play([f"note at{blank}nine"], *THREE, "g.era")
    assert [text for _, text in read_game("g.era").comments] == ["Ann: at nine"]


def test_a_game_in_a_protected_file_is_saved_elsewhere(play: Play) -> None:
    play(["place market"], *THREE, "g.era")
    Path("g.era").chmod(0o444)
    status, told = play(["place build", "quit"], "g.era")
    assert status == cli.UNUSABLE
    assert f"g.era: cannot be written: Permission denied\n1 move is not saved: {WAYS}" in told
    assert areas("g.era") == ["place market"]
    assert told.endswith("\ng-rescued.era: the whole game is saved here instead\n")
    assert play(["place buy"], "g-rescued.era")[0] == cli.HOLDS
    assert areas("g-rescued.era") == ["place market", "place build", "place buy"]


def test_nothing_is_overwritten_that_is_not_the_own_file(play: Play) -> None:
    Path("other.era").write_text("mine")
    _, told = play(["save other.era"], *THREE)
    assert "other.era: exists already; nothing was written\n" in told
    assert Path("other.era").read_text() == "mine"


def test_nobody_wins_before_the_end(play: Play) -> None:
    """In each of three categories all are equal at the beginning, which is worth 2 to each of three."""
    _, told = play(["score"], *THREE)
    answer = told.partition("> score\n")[2].partition("\nRound 1, Ann> ")[0].splitlines()
    assert [line for line in answer if not line.startswith("  ")] == ["Ann: 6", "Bo: 6", "Cy: 6"]


def test_why_judges_without_making_the_move(play: Play) -> None:
    _, told = play(["why end turn", "why 1"], *THREE, "g.era")
    assert "why end turn\nend turn: NOT LEGAL\n    against  No clause permits it at this moment" in told
    assert "why 1\nplace build: legal\n    for      placement.one-at-a-time" in told
    assert decisions(read_game(Path("g.era"))) == 0


def test_why_says_what_another_reading_would_change(play: Play) -> None:
    """After a withdrawn disc no bonus disc may follow, but might by the other reading; after a free cog one may."""
    areas = ("build", "goods", "buy", "produce", "market", "develop", "market", "build", "goods")
    placed = [f"place {area}" for area in areas]
    asked = ["withdraw build", "why use bonus disc", "end turn", "resolve market", "take cog", "why use bonus disc"]
    _, told = play([*placed, *asked], *THREE)
    withdrawn, cog = told.split("why use bonus disc\n")[1:]
    for answer, first, last in (
        (withdrawn, "NOT LEGAL", "bonus-after-withdrawal: read as 'yes' it would be legal"),
        (cog, "legal", "free-cog-ends: read as 'turn' it would not be legal"),
    ):
        lines = answer.partition("> ")[0].splitlines()
        assert lines[0] == f"use bonus disc: {first}"
        assert [line for line in lines if "rests on" in line] == [f"    rests on {last}"]


def test_a_line_is_read_up_to_its_first_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed, parse = [], Vocabulary.parse

    def counted(*arguments: Any, **options: Any) -> Any:
        parsed.append(arguments)
        return parse(*arguments, **options)

    monkeypatch.setattr(Vocabulary, "parse", counted)
    with pytest.raises(NotationError) as refused:
        typed_moves("place market;" + ";" * 1000, GAME.new(rng=random.Random(0)), "Ann")
    assert refused.value.column == 14
    assert len(parsed) < 10


def test_undo_takes_back_own_decisions_and_what_bots_did_since(play: Play) -> None:
    play(["1", "1"], *THREE, "--bots", "Bo,cy", "g.era")
    assert decisions(read_game(Path("g.era"))) == 6
    play(["undo"], "--bots", "Bo,Cy", "g.era")
    assert decisions(read_game(Path("g.era"))) == 3
    play(["undo 1", "note we begin again"], "--bots", "Bo,Cy", "g.era")
    record = read_game(Path("g.era"))
    assert decisions(record) == 0
    assert record.comments == ((len(record.moves), "Ann: we begin again"),)


def test_several_moves_on_a_line_as_in_a_game(play: Play) -> None:
    bots = ("--bots", "Bo,Cy")
    play(["place market", "place build", "place buy"], *THREE, *bots, "g.era")
    line = "Ann: resolve market; exchange 2 coins > cog, 2 coal > wood; exchange 9 coins > cog; end action"
    _, told = play([line], *bots, "--seed", "1", "g.era")
    assert "exchange 9 coins > cog: NOT LEGAL" in told
    assert "Ann: end action" not in told
    made = [show_move(step.move, step.state.setting) for step in read_game(Path("g.era")).replay() if step.seat == 0]
    assert made[-3:] == ["resolve market", "exchange 2 coins > cog", "exchange 2 coal > wood"]


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch, capsys: Capture, play: Play) -> Play:
    """Play in ``g.era``, which another program changes before the first line is typed; a line can be an exception."""
    play([], *THREE, "g.era")

    def run(lines: list[str | signal.Signals | BaseException], *arguments: str) -> tuple[int, str]:
        typed = iter(lines)

        def answer(_: str) -> str:
            Path("g.era").write_text(THEIRS)
            line = next(typed, EOFError())
            if isinstance(line, signal.Signals):
                signal.raise_signal(line)
                raise AssertionError("the program goes on")
            if isinstance(line, BaseException):
                raise line
            return line

        monkeypatch.setattr(builtins, "input", answer)
        status = cli.main(["play", "g.era", *arguments])
        out, err = capsys.readouterr()
        return status, out + err

    return run


THEIRS = "what another program wrote\n"
CHANGED = "g.era: was changed by another program meanwhile; nothing was written\n"
WAYS = "`save FILE` saves the game in a new file, `quit!` stops without saving\n"


def areas(path: str) -> list[str]:
    """The moves that players have made in a saved game."""
    record = read_game(Path(path))
    return [show_move(step.move, record.setting) for step in record.replay() if step.seat is not None]


def test_quitting_waits_until_the_game_is_saved(others: Play) -> None:
    status, told = others(["place market", "place build", "save", "quit", "save new.era", "quit"])
    assert status == cli.HOLDS
    assert told.count(f"{CHANGED}2 moves are not saved: {WAYS}") == 3
    assert Path("g.era").read_text() == THEIRS
    assert areas("new.era") == ["place market", "place build"]


def test_quitting_without_saving_says_so(others: Play) -> None:
    status, told = others(["place market", "quit!", "place build"])
    assert status == cli.HOLDS
    assert told.endswith("Bo> 1 move is not saved\n")
    assert "Bo: place build" not in told
    assert [path.name for path in Path().iterdir()] == ["g.era"]


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt()], ids=type)
def test_what_cannot_be_saved_at_the_end_is_saved_beside(others: Play, end: BaseException) -> None:
    Path("g-rescued.era").write_text("from another evening")
    Path("g.era").chmod(0o600)
    status, told = others(["place market", "place build", end])
    assert status == cli.UNUSABLE
    assert told.endswith(f"{CHANGED}g-rescued-2.era: the whole game is saved here instead\n")
    assert Path("g.era").read_text() == THEIRS
    assert Path("g-rescued.era").read_text() == "from another evening"
    assert areas("g-rescued-2.era") == ["place market", "place build"]
    assert stat.S_IMODE(Path("g-rescued-2.era").stat().st_mode) == 0o600


def test_moves_that_cannot_be_saved_anywhere_are_told(others: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    status, told = others(["place market", "place build"])
    assert status == cli.UNUSABLE
    assert told.endswith(
        "g-rescued.era: cannot be written: No space left on device\n2 moves are not saved: place market; place build\n"
    )


def test_moves_taken_back_that_cannot_be_saved_are_told(play: Play, others: Play) -> None:
    play(["place market"], "g.era")
    _, told = others(["undo"])
    assert f"{CHANGED}what was noted or taken back is not saved: {WAYS}" in told


def test_an_interrupted_game_is_saved(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    play([], *THREE, "g.era")
    typed = iter(["place market", "place build"])

    def answer(_: str) -> str:
        line = next(typed, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(builtins, "input", answer)
    with pytest.raises(KeyboardInterrupt):
        cli.main(["play", "g.era"])
    assert areas("g.era") == ["place market", "place build"]


def until(stream: IO[bytes], end: bytes) -> bytes:
    """What can be read up to these bytes."""
    read = b""
    while not read.endswith(end):
        byte = stream.read(1)
        assert byte, read
        read += byte
    return read


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a program")
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_the_program_and_the_game_is_kept(number: signal.Signals, tmp_path: Path) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*PROGRAM, *THREE, "g.era"], cwd=tmp_path, **pipes) as process:  # type: ignore[call-overload]
        process.stdin.write(b"place market\n")
        process.stdin.flush()
        until(process.stdout, b"Bo> ")
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (128 + number, b"")
    assert out == b"\ng.era: the game is saved; continue it with `era play g.era`\n"
    assert areas(str(tmp_path / "g.era")) == ["place market"]


@contextmanager
def at_a_terminal(*program: str, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """Run a program at a terminal of its own; the program, and the keys and the screen of the terminal."""
    shown, terminal = os.openpty()
    ends = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
    with (
        subprocess.Popen(
            [sys.executable, "-c", AT_A_TERMINAL, *program], cwd=folder, start_new_session=True, **ends
        ) as process,  # type: ignore[call-overload]
        os.fdopen(shown, "r+b", buffering=0) as keys,
    ):
        os.close(terminal)
        yield process, keys


@pytest.mark.slow  # and so without coverage, which can wait for itself for ever when it is interrupted
@pytest.mark.skipif(os.name != "posix", reason="needs a terminal in which keys are pressed")
def test_control_c_at_a_terminal_ends_the_program_and_the_game_is_kept(tmp_path: Path) -> None:
    with at_a_terminal(*PROGRAM, *THREE, "g.era", folder=tmp_path) as (process, keys):
        until(keys, b"Ann> ")
        keys.write(b"place market\n")
        until(keys, b"Bo> ")
        keys.write(b"\x03")
        until(keys, b"g.era: the game is saved; continue it with `era play g.era`\r\n")
        assert process.wait(60) == 128 + signal.SIGINT
    assert areas(str(tmp_path / "g.era")) == ["place market"]


TWO_SIGNALS = """
import signal, threading, time
from era_of_inventions.tabletop.cli.terminal import Terminal

def press():
    time.sleep(0.7)
    for number in (signal.SIGINT, signal.SIGALRM):
        signal.pthread_kill(threading.main_thread().ident, number)

lines = Terminal()
with lines.handling_signals():
    threading.Thread(target=press).start()
    try:
        lines.next("Ann> ")
    except EOFError:
        print("ended", lines.ended)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs a terminal in which keys are pressed")
def test_the_timer_may_end_just_after_another_signal(tmp_path: Path) -> None:
    with at_a_terminal(sys.executable, "-c", TWO_SIGNALS, folder=tmp_path) as (_, keys):
        assert until(keys, b"\r\n") == b"Ann> ended True\r\n"


@pytest.mark.slow  # and so without coverage, which can wait for itself for ever when it is interrupted
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs a signal that says that the terminal is gone")
def test_a_terminal_that_is_gone_ends_the_program_and_the_game_is_kept(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    pipes = {"stdin": subprocess.PIPE, "stdout": writer, "stderr": writer}
    with subprocess.Popen([*PROGRAM, *THREE, "g.era"], cwd=tmp_path, **pipes) as process:  # type: ignore[call-overload]
        os.close(writer)
        with os.fdopen(reader, "rb") as terminal:
            until(terminal, b"Ann> ")
        process.send_signal(signal.SIGHUP)
        assert process.wait(60) == 128 + signal.SIGHUP
    assert areas(str(tmp_path / "g.era")) == []


class Interrupted(io.StringIO):
    """A terminal that is closed while the prompt is written, which is when Python forgets exceptions."""

    def flush(self) -> None:
        signal.raise_signal(signal.SIGHUP)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_a_signal_is_not_lost_while_the_prompt_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    end = threading.Timer(10, os.close, [writer])  # otherwise a signal that is lost would be waited for
    end.start()
    with os.fdopen(reader) as keys:
        monkeypatch.setattr("sys.stdin", keys)
        monkeypatch.setattr("sys.stdout", Interrupted())
        lines = Terminal()
        with lines.handling_signals(), pytest.raises(EOFError):
            lines.next("Ann> ")
    assert (lines.ended, lines.received) == (True, signal.SIGHUP)
    end.cancel()
    os.close(writer)


def test_how_the_game_goes_on_is_told_in_full(play: Play) -> None:
    lines = ["place market", "save later on.era", "place build", signal.SIGTERM]
    _, told = play(lines, *THREE, "--bots", "Cy", "--by-hand", "--components", "reconstructed", "g.era")
    again = "era play 'later on.era' --components reconstructed --by-hand"
    assert told.endswith(f"\nlater on.era: the game is saved; continue it with `{again}`\n")


def test_a_game_without_a_file_ends_at_a_signal_and_says_so(play: Play) -> None:
    status, told = play(["place market", signal.SIGTERM], *THREE)
    assert status == 128 + signal.SIGTERM
    assert "\nthe game was not saved; this is its text:\n" in told


@pytest.mark.repeats
@pytest.mark.parametrize("end", [["quit"], [], *([number] for number in SIGNALS)], ids=str)
def test_a_game_without_a_file_is_not_lost(play: Play, end: list[str | signal.Signals]) -> None:
    play(["place market", "note so far", "place build", "quit"], *THREE, "kept.era")
    told = play(["place market", "note so far", "place build", *end], *THREE)[1]
    assert parse_game(told.partition("this is its text:\n")[2]) == read_game("kept.era")


@pytest.mark.repeats
def test_a_game_without_a_file_that_is_over_is_not_lost(play: Play) -> None:
    told = play([], *THREE, "--bots", "Ann,Bo,Cy")[1]
    _, _, text = told.partition("this is its text:\n")
    lines = text.splitlines(keepends=True)
    end = next(number for number, line in enumerate(lines) if " by scoring." in line)
    assert GAME.is_over(parse_game("".join(lines[:end])).end())


@pytest.mark.slow
@pytest.mark.covers
def test_a_game_without_a_file_and_with_too_long_a_text_still_has_its_moves(play: Play) -> None:
    notes = [f"note {'x' * 990}"] * 301
    told = play([*notes, "place market"], *THREE)[1]
    assert "the text would be longer than can be read: " in told
    assert told.endswith("; place market\n")


def test_a_game_that_is_given_up_is_not_told(play: Play) -> None:
    assert play(["place market", "quit!"], *THREE)[1].endswith("Bo> quit!\nthe game was not saved\n")


def test_a_signal_while_a_move_is_saved_waits(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: Path, record: Record, *, overwrite: bool) -> None:
        signal.raise_signal(signal.SIGTERM)
        save_record(path, record, overwrite=overwrite)
        signal.raise_signal(signal.SIGTERM)

    play([], *THREE, "g.era")
    monkeypatch.setattr(autosave, "save_record", interrupted)
    status, told = play(["place market", "place build"], "g.era")
    assert status == 128 + signal.SIGTERM
    assert told.endswith("\ng.era: the game is saved; continue it with `era play g.era`\n")
    assert areas("g.era") == ["place market"]


def test_a_game_that_is_over_is_not_ended_by_a_signal(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: Path, record: Record, *, overwrite: bool) -> None:
        signal.raise_signal(signal.SIGTERM)
        save_record(path, record, overwrite=overwrite)

    play([], *THREE, "g.era")
    monkeypatch.setattr(autosave, "save_record", interrupted)
    status, told = play([], "--bots", "Ann,Bo,Cy", "g.era")
    assert status == cli.HOLDS
    assert " - wins\n" in told


@pytest.mark.parametrize("number", SIGNALS)
def test_a_game_that_a_signal_ends_is_saved_beside_a_file_that_others_changed(
    number: signal.Signals, others: Play
) -> None:
    status, told = others(["place market", number])
    assert status == 128 + number
    assert told.endswith(f"{CHANGED}g-rescued.era: the whole game is saved here instead\n")
    assert areas("g-rescued.era") == ["place market"]


def test_signals_do_afterwards_what_they_did_before(play: Play) -> None:
    def mine(*_: object) -> None:
        heard.append(1)

    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, mine)
    try:
        assert play([signal.SIGTERM], *THREE)[0] == 128 + signal.SIGTERM
        assert (signal.getsignal(signal.SIGTERM), heard) == (mine, [])
        assert play([], *THREE)[0] == cli.HOLDS
        assert signal.getsignal(signal.SIGTERM) is mine
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_signal_that_is_ignored_stays_so(play: Play) -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with pytest.raises(AssertionError, match="the program goes on"):
            play([signal.SIGTERM], *THREE)
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_game_can_be_played_where_no_signals_arrive(play: Play) -> None:
    ended: list[int] = []
    thread = threading.Thread(target=lambda: ended.append(play(["place market"], *THREE, "g.era")[0]))
    thread.start()
    thread.join()
    assert ended == [cli.HOLDS]
    assert areas("g.era") == ["place market"]


def test_a_file_that_was_deleted_is_written_again(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    play([], *THREE, "g.era")

    typed = iter(["place market", "quit"])

    def answer(_: str) -> str:
        line = next(typed)
        if line != "quit":
            Path("g.era").unlink()
        return line

    monkeypatch.setattr(builtins, "input", answer)
    assert cli.main(["play", "g.era"]) == cli.HOLDS
    assert areas("g.era") == ["place market"]


def test_a_game_goes_on_in_the_file_it_was_saved_in(play: Play) -> None:
    _, told = play(["place market", "save b.era", "place build", "save"], *THREE, "a.era")
    assert "save b.era\nb.era: saved; the game goes on in this file, no longer in a.era\n" in told
    assert "save\nb.era: saved\n" in told
    assert areas("a.era") == ["place market"]
    assert areas("b.era") == ["place market", "place build"]
    _, told = play(["?"], *THREE)
    assert "save FILE     save it in a new file," in told


@pytest.mark.parametrize("name", ["", " g.era", " ./g.era", " link.era"])
def test_a_game_is_saved_in_its_own_file_at_any_time(play: Play, name: str) -> None:
    Path("link.era").symlink_to("g.era")
    _, told = play(["place market", f"save{name}", "place build"], *THREE, "g.era")
    assert f"> save{name}\ng.era: saved\n" in told
    assert areas("g.era") == ["place market", "place build"]


def test_a_card_typed_by_mistake_is_taken_back(play: Play) -> None:
    _, told = play(["reveal factory sawmill-1", "undo"], "--by-hand", "g.era")
    assert "back before move 1\n" in told
    assert read_game(Path("g.era")).moves == ()


def test_a_game_that_cannot_be_kept_does_not_begin(play: Play) -> None:
    assert play(["1"], *THREE, "no/g.era") == (cli.UNUSABLE, "no/g.era: cannot be written: No such file or directory\n")
    assert not list(Path().iterdir())


def test_a_game_is_gone_on_with(play: Play) -> None:
    play(["place market"], *THREE, "--ruleset", "de", "g.era")
    _, told = play(["place develop"], "g.era")
    assert "Bo> place develop\nBo: place develop" in told
    record = read_game(Path("g.era"))
    assert record.names == ("Ann", "Bo", "Cy")
    assert record.setting == Game(3, "de").setting
    assert decisions(record) == 2


@pytest.mark.repeats
def test_bots_play_to_the_end(play: Play) -> None:
    status, told = play([], *THREE, "--bots", "Ann,Bo,Cy", "g.era")
    assert status == 0
    end = read_game(Path("g.era")).end()
    game = Game.from_state(end)
    assert game.is_over(end)
    score = game.score(end)
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        assert f"\n{name}: {score.totals[seat]}{' - wins' if seat in score.winners else ''}\n" in told


def test_a_game_that_does_not_end_is_kept_as_far_as_it_can_be_read(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOVES_MAX", 20)
    status, told = play([], *THREE, "--bots", "Ann,Bo,Cy", "g.era")
    assert status
    assert str(EndlessGameError()) in told
    assert len(read_game(Path("g.era")).moves) == 20


@pytest.mark.slow
def test_bots_are_called_by_their_names(play: Play) -> None:
    named = play([], *THREE, "--bots", "Ann=random,Bo = random,Cy", "--seed", "3")
    assert named == play([], *THREE, "--bots", "Ann,Bo,Cy", "--seed", "3")
    assert "A=B: " in play([], "--names", "A=B,Bo,Cy", "--bots", "A=B,Bo,Cy=random", "--seed", "3")[1]


def test_cards_are_turned_over_by_hand(play: Play) -> None:
    _, told = play(["reveal factory sawmill-1", "reveal factory sawmill-1"], "--by-hand", "g.era")
    assert "Chance> reveal factory sawmill-1\nChance: reveal factory sawmill-1\n" in told
    assert "reveal factory sawmill-1: NOT LEGAL" in told
    assert len(read_game(Path("g.era")).moves) == 1


def test_the_same_seed_deals_the_same(play: Play) -> None:
    assert play(["1"], "-p", "5", "--seed", "8") == play(["1"], "-p", "5", "--seed", "8")
    assert play(["1"], "-p", "5", "--seed", "8") != play(["1"], "-p", "5", "--seed", "9")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--names", "Ann,Bo"), "the game is for 3, 4 or 5 players, not 2"),
        (("-p", "4", "--names", "Ann,Bo,Cy"), "there are 3 names; expected one for each of the 4 players"),
        (("--names", "Ann,Ann,Cy"), "'Ann' is there twice"),
        ((*THREE, "--bots", "Di"), "nobody is called 'Di'; expected one of Ann, Bo, Cy"),
        ((*THREE, "--bots", "Di=random"), "nobody is called 'Di'; expected one of Ann, Bo, Cy"),
        ((*THREE, "--bots", "Bo=clever"), "the bot 'clever' is not known; expected one of random"),
        (("--components", "mine"), "there is no set 'mine'"),
    ],
)
def test_games_that_cannot_be_are_refused(play: Play, arguments: tuple[str, ...], complaint: str) -> None:
    status, told = play([], *arguments)
    assert status == cli.UNUSABLE
    assert complaint in told
    assert not Path("g.era").exists()


def test_a_game_in_a_file_has_its_own_players(play: Play) -> None:
    play([], *THREE, "g.era")
    status, told = play([], "-p", "3", "g.era")
    assert (status, told) == (
        cli.UNUSABLE,
        "g.era: holds a game with its own players and readings; leave out --players\n",
    )


def test_the_moves_of_a_line_end_where_a_bot_is_to_move(play: Play) -> None:
    _, told = play(["place market; place build; place goods"], *THREE, "--bots", "Bo,Cy", "g.era")
    assert "\nAnn: place market\n2 moves not made, because it is Bo's turn: place build; place goods\nBo: " in told
    record = read_game(Path("g.era"))
    assert [step.seat for step in record.replay() if step.seat is not None] == [0, 1, 2]


def test_a_line_without_a_name_goes_on_with_whoever_is_to_move(play: Play) -> None:
    _, told = play(["place market; place build"], *THREE)
    assert "\nAnn: place market\nBo: place build\n" in told


def test_a_line_with_a_name_is_for_this_player_alone(play: Play) -> None:
    _, told = play(["Ann: place market; place build"], *THREE)
    assert "\nAnn: place market\n1 move not made, because it is Bo's turn: place build\n" in told
    assert "\nBo: place build" not in told


def test_moves_after_a_refused_one_are_told(play: Play) -> None:
    _, told = play(["place market; end turn; place build"], *THREE)
    assert "end turn: NOT LEGAL" in told
    assert told.partition("end turn: NOT LEGAL")[2].count("\n1 move not made, after that one: place build\n") == 1


def test_the_start_factory_is_that_of_whoever_is_to_move_by_then(play: Play) -> None:
    _, told = play(["run start", "place market; run start"], *THREE)
    assert told.index("\nrun start-1: NOT LEGAL") < told.index("\nrun start-2: NOT LEGAL")


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("sawmill-1", ["factory sawmill-1"]),
        ("Sawmill-1", ["factory sawmill-1"]),
        ("reveal sawmill-1", ["factory sawmill-1"]),
        ("factory mint-2", ["factory mint-2"]),
        ("sawmill-1;", ["factory sawmill-1"]),
        ("Chance: sawmill-1", ["factory sawmill-1"]),
        ("sawmill-1, factory mint-2; reveal smelter-1", ["factory sawmill-1", "factory mint-2", "factory smelter-1"]),
        (
            "sawmill-1, sawmill-2, smelter-1, smelter-2, mint-1, light-bulb-5, reveal pocket-watch-6",
            [f"factory {id_}" for id_ in ("sawmill-1", "sawmill-2", "smelter-1", "smelter-2", "mint-1")]
            + ["light-bulb-5", "pocket-watch-6"],
        ),
    ],
)
def test_ids_say_what_has_been_turned_over(play: Play, line: str, made: list[str]) -> None:
    play([line], *THREE, "--by-hand", "g.era")
    record = read_game(Path("g.era"))
    assert [show_move(move, record.setting) for move in record.moves] == [f"reveal {what}" for what in made]


def test_more_than_can_have_been_turned_over_is_told(play: Play) -> None:
    factories = ["sawmill-1", "sawmill-2", "smelter-1", "smelter-2", "mint-1"]
    cards = [f"{invention}-{number}" for invention in ("light-bulb", "pocket-watch") for number in (1, 2, 3, 4)]
    _, told = play([", ".join([*factories, *cards])], *THREE, "--by-hand", "g.era")
    assert "\n1 move not made, because it is Ann's turn: reveal pocket-watch-4\n" in told
    assert len(read_game(Path("g.era")).moves) == 12


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "sawmil-1",
            "column 1: found 'sawmil-1', expected the id of a factory, such as sawmill-1; did you mean 'sawmill-1'",
        ),
        ("sawmill-1,", "column 11: found the end of the line, expected the id of a factory, such as"),
        ("reveal factory dog", "column 16: found 'dog', expected the id of a factory  (? lists"),
        ("telephone-1", "reveal telephone-1: NOT LEGAL"),
        ("place market", "place market: NOT LEGAL"),
    ],
)
def test_what_cannot_have_been_turned_over_is_told(play: Play, line: str, answer: str) -> None:
    _, told = play([line], *THREE, "--by-hand", "g.era")
    assert f"Chance> {line}\n{answer}" in told
    assert read_game(Path("g.era")).moves == ()


# --- What is shown --------------------------------------------------------------------


def test_rounds_are_announced_and_their_ends_told(play: Play) -> None:
    """What leaves the display and the row, what the ships are loaded with, and who begins the next round."""
    status, told = play(["quit"], *THREE, "--bots", "Ann=inventor,Bo=apprentice,Cy", "g.era")
    assert status == cli.HOLDS
    headings = re.findall(r"^(.*)\n-+$", told, re.MULTILINE)
    assert headings == ["Setup", *(f"Round {n}" for n in range(1, GAME.rounds + 1)), "Final market", "The end"]
    told = " ".join(told.split())
    record = read_game(Path("g.era"))
    for step in record.replay():
        for path, of in (("display", step.before.components.cards), ("row", step.before.components.factories)):
            was, now = (getattr(state.board, path) for state in (step.before, step.state))
            gone = [of[index].id for index in was if index >= 0 and index not in now]
            if len(gone) > 1:
                assert f"{path}: {', '.join(gone)} leave" in told
        if step.before.start != step.state.start:
            before, after = (record.names[state.start] for state in (step.before, step.state))
            assert f"start player: {before} → {after}" in told


@pytest.mark.parametrize(("seat", "name"), [*enumerate(("Ann", "Bo", "Cy"))])
def test_before_each_decision_it_is_told_what_the_player_has(play: Play, seat: int, name: str) -> None:
    _, told = play(["place buy", "place buy"], *THREE, "g.era")
    player = read_game("g.era").end().players[seat]
    stock = told.partition(f"  {name}: goods ")[2].partition("\n")[0]
    amounts = {word.rstrip("s"): int(number or 1) for number, word in re.findall(r"(\d*) ?([a-z]+)[,;]", stock)}
    assert amounts == {good.name.lower(): count(player.goods, good) for good in Good if count(player.goods, good)}
    assert stock.endswith(f"; bonus discs {player.bonus_discs}")


def test_what_a_move_changes_is_told_without_what_it_says_itself(play: Play) -> None:
    placed = ["market", "build", "goods", "build", "goods", "buy", "buy", "develop", "market"]
    lines = [*(f"place {area}" for area in placed), "resolve market", "exchange 2 coins > cog"]
    _, told = play(lines, *THREE)
    assert "Ann: exchange 2 coins > cog  (coins 2 → 0, cogs 1 → 2)\n" in told


def test_a_part_of_the_table_fits_a_small_terminal(play: Play) -> None:
    parts = [*PICTURES.parts, "me", "bo"]
    _, told = play([f"show {part}" for part in parts], *THREE)
    for part, shown in zip(parts, told.split("> show ")[1:], strict=True):
        lines = shown.removeprefix(part).partition("\nRound 1,")[0].strip("\n").splitlines()
        assert 1 <= len(lines) < 24
        assert max(map(len, lines)) <= 80
    assert "Ann" not in told.partition("> show bo\n")[2].partition("Round 1,")[0]
    assert all(name in told.partition("> show mats\n")[2].partition("> show")[0] for name in ("Ann", "Bo", "Cy"))


def test_all_of_the_table_is_shown(play: Play) -> None:
    told = play(["show all"], *THREE, "g.era")[1].partition("> show all\n")[2]
    assert PICTURES.text(read_game("g.era").end(), names=("Ann", "Bo", "Cy"), width=80).strip() in told


def test_a_menu_says_why_nothing_can_be_built(play: Play) -> None:
    placed = [f"place {area}" for area in ("build", "build", "goods", "goods", "market", "market")]
    lines = [*placed, "place buy", "place develop", "place buy", "resolve build", "build workshop-2", "why"]
    _, told = play(lines, *THREE)
    at_once, asked = told.partition("Ann: build workshop-2")[2].split("> why\n")
    for answer in (at_once, asked):
        assert "build: not possible." in answer
        assert "[build.must-afford]" in " ".join(answer.split())
        assert re.search(r"build coal-mine-3: cost: 2 wood, stock: 2 coal", answer)


def test_a_number_of_several_moves_leads_to_a_menu_of_these(play: Play) -> None:
    placed = ["market", "build", "goods", "build", "goods", "buy", "buy", "develop", "market"]
    lines = [*(f"place {area}" for area in placed), "resolve market"]
    _, told = play(lines, *THREE, "g.era")
    number, common, several = re.findall(r" (\d+)  (exchange \S.*?) … \((\d+)\)", told)[-1]
    _, told = play([f"why {number}", number, several, "moves"], "g.era")
    assert f"\n{number} stands for {several} moves; expected one of them, in words\n" in told
    listed = told.partition(f"> {number}\n")[2].partition("Round 1,")[0]
    assert len(re.findall(rf"\d+  {common}", listed)) == int(several)
    made = areas("g.era")[-1]
    assert f"{several}  {made}\n" in listed
    assert made.startswith(common)


# --- Bots -----------------------------------------------------------------------------


def test_bots_stay_with_the_game(play: Play) -> None:
    play(["place market"], *THREE, "--bots", "bo=inventor,Cy", "g.era")
    assert dict(read_game("g.era").about)["Bots"] == "Bo=inventor, Cy=random"
    play(["place build"], "g.era")
    made = [step.seat for step in read_game("g.era").replay() if step.seat is not None]
    assert made == [0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize(("bots", "kept"), [("Ann", "Ann=random"), ("none", None), ("NONE", None)])
def test_bots_are_replaced_when_a_game_goes_on(play: Play, bots: str, kept: str | None) -> None:
    play(["place market"], *THREE, "--bots", "Bo=inventor,Cy", "g.era")
    play([], "--bots", bots, "g.era")
    assert dict(read_game("g.era").about).get("Bots") == kept


def test_bots_that_nobody_knows_are_told_with_the_file(play: Play) -> None:
    play([], *THREE, "--bots", "Bo", "g.era")
    Path("g.era").write_text(Path("g.era").read_text().replace("Bo=random", "Bo=genius"))
    status, told = play([], "g.era")
    assert status == cli.UNUSABLE
    assert told.startswith("g.era: the bot 'genius' is not known; expected one of random, apprentice, inventor")
    assert play([], "--bots", "Bo=apprentice", "g.era")[0] == cli.HOLDS


# --- The end --------------------------------------------------------------------------


def test_quitting_says_where_the_game_is_and_how_it_goes_on(play: Play) -> None:
    told = play(["place market", "quit"], *THREE, "--by-hand", "g.era")[1]
    assert told.endswith("> quit\ng.era: the game is saved; continue it with `era play g.era --by-hand`\n")


def test_a_game_without_a_file_is_not_left_by_mistake(play: Play) -> None:
    _, told = play(["quit", "save g.era", "quit", "place market"], *THREE)
    assert f"> quit\nthe game has no file: {WAYS}" in told
    assert told.endswith("> quit\ng.era: the game is saved; continue it with `era play g.era`\n")
    assert areas("g.era") == []


@pytest.mark.slow
@pytest.mark.parametrize(("bots", "seats"), [("Bo=merchant,Cy", [0]), ("Cy", [])])
def test_what_others_hold_is_not_printed_at_the_end(play: Play, bots: str, seats: list[int]) -> None:
    """One person at the terminal sees their own cards; where there are several, what everybody sees is printed."""
    arguments = ["exchange", "1", "1"], *THREE, "--bots", bots
    play(*arguments, "g.era", game=("--game", "oh-my-goods"))
    text = play(*arguments, game=("--game", "oh-my-goods"))[1].partition("may be known of it:\n")[2]
    end: Any = read_game("g.era").end()
    box = end.components.buildings
    for seat, player in enumerate(end.players):
        held = [card.id for index, card in enumerate(box) if player.hand.known >> index & 1]
        assert held
        assert all(bool(re.search(rf"(?<![\w-]){id_}\b", text)) is (seat in seats) for id_ in held)


def test_piles_that_are_shuffled_are_told() -> None:
    record = read_game(ROOT / "tests" / "era" / "games" / "default-4-busy.era")
    told, shuffled = 0, 0
    for step in record.replay():
        narration = Narration(record.setting, record.names, None, step.seat, show_move(step.move, record.setting))
        told += sum(line.endswith("discards shuffled in") for line in narration.of_table(step.events))
        before, after = step.before.board, step.state.board
        shuffled += bool(before.factory_discards) and not after.factory_discards
        shuffled += bool(before.discards) and not after.discards
    assert told == shuffled > 0


def test_a_program_without_input_ends(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    status, told = play(["place market"], *THREE, "g.era")
    assert (status, told.endswith("continue it with `era play g.era`\n")) == (cli.HOLDS, True)
    assert areas("g.era") == []
