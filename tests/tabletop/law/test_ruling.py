"""Rulings: questions with readings, which are fields of a ruleset."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from era_of_inventions.tabletop.errors import RulesetError
from era_of_inventions.tabletop.law.ruling import SURENESS, OtherReading, Reading, other_readings, ruling, rulings_of
from tests.support.problems import sentence
from tests.support.stones import LAST_STONE, PASS_ONCE, Ruleset


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
