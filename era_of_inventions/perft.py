"""Counting the sequences of legal moves from a position: numbers by which two implementations can be compared.

``perft(game, state, n)`` is how many sequences of n moves there are; cards turned over by chance count as moves.
"""

from __future__ import annotations

from era_of_inventions.game import Game
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State


def perft(game: Game, state: State, depth: int) -> int:
    """The number of sequences of ``depth`` legal moves from a position. A finished game has none longer than 0."""
    if depth == 0:
        return 1
    legal = game.legal_moves(state)
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.play_unchecked(state, move), depth - 1) for move in legal)


def divide(game: Game, state: State, depth: int) -> dict[Move, int]:
    """The same number, split by the first move: the tool to find where two implementations differ."""
    return {move: perft(game, game.play_unchecked(state, move), depth - 1) for move in game.legal_moves(state)}
