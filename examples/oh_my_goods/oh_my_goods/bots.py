"""A bot: a merchant who builds what pays, works where the market allows it, and turns cheap goods into dear ones."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from era_of_inventions.tabletop import ABSENT, Game, members
from oh_my_goods import moves
from oh_my_goods.box import ANY
from oh_my_goods.moves import Move
from oh_my_goods.position import Mode, Stage, State, goods_on, worth
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
    """Play by the worth of things in coins."""
    return CHOICES[seen.turn.stage](seen, legal)


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
    prices, spent = _prices(seen), 0.0
    for item in items:
        if item < ANY:
            fitting = [card for card in prices if box.resource_of[card] == item]
            if not fitting:
                return -math.inf
            spent += prices.pop(min(fitting, key=lambda card: prices[card]))
        else:
            values = [box.value_of[b] for b, on in seen.me.buildings if on and box.good_of[b] == item]
            spent += min(values, default=math.inf)
    return len(items) * box.value_of[building] - spent


def _income(seen: State, building: int, mode: Mode | int | None) -> float:
    """Return the expected production of a craftsman (or an assistant, who has no mode) this round."""
    box = seen.components
    supply, deck = for_production(seen, seen.me), box.resources(box.deck)
    evening = 0.0 if seen.table.evening else TRUST * HALF_SUNS / max(1, box.suns.bit_count())
    hand = box.resources(seen.me.hand.known)
    needed = box.buildings[building].inputs
    spent, short = 0, 0.0
    for number, there, all_, held in zip(needed, supply, deck, hand, strict=True):
        missing = max(0.0, number - there - evening * all_)
        spent, short = spent + min(math.ceil(missing), held), short + max(0.0, missing - held)
    chance = max(0.0, 1 - max(0.0, short - (mode is Mode.SLOPPY)))
    made = 2 if mode is Mode.NEAT else 1
    return chance * (made * box.value_of[building] + max(0.0, _gain(seen, building))) - SPARE * spent


def _all_income(seen: State) -> float:
    """Return the expected production of all people of the player."""
    me = seen.me
    place, mode = (me.sealed_place, me.sealed_mode) if me.craftsman == ABSENT else (me.craftsman, me.mode)
    people: list[tuple[int, Mode | None]] = [(base, None) for base in members(me.posts)]
    if isinstance(mode, Mode):
        people.append((place, mode))
    return sum(max(0.0, _income(seen, base, how)) for base, how in people)


# --- Decisions ------------------------------------------------------------------------


def _give_up(seen: State, legal: Sequence[Move]) -> Move:
    """Return the move that gives up the hand card with the least merit or, if there is no such move, the first move."""
    cards = (moves.GiveUp, moves.Lay, moves.Spend)
    return min(legal, key=lambda move: _merit(seen, move.card) if isinstance(move, cards) else math.inf)


def _work(seen: State, legal: Sequence[Move]) -> Move:
    """Return where and how to work for the greatest expected gain."""
    return max(legal, key=lambda m: _income(seen, m.building, m.mode) if isinstance(m, moves.Work) else 0.0)


def _plan(seen: State, legal: Sequence[Move]) -> Move:
    """Return the best building that can probably be paid, or plan nothing."""
    means = worth(seen, seen.me) + _all_income(seen)

    def merit(move: Move) -> float:
        if not isinstance(move, moves.PlanBuilding):
            return 0.0
        return _merit(seen, move.card) if seen.components.buildings[move.card].cost <= means else -1.0

    return max(legal, key=merit)


def _produce(seen: State, legal: Sequence[Move]) -> Move:
    """Use chains as long as that gains anything, then let the next person produce if it is worth the hand cards."""
    chains = [move for move in legal if isinstance(move, moves.UseChain)]
    if chains and _gain(seen, (best := max(chains, key=lambda move: _gain(seen, move.building))).building) > 0:
        return best
    for move in legal:
        if isinstance(move, moves.Produce):
            cards = lacking(seen, amounts(seen, move.building), move.building)
            spent = sum(sorted(_prices(seen).values())[:cards])
            if spent < 2 * seen.components.value_of[move.building]:
                return move
    return _leave(seen, legal)


def _build(seen: State, legal: Sequence[Move]) -> Move:
    """Build or hire, whichever brings more."""

    def value(move: Move) -> float:
        if isinstance(move, moves.Build):
            return max(_merit(seen, card) for card in members(seen.me.planned.known))
        if isinstance(move, moves.Hire):
            points = seen.components.assistants[move.assistant].points
            return points * COINS_A_POINT - hire_cost(seen, move.assistant) + _rounds(seen)
        return 0.0

    return max(legal, key=value)


def _pay(seen: State, legal: Sequence[Move]) -> Move:
    """Return the dearest among the cheapest goods that together pay the debt, so that little is wasted."""
    together, values = 0, seen.components.value_of
    for move in (cheapest := sorted(legal, key=lambda move: values[_building(move)])):
        together += values[_building(move)] * goods_on(seen.me, _building(move))
        if together >= seen.turn.owed:
            return move
    return cheapest[0]


def _post(seen: State, legal: Sequence[Move]) -> Move:
    """Return the move to the place where an assistant is expected to gain most."""
    return max(legal, key=lambda move: _income(seen, _building(move), None))


def _building(move: Any) -> int:
    """Return the building that a move is about."""
    building: int = move.building
    return building


def _leave(_: State, legal: Sequence[Move]) -> Move:
    """Return the move that ends exchanging, moving assistants or producing; the first one if that has to go on."""
    ends = (moves.Exchange, moves.Stay, moves.EndProduction)
    return next((move for move in legal if isinstance(move, ends)), legal[0])


CHOICES: Mapping[Stage, Callable[[State, Sequence[Move]], Move]] = {
    Stage.EXCHANGE: _leave,
    Stage.HALVING: _give_up,
    Stage.ASSISTANTS_MOVED: _leave,
    Stage.WORK: _work,
    Stage.PLAN: _plan,
    Stage.PRODUCTION: _produce,
    Stage.HAND_CARDS_SPENT: _give_up,
    Stage.CHAIN: _give_up,
    Stage.BUILDING: _build,
    Stage.PAYMENT: _pay,
    Stage.ASSISTANT_PLACED: _post,
    Stage.LAST_CHAINS: _produce,
}
"""The function that decides, for each stage at which players decide."""
