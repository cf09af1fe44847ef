"""The card display and the factory row, apart from the game."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import InventionCard
from era_of_inventions.position import EMPTY
from era_of_inventions.rules.display import open_space, put, restock, slid, without
from era_of_inventions.tabletop.values import NO_THINGS, mask

paths = st.lists(st.just(EMPTY) | st.integers(0, 30), min_size=1, max_size=7).map(tuple)


@pytest.mark.parametrize(
    ("reading", "deck", "needed", "reshuffled"),
    [
        ("remaining-first", "", 0, False),
        ("remaining-first", "", 1, True),
        ("remaining-first", "a", 1, False),
        ("remaining-first", "a", 2, False),
        ("eager", "", 0, True),
        ("eager", "", 4, True),
        ("eager", "a", 4, False),
        ("merge", "", 0, False),
        ("merge", "", 1, True),
        ("merge", "a", 1, False),
        ("merge", "a", 2, True),
        ("merge", "ab", 2, False),
        ("merge", "ab", 3, True),
    ],
)
def test_reshuffles(reading: str, deck: str, needed: int, reshuffled: bool) -> None:
    cards, discards = (mask(InventionCard, map("abcde".index, pile)) for pile in (deck, "de"))
    shuffled = (cards | discards, NO_THINGS)
    assert restock(cards, discards, needed, reading) == (shuffled if reshuffled else (cards, discards))


@given(paths)
def test_slid_cards_keep_their_order_and_leave_no_gap(path: tuple[int, ...]) -> None:
    # Cards slide one space at a time, as long as the space after one is open.
    steps = list(path)
    while any(a != EMPTY and b == EMPTY for a, b in pairwise(steps)):
        at = next(i for i, (a, b) in enumerate(pairwise(steps)) if a != EMPTY and b == EMPTY)
        steps[at], steps[at + 1] = EMPTY, steps[at]
    assert slid(path) == tuple(steps)


@given(paths, st.sets(st.integers(0, 30)))
def test_cards_are_taken_away_where_they_lie(path: tuple[int, ...], taken: set[int]) -> None:
    left = without(path, mask(InventionCard, taken))
    assert [(a, b) for a, b in zip(path, left, strict=True) if a != b] == [
        (card, EMPTY) for card in path if card != EMPTY and card in taken
    ]


@given(paths, st.booleans(), st.integers(0, 30))
def test_the_next_space_is_the_first_or_last_open_one(path: tuple[int, ...], from_exit: bool, card: int) -> None:
    if EMPTY not in path:
        with pytest.raises(ValueError, match="not in"):
            open_space(path, from_exit=from_exit)
        return
    space = open_space(path, from_exit=from_exit)
    assert space == [index for index, there in enumerate(path) if there == EMPTY][-1 if from_exit else 0]
    filled = put(path, space, card)
    assert [index for index in range(len(path)) if filled[index] != path[index]] == [space]
    assert filled[space] == card
