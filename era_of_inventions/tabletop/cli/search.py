"""Search for clauses by the words of their sentences, or by those that players and editions use for the same terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Any

import attrs

from era_of_inventions.tabletop.glossary import read_glossary
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.play.rulebook import AnyRulebook

SUFFIXES = ("ings", "ing", "ies", "ied", "es", "ed", "en", "s", "e", "y")
"""Endings of words that are ignored. If one is the end of another, the longer one comes first."""
STEM_MIN, PREFIX_MIN = 3, 5
"""The fewest letters of a stem, and of a stem that also matches longer words."""
NEAR_MAX = 10
"""The most clauses that are returned if no clause has all words."""
ID, SENTENCE, SEEN, TERM, CITED = 4.0, 3.0, 2.5, 2.0, 1.0
"""How much a word counts: in an id, a sentence, a term that refers to the clause, another term, a citation."""
FACTS = (Kind.COMPONENT, Kind.DEFINITION)
"""Kinds of clauses that come after equally good matches of other kinds, because people mostly ask what may be done."""


@attrs.frozen
class Found:
    """The clauses that were found, the best first, and whether each of them has all words."""

    clauses: tuple[Clause[..., Any], ...]
    all_words: bool


def search(
    words: Sequence[str], rulebook: AnyRulebook, clauses: Sequence[Clause[..., Any]]
) -> Found:
    """Return the clauses that have all the words, or else the few that match best.

    Endings of words are ignored. If the words name a term of the glossary, they also match the clause to which the term
    refers, and clauses whose sentences have that term. Raises `FileError` if the glossary cannot be used.
    """
    given = list(dict.fromkeys(stems(" ".join(words))))
    asked = [
        word for word in given if len(word) >= STEM_MIN
    ] or given  # short words, such as "of", distinguish nothing
    terms = [term for term in _terms(rulebook) if term.is_among(asked)]
    hits = {clause: _hits(clause, asked, terms) for clause in clauses}
    rarity = {
        word: log(1 + len(hits) / (1 + sum(word in found for found in hits.values())))
        for word in asked
    }
    scores = {
        clause: (
            sum(rarity[word] * weight for word, weight in found.items()),
            clause.kind not in FACTS,
        )
        for clause, found in hits.items()
        if found
    }
    ordered = sorted(scores, key=scores.__getitem__, reverse=True)
    whole = tuple(clause for clause in ordered if len(hits[clause]) == len(asked))
    return Found(whole or tuple(ordered[:NEAR_MAX]), bool(whole))


def stems(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case, without their endings."""
    for word in re.findall(r"\w+", text.casefold()):
        ends = (word.removesuffix(suffix) for suffix in SUFFIXES if word.endswith(suffix))
        yield next((stem for stem in ends if len(stem) >= STEM_MIN), word)


@attrs.frozen
class _Term:
    """A term of the glossary: its names, each as a set of stems, the English one first, and the clause it refers to."""

    names: tuple[frozenset[str], ...]
    see: str

    def is_among(self, asked: Iterable[str]) -> bool:
        """Return whether all words of one of the names are among those asked for."""
        return any(name <= {*asked} for name in self.names)


def _terms(rulebook: AnyRulebook) -> Iterator[_Term]:
    if rulebook.glossary is None:
        return
    for term in read_glossary(rulebook.glossary, rulebook.law, rulebook.editions):
        called = [
            term[key]
            for key in ("en", *term)
            if key not in ("means", "see") and term[key] != "-"
        ]
        names = (frozenset(stems(name)) for words in called for name in words.split(","))
        yield _Term(tuple(filter(None, names)), term["see"])


def _hits(
    clause: Clause[..., Any], asked: Sequence[str], terms: Sequence[_Term]
) -> Mapping[str, float]:
    """Return those of the words asked for that a clause has, and how much each counts."""
    cited = " ".join(f"{cite.section} {cite.anchor}" for cite in clause.cites.values())
    sentence = {*stems(clause.statement)}
    places = ((ID, {*stems(clause.id)}), (SENTENCE, sentence), (CITED, {*stems(cited)}))
    found: dict[str, float] = {}
    for word in asked:
        weights = [weight for weight, known in places if _has(known, word)]
        for term in terms:
            if any(word in name and name <= {*asked} for name in term.names):
                weights += [SEEN] * (term.see == clause.id) + [TERM] * (
                    term.names[0] <= sentence
                )
        if weights:
            found[word] = max(weights)
    return found


def _has(known: set[str], word: str) -> bool:
    return word in known or (
        len(word) >= PREFIX_MIN and any(one.startswith(word) for one in known)
    )
