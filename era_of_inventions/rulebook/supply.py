"""Paying to and receiving from the general supply.

Helpers of the chapters, and the definition of what the supply holds. Whether goods can run out is a ruling.
"""

from __future__ import annotations

from era_of_inventions.model.components import Area
from era_of_inventions.model.goods import ONE, Good, Goods, at_most, covers
from era_of_inventions.model.state import Draft, Phase, Position


def general_supply(position: Position) -> Goods:
    """What is neither in a player's stock nor on a ship or in a house. Only meaningful where goods are limited."""
    components = position.components
    loaded = sum(ONE[source.good] * load for source, load in zip(components.sources, position.board.loads, strict=True))
    return components.supply - loaded - sum(player.goods for player in position.players)


def available(position: Position, goods: Goods) -> bool:
    """Whether the supply can give all of these goods."""
    return position.ruleset.goods_supply == "unlimited" or covers(general_supply(position), goods)


def pay(draft: Draft, seat: int, goods: Goods) -> None:
    """Goods go from a player to the general supply."""
    draft.edit_player(seat).goods -= goods


def receive(draft: Draft, seat: int, goods: Goods) -> None:
    """Goods go from the general supply to a player; where goods are limited, as many as are left."""
    if draft.ruleset.goods_supply == "limited":
        goods = at_most(goods, general_supply(draft))
    draft.edit_player(seat).goods += goods


def bonus_discs_in_supply(position: Position) -> int:
    """How many bonus discs lie in the supply. The one just put down is still in use."""
    held = sum(player.bonus_discs for player in position.players)
    return position.components.bonus_discs - held - (position.turn.phase is Phase.BONUS_ACTION)


def in_action(position: Position, area: Area) -> bool:
    """Whether the player in turn is carrying out the action of an area."""
    return position.turn.phase is Phase.ACTION and position.turn.area == area


def coins(number: int) -> Goods:
    """That many coins."""
    return number * ONE[Good.COIN]


def cogs(number: int) -> Goods:
    """That many development cogs."""
    return number * ONE[Good.COG]
