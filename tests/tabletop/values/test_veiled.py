"""What a veiled number or set notes, and what it gives away of itself without being used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from era_of_inventions.tabletop.values.packed import Cards, mask
from era_of_inventions.tabletop.values.veiled import Noted, Veiled, VeiledCards, VeiledSet

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
