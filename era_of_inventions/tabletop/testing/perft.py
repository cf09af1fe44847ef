"""Counts of the sequences of legal moves from a position, to compare two implementations.

``perft(game, state, n)`` is the number of sequences of n moves, including moves of
chance.
"""

from __future__ import annotations

from typing import TypeVar

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.setting import AnyPosition

S = TypeVar("S", bound=AnyPosition)
M = TypeVar("M")


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """Return the number of sequences of ``depth`` legal moves from a position."""
    if depth == 0:
        return 1
    legal = game.legal_moves(state)
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.play_unchecked(state, move), depth - 1) for move in legal)


def divide(game: Game[S, M], state: S, depth: int) -> dict[M, int]:
    """Return the `perft` after each legal first move, to find where two implementations differ."""
    return {
        move: perft(game, game.play_unchecked(state, move), depth - 1)
        for move in game.legal_moves(state)
    }
