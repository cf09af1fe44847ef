"""Citing the place where an edition of a rulebook states a rule.

A citation holds the heading of a section and a short anchor from it, never
the text itself. Owners of the rulebook can pass the text of their own copy to
locate the place. The comparison ignores the noise of a scanned text: accents,
case, punctuation, words hyphenated at a line end.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

import attrs

ANCHOR_WORDS = 6
"""The largest number of words an anchor may have."""

_WORD = re.compile(r"[^\W_]+")
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
class _Letters:
    """A text as one run of normalized letters, without spaces.

    Without spaces, a compound split at a line end equals the same compound
    printed with a hyphen within a line. Matches still begin and end at word
    boundaries. The parts of a hyphenated word count as words, because in a scan
    of columns the next line may belong to another column.
    """

    run: str
    lines: Mapping[int, int]
    """The offset of each word in the run, and the line the word starts on."""
    heads: frozenset[int]
    """The offsets of the words that open a line."""

    def find(self, words: str, start: int, stop: int, *, heading: bool = False) -> int | None:
        """The offset of the first match of the words between start and stop."""
        needle = normalize(words).replace(" ", "")
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


@attrs.frozen
class Cite:
    """A place in an edition: a section and an anchor within it."""

    section: str
    """The title of the section."""
    anchor: str = attrs.field()
    """One to six consecutive words of that section."""

    @anchor.validator
    def _check_anchor(self, _attribute: attrs.Attribute[str], value: str) -> None:
        words = len(_WORD.findall(value))
        count = max(words, len(value.split()))
        if not words:
            raise ValueError(f"the anchor {value!r} has no word; expected 1 to {ANCHOR_WORDS}")
        if count > ANCHOR_WORDS:
            raise ValueError(f"the anchor {value!r} has {count} words; expected 1 to {ANCHOR_WORDS}")


@attrs.frozen
class Section:
    """A section of a rulebook."""

    title: str
    """The heading, as it is shown."""
    marker: str
    """The first words of its first line as printed, by which it is located."""


@attrs.frozen
class Edition:
    """One edition of a rulebook: its language and its sections in order."""

    code: str
    """The short code of the language, such as "nl"."""
    name: str
    """The name of the language, such as "Dutch"."""
    sections: tuple[Section, ...] = attrs.field()
    file: str = ""
    """The name of the file in which an owner keeps its text."""

    @sections.validator
    def _check_sections(self, _attribute: attrs.Attribute[tuple[Section, ...]], value: tuple[Section, ...]) -> None:
        titles = [section.title for section in value]
        twice = sorted({title for title in titles if titles.count(title) > 1})
        if twice:
            raise ValueError(f"sections share a title: {', '.join(twice)}; expected a different title for each")

    def section(self, title: str) -> Section:
        """The section with this title. Raises ValueError, with the available titles, if there is none."""
        for section in self.sections:
            if section.title == title:
                return section
        titles = ", ".join(repr(section.title) for section in self.sections)
        raise ValueError(f"the {self.name} edition has no section {title!r}; expected one of {titles}")


def normalize(text: str) -> str:
    """Reduce a text to what survives a scan, for comparison.

    Compatibility forms and accents are removed, letters are lower-cased, words
    hyphenated at a line end are joined, and everything else becomes single spaces.
    """
    return "".join(word.letters if word.continues else f" {word.letters}" for word in _words(text)).lstrip()


def locate(edition: Edition, text: str, cite: Cite) -> int | None:
    """The line of the text, counted from 1, on which the anchor starts.

    Only the cited section is searched: from its marker to the next marker in
    the text. None if the section or the anchor is not in the text. Raises
    ValueError if the edition has no such section.
    """
    section = edition.section(cite.section)
    letters = _letters(text)
    span = _spans(edition, letters).get(section.title)
    if span is None:
        return None
    offset = letters.find(cite.anchor, *span)
    return None if offset is None else letters.lines[offset]


def passage(edition: Edition, text: str, cite: Cite, lines: int = 3) -> str | None:
    """The line on which the anchor starts, with so many ``lines`` before and after it.

    ``text`` is an owner's copy of the rulebook. None if the anchor is not in it.
    """
    if lines < 0:
        raise ValueError(f"the number of lines around a passage is {lines}; expected 0 or more")
    line = locate(edition, text, cite)
    if line is None:
        return None
    return "\n".join(text.split("\n")[max(0, line - 1 - lines) : line + lines])


def _words(text: str) -> Iterator[_Word]:
    """The normalized words of a text in order, hyphenated ones in parts."""
    folded = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)).lower()
    line = 1
    end = 0
    for match in _WORD.finditer(folded):
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
def _letters(text: str) -> _Letters:
    """Index a text as one run of letters with its words and lines."""
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
    return _Letters(run="".join(run), lines=lines, heads=frozenset(heads))


def _spans(edition: Edition, letters: _Letters) -> dict[str, tuple[int, int]]:
    """The offsets at which each section found in the text starts and stops.

    Each marker is searched for after the previous one. If a marker is missing,
    its part of the text belongs to the section before.
    """
    size = len(letters.run)
    starts: list[tuple[str, int]] = []
    offset = 0
    for section in edition.sections:
        start = letters.find(section.marker, offset, size, heading=True)
        if start is not None:
            starts.append((section.title, start))
            offset = start + 1
    bounds = [start for _, start in starts] + [size]
    return {title: (start, stop) for (title, start), stop in zip(starts, bounds[1:], strict=True)}
