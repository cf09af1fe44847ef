"""The ledger accounts for every rule found in the rulebooks, and for every clause of the law."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest

from era_of_inventions.rulebook import LAW
from era_of_inventions.rulings import Ruleset

LEDGER: dict[str, Any] = tomllib.loads((files("era_of_inventions") / "data/ledger.toml").read_text(encoding="utf-8"))
IDS: list[str] = LEDGER["ids"]
CLAUSES: list[str] = LEDGER["clauses"]
DERIVED: list[str] = LEDGER["derived"]
NEW: dict[str, dict[str, Any]] = LEDGER["new"]
TAKEN_UP: dict[str, dict[str, Any]] = {
    id_: entry for id_, entry in LEDGER.items() if id_ not in ("ids", "clauses", "derived", "new")
}
LAW_IDS = {clause.id for clause in LAW.clauses}
CHAPTERS = {
    "components": 32,
    "setup": 17,
    "supply": 1,
    "placement": 10,
    "execution": 12,
    "build": 10,
    "goods": 7,
    "buy": 8,
    "produce": 15,
    "market": 21,
    "develop": 20,
    "fakes": 10,
    "income": 11,
    "patents": 20,
    "bonus": 21,
    "influence": 10,
    "refresh": 22,
    "scoring": 20,
}


def is_sentence(text: str) -> bool:
    return text[:1].isupper() and text.endswith(".") and len(text.split()) >= 5 and "\n" not in text


def resolve(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


def test_every_rule_found_is_there_once() -> None:
    assert len(IDS) == 267
    assert [id_ for id_, number in Counter(IDS).items() if number > 1] == []


def test_chapters_are_complete_and_in_order() -> None:
    chapters = [id_.partition(".")[0] for id_ in IDS]
    assert dict(Counter(chapters)) == CHAPTERS
    assert chapters == sorted(chapters, key=list(CHAPTERS).index)


def test_every_rule_is_a_clause_or_taken_up() -> None:
    assert set(CLAUSES) & set(TAKEN_UP) == set()
    assert [id_ for id_ in IDS if id_ in set(CLAUSES)] == CLAUSES
    assert [id_ for id_ in IDS if id_ in TAKEN_UP] == list(TAKEN_UP)
    assert set(CLAUSES) | set(TAKEN_UP) == set(IDS)


def test_listed_clauses_exist() -> None:
    assert sorted(set(CLAUSES) - LAW_IDS) == []


def test_rules_taken_up_elsewhere_are_no_clauses() -> None:
    assert sorted(set(TAKEN_UP) & LAW_IDS) == []


@pytest.mark.parametrize("id_", TAKEN_UP)
def test_what_takes_up_a_rule_exists(id_: str) -> None:
    entry = TAKEN_UP[id_]
    known = LAW_IDS | {f"ruling:{ruling.id}" for ruling in Ruleset.rulings()}
    carriers = entry.get("taken_up_by", [])
    assert set(entry) <= {"taken_up_by", "held_by", "why"}
    assert carriers or "held_by" in entry
    assert sorted(set(carriers) - known) == []
    assert len(set(carriers)) == len(carriers)
    if "held_by" in entry:
        resolve(entry["held_by"])


def test_every_other_clause_is_new() -> None:
    assert sorted(NEW) == sorted(LAW_IDS - set(IDS))


def test_derived_clauses_are_those_without_citation() -> None:
    assert sorted(DERIVED) == sorted(clause.id for clause in LAW.clauses if not clause.cites)


@pytest.mark.parametrize("id_", [*TAKEN_UP, *NEW])
def test_reasons_are_sentences(id_: str) -> None:
    entry = TAKEN_UP.get(id_) or NEW[id_]
    assert is_sentence(entry["why"]), entry["why"]
