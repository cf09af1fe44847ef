"""Problems in plain data, all reported at once, each with its path and a stable code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

import attrs

from era_of_inventions.tabletop.errors import Code, GameError, InputProblem, Literal, describe, hint, instead
from era_of_inventions.tabletop.files.json import DuplicateKey

PROBLEMS_MAX: Final = 100
"""The most problems that are reported. An error holds one more if there are more."""
SENTENCE_MAX: Final = 900
"""The most characters of a message."""
Path = tuple[str | int, ...]
"""The keys and indexes that lead from the whole to a part, outermost first."""


class DataProblem(NamedTuple):
    """One problem: its path, a stable code, and the parts of its message, which is rendered on demand.

    ``found`` is the value at the path, or `MISSING`; ``known`` are words of which the closest are suggested. If
    ``expected`` is empty, ``found`` is the whole message.
    """

    path: Path
    code: Code
    expected: str
    found: Any
    known: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """What was found and what was expected, without the place."""
        sentence = self._sentence()
        return sentence if len(sentence) <= SENTENCE_MAX else f"{sentence[: SENTENCE_MAX - 3]}..."

    @property
    def field(self) -> str:
        """The field of the position, such as ``board.row``: at most two names of the path."""
        return ".".join([step for step in self.path if isinstance(step, str)][:2])

    def _sentence(self) -> str:
        if self.code is Code.UNKNOWN_KEY:
            return f"is not a known key{instead(str(self.found), self.known)}"
        if not self.expected:
            return str(self.found)
        near = hint(self.found, self.known) if isinstance(self.found, str) else ""
        return f"is {shown(self.found)}; expected {self.expected}{near}"

    def at(self, place: str = "", first: int = 0) -> InputProblem:
        """Convert to the problem of a file or document; see `path_text` for the arguments."""
        return InputProblem(path_text(self.path, place, first), self.code, self.message)

    def __str__(self) -> str:
        """The place and the message."""
        return str(self.at())


MISSING: Final = Literal("missing")
"""The value of something that is missing."""


class InvalidDataError(GameError, ValueError):
    """Invalid plain data, with all problems up to `PROBLEMS_MAX` + 1."""

    def __init__(self, problems: Iterable[DataProblem]) -> None:
        """Store the problems."""
        self.problems = tuple(islice(problems, PROBLEMS_MAX + 1))
        super().__init__(self.problems)

    def at(self, place: str = "", first: int = 0, rule: str = "") -> list[InputProblem]:
        """Convert to problems of a file or document; ``rule`` is cited for numbers that are out of bounds."""
        problems = [problem.at(place, first) for problem in self.problems[:PROBLEMS_MAX]]
        cited = (Code.WRONG_TYPE, Code.OUT_OF_RANGE) if rule else ()
        problems = [attrs.evolve(p, message=f"{p.message} [{rule}]") if p.code in cited else p for p in problems]
        return problems + [InputProblem("", Code.MORE, "and more")] * (len(self.problems) > PROBLEMS_MAX)

    def __str__(self) -> str:
        """One line for each problem."""
        return "\n".join(map(str, self.at()))


def invalid(code: Code, found: Any, expected: str, known: Iterable[str] = ()) -> InvalidDataError:
    """Return the error for a single problem with a whole value, or for its lack."""
    code = Code.MISSING if found is MISSING else code
    return InvalidDataError([DataProblem((), code, expected, found, tuple(known))])


def within(step: str | int, error: InvalidDataError) -> Iterator[DataProblem]:
    """Prefix the paths of the problems of a part."""
    return (problem._replace(path=(step, *problem.path)) for problem in error.problems)


def read_all(parts: Iterable[tuple[str | int, Callable[[Any], Any], Any]]) -> list[Any]:
    """Read the parts of a value, each passed as its step, the function that reads it, and its raw value.

    Each part is read once: reading it again to collect problems would double the time at every level. Raises
    `InvalidDataError` with the problems of all parts.
    """
    values: list[Any] = []
    problems: list[DataProblem] = []
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
    """Raise `InvalidDataError` unless this is a JSON object without duplicate keys."""
    if type(raw) is DuplicateKey:
        raise invalid(Code.DUPLICATE, Literal(f"an object with the key {describe(raw.key)} twice"), "every key once")
    if type(raw) is not dict:
        raise invalid(Code.WRONG_TYPE, raw, expected)


def shown(value: Any) -> str:
    """Describe a value of plain data for a message."""
    if value is None:
        return "null"
    if isinstance(value, Literal):
        return str(value)
    if isinstance(value, dict):
        return "an object"
    return "an array" if isinstance(value, list) else describe(value)


def path_text(path: Path, place: str = "", first: int = 0) -> str:
    """Render a path: ``players[2].goods.wood``.

    ``place`` is a prefix, ``first`` the number of the first item of an array. A step that is a `Literal` is a path of
    its own.
    """
    steps = (f"[{step + first}]" if isinstance(step, int) else f".{_key(step)}" for step in path)
    return "".join([place, *steps]).removeprefix(".")


def _key(key: str) -> str:
    return key if isinstance(key, Literal) or re.fullmatch(r"[\w -]{1,60}", key) else describe(key)
