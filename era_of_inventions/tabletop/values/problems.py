"""Problems in plain data, all reported at once, each with its path and a stable code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final

from era_of_inventions.tabletop.errors import (
    MISSING,
    Code,
    GameError,
    KeyPath,
    Problem,
    Verbatim,
    describe,
)
from era_of_inventions.tabletop.text.json import DuplicateKey

PROBLEMS_MAX: Final = 100
"""The most problems that are reported. An error holds one more if there are more."""


class InvalidDataError(GameError, ValueError):
    """Invalid plain data, with all problems, but at most one more than ``most``: that one shows that there are more."""

    def __init__(self, problems: Iterable[Problem], most: int = PROBLEMS_MAX) -> None:
        """Store the problems."""
        self.problems = tuple(islice(problems, most + 1))
        super().__init__(self.problems)

    def at(self, place: str = "") -> list[Problem]:
        """Return the problems as those of a file or document, in which the data stands at ``place``."""
        problems = [problem.within(place) for problem in self.problems[:PROBLEMS_MAX]]
        return problems + [Problem.at("", Code.MORE, "and more")] * (
            len(self.problems) > PROBLEMS_MAX
        )

    def of_arguments(self) -> GameError:
        """Return the error to raise when the data came as arguments in Python."""
        return GameError(
            "; ".join(f"{problem.place} {problem.message}".strip() for problem in self.at())
        )

    def __str__(self) -> str:
        """One line for each problem."""
        return "\n".join(map(str, self.at()))


def invalid(
    code: Code, found: Any, expected: str, known: Iterable[str] = (), path: KeyPath = ()
) -> InvalidDataError:
    """Return the error for one problem with a value as a whole, or with its part at a path.

    If the value is absent, the code of the problem is `Code.MISSING`.
    """
    code = Code.MISSING if found is MISSING else code
    return InvalidDataError([Problem(path, code, found, expected, tuple(known))])


def within(step: str | int, error: InvalidDataError) -> Iterator[Problem]:
    """Yield the problems of a part as problems of the whole: their paths begin with the ``step`` to the part."""
    return (problem._replace(path=(step, *problem.path)) for problem in error.problems)


def read_all(
    parts: Iterable[tuple[str | int, Callable[[Any], Any], Any]], most: int = PROBLEMS_MAX
) -> list[Any]:
    """Read the parts of a value. Each is passed as its step in the path, the function that reads it, and its raw value.

    Each part is read only once, because reading it again to collect problems would
    double the time at every level of nesting. Raises `InvalidDataError` with the
    problems of all parts.
    """
    values: list[Any] = []
    problems: list[Problem] = []
    for step, read, raw in parts:
        try:
            values.append(read(raw))
        except InvalidDataError as error:
            problems += within(step, error)
            if len(problems) > most:
                break
    if problems:
        raise InvalidDataError(problems, most)
    return values


def check_object(raw: Any, expected: str = "an object") -> None:
    """Raise `InvalidDataError` unless this is a JSON object without duplicate keys."""
    if type(raw) is DuplicateKey:
        raise invalid(
            Code.DUPLICATE,
            Verbatim(f"an object with the key {describe(raw.key)} twice"),
            "each key at most once",
        )
    if type(raw) is not dict:
        raise invalid(Code.WRONG_TYPE, raw, expected)
