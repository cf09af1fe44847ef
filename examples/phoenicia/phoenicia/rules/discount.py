"""Discounts: what some cards take off the price of others."""

from __future__ import annotations

from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import definition
from phoenicia.model import Player, State

SECTION = "Kaarten veilen"


@definition("discount.steps", nl=Cite(SECTION, "voordeel van de tweede korting"))
def steps(position: State, player: Player) -> tuple[tuple[tuple[int, ...], int], ...]:
    """With two or three copies of a card that gives a discount one has its second or third step, not a sum of steps."""
    return tuple(
        (discount.on, discount.steps[min(copies, len(discount.steps)) - 1])
        for discount in position.components.discounts
        if (copies := player.cards[discount.of])
    )


@definition("discount.this-target-only", nl=Cite(SECTION, "een korting geven op dezelfde ontwikkeling"))
def this_target_only(position: State, player: Player, kind: int) -> int:
    """A discount counts for the cards it is for and for no others; it counts from the moment its card is paid."""
    return sum(step for on, step in steps(position, player) if kind in on)


@definition("discount.subtract", nl=Cite(SECTION, "na aftrek van de korting"))
def subtract(position: State, player: Player, kind: int, bid: int) -> int:
    """Whoever has a discount pays the bid less that discount, and nothing if it is greater."""
    return max(0, bid - this_target_only(position, player, kind))
