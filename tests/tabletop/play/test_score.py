"""Scores: who comes first where the lowest total wins, and where tie-breaks decide."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop.documents import to_data
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.simulate import Finished, Summary
from era_of_inventions.tabletop.values import Cards, evolve, mask, members
from tests.support.golf import GOLF, Card, State

FIRST_OF_SUITS = {"birch": 0, "oak": 9}


def held(*cards: tuple[str, int], rulebook: Rulebook[State, Any] = GOLF) -> Score:
    """The score of players who have kept these cards."""
    game: Game[State, Any] = Game(rulebook, len(cards))
    state = game.new()
    hands = [Cards(mask(Card, [FIRST_OF_SUITS[suit] + worth - 1])) for suit, worth in cards]
    players = tuple(evolve(player, hand=hand) for player, hand in zip(state.players, hands, strict=True))
    return game.score(evolve(state, players=players))


@pytest.mark.parametrize(
    ("worths", "places"),
    [((7, 3, 9, 4), (3, 1, 4, 2)), ((7, 3, 9, 3), (3, 1, 4, 1)), ((5, 5, 2, 2), (3, 3, 1, 1)), ((6, 6), (1, 1))],
)
def test_the_lowest_total_comes_first(worths: Sequence[int], places: Sequence[int]) -> None:
    suits = ["birch" if worth not in worths[:seat] else "oak" for seat, worth in enumerate(worths)]
    score = held(*zip(suits, worths, strict=True))
    assert score.places == places
    assert score.winners == tuple(seat for seat, worth in enumerate(worths) if worth == min(worths))
    assert [number for _, number in score.decided_by[0].numbers] == sorted(worths)


def test_simulations_count_these_places() -> None:
    scores = [held(("birch", 7), ("oak", 3), ("birch", 9)), held(("birch", 1), ("oak", 3), ("birch", 3))]
    finished = [Finished(seed, 3, (), score, frozenset()) for seed, score in enumerate(scores)]
    summary = sum(map(Summary.of, finished), Summary())
    assert summary.places == ((1, 1, 0), (1, 1, 0), (0, 1, 1))
    assert summary.winning_score == 3 + 1


def birch_first(state: State) -> tuple[int, ...]:
    return tuple(sum(card < FIRST_OF_SUITS["oak"] for card in members(player.hand.known)) for player in state.players)


@pytest.mark.parametrize(("lowest", "places"), [(True, (2, 1, 3, 3)), (False, (4, 3, 1, 1))])
def test_the_highest_by_a_tie_break_comes_first_whichever_total_wins(lowest: bool, places: Sequence[int]) -> None:
    rulebook: Rulebook[State, Any] = attrs.evolve(GOLF, lowest_wins=lowest, tie_breaks=(birch_first,))
    score = held(("oak", 3), ("birch", 3), ("oak", 8), ("oak", 8), rulebook=rulebook)
    assert score.places == places


def nearest_to_three(_state: State, totals: Sequence[int]) -> tuple[int, ...]:
    apart = [abs(total - 3) for total in totals]
    return tuple(seat for seat, distance in enumerate(apart) if distance == min(apart))


@pytest.mark.parametrize(
    ("worths", "places"),
    [((9, 7, 2, 3), (4, 3, 2, 1)), ((9, 3, 9, 3), (3, 1, 3, 1)), ((1, 5, 9, 9), (1, 1, 3, 3)), ((4, 8), (1, 2))],
)
def test_the_winners_come_first_whatever_wins_and_the_others_in_the_same_order(
    worths: Sequence[int], places: Sequence[int]
) -> None:
    rulebook: Rulebook[State, Any] = attrs.evolve(GOLF, lowest_wins=False, winners=nearest_to_three)
    suits = ["birch" if worth not in worths[:seat] else "oak" for seat, worth in enumerate(worths)]
    score = held(*zip(suits, worths, strict=True), rulebook=rulebook)
    assert score.places == places
    assert score.winners == tuple(seat for seat, place in enumerate(places) if place == 1)
    assert Summary.of(Finished(0, 3, (), score, frozenset())).wins == tuple(int(place == 1) for place in places)


def most_birch(state: State, _totals: Sequence[int]) -> tuple[int, ...]:
    numbers = birch_first(state)
    return tuple(seat for seat, number in enumerate(numbers) if number == max(numbers))


def most_birch_then_lowest(state: State, totals: Sequence[int]) -> tuple[int, ...]:
    best = most_birch(state, totals)
    return tuple(seat for seat in best if totals[seat] == min(totals[one] for one in best))


@pytest.mark.parametrize("lowest", [True, False])
def test_who_comes_next_is_not_known_where_no_total_decides_who_wins(lowest: bool) -> None:
    rulebook: Rulebook[State, Any] = attrs.evolve(GOLF, lowest_wins=lowest, winners=most_birch)
    assert held(("oak", 1), ("birch", 9), ("oak", 5), ("oak", 3), rulebook=rulebook).places == (2, 1, 2, 2)


@pytest.mark.parametrize(
    ("cards", "places"),
    [
        ((("birch", 9), ("oak", 1), ("birch", 4), ("oak", 2)), (2, 3, 1, 3)),
        ((("birch", 1), ("oak", 2), ("oak", 3), ("oak", 4)), (1, 2, 2, 2)),
    ],
)
def test_nobody_comes_next_by_a_total_that_decides_among_some_only(
    cards: Sequence[tuple[str, int]], places: Sequence[int]
) -> None:
    rulebook: Rulebook[State, Any] = attrs.evolve(GOLF, winners=most_birch_then_lowest)
    assert held(*cards, rulebook=rulebook).places == places


def test_a_score_is_written_where_no_clause_says_what_wins() -> None:
    score = held(("birch", 7), ("oak", 3), ("birch", 9))
    assert [comparison.clause for comparison in score.decided_by] == [""]
    assert to_data(GOLF, score, setting=Game(GOLF, 3).setting)["decided_by"] == [
        {"clause": "", "numbers": [{"seat": 1, "number": 3}, {"seat": 0, "number": 7}, {"seat": 2, "number": 9}]}
    ]


def test_a_score_of_many_positions_is_pickled_without_them() -> None:
    score = held(("birch", 7), ("oak", 3), ("birch", 9))
    assert pickle.loads(pickle.dumps(score)) == score
    assert b"golf" not in pickle.dumps(score).replace(b"golf.worth", b"")
