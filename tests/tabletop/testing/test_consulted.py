"""Which rulings clauses consult in games: planted mistakes of each kind are found, whatever stands between."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.testing.consulted import Consulted
from tests.regatta.model import Bid, State
from tests.regatta.rulebook import REGATTA

RULING = "equal_pledges"
OTHER = next(clause for clause in REGATTA.law.of_kind(Kind.LIMIT) if not clause.rulings and Bid in clause.on)


def found() -> list[str]:
    consulted = Consulted(REGATTA)
    for seed in range(6):
        consulted.play(random.Random(seed))
    return [*consulted.disagreements()]


def test_the_clauses_of_a_sound_rulebook_name_what_they_consult() -> None:
    assert found() == []


def test_a_ruling_that_a_clause_names_and_never_consults_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OTHER, "rulings", (RULING,))
    assert Game(attrs.evolve(REGATTA), 3).rulebook.law is REGATTA.law  # nothing shows it when the rulebook is bound
    assert found() == [f"{OTHER.id} names the ruling {RULING!r} and never consulted it"]


def test_a_ruling_that_a_function_consults_which_a_clause_calls_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = OTHER.function

    def highest_first(position: State) -> bool:
        return position.ruleset.equal_pledges == "first"

    monkeypatch.setattr(OTHER, "function", lambda position, move: highest_first(position) or usual(position, move))
    assert Game(attrs.evolve(REGATTA), 3).rulebook.law is REGATTA.law
    (reason,) = found()
    assert reason.startswith(f"{OTHER.id} consults the ruling {RULING!r} and does not name it")


def test_what_was_watched_is_as_before() -> None:
    before: list[Any] = [(clause.function, clause.facts) for clause in REGATTA.law]
    found()
    assert [(clause.function, clause.facts) for clause in REGATTA.law] == before
