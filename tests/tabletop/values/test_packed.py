"""Sets, amounts and counts in numbers do what Python's own sets and counters do."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.values import (
    ABSENT,
    ALL_THINGS,
    COUNT_MAX,
    UNKNOWN,
    Cards,
    bag,
    changed,
    count,
    has,
    mask,
    members,
    minus,
    plus,
    some,
)


class Shell:
    """A kind of things."""


indexes = st.integers(0, 150)
sets_of_things = st.sets(indexes)


@given(sets_of_things, indexes)
def test_sets_of_things_are_sets(things: set[int], one: int) -> None:
    packed = mask(Shell, things)
    assert members(packed) == tuple(sorted(things))
    assert has(packed, one) is (one in things)
    assert {*members(plus(packed, one))} == things | {one}
    assert {*members(minus(packed, one))} == things - {one}
    assert (one in Cards(packed, 2), Cards(packed, 2).size) == (one in things, len(things) + 2)


def test_nothing_absent_or_unknown_is_in_a_set() -> None:
    for nothing in (ABSENT, UNKNOWN):
        assert not has(ALL_THINGS, nothing)
        assert nothing not in Cards(ALL_THINGS)
    assert has(ALL_THINGS, 10_000)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 999)), max_size=9))
def test_amounts_are_counters(pieces: list[tuple[int, int]]) -> None:
    together, counted = bag(Shell), Counter[int]()
    for kind, number in pieces:
        together, counted[kind] = together + some(Shell, kind, number), counted[kind] + number
    assert [count(together, kind) for kind in range(7)] == [counted[kind] for kind in range(7)]
    assert together == bag(Shell, [counted[kind] for kind in range(7)])


def test_a_kind_is_counted_up_to_the_highest_count() -> None:
    assert count(some(Shell, 2, COUNT_MAX), 2) == COUNT_MAX
    assert count(some(Shell, 2), 1) == 0


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.data())
def test_one_of_several_counts_is_changed(counts: list[int], data: st.DataObject) -> None:
    kind, by = data.draw(st.integers(0, len(counts) - 1)), data.draw(st.integers(-9, 9))
    expected = [*counts]
    expected[kind] += by
    assert changed(tuple(counts), kind, by) == tuple(expected)


@pytest.mark.parametrize("wrong", [[1], 2.0, "3", None])
def test_only_sets_have_members(wrong: object) -> None:
    with pytest.raises(GameError, match="is no set of things"):
        members(wrong)  # type: ignore[arg-type]
