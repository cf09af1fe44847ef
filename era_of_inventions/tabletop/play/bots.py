"""Bots: functions that decide for players. Each gets what its seat may know, and a source of randomness of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

import attrs

from era_of_inventions.tabletop.errors import GameError, describe, unknown
from era_of_inventions.tabletop.play.rulebook import (
    CHANCE,
    MOVES_MAX,
    OVER,
    RANDOM,
    AnyRulebook,
    Choose,
)

M = TypeVar("M")
Bots: TypeAlias = Choose | Sequence[Choose]
"""A bot for all seats, or several that play the seats in turn; after the last, the first plays the next seat."""


class EndlessGameError(GameError):
    """A game that is not over after the most moves that a game can have."""

    def __str__(self) -> str:
        """How many moves were made."""
        return f"the game is not over after {MOVES_MAX} moves; expected players who bring it to its end"


class StuckGameError(GameError):
    """A position in which the seat to move has no legal move, although the game is not over."""

    def __init__(self, seat: object) -> None:
        """Store who is to move."""
        super().__init__(seat)
        self.seat = seat

    def __str__(self) -> str:
        """Who has no legal move."""
        return f"{self.seat} is to move and has no legal move; expected one, or that the game is over"


def at_random(game: object, state: object, legal: Sequence[M], rng: random.Random) -> M:
    """Choose a move uniformly at random: the simplest bot."""
    return legal[int(rng.random() * len(legal))]


@attrs.frozen
class Beginner:
    """A bot that decides like its ``model`` half of the time, and else at random."""

    model: Choose

    def __call__(
        self, game: Any, state: Any, legal: Sequence[Any], rng: random.Random
    ) -> Any:
        """Choose like the model, or at random."""
        return (self.model if rng.random() < 1 / 2 else at_random)(game, state, legal, rng)


def bot_named(rulebook: AnyRulebook, name: str) -> Choose:
    """Return the bot of a rulebook with this name, or the bot that plays at random if it is ``random``.

    Raises `GameError` for any other name.
    """
    bots: dict[str, Choose] = {RANDOM: at_random, **rulebook.bots}
    if name not in bots:
        raise GameError(f"the bot {unknown(name, bots)}")
    return bots[name]


def bots_of(choose: Bots, players: int) -> tuple[Choose, ...]:
    """Return the bot of each seat. Raises `GameError` if ``choose`` is neither a bot nor several."""
    bots = choose if isinstance(choose, Sequence) else (choose,)
    if not bots or not all(map(callable, bots)):
        raise GameError(
            f"choose is {describe(choose)}; expected a function that chooses a move, or several"
        )
    return tuple([bots[seat % len(bots)] for seat in range(players)])


def require_rng(rng: object) -> None:
    """Raise `GameError` for anything that is no source of randomness."""
    if not callable(getattr(rng, "random", None)):
        raise GameError(
            f"rng is {describe(rng)}; expected a source of randomness such as random.Random(1)"
        )


def sources_of(rng: random.Random, number: int) -> tuple[random.Random, ...]:
    """Return a ``number`` of sources of randomness. None of them shows anything about the next draws of ``rng``.

    But a seed of few digits can be found by trying: a bot that does so knows the draws
    of ``random.Random(seed)``.
    """
    return tuple([random.Random(int(rng.random() * (1 << 53))) for _ in range(number)])


def steps(
    game: Any, state: Any, rng: random.Random, choose: Bots
) -> Iterator[tuple[Any, Any]]:
    """Yield the moves of a game of bots until it is over, each with the position after it; see `Game.playout`."""
    players = game.setting.players
    bots, own = bots_of(choose, players), sources_of(rng, players)
    for _ in range(MOVES_MAX):
        mover = game.to_move(state)
        if mover is OVER:
            return
        move = (
            game.chance_move(state, rng)
            if mover is CHANCE
            else game.decide(state, bots[mover], own[mover])
        )
        state = game.play_unchecked(state, move)
        yield move, state
    if not game.is_over(state):
        raise EndlessGameError
