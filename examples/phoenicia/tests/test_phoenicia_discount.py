"""Discounts of some cards on the price of others."""

from __future__ import annotations

import pytest
from phoenicia.box import Discount
from phoenicia.position import Stage, State
from phoenicia.rules.discount import steps, subtract, this_target_only
from phoenicia_tables import CARDS, SET, Has, allowed, card, clause, play, table

from era_of_inventions.tabletop.values import evolve

OFF = {
    "dyer": (("dye-house",), (4, 7, 9)),
    "tracker": (("caravan",), (2, 4)),
    "prospector": (("smelter",), (1, 2)),
    "city-center": (("public-works",), (2, 4)),
    "shipyard": (("ships", "tradefleet", "port"), (3, 5)),
    "public-works": (("city-walls",), (3, 5, 7)),
}
"""What is printed, as far as it is known."""


def owning(cards: str) -> State:
    """A position in which the first player has these cards."""
    return table(Has("3x6", disks=3, cards=cards), Has("6x5"), stage=Stage.OFFER, display="dye-house, smelter")


@clause("discount.steps")
class TestSteps:
    """Two or three cards that discount the same card give the second or third step, not the sum of the steps."""

    @pytest.mark.parametrize("of", OFF)
    def test_the_step_of_the_number(self, of: str) -> None:
        on, printed = OFF[of]
        for copies in range(1, 4):
            state = owning(f"{copies} {of}")
            step = printed[min(copies, len(printed)) - 1]
            assert {steps(state, state.me, card(one)) for one in on} == {step}

    @pytest.mark.parametrize(
        ("cards", "step"),
        [("dyer", 4), ("shipyard", 1), ("dyer, shipyard", 7), ("dyer, 2 shipyard", 9), ("2 shipyard", 5)],
    )
    def test_cards_of_two_kinds_count_together(self, cards: str, step: int) -> None:
        """In a set in which a Shipyard takes 1 and then 5 off the Dye House, where Dyers take 4, 7 and 9."""
        discounts = (*SET.discounts, Discount(card("shipyard"), (card("dye-house"),), (1, 5)))
        two_kinds = evolve(SET, discounts=discounts)
        state = table(Has(cards=cards), stage=Stage.OFFER, display="dye-house", components=two_kinds)
        assert steps(state, state.me, card("dye-house")) == step

    def test_none_without_cards(self) -> None:
        state = owning("fort")
        assert {steps(state, state.me, card(one)) for one in CARDS} == {0}


@clause("discount.this-target-only")
class TestThisTargetOnly:
    """A discount counts only for the cards that it names, and from the moment that its own card is paid."""

    @pytest.mark.parametrize("of", OFF)
    def test_for_no_others(self, of: str) -> None:
        state, (on, printed) = owning(of), OFF[of]
        for id_ in CARDS:
            assert steps(state, state.me, card(id_)) == (printed[0] if id_ in on else 0)
            assert [one.of for one in this_target_only(state, state.me, card(id_))] == [card(of)] * (id_ in on)

    def test_of_several_cards_each_for_its_own(self) -> None:
        state = owning("2 dyer, prospector, tracker")
        found = [steps(state, state.me, card(id_)) for id_ in ("dye-house", "smelter", "caravan", "ships")]
        assert found == [7, 1, 2, 0]

    def test_in_the_next_auction_of_the_turn(self) -> None:
        state = table(Has(disks=20), stage=Stage.OFFER, display="shipyard, ships")
        state = play(state, "put up shipyard", "bid 7", "pass")
        assert allowed(state, "put up ships")
        state = play(state, "put up ships", "bid 14", "pass")
        assert state.players[0].disks == 20 - 7 - 11

    def test_not_that_of_somebody_else(self) -> None:
        state = table(Has("3x6"), Has(cards="3 dyer"), stage=Stage.OFFER, display="dye-house")
        assert play(state, "put up dye-house", "bid 14", "pass").turn.owed == 14


@clause("discount.subtract")
class TestSubtract:
    """Whoever has a discount pays the bid less that discount, or nothing if the discount is greater."""

    @pytest.mark.parametrize(("cards", "bid", "price"), [("", 15, 15), ("dyer", 17, 13), ("3 dyer", 14, 5)])
    def test_bid_less_discount(self, cards: str, bid: int, price: int) -> None:
        state = play(owning(cards), "put up dye-house", f"bid {bid}", "pass")
        assert state.turn.owed == price

    @pytest.mark.parametrize(("bid", "price"), [(10, 1), (9, 0), (8, 0), (1, 0)])
    def test_never_less_than_nothing(self, bid: int, price: int) -> None:
        state = owning("3 dyer")
        assert subtract(state, state.me, card("dye-house"), bid) == price
        assert max(step for one in SET.discounts for step in one.steps) == 9
