"""Limits from both sides: what is just allowed is read as it stands, and one more is refused with both numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import era_of_inventions
from era_of_inventions import (
    DocumentError,
    FileError,
    Game,
    GameError,
    Record,
    State,
    evolve,
    from_json,
    moves,
    parse_game,
    parse_move,
    read_components,
    read_dispute,
    read_game,
    show_game,
    to_json,
)
from era_of_inventions.pictures import PICTURES
from era_of_inventions.tabletop.disputes import parse_dispute
from tests.support.nim import NIM

GAME = Game(3)
START = GAME.new()
NAMES = ("Green", "Orange", "Yellow")
EMPTY = show_game(Record(START, (), NAMES))
TABLE = '[position]\nplayers = ["Ann", "Bo"]\n'


def record(**given: Any) -> Record:
    return evolve(Record(START, (), NAMES), **given)


def dispute(claim: str) -> object:
    """Read a dispute about Nim, with all that is wrong in its claims."""
    read = parse_dispute(f"{TABLE}{claim}", NIM)
    if problems := [problem for each in read.claims for problem in each.problems]:
        raise FileError("dispute", problems)
    return read


def listed(key: str, text: str) -> Callable[[int], object]:
    return lambda number: dispute(f"[[claim]]\n{key} = {json.dumps([text] * number)}\n")


LIMITS: dict[str, tuple[Callable[[int], object], int, str]] = {
    # --- Records ----------------------------------------------------------------------
    "the name of a player": (lambda n: record(names=("x" * n, "Orange", "Yellow")), 40, "up to 40 char"),
    "a name in a text": (lambda n: parse_game(EMPTY.replace("Green", "x" * n)), 40, "up to 40 char"),
    "a comment": (lambda n: record(comments=((0, "x" * n),)), 1000, "up to 1000 char"),
    "a comment in a text": (lambda n: parse_game(f"{EMPTY}\n# {'x' * n}\n"), 1000, "up to 1000 char"),
    "an entry of the head": (lambda n: record(about=(("Title", "x" * n),)), 1000, "up to 1000 char"),
    "a line of a text": (lambda n: parse_game(f"{EMPTY}{' ' * n}\n"), 5000, "5001 characters long; .* at most 5000"),
    "a text": (lambda n: parse_game(EMPTY + "\n" * (n - len(EMPTY))), 300_000, "is 300001 characters .* most 300000"),
    "a text in bytes": (
        lambda n: parse_game((EMPTY + "\n" * (n - len(EMPTY))).encode()),
        300_000,
        "is 300001 bytes .* most 300000",
    ),
    "a move": (
        lambda n: parse_move("place market".ljust(n), GAME.setting),
        1000,
        "has 1001 characters; expected a move",
    ),
    "actions before one another": (
        lambda n: parse_game(f"{EMPTY}\nPosition\n" + "Before: phase bonus-offer\n" * n),
        20,
        "'Before', expected at most 20 records in a row",
    ),
    # --- Documents --------------------------------------------------------------------
    "a JSON text": (lambda n: from_json(to_json(START).ljust(n), State), 1_000_000, "1000001 .* at most 1000000"),
    "a JSON text in bytes": (
        lambda n: from_json(to_json(START).ljust(n).encode(), State),
        1_000_000,
        "is 1000001 bytes .* at most 1000000",
    ),
    # --- Disputes ---------------------------------------------------------------------
    "claims": (lambda n: dispute('[[claim]]\nmoves = ["take 1"]\n' * n), 100, "101 entries; expected at most 100"),
    "moves of a claim": (listed("moves", "take 1"), 300, "301 entries; expected at most 300"),
    "moves before a claim": (
        lambda n: dispute(f"[[claim]]\nafter = {json.dumps(['take 1'] * n)}\nhappens = ['stones = 0']\n"),
        300,
        "301 entries; expected at most 300",
    ),
    "what is claimed to happen": (listed("happens", "stones = 15"), 50, "51 entries; expected at most 50"),
    "what is claimed not to happen": (listed("happens_not", "stones = 3"), 50, "51 entries; expected at most 50"),
    "a dispute file": (
        lambda n: dispute(f'[[claim]]\nmoves = ["take 1"]\n{"#" * (n - len(TABLE) - 29)}'),
        150_000,
        "longer than 150000 bytes; expected at most",
    ),
    # --- Pictures ---------------------------------------------------------------------
    "columns of a picture": (lambda n: PICTURES.svg(START, columns=n, parts=("market",)), 4, "is 5; expected 1 to 4"),
}


@pytest.mark.parametrize("what", LIMITS)
def test_as_much_as_is_said_is_allowed_and_no_more(what: str) -> None:
    read, most, told = LIMITS[what]
    read(most)
    with pytest.raises(GameError, match=told):
        read(most + 1)


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (lambda: PICTURES.svg(START, columns=0), "is 0; expected 1 to 4"),
        (lambda: record(names=("", "Orange", "Yellow")), r"^names\[0\] is "),
        (lambda: dispute("[[claim]]\nmoves = []\nhappens = []\n"), "claims nothing"),
    ],
    ids=["columns", "name", "claim"],
)
def test_too_little_is_refused(read: Callable[[], object], told: str) -> None:
    with pytest.raises(GameError, match=told):
        read()


# --- Files of TOML --------------------------------------------------------------------

FRESH = '[position]\nplayers = ["Ann", "Bo", "Cy"]\n[[claim]]\nmoves = ["place market"]\n'
SHIPPED = (Path(era_of_inventions.__file__).parent / "data/components/reconstructed.toml").read_text()
THOUSAND = f"[{'1,' * 1000}],"


@pytest.mark.parametrize(
    ("contents", "most", "told"),
    [
        (lambda n: ".".join(["a"] * n) + " = 1", 8, "more parts than 8; expected at most that many"),
        (lambda n: f"a = [{'1,' * n}]", 1000, "has 1001 entries; expected at most 1000"),
        (lambda n: "".join(f"a{key} = 1\n" for key in range(n)), 1000, "has 1001 entries; expected at most 1000"),
        # Nine lists of 1000 values, and in the file one key, in its list ten lists, of which the last has the rest.
        (lambda n: f"a = [{THOUSAND * 9}[{'1,' * (n - 9011)}]]", 10_000, "holds more than 10000 values"),
    ],
    ids=["parts of a key", "entries of a list", "keys of a table", "values"],
)
def test_a_file_holds_as_much_as_is_said(contents: Callable[[int], str], most: int, told: str, tmp_path: Path) -> None:
    """One more is refused for that reason; up to there only because it is no component set."""
    messages = []
    for number in (most, most + 1):
        path = tmp_path / f"{number}.toml"
        path.write_text(contents(number))
        with pytest.raises(FileError) as caught:
            read_components(path)
        messages.append(str(caught.value))
    assert [bool(re.search(told, message)) for message in messages] == [False, True]


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("name", "read", "text", "most"),
    [
        ("game.era", read_game, EMPTY, 300_000),
        ("a.toml", read_dispute, FRESH, 150_000),
        ("set.toml", read_components, SHIPPED, 150_000),
    ],
    ids=["a game", "a dispute", "a component set"],
)
def test_a_file_is_as_long_as_is_said(
    name: str, read: Callable[[Path], object], text: str, most: int, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode().ljust(most, b"\n"))
    read(path)
    path.write_bytes(text.encode().ljust(most + 1, b"\n"))
    with pytest.raises((FileError, DocumentError), match=f"{most} bytes; expected at most that many"):
        read(path)


# --- What is listed -------------------------------------------------------------------


@pytest.mark.parametrize(("wrong", "listed"), [(49, 49), (50, 50), (51, 51), (400, 51)])
def test_a_text_with_many_problems_lists_fifty_and_says_that_there_are_more(wrong: int, listed: int) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_game(f"{EMPTY}\nPosition\n" + "nonsense\n" * wrong)
    codes = [str(problem.code) for problem in caught.value.problems]
    assert len(codes) == listed
    assert codes.count("more") == (wrong > 50)


@pytest.mark.parametrize(("wrong", "more"), [(99, []), (100, []), (101, ["1"]), (107, ["7"])])
def test_a_file_with_many_problems_lists_a_hundred_and_how_many_more_there_are(wrong: int, more: list[str]) -> None:
    """One unknown key each."""
    keys = "".join(f"x{number} = 1\n" for number in range(wrong))
    with pytest.raises(FileError) as caught:
        dispute(f"{keys}[[claim]]\nmoves = ['take 1']\n")
    messages = [problem.message for problem in caught.value.problems]
    assert len(messages) == min(wrong, 100) + len(more)
    assert re.findall(r"and (\d+) more problems", "\n".join(messages)) == more


# --- Texts that are written -----------------------------------------------------------


def comments(size: int) -> Record:
    """A record whose text has so many bytes, in comments of up to a thousand characters and a shorter one."""
    left = size - len(EMPTY.encode()) - len("\n")
    lines = []
    while left:
        lines.append((0, "x" * (min(left, 1000) - len("# \n"))))
        left -= min(left, 1000)
    return record(comments=tuple(lines))


def test_a_text_is_written_if_it_can_be_read_again() -> None:
    size = 300_000
    while len(show_game(comments(size)).encode()) != 300_000:
        size += 300_000 - len(show_game(comments(size)).encode())
    assert parse_game(show_game(comments(size))).comments == comments(size).comments
    with pytest.raises(GameError) as caught:
        show_game(comments(size + 1))
    found = [*map(int, re.findall(r"\d+", str(caught.value)))]
    assert (found[0], found[2:]) == (300_001, [300_000, 5000])
    assert 900 < found[1] <= 1002  # the longest line, which is one of the comments


def test_a_move_that_is_refused_says_nothing_of_limits() -> None:
    with pytest.raises(GameError) as caught:
        GAME.play(START, moves.EndTurn())
    assert not re.search(r"expected at most", str(caught.value))
