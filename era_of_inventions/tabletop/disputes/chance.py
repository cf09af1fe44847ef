"""What the next moves of chance can come to: outcomes in which each thing comes early, late and as often as it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import attrs

from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.worlds import worlds_of

MOVES_MAX = 1_500
"""How many moves of chance are made at most to find outcomes."""


@attrs.frozen
class Outcomes:
    """Positions after the next moves of chance, until a player decides.

    They are ``complete`` if each of these moves was tried at each place, and if the number of moves is always the same.
    """

    ends: Sequence[Any]
    complete: bool


def outcomes_of_chance(after: Any) -> Outcomes:
    """Return what the next moves of chance can come to in a completion of a position."""
    finder, ends = _Finder(worlds_of(after).first), dict[Any, None]()
    for end in finder.outcomes():
        ends.setdefault(end)
        if finder.made > MOVES_MAX:
            return Outcomes([*ends], complete=False)
    return Outcomes([*ends], complete=len(finder.lengths) == 1)


class _Finder:
    """Makes moves of chance: at random, but one of them always as soon as possible, or as late as possible."""

    def __init__(self, whole: Any) -> None:
        self.whole, self.engine = whole, whole.setting.engine
        self.rng, self.made, self.lengths = Random(0), 0, set[int]()

    def outcomes(self) -> Iterator[Any]:
        """Yield for each move the outcomes in which it comes for the first time at each place, or not at all."""
        seen = dict[Any, None]()
        state = self.whole
        while legal := self._legal(state):
            seen |= dict.fromkeys(legal)
            state = self._play(state, self.rng.choice(legal))
        for move in seen:
            yield from self._with(move)

    def _with(self, move: Any) -> Iterator[Any]:
        state, number = self.whole, 0
        while legal := self._legal(state):
            others = [other for other in legal if other != move]
            if len(others) < len(legal):
                yield self._end(self._play(state, move), move, number + 1)
            if not others:
                return
            state, number = self._play(state, self.rng.choice(others)), number + 1
        self.lengths.add(number)
        yield state

    def _end(self, state: Any, move: Any, number: int) -> Any:
        """Return the position after all moves of chance, of which one is made whenever it is legal."""
        while legal := self._legal(state):
            state = self._play(state, move if move in legal else self.rng.choice(legal))
            number += 1
        self.lengths.add(number)
        return state

    def _legal(self, state: Any) -> Sequence[Any]:
        """Return the moves that chance can make; none if a player decides."""
        chance = state.setting.rulebook.to_move(state) is CHANCE
        return self.engine.legal_moves(state) if chance else ()

    def _play(self, state: Any, move: Any) -> Any:
        self.made += 1
        return self.engine.play(state, move)
