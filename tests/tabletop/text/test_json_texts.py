"""Texts of JSON, and data that none can hold: the first problem is shown with its place."""

from __future__ import annotations

from typing import Any

import pytest

from era_of_inventions.tabletop.errors import Code, DocumentError
from era_of_inventions.tabletop.text.json import DEPTH_MAX, parse, unplain


def nested(depth: int) -> Any:
    data: Any = 0
    for _ in range(depth):
        data = [data]
    return data


@pytest.mark.parametrize("data", [None, True, 0.5, "a", {"a": [1, {"b": None}]}, nested(DEPTH_MAX - 1)])
def test_plain_data_has_no_problem(data: Any) -> None:
    assert unplain(data) is None


@pytest.mark.parametrize(
    ("data", "place", "code"),
    [
        ({"a": [1, {2: 3}]}, "a[1]", Code.WRONG_TYPE),
        ({"a": {"b": {4}}}, "a.b", Code.WRONG_TYPE),
        ([0, 10**100_000], "[1]", Code.TOO_LONG),
        (nested(DEPTH_MAX + 1), "", Code.TOO_DEEP),
    ],
)
def test_data_that_no_text_holds_is_refused_at_its_place(data: Any, place: str, code: Code) -> None:
    problem = unplain(data)
    assert problem is not None
    assert (problem.place, problem.code) == (place, code)


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        (3, "", Code.WRONG_TYPE),
        (b'{"a":\n "\xff"}', "line 2, column 3", Code.ENCODING),
        ("[" * 100_000, f"line 1, column {DEPTH_MAX + 1}", Code.TOO_DEEP),
    ],
)
def test_a_text_that_is_no_json_is_refused_at_its_place(text: Any, place: str, code: Code) -> None:
    with pytest.raises(DocumentError) as refused:
        parse(text, "a game")
    assert [(one.place, one.code) for one in refused.value.problems] == [(place, code)]
