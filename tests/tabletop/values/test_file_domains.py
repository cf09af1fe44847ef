"""What people write in files: each domain takes what it should, and refuses all else with a place and a code."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from era_of_inventions.tabletop.errors import Code, Problem
from era_of_inventions.tabletop.text.toml import in_toml
from era_of_inventions.tabletop.values import Count, Domain, Field, Flag, InvalidDataError, Terms, Text, field, record
from era_of_inventions.tabletop.values.file_domains import (
    Later,
    OneOrMany,
    OrLeftOut,
    Parsed,
    TableOf,
    Tables,
    in_any_case,
    record_table,
)
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.object_keys import KnownKey, KnownKeys, SynonymousKeys

TERMS = Terms()
TABLE = Later(lambda _: {"type": "object"})


def kinds(problems: list[Problem]) -> list[tuple[str, Code]]:
    return [(in_toml(problem, "k").place, problem.code) for problem in problems]


def read(holds: Domain[Any], text: str) -> tuple[Any, list[tuple[str, Code]]]:
    """The value of the key ``k`` in TOML, or the places and codes of its problems."""
    try:
        return holds.bind(TERMS).read(tomllib.loads(text)["k"]), []
    except InvalidDataError as error:
        return None, kinds([*error.problems])


def number(text: str, terms: Terms) -> int:
    return int(text)


WORDS = in_any_case(["one", "Two"])
TEXTS = OneOrMany(Text(), 3, 1)
VALUES: dict[str, tuple[Domain[Any], str, Any]] = {
    "word": (WORDS, "k = 'one'", "one"),
    "word in capitals": (WORDS, "k = 'TWO'", "Two"),
    "word for a value": (in_any_case({"yes": 1}), "k = 'Yes'", 1),
    "parsed": (Parsed(number), "k = '7'", 7),
    "texts": (TEXTS, "k = ['a', 'b']", ("a", "b")),
    "one text": (TEXTS, "k = 'a'", ("a",)),
    "a text of several lines": (Text(), 'k = "a\\n\\tb"', "a\n\tb"),
    "all that a list may hold": (TEXTS, "k = ['a', 'b', 'c']", ("a", "b", "c")),
    "left out or a number": (OrLeftOut(Count(1, 5)), "k = 5", 5),
    "table": (TABLE, "[k]\nx = 1", {"x": 1}),
    "tables": (Tables(TABLE, 2), "[[k]]\nx = 1\n[[k]]", ({"x": 1}, {})),
    "keys": (TableOf({"a": Flag(), "b": Flag()}), "[k]\nb = true", {"b": True}),
}
WRONG: dict[str, tuple[Domain[Any], str, list[tuple[str, Code]]]] = {
    "another word": (WORDS, "k = 'three'", [("k", Code.UNKNOWN_WORD)]),
    "no word": (WORDS, "k = []", [("k", Code.WRONG_TYPE)]),
    "not to be parsed": (Parsed(number), "k = 'x'", [("k", Code.MALFORMED)]),
    "nothing to parse": (Parsed(number), "k = 7", [("k", Code.WRONG_TYPE)]),
    "no texts": (TEXTS, "k = 1", [("k", Code.WRONG_TYPE)]),
    "other things than texts": (
        TEXTS,
        "k = [1, 'a', {}]",
        [("k[1]", Code.WRONG_TYPE), ("k[3]", Code.WRONG_TYPE)],
    ),
    "characters that steer a terminal": (
        OneOrMany(Text()),
        'k = ["a\\u001b[31m", "a\\u009b31m", "a\\rb", "a\\u007f"]',
        [(f"k[{number}]", Code.MALFORMED) for number in range(1, 5)],
    ),
    "too many": (TEXTS, "k = ['a', 'a', 'a', 'a']", [("k", Code.TOO_LONG)]),
    "too few": (TEXTS, "k = []", [("k", Code.TOO_SHORT)]),
    "out of bounds": (OrLeftOut(Count(1, 5)), "k = 6", [("k", Code.OUT_OF_RANGE)]),
    "no table": (TABLE, "k = 1", [("k", Code.WRONG_TYPE)]),
    "no tables": (Tables(TABLE, 2), "[k]", [("k", Code.WRONG_TYPE)]),
    "other things than tables": (Tables(TABLE, 3), "k = [{}, 2, {}]", [("k[2]", Code.WRONG_TYPE)]),
    "keys": (
        TableOf({"a": Flag(), "b": Flag()}),
        '[k]\na = 1\nc = true\n"\\n" = 2',
        [("k.a", Code.WRONG_TYPE), ("k.c", Code.UNKNOWN_KEY), (r"k.'\n'", Code.UNKNOWN_KEY)],
    ),
}


@pytest.mark.parametrize(("holds", "text", "value"), VALUES.values(), ids=VALUES)
def test_what_is_read(holds: Domain[Any], text: str, value: Any) -> None:
    assert read(holds, text) == (value, [])


@pytest.mark.parametrize(("holds", "text", "problems"), WRONG.values(), ids=WRONG)
def test_what_is_refused(holds: Domain[Any], text: str, problems: list[tuple[str, Code]]) -> None:
    assert read(holds, text) == (None, problems)


# --- Keys -----------------------------------------------------------------------------


@record
class Ship:
    """A ship."""

    length: Field[int] = field(Count(1, 9), "from stem to stern", words="hull length")
    flag: Field[str] = field(WORDS, "its flag", default="one")


def test_what_can_be_read_is_read_and_all_problems_are_found() -> None:
    values, problems = Layout(Ship, TERMS).table.gather({"hull_length": 10, "flag": "two", "mast": 1})
    assert values == [None, "Two"]
    assert kinds(problems) == [("k.hull_length", Code.OUT_OF_RANGE), ("k.mast", Code.UNKNOWN_KEY)]
    values, problems = Layout(Ship, TERMS).table.gather({})
    assert values[1] == "one"
    assert kinds(problems) == [("k.hull_length", Code.MISSING)]


def test_the_schema_of_a_table_has_the_keys_that_are_read() -> None:
    schema = record_table(Ship, TERMS)
    assert (*schema["properties"],) == ("hull_length", "flag")
    assert schema["required"] == ["hull_length"]
    assert not schema["additionalProperties"]


def test_an_unknown_key_is_shown_with_those_that_are_known() -> None:
    keys = KnownKeys([KnownKey("title", str), KnownKey("claim", str)], ["other"])
    _, problems = keys.gather({"titel": 1, "other": 2})
    (problem,) = problems
    assert "title, claim, other" in problem.message
    assert "did you mean 'title'" in problem.message


def test_of_several_keys_for_the_same_one_counts() -> None:
    keys = SynonymousKeys([KnownKey("player", int), KnownKey("round", int)], {"to_move": "player", "turn": "player"})
    assert keys.gather({"turn": 1, "round": 2}) == ([1, 2], [])
    values, problems = keys.gather({"turn": 1, "player": 3, "to_move": 4})
    assert values == [3, None]
    assert sorted(kinds(problems)) == [("k.to_move", Code.DUPLICATE), ("k.turn", Code.DUPLICATE)]


def test_a_problem_stands_at_the_key_that_is_written() -> None:
    keys = SynonymousKeys([KnownKey("player", WORDS.bind(TERMS).read)], {"to_move": "player"})
    values, problems = keys.gather({"to_move": "three"})
    assert values == [None]
    assert kinds(problems) == [("k.to_move", Code.UNKNOWN_WORD)]
