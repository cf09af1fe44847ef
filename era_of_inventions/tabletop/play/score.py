"""The score of a position: points by clause, totals and winners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.law import facts_of
from era_of_inventions.tabletop.play.rulebook import AnyPosition


@attrs.frozen
class ScoreLine:
    """The points of one seat from one clause. ``basis`` lists the facts that they are based on."""

    seat: int
    clause: str
    points: int
    basis: str


@attrs.frozen
class Score:
    """The score of a position as if the game were over: lines, totals by seat, and the winners."""

    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def score(state: AnyPosition) -> Score:
    """The score of a position as if the game were over."""
    rulebook = state.setting.rulebook
    clauses = tuple(rulebook.law.of_kind(Kind.SCORING))
    columns = [clause.function(state) for clause in clauses]
    lines = [line for clause, points in zip(clauses, columns, strict=True) for line in _lines(state, clause, points)]
    totals = tuple(rulebook.totals(columns))
    return Score(tuple(lines), totals, rulebook.winners(state, totals))


def _lines(state: AnyPosition, clause: Clause[..., Any], points: Sequence[int]) -> Iterator[ScoreLine]:
    for seat, number in enumerate(points):
        basis = ", ".join(f"{what} {value}" for what, value in facts_of(clause, state, seat))
        yield ScoreLine(seat, clause.id, number, basis)
