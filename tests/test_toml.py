"""Reading TOML: every mistake noted with its place, what is there and what is expected, and reading goes on."""

from __future__ import annotations

import datetime
import os
import tomllib
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from era_of_inventions.tabletop.errors import FileError, describe, hint, unknown
from era_of_inventions.tabletop.files.toml import SIZE_MAX, Reader, read_toml


def reader(text: str) -> Reader:
    """A reader of the whole of a text."""
    return Reader(tomllib.loads(text), "", [])


# --- Files that are no TOML -------------------------------------------------------------------------------------------


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfname = 'Zo\xc3\xab'\r\n")
    assert read_toml(path) == {"name": "Zoë"}


UNREADABLE = [
    (b"a = 1\nb = \xff\n", "line 2: byte 0xff is not UTF-8; expected a text in UTF-8"),
    (b"a = 1\n= 2\n", "is not TOML: Invalid statement (at line 2, column 1)"),
    (b"a = 1\na = 2\n", "is not TOML: Cannot overwrite a value (at line 2, column 6)"),
    (b"a = \x00", "is not TOML: Invalid value (at line 1, column 5)"),
    (b"a = " + b"9" * 5000, "holds a number of too many digits"),
    (b"a = " + b"[" * 100_000, "is nested too deeply"),
    (b"#" * (SIZE_MAX + 1), f"is longer than {SIZE_MAX} bytes; expected at most that many"),
    (b"a = 1\n" + b"a." * 20_000 + b"a = 1", "line 2: a key has more parts than 8; expected at most that many"),
    (b"[b]\n\n[" + b"a . " * 8 + b"a]", "line 3: a key has more parts than 8; expected at most that many"),
    (b"a = [{" + b"'b'." * 8 + b"b = 1}]", "line 1: a key has more parts than 8; expected at most that many"),
    (b'a = """\n\n"""\n' + b'"."."' * 9, "line 4: a key has more parts than 8; expected at most that many"),
    (b"a.b = [" + b"1, " * 1001 + b"]", "a.b: has 1001 entries; expected at most 1000"),
    (b"a = [0, [" + b"{}, " * 1001 + b"]]", "a[2]: has 1001 entries; expected at most 1000"),
    (b"".join(b"a%d = 1\n" % n for n in range(1001)), "the file: has 1001 entries; expected at most 1000"),
    (
        b"a = [" + (b"[" + b"1, " * 999 + b"],") * 11 + b"]",
        "holds more than 10000 values; expected at most that many",
    ),
]


@pytest.mark.parametrize(("data", "problem"), UNREADABLE, ids=[problem[:24] for _, problem in UNREADABLE])
def test_what_cannot_be_read_is_said_in_one_line(data: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(data)
    with pytest.raises(FileError) as caught:
        read_toml(path)
    assert caught.value.problems == (problem,)
    assert str(caught.value) == f"{path}: {problem}"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path, problem in (
        (tmp_path / "none.toml", "cannot be read: No such file or directory"),
        (tmp_path, "cannot be read: it is no file"),
        (Path("/dev/zero"), "cannot be read: it is no file"),
        (tmp_path / ("x" * 300), "cannot be read: File name too long"),
        (Path("\0"), "cannot be read: embedded null byte"),
    ):
        with pytest.raises(FileError) as caught:
            read_toml(path)
        assert caught.value.problems == (problem,)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(FileError, match="it is no file"):
        read_toml(tmp_path / "pipe.toml")


def test_no_more_is_read_than_is_used(tmp_path: Path) -> None:
    with (tmp_path / "big.toml").open("wb") as file:
        file.truncate(400_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(FileError, match="is longer than"):
            read_toml(tmp_path / "big.toml")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000


def test_dots_in_texts_and_comments_are_no_keys(tmp_path: Path) -> None:
    dots = ".".join("abcdefghijkl")
    text = f'a = "{dots}" # {dots}\nb = \'{dots}\'\nc = """\n{dots}"""\nd = [{"1.5, " * 20}]\n1.2.3.4.5.6.7.8 = 1'
    (tmp_path / "a.toml").write_text(text)
    found = read_toml(tmp_path / "a.toml")
    assert (found["a"], found["b"], found["c"], len(found["d"])) == (dots, dots, dots, 20)


@given(st.binary(max_size=200))
@example(b"a.b.c = 1\n[a.b]\nd = 1")
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    try:
        found = read_toml(path)
    except FileError as error:
        (problem,) = error.problems
        assert "\n" not in problem
    else:
        assert found == tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode())


# --- Values -----------------------------------------------------------------------------------------------------------

Ask = Callable[[Reader], Any]
asks: list[tuple[str, str, Ask, Any, list[str]]] = [
    ("number", "k = 3", lambda r: r.integer("k", 1, 5), 3, []),
    ("number missing", "", lambda r: r.integer("k", 1, 5), 1, ["k: is missing; expected a whole number from 1 to 5"]),
    ("number by default", "", lambda r: r.integer("k", 1, 5, 4), 4, []),
    ("number too high", "k = 6", lambda r: r.integer("k", 1, 5), 1, ["k: is 6; expected a whole number from 1 to 5"]),
    (
        "number too low, with a rule",
        "k = -1",
        lambda r: r.integer("k", 0, 5, 4, "scoring.last-round"),
        4,
        ["k: is -1; expected a whole number from 0 to 5 [scoring.last-round]"],
    ),
    (
        "number is a float",
        "k = 3.0",
        lambda r: r.integer("k", 1, 5, 2),
        2,
        ["k: is 3.0; expected a whole number from 1 to 5"],
    ),
    (
        "number is a flag",
        "k = true",
        lambda r: r.integer("k", 0, 5),
        0,
        ["k: is true; expected a whole number from 0 to 5"],
    ),
    (
        "number is huge",
        "k = 0x1" + "0" * 5000,
        lambda r: r.integer("k", 0, 5),
        0,
        ["k: is a number of 20001 bits; expected a whole number from 0 to 5"],
    ),
    ("text", 'k = "a"', lambda r: r.text("k"), "a", []),
    ("text missing", "", lambda r: r.text("k", "a name"), "", ["k: is missing; expected a name"]),
    ("text by default", "", lambda r: r.text("k", default="b"), "b", []),
    ("text is a number", "k = 1", lambda r: r.text("k", default="b"), "b", ["k: is 1; expected a text"]),
    ("choice", 'k = "b"', lambda r: r.choice("k", ("a", "b")), "b", []),
    ("choice missing", "", lambda r: r.choice("k", ("a", "b")), "a", ["k: is missing; expected one of a, b"]),
    ("choice by default", "", lambda r: r.choice("k", ("a", "b"), "b"), "b", []),
    (
        "choice unknown",
        'k = "c"',
        lambda r: r.choice("k", ("a", "b"), "b"),
        "b",
        ["k: 'c' is not known; expected one of a, b"],
    ),
    (
        "choice is a list",
        "k = []",
        lambda r: r.choice("k", ("a", "b"), "b"),
        "b",
        ["k: is a list; expected one of a, b"],
    ),
    ("flag", "k = true", lambda r: r.flag("k"), True, []),
    ("flag by default", "", lambda r: r.flag("k", default=True), True, []),
    ("flag is a number", "k = 1", lambda r: r.flag("k"), False, ["k: is 1; expected true or false"]),
    ("parsed", 'k = "7"', lambda r: r.parsed("k", int, 5), 7, []),
    ("parsed by default", "", lambda r: r.parsed("k", int, 5), 5, []),
    ("parsed empty", 'k = ""', lambda r: r.parsed("k", len, 5), 0, []),
    (
        "parsed is a number",
        "k = 7",
        lambda r: r.parsed("k", int, 5, "a number in words"),
        5,
        ["k: is 7; expected a number in words"],
    ),
    ("parsed wrong", 'k = "x"', lambda r: r.parsed("k", int, 5), 5, ["k: invalid literal for int() with base 10: 'x'"]),
    ("texts", 'k = ["a", "b"]', lambda r: r.texts("k"), ["a", "b"], []),
    ("texts missing", "", lambda r: r.texts("k"), [], []),
    (
        "texts is a text",
        'k = "a"',
        lambda r: r.texts("k", "a list of names"),
        [],
        ["k: is 'a'; expected a list of names"],
    ),
    (
        "texts with others",
        'k = [1, "a", {}, []]',
        lambda r: r.texts("k"),
        ["a"],
        ["k[1]: is 1; expected a text", "k[3]: is a table; expected a text", "k[4]: is a list; expected a text"],
    ),
    ("table", "[k]\nx = 1", lambda r: list(r.table("k")), ["x"], []),
    ("table missing", "", lambda r: list(r.table("k")), [], []),
    ("table required", "", lambda r: list(r.table("k", required=True)), [], ["k: is missing; expected a table"]),
    ("table is a number", "k = 1", lambda r: list(r.table("k")), [], ["k: is 1; expected a table"]),
    ("tables", "[[k]]\nx = 1\n[[k]]", lambda r: [list(entry) for entry in r.tables("k")], [["x"], []], []),
    ("tables is a table", "[k]", lambda r: r.tables("k"), [], ["k: is a table; expected tables [[k]]"]),
    (
        "tables with others",
        "k = [{ x = 1 }, 2]",
        lambda r: [entry.place for entry in r.tables("k")],
        ["k[1]"],
        ["k[2]: is 2; expected a table"],
    ),
]


@pytest.mark.parametrize(("text", "ask", "found", "problems"), [ask[1:] for ask in asks], ids=[ask[0] for ask in asks])
def test_what_is_read_and_noted(text: str, ask: Ask, found: Any, problems: list[str]) -> None:
    top = reader(text)
    assert ask(top) == found
    assert top.problems == problems
    top.close()
    assert top.problems == problems


# --- Places and keys --------------------------------------------------------------------------------------------------


def test_places_are_key_paths() -> None:
    top = reader('[a."b c".d]\n[[a.e]]\n[[a.e]]\n"x.y" = 1\n"\\n" = 2')
    top.table("a").table("b c").table("d").note("k", "is wrong")
    entry = top.table("a").tables("e")[1]
    entry.close()
    assert top.problems == [
        "a.b c.d.k: is wrong",
        "a.e[2].'x.y': is not a key that is known here; expected none",
        "a.e[2].'\\n': is not a key that is known here; expected none",
    ]


def test_a_key_nobody_asked_for_is_noted_with_those_that_were() -> None:
    top = reader("titel = 1\nclaim = 2\nx = 3")
    top.text("title", default="")
    assert top.has("claim")
    top.get("claim")
    top.has("other")
    top.close()
    assert top.problems == [
        "titel: is not a key that is known here; expected one of title, claim, other; did you mean 'title'?",
        "x: is not a key that is known here; expected one of title, claim, other",
    ]


def test_to_ask_whether_a_key_is_there_is_not_to_read_it() -> None:
    top = reader("a = 1")
    assert top.has("a")
    assert not top.has("b")
    top.close()
    assert [problem.partition(":")[0] for problem in top.problems] == ["a"]


# --- Words of messages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("a table", {}),
        ("a list", [1]),
        ('"it\'s"', "it's"),
        (r"'a\nb'", "a\nb"),
        ("true", True),
        ("-3", -3),
        ("0.5", 0.5),
        ("inf", float("inf")),
        ("1889-05-06", datetime.date(1889, 5, 6)),
        (f"1{'0' * 56}...", 10**60),
        ("a number of 16610 bits", -(10**5000)),
        (f"'{'x' * 58}'", "x" * 58),
        (f"'{'x' * 56}...", "x" * 59),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_values_are_shown_as_the_file_has_them(shown: str, value: object) -> None:
    assert describe(value) == shown


def test_near_words_are_proposed() -> None:
    assert hint("metel", ("wood", "metal", "coal")) == "; did you mean 'metal'?"
    assert hint("gold", ("wood", "metal", "coal")) == ""
    assert hint("telephone-3", ("telephone-1", "telephone-2", "x")).count("telephone-") == 2


def test_few_words_are_all_listed_and_many_are_not() -> None:
    few, many = [f"word-{n:02}" for n in range(12)], [f"word-{n:02}" for n in range(13)]
    assert unknown("x", few) == f"'x' is not known; expected one of {', '.join(few)}"
    assert unknown("word-3", few).startswith(f"'word-3' is not known; expected one of {', '.join(few)}; did you mean ")
    assert unknown("x", many) == "'x' is not known; expected one of word-00, word-01, word-02, …"
    assert unknown("word-3", many).startswith("'word-3' is not known; did you mean 'word-")
    assert unknown("x" * 500, few).startswith(f"'{'x' * 56}... is not known; ")
