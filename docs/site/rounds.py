"""What the law does between two rounds, in its order, as simulated games show it."""

from __future__ import annotations

import inspect
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from types import CodeType, FrameType
from typing import Any, Self

from docs.site.volume import Clause
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, AnyRulebook

GAMES_EACH = 3
"""The number of games for each number of players."""
FOLLOWED = (Kind.EFFECT, Kind.TRIGGER, Kind.DEFINITION)
"""The kinds of clauses that say what happens, and the numbers and terms that these look up."""


def between(rulebook: AnyRulebook, first: Clause, last: Clause) -> dict[Clause, list[Clause]]:
    """Return the steps by which the law goes on from one clause to another, in order, each with its definitions.

    A definition stands with the first step that looks it up. Where the law does something for one player after another,
    the order is that for each player. Raises ValueError if no game goes that way.
    """
    looked_up: dict[Clause, dict[Clause, None]] = {}
    votes: Counter[tuple[Clause, Clause]] = Counter()
    for passage in passages(rulebook, first, last):
        step = first
        for clause in passage:
            if clause.kind is Kind.DEFINITION:
                looked_up[step][clause] = None
            else:
                looked_up.setdefault(step := clause, {})
        votes += _earlier([clause for clause in passage if clause in looked_up])
    if not looked_up:
        raise ValueError(f"no game goes on from {first.id} to {last.id}")
    order = sorted(looked_up, key=lambda one: sum(votes[other, one] > votes[one, other] for other in looked_up))
    placed = {clause: step for step in reversed(order) for clause in looked_up[step]}
    return {step: [clause for clause in looked_up[step] if placed[clause] is step] for step in order}


def _earlier(steps: list[Clause]) -> Counter[tuple[Clause, Clause]]:
    """Count for each pair whether the one step comes before the other when it first comes, and when it last comes."""
    begins = {step: at for at, step in reversed([*enumerate(steps)])}
    ends = {step: at for at, step in enumerate(steps)}
    pairs = permutations(begins, 2)
    return Counter({(one, other): (begins[one] < begins[other]) + (ends[one] < ends[other]) for one, other in pairs})


def passages(rulebook: AnyRulebook, first: Clause, last: Clause) -> Iterator[list[Clause]]:
    """Yield what the law follows each time that it goes on from one clause to another, these two included."""
    for players in rulebook.player_counts():
        for seed in range(GAMES_EACH):
            passage: list[Clause] = []
            for clause in _followed(Game(rulebook, players), random.Random(seed)):
                if clause is first:
                    passage = [first]
                elif passage:
                    passage.append(clause)
                if clause is last and passage:
                    yield passage
                    passage = []


def _followed(game: Game[Any, Any], rng: random.Random) -> Iterator[Clause]:
    """Yield, move by move of a game, the grants that permit it and what the law follows when it is carried out."""
    law, choose, state = game.rulebook.law, game.rulebook.samples.choose, game.new()
    codes = {inspect.unwrap(clause.source).__code__: clause for kind in FOLLOWED for clause in law.of_kind(kind)}
    while (to_move := game.to_move(state)) is not OVER:
        move = game.chance_move(state, rng) if to_move is CHANCE else choose(game.legal_moves(state), rng)
        yield from (clause for clause in law.grants.get(type(move), ()) if clause.permits(state, move))
        with _Calls(codes) as calls:
            state = game.play_unchecked(state, move)
        yield from calls.clauses


class _Calls:
    """Notes the clauses whose code is called, in order."""

    def __init__(self, codes: Mapping[CodeType, Clause]) -> None:
        """Take the clauses by their code."""
        self.codes = codes
        self.clauses: list[Clause] = []

    def __enter__(self) -> Self:
        """Begin to note."""
        self.before = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        """Note no more."""
        sys.setprofile(self.before)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in self.codes:
            self.clauses.append(self.codes[frame.f_code])
