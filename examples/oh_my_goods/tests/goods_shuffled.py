"""Positions of Oh My Goods! in which whatever a seat may not know is otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator

from oh_my_goods.box import Card
from oh_my_goods.moves import Move
from oh_my_goods.position import Mode, Player, Stage, State, owned
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Rulebook
from era_of_inventions.tabletop.values import ABSENT, NO_THINGS, Cards, Stack, evolve, mask, members


def shuffled(state: State, seat: int | None, rng: random.Random) -> State:
    """The position with other cards wherever this seat, or a spectator, sees none, and with other sealed decisions.

    Who pays for a building has shown its card.
    """
    step = (state.turn.before if state.turn.stage is Stage.HALVING else None) or state.turn
    builds = step.before is not None and step.before.stage is Stage.BUILDING
    payer = step.seat if builds and step.hiring == ABSENT else ABSENT
    others = [who for who in range(len(state.players)) if who != seat]
    hidden = state.table.draw.known | state.table.discards.known
    for who, player in enumerate(state.players):
        hidden |= sum(1 << card for _, goods in player.buildings for card in goods)
        if who in others:
            hidden |= player.hand.known | player.aside.known | (player.planned.known if who != payer else NO_THINGS)
    free = [*members(hidden)]
    rng.shuffle(free)

    def deal(cards: Cards[Card]) -> Cards[Card]:
        return Cards(mask(Card, [free.pop() for _ in range(cards.size)]))

    players = []
    for who, player in enumerate(state.players):
        stacks = tuple(Stack(base, tuple(free.pop() for _ in goods)) for base, goods in player.buildings)
        player = evolve(player, buildings=stacks)
        if who in others:
            planned = player.planned if who == payer else deal(player.planned)
            player = evolve(player, hand=deal(player.hand), aside=deal(player.aside), planned=planned)
            player = _sealed_otherwise(state, player, rng)
        players.append(player)
    table = evolve(state.table, draw=deal(state.table.draw), discards=deal(state.table.discards))
    return evolve(state, players=tuple(players), table=table)


def _sealed_otherwise(state: State, player: Player, rng: random.Random) -> Player:
    if player.sealed_place != ABSENT:
        places = members(owned(player) & state.components.productive & ~player.posts)
        player = evolve(player, sealed_place=rng.choice(places), sealed_mode=rng.choice([*Mode]))
    if player.sealed_plan != ABSENT:
        nothing = len(state.components.buildings)
        player = evolve(player, sealed_plan=rng.choice([*members(player.hand.known), nothing]))
    return player


def games(rulebook: Rulebook[State, Move] = OH_MY_GOODS) -> Iterator[tuple[Game[State, Move], random.Random]]:
    """Games of all numbers of players and all presets."""
    for seed in range(10**6):
        yield Game(rulebook, 2 + seed % 3, Ruleset.presets[seed // 3 % len(Ruleset.presets)]), random.Random(seed)


def positions(game: Game[State, Move], rng: random.Random, share: float = 0.02, rare: float = 0.15) -> Iterator[State]:
    """A share of the positions of a game played at random, and a greater one while something is sealed."""
    state = game.new(rng.randrange(game.setting.players))
    while (mover := game.to_move(state)) is not OVER:
        legal = game.legal_moves(state)
        state = game.play_unchecked(state, game.chance_move(state, rng) if mover is CHANCE else rng.choice(legal))
        if rng.random() < (rare if state.turn.stage in (Stage.WORK, Stage.PLAN, Stage.HALVING) else share):
            yield state
