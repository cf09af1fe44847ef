"""What a veiled number or set notes, and what it gives away of itself without being used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from era_of_inventions.tabletop.values.noted import Noted
from era_of_inventions.tabletop.values.packed import Cards, mask
from era_of_inventions.tabletop.values.veiled import Veiled, VeiledCards, VeiledSet, value_of_sets

CARD: Any = int
PATHS = frozenset([("field",)])


def cards(known: int, size: int | None, path: str = "field") -> VeiledCards:
    """Cards of which nothing is known but their number: a veiled set that stands in a position."""
    veiled: Any = VeiledSet(lambda: known, frozenset([(path,)]), Noted(), size, possible=0b111111)
    veiled.keeps = False
    return VeiledCards(veiled)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (lambda number: number - 3 == -1, True),
        (lambda number: number - 3 == -2, False),
        (lambda number: number + 1 < 9, True),
        (lambda number: number == 2, True),
    ],
)
def test_a_hidden_number_is_used_if_others_could_answer_otherwise(asked: Callable[[Any], object], answer: bool) -> None:
    noted = Noted()
    assert asked(Veiled(lambda: 2, PATHS, noted)) is answer
    assert noted


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (lambda card: card < 4, True),
        (lambda card: card <= 4, True),
        (lambda card: card > 4, False),
        (lambda card: card >= 0, True),
        (lambda card: card == 3, False),
        (lambda card: card != 3, True),
        (lambda card: card == -1, False),
    ],
)
def test_a_hidden_card_is_not_used_for_what_all_possible_ones_answer(
    asked: Callable[[Any], object], answer: bool
) -> None:
    noted = Noted()
    assert asked(Veiled(lambda: 2, PATHS, noted, possible=0b0111)) is answer
    assert not noted


def worth_of_a_pair() -> Any:
    """The worth of two cards: of the first and the second, or of the third and one of two others."""
    veiled: Any = cards(0b0011, 2).known
    veiled.noted.sets = {("field",): frozenset([0b0011, 0b0101, 0b1100])}
    return value_of_sets(int)(veiled)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (lambda worth: worth >= 3, True),
        (lambda worth: worth > 12, False),
        (lambda worth: worth < 13, True),
        (lambda worth: worth == 4, False),
        (lambda worth: worth != 4, True),
        (lambda worth: worth + 2 <= 14, True),
        (lambda worth: 1 + worth == 5, False),
        (lambda worth: worth - 3 < 0, False),
    ],
)
def test_what_a_hidden_set_is_worth_is_not_used_where_all_values_answer_alike(
    asked: Callable[[Any], object], answer: bool
) -> None:
    worth = worth_of_a_pair()
    assert asked(worth) is answer
    assert not worth.noted


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (lambda worth: worth > 3, False),
        (lambda worth: worth <= 5, True),
        (lambda worth: worth == 3, True),
        (lambda worth: worth != 12, True),
        (lambda worth: worth + 2 == 7, False),
        (lambda worth: bool(worth), True),
        (lambda worth: 20 - worth, 17),
        (lambda worth: worth * 2, 6),
        (lambda worth: {3: "three"}[worth], "three"),
    ],
)
def test_what_a_hidden_set_is_worth_is_used_where_its_values_differ(
    asked: Callable[[Any], object], answer: object
) -> None:
    worth = worth_of_a_pair()
    assert asked(worth) == answer
    assert worth.noted == PATHS


def test_what_a_set_is_worth_that_was_changed_is_used() -> None:
    veiled: Any = cards(0b0011, 2).known
    veiled.noted.sets = {("field",): frozenset([0b0011, 0b0101])}
    assert value_of_sets(int)(veiled | 0b1000) == 0b1011
    assert veiled.noted == PATHS


def test_cards_of_several_places_are_counted_though_nobody_knows_them() -> None:
    nothing: Cards[Any] = Cards(mask(CARD))
    first, second = cards(0b000011, 2), cards(0b111000, 3, "other")
    together = nothing.together(first).together(second)
    assert together.size == 5
    assert not {*first.known.noted, *second.known.noted}  # type: ignore[attr-defined]


def test_cards_whose_number_is_not_known_are_counted_by_using_them() -> None:
    some = cards(0b000011, None)
    assert some.size == 2
    assert some.known.noted == PATHS  # type: ignore[attr-defined]
