"""The score of a position: points by clause, totals and winners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import attrs

from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.law import facts_of
from era_of_inventions.tabletop.play.rulebook import AnyPosition, Rulebook


@attrs.frozen
class ScoreLine:
    """The points of one seat from one clause. ``basis`` lists the facts that they are based on."""

    seat: int
    clause: str
    points: int
    basis: str


@attrs.frozen
class Comparison:
    """What a clause compares to find the winners: the number of each of the seats that are still in the lead."""

    clause: str
    numbers: tuple[tuple[int, int], ...]
    """Pairs of a seat and its number, the highest number first."""


@attrs.frozen
class Score:
    """The score of a position as if the game were over: lines, totals by seat, and the winners."""

    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: tuple[Comparison, ...]
    """How the winners were found: by the totals, then by each tie-break that was needed."""


def score(state: AnyPosition) -> Score:
    """The score of a position as if the game were over."""
    rulebook = state.setting.rulebook
    clauses = tuple(rulebook.law.of_kind(Kind.SCORING))
    columns = [clause.function(state) for clause in clauses]
    lines = [line for clause, points in zip(clauses, columns, strict=True) for line in _lines(state, clause, points)]
    totals = tuple(rulebook.totals(columns))
    winners = rulebook.winners(state, totals)
    return Score(tuple(lines), totals, winners, tuple(_decided_by(state, totals, winners)))


def _decided_by(state: AnyPosition, totals: Sequence[int], winners: Sequence[int]) -> Iterator[Comparison]:
    rulebook: Rulebook[Any, Any] = state.setting.rulebook
    leaders: Sequence[int] = range(len(totals))
    tie_breaks = ((clause, clause(state)) for clause in rulebook.tie_breaks)  # asked only where totals are equal
    compared: Iterator[tuple[Any, Sequence[int]]] = chain([(rulebook.winners, totals)], tie_breaks)
    for clause, numbers in compared:
        best = [seat for seat in leaders if numbers[seat] == max(numbers[seat] for seat in leaders)]
        if not {*winners} <= {*best}:  # a reading by which this is not compared
            return
        pairs = sorted(((seat, numbers[seat]) for seat in leaders), key=lambda pair: -pair[1])
        yield Comparison(getattr(clause, "id", ""), tuple(pairs))
        leaders = best
        if len(leaders) < 2:
            return


def _lines(state: AnyPosition, clause: Clause[..., Any], points: Sequence[int]) -> Iterator[ScoreLine]:
    for seat, number in enumerate(points):
        basis = ", ".join(f"{what} {value}" for what, value in facts_of(clause, state, seat))
        yield ScoreLine(seat, clause.id, number, basis)
