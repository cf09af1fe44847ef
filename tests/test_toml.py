"""Reading TOML: every mistake noted with its place, what is there and what is expected, and reading goes on."""

from __future__ import annotations

import datetime
import os
import pickle
import tomllib
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from era_of_inventions.tabletop.errors import Code, FileError, InputProblem, describe, hint, unknown
from era_of_inventions.tabletop.files.toml import (
    ENTRIES_MAX,
    KEY_MAX,
    REPORTED_MAX,
    SIZE_MAX,
    Reader,
    read_toml,
    refuse,
)


def reader(text: str) -> Reader:
    """A reader of the whole of a text."""
    return Reader(tomllib.loads(text), "", [])


def kinds(problems: Iterable[InputProblem]) -> list[tuple[str, Code]]:
    """The place and the code of each problem, which stay when its sentence is changed."""
    return [(problem.place, problem.code) for problem in problems]


# --- Files that are no TOML -------------------------------------------------------------------------------------------


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfname = 'Zo\xc3\xab'\r\n")
    assert read_toml(path) == {"name": "Zoë"}


UNREADABLE = [
    (b"a = 1\nb = \xff\n", "line 2", Code.ENCODING),
    (b"a = 1\n= 2\n", "line 2, column 1", Code.SYNTAX),
    (b"a = 1\na = 2\n", "line 2, column 6", Code.SYNTAX),
    (b"a = \x00", "line 1, column 5", Code.SYNTAX),
    (b"a = ", "end of document", Code.SYNTAX),
    (b"a = " + b"9" * 5000, "", Code.TOO_LONG),
    (b"a = " + b"[" * 100_000, "", Code.TOO_DEEP),
    (b"#" * (SIZE_MAX + 1), "", Code.TOO_LONG),
    (b"a = 1\n" + b"a." * 20_000 + b"a = 1", "line 2", Code.TOO_LONG),
    (b"[b]\n\n[" + b"a . " * KEY_MAX + b"a]", "line 3", Code.TOO_LONG),
    (b"a = [{" + b"'b'." * KEY_MAX + b"b = 1}]", "line 1", Code.TOO_LONG),
    (b'a = """\n\n"""\n' + b'"."."' * 9, "line 4", Code.TOO_LONG),
    (b"a.b = [" + b"1, " * (ENTRIES_MAX + 1) + b"]", "a.b", Code.TOO_LONG),
    (b"a = [0, [" + b"{}, " * (ENTRIES_MAX + 1) + b"]]", "a[2]", Code.TOO_LONG),
    (b"".join(b"a%d = 1\n" % n for n in range(ENTRIES_MAX + 1)), "", Code.TOO_LONG),
    (b"a = [" + (b"[" + b"1, " * 999 + b"],") * 11 + b"]", "", Code.TOO_LONG),
]


@pytest.mark.parametrize(("data", "place", "code"), UNREADABLE, ids=[repr(data[:16]) for data, _, _ in UNREADABLE])
def test_what_cannot_be_read_is_refused_with_its_place(data: bytes, place: str, code: Code, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(data)
    with pytest.raises(FileError) as caught:
        read_toml(path)
    assert kinds(caught.value.problems) == [(place, code)]
    assert str(caught.value) == f"{path}: {caught.value.problems[0]}"


def test_a_message_has_the_path_the_place_what_is_there_and_what_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"a = 1\nb = \xff\n")
    with pytest.raises(FileError) as caught:
        read_toml(path)
    assert str(caught.value) == f"{path}: line 2: byte 0xff is not UTF-8; expected a text in UTF-8"


def test_an_error_survives_pickling() -> None:
    error = FileError("a.toml", [InputProblem("k[1]", Code.MISSING, "is missing")])
    again = pickle.loads(pickle.dumps(error))
    assert (again.path, again.problems, str(again)) == (error.path, error.problems, str(error))


@pytest.mark.parametrize("name", ["none.toml", ".", "/dev/zero", "x" * 300, "\0"])
def test_what_is_no_file_cannot_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read_toml(tmp_path / name)
    assert kinds(caught.value.problems) == [("", Code.UNREADABLE)]


def test_of_very_many_problems_the_first_are_listed() -> None:
    problems = [InputProblem(f"a[{number}]", Code.MISSING, "is missing") for number in range(REPORTED_MAX + 7)]
    refuse("a.toml", [])
    with pytest.raises(FileError) as caught:
        refuse("a.toml", problems[:REPORTED_MAX])
    assert caught.value.problems == tuple(problems[:REPORTED_MAX])
    with pytest.raises(FileError) as caught:
        refuse("a.toml", problems)
    assert caught.value.problems[:-1] == tuple(problems[:REPORTED_MAX])
    assert (caught.value.problems[-1].code, "7" in caught.value.problems[-1].message) == (Code.MORE, True)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(FileError) as caught:
        read_toml(tmp_path / "pipe.toml")
    assert kinds(caught.value.problems) == [("", Code.UNREADABLE)]


def test_no_more_is_read_than_is_used(tmp_path: Path) -> None:
    with (tmp_path / "big.toml").open("wb") as file:
        file.truncate(400_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(FileError) as caught:
            read_toml(tmp_path / "big.toml")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kinds(caught.value.problems) == [("", Code.TOO_LONG)]
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
        assert "\n" not in str(problem)
    else:
        assert found == tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode())


# --- Values -----------------------------------------------------------------------------------------------------------

Ask = Callable[[Reader], Any]
asks: list[tuple[str, str, Ask, Any, list[tuple[str, Code]]]] = [
    ("number", "k = 3", lambda r: r.integer("k", 1, 5), 3, []),
    ("number missing", "", lambda r: r.integer("k", 1, 5), 1, [("k", Code.MISSING)]),
    ("number by default", "", lambda r: r.integer("k", 1, 5, 4), 4, []),
    ("number too high", "k = 6", lambda r: r.integer("k", 1, 5), 1, [("k", Code.OUT_OF_RANGE)]),
    ("number too low", "k = -1", lambda r: r.integer("k", 0, 5, 4), 4, [("k", Code.OUT_OF_RANGE)]),
    ("number is a float", "k = 3.0", lambda r: r.integer("k", 1, 5, 2), 2, [("k", Code.WRONG_TYPE)]),
    ("number is a flag", "k = true", lambda r: r.integer("k", 0, 5), 0, [("k", Code.WRONG_TYPE)]),
    ("number is huge", "k = 0x1" + "0" * 5000, lambda r: r.integer("k", 0, 5), 0, [("k", Code.OUT_OF_RANGE)]),
    ("text", 'k = "a"', lambda r: r.text("k"), "a", []),
    ("text missing", "", lambda r: r.text("k"), "", [("k", Code.MISSING)]),
    ("text by default", "", lambda r: r.text("k", default="b"), "b", []),
    ("text is a number", "k = 1", lambda r: r.text("k", default="b"), "b", [("k", Code.WRONG_TYPE)]),
    ("choice", 'k = "b"', lambda r: r.choice("k", ("a", "b")), "b", []),
    ("choice missing", "", lambda r: r.choice("k", ("a", "b")), "a", [("k", Code.MISSING)]),
    ("choice by default", "", lambda r: r.choice("k", ("a", "b"), "b"), "b", []),
    ("choice unknown", 'k = "c"', lambda r: r.choice("k", ("a", "b"), "b"), "b", [("k", Code.UNKNOWN_WORD)]),
    ("choice is a list", "k = []", lambda r: r.choice("k", ("a", "b"), "b"), "b", [("k", Code.WRONG_TYPE)]),
    ("flag", "k = true", lambda r: r.flag("k"), True, []),
    ("flag by default", "", lambda r: r.flag("k", default=True), True, []),
    ("flag is a number", "k = 1", lambda r: r.flag("k"), False, [("k", Code.WRONG_TYPE)]),
    ("parsed", 'k = "7"', lambda r: r.parsed("k", int, 5), 7, []),
    ("parsed by default", "", lambda r: r.parsed("k", int, 5), 5, []),
    ("parsed empty", 'k = ""', lambda r: r.parsed("k", len, 5), 0, []),
    ("parsed is a number", "k = 7", lambda r: r.parsed("k", int, 5), 5, [("k", Code.WRONG_TYPE)]),
    ("parsed wrong", 'k = "x"', lambda r: r.parsed("k", int, 5), 5, [("k", Code.MALFORMED)]),
    ("texts", 'k = ["a", "b"]', lambda r: r.texts("k"), {"k[1]": "a", "k[2]": "b"}, []),
    ("texts missing", "", lambda r: r.texts("k"), {}, []),
    ("texts is a text", 'k = "a"', lambda r: r.texts("k"), {"k": "a"}, []),
    ("texts is a number", "k = 1", lambda r: r.texts("k"), {}, [("k", Code.WRONG_TYPE)]),
    (
        "texts with others",
        'k = [1, "a", {}, []]',
        lambda r: r.texts("k"),
        {"k[2]": "a"},
        [("k[1]", Code.WRONG_TYPE), ("k[3]", Code.WRONG_TYPE), ("k[4]", Code.WRONG_TYPE)],
    ),
    ("table", "[k]\nx = 1", lambda r: list(r.table("k")), ["x"], []),
    ("table missing", "", lambda r: list(r.table("k")), [], []),
    ("table required", "", lambda r: list(r.table("k", required=True)), [], [("k", Code.MISSING)]),
    ("table is a number", "k = 1", lambda r: list(r.table("k")), [], [("k", Code.WRONG_TYPE)]),
    ("tables", "[[k]]\nx = 1\n[[k]]", lambda r: [list(entry) for entry in r.tables("k")], [["x"], []], []),
    ("tables is a table", "[k]", lambda r: r.tables("k"), [], [("k", Code.WRONG_TYPE)]),
    (
        "tables with others",
        "k = [{ x = 1 }, 2]",
        lambda r: [entry.place for entry in r.tables("k")],
        ["k[1]"],
        [("k[2]", Code.WRONG_TYPE)],
    ),
]


@pytest.mark.parametrize(("text", "ask", "found", "problems"), [ask[1:] for ask in asks], ids=[ask[0] for ask in asks])
def test_what_is_read_and_noted(text: str, ask: Ask, found: Any, problems: list[tuple[str, Code]]) -> None:
    top = reader(text)
    assert ask(top) == found
    assert kinds(top.problems) == problems
    top.close()
    assert kinds(top.problems) == problems


def test_a_message_says_what_is_there_and_what_is_expected() -> None:
    top = reader("k = -1")
    top.integer("k", 0, 5)
    assert [str(problem) for problem in top.problems] == ["k: is -1; expected a whole number from 0 to 5"]


# --- Places and keys --------------------------------------------------------------------------------------------------


def test_places_are_key_paths() -> None:
    top = reader('[a."b c".d]\n[[a.e]]\n[[a.e]]\n"x.y" = 1\n"\\n" = 2')
    top.table("a").table("b c").table("d").note("k", Code.MALFORMED, "is wrong")
    entry = top.table("a").tables("e")[1]
    entry.close()
    assert kinds(top.problems) == [
        ("a.b c.d.k", Code.MALFORMED),
        ("a.e[2].'x.y'", Code.UNKNOWN_KEY),
        ("a.e[2].'\\n'", Code.UNKNOWN_KEY),
    ]


def test_a_key_nobody_asked_for_is_noted_with_those_that_were() -> None:
    top = reader("titel = 1\nclaim = 2\nx = 3")
    top.text("title", default="")
    assert top.has("claim")
    top.get("claim")
    top.has("other")
    top.close()
    assert kinds(top.problems) == [("titel", Code.UNKNOWN_KEY), ("x", Code.UNKNOWN_KEY)]
    for problem in top.problems:
        assert "title, claim, other" in problem.message
    assert "did you mean 'title'" in top.problems[0].message


def test_to_ask_whether_a_key_is_there_is_not_to_read_it() -> None:
    top = reader("a = 1")
    assert top.has("a")
    assert not top.has("b")
    top.close()
    assert kinds(top.problems) == [("a", Code.UNKNOWN_KEY)]


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
