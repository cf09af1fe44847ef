"""Clauses by words: those of their sentences, and those that players and editions use for the terms in them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Any

import attrs

from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.play.rulebook import AnyRulebook

SUFFIXES = ("ings", "ing", "ies", "ied", "es", "ed", "en", "s", "e", "y")
"""Endings that do not count, longest first of those that end alike."""
STEM_MIN, PREFIX_MIN = 3, 5
"""The fewest letters of a stem, and of one that also stands for longer words."""
NEAR_MAX = 10
"""The most clauses that are found where none has all words."""
ID, SENTENCE, SEEN, TERM, CITED = 4.0, 3.0, 2.5, 2.0, 1.0
"""How much words count: in an id, in a sentence, of a term that refers to the clause, of another, in a citation."""
FACTS = (Kind.COMPONENT, Kind.DEFINITION)
"""Kinds of clauses that come after others that fit as well: people ask what may be done."""


@attrs.frozen
class Found:
    """The clauses that were found, the best ones first, and whether they have all words."""

    clauses: tuple[Clause[..., Any], ...]
    all_words: bool


def search(
    words: Sequence[str], rulebook: AnyRulebook, clauses: Sequence[Clause[..., Any]]
) -> Found:
    """Return the clauses that have all the words, or else the few that match best.

    Endings of words do not matter, and a word counts as found where the glossary has another word for the same term.
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
    """A term of the glossary: what it is called, in stems, by its own name first, and the clause it refers to."""

    names: tuple[frozenset[str], ...]
    see: str

    def is_among(self, asked: Iterable[str]) -> bool:
        """Return whether one of its names is among the words."""
        return any(name <= {*asked} for name in self.names)


def _terms(rulebook: AnyRulebook) -> Iterator[_Term]:
    if rulebook.glossary is None:
        return
    for term in tomllib.loads(rulebook.glossary.read_text(encoding="utf-8")).get("term", ()):
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
    """Return the words that a clause has, and how much each counts."""
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
