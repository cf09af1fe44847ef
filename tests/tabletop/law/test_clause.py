"""Clauses, and the chapters they stand in, shown with the law of a small game."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import (
    Chapter,
    Check,
    Kind,
    check,
    component,
    cost,
    definition,
    effect,
    grant,
    limit,
    scoring,
    trigger,
)
from era_of_inventions.tabletop.values.naming import DeclarationError
from tests import ROOT
from tests.support import stones
from tests.support.stones import (
    CHAPTER,
    CHECKS,
    IN_ORDER,
    LAW,
    AnyClause,
    Draft,
    Emptied,
    Players,
    after,
    best,
    counted,
    effort,
    fifteen,
    gone,
    last,
    most,
    no_fewer,
    no_more,
    no_pass,
    score,
    there,
    three_max,
    turn,
)

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


def test_it_cites_the_section_of_its_chapter_by_the_anchor_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def must_pass(heap: int, taken: int) -> bool:
        return False

    with pytest.raises(DeclarationError, match="must_pass cites 'Nobody may pass' alone; expected a SECTION in its"):
        limit("toy.must-pass", on=int, en="Nobody may pass")(must_pass)
    monkeypatch.setitem(globals(), "SECTION", "Taking stones")
    assert limit("toy.must-pass", on=int, en="Nobody may pass")(must_pass).cites == no_pass.cites
    elsewhere = Cite("The end", "has won")
    assert limit("toy.must-pass", on=int, en=elsewhere)(must_pass).cites == {"en": elsewhere}


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
    assert ROOT / path == Path(stones.__file__)
    declared = Path(stones.__file__).read_text(encoding="utf-8").splitlines()[int(line) - 1 :]
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
        assert three_max.place.startswith("tests/support/stones.py:")


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


def test_a_chapter_is_a_module() -> None:
    assert CHAPTER.name == "stones"
    assert CHAPTER.title == "Taking stones, a small game whose law shows the kernel"
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
