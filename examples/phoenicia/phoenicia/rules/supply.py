"""The general supply: disks, workers and storehouses."""

from __future__ import annotations

from era_of_inventions.tabletop import Cite, definition
from phoenicia.position import State

SECTION = "Spelvoorbereiding"
UNLIMITED = 1 << 14


@definition("supply.disks-left", rulings="supplies", nl="als algemene voorraad naast het speelbord")
def disks_left(position: State) -> int:
    """Disks, which are money and tools alike, come from one supply for all."""
    if position.ruleset.supplies == "unlimited":
        return UNLIMITED
    used = sum(player.disks + sum(player.tools) for player in position.players)
    return max(0, position.components.stock.disks - used)


@definition("supply.workers-left", rulings="supplies", nl=Cite("Spelmateriaal", "45 arbeidersfiguren"))
def workers_left(position: State) -> int:
    """Workers come from one supply for all."""
    if position.ruleset.supplies == "unlimited":
        return UNLIMITED
    used = sum(player.untrained + player.trained + sum(player.workers) for player in position.players)
    return max(0, position.components.stock.workers - used)


@definition("supply.storehouses-left", rulings="supplies", nl=Cite("Spelmateriaal", "40 pakhuizen"))
def storehouses_left(position: State) -> int:
    """Storehouses come from one supply for all."""
    if position.ruleset.supplies == "unlimited":
        return UNLIMITED
    return max(0, position.components.stock.storehouses - sum(player.storehouses for player in position.players))
