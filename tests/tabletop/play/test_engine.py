"""Legal moves of a game that has only its law: listed in the order of the table, whatever was asked before."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.law.clause import Chapter, grant, limit, moments_of
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.engine import legal_by_law
from era_of_inventions.tabletop.play.rulebook import MoveFilter
from tests.support.harbor import Bid, Pass

MOVES = (*range(1, 9), *"abc", *range(9, 12))
"""Numbers that are taken off a heap, and letters, with which nobody can do anything."""
asked: Counter[str] = Counter()


class Sky(NamedTuple):
    stage: str
    least: int


@grant("toy.even", on=int)
def even(heap: int, taken: int) -> bool:
    """An even number may be taken."""
    return taken % 2 == 0


@grant("toy.small", on=int)
def small(heap: int, taken: int) -> bool:
    """A number up to three may be taken."""
    return taken <= 3


@limit("toy.not-seven", on=(int, str))
def not_seven(heap: int, taken: int) -> bool:
    """Seven is never taken."""
    asked["toy.not-seven"] += 1
    return taken != 7


@limit("toy.there", on=int)
def there(heap: int, taken: int) -> bool:
    """What is taken must be there."""
    asked["toy.there"] += 1
    return taken <= heap


LAW = Law([Chapter("toy", "Toy", (even, small, not_seven, there))])


@given(st.lists(st.integers(0, 14), max_size=8))
def test_the_law_lists_what_it_allows_in_the_order_of_the_table(heaps: list[int]) -> None:
    legal_moves = legal_by_law(LAW, MOVES)
    for heap in heaps:
        assert legal_moves(heap) == tuple(move for move in MOVES if LAW.allows(heap, move))


def test_a_limit_that_forbids_much_is_asked_first_the_next_time() -> None:
    legal_moves = legal_by_law(LAW, range(1, 12))
    rounds = []
    for _ in range(2):
        asked.clear()
        assert legal_moves(4) == (1, 2, 3, 4)
        rounds.append(dict(asked))
    assert rounds == [{"toy.not-seven": 11, "toy.there": 10}, {"toy.there": 11, "toy.not-seven": 4}]


def test_a_suspended_limit_forbids_nothing() -> None:
    legal_moves = legal_by_law(LAW, MOVES)
    with there.suspended():
        assert legal_moves(0) == (1, 2, 3, 4, 6, 8, 10)
    assert legal_moves(0) == ()


@grant("toy.at-night", on=(Bid, Pass), when=moments_of("stage")("at night", "night", "midnight"))
def at_night(sky: Sky, move: Bid | Pass) -> bool:
    """At night one bids an even number, or passes."""
    asked[str(move)] += 1
    return isinstance(move, Pass) or move.amount % 2 == 0


BIDS = (*map(Bid, range(1, 9)), Pass())
BIDDING = Law([Chapter("toy", "Toy", (at_night,))])


@pytest.mark.parametrize(
    ("candidates", "legal", "questions"),
    [
        (None, [2, 4, 6, 8], 9),
        (MoveFilter(lambda sky: range(3, sky.least)), [4], 4),
        (MoveFilter(lambda sky: range(3, sky.least), legal=True), [3, 4, 5], 1),
        (MoveFilter(lambda sky: (99,)), [], 1),
    ],
)
def test_the_law_is_asked_about_candidates_only(
    candidates: MoveFilter[Any] | None, legal: list[int], questions: int
) -> None:
    legal_moves = legal_by_law(BIDDING, BIDS, {Bid: candidates} if candidates else {})
    asked.clear()
    assert legal_moves(Sky("noon", 6)) == ()
    assert asked.total() == 0
    assert legal_moves(Sky("midnight", 6)) == (*map(Bid, legal), Pass())
    assert asked.total() == questions
