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
