"""Verdicts: they follow from their findings, and events and problems are shown in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.law.clause import Sentence, grant, limit
from era_of_inventions.tabletop.law.verdict import Event, Finding, OpenOn, Outcome, RestsOn, Verdict
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.records import Audience
from tests.support.stones import LAW, there, three_max, turn


@pytest.mark.parametrize("taken", [2, 4])
def test_a_verdict_is_neither_true_nor_false(taken: int) -> None:
    verdict = Verdict(taken, "", LAW.evaluate(5, taken))
    with pytest.raises(TypeError, match=r"verdict\.legal"):
        bool(verdict)
    assert verdict.legal is (taken == 2)


def test_a_verdict_names_its_clauses() -> None:
    verdict = Verdict(5, "", LAW.evaluate(4, 5))
    assert verdict.permitted_by == (turn,)
    assert verdict.forbidden_by == (three_max, there)
    assert verdict.decisive is three_max
    assert Verdict(2, "", LAW.evaluate(4, 2)).decisive is turn
    assert Verdict(2, "", LAW.evaluate(0, 2)).decisive is there
    assert Verdict("two", "", LAW.evaluate(4, "two")).decisive is None


ANSWERS: list[tuple[Any, Outcome]] = [(grant, Outcome.PERMITS), (grant, Outcome.NOT_APPLICABLE), (grant, Outcome.OPEN)]
ANSWERS += [(limit, Outcome.SATISFIED), (limit, Outcome.FORBIDS), (limit, Outcome.OPEN)]


@given(st.lists(st.sampled_from(ANSWERS)))
def test_a_verdict_is_what_its_findings_say(answers: list[tuple[Any, Outcome]]) -> None:
    asked = [(kind(f"toy.{n}")(there.function), outcome) for n, (kind, outcome) in enumerate(answers)]
    verdict = Verdict(1, "", tuple(Finding(clause, outcome, 1) for clause, outcome in asked))
    permitting = [clause for clause, outcome in asked if outcome is Outcome.PERMITS]
    forbidding = [clause for clause, outcome in asked if outcome is Outcome.FORBIDS]
    assert verdict.permitted_by == tuple(permitting)
    assert verdict.forbidden_by == tuple(forbidding)
    may_permit = permitting or (grant, Outcome.OPEN) in answers
    sure = not forbidding and (limit, Outcome.OPEN) not in answers
    assert verdict.legal == (bool(may_permit) and sure)
    assert verdict.decisive is [*forbidding, *permitting, None][0]


def test_a_move_is_legal_if_whoever_makes_it_may_act_too() -> None:
    may, move = grant("toy.may-act")(there.function), grant("toy.move")(there.function)
    for permitted, legal in ((Outcome.PERMITS, True), (Outcome.NOT_APPLICABLE, False)):
        findings = (Finding(may, permitted, ActsNow(0)), Finding(move, Outcome.PERMITS, 1))
        assert Verdict(1, "", findings).legal is legal
    assert not Verdict(1, "", (Finding(may, Outcome.PERMITS, ActsNow(0)),)).legal


def test_what_a_verdict_does_not_say() -> None:
    verdict = Verdict(2, "de", ())
    assert (verdict.occasions, verdict.events, verdict.rests_on) == ((), (), None)
    assert not verdict.legal
    assert evolve(verdict, rests_on=(RestsOn("last-stone", "wins", effects=("loses",)),)) != verdict


def event(before: int | str, after: int | str) -> Event:
    return Event("taking.gone", "heap.stones", "", None, before, after, "all", "stones")


@given(st.integers(), st.integers())
def test_an_event_tells_how_a_count_changed(before: int, after: int) -> None:
    assert event(before, after).change == after - before


@pytest.mark.parametrize(("before", "after"), [("a", "b"), (1, "b"), ("a", 1)])
def test_what_is_no_count_changes_by_nothing(before: int | str, after: int | str) -> None:
    assert event(before, after).change == 0


@pytest.mark.parametrize(("seen", "seats"), [("all", {0, 1, None}), ("owner", {1}), ("nobody", set())])
def test_an_event_is_for_its_audience(seen: Audience, seats: set[int | None]) -> None:
    hidden = evolve(event(3, 4), seat=1, seen=seen)
    assert {seat for seat in (0, 1, None) if hidden.is_seen_by(seat)} == seats
    assert evolve(hidden, seat=None, seen="owner").is_seen_by(None) is False


def test_a_problem_is_shown_with_its_clause() -> None:
    assert str(Violation("heap.fifteen", "there are 14 stones")) == "there are 14 stones [heap.fifteen]"


@pytest.mark.parametrize(
    ("sentence", "seats", "text", "named"),
    [
        ("seat 1 is a word here", (), "seat 1 is a word here", "seat 1 is a word here"),
        ((1, "has 3 stones"), (1,), "seat 1 has 3 stones", "Bo has 3 stones"),
        (("stones of", 0, "; expected none"), (0,), "stones of seat 0; expected none", "stones of Ann; expected none"),
        (("it has", 1, 0, "; why?"), (1, 0), "it has seats 1, 0; why?", "it has Bo, Ann; why?"),
        ((0, "and", 1), (0, 1), "seat 0 and seat 1", "Ann and Bo"),
        ((2, "is no seat"), (2,), "seat 2 is no seat", "seat 2 is no seat"),
        ((-1, "is no seat"), (-1,), "seat -1 is no seat", "seat -1 is no seat"),
        (("no seats are", 7, 1), (7, 1), "no seats are seats 7, 1", "no seats are seat 7, Bo"),
    ],
)
def test_a_problem_names_players_where_it_says_seats(
    sentence: Sentence, seats: tuple[int, ...], text: str, named: str
) -> None:
    problem = Violation("heap.fifteen", sentence)
    assert (problem.seats, problem.text) == (seats, text)
    assert problem.render(("Ann", "Bo")) == f"{named} [heap.fifteen]"
    assert str(problem) == problem.render() == f"{text} [heap.fifteen]"


def test_an_open_verdict_says_on_what() -> None:
    deck, hand = OpenOn(None, "deck"), OpenOn(1, "hand")
    assert [deck.render(["Ann", "Bo"]), hand.render(["Ann", "Bo"]), str(hand)] == [
        "deck",
        "hand of Bo",
        "hand of seat 1",
    ]
    verdict = Verdict(1, "", (), open_on=(deck, hand))
    assert verdict.result == "OPEN"
    assert verdict.reason == "It depends on what is unknown: deck, hand of seat 1."
    assert [Verdict(1, "", ()).result, Verdict(1, "", ()).reason] == ["NOT LEGAL", "No clause is about it"]


def test_whoever_may_act_but_does_not_decide_reads_that_somebody_else_does() -> None:
    """A clause lets everybody act, and the rulebook says who is to move."""
    verdict = Verdict(1, "", (Finding(turn, Outcome.PERMITS, ActsNow(1)),), seat=1)
    assert verdict.result == "NOT LEGAL"
    assert verdict.reason == "Somebody else decides"


@pytest.mark.parametrize(
    ("turn_is", "move_is", "near"),
    [
        (Outcome.PERMITS, Outcome.PERMITS, []),
        (Outcome.PERMITS, Outcome.NOT_NOW, ["toy.move"]),
        (Outcome.NOT_APPLICABLE, Outcome.PERMITS, ["toy.may-act"]),
        (Outcome.NOT_APPLICABLE, Outcome.NOT_NOW, ["toy.may-act"]),
        (Outcome.NOT_NOW, Outcome.NOT_NOW, ["toy.may-act", "toy.move"]),
    ],
)
def test_a_refused_move_names_the_grants_that_it_lacks(turn_is: Outcome, move_is: Outcome, near: list[str]) -> None:
    """Whoever acts out of turn reads whose turn it is, even if the move itself would be permitted."""
    may, move = grant("toy.may-act")(there.function), grant("toy.move")(there.function)
    verdict = Verdict(1, "", (Finding(may, turn_is, ActsNow(0)), Finding(move, move_is, 1)))
    assert [one.clause.id for one in verdict.near_grants] == near
    assert all(id_ in verdict.reason for id_ in near)
    assert verdict.legal is (not near)
