"""Bots: a settler who bids by value, trains whom it can employ, and buys points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from era_of_inventions.tabletop import Game
from phoenicia.box import Activity
from phoenicia.moves import (
    Bid,
    BuyPoint,
    Employ,
    EndAuctions,
    EndTurn,
    EndWorkers,
    GiveUp,
    MakeCard,
    Move,
    MoveWorker,
    Pass,
    PayCard,
    PayDisks,
    PutUp,
    Train,
)
from phoenicia.position import Player, State, wealth
from phoenicia.rules import discount, produce, workers

M = TypeVar("M", bound=Move)
ROUNDS = 11
"""About how many rounds a game has."""
POINT, WORKER = 4, 1
"""The worth of a victory point and of a worker to the settler."""


def settler(game: Game[State, Move], state: State, legal: Sequence[Move], rng: random.Random) -> Move:
    """Play by the worth of things."""
    if bids := _of(legal, Bid):
        return _bid(state, bids[0], legal)
    if _of(legal, EndAuctions):
        return max(legal, key=lambda move: _gain(state, move))
    if _of(legal, EndWorkers):
        return _work(state, legal)
    if cards := [move for move in legal if isinstance(move, PayCard | GiveUp)]:
        disks = _of(legal, PayDisks)
        return disks[0] if disks else min(cards, key=lambda move: state.components.values[move.value])
    return next((move for move in legal if isinstance(move, BuyPoint | MakeCard | EndTurn)), legal[0])


def _of(legal: Sequence[Move], kind: type[M]) -> list[M]:
    """Return the legal moves of a kind."""
    return [move for move in legal if isinstance(move, kind)]


def _limit(state: State, kind: int) -> int:
    """Return the worth of a card to the player who decides: points, later production and workers."""
    card, rounds = state.components.cards[kind], max(0, ROUNDS - state.turn.round)
    value = POINT * card.vp + card.pp * rounds // 2 + WORKER * (card.untrained + card.trained)
    return value + discount.steps(state, state.me, kind)


def _bid(state: State, lowest: Bid, legal: Sequence[Move]) -> Move:
    """Return the lowest possible bid or, if the card is worth less and passing is possible, a pass."""
    passes = _of(legal, Pass)
    return passes[0] if passes and lowest.amount > _limit(state, state.turn.kind) else lowest


def _gain(state: State, move: Move) -> int:
    """Return how much more the card that a move puts up is worth than its minimum bid; 0 for other moves."""
    if not isinstance(move, PutUp):
        return 0
    return _limit(state, move.kind) - state.components.cards[move.kind].minimum


def _work(state: State, legal: Sequence[Move]) -> Move:
    """Employ in the dearest activity, or else train if there is money to employ too, or else move a worker."""
    if employ := _of(legal, Employ):
        return max(employ, key=lambda move: move.activity)
    cheapest = min(_employing(state, state.me, activity) for activity in Activity)
    if (train := _of(legal, Train)) and wealth(state, state.me) >= workers.training_cost(state, state.me) + cheapest:
        return train[0]
    if moving := _of(legal, MoveWorker):
        return max(moving, key=lambda move: (move.activity, -move.origin))
    return _of(legal, EndWorkers)[0]


def _employing(state: State, player: Player, activity: Activity) -> int:
    """Return the price of employing a worker; a very high price if there is no room."""
    if player.workers[activity] >= produce.circles(state, player, activity):
        return 1 << 10
    return 0 if player.tools[activity] else state.components.tiles[activity].tool_cost
