"""The shape of a score. A score is written and not read: it follows from its position."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from era_of_inventions.tabletop.documents.shapes import TEXT, JsonShape, integer, output, sequence, structure
from era_of_inventions.tabletop.documents.verdicts import clause_id_shape, seat_shape
from era_of_inventions.tabletop.fields.values import COUNT_MAX
from era_of_inventions.tabletop.play.score import Comparison, Score, ScoreLine
from era_of_inventions.tabletop.play.setting import Setting

MOST = 1000
"""The most entries of a list."""


def score_shape(setting: Setting[Any, Any]) -> JsonShape[Score]:
    """The shape of the scores of a setting."""
    points, seat = integer(-COUNT_MAX, COUNT_MAX), seat_shape(setting)
    clause = clause_id_shape(setting.rulebook)
    line = structure(
        ScoreLine,
        {
            "seat": seat.about("the player who gets the points"),
            "clause": clause,
            "points": points.about("the number of points"),
            "basis": TEXT.about("the facts that the points are based on"),
        },
    )
    number = output(
        "Pair",
        "A number of a seat.",
        {"seat": seat.about("whose it is", itemgetter(0)), "number": points.about("the number", itemgetter(1))},
    )
    comparison = structure(
        Comparison,
        {
            "clause": clause,
            "numbers": sequence(number, MOST).about("the numbers of the seats in the lead, the highest first"),
        },
    )
    most = max(setting.rulebook.player_counts())
    return output(
        "Score",
        "The score of a position as if the game were over: lines, totals and places by seat, and the winners.",
        {
            "lines": sequence(line, MOST).about("the points of each seat by each clause"),
            "totals": sequence(points, most).about("the points of each seat"),
            "winners": sequence(seat, most).about("the winners"),
            "places": sequence(integer(1, most), most).about("the place of each seat; a shared one is that of each"),
            "decided_by": sequence(comparison, MOST).about("how the winners were found: totals, then tie-breaks"),
        },
    )
