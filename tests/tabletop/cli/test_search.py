"""The search for clauses, in any rulebook."""

from __future__ import annotations

import attrs

from era_of_inventions.tabletop.cli.search import search
from era_of_inventions.tabletop.law.citation import Cite
from tests.regatta.rulebook import REGATTA


def test_a_rulebook_without_a_glossary_is_searched() -> None:
    assert REGATTA.glossary is None
    found = search(["everybody", "gets", "a", "card"], REGATTA, REGATTA.law.clauses)
    assert found[0].id == "rules.everybody-gets-cards"


def test_citations_are_found_in_any_language() -> None:
    clause = attrs.evolve(REGATTA.law.clauses[0], cites={"fr": Cite("Règles", "trois cartes")})
    assert search(["CARTES"], REGATTA, [clause]) == [clause]
    german = attrs.evolve(clause, cites={"de": Cite("Regeln", "drei Karten")})
    assert search(["Karte"], REGATTA, [german]) == [german]
