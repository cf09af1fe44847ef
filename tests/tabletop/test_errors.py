"""How messages list words and name the bounds of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from era_of_inventions.tabletop import Game, from_json, parse_game, to_data, to_json
from era_of_inventions.tabletop.errors import GameError, from_to, joined, number_from
from era_of_inventions.tabletop.values import bag, mask
from tests.support.nim import NIM


@pytest.mark.parametrize(
    ("words", "sentence"), [((3,), "3"), ((3, 4), "3 or 4"), ((3, 4, 5), "3, 4 or 5"), (iter("abcd"), "a, b, c or d")]
)
def test_several_words_are_joined_by_commas_and_one_conjunction(words: Any, sentence: str) -> None:
    assert joined(words) == sentence


def test_bounds_that_leave_one_number_name_it_once() -> None:
    assert [from_to(0, 3), from_to(0, 0)] == ["0 to 3", "0"]
    assert [text.count("8") for text in (number_from(1, 8), number_from(8, 8))] == [1, 1]


@pytest.mark.parametrize("indexes", [[-1], ["a"], 5, None, [10**30]])
def test_what_is_not_a_list_of_indexes_is_shown(indexes: Any) -> None:
    with pytest.raises(GameError) as caught:
        mask(object, indexes)
    assert str(caught.value).startswith(f"{indexes!r} is not a list of indexes; expected ")


@pytest.mark.parametrize("counts", [["a"], 5, None])
def test_what_is_not_a_list_of_counts_is_shown(counts: Any) -> None:
    with pytest.raises(GameError) as caught:
        bag(object, counts)
    assert str(caught.value).startswith(f"{counts!r} is not a list of counts; expected ")


@pytest.mark.parametrize("rulebook", [None, 3, "nim"])
def test_what_is_no_rulebook_is_refused(rulebook: Any) -> None:
    asked: list[Callable[[], object]] = [
        lambda: Game(rulebook, 2),
        lambda: to_json(rulebook, 2),
        lambda: to_data(rulebook, 2),
        lambda: from_json(rulebook, "{}", int),
    ]
    for ask in asked:
        with pytest.raises(GameError, match=f"^{rulebook!r} is no rulebook; "):
            ask()


def test_a_rulebook_is_no_list_of_rulebooks() -> None:
    with pytest.raises(GameError, match=r"^rulebooks is .*; expected a list of rulebooks$"):
        parse_game("", NIM)  # type: ignore[arg-type]
