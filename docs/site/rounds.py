"""What the law does between two rounds, in its order, as simulated games show it."""

from __future__ import annotations

import inspect
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from types import CodeType, FrameType
from typing import Any, Self, TypeAlias

from docs.site.volume import Clause
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, AnyRulebook

GAMES_EACH = 3
"""The number of games for each number of players."""
FOLLOWED = (Kind.EFFECT, Kind.TRIGGER, Kind.DEFINITION)
"""The kinds of clauses that say what happens, and the numbers and terms that these look up."""

Answers: TypeAlias = dict[Clause, set[int]]
"""The amounts that clauses have answered; yes and no are 1 and 0."""


def between(rulebook: AnyRulebook, first: Clause, last: Clause) -> dict[Clause, list[Clause]]:
    """Return the steps by which the law goes on from one clause to another, in order, each with its definitions.

    A definition stands with the first step that looks it up, if it matters there: if it is an amount, or a yes or no,
    that is not always the same. Where the law does something for one player after another, the order is that for each
    player. Raises ValueError if no game goes that way.
    """
    looked_up: dict[Clause, dict[Clause, None]] = {}
    votes: Counter[tuple[Clause, Clause]] = Counter()
    answers: Answers = {}
    for passage in passages(rulebook, first, last, answers):
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
    placed = {clause: step for step in reversed(order) for clause in looked_up[step] if len(answers[clause]) > 1}
    return {step: [clause for clause in looked_up[step] if placed.get(clause) is step] for step in order}


def _earlier(steps: list[Clause]) -> Counter[tuple[Clause, Clause]]:
    """Count for each pair whether the one step comes before the other when it first comes, and when it last comes."""
    begins = {step: at for at, step in reversed([*enumerate(steps)])}
    ends = {step: at for at, step in enumerate(steps)}
    pairs = permutations(begins, 2)
    return Counter({(one, other): (begins[one] < begins[other]) + (ends[one] < ends[other]) for one, other in pairs})


def passages(rulebook: AnyRulebook, first: Clause, last: Clause, answers: Answers) -> Iterator[list[Clause]]:
    """Yield what the law follows each time that it goes on from one clause to another, these two included.

    What definitions answer in these games is added to ``answers``.
    """
    for players in rulebook.player_counts():
        for seed in range(GAMES_EACH):
            passage: list[Clause] = []
            for clause in _followed(Game(rulebook, players), random.Random(seed), answers):
                if clause is first:
                    passage = [first]
                elif passage:
                    passage.append(clause)
                if clause is last and passage:
                    yield passage
                    passage = []


def _followed(game: Game[Any, Any], rng: random.Random, answers: Answers) -> Iterator[Clause]:
    """Yield, move by move of a game, the grants that permit it and what the law follows when it is carried out.

    What becomes of a card that chance turns over needs no step of its own: its effects are left out.
    """
    law, choose, state = game.rulebook.law, game.rulebook.samples.choose, game.new()
    codes = {inspect.unwrap(clause.source).__code__: clause for kind in FOLLOWED for clause in law.of_kind(kind)}
    while (to_move := game.to_move(state)) is not OVER:
        move = game.chance_move(state, rng) if to_move is CHANCE else choose(game.legal_moves(state), rng)
        yield from (clause for clause in law.grants.get(type(move), ()) if clause.permits(state, move))
        with _Calls(codes, answers) as calls:
            state = game.play_unchecked(state, move)
        yield from (one for one in calls.clauses if one.kind is not Kind.EFFECT or to_move is not CHANCE)


class _Calls:
    """Notes the clauses whose code is called, in order, and the amounts, and yes or no, that definitions answer."""

    def __init__(self, codes: Mapping[CodeType, Clause], answers: Answers) -> None:
        """Take the clauses by their code, and the answers noted so far."""
        self.codes, self.answers = codes, answers
        self.clauses: list[Clause] = []

    def __enter__(self) -> Self:
        """Begin to note."""
        self.before = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        """Note no more."""
        sys.setprofile(self.before)

    def _note(self, frame: FrameType, event: str, value: object) -> None:
        if not (clause := self.codes.get(frame.f_code)):
            return
        if event == "call":
            self.clauses.append(clause)
            self.answers.setdefault(clause, set())
        elif event == "return" and isinstance(value, int):
            self.answers[clause].add(value)
