"""Bots: functions that decide for players. Each gets what its seat may know, and a source of randomness of its own."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import attrs

from era_of_inventions.tabletop.errors import GameError, describe, unknown
from era_of_inventions.tabletop.play.rulebook import AnyRulebook, Choose

M = TypeVar("M")
Bots: TypeAlias = Choose | Sequence[Choose]
"""A bot for all seats, or several that play the seats in turn; after the last, the first plays the next seat."""


def at_random(_game: object, _state: object, legal: Sequence[M], rng: random.Random) -> M:
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
    bots: dict[str, Choose] = {"random": at_random, **rulebook.bots}
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


def sources_of(rng: random.Random, players: int) -> tuple[random.Random, ...]:
    """Return a source of randomness for each seat, from which nothing can be learned about what ``rng`` draws next."""
    return tuple([random.Random(int(rng.random() * (1 << 53))) for _ in range(players)])
