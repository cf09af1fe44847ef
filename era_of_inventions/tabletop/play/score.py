"""The score of a position: points by clause, totals and winners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import attrs

from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.play.rulebook import AnyPosition, Rulebook


@attrs.frozen
class ScoreLine:
    """The points of one seat from one clause. ``basis`` lists the facts that they are based on."""

    seat: int
    clause: str
    points: int
    basis: str


class ScoreColumn(NamedTuple):
    """The points of all seats from one clause, and the facts that they are based on, each by seat."""

    clause: str
    points: tuple[int, ...]
    basis: tuple[tuple[str, tuple[object, ...]], ...] = ()


@attrs.frozen
class Comparison:
    """What a clause compares to find the winners: the number of each of the seats that are still in the lead."""

    clause: str
    numbers: tuple[tuple[int, int], ...]
    """Pairs of a seat and its number, the highest number first."""


@attrs.frozen
class Score:
    """The score of a position as if the game were over: points by clause, totals by seat, the winners."""

    columns: tuple[ScoreColumn, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: tuple[Comparison, ...]
    """How the winners were found: by the totals, then by each tie-break that was needed."""
    position: AnyPosition = attrs.field(eq=False, repr=False)

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The points of each seat from each clause, clause by clause."""
        return tuple(line for column in self.columns for line in _lines(column))

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 for the winners; whoever shares a place leaves the next ones empty.

        Whoever would win among those who are left has the next place.
        """
        places, left, nobody = [0] * len(self.totals), [*self.totals], min(self.totals) - 1
        taken, winners = 0, self.winners
        while winners:
            for seat in winners:
                places[seat], left[seat] = taken + 1, nobody
            taken += len(winners)
            winners = self.position.setting.rulebook.winners(self.position, left) if taken < len(left) else ()
        return tuple(places)


def score(state: AnyPosition) -> Score:
    """The score of a position as if the game were over."""
    rulebook = state.setting.rulebook
    columns = tuple([column_of(clause, state) for clause in rulebook.law.scorings])
    totals = tuple(rulebook.totals([column.points for column in columns]))
    winners = rulebook.winners(state, totals)
    return Score(columns, totals, winners, tuple(_decided_by(state, totals, winners)), state)


def _decided_by(state: AnyPosition, totals: Sequence[int], winners: Sequence[int]) -> Iterator[Comparison]:
    rulebook: Rulebook[Any, Any] = state.setting.rulebook
    clause: Any = rulebook.winners
    tie_breaks = iter(rulebook.tie_breaks)
    pairs = [*enumerate(totals)]
    while True:
        pairs.sort(key=_number, reverse=True)
        highest = pairs[0][1]
        best = [seat for seat, number in pairs if number == highest]
        if not {*winners} <= {*best}:  # a reading by which this is not compared
            return
        yield Comparison(getattr(clause, "id", ""), tuple(pairs))
        if len(best) < 2 or (clause := next(tie_breaks, None)) is None:
            return
        numbers = clause(state)
        pairs = [(seat, numbers[seat]) for seat in best]


_number = itemgetter(1)


def column_of(clause: Clause[..., Any], state: AnyPosition) -> ScoreColumn:
    """The points of all seats from a scoring clause."""
    facts: Mapping[str, Any] = clause.facts(state) if clause.facts else {}
    points = clause.function(state, *facts.values())
    return ScoreColumn(clause.id, tuple(points), tuple([(what, tuple(values)) for what, values in facts.items()]))


def _lines(column: ScoreColumn) -> Iterator[ScoreLine]:
    for seat, points in enumerate(column.points):
        basis = ", ".join([f"{what} {values[seat]}" for what, values in column.basis])
        yield ScoreLine(seat, column.clause, points, basis)
