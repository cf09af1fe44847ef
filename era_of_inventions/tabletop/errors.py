"""The errors of the library, and the words they share. A user's mistake is always one of these, in one sentence."""

from __future__ import annotations

import difflib
import enum
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

SHOWN_MAX = 60
"""The most characters of a value that a message shows."""
LISTED_MAX = 12
"""The most known words that a message lists; of more it names only some."""


class GameError(Exception):
    """Anything this library refuses."""


class RulesetError(GameError, ValueError):
    """A ruling, a reading or a preset that does not exist, or a preset's name for other readings than its own."""


class Code(enum.StrEnum):
    """The kinds of mistakes in what is read. They stay as they are, while messages may change."""

    UNREADABLE = "unreadable"
    """A file that is not there, is no file, or cannot be opened."""
    ENCODING = "encoding"
    """Bytes that are no UTF-8."""
    SYNTAX = "syntax"
    """A text that is not in the language of the file."""
    TOO_LONG = "too-long"
    """More bytes, digits, entries or parts of a key than are read."""
    TOO_SHORT = "too-short"
    """Fewer entries than are needed."""
    TOO_DEEP = "too-deep"
    """Values nested more deeply than is read."""
    MISSING = "missing"
    """Nothing where something is needed."""
    UNFILLED = "unfilled"
    """The mark of a template that its owner has not replaced yet."""
    WRONG_TYPE = "wrong-type"
    """A value of another type."""
    OUT_OF_RANGE = "out-of-range"
    """A number beyond its bounds."""
    UNKNOWN_KEY = "unknown-key"
    """A key that means nothing there."""
    UNKNOWN_WORD = "unknown-word"
    """A word that is not among those that are known there."""
    MALFORMED = "malformed"
    """A text that is not written as such texts are."""
    DUPLICATE = "duplicate"
    """What stands there twice though it may only once."""
    INCONSISTENT = "inconsistent"
    """Something that does not go with what else is there."""
    IMPOSSIBLE = "impossible"
    """A position or a move that the rules do not allow."""
    MORE = "more"
    """There are more problems than are listed."""


@attrs.frozen
class InputProblem:
    """What is wrong with a file or document.

    ``place`` is a key path such as ``players[2].goods.wood``, or a line, perhaps with a column; it is empty if the
    whole is meant. ``code`` is for programs, the sentence in ``message`` for people.
    """

    place: str
    code: Code
    message: str

    def __str__(self) -> str:
        """The place and the sentence."""
        return f"{self.place}: {self.message}" if self.place else self.message


class FileError(GameError):
    """A file that cannot be used: every problem in it, each with its place."""

    def __init__(self, path: str, problems: Iterable[InputProblem | str]) -> None:
        """Remember the file and its problems."""
        self.path = path
        self.problems: tuple[Any, ...] = tuple(problems)  # JSON, game texts and commands give texts yet
        super().__init__("\n".join(f"{path}: {problem}" for problem in self.problems))

    def __reduce__(self) -> tuple[type[FileError], tuple[str, tuple[Any, ...]]]:
        """Keep both parts when pickled."""
        return type(self), (self.path, self.problems)


class DocumentError(GameError, ValueError):
    """A JSON document, a game text, or a component set made in Python that cannot be used.

    ``what`` says what it should be, ``problems`` all that is wrong with it.
    """

    def __init__(self, what: str, problems: Iterable[InputProblem | str]) -> None:
        """Remember what was read and its problems."""
        self.what = what
        self.problems: tuple[Any, ...] = tuple(problems)  # JSON, game texts and commands give texts yet
        super().__init__("\n".join(f"{what}: {problem}" for problem in self.problems))

    def __reduce__(self) -> tuple[type[DocumentError], tuple[str, tuple[Any, ...]]]:
        """Keep both parts when pickled."""
        return type(self), (self.what, self.problems)


class NotationError(GameError, ValueError):
    """A text that is not in the notation. The message is one sentence: the place, what is there, what could be.

    ``text`` is the whole text, ``column`` the place in it, counted from 1 (one past the end if something is missing),
    and ``expected`` what would have been understood there.
    """

    def __init__(self, message: str, text: str, column: int, expected: str) -> None:
        """Remember the text, and where and why it was not understood."""
        self.text = text
        self.column = column
        self.expected = expected
        super().__init__(message)

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int, str]]:
        """Keep all parts when pickled."""
        return type(self), (str(self), self.text, self.column, self.expected)


class Literal(str):
    """A description that a message shows as it is, without quotes."""

    __slots__ = ()


def describe(value: object) -> str:
    """A value as a message shows it."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**60:
        return f"a number of {value.bit_length()} bits"
    text = repr(value) if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= SHOWN_MAX else f"{text[: SHOWN_MAX - 3]}..."


def hint(word: str, known: Iterable[str]) -> str:
    """The nearest known words, to be added to a message; an empty text if none is near."""
    near = difflib.get_close_matches(word[:SHOWN_MAX], list(known), n=2)
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def unknown(word: str, known: Iterable[str]) -> str:
    """The message for a word that is not among the known ones."""
    return f"{describe(word)} is not known{instead(word, list(known))}"


def instead(word: str, known: Sequence[str]) -> str:
    """What is expected instead of a word. Of many known words only those near to it are named, or else the first."""
    near = hint(word, known)
    if near and len(known) > LISTED_MAX:
        return near
    listed = known if len(known) <= LISTED_MAX else (*known[:3], "…")
    expected = f"one of {', '.join(listed)}" if listed else "none"
    return f"; expected {expected}{near}"
