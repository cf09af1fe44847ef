"""Test samples of the game: rich deals, arbitrary component sets, and a player who rarely passes."""

from __future__ import annotations

import random
from collections.abc import Sequence

from era_of_inventions.box.components import (
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    PatentSquare,
    Reward,
    Space,
)
from era_of_inventions.box.files import load_shipped
from era_of_inventions.box.goods import CUBES, FINE_CUBES, Good, count, pack
from era_of_inventions.moves import EndAction, EndTurn, Exchange, Move, Withdraw
from era_of_inventions.position import State
from era_of_inventions.tabletop.play.rulebook import GENERATED, TestData
from era_of_inventions.tabletop.values import evolve


def busy_choice(legal: Sequence[Move], rng: random.Random) -> Move:
    """Choose a move like a player who rarely passes: first the kind of move, then one of that kind."""
    busy = [move for move in legal if not isinstance(move, EndAction | EndTurn | Withdraw)]
    if not busy or rng.random() < 0.1:
        return rng.choice(legal)
    kinds: dict[object, list[Move]] = {}
    for move in busy:
        kinds.setdefault(
            (type(move), move.line if isinstance(move, Exchange) else None), []
        ).append(move)
    return rng.choice(rng.choice(list(kinds.values())))


def enriched(state: State, rng: random.Random) -> State:
    """Give every player six to nine of each kind of goods and two bonus discs.

    If goods are limited, everybody has at most an equal share of the box.
    """
    most = dict.fromkeys(Good, 9)
    if state.ruleset.goods_supply == "limited":
        loaded = dict.fromkeys(Good, 0)
        for source, load in zip(state.components.sources, state.board.loads, strict=True):
            loaded[source.good] += load
        supply = state.components.supply
        most = {
            good: (count(supply, good) - loaded[good]) // len(state.players) for good in Good
        }
    players = tuple(
        evolve(
            player,
            goods=pack({good: min(rng.randint(6, 9), most[good]) for good in Good}),
            bonus_discs=2,
        )
        for player in state.players
    )
    return evolve(state, players=players)


def generated_components(seed: int) -> Components:
    """Generate a set with random values where the rulebooks state none. The seed 0 gives the shipped set."""
    components = load_shipped("reconstructed")
    if not seed:
        return components
    rng = random.Random(seed)
    stated = {
        components.inventions.index(name) for name in ("sewing machine", "steam train", "car")
    }
    worked = {components.inventions.index(name) for name in ("telephone", "cash register")}
    end = rng.randint(22, 60)
    signs = {
        space: rng.choice([*CUBES, Good.COIN]) for space in rng.sample(range(12, end), 8)
    }
    signs |= {6: Good.TOOL, 7: Good.METAL, 9: Good.COIN, 11: Good.WOOD}
    return evolve(
        components,
        name=f"{GENERATED}{seed}",
        spaces=tuple(
            s if s.invention in stated else _space(s, rng) for s in components.spaces
        ),
        cards=tuple(c if c.invention in worked else _card(c, rng) for c in components.cards),
        factories=tuple(_factory(f, rng) for f in components.factories),
        patent_squares=(
            *components.patent_squares[:2],
            *(PatentSquare(rng.randint(1, 4), rng.randint(0, 3)) for _ in range(4)),
        ),
        signs=tuple(sorted(signs.items())),
        track_end=end,
    )


def _space(space: Space, rng: random.Random) -> Space:
    number = rng.randint(1, 3)
    income = (
        Reward(pack({Good.COIN: number})) if space.technical else Reward(influence=number)
    )
    return evolve(space, cogs=rng.randint(1, 7), influence=rng.randint(1, 6), income=income)


def _card(card: InventionCard, rng: random.Random) -> InventionCard:
    profit = Reward(
        pack({Good.COIN: rng.randint(0, 2), Good.COG: rng.randint(0, 1)}), rng.randint(1, 5)
    )
    if card.kind is CardKind.FAKE:
        coal = pack({Good.COAL: rng.randint(1, 2)})
        return evolve(card, cost=coal, question_marks=rng.randint(1, 4), profit=profit)
    cost = {good: rng.randint(0, 2) for good in FINE_CUBES} | {Good.COAL: rng.randint(1, 2)}
    if card.kind is CardKind.OFFICIAL:
        cost[Good.COIN] = rng.randint(0, 2)
    return evolve(card, cost=pack(cost), profit=profit)


def _factory(factory: FactoryCard, rng: random.Random) -> FactoryCard:
    wood = rng.randint(0, 3)
    cost = {Good.WOOD: wood, Good.COAL: rng.randint(0 if wood else 1, 2)}
    output = {rng.choice(list(Good)): rng.randint(1, 2), rng.choice(list(Good)): 1}
    return evolve(factory, cost=pack(cost), output=pack(output), influence=rng.randint(0, 1))


SAMPLES: TestData[State, Move, Components] = TestData(
    choose=busy_choice, enrich=enriched, components=generated_components, plies=420
)
"""The samples of the game."""
