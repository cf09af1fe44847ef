"""A greedy player: it imagines what it can do, puts a rough value on what it then has, and takes the best.

    python examples/greedy.py --games 20 --players 4 --seed 1

All it is told is what things are worth; what moves do, it learns by trying them on the position.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable
from functools import cache
from itertools import permutations

from era_of_inventions import (
    Area,
    FactoryCard,
    Game,
    Good,
    Goods,
    Mask,
    Move,
    Phase,
    Space,
    State,
    Turn,
    count,
    members,
    moves,
    replace,
)

# What things are worth, in influence. Of each kind of goods the next piece is worth a little less than the one before.
WORTH = {Good.WOOD: 0.5, Good.COAL: 0.35, Good.METAL: 0.7, Good.TECHNOLOGY: 0.7, Good.TOOL: 0.7, Good.COIN: 0.6}
WORTH[Good.COG] = 0.9
FADING = 0.85
BONUS_DISC = 0.5
# How often in a round a factory runs, and a space is paid for official and (with a patent) for fake cards.
RUNS, INCOMES, FAKES = 0.35, 0.25, 0.12
# What a patent, a cog invested and a piece of output are worth in the categories at the end.
PATENT, INVESTED, CAPACITY = 0.3, 0.15, 0.2


class Greedy:
    """Plays all seats of one game."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.box = game.setting.components
        self.rounds = game.rounds
        self._goods_worth = cache(self._goods_worth_of)
        self._plant_worth = cache(self._plant_worth_of)

    def choose(self, state: State) -> Move:
        """The move for the player in turn."""
        legal = self.game.legal_moves(state)
        if len(legal) == 1:
            return legal[0]
        if state.turn.phase is Phase.PLACEMENT:
            return self._most_promising(state, legal)
        if state.turn.phase is Phase.CHOICE:
            return moves.Resolve(self._best_order(state))
        if state.turn.phase is Phase.BONUS_OFFER:
            return self._disc_or_end(state)
        return self._best(state)[1]

    def value(self, state: State, seat: int) -> float:
        """Roughly what a player has, in influence."""
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
        if left == 0:  # what the last market can make of it, and a little for what this round still can
            return min(3, held[Good.COIN] / 2 + held[Good.COG]) + sum(held.values()) / 20
        return sum(worth * (1 - FADING ** held[good]) / (1 - FADING) for good, worth in WORTH.items())

    def _plant_worth_of(
        self, factories: Mask[FactoryCard], spaces: Mask[Space], patented: Mask[Space], left: int
    ) -> float:
        worth = 0.0
        for index in members(factories):
            output = self.box.factory(index).output
            worth += sum(count(output, good) * (CAPACITY + RUNS * left * each) for good, each in WORTH.items())
        for index in members(spaces):
            space = self.box.spaces[index]
            income = space.income.influence + count(space.income.goods, Good.COIN) / 2
            worth += INVESTED * space.cogs + income * left * (INCOMES + (FAKES if patented >> index & 1 else 0))
        return worth

    def _best(self, state: State) -> tuple[float, Move]:
        """The move after which the player in turn has most; of equal ones, any."""
        legal = self.game.legal_moves(state)
        after = [self.value(self.game.play_unchecked(state, move), state.turn.seat) for move in legal]
        values = [value + self.rng.random() / 1000 for value in after]
        best = max(values)
        return best, legal[values.index(best)]

    def _imagine(self, state: State, seat: int, areas: Iterable[int]) -> State:
        """The position after the player's actions in these areas, if they were carried out now."""
        for area in areas:
            state = replace(state, turn=Turn(Phase.ACTION, seat, area))
            while state.turn.phase is Phase.ACTION:
                state = self.game.play_unchecked(state, self._best(state)[1])
        return state

    def _most_promising(self, state: State, legal: tuple[Move, ...]) -> Move:
        """The placement whose action is worth most, when the discs placed before have been resolved."""
        seat = state.turn.seat
        before = self._imagine(state, seat, members(state.players[seat].discs))
        areas = [move.area for move in legal if isinstance(move, moves.PlaceDisc)]
        values = [self.value(self._imagine(before, seat, [area]), seat) for area in areas]
        return legal[values.index(max(values))]

    def _best_order(self, state: State) -> Area:
        """The area to begin with, so that all discs together bring most."""
        seat = state.turn.seat
        orders = list(permutations(members(state.players[seat].discs)))
        return Area(max(orders, key=lambda order: self.value(self._imagine(state, seat, order), seat))[0])

    def _disc_or_end(self, state: State) -> Move:
        """A bonus disc, if the best thing to do with it is worth more than keeping it."""
        gain = self._best(self.game.play_unchecked(state, moves.UseBonusDisc()))[0] - self.value(state, state.turn.seat)
        return moves.UseBonusDisc() if gain > 0 else moves.EndTurn()


def play(game: Game, seed: int, watch: Callable[[State, Move], None] = lambda state, move: None) -> State:
    """The end of a game; ``watch`` is shown every decision on the way."""
    rng = random.Random(seed)
    player = Greedy(game, rng)
    state = game.new(start=seed % game.setting.players, rng=rng)
    while not game.is_over(state):
        move = player.choose(state)
        watch(state, move)
        state = game.deal(game.play_unchecked(state, move), rng)
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description="Let greedy players play against each other.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=4, choices=(3, 4, 5))
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the others follow")
    options = parser.parse_args()
    game = Game(options.players)
    scores = [game.score(play(game, options.seed + number)) for number in range(options.games)]
    for seat in range(options.players):
        wins = sum(seat in score.winners for score in scores)
        points = sum(score.totals[seat] for score in scores) / options.games
        print(f"seat {seat}: {points:5.1f} points on average, {wins} of {options.games} games won or shared")


if __name__ == "__main__":
    main()
