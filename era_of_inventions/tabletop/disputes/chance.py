"""What the next moves of chance can come to: outcomes in which each thing comes early, late and as often as it can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.readings import KeptByReadings
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.play.worlds import is_known, worlds_of
from era_of_inventions.tabletop.values import evolve

APART_MAX = 250
"""How many outcomes are looked for at most with one move at one place in each."""
ALL_MAX = 600
"""How many moves of chance are made at most to try all that can come together."""
MOVES_MAX = 2_500
"""How many moves of chance all outcomes have together at most."""
KEPT_MAX = 16
"""For how many positions and readings outcomes are kept at most."""


@attrs.frozen
class Outcomes:
    """Positions after the next moves of chance, until a player decides.

    They are ``complete`` if they are all or, of too many, if each of these moves was
    tried at each place, and if the number of moves is always the same.
    """

    ends: Sequence[Any]
    complete: bool

    def in_setting(self, setting: AnySetting) -> Outcomes:
        """Return these outcomes with positions in another setting."""
        ends = [evolve(end, setting=setting) for end in self.ends]
        return attrs.evolve(self, ends=ends)


@attrs.define
class Chance:
    """Looks for what the next moves of chance can come to, and keeps what it found last in one setting.

    The claims of a dispute lead to the same positions, and most readings do not matter
    to chance.
    """

    setting: AnySetting
    _kept: KeptByReadings[Outcomes] = attrs.field(
        factory=lambda: KeptByReadings(KEPT_MAX), init=False
    )

    def outcomes(self, after: Any) -> Outcomes:
        """Return what the next moves of chance can come to.

        In a position that is only partly known it is what they can come to in one of
        its completions, which is never complete.
        """
        found = self._outcomes_in(worlds_of(after).first)
        return attrs.evolve(found, complete=found.complete and is_known(after))

    def _outcomes_in(self, whole: Any) -> Outcomes:
        setting, ruleset = whole.setting, whole.setting.ruleset
        if setting.without_readings is not self.setting.without_readings:
            return _outcomes(whole)
        position = evolve(whole, setting=setting.without_readings)

        def find(observed: BaseRuleset) -> Outcomes:
            return _outcomes(
                evolve(position, setting=attrs.evolve(setting, ruleset=observed))
            ).in_setting(setting.without_readings)

        return self._kept.get(position, ruleset, find).result.in_setting(setting)


def courses(after: Any) -> Iterator[tuple[Any, Any]]:
    """Yield completions of a position, each with a position after the next moves of chance.

    In each completion every legal move comes first once, and others at random after it,
    until there are too many.
    """
    made, rng = 0, Random(0)
    for whole in worlds_of(after).one_by_one():
        for move in _Node.of(whole).legal:
            node = _Node.of(whole).then(move)
            made += 1
            while node.legal:
                node = node.then(rng.choice(node.legal))
                made += 1
            yield whole, node.state
            if made > MOVES_MAX:
                return


def _outcomes(whole: Any) -> Outcomes:
    if every := _every_end(whole):
        return Outcomes(every, complete=True)
    finder, ends = _Finder(whole), dict[Any, None]()
    for end in finder.outcomes():
        ends.setdefault(end)
        if finder.made > MOVES_MAX:
            return Outcomes([*ends], complete=False)
    return Outcomes([*ends], complete=len(finder.lengths) == 1)


def _every_end(whole: Any) -> Sequence[Any]:
    """Return all positions after the next moves of chance; nothing if that takes too many moves."""
    left, ends, made = [_Node.of(whole)], dict[Any, None](), 0
    while left:
        ends |= dict.fromkeys(node.state for node in left if not node.legal)
        made += sum(len(node.legal) for node in left)
        if made > ALL_MAX:
            return ()
        after = {node.then(move).state: None for node in left for move in node.legal}
        left = [*map(_Node.of, after)]
    return [*ends]


@attrs.frozen
class _Node:
    """A position, the moves that chance can make in it, and the nodes after those that were made."""

    state: Any
    legal: Sequence[Any]
    after: dict[Any, _Node] = attrs.field(factory=dict, init=False)

    @classmethod
    def of(cls, state: Any) -> _Node:
        by_chance = state.setting.rulebook.to_move(state) is CHANCE
        return cls(state, state.setting.engine.legal_moves(state) if by_chance else ())

    def then(self, move: Any) -> _Node:
        """Return the node after a move, which is made once: most outcomes begin alike."""
        if move not in self.after:
            self.after[move] = _Node.of(self.state.setting.engine.play(self.state, move))
        return self.after[move]


class _Finder:
    """Makes moves of chance, each at each place at which it can come."""

    def __init__(self, whole: Any) -> None:
        self.root, self.lengths = _Node.of(whole), set[int]()
        self.made = 0

    def outcomes(self) -> Iterator[Any]:
        """Yield the outcomes.

        If the moves are few, each comes for the first time at each place, and then as
        often as it can; or not at all. Otherwise they come in turns, so that each is
        made at each place once.
        """
        seen = dict[Any, None]()

        def noting(legal: Sequence[Any], place: int) -> Any:
            seen.update(dict.fromkeys(legal))
            return legal[len(legal) * place // (place + 2)]  # another one at each place

        yield self._end(noting)
        order, places = [*seen], max(self.lengths) + 1
        if len(order) * places <= APART_MAX:
            ways = (partial(_from, *one) for one in product(order, range(places)))
        else:
            ways = (partial(_in_turns, order, number) for number in range(len(order)))
        yield from map(self._end, ways)

    def _end(self, choose: Callable[[Sequence[Any], int], Any]) -> Any:
        """Return the position after all moves of chance, each chosen from the legal ones by the number of its place."""
        node, number = self.root, 0
        while node.legal:
            node = node.then(choose(node.legal, number))
            number += 1
        self.made += number
        self.lengths.add(number)
        return node.state


def _in_turns(order: Sequence[Any], number: int, legal: Sequence[Any], place: int) -> Any:
    """Return the next legal move in this order, from another beginning at each place and for each number."""
    first, can_come = (number - place) % len(order), {*legal}
    turns = (*order[first:], *order[:first], *legal)
    return next(move for move in turns if move in can_come)


def _from(move: Any, first: int, legal: Sequence[Any], place: int) -> Any:
    """Return a move from a place on, and another one before, as long as it is possible."""
    if place >= first:
        return move if move in legal else legal[place % len(legal)]
    return next((other for other in legal if other != move), move)
