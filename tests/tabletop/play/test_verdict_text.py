"""Verdicts in words: players are named where a seat is meant, and counts stay counts."""

from __future__ import annotations

from typing import Any

import pytest

from era_of_inventions import Area, Game, Good, Ruleset, moves
from era_of_inventions.position import Phase
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Clause, Kind, Moment
from era_of_inventions.tabletop.law.verdict import Due, Event, Finding, Outcome, Verdict
from era_of_inventions.tabletop.play.occasions import Occasion
from era_of_inventions.tabletop.play.verdict_text import event_values, verdict_lines
from era_of_inventions.tabletop.values import Field, Flag, field, record
from era_of_inventions.tabletop.values.packed import SeatNumber
from tests.support.positions import position

NAMES = ("Ann", "Bo", "Cy")
CLAUSE = Clause("table.full", Kind.LIMIT, "Three may sit down.", {}, lambda *_: False)


def _no(*_: object) -> bool:
    return False


@pytest.mark.parametrize(
    ("fact", "value", "shown"),
    [
        ("seat in turn", SeatNumber(1), "seat in turn: Bo"),
        ("pawn of", SeatNumber(2), "pawn of: Cy"),
        ("seats taken", 3, "seats taken: 3"),
        ("seats free", 0, "seats free: 0"),
        ("seated", True, "seated: yes"),
    ],
)
def test_facts_name_the_players_they_mean(fact: str, value: object, shown: str) -> None:
    verdict = Verdict("sit down", "", (Finding(CLAUSE, Outcome.FORBIDS, "sit down", ((fact, value),)),))
    assert f"    broken   table.full: Three may sit down. ({shown})" in verdict_lines(verdict, NAMES, Ruleset())


@record
class Stumbles(Occasion):
    """Somebody stumbles on the way to their chair; over nothing, if they are lucky."""

    over: Field[bool] = field(Flag(), words="over something")

    @property
    def trivial(self) -> bool:
        return not self.over


def test_occasions_name_the_player_unless_nothing_can_follow() -> None:
    findings = tuple(Finding(CLAUSE, Outcome.FORBIDS, Stumbles(1, over)) for over in (False, True))
    lines = list(verdict_lines(Verdict("sit down", "", (), findings), NAMES, Ruleset()))
    assert [line for line in lines if "table.full" in line] == ["    barred   Bo: table.full: Three may sit down."]


def test_what_is_barred_does_not_follow() -> None:
    """Each occasion is told as it happened: of two who stumble the same rule holds one, and the other falls."""
    falls = Clause("table.falls", Kind.GRANT, "Who stumbles falls.", {}, _no)
    findings = tuple(
        Finding(clause, outcome, Stumbles(seat, True))
        for seat, held in ((1, Outcome.FORBIDS), (2, Outcome.SATISFIED))
        for clause, outcome in ((falls, Outcome.PERMITS), (CLAUSE, held))
    )
    assert list(verdict_lines(Verdict("sit down", "", (), findings), NAMES, Ruleset()))[1:] == [
        "    barred   Bo: table.full: Three may sit down.",
        "    follows  Cy: table.falls: Who stumbles falls.",
    ]


@pytest.mark.parametrize(
    ("dining", "told"),
    [
        (
            Outcome.NOT_NOW,
            [
                "    against  No clause permits it at this moment; these would at another:",
                "    not now  table.dine, at noon: Who dines sits down.",
                "             en  Meals, “sits down”",
                "    not now  table.rest, at night: Who is tired sits down. (Bo: hour: 9)",
            ],
        ),
        (
            Outcome.NOT_APPLICABLE,
            [
                "    against  No clause permits it:",
                "    no case  table.dine: Who dines sits down.",
                "             en  Meals, “sits down”",
            ],
        ),
    ],
)
def test_a_verdict_that_nothing_permits_names_grants_and_no_limits(dining: Outcome, told: list[str]) -> None:
    """The limits that forbid it come first, then the grants, of this moment or else of others, then what is kept."""
    noon, night = Moment("at noon", lambda _: True), Moment("at night", lambda _: False)
    dine = Clause("table.dine", Kind.GRANT, "Who dines sits down.", {"en": Cite("Meals", "sits down")}, _no, when=noon)
    rest = Clause("table.rest", Kind.GRANT, "Who is tired sits down.", {}, _no, when=night)
    clean = Clause("table.clean", Kind.LIMIT, "No muddy boots.", {}, lambda *_: True)
    quiet = Clause("table.quiet", Kind.LIMIT, "No singing.", {}, lambda *_: True)
    outcomes = [
        (dine, dining, ()),
        (rest, Outcome.NOT_NOW, (("hour", 9),)),
        (clean, Outcome.SATISFIED, ()),
        (CLAUSE, Outcome.FORBIDS, (("seats taken", 3),)),
        (quiet, Outcome.SATISFIED, ()),
    ]
    findings = tuple(Finding(clause, outcome, "sit down", facts) for clause, outcome, facts in outcomes)
    assert list(verdict_lines(Verdict("sit down", "", findings, seat=1), NAMES, Ruleset())) == [
        "    broken   table.full: Three may sit down. (Bo: seats taken: 3)",
        *told,
        "    kept     table.clean, table.quiet",
    ]


@pytest.mark.parametrize("width", [40, 60, 200])
def test_lines_are_as_wide_as_asked_whatever_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    long = Clause("table.full", Kind.LIMIT, "Three may sit down. " * 30, {}, lambda *_: False)
    verdict = Verdict("sit down", "", (Finding(long, Outcome.FORBIDS, "sit down"),))
    widest = max(map(len, verdict_lines(verdict, NAMES, Ruleset(), width=width)))
    assert width - len("Three ") <= widest <= width


def event(seat: int | None, what: str, before: int | str, after: int | str) -> Event:
    return Event("round.ends", "somewhere", "", seat, before, after, "all", what)


def test_events_name_the_players_they_mean() -> None:
    assert event_values(event(None, "start player", SeatNumber(0), SeatNumber(2)), NAMES) == ("Ann", "Cy")
    assert event_values(event(1, "cogs", 0, 1), NAMES) == (0, 1)
    assert event_values(event(None, "phase", "choice", "action"), NAMES) == ("choice", "action")


def test_whoever_asks_out_of_turn_is_judged_by_what_they_have_themselves() -> None:
    """Not by the stock of the player in turn, of whom the facts would be false."""
    state = position(phase=Phase.ACTION, area=Area.MARKET, seat=0, goods={0: {Good.COIN: 9}, 1: {Good.COG: 1}})
    game = Game.from_state(state)
    own, other = (game.judge(state, moves.SELL_COG, seat=seat) for seat in (0, 1))
    assert [(clause.id) for clause in own.forbidden_by] == ["market.must-own"]
    assert [(clause.id) for clause in other.forbidden_by] == ["execution.only-active-player"]
    stocks = [
        dict(finding.facts)["stock"]
        for verdict in (own, other)
        for finding in verdict.findings
        if finding.clause.id == "market.must-own"
    ]
    assert stocks == ["9 coins", "1 development cog"]
    assert (own.seat, other.seat) == (0, 1)
    lines = " ".join(" ".join(verdict_lines(own, ["Ann", "Bo", "Cy", "Di"], Ruleset())).split())
    assert "(Ann: given: 1 development cog, stock: 9 coins)" in lines


@pytest.mark.parametrize(
    ("due", "words"),
    [
        (Due(1, ("place",)), "first Bo decides: 'place'"),
        (Due(1, ("pledge",), (7,)), "first Bo or seat 7 decides: 'pledge'"),
        (Due(None, ("deal",)), "first chance decides: 'deal'"),
        (Due(7, ("bid", "pass", "fold")), "first seat 7 decides: 'bid', 'pass' or 'fold'"),
        (Due(None, ()), "the game is over"),
    ],
)
def test_who_decides_first_is_told_by_name(due: Due, words: str) -> None:
    verdict = Verdict("sit down", "", (Finding(CLAUSE, Outcome.FORBIDS, "sit down"),), due=due)
    assert f"    now      {words}" in verdict_lines(verdict, NAMES, Ruleset())
    assert verdict.reason.endswith(f"; {words.replace('Bo', 'seat 1')}")


@pytest.mark.parametrize(
    ("readings", "first"), [({}, ("end turn",)), ({"bonus_after_withdrawal": "yes"}, ("end turn", "use bonus disc"))]
)
def test_an_offer_of_a_bonus_action_comes_before_the_next_turn(readings: Any, first: tuple[str, ...]) -> None:
    """After a withdrawn action the bonus disc is offered only where it may be used."""
    state = position(
        ruleset=Ruleset(**readings), phase=Phase.BONUS_OFFER, seat=2, bonus_discs={2: 1}, discs={2: [Area.MARKET]}
    )
    game = Game.from_state(state)
    for move, seat in ((moves.Resolve(Area.MARKET), None), (moves.Resolve(Area.MARKET), 3), (moves.EndTurn(), 3)):
        assert game.judge(state, move, seat=seat).due == Due(2, first)
    assert game.judge(state, moves.EndTurn()).due is None


def test_a_bonus_action_is_not_told_to_begin_with_the_free_cog() -> None:
    state = position(phase=Phase.BONUS_ACTION, seat=0, goods={0: {Good.COIN: 9}}, bonus_discs={0: 1})
    due = Game.from_state(state).judge(state, moves.EndTurn()).due
    assert due is not None
    assert "exchange" in due.moves
    assert "take cog" not in due.moves


def test_what_a_limit_forbids_at_its_moment_waits_for_nothing() -> None:
    state = position(phase=Phase.PLACEMENT, discs={0: [Area.MARKET]})
    assert Game.from_state(state).judge(state, moves.PlaceDisc(Area.MARKET)).due is None


def test_what_was_done_in_the_turn_of_another_does_not_count() -> None:
    """Whoever asks meanwhile has not made the exchanges of the player in turn."""
    turn = {"exchanges": (3, 0, 2, 0, 0, 0)}
    state = position(phase=Phase.ACTION, area=Area.MARKET, seat=0, goods={1: {Good.COIN: 2}}, turn=turn)
    verdict = Game.from_state(state).judge(state, moves.BUY_COG, seat=1)
    assert [clause.id for clause in verdict.forbidden_by] == ["execution.only-active-player"]
