"""The card display and the factory row, apart from the game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.model.components import members
from era_of_inventions.model.state import EMPTY
from era_of_inventions.rulebook.display import open_space, put, restock, slid, without

paths = st.lists(st.just(EMPTY) | st.integers(0, 30), min_size=1, max_size=7).map(tuple)


@pytest.mark.parametrize("reading", ["remaining-first", "eager", "merge"])
@pytest.mark.parametrize("deck", range(8))
@pytest.mark.parametrize("needed", range(5))
def test_reshuffles(reading: str, deck: int, needed: int) -> None:
    discard = 0b101000  # no card is in both piles
    empty, short = not members(deck), len(members(deck)) < needed
    reshuffled = {"remaining-first": empty and needed > 0, "eager": empty, "merge": short}[reading]
    together = set(members(deck)) | set(members(discard))
    after = restock(deck, discard, needed, reading)
    assert tuple(map(set, map(members, after))) == (
        (together, set()) if reshuffled else (set(members(deck)), set(members(discard)))
    )


@given(paths)
def test_slid_cards_keep_their_order_and_leave_no_gap(path: tuple[int, ...]) -> None:
    cards = [card for card in path if card != EMPTY]
    assert list(slid(path)) == [EMPTY] * (len(path) - len(cards)) + cards


@given(paths, st.integers(0, 2**31 - 1))
def test_cards_are_taken_away_where_they_lie(path: tuple[int, ...], mask: int) -> None:
    left = without(path, mask)
    assert [(a, b) for a, b in zip(path, left, strict=True) if a != b] == [
        (card, EMPTY) for card in path if card != EMPTY and card in members(mask)
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
