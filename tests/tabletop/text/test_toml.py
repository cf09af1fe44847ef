"""Reading TOML: every mistake noted with its place, what is there and what is expected, and reading goes on."""

from __future__ import annotations

import datetime
import os
import pickle
import tomllib
import tracemalloc
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from era_of_inventions.tabletop.errors import Code, FileError, Problem, describe, hint, unknown
from era_of_inventions.tabletop.text.toml import (
    ENTRIES_MAX,
    KEY_MAX,
    REPORTED_MAX,
    SIZE_MAX,
    read_toml,
    refuse,
    toml_text,
)


def kinds(problems: Iterable[Problem]) -> list[tuple[str, Code]]:
    """The place and the code of each problem, which stay when its sentence is changed."""
    return [(problem.place, problem.code) for problem in problems]


# --- Files that are no TOML -----------------------------------------------------------


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfname = 'Zo\xc3\xab'\r\n")
    assert read_toml(path) == {"name": "Zoë"}


PLAIN = st.text() | st.integers(-(2**60), 2**60) | st.booleans() | st.floats(allow_nan=False)
VALUES = st.recursive(PLAIN, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(), one, max_size=3))


@given(st.dictionaries(st.text(), VALUES, max_size=4))
@example({"a": {"b": {"c": {"d": 1}}, "e": [{"f": {}}, {"g": [{}]}]}, "h": [], "i": {}, "j": [1, {"k": "\x7f\n"}]})
def test_what_is_written_is_read_again(contents: dict[str, object]) -> None:
    assert tomllib.loads(toml_text(contents)) == contents


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
    error = FileError("a.toml", [Problem.at("k[1]", Code.MISSING, "is missing")])
    again = pickle.loads(pickle.dumps(error))
    assert (again.path, again.problems, str(again)) == (error.path, error.problems, str(error))


@pytest.mark.parametrize("name", ["none.toml", ".", "/dev/zero", "x" * 300, "\0"])
def test_what_is_no_file_cannot_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read_toml(tmp_path / name)
    assert kinds(caught.value.problems) == [("", Code.UNREADABLE)]


def test_of_very_many_problems_the_first_are_listed() -> None:
    problems = [Problem.at(f"a[{number}]", Code.MISSING, "is missing") for number in range(REPORTED_MAX + 7)]
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


# --- Words of messages ----------------------------------------------------------------


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
    few, many = [f"word-{n:02}" for n in range(15)], [f"word-{n:02}" for n in range(16)]
    assert unknown("x", few) == f"'x' is not known; expected one of {', '.join(few)}"
    assert unknown("word-3", few).startswith(f"'word-3' is not known; expected one of {', '.join(few)}; did you mean ")
    assert unknown("x", many) == "'x' is not known; expected one of word-00, word-01, word-02, …"
    assert unknown("word-3", many).startswith("'word-3' is not known; did you mean 'word-")
    assert unknown("x" * 500, few).startswith(f"'{'x' * 56}... is not known; ")
