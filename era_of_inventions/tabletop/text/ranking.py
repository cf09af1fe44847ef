"""Finds texts by what people call things, in any inflection: the one ranking of the command line and of the site.

An index has for each stem the points that it brings to each text, so a search only adds
them up: here, and in a browser in ``docs/site/search.js``. A *sense* is what several
words or phrases mean, such as a term and its names in all editions; it counts as a stem
of its own, wherever one of them stands. Stems need snowballstemmer, from the extra
`cli`.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from math import log
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import attrs

from era_of_inventions.tabletop.text.normalized import normalize

LANGUAGES = {"en": "english", "nl": "dutch", "de": "german"}
"""The languages that people ask in, and the stemmers for them."""
WORDS = Path(__file__).with_name("words.toml")
"""Words that do not help to find anything, and words of one sense in any game."""
ASKED_MAX = 300
"""The most characters of a query that are looked at."""
NEAR_MIN = 4
"""The fewest letters of a stem that is near another one, because one is the beginning or the end of the other."""
NEAR = 0.5
"""How much such a stem counts, for a word that no text has."""
SLIPS = ((8, 2), (4, 1))
"""How many slips a word can have, such as two letters that changed places, by the fewest letters of its stem."""
SATURATION, LENGTH = 1.2, 0.4
"""The constants of BM25: how soon more of a word counts no more, and how much the length of a text matters."""
SCALE = 10
"""How many points are one of BM25. Points are whole numbers, so that all who add them up come to the same sums."""

Words: TypeAlias = Sequence[frozenset[str]]
"""Words in a row, each as the set of its stems in all languages."""


class Part(NamedTuple):
    """A part of a text, what a word counts there, and the languages that it may be in."""

    text: str
    weight: float
    languages: Collection[str] = ("en",)


@attrs.frozen
class Entry:
    """A text that can be found: its parts, and what a hit in it counts."""

    parts: tuple[Part, ...]
    weight: float = 1.0


@attrs.frozen(slots=False)
class Index:
    """What a search needs to know of texts."""

    points: Mapping[str, Mapping[int, int]]
    """For each stem and each sense the points of the texts that have it, by their numbers."""
    senses: Sequence[tuple[Words, str]]
    """The words of phrases, and what they mean."""

    def find(self, query: str) -> list[int]:
        """Return the numbers of the texts that have something of a query, the best first."""
        totals = self.totals(query)
        return sorted(totals, key=lambda number: (-totals[number], number))

    def totals(self, query: str) -> Mapping[int, int]:
        """Return the points of the texts that have something of a query."""
        words = [*map(self._spelled, _words(query[:ASKED_MAX]))]
        senses = frozenset(_senses_in(words, _by_first(self.senses)))
        totals: Counter[int] = Counter()
        for stems in words:
            known = stems & self.points.keys()
            totals.update(self._best(known) if known else self._best(self._near(stems), NEAR))
        for sense in senses & self.points.keys():
            totals.update(self.points[sense])
        return totals

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        """The stems of all texts and of all phrases that mean something."""
        phrases = chain.from_iterable(words for words, _ in self.senses)
        return frozenset(self.points).union(*phrases)

    def _spelled(self, stems: frozenset[str]) -> frozenset[str]:
        """Return the stems of a word, or if it is known nowhere those of the words that it may be misspelled from."""
        if stems & self._vocabulary or self._near(stems):
            return stems
        longest, found = max(map(len, stems)), dict[int, set[str]]()
        most = next((most for least, most in SLIPS if longest >= least), 0)
        for asked in (stem for stem in stems if len(stem) == longest):
            for stem in self._vocabulary:
                if stem[:1] == asked[:1] and abs(len(stem) - longest) <= most:
                    found.setdefault(_slips(asked, stem), set()).add(stem)
        return frozenset(found[min(found)]) if found and min(found) <= most else stems

    def _best(self, stems: Iterable[str], factor: float = 1.0) -> Mapping[int, int]:
        """Return the most points that one of the stems brings to each text."""
        best: dict[int, int] = {}
        for stem in stems:
            for number, points in self.points[stem].items():
                best[number] = max(best.get(number, 0), int(points * factor))
        return best

    def _near(self, stems: Iterable[str]) -> frozenset[str]:
        """Return the stems that begin with one of these, and the longest that is its beginning, and its end."""
        known = [stem for stem in self.points if len(stem) >= NEAR_MIN]
        near: set[str] = set()
        for asked in (stem for stem in stems if len(stem) >= NEAR_MIN):
            near |= {stem for stem in known if stem.startswith(asked)}
            for is_part in (asked.startswith, asked.endswith):
                near |= {*sorted(filter(is_part, known), key=len)[-1:]}
        return frozenset(near)


def _slips(one: str, other: str) -> int:
    """Return how many letters are missing, added, others, or have changed places with the next one."""
    before: list[int] = []
    last: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, its in enumerate(other, 1):
            fewest = min(last[j] + 1, row[-1] + 1, last[j - 1] + (letter != its))
            if min(i, j) > 1 and (letter, one[i - 2]) == (other[j - 2], its):
                fewest = min(fewest, before[j - 2] + 1)
            row.append(fewest)
        before, last = last, row
    return last[-1]


def index(shelves: Iterable[tuple[Sequence[Entry], Iterable[Collection[str]]]]) -> Index:
    """Return the index of texts, numbered from 0 on.

    Each shelf has texts, and the groups of words or phrases that mean the same there,
    besides those that do everywhere.
    """
    common = [*_phrases(_common_senses(), "=")]
    senses, entries, counts = [*common], list[Entry](), list[Mapping[str, float]]()
    for number, (texts, groups) in enumerate(shelves):
        own = [*_phrases(groups, f"{number}=")]
        starts = _by_first((*common, *own))
        senses += own
        entries += texts
        counts += (_counted(entry, starts) for entry in texts)
    return Index(_points(entries, counts), senses)


def _points(
    entries: Sequence[Entry], counts: Sequence[Mapping[str, float]]
) -> Mapping[str, Mapping[int, int]]:
    """Return the points of each stem: BM25, with how much each stem counts in each text."""
    having = Counter(stem for count in counts for stem in count)
    lengths = [sum(len(part.text.split()) for part in entry.parts) for entry in entries]
    usual = sum(lengths) / max(len(lengths), 1)
    points: dict[str, dict[int, int]] = {}
    for number, (entry, count, length) in enumerate(
        zip(entries, counts, lengths, strict=True)
    ):
        size = SATURATION * (1 - LENGTH + LENGTH * length / usual)
        for stem, times in count.items():
            rarity = log(1 + (len(entries) - having[stem] + 0.5) / (having[stem] + 0.5))
            worth = entry.weight * rarity * times * (SATURATION + 1) / (times + size)
            points.setdefault(stem, {})[number] = round(SCALE * worth)
    return points


Starts: TypeAlias = Mapping[str, Sequence[tuple[Words, str]]]
"""The words of phrases and what they mean, by the stems of their first words."""


def _counted(entry: Entry, starts: Starts) -> Mapping[str, float]:
    """Return how much a text has of each stem and each sense."""
    count: dict[str, float] = defaultdict(float)
    for text, weight, languages in entry.parts:
        words = _words(text, languages)
        for stem in chain(*words, _senses_in(words, starts)):
            count[stem] += weight
    return count


def _by_first(senses: Iterable[tuple[Words, str]]) -> Starts:
    starts: dict[str, list[tuple[Words, str]]] = {}
    for words, sense in senses:
        for stem in words[0]:
            starts.setdefault(stem, []).append((words, sense))
    return starts


def _senses_in(words: Words, starts: Starts) -> Iterator[str]:
    """Yield what the phrases mean that stand in a row of words, once for each place."""
    for place, first in enumerate(words):
        yield from {
            sense
            for stem in first
            for phrase, sense in starts.get(stem, ())
            if len(words) - place >= len(phrase)
            and all(one & other for one, other in zip(phrase, words[place:], strict=False))
        }


def _phrases(groups: Iterable[Collection[str]], mark: str) -> Iterator[tuple[Words, str]]:
    for number, names in enumerate(groups):
        yield from ((words, f"{mark}{number}") for name in names if (words := _words(name)))


def _words(text: str, languages: Collection[str] = tuple(LANGUAGES)) -> Words:
    """Return the stems of the words that help to find a text, or of all its words if none does."""
    words = normalize(text).split()
    telling = [word for word in words if word not in small_words()] or words
    return [frozenset(_stem(word, language) for language in languages) for word in telling]


@cache
def _stem(word: str, language: str) -> str:
    from snowballstemmer import stemmer

    stem: str = stemmer(LANGUAGES[language]).stemWord(word)
    return stem


@cache
def _known_words() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


@cache
def small_words() -> frozenset[str]:
    """Return the words that do not help to find anything."""
    return frozenset(normalize(" ".join(_known_words()["small"].values())).split())


def _common_senses() -> Iterator[Sequence[str]]:
    """Yield the words and phrases of each sense that they have in any game."""
    for word, others in _known_words()["same"].items():
        yield [word, *", ".join(others.values()).split(", ")]
