"""Parts of a text that know where they stand, so that whatever is not understood can be pointed at."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TypeVar

import attrs

from era_of_inventions.tabletop.errors import SHOWN_MAX, NotationError, hint

T = TypeVar("T")
S = TypeVar("S", bound="Stretch")
LONGEST_NAME = 12
"""How many words of a longer text are searched for a name that it begins with."""


def fold(text: str) -> str:
    """A text without case and extra spaces; a letter and an accent after it count as one letter with that accent."""
    folded = " ".join(text.casefold().split())
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


def shortened(text: str) -> str:
    """A text, cut to what a message shows."""
    return text if len(text) <= SHOWN_MAX else f"{text[: SHOWN_MAX - 3]}..."


@attrs.frozen
class Stretch:
    """A part of a text."""

    text: str
    start: int
    stop: int

    @classmethod
    def of(cls: type[S], text: str) -> S:
        """The whole text."""
        return cls(text, 0, len(text))

    @property
    def plain(self) -> str:
        """What stands there, without extra spaces."""
        return " ".join(self.text[self.start : self.stop].split())

    @property
    def folded(self) -> str:
        """What stands there, without case and extra spaces."""
        return fold(self.text[self.start : self.stop])

    def words(self: S) -> list[S]:
        """The words that stand there."""
        spans = (match.span() for match in re.compile(r"\S+").finditer(self.text, self.start, self.stop))
        return [self.part(*span) for span in spans]

    def part(self: S, start: int, stop: int) -> S:
        """Another part of the same text."""
        return type(self)(self.text, start, stop)

    def head_and_rest(self: S) -> tuple[S, S]:
        """The first word, and what follows it."""
        head = next(iter(self.words()), self)
        return head, self.part(head.stop, self.stop)

    def split(self: S, mark: str) -> list[S]:
        """The parts between the marks."""
        marks = [place for place in range(self.start, self.stop) if self.text[place] == mark]
        starts = [self.start, *(place + 1 for place in marks)]
        return [self.part(*span) for span in zip(starts, [*marks, self.stop], strict=True)]

    def phrases(self: S) -> list[S]:
        """The parts between semicolons, without an empty one after the last."""
        *parts, last = self.split(";")
        return [*parts, last] if last.folded or not parts else parts

    def split_at(self: S, word: str) -> tuple[S, S | None]:
        """What stands before a word, and what after it; all of it, and None, if the word does not occur."""
        for found in self.words():
            if found.folded == word:
                return self.part(self.start, found.start), self.part(found.stop, self.stop)
        return self, None

    def after(self: S) -> S:
        """The empty place after it."""
        return self.part(self.stop, self.stop)

    def name(self, known: Mapping[str, T], expected: str, shown: Iterable[str] | None = None) -> T:
        """What is named there; it must be one of these names and nothing else.

        ``shown`` are the names as people write them, without which they are proposed as they are known.
        """
        if self.folded in known:
            return known[self.folded]
        for word in reversed(self.words()[1:LONGEST_NAME]):
            name = self.part(self.start, word.start).folded
            if name in known:
                longer = [other for other in known if other.startswith(f"{name} ")]
                raise self.part(word.start, self.stop).error(f"nothing more after {name!r}", longer, self.folded)
        raise self.error(expected, known) if shown is None else self.error(expected, shown, self.plain)

    def error(self, expected: str, candidates: Iterable[str] = (), wanted: str | None = None) -> NotationError:
        """That this is not understood: what stands there or, if nothing does, what comes next.

        ``candidates`` near to ``wanted``, without which it is what stands there, are proposed.
        """
        here = re.compile(r"\S(.*\S)?", re.DOTALL).search(self.text, self.start, self.stop)
        here = here or re.compile(r"[,;>]|[^\s,;>]+").search(self.text, self.stop)
        found = repr(shortened(here[0])) if here else "the end of the line"
        column = here.start() + 1 if here else len(self.text) + 1
        near = hint(shortened(self.folded if wanted is None else wanted), candidates)
        return NotationError(f"column {column}: found {found}, expected {expected}{near}", self.text, column, expected)
