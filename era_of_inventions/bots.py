"""Bots: an inventor, who looks ahead to the gain of each disc, and an apprentice, who takes the best move at once.

They know only the worth of things, and learn the effect of a move by trying it on the
position.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import permutations

from era_of_inventions.box.components import Area, FactoryCard, Space
from era_of_inventions.box.goods import Good, Goods, count
from era_of_inventions.moves import (
    EndTurn,
    Move,
    PlaceDisc,
    Resolve,
    UseBonusDisc,
    Withdraw,
)
from era_of_inventions.position import Phase, State, Turn
from era_of_inventions.rules.scoring import last_round
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import Mask, evolve, members

# The worth of things, in influence. Each further piece of a kind of goods is worth a little less.
WORTH = {
    Good.WOOD: 0.5,
    Good.COAL: 0.35,
    Good.METAL: 0.7,
    Good.TECHNOLOGY: 0.7,
    Good.TOOL: 0.7,
    Good.COIN: 0.6,
}
WORTH[Good.COG] = 0.9
FADING = 0.85
BONUS_DISC = 0.5
# How often in a round a factory runs, a space is paid for official cards, and (with a patent) for fake cards.
RUNS, INCOMES, FAKES = 0.35, 0.25, 0.12
# The worth of a patent, an invested cog and a piece of output in the categories at the end.
PATENT, INVESTED, CAPACITY = 0.3, 0.15, 0.2


def inventor(
    game: Game[State, Move], state: State, legal: Sequence[Move], rng: random.Random
) -> Move:
    """Place and resolve discs by their expected gain, then take the best move."""
    phase, mind = state.turn.phase, _mind(game)
    if phase is Phase.PLACEMENT:
        return mind.most_promising(state, legal, rng)
    if phase is Phase.CHOICE:
        return Resolve(mind.best_order(state, rng))
    if phase is Phase.BONUS_OFFER:
        return mind.disc_or_end(state, rng)
    return mind.best(state, rng)[1]


def apprentice(
    game: Game[State, Move], state: State, legal: Sequence[Move], rng: random.Random
) -> Move:
    """Place and resolve discs at random, then take the best move; keep bonus discs."""
    phase = state.turn.phase
    if phase in (Phase.PLACEMENT, Phase.CHOICE):
        return rng.choice([move for move in legal if not isinstance(move, Withdraw)])
    return EndTurn() if phase is Phase.BONUS_OFFER else _mind(game).best(state, rng)[1]


class _Mind:
    """Estimates the worth of positions of a game. Its caches never change an answer."""

    def __init__(self, game: Game[State, Move]) -> None:
        self.game = game
        self.box = game.setting.components
        self.rounds = last_round(game.setting.players)
        self._goods_worth = cache(self._goods_worth_of)
        self._plant_worth = cache(self._plant_worth_of)

    def value(self, state: State, seat: int) -> float:
        """Estimate what a player's belongings are worth, in influence."""
        me = state.players[seat]
        left = self.rounds - state.round
        return (
            me.influence
            + PATENT * me.patents
            + self._goods_worth(me.goods, left)
            + self._plant_worth(me.factories, me.developed, me.patented, left)
            + (BONUS_DISC * me.bonus_discs if left else 0)
        )

    def _goods_worth_of(self, goods: Goods, left: int) -> float:
        held = {good: count(goods, good) for good in WORTH}
        if left == 0:  # its worth in the last market, and a little for the rest of this round
            return min(3, held[Good.COIN] / 2 + held[Good.COG]) + sum(held.values()) / 20
        return sum(
            worth * (1 - FADING ** held[good]) / (1 - FADING) for good, worth in WORTH.items()
        )

    def _plant_worth_of(
        self,
        factories: Mask[FactoryCard],
        spaces: Mask[Space],
        patented: Mask[Space],
        left: int,
    ) -> float:
        worth = 0.0
        for index in members(factories):
            output = self.box.factory(index).output
            worth += sum(
                count(output, good) * (CAPACITY + RUNS * left * each)
                for good, each in WORTH.items()
            )
        for index in members(spaces):
            space = self.box.spaces[index]
            income = space.income.influence + count(space.income.goods, Good.COIN) / 2
            worth += INVESTED * space.cogs + income * left * (
                INCOMES + (FAKES if patented >> index & 1 else 0)
            )
        return worth

    def best(self, state: State, rng: random.Random) -> tuple[float, Move]:
        """Return the most that the player in turn can be worth after one move, and this move."""
        legal = self.game.legal_moves(state)
        after = [
            self.value(self.game.play_unchecked(state, move), state.turn.seat)
            for move in legal
        ]
        values = [value + rng.random() / 1000 for value in after]
        best = max(values)
        return best, legal[values.index(best)]

    def _imagine(
        self, state: State, seat: int, areas: Iterable[int], rng: random.Random
    ) -> State:
        """Return the position after the player's actions in these areas, if they were carried out now."""
        for area in areas:
            state = evolve(state, turn=Turn(Phase.ACTION, seat, area))
            while state.turn.phase is Phase.ACTION:
                state = self.game.play_unchecked(state, self.best(state, rng)[1])
        return state

    def most_promising(self, state: State, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the placement whose action is worth most once the discs placed earlier are resolved."""
        seat = state.turn.seat
        before = self._imagine(state, seat, members(state.players[seat].discs), rng)
        areas = [move.area for move in legal if isinstance(move, PlaceDisc)]
        values = [
            self.value(self._imagine(before, seat, [area], rng), seat) for area in areas
        ]
        return legal[values.index(max(values))]

    def best_order(self, state: State, rng: random.Random) -> Area:
        """Return the area to begin with, so that all discs together bring most."""
        seat = state.turn.seat
        orders = list(permutations(members(state.players[seat].discs)))
        return Area(
            max(
                orders,
                key=lambda order: self.value(self._imagine(state, seat, order, rng), seat),
            )[0]
        )

    def disc_or_end(self, state: State, rng: random.Random) -> Move:
        """Return the use of a bonus disc if it is worth more than keeping the disc, or else the end of the turn."""
        gain = self.best(self.game.play_unchecked(state, UseBonusDisc()), rng)[
            0
        ] - self.value(state, state.turn.seat)
        return UseBonusDisc() if gain > 0 else EndTurn()


@lru_cache(maxsize=8)
def _mind(game: Game[State, Move]) -> _Mind:
    return _Mind(game)
