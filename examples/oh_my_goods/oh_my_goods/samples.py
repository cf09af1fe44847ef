"""Test samples of the game: rich hands, arbitrary component sets, and a player who builds."""

from __future__ import annotations

import random
from collections.abc import Sequence

from era_of_inventions.tabletop import GENERATED, Cards, TestData, evolve, mask, members
from oh_my_goods.box import ANY, NEEDED, SETS, AssistantSide, BuildingCard, Card, Color, Components, Numbers
from oh_my_goods.moves import (
    Build,
    EndProduction,
    Hire,
    LayAside,
    Move,
    MoveAssistant,
    Pass,
    PlanNothing,
    Produce,
    UseChain,
)
from oh_my_goods.position import State, draft_of
from oh_my_goods.rules import LAW

EAGER: Sequence[tuple[type, ...]] = ((Build, Hire), (Produce,), (UseChain,))
"""The moves that a busy player makes as soon as possible, in this order."""
IDLE = (Pass, EndProduction, PlanNothing, LayAside, MoveAssistant)
MORE_CARDS = 7


def busy_choice(legal: Sequence[Move], rng: random.Random) -> Move:
    """Choose a move like a player who produces and builds whenever possible."""
    if rng.random() < 0.9:
        for kinds in EAGER:
            if eager := [move for move in legal if isinstance(move, kinds)]:
                return rng.choice(eager)
        if busy := [move for move in legal if not isinstance(move, IDLE)]:
            return rng.choice(busy)
    return rng.choice(legal)


def enriched(state: State, rng: random.Random) -> State:
    """Give every player some hand cards of the draw pile."""
    left = [*members(state.table.draw.known)]
    rng.shuffle(left)
    draft = draft_of(state, LAW)
    for player in map(draft.edit_player, draft.seats):
        for _ in range(min(MORE_CARDS, len(left) // 2)):
            player.hand = player.hand.plus(left.pop())
    draft.edit_table().draw = Cards(mask(Card, left))
    return draft.seal()


def generated_components(seed: int) -> Components:
    """Generate a set with random values where the rulebook states none. The seed 0 gives the shipped set."""
    components = SETS.load(SETS.default)
    if not seed:
        return components
    rng = random.Random(seed)
    suns = {*rng.sample(range(len(components.cards)), rng.randint(10, 60))}
    cards = [
        evolve(
            card,
            cost=card.cost if card.cost == 7 else rng.randint(1, 21),
            points=rng.randint(0, 5),
            inputs=_inputs(card, rng),
            half_sun=index in suns,
        )
        for index, card in enumerate(components.cards)
    ]
    sides = [
        AssistantSide(side.id, _needs(number, rng), rng.randint(1, 8), rng.randint(0, 5))
        for number, side in enumerate(components.assistants)
    ]
    return evolve(components, name=f"{GENERATED}{seed}", cards=tuple(cards), assistants=tuple(sides), provenance={})


def _inputs(card: BuildingCard, rng: random.Random) -> Numbers:
    """Return the inputs of a card, with raw materials replaced by the same number of random ones.

    Inputs that are empty, or contain the joker "any", stay unchanged.
    """
    if card.inputs[ANY]:
        return card.inputs
    drawn = [rng.randrange(ANY) for _ in range(sum(card.inputs))]
    return tuple(map(drawn.count, range(ANY + 1)))


def _needs(number: int, rng: random.Random) -> Numbers:
    """Return up to three buildings, with more green ones for the second side of an assistant."""
    needs = [rng.randint(0, 1) for _ in NEEDED]
    needs[Color.GREEN] = 2 * (number % 2) + rng.randint(0, 1)
    return tuple(needs)


SAMPLES: TestData[State, Move, Components] = TestData(
    choose=busy_choice,
    enrich=enriched,
    components=generated_components,
    plies=700,
)
"""The source of positions and component sets for tests."""
