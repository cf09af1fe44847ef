"""The score of a position: points by clause, totals and winners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from era_of_inventions.tabletop.errors import RulebookError
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.verdict import CLAUSE_ID, CauseId
from era_of_inventions.tabletop.play.calls import tried
from era_of_inventions.tabletop.play.rulebook import (
    AnyRulebook,
    HasSetting,
    for_each_seat,
)
from era_of_inventions.tabletop.values import (
    COUNT_MAX,
    Count,
    Domain,
    Field,
    Seat,
    Text,
    carried,
    field,
    record,
)
from era_of_inventions.tabletop.values.plain import Inside, Many, PerRulebook, Written
from era_of_inventions.tabletop.values.records import shown

POINTS = Count(-COUNT_MAX, COUNT_MAX)


@record
class ScoreLine:
    """The points of one seat from one clause. ``basis`` lists the facts that they are based on."""

    seat: Field[int] = field(Seat(), "the player who gets the points")
    clause: Field[str] = field(CLAUSE_ID, "the id of the clause")
    points: Field[int] = field(POINTS, "the number of points")
    basis: Field[str] = field(Text(), "the facts that the points are based on")


class ScoreColumn(NamedTuple):
    """The points of all seats from one clause, and the facts that they are based on, each by seat."""

    clause: str
    points: tuple[int, ...]
    basis: tuple[tuple[str, tuple[object, ...]], ...] = ()


@record
class _Pair:
    """A seat and its number."""

    seat: Field[int] = field(Seat(), "whose it is", get=itemgetter(0))
    number: Field[int] = field(POINTS, "the number", get=itemgetter(1))


@record
class Comparison:
    """What is compared to find the winners: a number for each seat that is still in the lead.

    ``clause`` is the id of the clause that compares it, empty if none does. ``numbers``
    are pairs of a seat and its number.
    """

    clause: Field[str] = field(CauseId(), "the id of the clause")
    numbers: Field[tuple[tuple[int, int], ...]] = field(
        Written(Many(Inside(_Pair, "Pair"))),
        "the numbers of the seats in the lead, the best first",
    )


def _by_seat(one: Domain[int]) -> Domain[tuple[int, ...]]:
    return PerRulebook(lambda rulebook: Many(one, max(rulebook.player_counts())))


FAR = 1_000_000
"""How far behind all others seats that have a place already are taken to be, whatever the order is."""
PLACE: Domain[int] = PerRulebook(lambda rulebook: Count(1, max(rulebook.player_counts())))


@record
class Score:
    """The score of a position as if the game were over: lines, totals and places by seat, and the winners.

    The place of the winners is 1. If several seats share a place, the next places stay
    empty. The next place goes to those who would win of all that are left. If no total
    decides that, all that are left share it.
    """

    columns: tuple[ScoreColumn, ...] = carried()
    """The points of all seats by each clause, with the facts that they are based on."""
    totals: Field[tuple[int, ...]] = field(_by_seat(POINTS), "the points of each seat")
    winners: Field[tuple[int, ...]] = field(_by_seat(Seat()), "the winners")
    decided_by: Field[tuple[Comparison, ...]] = field(
        Many(Inside(Comparison)),
        "how the winners were found: by totals, then by each tie-break that was needed",
    )
    places: Field[tuple[int, ...]] = field(
        _by_seat(PLACE), "the place of each seat; a shared one is that of each"
    )

    @shown(Many(Inside(ScoreLine)), "the points of each seat by each clause")
    def lines(self) -> tuple[ScoreLine, ...]:
        """The points of each seat from each clause, clause by clause."""
        return tuple(line for column in self.columns for line in _lines(column))


def score(state: HasSetting, totals: tuple[int, ...] | None = None) -> Score:
    """Return the score of a position as if the game were over; with ``totals``, these in place of what is counted.

    Raises `RulebookError` if there are not numbers for all seats, or no winners.
    """
    columns, counted = ((), totals) if totals else _counted(state)
    totals = for_each_seat(state, "totals", counted)
    winners = _winners(state, totals)
    decided_by = tuple(_decided_by(state, totals, winners))
    return Score(columns, totals, winners, decided_by, _places(state, totals, winners))


def points_of(state: HasSetting) -> tuple[int, ...]:
    """Return the points of each seat in a position as if the game were over."""
    return for_each_seat(state, "totals", _counted(state)[1])


def _counted(state: HasSetting) -> tuple[tuple[ScoreColumn, ...], Sequence[int]]:
    """Return the points of all seats by each clause, and together."""
    rulebook: AnyRulebook = state.setting.rulebook
    columns = tuple([column_of(clause, state) for clause in rulebook.law.scorings])
    return columns, rulebook.totals([column.points for column in columns])


def _winners(state: HasSetting, totals: Sequence[int]) -> tuple[int, ...]:
    rulebook: AnyRulebook = state.setting.rulebook
    winners: tuple[int, ...] = tried(rulebook, "winners", rulebook.winners, state, totals)
    if reasons := tuple(rulebook.wrong_winners(winners, len(totals))):
        raise RulebookError(rulebook.title, reasons)
    return winners


def _places(
    state: HasSetting, totals: Sequence[int], winners: Sequence[int]
) -> tuple[int, ...]:
    """Return the place of each seat: next come those who would win if those who have a place were far behind.

    If others would win all the same, no total decides, and all that are left share the
    next place.
    """
    rulebook: AnyRulebook = state.setting.rulebook
    far = max(totals) + FAR if rulebook.lowest_wins else min(totals) - FAR
    places, left = [0] * len(totals), [*totals]
    while winners:
        place = 1 + sum(map(bool, places))
        for seat in winners:
            places[seat], left[seat] = place, far
        ahead = [seat for seat, place in enumerate(places) if not place]
        among = _winners(state, left) if ahead else ()
        winners = among if {*among} <= {*ahead} else ahead
    return tuple(places)


def _decided_by(
    state: HasSetting, totals: Sequence[int], winners: Sequence[int]
) -> Iterator[Comparison]:
    rulebook: AnyRulebook = state.setting.rulebook
    clause: Any = rulebook.winners
    tie_breaks = iter(rulebook.tie_breaks)
    pairs = [*enumerate(totals)]
    lowest_first = rulebook.lowest_wins
    while True:
        pairs.sort(key=_number, reverse=not lowest_first)
        best = [seat for seat, number in pairs if number == pairs[0][1]]
        if not {*winners} <= {*best}:  # this reading does not compare it
            return
        yield Comparison(getattr(clause, "id", ""), tuple(pairs))
        if len(best) < 2 or (clause := next(tie_breaks, None)) is None:
            return
        name = getattr(clause, "id", "tie_breaks")
        numbers, lowest_first = for_each_seat(state, name, clause(state)), False
        pairs = [(seat, numbers[seat]) for seat in best]


_number = itemgetter(1)


def column_of(clause: Clause[..., Any], state: HasSetting) -> ScoreColumn:
    """Return the points of all seats from a scoring clause."""
    facts: Mapping[str, Any] = clause.facts(state) if clause.facts else {}
    points = clause.function(state, *facts.values())
    return ScoreColumn(
        clause.id,
        for_each_seat(state, clause.id, points),
        tuple(
            [
                (what, for_each_seat(state, f"the fact {what!r} of {clause.id}", values))
                for what, values in facts.items()
            ]
        ),
    )


def _lines(column: ScoreColumn) -> Iterator[ScoreLine]:
    for seat, points in enumerate(column.points):
        basis = ", ".join([f"{what} {values[seat]}" for what, values in column.basis])
        yield ScoreLine(seat, column.clause, points, basis)
