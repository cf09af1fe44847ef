"""How messages list words and name the bounds of numbers."""

from __future__ import annotations

from typing import Any

import pytest

from era_of_inventions.tabletop.errors import GameError, from_to, joined, number_from
from era_of_inventions.tabletop.values import mask


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
