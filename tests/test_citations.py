"""Every clause says where the editions state it, and the places are found in the texts of whoever has them."""

from __future__ import annotations

import json
import os
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.editions import EDITIONS
from era_of_inventions.tabletop.law.citation import ANCHOR_WORDS, locate
from era_of_inventions.tabletop.law.clause import Clause
from tests.tools.citation_marks import TABLE, mark

RULEBOOKS = "ERA_RULEBOOKS"
"""The environment variable that names a folder with era_nl.txt, era_de.txt and era_en.txt."""
BY_CODE = {edition.code: edition for edition in EDITIONS}
LEDGER: dict[str, Any] = tomllib.loads((files("era_of_inventions") / "data/ledger.toml").read_text(encoding="utf-8"))
AnyClause = Clause[..., Any]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    folder = os.environ.get(RULEBOOKS)
    if folder is None:
        pytest.skip(f"set {RULEBOOKS} to a folder with the texts of the rulebooks to look the citations up")
    paths = {code: Path(folder) / f"era_{code}.txt" for code in BY_CODE}
    missing = [str(path) for path in paths.values() if not path.is_file()]
    if missing:
        pytest.fail(f"{RULEBOOKS} is set, but there is no {', '.join(missing)}")
    return {code: path.read_text(encoding="utf-8") for code, path in paths.items()}


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_citations_name_sections_and_short_anchors(clause: AnyClause) -> None:
    for code, cite in clause.cites.items():
        BY_CODE[code].section(cite.section)
        assert 1 <= len(cite.anchor.split()) <= ANCHOR_WORDS


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_every_clause_is_cited_or_derived(clause: AnyClause) -> None:
    assert bool(clause.cites) != (clause.id in LEDGER["derived"])


def test_citations_are_those_that_were_looked_up() -> None:
    """Another section or anchor has to be looked up in the texts again, by `tests.tools.citation_marks`."""
    marks = {clause.id: {code: mark(cite) for code, cite in clause.cites.items()} for clause in LAW.clauses}
    assert marks == json.loads(TABLE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_citations_are_found(clause: AnyClause, texts: dict[str, str]) -> None:
    lost = [
        f"{code}: {cite.section}: {cite.anchor}"
        for code, cite in clause.cites.items()
        if locate(BY_CODE[code], texts[code], cite) is None
    ]
    assert lost == []


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_every_edition_is_cited(edition: Any) -> None:
    assert any(edition.code in clause.cites for clause in LAW.clauses)
