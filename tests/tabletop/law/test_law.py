"""The law: it asks the clauses, in order, whether a move is legal, what it does and what is wrong with a position."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.clause import (
    Chapter,
    Check,
    Kind,
    Moment,
    Sentences,
    check,
    check_each,
    effect,
    grant,
    limit,
    trigger,
)
from era_of_inventions.tabletop.law.law import Law, facts_of
from era_of_inventions.tabletop.law.verdict import Finding, Outcome, Verdict
from era_of_inventions.tabletop.values.moves import Move
from tests.support.harbor import Bid, Pass
from tests.support.problems import sentence
from tests.support.stones import IN_ORDER, LAW, AnyClause, Draft, after, law, most, no_pass, there, three_max, turn


def test_a_law_has_the_clauses_of_its_chapters_in_order() -> None:
    first, second = Chapter("a", "A", (there, turn)), Chapter("b", "B", (most, three_max))
    both = Law(iter([first, second]))
    assert [clause.id for clause in both] == [clause.id for clause in both.clauses]
    assert both.chapters == (first, second)
    assert both.clauses == (there, turn, most, three_max)
    assert list(both.of_kind(Kind.LIMIT)) == [there, three_max]
    assert list(both.of_kind(Kind.SCORING)) == []


def test_clauses_are_found_by_id() -> None:
    assert "taking.most" in LAW
    assert "taking.least" not in LAW
    assert most in LAW
    assert [LAW.clause(clause.id) for clause in IN_ORDER] == list(IN_ORDER)
    near = "there is no clause 'taking.least'; did you mean 'taking.most' or 'taking.effort'?"
    with pytest.raises(GameError, match=sentence(near)):
        LAW.clause("taking.least")
    with pytest.raises(GameError, match=sentence("there is no clause 'zzz'")):
        LAW.clause("zzz")


def test_a_law_may_be_empty() -> None:
    nothing = Law([])
    assert nothing.clauses == ()
    assert nothing.problems(3) == ()
    assert nothing.evaluate(3, 1) == ()
    assert not nothing.allows(3, 1)


@given(st.integers(-1, 15), st.integers(-1, 16))
def test_a_move_is_legal_if_a_grant_permits_it_and_no_limit_forbids_it(heap: int, taken: int) -> None:
    assert LAW.allows(heap, taken) == (1 <= taken <= 3 and taken <= heap)
    assert Verdict(taken, "", LAW.evaluate(heap, taken)).legal == LAW.allows(heap, taken)


def noting(asked: list[str], says: bool) -> Callable[[int, str], bool]:
    """A function of a grant or limit that notes what it is asked."""

    def function(heap: int, taken: str) -> bool:
        asked.append(f"{taken} of {heap}")
        return says

    return function


@given(st.lists(st.booleans()), st.lists(st.booleans()))
def test_the_quick_way_stops_at_the_first_answer_and_the_slow_one_hears_all(
    grants: list[bool], limits: list[bool]
) -> None:
    asked: list[str] = []
    clauses = [grant(f"grant.{n}", on=str)(noting(asked, says)) for n, says in enumerate(grants)]
    clauses += [limit(f"limit.{n}", on=str)(noting(asked, says)) for n, says in enumerate(limits)]
    toy = law(*clauses)
    assert toy.allows(9, "one") == (any(grants) and all(limits))
    until_yes = len(list(takewhile(lambda says: not says, grants))) + any(grants)
    until_no = len(list(takewhile(lambda says: says, limits))) + (not all(limits))
    assert asked == ["one of 9"] * (until_yes + (until_no if any(grants) else 0))
    asked.clear()
    words = {True: Outcome.PERMITS, False: Outcome.NOT_APPLICABLE}
    words_of_limits = {True: Outcome.SATISFIED, False: Outcome.FORBIDS}
    findings = toy.evaluate(9, "one")
    assert [finding.clause for finding in findings] == clauses
    assert [finding.outcome for finding in findings] == [
        *(words[says] for says in grants),
        *(words_of_limits[says] for says in limits),
    ]
    assert asked == ["one of 9"] * len(clauses)


@given(st.integers(-1, 15), st.booleans(), st.booleans())
def test_a_grant_permits_only_at_its_moment(heap: int, early: bool, ever: bool) -> None:
    """And what may be possible at a moment is told by type, without asking the function."""
    many = Moment("while there are many stones", lambda heap: heap > 9)
    few = Moment("when few stones are left", lambda heap: 0 < heap < 4)
    asked: list[str] = []
    grants: list[AnyClause] = [
        grant("toy.early", on=str, when=many)(noting(asked, early)),
        grant("toy.late", on=(str, int), when=few)(noting(asked, True)),
        grant("toy.ever", on=float)(noting(asked, ever)),
    ]
    toy = law(*grants)
    speaking = toy.at_this_moment(heap)
    assert speaking.keys() == ({str} if heap > 9 else {str, int} if 0 < heap < 4 else set()) | {float}
    assert speaking.get(str) == ([grants[0]] if heap > 9 else [grants[1]] if 0 < heap < 4 else None)
    assert asked == []
    now = [heap > 9 and early, 0 < heap < 4]
    assert [made.permits(heap, "one") for made in grants[:2]] == now
    assert toy.allows(heap, "one") == any(now)
    assert [finding.outcome is Outcome.PERMITS for finding in toy.evaluate(heap, "one")] == now
    assert toy.allows(heap, 1.0) == ever


def test_every_answer_is_kept_with_its_facts() -> None:
    assert LAW.evaluate(3, 4) == (
        Finding(turn, Outcome.PERMITS, 4, (("stones", 3),)),
        Finding(three_max, Outcome.FORBIDS, 4, (("taken", 4), ("most", 3))),
        Finding(no_pass, Outcome.SATISFIED, 4),
        Finding(there, Outcome.FORBIDS, 4),
    )
    assert LAW.evaluate(0, 1)[0] == Finding(turn, Outcome.NOT_APPLICABLE, 1, (("stones", 0),))


def test_facts_are_pairs_in_the_order_the_clause_tells_them() -> None:
    assert facts_of(three_max, 5, 2) == (("taken", 2), ("most", 3))
    assert facts_of(there, 5, 2) == ()


def test_a_clause_speaks_about_the_types_it_names_and_no_others() -> None:
    def either(position: object, subject: object) -> bool:
        """Both for a grant of two types and for a limit of one of them."""
        return subject != 2

    def nothing(draft: Draft, subject: str) -> None:
        """An effect of a type that no move of nim has."""

    toy = law(
        grant("toy.any", on=(int, str))(either), limit("toy.int", on=int)(either), effect("toy.str", on=str)(nothing)
    )
    assert [toy.allows(5, subject) for subject in (1, 2, "two", True, None)] == [True, False, True, False, False]
    assert [len(toy.evaluate(5, subject)) for subject in (1, 2, "two", True, None)] == [2, 2, 1, 0, 0]
    draft = Draft(5)
    for subject in (1, 2, "two", True, None):
        toy.carry_out(draft, subject)
    assert draft.applied == ["toy.str"]


@given(st.integers(), st.integers())
def test_effects_are_carried_out_in_order_whether_or_not_the_move_is_legal(heap: int, taken: int) -> None:
    won = heap == taken
    assert after(heap, taken) == Draft(heap - taken, won, ["taking.gone", "end.empty"] + ["end.won"] * won)


@pytest.mark.parametrize(
    ("position", "problems"),
    [
        (0, []),
        (15, []),
        (16, ["the heap holds 16 stones; expected at most 15 [heap.fifteen]"]),
        (-1, ["the heap holds -1 stones; expected at least 0 [taking.turn]"]),
        ("x", ["'x' is not a number of stones [heap.fifteen]"]),
    ],
)
def test_problems_of_positions(position: object, problems: list[str]) -> None:
    assert [str(problem) for problem in LAW.problems(position)] == problems


def test_every_problem_is_told_but_none_beside_those_of_shape() -> None:
    def always(*texts: str, shape: bool = False) -> Check:
        return check(most, shape=shape)(lambda position: iter(texts))

    def told(*checks: Check) -> list[str]:
        return [problem.text for problem in Law([], checks).problems(0)]

    assert told(always("a", "b"), always(), always("c")) == ["a", "b", "c"]
    assert told(always("a"), always(shape=True), always("b")) == ["a", "b"]
    assert told(always("a"), always("b", shape=True), always("c"), always("d", shape=True)) == ["b", "d"]


def test_what_is_said_of_players_begins_with_their_names() -> None:
    class Table:
        players = (0, 4, 7)

    @check_each(most, about="players")
    def few(position: Table, seat: int, player: int) -> Sentences:
        if player > 3:
            yield f"has {player} stones"
            yield "takes after", seat - 1

    names = ("Ann", "Bo", "Cas")
    assert [problem.render(names).partition(" [")[0] for problem in Law([], [few]).problems(Table())] == [
        "Bo has 4 stones",
        "Bo takes after Ann",
        "Cas has 7 stones",
        "Cas takes after Bo",
    ]
    assert few.about == "players"


# --- Effects at a moment, and after every move ----------------------------------------


FEW = Moment("with few stones left", lambda draft: draft.stones < 5)


@effect("heap.tidied", on=Move)
def tidied(draft: Draft, move: Move) -> None:
    """After every move the heap is counted again."""
    draft.applied.append(f"after {type(move).__name__} with {draft.stones}")


@effect("heap.three-gone", on=Bid)
def three_gone(draft: Draft, move: Bid) -> None:
    """Three stones are gone."""
    draft.stones -= 3


@trigger("heap.nearly-empty", when=FEW)
def nearly_empty(draft: Draft) -> None:
    """Few stones are left."""
    draft.stones = 1


@effect("heap.told", on=(Bid, Pass), when=FEW)
def told(draft: Draft, move: Bid | Pass) -> None:
    """Whoever sees few stones says so."""
    draft.apply(nearly_empty)


@pytest.mark.parametrize(("stones", "left"), [(9, 6), (7, 1), (4, 1)])
def test_an_effect_speaks_at_its_moment_when_its_turn_comes(stones: int, left: int) -> None:
    draft = Draft(stones)
    law(three_gone, told).carry_out(draft, Bid(1))
    assert (draft.stones, "heap.nearly-empty" in draft.applied) == (left, left == 1)


def test_a_trigger_speaks_at_its_moment_only() -> None:
    draft = Draft(8)
    draft.apply(nearly_empty)
    assert draft.stones == 8


def test_an_effect_on_every_move_comes_last_whatever_its_place() -> None:
    for move, left in ((Bid(1), 6), (Pass(), 9)):
        draft = Draft(9)
        law(tidied, three_gone, told).carry_out(draft, move)
        assert draft.applied[-1] == f"after {type(move).__name__} with {left}"
        assert draft.applied.count("heap.tidied") == 1
