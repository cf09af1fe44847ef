"""Search for clauses by the words of their sentences, or by those that players and editions use for the same terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from era_of_inventions.tabletop.glossary import read_glossary
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.text.ranking import LANGUAGES, Entry, Index, Part, index

FOUND_MAX = 10
"""The most clauses that are found."""
KEPT = 8
"""For how many lists of clauses the index is kept, which takes much longer to make than an answer."""
ID, SENTENCE, NAMED, CITED, ASKED = 1.0, 2.0, 1.0, 1.5, 0.5
"""How much a word counts: in an id, a sentence, a term that leads to the clause, a citation, a ruling it consults."""

FACTS, FACT = (Kind.COMPONENT, Kind.DEFINITION), 0.8
"""Kinds of clauses in which a hit counts less, and how much, because people mostly ask what may be done."""


def search(
    words: Sequence[str], rulebook: AnyRulebook, clauses: Sequence[Clause[..., Any]]
) -> list[Clause[..., Any]]:
    """Return the clauses that have something of the words, in any edition's or player's words, the best first.

    Raises `FileError` if the glossary cannot be used.
    """
    found = _index_of(tuple(clauses), rulebook).find(" ".join(words))
    return [clauses[number] for number in found[:FOUND_MAX]]


@lru_cache(maxsize=KEPT)
def _index_of(clauses: tuple[Clause[..., Any], ...], rulebook: AnyRulebook) -> Index:
    return index([([entry_of(clause, rulebook) for clause in clauses], senses(rulebook))])


def entry_of(clause: Clause[..., Any], rulebook: AnyRulebook, weight: float = 1.0) -> Entry:
    """Return a clause as a text that can be found."""
    named = (" ".join(names) for names, see in _terms(rulebook) if see == clause.id)
    cited = (
        Part(
            f"{cite.section} {cite.anchor}", CITED, LANGUAGES.keys() & {edition} or LANGUAGES
        )
        for edition, cite in clause.cites.items()
    )
    asked = (r.question for r in rulebook.ruleset.rulings() if r.field in clause.rulings)
    parts = (
        Part(clause.id, ID),
        Part(clause.statement, SENTENCE),
        Part(" ".join(named), NAMED, LANGUAGES),
        *cited,
        Part(" ".join(asked), ASKED),
    )
    return Entry(parts, weight * (FACT if clause.kind in FACTS else 1))


def senses(rulebook: AnyRulebook) -> Iterator[tuple[str, ...]]:
    """Yield the names of each term of the glossary, in all editions and among players."""
    return (names for names, _ in _terms(rulebook))


@cache
def _terms(rulebook: AnyRulebook) -> Sequence[tuple[tuple[str, ...], str]]:
    """Return the names of each term, and the clause that it leads to."""
    if rulebook.glossary is None:
        return ()
    terms = read_glossary(rulebook.glossary, rulebook.law, rulebook.editions)
    return [(_names(term), term["see"]) for term in terms]


def _names(term: Mapping[str, str]) -> tuple[str, ...]:
    named = (
        names for key, names in term.items() if key not in ("means", "see") and names != "-"
    )
    return tuple(name.strip() for names in named for name in names.split(","))
