"""The kernel, shown with the law of a small game of its own.

The game is nim: from a heap of fifteen stones two players take one to three in turn, and the last stone wins. A
position is the number of stones in the heap, a move the number of stones taken. This module is the one chapter of the
law; `RULES` and `EDITION` are the rulebook it cites.
"""

from __future__ import annotations

import copy
import functools
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Literal

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from era_of_inventions.tabletop.errors import GameError, RulesetError
from era_of_inventions.tabletop.law.citation import ANCHOR_WORDS, Cite, Edition, Section, locate, passage
from era_of_inventions.tabletop.law.clause import (
    Chapter,
    Check,
    Clause,
    Kind,
    Moment,
    Sentence,
    check,
    check_each,
    checks_of,
    component,
    cost,
    definition,
    effect,
    grant,
    limit,
    scoring,
    trigger,
)
from era_of_inventions.tabletop.law.law import Law, facts_of
from era_of_inventions.tabletop.law.ruling import (
    SURENESS,
    OtherReading,
    Reading,
    other_readings,
    ruling,
    rulings_of,
)
from era_of_inventions.tabletop.law.verdict import Event, Finding, OpenOn, Outcome, RestsOn, Verdict, Violation
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.text.normalized import normalize
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.records import Audience
from tests import ROOT

AnyClause = Clause[..., Any]

# --- A rulebook -------------------------------------------------------------------------------------------------------

RULES = """\
NIM
Rules of old

1 The heap
Fifteen stones lie in a heap. They may be
of any kind, such as pebbles.

2 Taking stones
The players take stones in turn, at most three
at a time. Nobody may pass.

3 The end
Whoever takes the last stone has won.
"""
EDITION = Edition(
    code="en",
    name="English",
    sections=(
        Section("The heap", "1. The heap"),
        Section("Taking stones", "2. Taking stones"),
        Section("The end", "3. The end"),
    ),
)

# --- Its rulings ------------------------------------------------------------------------------------------------------


@attrs.frozen
class Ruleset:
    """What a table has agreed on."""

    name: str = ""
    last_stone: Literal["wins", "loses"] = ruling(
        "Has whoever takes the last stone won or lost?",
        Reading("wins", "Who takes the last stone has won.", "English says so."),
        Reading("loses", "Who takes the last stone has lost.", "German has 'verloren'."),
        de="loses",
        sureness="high",
        questions=("N1", "N2"),
    )
    pass_once: Literal["no", "yes"] = ruling(
        "May each player pass once?",
        Reading("no", "Nobody passes.", "No edition allows it."),
        Reading("yes", "Each player may pass once.", "Many play so."),
        sureness="low",
        questions=(),
    )


LAST_STONE, PASS_ONCE = rulings_of(Ruleset)

# --- Its law ----------------------------------------------------------------------------------------------------------


@attrs.define
class Draft:
    """A position while a move is carried out; it notes which clauses were."""

    stones: int
    won: bool = False
    applied: list[str] = attrs.Factory(list)

    def apply(self, clause: AnyClause, *args: object) -> None:
        """Carry out an effect or trigger."""
        self.applied.append(clause.id)
        clause.function(self, *args)


@attrs.frozen
class Emptied:
    """The occasion that no stone is left."""


@attrs.frozen
class Players:
    """How often each player has won."""

    players: tuple[int, ...]

    @property
    def setting(self) -> SimpleNamespace:
        return SimpleNamespace(players=len(self.players))


@component("heap.fifteen", en=Cite("The heap", "Fifteen stones"))
def fifteen(stones: int) -> Iterator[str]:
    """There are fifteen stones in the box."""
    if stones != 15:
        yield f"there are {stones} stones; expected 15"


@definition("taking.most", en=Cite("Taking stones", "at most three"))
def most() -> int:
    """The largest number of stones taken at a time is three."""
    return 3


@grant("taking.turn", on=int, facts=lambda heap, _: {"stones": heap}, en=Cite("Taking stones", "take stones in turn"))
def turn(heap: int, taken: int) -> bool:
    """While there are stones, whoever is in turn takes some."""
    return heap > 0


@limit(
    "taking.three-max",
    on=int,
    facts=lambda _, taken: {"taken": taken, "most": most()},
    en=Cite("Taking stones", "at most three"),
)
def three_max(heap: int, taken: int) -> bool:
    """At most three stones are taken
    at a time.
    """  # noqa: D205
    return taken <= most()


@limit("taking.no-pass", on=int, rulings=("pass_once",), en=Cite("Taking stones", "Nobody may pass"))
def no_pass(heap: int, taken: int) -> bool:
    """At least one stone is taken."""
    return taken > 0


@limit("taking.there", on=int)
def there(heap: int, taken: int) -> bool:
    """Only stones of the heap are taken."""
    return taken <= heap


@cost("taking.effort", on=int)
def effort(heap: int, taken: int) -> int:
    """To take a stone costs a step."""
    return taken


@effect("taking.gone", on=int)
def gone(draft: Draft, taken: int) -> None:
    """The stones taken are gone."""
    draft.stones -= taken


@effect("end.empty", on=int, en=Cite("The end", "takes the last stone"))
def empty(draft: Draft, taken: int) -> None:
    """The game ends with the last stone."""
    if not draft.stones:
        draft.apply(last, Emptied())


@trigger("end.won", on=Emptied, rulings=("last_stone",), en=Cite("The end", "has won"))
def last(draft: Draft, occasion: Emptied) -> None:
    """Whoever takes the last stone has won."""
    draft.won = True


@scoring("end.score")
def score(position: Players) -> tuple[int, ...]:
    """A game won is a point."""
    return position.players


@definition("maths.best")
@functools.cache
def best(heap: int) -> int:
    return heap % 4


@check(fifteen)
def no_more(position: int) -> Iterator[str]:
    if position > 15:
        yield f"the heap holds {position} stones; expected at most 15"


@check(turn)
def no_fewer(position: int) -> Iterator[str]:
    if position < 0:
        yield f"the heap holds {position} stones; expected at least 0"


@check(fifteen, shape=True)
def counted(position: object) -> Iterator[str]:
    if not isinstance(position, int):
        yield f"{position!r} is not a number of stones"


CHAPTER = Chapter.of(sys.modules[__name__])
CHECKS = checks_of(sys.modules[__name__])
LAW = Law([CHAPTER], CHECKS)
IN_ORDER = (fifteen, most, turn, three_max, no_pass, there, effort, gone, empty, last, score, best)


def law(*clauses: AnyClause) -> Law:
    """A law of these clauses."""
    return Law([Chapter("toy", "Toy", clauses)])


def after(heap: int, taken: int) -> Draft:
    """The draft after a move, legal or not."""
    draft = Draft(heap)
    LAW.carry_out(draft, taken)
    return draft


def sentence(text: str) -> str:
    """The pattern that matches this sentence and no other."""
    return f"^{re.escape(text)}$"


# --- Clauses ----------------------------------------------------------------------------------------------------------

DECORATORS: dict[Kind, Callable[..., Any]] = {
    Kind.GRANT: grant,
    Kind.LIMIT: limit,
    Kind.COST: cost,
    Kind.EFFECT: effect,
    Kind.TRIGGER: trigger,
    Kind.SCORING: scoring,
    Kind.COMPONENT: component,
    Kind.DEFINITION: definition,
}


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.value)
def test_each_kind_has_a_decorator(kind: Kind) -> None:
    assert DECORATORS[kind]("toy.rule")(lambda: None).kind is kind
    shown = f"Declare a clause of kind {kind.value!r}; see `Kind.{kind.name}` for the function it takes."
    assert DECORATORS[kind].__doc__ == shown


def test_a_clause_holds_what_is_declared() -> None:
    assert no_pass.id == "taking.no-pass"
    assert no_pass.on == (int,)
    assert no_pass.rulings == ("pass_once",)
    assert no_pass.cites == {"en": Cite("Taking stones", "Nobody may pass")}
    assert there.cites == {}
    assert there.rulings == ()
    assert there.facts is None
    assert most.on == ()
    assert limit("toy.both", on=(int, str))(lambda *_: True).on == (int, str)


def test_its_statement_is_the_docstring_in_one_line_or_else_the_id() -> None:
    assert no_pass.statement == "At least one stone is taken."
    assert three_max.statement == "At most three stones are taken at a time."
    assert best.statement == "maths.best"


@given(st.integers(), st.integers())
def test_it_is_asked_like_its_function(heap: int, taken: int) -> None:
    assert three_max(heap, taken) == three_max(taken=taken, heap=heap) == (taken <= 3)
    assert effort(heap, taken) == taken


def test_it_is_shown_by_kind_and_id() -> None:
    assert repr(three_max) == "<limit taking.three-max>"
    assert repr(most) == "<definition taking.most>"


@pytest.mark.parametrize(
    ("id_", "chapter"),
    [("taking.most", "taking"), ("a.b.c", "a"), ("most", "most"), (".most", ""), ("a-b.c", "a-b")],
)
def test_its_chapter_is_what_its_id_has_before_the_first_dot(id_: str, chapter: str) -> None:
    assert definition(id_)(lambda: 0).chapter == chapter


@pytest.mark.parametrize("clause", IN_ORDER, ids=lambda clause: clause.id)
def test_its_place_is_the_line_its_declaration_starts_on(clause: AnyClause) -> None:
    path, _, line = clause.place.rpartition(":")
    assert ROOT / path == Path(__file__)
    declared = Path(__file__).read_text(encoding="utf-8").splitlines()[int(line) - 1 :]
    assert "".join(line.strip() for line in declared[:2]).startswith(f'@{clause.kind.value}("{clause.id}"')


@pytest.mark.parametrize("clause", IN_ORDER, ids=lambda clause: clause.id)
def test_a_copy_of_a_clause_is_the_clause(clause: AnyClause) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(clause, protocol)) is clause
    assert copy.deepcopy(clause) is copy.copy(clause) is clause


def test_clauses_that_say_the_same_differ() -> None:
    one, other = (limit("toy.rule")(there.function) for _ in range(2))
    assert repr(one) == repr(other)
    assert one != other
    assert len({one, other}) == 2


# --- Clauses switched off ---------------------------------------------------------------------------------------------

suspensions: list[tuple[AnyClause, Callable[[], object], object, object]] = [
    (turn, lambda: turn(5, 2), True, False),
    (turn, lambda: LAW.allows(5, 2), True, False),
    (three_max, lambda: three_max(5, 4), False, True),
    (three_max, lambda: LAW.allows(5, 4), False, True),
    (effort, lambda: effort(5, 2), 2, 0),
    (gone, lambda: after(5, 2).stones, 3, 5),
    (last, lambda: after(2, 2).won, True, False),
    (score, lambda: score(Players((4, 3))), (4, 3), (0, 0)),
    (score, lambda: score(Players(())), (), ()),
    (fifteen, lambda: list(fifteen(14)), ["there are 14 stones; expected 15"], []),
    (most, most, 3, 0),
    (most, lambda: three_max(5, 2), True, False),
    (best, lambda: best(7), 3, 0),
    (best, lambda: best(heap=7), 3, 0),
]


def test_each_kind_is_switched_off_below() -> None:
    assert {clause.kind for clause, *_ in suspensions} == set(Kind)


@pytest.mark.parametrize(("clause", "ask", "on", "off"), suspensions, ids=lambda value: getattr(value, "id", ""))
def test_a_clause_says_nothing_while_it_is_suspended(
    clause: AnyClause, ask: Callable[[], object], on: object, off: object
) -> None:
    function = clause.function
    assert ask() == on
    with clause.suspended():
        assert ask() == off
        with clause.suspended():
            assert ask() == off
        assert ask() == off
    assert ask() == on
    assert clause.function is function


@pytest.mark.parametrize("clause", IN_ORDER, ids=lambda clause: clause.id)
def test_it_is_restored_also_when_the_body_raises(clause: AnyClause) -> None:
    function = clause.function
    with pytest.raises(KeyError, match="toy"), clause.suspended():
        raise KeyError("toy")
    assert clause.function is function


def test_what_an_effect_or_trigger_returns_while_it_is_suspended() -> None:
    with gone.suspended(), last.suspended():
        assert gone.function(Draft(5), 2) is last.function(Draft(0), Emptied()) is None


def test_the_others_go_on_while_one_is_suspended() -> None:
    with three_max.suspended():
        assert not LAW.allows(5, 6)
        assert not LAW.allows(0, 0)
        assert after(4, 4) == Draft(0, True, ["taking.gone", "end.empty", "end.won"])
    with gone.suspended():
        assert after(2, 2) == Draft(2, False, ["taking.gone", "end.empty"])


def test_a_suspended_clause_is_still_the_same_one() -> None:
    with three_max.suspended():
        assert pickle.loads(pickle.dumps(three_max)) is three_max
        assert three_max.place.startswith("tests/tabletop/law/test_law.py:")


SHAPES = st.recursive(
    st.one_of(
        st.integers().map(lambda value: (value, 0)),
        st.booleans().map(lambda value: (value, False)),
        st.text().map(lambda value: (value, "")),
        st.frozensets(st.integers()).map(lambda value: (value, frozenset())),
        st.dictionaries(st.integers(), st.integers()).map(lambda value: (value, {})),
        st.none().map(lambda value: (value, None)),
    ),
    lambda inner: st.lists(inner, max_size=4).map(
        lambda pairs: (tuple(a for a, _ in pairs), tuple(b for _, b in pairs))
    ),
)
"""Values of definitions, each with the one that has the same shape and nothing in it."""


@given(SHAPES)
def test_a_suspended_definition_gives_the_same_shape_with_nothing_in_it(shape: tuple[object, object]) -> None:
    value, nothing = shape
    clause = definition("toy.value")(lambda: value)
    assert clause() is value
    with clause.suspended():
        assert repr(clause()) == repr(nothing)
    assert clause() is value


# --- Chapters ---------------------------------------------------------------------------------------------------------


def test_a_chapter_is_a_module() -> None:
    assert CHAPTER.name == "test_law"
    assert CHAPTER.title == "The kernel, shown with the law of a small game of its own"
    assert CHAPTER.clauses == IN_ORDER


def test_clauses_of_other_modules_are_no_part_of_a_chapter() -> None:
    module = ModuleType("toy.other", "The other chapter.")
    vars(module).update(most=most, three_max=three_max, number=3)
    assert Chapter.of(module).clauses == ()


@pytest.mark.parametrize(
    ("docstring", "title"),
    [
        ("Taking stones.", "Taking stones"),
        ("Taking stones", "Taking stones"),
        ("Taking stones: how.\n\nAnd so on.\n", "Taking stones: how"),
        ("", "toy.law.other"),
        (None, "toy.law.other"),
    ],
)
def test_its_title_is_the_first_line_of_the_docstring_or_else_the_name(docstring: str | None, title: str) -> None:
    chapter = Chapter.of(ModuleType("toy.law.other", docstring))
    assert (chapter.name, chapter.title, chapter.clauses) == ("other", title, ())


def test_checks_are_read_from_a_module_in_order() -> None:
    assert (no_more, no_fewer, counted) == CHECKS
    assert LAW.checks == CHECKS


def test_a_check_is_made_in_the_name_of_a_clause() -> None:
    assert isinstance(no_more, Check)
    assert no_more.clause is fifteen
    assert not check(fifteen)(no_more.function).shape
    assert check(fifteen, shape=True)(counted.function).shape
    assert list(no_more.function(16)) == ["the heap holds 16 stones; expected at most 15"]


# --- The law ----------------------------------------------------------------------------------------------------------


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


def test_an_id_is_given_once() -> None:
    twin = effect("taking.most")(lambda draft: None)
    with pytest.raises(
        ValueError, match=sentence("two clauses share the id taking.most; ids are unique and permanent")
    ):
        law(most, twin)
    with pytest.raises(
        ValueError, match=sentence("two clauses share the id taking.most; ids are unique and permanent")
    ):
        Law([Chapter("a", "A", (most,)), Chapter("b", "B", (twin,))])


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
    def few(position: Table, seat: int, player: int) -> Iterator[Sentence]:
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


# --- Verdicts ---------------------------------------------------------------------------------------------------------


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
    sure = not forbidding and (limit, Outcome.OPEN) not in answers
    assert verdict.legal == (permitting != [] and sure)
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


# --- Rulings ----------------------------------------------------------------------------------------------------------


def declare(sureness: str = "high", **editions: str) -> Any:
    """A ruling with the readings "a" and "b"."""
    return ruling("Which?", Reading("a", "A.", ""), Reading("b", "B.", ""), sureness=sureness, questions=(), **editions)


def test_a_ruling_is_a_field_of_the_ruleset() -> None:
    assert LAST_STONE.id == "last-stone"
    assert LAST_STONE.question == "Has whoever takes the last stone won or lost?"
    assert LAST_STONE.readings == (
        Reading("wins", "Who takes the last stone has won.", "English says so."),
        Reading("loses", "Who takes the last stone has lost.", "German has 'verloren'."),
    )
    assert LAST_STONE.editions == (("de", "loses"),)
    assert LAST_STONE.sureness == "high"
    assert LAST_STONE.questions == ("N1", "N2")
    assert LAST_STONE.field == "last_stone"
    assert LAST_STONE.default == "wins"
    assert LAST_STONE.names == ("wins", "loses")
    assert (PASS_ONCE.id, PASS_ONCE.field, PASS_ONCE.editions) == ("pass-once", "pass_once", ())


def test_the_first_reading_is_the_default() -> None:
    assert Ruleset() == Ruleset("", "wins", "no")
    assert Ruleset(last_stone="loses") != Ruleset()


def test_each_ruling_can_be_read_otherwise() -> None:
    passing = OtherReading("pass-once", "no", "yes")
    assert list(other_readings(Ruleset())) == [OtherReading("last-stone", "wins", "loses"), passing]
    assert list(other_readings(Ruleset("", "loses"))) == [OtherReading("last-stone", "loses", "wins"), passing]


def test_the_readings_of_an_edition() -> None:
    assert [ruling.reading_by("de") for ruling in rulings_of(Ruleset)] == ["loses", "no"]
    assert [ruling.reading_by("en") for ruling in rulings_of(Ruleset)] == ["wins", "no"]


def test_readings_are_found_by_name() -> None:
    assert [LAST_STONE.reading(name) for name in LAST_STONE.names] == list(LAST_STONE.readings)


@given(st.text())
def test_unknown_readings_are_refused(name: str) -> None:
    assume(name not in LAST_STONE.names)
    problem = f"ruling last-stone has no reading {name!r}; expected one of wins, loses"
    with pytest.raises(RulesetError, match=sentence(problem)):
        LAST_STONE.reading(name)
    with pytest.raises(RulesetError, match=sentence(f"ruling last-stone is {name!r}; expected one of wins, loses")):
        Ruleset(last_stone=name)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 0, True, ["wins"], ("wins", "loses")], ids=repr)
def test_a_choice_that_is_no_text_is_refused(value: Any) -> None:
    with pytest.raises(RulesetError, match=sentence(f"ruling last-stone is {value!r}; expected one of wins, loses")):
        attrs.evolve(Ruleset(), last_stone=value)


@given(st.text())
def test_a_ruling_is_of_known_sureness(sureness: str) -> None:
    assume(sureness not in SURENESS)
    with pytest.raises(ValueError, match=sentence(f"sureness is {sureness!r}; expected one of high, medium, low")):
        declare(sureness)
    for known in SURENESS:
        declare(known)


def test_a_reading_of_an_edition_is_one_of_the_readings() -> None:
    declare(nl="a", de="b", en="b")
    with pytest.raises(ValueError, match=sentence("no reading is called c; expected one of a, b")):
        declare(nl="c", de="b")
    with pytest.raises(ValueError, match=sentence("no reading is called c, d; expected one of a, b")):
        declare(nl="d", de="c", en="d")


# --- Citations --------------------------------------------------------------------------------------------------------

WORDS = st.lists(st.from_regex(r"[a-zé0-9]{1,5}", fullmatch=True), min_size=1, max_size=12)


@given(WORDS, st.sampled_from((" ", "-", ", ", " \n")))
def test_an_anchor_has_one_to_six_words(words: list[str], between: str) -> None:
    anchor = between.join(words)
    if len(words) <= ANCHOR_WORDS:
        assert Cite("The heap", anchor).anchor == anchor
    else:
        problem = f"the anchor {anchor!r} has {len(words)} words; expected 1 to 6"
        with pytest.raises(ValueError, match=sentence(problem)):
            Cite("The heap", anchor)


@given(st.text(" \n\t.,-_()…'\""))
def test_an_anchor_of_marks_alone_has_no_words(anchor: str) -> None:
    with pytest.raises(ValueError, match=sentence(f"the anchor {anchor!r} has no word; expected 1 to 6")):
        Cite("The heap", anchor)


def test_marks_that_stand_alone_count_as_words_of_an_anchor() -> None:
    assert Cite("The heap", "a . . . . .").anchor == "a . . . . ."
    with pytest.raises(ValueError, match=sentence("the anchor 'a . . . . . .' has 7 words; expected 1 to 6")):
        Cite("The heap", "a . . . . . .")


def test_titles_of_sections_differ() -> None:
    problem = "sections share a title: The end, The heap; expected a different title for each"
    sections = [Section(title, f"{n} {title}") for n, title in enumerate(["The heap", "The end", "Nim"] * 2)][:5]
    with pytest.raises(ValueError, match=sentence(problem)):
        Edition("en", "English", tuple(sections))


def test_sections_are_found_by_title() -> None:
    assert [EDITION.section(section.title) for section in EDITION.sections] == list(EDITION.sections)


def test_unknown_sections_are_refused() -> None:
    problem = "the English edition has no section 'The start'; expected one of 'The heap', 'Taking stones', 'The end'"
    for ask in (
        lambda: EDITION.section("The start"),
        lambda: locate(EDITION, RULES, Cite("The start", "stones")),
        lambda: passage(EDITION, RULES, Cite("The start", "stones")),
        lambda: locate(EDITION, "", Cite("The start", "stones")),
    ):
        with pytest.raises(ValueError, match=sentence(problem)):
            ask()


@pytest.fixture
def own_copy(tmp_path: Path) -> str:
    """The text of the rulebook as its owner has it in a file."""
    path = tmp_path / "nim_en.txt"
    path.write_text(RULES, encoding="utf-8")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("clause", [clause for clause in IN_ORDER if clause.cites], ids=lambda clause: clause.id)
def test_the_citations_of_a_law_are_found_in_the_copy_of_an_owner(clause: AnyClause, own_copy: str) -> None:
    cite = clause.cites["en"]
    line = locate(EDITION, own_copy, cite)
    assert line is not None
    assert cite.anchor in own_copy.splitlines()[line - 1]
    assert passage(EDITION, own_copy, cite, 0) == own_copy.splitlines()[line - 1]


@pytest.mark.parametrize(
    ("section", "anchor", "line"),
    [
        ("The heap", "The heap", 4),
        ("The heap", "fifteen", 5),
        ("The heap", "be of any kind such", 5),  # over the end of a line
        ("The heap", "pebbles", 6),
        ("The heap", "take stones", None),  # is in another section
        ("The heap", "rules", None),  # is before the first section
        ("Taking stones", "stones", 8),  # the first of several
        ("Taking stones", "take stones", 9),
        ("Taking stones", "at", 9),
        ("Taking stones", "at a", 10),
        ("Taking stones", "AT, A... Time!", 10),
        ("Taking stones", "stone", None),  # is only part of a word there
        ("Taking stones", "body may", None),
        ("Taking stones", "no body", 10),  # spaces do not count, the edges of words do
        ("The end", "stone", 13),
        ("The end", "has won", 13),  # the last words of the text
    ],
)
def test_where_anchors_are_found(section: str, anchor: str, line: int | None) -> None:
    assert locate(EDITION, RULES, Cite(section, anchor)) == line


def test_a_section_without_its_heading_belongs_to_the_one_before() -> None:
    text = RULES.replace("2 Taking", "Z Taking")
    assert locate(EDITION, text, Cite("The heap", "nobody")) == 10
    assert locate(EDITION, text, Cite("Taking stones", "nobody")) is None
    assert locate(EDITION, text, Cite("The end", "whoever")) == 13


def test_a_heading_opens_a_line_and_comes_after_the_one_before() -> None:
    text = f"See 1. The heap, 3. The end.\n3. The end\nis told below.\n{RULES}"
    assert locate(EDITION, text, Cite("The heap", "fifteen")) == 8
    assert locate(EDITION, text, Cite("The heap", "told")) is None
    assert locate(EDITION, text, Cite("The end", "told")) is None
    assert locate(EDITION, text, Cite("The end", "whoever")) == 16


def test_a_text_may_begin_with_its_first_heading() -> None:
    text = RULES[RULES.index("The heap") :]
    edition = attrs.evolve(EDITION, sections=(Section("The heap", "The heap"),))
    assert locate(edition, text, Cite("The heap", "the heap")) == 1
    assert locate(edition, text, Cite("The heap", "fifteen")) == 2


def test_sections_may_have_the_same_heading() -> None:
    edition = Edition("en", "English", (Section("first", "A"), Section("second", "A")))
    assert locate(edition, "A\nA\nstone", Cite("first", "stone")) is None
    assert locate(edition, "A\nA\nstone", Cite("second", "stone")) == 3
    assert locate(edition, "A\nstone", Cite("first", "stone")) == 2


def test_parts_of_words_are_passed_over() -> None:
    text = "1 The heap\nextra a\na as"
    assert locate(EDITION, text, Cite("The heap", "a")) == 2
    assert locate(EDITION, text, Cite("The heap", "as")) == 3
    assert locate(EDITION, text, Cite("The heap", "s")) is None


@pytest.mark.parametrize("text", ["", "...", "Fifteen stones lie in a heap."])
def test_nothing_is_found_in_a_text_without_headings(text: str) -> None:
    assert locate(EDITION, text, Cite("The heap", "fifteen stones")) is None
    assert passage(EDITION, text, Cite("The heap", "fifteen stones")) is None


def test_a_heading_without_words_is_not_found() -> None:
    edition = attrs.evolve(EDITION, sections=(Section("Rules", "***"), *EDITION.sections))
    assert locate(edition, RULES, Cite("Rules", "old")) is None
    assert locate(edition, RULES, Cite("The heap", "fifteen")) == 5


HALVES: Callable[[str], str] = lambda word: f"{word[: len(word) // 2]}-\n{word[len(word) // 2 :]}"  # noqa: E731
NOISE: tuple[Callable[[str], str], ...] = (
    lambda word: word,
    str.upper,
    lambda word: word.replace("o", "ö").replace("e", "é"),
    lambda word: word.replace("a", "a\u0301"),
    lambda word: word.replace("fi", "ﬁ").replace("st", "ﬆ"),
    lambda word: f"«{word}», —",
    lambda word: HALVES(word) if len(word) > 3 else word,
    lambda word: HALVES(word).replace("-\n", "\u00ad \n  ") if len(word) > 3 else word,
)
"""What a scan or a printer does to a word."""


PRINTED = re.findall(r"(\w+)(\W+)", RULES)
"""The words of the rulebook, each with what is printed up to the next."""


@given(
    st.lists(st.sampled_from(NOISE), min_size=len(PRINTED), max_size=len(PRINTED)),
    st.sampled_from(EDITION.sections),
    st.integers(0, 99),
    st.integers(1, ANCHOR_WORDS),
)
def test_anchors_are_found_through_the_noise_of_a_scan(
    noise: list[Callable[[str], str]], section: Section, start: int, size: int
) -> None:
    text, places, chapter = "", [], ""
    for (word, gap), spoil in zip(PRINTED, noise, strict=True):
        chapter = word if word.isdecimal() else chapter
        if section.marker.startswith(f"{chapter}."):
            places.append((word.lower(), text.count("\n") + 1))
        text += spoil(word) + gap
    words, lines = zip(*places, strict=True)
    anchor = words[start % len(words) :][:size]
    first = next(n for n in range(len(words)) if words[n : n + len(anchor)] == anchor)
    assert locate(EDITION, text, Cite(section.title, " ".join(anchor))) == lines[first]


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("", ""),
        (" .,- \n", ""),
        ("At most  THREE,\nat a time.", "at most three at a time"),
        ("Zoë naïve ﬁve", "zoe naive five"),
        ("peb-\nbles peb\u00ad\nbles peb\u2010  \n\n  bles", "pebbles pebbles pebbles"),
        ("well-known - \nas it is", "well known as it is"),
        ("1-\n2 1-\na a-\n2 a1-\nb", "1 2 1 a a 2 a1 b"),  # numbers are not hyphenated
        ("1a-\nb", "1ab"),
        ("snake_case", "snake case"),
    ],
)
def test_what_survives_a_scan(text: str, normal: str) -> None:
    assert normalize(text) == normal


@given(st.text())
def test_what_is_normal_stays_so(text: str) -> None:
    normal = normalize(text)
    assert normalize(normal) == normal
    assert normal.split() == normal.split(" ") or normal == ""


@given(st.sampled_from([clause.cites["en"] for clause in IN_ORDER if clause.cites]), st.integers(0, 20))
def test_a_passage_has_the_lines_around_the_anchor(cite: Cite, lines: int) -> None:
    at = locate(EDITION, RULES, cite)
    assert at is not None
    around = [line for number, line in enumerate(RULES.split("\n"), 1) if abs(number - at) <= lines]
    assert passage(EDITION, RULES, cite, lines) == "\n".join(around)


def test_a_passage_has_three_lines_before_and_after_unless_told_otherwise() -> None:
    cite = Cite("The heap", "pebbles")
    assert passage(EDITION, RULES, cite) == "\n".join(RULES.split("\n")[2:9])
    assert passage(EDITION, RULES, cite, lines=0) == "of any kind, such as pebbles."
    assert passage(EDITION, RULES, Cite("The heap", "coins")) is None


@given(st.integers(max_value=-1))
def test_a_negative_number_of_lines_is_refused(lines: int) -> None:
    problem = f"the number of lines around a passage is {lines}; expected 0 or more"
    with pytest.raises(ValueError, match=sentence(problem)):
        passage(EDITION, RULES, Cite("The heap", "pebbles"), lines)


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
    assert [Verdict(1, "", ()).result, Verdict(1, "", ()).reason] == ["NOT LEGAL", "No clause is about it."]
