"""A bot: a merchant who builds what pays, works where the market allows it, and turns cheap goods into dear ones."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from era_of_inventions.tabletop import ABSENT, Game, members
from oh_my_goods import moves
from oh_my_goods.moves import Move
from oh_my_goods.position import Mode, State, worth
from oh_my_goods.rules.chain import items_printed
from oh_my_goods.rules.end import BUILDINGS_TO_END
from oh_my_goods.rules.hire import hire_cost
from oh_my_goods.rules.market import HALF_SUNS
from oh_my_goods.rules.office import for_production
from oh_my_goods.rules.produce import amounts, lacking
from oh_my_goods.rules.score import COINS_A_POINT

KEPT = 2
"""How many of the best hand cards are kept to be built."""
SPARE, BUILDABLE = 1.0, 6.0
"""The worth in coins of a hand card that is not kept, and of one that is."""
TRUST = 0.8
"""The share of the cards expected in the evening that the bot counts on."""


def merchant(game: Game[State, Move], seen: State, legal: Sequence[Move], rng: random.Random) -> Move:
    """Make the move that brings most coins, or the first of several that bring as many."""
    return max(legal, key=lambda move: _value(seen, move))


def _value(seen: State, move: Move) -> float:
    """Return what a move brings in coins: below 0 if it costs something, 0 if it only ends something."""
    box, me = seen.components, seen.me
    match move:
        case moves.LayAside() | moves.MoveAssistant():
            return -1.0
        case moves.GiveUp(card) | moves.Spend(card) | moves.Lay(card):
            return -_merit(seen, card)
        case moves.GiveUpGood(building) | moves.Shift(building):
            return -box.value_of[building]
        case moves.Work(building, mode):
            return _income(seen, building, mode)
        case moves.PlanBuilding(card):
            return _merit(seen, card) if box.buildings[card].cost <= worth(seen, me) + _all_income(seen) else -1.0
        case moves.UseChain(building):
            return _gain(seen, building)
        case moves.Produce(building):  # less than a chain brings, which is lost when something else produces
            cards = lacking(seen, amounts(seen, building), building)
            pays = sum(sorted(_prices(seen).values())[:cards]) < 2 * box.value_of[building]
            return 0.1 if pays else -1.0
        case moves.Build():
            return max(_merit(seen, card) for card in members(me.planned.known))
        case moves.Hire(side):
            return box.assistants[side].points * COINS_A_POINT - hire_cost(seen, side) + _rounds(seen)
        case moves.Pay(building):  # the dearest of the cheapest goods that together pay the debt: little is wasted
            price = box.value_of[building]
            cheap = sum(box.value_of[base] * len(on) for base, on in me.buildings if box.value_of[base] <= price)
            return -price if cheap >= seen.turn.owed else -math.inf
        case moves.Post(building):
            return _income(seen, building, None)
    return 0.0


# --- The worth of things --------------------------------------------------------------


def _rounds(seen: State) -> int:
    """Return how many rounds are expected after this one."""
    if seen.last_round != ABSENT:
        return seen.last_round - seen.round
    return BUILDINGS_TO_END + 1 - max(len(player.buildings) for player in seen.players)


def _merit(seen: State, card: int) -> float:
    """Return the gain of a building in the rest of the game, less its cost: points and dearer goods."""
    box, building = seen.components, seen.components.buildings[card]
    best = max(box.value_of[base] for base, _ in seen.me.buildings)
    dearer = max(0, box.value_of[card] - best)
    return building.points * COINS_A_POINT - building.cost + dearer * _rounds(seen)


def _prices(seen: State) -> dict[int, float]:
    """Return the cost of giving up each hand card; 0 when no round follows."""
    cards = sorted(members(seen.me.hand.known), key=lambda card: _merit(seen, card))
    spare, kept = (SPARE, BUILDABLE) if _rounds(seen) else (0.0, 0.0)
    return {**dict.fromkeys(cards, kept), **dict.fromkeys(cards[:-KEPT], spare)}


def _gain(seen: State, building: int) -> float:
    """Return the gain of using a chain once: the goods that come, less the goods and hand cards that go."""
    box, items = seen.components, items_printed(seen, building)
    takes = [(box.resource_of[card], price) for card, price in _prices(seen).items()]
    takes += [(box.good_of[base], box.value_of[base]) for base, on in seen.me.buildings if on]
    spent = sum(min((price for one, price in takes if one == item), default=math.inf) for item in items)
    return len(items) * box.value_of[building] - spent


def _income(seen: State, building: int, mode: Mode | int | None) -> float:
    """Return the expected production of a craftsman (or an assistant, who has no mode) this round."""
    box = seen.components
    supply, deck = for_production(seen, seen.me), box.resources(box.deck)
    evening = 0.0 if seen.table.evening else TRUST * HALF_SUNS / max(1, box.suns.bit_count())
    each = zip(box.buildings[building].inputs, supply, deck, strict=True)
    lacks = [max(0.0, number - there - evening * in_deck) for number, there, in_deck in each]
    spent = sum(map(min, lacks, box.resources(seen.me.hand.known)))
    chance = max(0.0, 1 - max(0.0, sum(lacks) - spent - (mode is Mode.SLOPPY)))
    made = 2 if mode is Mode.NEAT else 1
    return chance * (made * box.value_of[building] + max(0.0, _gain(seen, building))) - SPARE * spent


def _all_income(seen: State) -> float:
    """Return the expected production of all people of the player."""
    me = seen.me
    place, mode = (me.sealed_place, me.sealed_mode) if me.craftsman == ABSENT else (me.craftsman, me.mode)
    income = sum(max(0.0, _income(seen, base, None)) for base in members(me.posts))
    if isinstance(mode, Mode):
        income += max(0.0, _income(seen, place, mode))
    return income
