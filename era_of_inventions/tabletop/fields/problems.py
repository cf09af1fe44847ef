"""What is wrong with what somebody wrote: all of it at once, each problem with its path and a stable code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

import attrs

from era_of_inventions.tabletop.errors import Code, GameError, InputProblem, Literal, describe, hint, instead
from era_of_inventions.tabletop.files.json import DuplicateKey

PROBLEMS_MAX: Final = 100
"""The most problems that are told. An error has one more, if there are more."""
SENTENCE_MAX: Final = 900
"""The most characters of a message."""
Path = tuple[str | int, ...]
"""The keys and indexes that lead from the whole to a part, outermost first."""


class Problem(NamedTuple):
    """One thing that is wrong, where, and a stable code for it. Its sentence is made when it is asked for.

    ``found`` is what stands there, or `MISSING`; ``known`` are words of which the nearest are proposed. Where nothing
    is ``expected``, ``found`` is the whole sentence.
    """

    path: Path
    code: Code
    expected: str
    found: Any
    known: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """What stands there and what was expected, without the place."""
        sentence = self._sentence()
        return sentence if len(sentence) <= SENTENCE_MAX else f"{sentence[: SENTENCE_MAX - 3]}..."

    @property
    def field(self) -> str:
        """The field of a position that it is about, such as ``board.row``: at most two names of the path."""
        return ".".join([step for step in self.path if isinstance(step, str)][:2])

    def _sentence(self) -> str:
        if self.code is Code.UNKNOWN_KEY:
            return f"is not a key that is known here{instead(str(self.found), self.known)}"
        if not self.expected:
            return str(self.found)
        near = hint(self.found, self.known) if isinstance(self.found, str) else ""
        return f"is {shown(self.found)}; expected {self.expected}{near}"

    def at(self, place: str = "", first: int = 0) -> InputProblem:
        """The same as the errors of files and documents tell it; see `path_text`."""
        return InputProblem(path_text(self.path, place, first), self.code, self.message)

    def __str__(self) -> str:
        """The place, and what is wrong there."""
        return str(self.at())


MISSING: Final = Literal("missing")
"""What stands where nothing does."""


class InvalidDataError(GameError, ValueError):
    """Data that cannot be what it should be, with all that is wrong with it; of very much no more than needed."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Remember the problems."""
        self.problems = tuple(islice(problems, PROBLEMS_MAX + 1))
        super().__init__(self.problems)

    def at(self, place: str = "", first: int = 0, rule: str = "") -> list[InputProblem]:
        """The problems as the errors of files and documents tell them, with the rule that bounds the numbers."""
        told = [problem.at(place, first) for problem in self.problems[:PROBLEMS_MAX]]
        cited = (Code.WRONG_TYPE, Code.OUT_OF_RANGE) if rule else ()
        told = [attrs.evolve(each, message=f"{each.message} [{rule}]") if each.code in cited else each for each in told]
        return told + [InputProblem("", Code.MORE, "and more")] * (len(self.problems) > PROBLEMS_MAX)

    def __str__(self) -> str:
        """One line for each problem."""
        return "\n".join(map(str, self.at()))


def invalid(code: Code, found: Any, expected: str, known: Iterable[str] = ()) -> InvalidDataError:
    """The error of one problem with a value as a whole."""
    return InvalidDataError([Problem((), code, expected, found, tuple(known))])


def within(step: str | int, error: InvalidDataError) -> Iterator[Problem]:
    """The problems of a part, placed in the whole."""
    return (problem._replace(path=(step, *problem.path)) for problem in error.problems)


def read_all(parts: Iterable[tuple[str | int, Callable[[Any], Any], Any]]) -> list[Any]:
    """Parts of a value, each given as its step, the function that reads it, and what stands there.

    Each part is read once, because reading it again to find more problems would double the time at every level.
    Raises `InvalidDataError` with the problems of all parts.
    """
    values: list[Any] = []
    problems: list[Problem] = []
    for step, read, raw in parts:
        try:
            values.append(read(raw))
        except InvalidDataError as error:
            problems += within(step, error)
            if len(problems) > PROBLEMS_MAX:
                break
    if problems:
        raise InvalidDataError(problems)
    return values


def check_object(raw: Any, expected: str = "an object") -> None:
    """Raise `InvalidDataError` if this is no object of JSON, or one with a key twice."""
    if type(raw) is DuplicateKey:
        raise invalid(Code.DUPLICATE, Literal(f"an object with the key {describe(raw.key)} twice"), "every key once")
    if type(raw) is not dict:
        raise invalid(Code.MISSING if raw is MISSING else Code.WRONG_TYPE, raw, expected)


def shown(value: Any) -> str:
    """A value as a message shows it."""
    if value is None:
        return "null"
    if isinstance(value, Literal):
        return str(value)
    if isinstance(value, dict):
        return "an object"
    return "an array" if isinstance(value, list) else describe(value)


def path_text(path: Path, place: str = "", first: int = 0) -> str:
    """A path as people read it: ``players[2].goods.wood``.

    ``place`` is where it begins, and ``first`` the number of the first item of an array. A step that is a `Literal`
    is a path of its own.
    """
    steps = (f"[{step + first}]" if isinstance(step, int) else f".{_key(step)}" for step in path)
    return "".join([place, *steps]).removeprefix(".")


def _key(key: str) -> str:
    return key if isinstance(key, Literal) or re.fullmatch(r"[\w -]{1,60}", key) else describe(key)
