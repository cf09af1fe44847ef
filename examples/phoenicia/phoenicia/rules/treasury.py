"""Tools, the City Center and the treasury: the third step of a turn."""

from __future__ import annotations

from era_of_inventions.tabletop import (
    ABSENT,
    Cite,
    Tally,
    changed,
    cost,
    definition,
    effect,
    grant,
    has,
    limit,
    members,
    plus,
    trigger,
)
from phoenicia.moves import BuyPoint, BuyTool, ConvertCard, EndTurn
from phoenicia.position import Player, Stage, State, StateDraft, held, owned, wealth
from phoenicia.rules import produce, supply, workers
from phoenicia.rules.moments import TOOLS, TURN_OVER

BUYING, ADJUSTING = "Werktuigen kopen", "Vermogen aanpassen"


# --- Tools ----------------------------------------------------------------------------


@cost("treasury.tool-price", on=BuyTool, nl=Cite(BUYING, "de productiekosten van de desbetreffende tegels"))
def tool_price(position: State, activity: int) -> int:
    """A tool costs the tool cost of its tile."""
    return workers.tool_cost(position, activity)


@grant("treasury.buy-tool", when=TOOLS, nl=Cite(BUYING, "één of meerdere werktuigschijven kopen"))
def buy_tool(position: State, move: BuyTool) -> bool:
    """One may buy one or more tools for workers still to come."""
    return True


@limit(
    "treasury.own-tile", rulings=("second_tile", "smelter_without_mine"), nl=Cite(BUYING, "om later daar arbeiders in")
)
def own_tile(position: State, move: BuyTool) -> bool:
    """A tool is bought for a tile of one's own."""
    return produce.tiles(position, position.me, move.activity) > 0


@limit("treasury.tools-per-tile", rulings="tools_per_tile", nl=Cite(BUYING, "één of meerdere werktuigschijven"))
def tools_on_tile(position: State, move: BuyTool) -> bool:
    """Several tools can wait on a tile; by another reading only one, because one disk covers the one cost."""
    return position.ruleset.tools_per_tile == "any" or not position.me.tools[move.activity]


@limit("treasury.disk-left", rulings="supplies")
def disk_left(position: State, move: BuyTool) -> bool:
    """If disks are limited, the supply must have one to cover the cost; it may be one of the disks being paid."""
    return supply.disks_left(position) > 0 or _disks_can_pay(position, tool_price(position, move.activity))


def _disks_can_pay(position: State, price: int) -> bool:
    """Return whether disks can pay a price, or the part of it that production cards leave over."""
    sums = {0}
    for card in members(position.me.hand.known):
        sums |= {paid + position.components.values[position.components.money.face_of[card]] for paid in sums}
    return any(0 < price - paid <= position.me.disks for paid in sums)


@trigger("treasury.tool-covers", rulings="supplies", nl=Cite(BUYING, "deze dan met een schijf afdekt"))
def tool_covers(draft: StateDraft) -> None:
    """A disk of the supply, if there is one, is laid on the tool cost and waits there."""
    me = draft.edit_me()
    if supply.disks_left(draft):
        me.tools = changed(me.tools, draft.turn.place)


# --- The City Center ------------------------------------------------------------------


@cost("treasury.point-price", on=BuyPoint)
def point_price(position: State) -> int:
    """The rulebook does not state what a victory point costs in the City Center."""
    return position.components.point_price


@grant("treasury.buy-point", when=TOOLS)
def buy_point(position: State, move: BuyPoint) -> bool:
    """Whoever has a City Center may buy victory points there."""
    return city_centers(position, position.me) > 0


def _bought(position: State) -> int:
    """Return the points that count against the number for sale."""
    return position.turn.points if position.ruleset.city_center == "three-per-turn" else position.me.bought


@limit(
    "treasury.points-for-sale",
    rulings="city_center",
    facts=lambda p, _: {"bought": _bought(p)},
    count=lambda p, _: Tally(_bought(p) + 1, _for_sale(p), "points for sale"),
)
def points_for_sale(position: State, move: BuyPoint) -> bool:
    """Each City Center sells three points in the whole game; by another reading three in each turn."""
    return _bought(position) < _for_sale(position)


def _for_sale(position: State) -> int:
    """Return how many points the City Centers of the deciding player sell."""
    return position.components.points_for_sale * city_centers(position, position.me)


@trigger("treasury.point-bought")
def point_bought(draft: StateDraft) -> None:
    """A victory point that is bought is marked at once."""
    draft.edit_me().bought += 1
    draft.edit_turn().points += 1
    draft.apply(workers.points_now)


def city_centers(position: State, player: Player) -> int:
    """Return how many City Centers a player has."""
    return sum(n for card, n in owned(position, player) if card.sells_points)


def price(position: State, move: BuyTool | BuyPoint) -> int:
    """Return the price of a move of this chapter."""
    return tool_price(position, move.activity) if isinstance(move, BuyTool) else point_price(position)


@limit(
    "treasury.affordable",
    facts=lambda p, move: {"cost": price(p, move), "wealth": wealth(p, p.me)},
    count=lambda p, m: Tally(price(p, m), wealth(p, p.me), "wealth"),
    nl=Cite(BUYING, "op voorwaarde dat hij de productiekosten"),
)
def affordable(position: State, move: BuyTool | BuyPoint) -> bool:
    """One must be able to pay the price."""
    return price(position, move) <= wealth(position, position.me)


# --- The treasury ---------------------------------------------------------------------


@definition("treasury.limit", nl=Cite("Kaarten veilen", "zijn drie schijven toegelaten"))
def disk_limit(position: State, player: Player) -> int:
    """The treasury holds three disks, or six with a Granary; a further Granary does not improve it again."""
    return max([position.components.treasury, *(card.treasury for card, _ in owned(position, player))])


@grant("treasury.convert", when=TOOLS, nl=Cite(ADJUSTING, "nog een onbenutte productiekaart omruilen"))
def convert(position: State, move: ConvertCard) -> bool:
    """When all else is done, one may turn one unspent production card into disks."""
    return True


@limit("treasury.own-card", nl=Cite(ADJUSTING, "nog een onbenutte productiekaart"))
def own_card(position: State, move: ConvertCard) -> bool:
    """A card that is turned into disks comes from one's own hand."""
    return held(position, position.me.hand.known, move.value) != ABSENT


def discard(draft: StateDraft, face: int) -> int:
    """Take a card of this face from the hand of the deciding player, and return its value.

    It goes to the discard pile; a preset card leaves the game.
    """
    me, table = draft.edit_me(), draft.edit_table()
    card = held(draft, me.hand.known, face)
    me.hand = me.hand.minus(card)
    if has(draft.components.preset_cards, card):
        table.gone = plus(table.gone, card)
    else:
        table.discards = table.discards.plus(card)
    return draft.components.values[face]


@effect("treasury.face-value", rulings="supplies", nl=Cite(ADJUSTING, "legt hij 4 schijven in zijn"))
def face_value(draft: StateDraft, move: ConvertCard) -> None:
    """A card turned into disks brings as many as its value; after that nothing else is done in the turn."""
    me = draft.edit_me()
    value = discard(draft, move.value)
    me.disks += min(value, supply.disks_left(draft))
    draft.edit_turn().stage = Stage.CONVERTED


@grant("treasury.end-turn", when=TURN_OVER, nl=Cite("Na de speelbeurt", "zijn speelbeurt heeft afgesloten"))
def end_turn(position: State, move: EndTurn) -> bool:
    """Whoever wants to do no more in the third step ends the turn."""
    return True


@effect("treasury.excess-lost", nl=Cite(ADJUSTING, "die de opslagcapaciteit overtreffen onherroepelijk verloren"))
def excess_lost(draft: StateDraft, move: EndTurn) -> None:
    """Disks above the limit, allowed while the turn lasted, are lost when it ends."""
    me = draft.edit_me()
    me.disks = min(me.disks, disk_limit(draft, me))
