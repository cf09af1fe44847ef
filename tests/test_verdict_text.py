"""Verdicts in words: players are named where a seat is meant, and counts stay counts."""

from __future__ import annotations

import pytest

from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.clause import Clause, Kind, Seat
from era_of_inventions.tabletop.law.verdict import Event, Finding, Outcome, Verdict
from era_of_inventions.verdict_text import values, verdict_lines

NAMES = ("Ann", "Bo", "Cy")
CLAUSE = Clause("table.full", Kind.LIMIT, "Three may sit down.", {}, lambda *_: False)


@pytest.mark.parametrize(
    ("fact", "value", "told"),
    [
        ("seat in turn", Seat(1), "seat in turn: Bo"),
        ("pawn of", Seat(2), "pawn of: Cy"),
        ("seats taken", 3, "seats taken: 3"),
        ("seats free", 0, "seats free: 0"),
        ("seated", True, "seated: yes"),
    ],
)
def test_facts_name_the_players_they_mean(fact: str, value: object, told: str) -> None:
    verdict = Verdict("sit down", "", (Finding(CLAUSE, Outcome.FORBIDS, "sit down", ((fact, value),)),))
    assert f"    against  table.full: Three may sit down. ({told})" in verdict_lines(verdict, NAMES, Ruleset())


def event(seat: int | None, what: str, before: int | str, after: int | str) -> Event:
    return Event("round.ends", "somewhere", "", seat, before, after, "all", what)


def test_events_name_the_players_they_mean() -> None:
    assert values(event(None, "start player", Seat(0), Seat(2)), NAMES) == ("Ann", "Cy")
    assert values(event(1, "cogs", 0, 1), NAMES) == (0, 1)
    assert values(event(None, "phase", "choice", "action"), NAMES) == ("choice", "action")
