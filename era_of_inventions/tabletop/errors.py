"""The errors of the library, and the helpers that word them. A user's mistake is always one of these errors."""

from __future__ import annotations

import difflib
import enum
from collections.abc import Iterable, Sequence
from typing import Self

import attrs

SHOWN_MAX = 60
"""The most characters of a value that a message shows."""
LISTED_MAX = 12
"""The most available words that a message lists in full."""
NEAR_MAX = 6
"""The most words that are compared before two of them are suggested; several can stand for the same."""
ALIKE = 0.65
"""How much of a word must be as in another for that to be suggested."""


class GameError(Exception):
    """The base class of all errors that this library raises on purpose."""


class RulesetError(GameError, ValueError):
    """A ruling, reading or preset that does not exist, or the name of a preset used for other readings."""


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
    """A key that is not defined there."""
    UNKNOWN_WORD = "unknown-word"
    """A word that is not one of those available there."""
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


@attrs.frozen
class InputProblem:
    """A problem in a file or document.

    ``place`` is a key path such as ``players[2].goods.wood``, or a line, perhaps with a column; it is empty if the
    problem is with the whole. ``code`` is for programs, the sentence in ``message`` for people.
    """

    place: str
    code: Code
    message: str

    def __str__(self) -> str:
        """Return the place and the message."""
        return f"{self.place}: {self.message}" if self.place else self.message


class FileError(GameError):
    """A file that cannot be used: every problem in it, each with its place."""

    def __init__(self, path: str, problems: Iterable[InputProblem]) -> None:
        """Store the path and its problems."""
        self.path = path
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{path}: {problem}" for problem in self.problems))

    @classmethod
    def whole(cls, path: object, code: Code, message: str) -> Self:
        """The error of a file that is wrong as a whole."""
        return cls(str(path), [InputProblem("", code, message)])

    def __reduce__(self) -> tuple[type[FileError], tuple[str, tuple[InputProblem, ...]]]:
        """Pickle both arguments."""
        return type(self), (self.path, self.problems)


class DocumentError(GameError, ValueError):
    """A JSON document, a game text, or a component set made in Python that cannot be used.

    ``what`` is the kind of document expected, ``problems`` are all problems in it.
    """

    def __init__(self, what: str, problems: Iterable[InputProblem]) -> None:
        """Store the kind of document and its problems."""
        self.what = what
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{what}: {problem}" for problem in self.problems))

    def __reduce__(self) -> tuple[type[DocumentError], tuple[str, tuple[InputProblem, ...]]]:
        """Pickle both arguments."""
        return type(self), (self.what, self.problems)


class NotationError(GameError, ValueError):
    """A text that is not in the notation. The message is one sentence: the place, what was found, what was expected.

    ``text`` is the whole text, ``column`` the place in it, counted from 1 (one past the end if something is missing),
    and ``expected`` describes what could stand there.
    """

    def __init__(self, message: str, text: str, column: int, expected: str, code: Code = Code.SYNTAX) -> None:
        """Store the text, and where and why parsing failed."""
        self.text = text
        self.column = column
        self.expected = expected
        self.code = code
        super().__init__(message)

    def on(self, line: int) -> InputProblem:
        """The same as a problem of a text of several lines, on one of them."""
        place = f"column {self.column}"
        return InputProblem(f"line {line}, {place}", self.code, str(self).removeprefix(f"{place}: "))

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int, str, Code]]:
        """Keep all parts when pickled."""
        return type(self), (str(self), self.text, self.column, self.expected, self.code)


class Literal(str):
    """A description that messages show verbatim, without quotes."""

    __slots__ = ()


def describe(value: object) -> str:
    """Describe a value for a message."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**60:
        return f"a number of {value.bit_length()} bits"
    text = repr(value) if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= SHOWN_MAX else f"{text[: SHOWN_MAX - 3]}..."


class Synonyms(dict[str, str]):
    """The available words, each with the one that is usually written for it, which is suggested in its place."""


def hint(word: str, available: Iterable[str]) -> str:
    """Suggest the closest available words, as the end of a message; an empty string if none is close.

    A number is close to no other, nor is what is no word at all.
    """
    if not isinstance(word, str) or word.isdecimal():
        return ""
    shown = available if isinstance(available, Synonyms) else {other: other for other in available}
    folded = {other.casefold(): usual for other, usual in shown.items()}
    close = difflib.get_close_matches(word[:SHOWN_MAX].casefold(), folded, n=NEAR_MAX, cutoff=ALIKE)
    near = [*dict.fromkeys(folded[other] for other in close)][:2]
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def unknown(word: str, available: Iterable[str]) -> str:
    """Return the message for a word that is not one of those available."""
    return f"{describe(word)} is not known{instead(str(word), available)}"


def instead(word: str, available: Iterable[str]) -> str:
    """Describe what was expected in place of a word. Long lists are cut to the closest words, or to the first few."""
    near = hint(word, available)
    words = tuple(dict.fromkeys(available.values() if isinstance(available, Synonyms) else available))
    if near and len(words) > LISTED_MAX:
        return near
    return f"; expected {one_of(words) if words else 'none'}{near}"


def one_of(words: Sequence[str]) -> str:
    """List words for a message; only the first few of many."""
    return f"one of {', '.join(words if len(words) <= LISTED_MAX else (*words[:3], '…'))}"
