"""The errors of the library, and the helpers that word them.

Every mistake of a user raises one of these errors.
"""

from __future__ import annotations

import difflib
import enum
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NamedTuple, Self, TypeAlias

SENTENCE_MAX = 900
"""The most characters of a message."""
SHOWN_MAX = 60
"""The most characters of a value that a message shows."""
LISTED_MAX = 15
"""The most available words that a message lists in full."""
NEAR_MAX = 6
"""How many of the closest words are looked at to find two suggestions, because some are synonyms."""
ALIKE = 0.65
"""How similar two words must be (1 if equal, 0 if nothing is common) for one to be suggested for the other."""
COMPARED_MAX = 200_000
"""The most words that are looked through for all suggestions in one file."""
_COMPARED: ContextVar[list[int] | None] = ContextVar("compared", default=None)
"""How many words have been compared in the file that is being read; None if no file is being read."""


class GameError(Exception):
    """The base class of all errors that this library raises on purpose."""


class RulesetError(GameError, ValueError):
    """A ruling, reading or preset that does not exist, or the name of a preset used for other readings."""


class RulebookError(GameError, TypeError):
    """An inconsistent rulebook, with all reasons. It is a mistake of the rulebook's author."""

    def __init__(self, title: str, reasons: tuple[str, ...]) -> None:
        """Store the title of the rulebook and the reasons."""
        self.title = title
        self.reasons = reasons
        super().__init__(title, reasons)

    def __str__(self) -> str:
        """One line for each reason."""
        return "\n".join(f"{self.title}: {reason}" for reason in self.reasons)


class Code(enum.StrEnum):
    """The kinds of mistakes in an input. Codes are stable; messages may change."""

    UNREADABLE = "unreadable"
    """A file that does not exist, is not a regular file, or cannot be opened."""
    ENCODING = "encoding"
    """Bytes that are not UTF-8."""
    SYNTAX = "syntax"
    """A text that does not follow the syntax of its format."""
    TOO_LONG = "too-long"
    """More bytes, digits, entries or parts of a key than the limit."""
    TOO_SHORT = "too-short"
    """Fewer entries than required."""
    TOO_DEEP = "too-deep"
    """Values nested more deeply than the limit."""
    MISSING = "missing"
    """A required value that is missing."""
    UNFILLED = "unfilled"
    """The placeholder of a template that has not been filled in yet."""
    WRONG_TYPE = "wrong-type"
    """A value of the wrong type."""
    OUT_OF_RANGE = "out-of-range"
    """A number outside its bounds."""
    UNKNOWN_KEY = "unknown-key"
    """A key that is not allowed there."""
    UNKNOWN_WORD = "unknown-word"
    """A word that is not available there."""
    MALFORMED = "malformed"
    """A text that does not have the required form."""
    DUPLICATE = "duplicate"
    """An entry that occurs twice but may occur only once."""
    INCONSISTENT = "inconsistent"
    """A value that contradicts another one."""
    IMPOSSIBLE = "impossible"
    """A position or a move that the rules do not allow."""
    UNWRITABLE = "unwritable"
    """A file that exists already, or cannot be written."""
    MORE = "more"
    """More problems than are listed."""


class Verbatim(str):
    """A value that messages show unchanged, without quotes; as a step of a path, a place that is written already."""

    __slots__ = ()


class Phrase(str):
    """A statement about the place of a problem, such as ``is empty``, instead of the value found there."""

    __slots__ = ()


MISSING: Final = Verbatim("missing")
"""The value of something that is missing."""
KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys and indexes that lead from the whole to a part, outermost first."""


class Problem(NamedTuple):
    """A problem in an input: its place, its kind, the value found and the value expected.

    ``found`` is the value at the path, or a `Phrase` about it. The closest of the
    ``known`` words are suggested. If the problem breaks a rule, ``clause`` is the id of
    the clause. The message is rendered on demand.
    """

    path: KeyPath
    code: Code
    found: Any
    expected: str = ""
    known: tuple[str, ...] = ()
    clause: str = ""

    @classmethod
    def at(
        cls, place: str, code: Code, found: str, expected: str = "", *, clause: str = ""
    ) -> Problem:
        """Return a problem at a place that is written already, such as ``line 3`` or ``cards[1].cost``."""
        path = (Verbatim(place),) if place else ()
        return cls(path, code, Phrase(found), expected, clause=clause)

    @property
    def place(self) -> str:
        """The key path, such as ``players[2].goods.wood``, or a line and column; empty for the whole input."""
        return path_text(self.path)

    @property
    def message(self) -> str:
        """The message without the place: what was found and what was expected. The wording may change."""
        return shortened(self._sentence(), SENTENCE_MAX)

    @property
    def field(self) -> str:
        """The field of the position that has the problem, such as ``board.row``: the first two names of the path."""
        return ".".join([step for step in self.path if isinstance(step, str)][:2])

    def _sentence(self) -> str:
        if self.code is Code.UNKNOWN_KEY and self.known:
            return f"is not a known key{instead(str(self.found), self.known)}"
        found = self.found if isinstance(self.found, Phrase) else f"is {shown(self.found)}"
        near = hint(self.found, self.known) if isinstance(self.found, str) else ""
        return f"{found}; expected {self.expected}{near}" if self.expected else found

    def within(self, place: str = "", first: int = 0) -> Problem:
        """Return the problem as one of a larger input, in which this input stands at ``place``; see `path_text`."""
        text = path_text(self.path, place, first)
        return self._replace(path=(Verbatim(text),) if text else ())

    def __str__(self) -> str:
        """Return the place and the message."""
        return f"{place}: {self.message}" if (place := self.place) else self.message


def path_text(path: KeyPath, place: str = "", first: int = 0) -> str:
    """Render a path: ``players[2].goods.wood``.

    ``place`` is a prefix. The items of a list are numbered from ``first``.
    """
    steps = (
        f"[{step + first}]" if isinstance(step, int) else f".{_key(step)}" for step in path
    )
    return "".join([place, *steps]).removeprefix(".")


def _key(key: str) -> str:
    return (
        key
        if isinstance(key, Verbatim) or re.fullmatch(r"[\w -]{1,60}", key)
        else describe(key)
    )


def shown(value: object) -> str:
    """Describe a value of plain data for a message."""
    if value is None:
        return "null"
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, dict):
        return "an object"
    return "an array" if isinstance(value, list) else describe(value)


class InputError(GameError):
    """An input that cannot be used."""

    def __init__(self, called: str, problems: Iterable[Problem]) -> None:
        """Store what the input is called, and its problems."""
        self._called = called
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{called}: {problem}" for problem in self.problems))

    def __reduce__(self) -> tuple[type[Self], tuple[str, tuple[Problem, ...]]]:
        """Pickle the name of the input and its problems."""
        return type(self), (self._called, self.problems)


class FileError(InputError):
    """A file that cannot be used: every problem in it, each with its place."""

    @property
    def path(self) -> str:
        """The path of the file."""
        return self._called

    @classmethod
    def whole(cls, path: object, code: Code, message: str) -> Self:
        """Return the error of a file that is wrong as a whole."""
        return cls(str(path), [Problem.at("", code, message)])


class DocumentError(InputError, ValueError):
    """A JSON document, a game text, or a component set made in Python that cannot be used.

    ``what`` is the kind of document expected, ``problems`` are all problems in it.
    """

    @property
    def what(self) -> str:
        """The kind of document expected."""
        return self._called


class NotationError(GameError, ValueError):
    """A text that is not in the notation.

    The message is one sentence with the place, the text found and the text expected.
    ``text`` is the whole text, ``column`` the place in it, counted from 1 (one past the
    end if something is missing), and ``expected`` describes the possible texts there.
    If the text breaks a rule, ``clause`` is the id of the clause.
    """

    def __init__(
        self,
        message: str,
        text: str,
        column: int,
        expected: str,
        code: Code = Code.SYNTAX,
        clause: str = "",
    ) -> None:
        """Store the text, and where and why parsing failed."""
        self.text = text
        self.column = column
        self.expected = expected
        self.code = code
        self.clause = clause
        super().__init__(message)

    def on(self, line: int) -> Problem:
        """Return the error as a problem of a longer text, in which this text stands on the given line."""
        place = f"column {self.column}"
        text = str(self).removeprefix(f"{place}: ")
        return Problem.at(f"line {line}, {place}", self.code, text, clause=self.clause)

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int, str, Code, str]]:
        """Pickle all parts, not only the message."""
        parts = (str(self), self.text, self.column, self.expected, self.code, self.clause)
        return type(self), parts


def describe(value: object) -> str:
    """Describe a value for a message."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**60:
        return f"a number of {value.bit_length()} bits"
    text = (
        repr(value)
        if isinstance(value, str)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )
    return shortened(text)


def shortened(text: str, most: int = SHOWN_MAX) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


class Synonyms(dict[str, str]):
    """The available words, each with its usual synonym, which is suggested instead of the word."""


def hint(word: str, available: Iterable[str]) -> str:
    """Suggest the closest available words, as the end of a message; an empty string if none is close.

    Numbers, and values that are not words at all, are close to no word.
    """
    compared = _COMPARED.get()
    if (
        not isinstance(word, str)
        or word.isdecimal()
        or (compared is not None and compared[0] > COMPARED_MAX)
    ):
        return ""
    sought = word[:SHOWN_MAX].casefold()
    shown = (
        available
        if isinstance(available, Synonyms)
        else {other: other for other in available}
    )
    least, most = len(sought) * ALIKE / (2 - ALIKE), len(sought) * (2 - ALIKE) / ALIKE
    folded = {
        other.casefold(): usual
        for other, usual in shown.items()
        if least <= len(other) <= most
    }
    if compared is not None:
        compared[0] += len(shown)
    close = difflib.get_close_matches(sought, folded, n=NEAR_MAX, cutoff=ALIKE)
    near = [*dict.fromkeys(folded[other] for other in close)][:2]
    return f"; did you mean {joined(map(repr, near))}?" if near else ""


@contextmanager
def few_suggestions() -> Iterator[None]:
    """Limit the time for suggestions in a file: after `COMPARED_MAX` comparisons no more words are suggested."""
    token = _COMPARED.set([0])
    try:
        yield
    finally:
        _COMPARED.reset(token)


def unknown(word: str, available: Iterable[str]) -> str:
    """Return the message for a word that is not available."""
    return f"{describe(word)} is not known{instead(str(word), available)}"


def instead(word: str, available: Iterable[str]) -> str:
    """Describe the words expected instead of ``word``, as the end of a message.

    Long lists are cut to the closest words, or to the first few.
    """
    near = hint(word, available)
    words = _first(
        available.values() if isinstance(available, Synonyms) else available, LISTED_MAX + 1
    )
    if near and len(words) > LISTED_MAX:
        return near
    return f"; expected {one_of(words) if words else 'none'}{near}"


def _first(words: Iterable[str], most: int) -> tuple[str, ...]:
    """Return the first different words, not more than ``most``."""
    seen: dict[str, None] = {}
    for word in words:
        seen[word] = None
        if len(seen) == most:
            break
    return tuple(seen)


def joined(words: Iterable[object], conjunction: str = "or") -> str:
    """List words in a sentence: ``3``, ``3 or 4``, ``3, 4 or 5``."""
    *first, last = (*map(str, words),) or ("",)
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def from_to(low: int, high: int) -> str:
    """Describe the numbers within bounds for a message: ``0 to 9``, or the number if only one is possible."""
    return f"{low} to {high}" if low < high else str(low)


def number_from(low: int, high: int) -> str:
    """Describe a whole number within bounds for a message."""
    return f"a whole number from {from_to(low, high)}" if low < high else f"the number {low}"


def one_of(words: Sequence[str]) -> str:
    """List words for a message; only the first few of many."""
    return f"one of {', '.join(words if len(words) <= LISTED_MAX else (*words[:3], '…'))}"
