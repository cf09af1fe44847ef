"""A text as a run of letters, so that it can be compared in spite of the noise of a scan.

Accents, case, punctuation, spaces and words hyphenated at a line end are ignored.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

import attrs

WORD = re.compile(r"[^\W_]+")
_LINE_END_HYPHEN = re.compile(r"[-\u00ad\u2010][^\S\n]*\n\s*")


@attrs.frozen
class _Word:
    """A normalized word, or a part of a word that is hyphenated at a line end."""

    letters: str
    line: int
    opens_line: bool
    continues: bool
    """Whether it continues the word before it, which is hyphenated at the end of a line."""


@attrs.frozen
class NormalizedText:
    """A text as one run of normalized letters, without spaces.

    Without spaces, a compound split at a line end equals the same compound
    printed with a hyphen within a line. Matches still begin and end at word
    boundaries. The parts of a hyphenated word count as words, because in a scan
    of columns the next line may belong to another column.
    """

    run: str
    lines: Mapping[int, int]
    """The line on which each word starts, by the offset of the word in the run."""
    heads: frozenset[int]
    """The offsets of the words that open a line."""

    def find(self, words: str, start: int, stop: int, *, heading: bool = False) -> int | None:
        """Return the offset of the first match of the words between start and stop; None if there is none.

        With ``heading`` the match must begin at the head of a line.
        """
        needle = run_of(words)
        if not needle:
            return None
        offset = self.run.find(needle, start, stop)
        while offset >= 0:
            end = offset + len(needle)
            begins = offset in self.heads if heading else offset in self.lines
            if begins and (end in self.lines or end == len(self.run)):
                return offset
            offset = self.run.find(needle, offset + 1, stop)
        return None


def normalize(text: str) -> str:
    """Reduce a text to the words that survive a scan, for comparison.

    Compatibility forms and accents are removed, letters are lower-cased, words
    hyphenated at a line end are joined, and everything else becomes single spaces.
    """
    return "".join(
        word.letters if word.continues else f" {word.letters}" for word in _words(text)
    ).lstrip()


def run_of(text: str) -> str:
    """Return the normalized letters of a text, without spaces."""
    return "".join(word.letters for word in _words(text))


def _words(text: str) -> Iterator[_Word]:
    """Yield the normalized words of a text in order, hyphenated ones in parts."""
    folded = "".join(
        char
        for char in unicodedata.normalize("NFKD", text)
        if not unicodedata.combining(char)
    ).lower()
    line = 1
    end = 0
    for match in WORD.finditer(folded):
        gap = folded[end : match.start()]
        line += gap.count("\n")
        yield _Word(
            letters=match.group(),
            line=line,
            opens_line=end == 0 or "\n" in gap,
            continues=(
                _LINE_END_HYPHEN.fullmatch(gap) is not None
                and folded[end - 1].isalpha()
                and folded[match.start()].isalpha()
            ),
        )
        end = match.end()


@lru_cache(maxsize=8)
def letters_of(text: str) -> NormalizedText:
    """Return a text as one run of letters, with the places of its words and lines."""
    run: list[str] = []
    lines: dict[int, int] = {}
    heads: set[int] = set()
    offset = 0
    for word in _words(text):
        run.append(word.letters)
        lines[offset] = word.line
        if word.opens_line:
            heads.add(offset)
        offset += len(word.letters)
    return NormalizedText(run="".join(run), lines=lines, heads=frozenset(heads))
