"""Spans of a text that know their position, so that parse errors can point at it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from string import digits
from typing import Self, TypeVar

import attrs

from era_of_inventions.tabletop.errors import Code, NotationError, Synonyms, hint, shortened

T = TypeVar("T")
LONGEST_NAME = 12
"""The most words at the beginning of a text in which a name is looked for."""
MARKS = ",;:"
"""The marks between the parts of a text."""
AND = "and"
"""The word that is understood like a comma in a list."""
_NUMBERED = re.compile(
    r"\s*(-?[0-9]\S*?)(?:\s*[x\xd7](?=\s))?(?:\s+(?=\S)|\s*\Z)", re.IGNORECASE
)
_COUNT = re.compile("[0-9]{1,3}")
_TIMES = re.compile(r"\s*([1-9][0-9]?)(?:\s*(?:x|\xd7|times))?\s+(?=\S)", re.IGNORECASE)
_AGAIN = re.compile(
    r"\s+(?:[x\xd7]\s*([1-9][0-9]?)|([1-9][0-9]?)\s*(?:x|\xd7|times)|(twice))\s*\Z",
    re.IGNORECASE,
)
_AND = re.compile(rf"(?<=\s){AND}(?=\s)", re.IGNORECASE)
_LISTED = rf",(?:\s*{_AND.pattern})?|{_AND.pattern}"
_QUOTED = re.compile(rf'(?<![^\s{MARKS}])"((?:[^"]|"")*)"(?![^\s{MARKS}])')


@cache
def _separating(marks: str) -> re.Pattern[str]:
    """Return a pattern that matches quoted texts and, as its group ``mark``, the marks outside them."""
    return re.compile(rf"{_QUOTED.pattern}|(?P<mark>{marks})", re.IGNORECASE)


def quoted(text: str) -> str:
    """Quote a text, so that the marks in it separate nothing; double its own quotation marks."""
    return '"' + text.replace('"', '""') + '"'


@lru_cache(maxsize=1 << 16)
def fold(text: str) -> str:
    """Normalize case, spaces and combining accents, so that different spellings of a word are equal."""
    folded = " ".join(text.casefold().split())
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


@attrs.frozen
class Span:
    """A span of a text."""

    text: str
    start: int
    stop: int

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the span of a whole text."""
        return cls(text, 0, len(text))

    @property
    def plain(self) -> str:
        """The text of the span, without extra spaces and without quotation marks around it."""
        text = self.text[self.start : self.stop].strip()
        if text.startswith('"') and (whole := _QUOTED.fullmatch(text)):
            text = whole[1].replace('""', '"')
        return " ".join(text.split())

    @property
    def folded(self) -> str:
        """The text of the span, normalized by `fold`."""
        return fold(self.plain)

    @property
    def column(self) -> int:
        """The column at which the first word begins, counted from 1."""
        return self.head_and_rest()[0].start + 1

    def words(self) -> list[Self]:
        """Return the words of the span."""
        spans = (
            match.span()
            for match in re.compile(r"\S+").finditer(self.text, self.start, self.stop)
        )
        return [self.part(*span) for span in spans]

    def part(self, start: int, stop: int) -> Self:
        """Return another span of the same text."""
        return type(self)(self.text, start, stop)

    def head_and_rest(self) -> tuple[Self, Self]:
        """Return the first word, and the rest."""
        head = next(iter(self.words()), self)
        return head, self.part(head.stop, self.stop)

    def numbered(self) -> tuple[Self | None, Self]:
        """Return the number and the words of a span such as ``2 wood`` or ``2 x wood``, or None and the span."""
        found = _NUMBERED.match(self.text, self.start, self.stop)
        if found is None:
            return None, self
        return self.part(*found.span(1)), self.part(found.end(), self.stop)

    def counted(self) -> tuple[int, Self]:
        """Return the number and the words of a span such as ``2 wood``; 1 and the span if no number is before words."""
        number, named = self.numbered()
        if number is None or not _COUNT.fullmatch(number.plain):
            return 1, self
        if named.plain[:1] in digits:  # nothing follows, or another number
            return 1, self
        return int(number.plain), named

    def repeated(self) -> tuple[int, Self]:
        """Return how often a move is made, and the move, of a span such as ``3 x take cog`` or ``train twice``."""
        if before := _TIMES.match(self.text, self.start, self.stop):
            return int(before[1]), self.part(before.end(), self.stop)
        if after := _AGAIN.search(self.text, self.start, self.stop):
            return int(after[1] or after[2] or 2), self.part(self.start, after.start())
        return 1, self

    def split(self, mark: str) -> list[Self]:
        """Return the parts between the marks; marks in quotation marks do not count."""
        return self._between(_separating(re.escape(mark)))

    def listed(self) -> list[Self]:
        """Return the parts between commas or the words ``and``; those in quotation marks do not count."""
        return self._between(_separating(_LISTED))

    def joined(self) -> Iterator[tuple[Self, Self]]:
        """Yield a pair for each ``and``: the part before it and the part after it."""
        for mark in islice(_AND.finditer(self.text, self.start, self.stop), LONGEST_NAME):
            yield self.part(self.start, mark.start()), self.part(mark.end(), self.stop)

    def _between(self, mark: re.Pattern[str]) -> list[Self]:
        found = mark.finditer(self.text, self.start, self.stop)
        marks = [match.span() for match in found if match.lastgroup == "mark"]
        starts, stops = (
            [self.start, *(stop for _, stop in marks)],
            [*(start for start, _ in marks), self.stop],
        )
        return [self.part(*span) for span in zip(starts, stops, strict=True)]

    def phrases(self) -> list[Self]:
        """Return the parts between semicolons, without an empty one after the last."""
        *parts, last = self.split(";")
        return [*parts, last] if last.folded or not parts else parts

    def split_at(self, word: str) -> tuple[Self, Self | None]:
        """Return the parts before and after a word; the whole span and None if the word does not occur."""
        for candidate in self.words():
            if candidate.folded == word:
                return self.part(self.start, candidate.start), self.part(
                    candidate.stop, self.stop
                )
        return self, None

    def after(self) -> Self:
        """Return the empty span at the end of this one."""
        return self.part(self.stop, self.stop)

    def name(
        self, known: Mapping[str, T], expected: str, shown: Iterable[str] | None = None
    ) -> T:
        """Return the value of the name that the span holds. Raises `NotationError` if it is not one of the names.

        ``shown`` are the names as they are usually written, for suggestions; by default
        the keys are suggested.
        """
        if self.folded in known:
            return known[self.folded]
        for word in reversed(self.words()[1:LONGEST_NAME]):
            name = self.part(self.start, word.start).folded
            if name in known:
                usual = (
                    shown
                    if isinstance(shown, Synonyms)
                    else {other: other for other in known}
                )
                longer = {
                    other: of
                    for other, of in usual.items()
                    if other.startswith(f"{name} ") and of != name
                }
                rest = self.part(word.start, self.stop)
                raise rest.error(
                    f"nothing more after {name!r}", Synonyms(longer), self.folded
                )
        raise self.error(expected, known if shown is None else shown)

    def error(
        self, expected: str, candidates: Iterable[str] = (), wanted: str | None = None
    ) -> NotationError:
        """Return the error for a span that cannot be parsed.

        The message shows the span or, if empty, the next text.

        It suggests the ``candidates`` that are closest to ``wanted``, by default to the
        span itself.
        """
        match = re.compile(r"\S(.*\S)?", re.DOTALL).search(self.text, self.start, self.stop)
        match = match or re.compile(r"[,;>]|[^\s,;>]+").search(self.text, self.stop)
        found = repr(shortened(match[0])) if match else "the end of the line"
        column = match.start() + 1 if match else len(self.text) + 1
        near = hint(shortened(self.folded if wanted is None else wanted), candidates)
        code = (
            Code.UNKNOWN_WORD
            if match and candidates
            else Code.SYNTAX
            if match
            else Code.MISSING
        )
        message = f"column {column}: found {found}, expected {expected}{near}"
        return NotationError(message, self.text, column, expected, code)
