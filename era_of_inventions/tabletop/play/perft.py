"""Counting the sequences of legal moves from a position: numbers by which two implementations can be compared.

``perft(game, state, n)`` is how many sequences of n moves there are; what chance does counts as a move.
"""

from __future__ import annotations

from typing import TypeVar

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Position

S = TypeVar("S", bound=Position)
M = TypeVar("M")


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """The number of sequences of ``depth`` legal moves from a position. A finished game has none longer than 0."""
    if depth == 0:
        return 1
    legal = game.legal_moves(state)
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.play_unchecked(state, move), depth - 1) for move in legal)


def divide(game: Game[S, M], state: S, depth: int) -> dict[M, int]:
    """The same number, split by the first move: the tool to find where two implementations differ."""
    return {move: perft(game, game.play_unchecked(state, move), depth - 1) for move in game.legal_moves(state)}
