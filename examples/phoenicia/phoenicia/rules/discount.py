"""Discounts of some cards on the price of others."""

from __future__ import annotations

from era_of_inventions.tabletop import definition
from phoenicia.box import Discount
from phoenicia.position import Player, State

SECTION = "Kaarten veilen"


@definition("discount.this-target-only", nl="een korting geven op dezelfde ontwikkeling")
def this_target_only(position: State, player: Player, kind: int) -> tuple[Discount, ...]:
    """A discount counts only for the cards that it names, and from the moment that its own card is paid."""
    return tuple(one for one in position.components.discounts if kind in one.on and player.cards[one.of])


@definition("discount.steps", nl="voordeel van de tweede korting")
def steps(position: State, player: Player, kind: int) -> int:
    """Cards that discount the same card are counted: one gives the first step, two the second, three the third."""
    discounts = this_target_only(position, player, kind)
    cards = sum(player.cards[of] for of in {one.of for one in discounts})
    return max((one.step(cards) for one in discounts), default=0)


@definition("discount.subtract", nl="na aftrek van de korting")
def subtract(position: State, player: Player, kind: int, bid: int) -> int:
    """Whoever has a discount pays the bid less that discount, or nothing if the discount is greater."""
    return max(0, bid - steps(position, player, kind))
