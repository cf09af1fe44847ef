"""The engine: fast legal moves and effects, for the positions of one setting."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cached_property
from itertools import chain, groupby
from typing import Any, Generic, TypeVar

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.bots import EndlessGameError, StuckGameError
from era_of_inventions.tabletop.play.calls import chances_of, tried
from era_of_inventions.tabletop.play.occasions import SetUp
from era_of_inventions.tabletop.play.rulebook import (
    CHANCE,
    MOVES_MAX,
    OVER,
    HasSetting,
    MoveFilter,
    Rulebook,
)
from era_of_inventions.tabletop.values.declared import fields_of

S = TypeVar("S", bound=HasSetting)
M = TypeVar("M")


class Engine(Generic[S, M]):
    """The legal moves of a position, and their effects."""

    def __init__(
        self,
        rulebook: Rulebook[S, M],
        lister: Callable[[], Callable[[S], tuple[M, ...]]],
        table: Callable[[], Container[M]],
    ) -> None:
        """Store a rulebook, and what returns the function that lists legal moves by it, and the table of all moves.

        Both are called on first use: many a setting, such as one with another number,
        only carries out moves.
        """
        self._lister, self._table = lister, table
        self._rulebook = rulebook
        self._law = rulebook.law
        self._effects = rulebook.law.effects
        self._draft = rulebook.draft

    @cached_property
    def legal_moves(self) -> Callable[[S], tuple[M, ...]]:
        """The function that lists the legal moves of a position."""
        return self._lister()

    def is_legal(self, state: S, move: M) -> bool:
        """Return whether a move is legal. Without a generator the law is asked about this move alone."""
        if self._rulebook.generator:
            return move in self.legal_moves(state)
        return self._is_listed(move) and self._law.allows(state, move)

    def _is_listed(self, move: M) -> bool:
        try:
            return move in self._table()
        except TypeError:  # no hash, so it is no move
            return False

    def play(self, state: S, move: M) -> S:
        """Return the position after a move, without checking that it is legal."""
        draft = self._draft(state, self._law)
        for clause in self._effects[type(move)]:
            clause.function(draft, move)
        return draft.seal()

    def chances(self, state: S) -> Sequence[tuple[M, int]]:
        """Return the possible moves of chance, each with its weight. Chance must be to move."""
        if self._rulebook.chances:
            return chances_of(state)
        return [(move, 1) for move in self.legal_moves(state)]

    def draw(self, state: S, rng: random.Random) -> M:
        """Draw one move of chance by weight. Chance must be to move.

        Raises `RulebookError` as `chances_of` does, but of the moves only the drawn one
        is checked to be legal.
        """
        own = self._rulebook.chances
        if not own and (legal := self.legal_moves(state)):
            return legal[int(rng.random() * len(legal))]
        weighted = tried(self._rulebook, "chances", own, state) if own else ()
        drawn = _drawn(weighted, rng.random())
        if drawn is not None and self._law.allows(state, drawn):
            return drawn
        self.chances(state)  # which says what is wrong
        if self._rulebook.mover(state) is CHANCE:
            raise StuckGameError("chance")
        raise GameError(
            "chance has no move in this position; expected one where chance is to move"
        )

    def deal(self, state: S, rng: random.Random) -> S:
        """Return the position after all pending moves of chance. They are made in one draft, as in `playout`."""
        draft: Any = self._draft(state, self._law)
        to_move, effects = self._rulebook.to_move, self._effects
        for _ in range(MOVES_MAX + 1):
            if to_move(draft) is not CHANCE:
                sealed: S = draft.seal()
                return sealed
            move = self.draw(draft, rng)
            for clause in effects[type(move)]:
                clause.function(draft, move)
        raise EndlessGameError

    def require_any(self, legal: Sequence[object], state: S) -> None:
        """Raise `StuckGameError` if no move is legal, or `GameError` if the game is over."""
        if not legal:
            self.require_over(state)
            raise GameError("the game is over; expected a position in which a player decides")

    def require_over(self, state: S) -> None:
        """Raise `StuckGameError` unless the game is over."""
        mover = self._rulebook.mover(state)
        if mover is not OVER:
            raise StuckGameError("chance" if mover is CHANCE else f"seat {mover}")

    def playout(self, state: S, rng: random.Random) -> S:
        """Return the last position of a game that goes on at random.

        All moves are made in one draft, which saves sealing a position after each move.
        Raises `EndlessGameError` and `StuckGameError`.
        """
        draft: Any = self._draft(state, self._law)
        legal_moves, uniform = self.legal_moves, rng.random
        effects = {
            kind: [clause.function for clause in clauses]
            for kind, clauses in self._effects.items()
        }
        to_move = self._rulebook.to_move if self._rulebook.chances else None
        for _ in range(MOVES_MAX + 1):
            if not (legal := legal_moves(draft)):
                sealed: S = draft.seal()
                self.require_over(sealed)
                return sealed
            by_weight = to_move and to_move(draft) is CHANCE
            move = self.draw(draft, rng) if by_weight else legal[int(uniform() * len(legal))]
            for carry_out in effects[type(move)]:
                carry_out(draft, move)
        raise EndlessGameError


def _drawn(weighted: Sequence[tuple[M, int]], share: float) -> M | None:
    """Return the move at a share of all weights; None if `chances_of` would refuse the moves or their weights."""
    try:
        weights = [weight for _, weight in weighted]
        total = sum(weights)
        if type(total) is not int or min(weights) < 1:
            return None
        left = int(share * total)
        for move, weight in weighted:
            left -= weight
            if left < 0:
                return move
    except (OverflowError, TypeError, ValueError):
        return None
    return None


def begin(setting: Any, start: int) -> Any:
    """Return the first position of a game, before any move of chance or of a player."""
    rulebook = setting.rulebook
    draft = rulebook.draft(rulebook.blank(setting, start), rulebook.law)
    rulebook.law.carry_out(draft, SetUp())
    return draft.seal()


def legal_by_law(
    law: Law, moves: Sequence[M], candidates: Mapping[type, MoveFilter[Any]] | None = None
) -> Callable[[Any], tuple[M, ...]]:
    """Return a function that lists legal moves by evaluating the law for the moves of the table.

    For kinds of moves that have ``candidates``, it evaluates only the candidates.
    """
    legal = _legal_among(law)
    listed = [(kind, tuple(of_kind)) for kind, of_kind in groupby(moves, type)]
    kinds = [
        (kind, of_kind, _narrowed(of_kind, (candidates or {}).get(kind)))
        for kind, of_kind in listed
    ]
    grants_now = law.grants_of({kind for kind, _, _ in kinds} & law.grants.keys())
    at_moment: dict[int, list[Any]] = {}
    """The kinds that have grants, with their moves and grants, by the id of the mapping from ``grants_now``."""

    def legal_moves(position: Any) -> tuple[M, ...]:
        now = grants_now(position)
        granted = at_moment.get(id(now))
        if granted is None:
            granted = [(*about, now[about[0]]) for about in kinds if about[0] in now]
            at_moment[id(now)] = granted
        found: list[M] = []
        for _, of_kind, narrowed, grants in granted:
            few, certain = narrowed(position) if narrowed else (of_kind, False)
            found += few if certain else legal(position, few, grants)
        return tuple(found)

    return legal_moves


def _narrowed(
    moves: Sequence[M], candidates: MoveFilter[Any] | None
) -> Callable[[Any], tuple[Sequence[M], bool]] | None:
    """Return a function that returns the candidates of a kind in a position, and whether all are legal.

    None if every move of the kind is a candidate.
    """
    if candidates is None:
        return None
    first = next(field.name for field, _ in fields_of(type(moves[0])))
    by_first: dict[Any, list[M]] = {}
    for move in moves:
        by_first.setdefault(getattr(move, first), []).append(move)
    found, about, legal = by_first.get, candidates.about, candidates.legal
    return lambda position: (
        [*chain.from_iterable(filter(None, map(found, about(position))))],
        legal,
    )


def _legal_among(
    law: Law,
) -> Callable[[Any, Sequence[M], Sequence[Clause[..., Any]]], Sequence[M]]:
    """Return a function that lists the moves of a kind that the limits and the current grants allow.

    What has left out most moves so far is evaluated first, a limit or the grants
    together, so that few moves are left for the others.
    """
    left_out: dict[object, int] = dict.fromkeys((*law.of_kind(Kind.LIMIT), *law.grants), 0)
    filters_of: dict[type, list[Any]] = {
        kind: [*law.limits.get(kind, ()), kind] for kind in law.grants
    }
    """The limits on each kind of moves, and the kind itself in the place of its grants."""

    def legal(
        position: Any, moves: Sequence[M], grants: Sequence[Clause[..., Any]]
    ) -> Sequence[M]:
        if not moves:
            return ()
        kind, most, sorted_still = type(moves[0]), sys.maxsize, True
        for one in filters_of[kind]:
            asked = len(moves)
            if one is kind:
                moves = _permitted(position, moves, grants)
            else:
                allows = one.function
                moves = [move for move in moves if allows(position, move)]
            so_far = left_out[one] = left_out[one] + asked - len(moves)
            sorted_still, most = sorted_still and so_far <= most, so_far
            if not moves:
                break
        if not sorted_still:
            filters_of[kind] = sorted(
                filters_of[kind], key=left_out.__getitem__, reverse=True
            )
        return moves

    return legal


def _permitted(
    position: Any, moves: Sequence[M], grants: Sequence[Clause[..., Any]]
) -> Sequence[M]:
    """Return the moves that one of the grants permits."""
    if len(grants) == 1:
        permits = grants[0].function
        return [move for move in moves if permits(position, move)]
    permitted = {move for grant in grants for move in moves if grant.function(position, move)}
    return [move for move in moves if move in permitted]
