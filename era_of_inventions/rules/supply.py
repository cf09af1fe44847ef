"""The general supply.

What it holds, and paying to and receiving from it. Whether goods can run out is a
ruling.
"""

from __future__ import annotations

from era_of_inventions.box.goods import (
    GUARD,
    NO_GOODS,
    ONE,
    Good,
    Goods,
    at_most,
    count,
    covers,
    pack,
)
from era_of_inventions.position import BONUS_ACTION, Draft, Position
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import definition
from era_of_inventions.tabletop.values import COUNT_MAX

ONE_COIN, ONE_COG = ONE[Good.COIN], ONE[Good.COG]


@definition(
    "supply.general-supply",
    nl=Cite("Voorbereiding van het spel", "niet-gebruikte spelmateriaal vormt een algemene"),
)
def general_supply(position: Position) -> Goods:
    """Whatever is neither in a player's stock nor on a ship or in a house forms the general supply."""
    in_play = goods_in_play(position)
    supply = position.components.supply
    return pack({good: max(0, count(supply, good) - count(in_play, good)) for good in Good})


def goods_in_play(position: Position) -> Goods:
    """Return the goods that players, ships and houses hold together."""
    loads = zip(position.components.sources, position.board.loads, strict=True)
    held = sum([player.goods for player in position.players], NO_GOODS)
    return sum([ONE[source.good] * load for source, load in loads], held)


def available(position: Position, goods: Goods, given: Goods = NO_GOODS) -> bool:
    """Return whether the supply can give these goods after receiving the price for them."""
    return position.ruleset.goods_supply == "unlimited" or covers(
        general_supply(position) + given, goods
    )


def pay(draft: Draft, seat: int, goods: Goods) -> None:
    """Goods go from a player to the general supply."""
    draft.edit_player(seat).goods -= goods


def receive(draft: Draft, seat: int, goods: Goods) -> None:
    """Goods go from the general supply to a player; where goods are limited, as many as are left."""
    if draft.ruleset.goods_supply == "limited":
        goods = at_most(goods, general_supply(draft))
    stock_up(draft, seat, goods)


def stock_up(draft: Draft, seat: int, goods: Goods) -> None:
    """Goods come into a player's stock. Raises `GameError` where it would hold more than can be counted."""
    player = draft.edit_player(seat)
    player.goods += goods
    if player.goods & GUARD:
        good = next(good for good in Good if count(player.goods, good) > COUNT_MAX)
        raise uncountable(seat, f"{count(player.goods, good)} of {good.word}")


def uncountable(seat: int, amount: str) -> GameError:
    """Return the error for a player who would have more of something than can be counted."""
    return GameError(f"seat {seat} would have {amount}; at most {COUNT_MAX} can be counted")


def bonus_discs_in_supply(position: Position) -> int:
    """Return how many bonus discs lie in the supply. The one just put down is still in use."""
    held = sum([player.bonus_discs for player in position.players])
    return position.components.bonus_discs - held - (position.turn.phase is BONUS_ACTION)


def coins(number: int) -> Goods:
    """Return that many coins."""
    return number * ONE_COIN


def cogs(number: int) -> Goods:
    """Return that many development cogs."""
    return number * ONE_COG
