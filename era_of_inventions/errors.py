"""The errors of the library. A user's mistake is always one of these, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable


class EraError(Exception):
    """Anything this library refuses."""


class FileError(EraError):
    """A file that cannot be used: every problem in it, each with its place."""

    def __init__(self, path: str, problems: Iterable[str]) -> None:
        """Remember the file and its problems."""
        self.path = path
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{path}: {problem}" for problem in self.problems))

    def __reduce__(self) -> tuple[type[FileError], tuple[str, tuple[str, ...]]]:
        """Keep both parts when pickled."""
        return type(self), (self.path, self.problems)


class DocumentError(EraError, ValueError):
    """A JSON document that cannot be used. ``what`` says what it should be, ``problems`` all that is wrong with it.

    A problem begins with its place: a path such as ``players[2].goods.wood``, or line and column if it is no JSON.
    """

    def __init__(self, what: str, problems: Iterable[str]) -> None:
        """Remember what was read and its problems."""
        self.what = what
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{what}: {problem}" for problem in self.problems))

    def __reduce__(self) -> tuple[type[DocumentError], tuple[str, tuple[str, ...]]]:
        """Keep both parts when pickled."""
        return type(self), (self.what, self.problems)


class NotationError(EraError, ValueError):
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
