"""Reading a TOML file so that every mistake in it is reported, each with its place, all at once.

A `Reader` walks one table. What is read from it is checked on the way; what goes wrong is noted and a harmless default
returned, so that reading goes on. At the end `close` reports keys that nobody asked for, and the file's owner raises
one `FileError` with everything that was noted.
"""

from __future__ import annotations

import codecs
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from era_of_inventions.tabletop.errors import Code, FileError, InputProblem, describe, instead, unknown
from era_of_inventions.tabletop.files.bounded import read_bounded

T = TypeVar("T")
SIZE_MAX = 150_000
"""The most bytes of a file that is read; a component set has some 15,000."""
KEY_MAX = 8
"""The most parts of a key such as ``card.telephone-1.cost``: Python's reader takes long over long ones."""
ENTRIES_MAX = 1000
"""The most entries of one list or table."""
VALUES_MAX = 10_000
"""The most entries of all lists and tables of a file together."""
TOLD_MAX = 100
"""The most problems of a file that are told."""
_NO_KEY = re.compile(
    r'""".*?(?:"""|\Z)|' + r"'''.*?(?:'''|\Z)|" + r'"(?:\\.|[^"\\\n])*+"?|' + r"'[^'\n]*'?|#[^\n]*", re.DOTALL
)
"""What dots mean nothing in: texts and comments. It matches from every quote, so that none is looked at twice."""


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file. Raises `FileError` if it cannot be read, is not TOML, or is beyond a bound."""
    data = read_bounded(path, SIZE_MAX)
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
        problem = _long_key(text)
        if problem is None:
            contents = tomllib.loads(text)
            problem = _beyond(contents)
        if problem is None:
            return contents
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        message = f"byte 0x{error.object[error.start]:02x} is not UTF-8; expected a text in UTF-8"
        problem = InputProblem(f"line {line}", Code.ENCODING, message)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).removesuffix(")").rpartition(" (at ")
        problem = InputProblem(place, Code.SYNTAX, f"is not TOML: {message}")
    except ValueError:  # the one other thing that Python refuses to read
        problem = InputProblem("", Code.TOO_LONG, "holds a number of too many digits")
    except RecursionError:
        problem = InputProblem("", Code.TOO_DEEP, "is nested too deeply")
    raise FileError(str(path), [problem])


def refuse(path: Path | str, problems: Sequence[InputProblem]) -> None:
    """Raise a `FileError` with the problems, of very many only the first; do nothing if there are none."""
    if problems:
        left = len(problems) - TOLD_MAX
        more = [InputProblem("", Code.MORE, f"and {left} more problems")] if left > 0 else []
        raise FileError(str(path), [*problems[:TOLD_MAX], *more])


def _long_key(text: str) -> InputProblem | None:
    """The first key of too many parts; None if there is none."""
    bare = _NO_KEY.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if any(part.count(".") >= KEY_MAX for part in re.split(r"[=\[\]{},]", line)):
            message = f"a key has more parts than {KEY_MAX}; expected at most that many"
            return InputProblem(f"line {number}", Code.TOO_LONG, message)
    return None


def _beyond(contents: dict[str, Any]) -> InputProblem | None:
    """What is wrong with the number of entries; None if nothing is."""
    total = 0
    waiting: list[tuple[str, Any]] = [("", contents)]
    while waiting:
        place, value = waiting.pop()
        total += len(value)
        if len(value) > ENTRIES_MAX:
            return InputProblem(place, Code.TOO_LONG, f"has {len(value)} entries; expected at most {ENTRIES_MAX}")
        named = value.items() if isinstance(value, dict) else enumerate(value, 1)
        for key, entry in named:
            if isinstance(entry, dict | list):
                waiting.append((f"{place}[{key}]" if isinstance(key, int) else _at(place, key), entry))
    if total > VALUES_MAX:
        return InputProblem("", Code.TOO_LONG, f"holds more than {VALUES_MAX} values; expected at most that many")
    return None


def _at(place: str, key: str) -> str:
    """The key path of something in a table."""
    shown = key if re.fullmatch(r"[\w \[\]-]{1,60}", key) else describe(key)
    return f"{place}.{shown}" if place else shown


class Reader:
    """One table of a file: ``place`` is its key path, ``problems`` the list shared by all readers of the file."""

    def __init__(self, table: Mapping[str, Any], place: str, problems: list[InputProblem]) -> None:
        """Start reading a table."""
        self._table = table
        self._known: dict[str, None] = {}
        self._read: set[str] = set()
        self.place = place
        self.problems = problems

    def at(self, key: str) -> str:
        """The key path of something in this table."""
        return _at(self.place, key)

    def note(self, key: str, code: Code, message: str) -> None:
        """Note a problem with a key."""
        self.problems.append(InputProblem(self.at(key), code, message))

    def has(self, key: str) -> bool:
        """Whether the table has the key."""
        self._known[key] = None
        return key in self._table

    def __iter__(self) -> Iterator[str]:
        """All keys of the table, for tables whose keys are names."""
        return iter(self._table)

    def get(self, key: str) -> Any:
        """The raw value, None if it is missing; whoever asks checks it."""
        self._known[key] = None
        self._read.add(key)
        return self._table.get(key)

    def value(self, key: str, kind: type[T], expected: str, default: T | None = None) -> T | None:
        """A value of a type. Missing without a default, or of another type, it is noted and the default returned."""
        found = self.get(key)
        if found is None:
            if default is None:
                self.note(key, Code.MISSING, f"is missing; expected {expected}")
            return default
        if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            self.note(key, Code.WRONG_TYPE, f"is {describe(found)}; expected {expected}")
            return default
        return found

    def integer(self, key: str, low: int, high: int, default: int | None = None, rule: str = "") -> int:
        """A whole number within bounds; ``rule`` names the rule that sets them, if one does."""
        expected = f"a whole number from {low} to {high}{rule and f' [{rule}]'}"
        found = self.value(key, int, expected, default)
        if found is None:
            return low
        if not low <= found <= high:
            self.note(key, Code.OUT_OF_RANGE, f"is {describe(found)}; expected {expected}")
            return low if default is None else default
        return found

    def text(self, key: str, expected: str = "a text", default: str | None = None) -> str:
        """A text."""
        return self.value(key, str, expected, default) or ""

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """One of several words."""
        known = tuple(choices)
        found = self.value(key, str, f"one of {', '.join(known)}", default)
        if found is None:
            return default or known[0]
        if found not in known:
            self.note(key, Code.UNKNOWN_WORD, unknown(found, known))
            return default or known[0]
        return found

    def flag(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        found = self.value(key, bool, "true or false", default)
        return bool(found)

    def parsed(self, key: str, parse: Callable[[str], T], default: T, expected: str = "a text") -> T:
        """A text that a parser understands, whose ValueError is the problem; the default if it is missing."""
        found = self.value(key, str, expected) if self.has(key) else None
        if found is None:
            return default
        try:
            return parse(found)
        except ValueError as error:
            self.note(key, Code.MALFORMED, str(error))
            return default

    def table(self, key: str, *, required: bool = False) -> Reader:
        """A table; an empty one if it is missing."""
        found = self.value(key, dict, "a table", None if required else {})
        return Reader(found or {}, self.at(key), self.problems)

    def tables(self, key: str) -> list[Reader]:
        """An array of tables; an empty one if it is missing."""
        found = self.value(key, list, f"tables [[{key}]]", []) or []
        for index, entry in enumerate(found):
            if not isinstance(entry, dict):
                self.note(f"{key}[{index + 1}]", Code.WRONG_TYPE, f"is {describe(entry)}; expected a table")
        return [
            Reader(entry, self.at(f"{key}[{index + 1}]"), self.problems)
            for index, entry in enumerate(found)
            if isinstance(entry, dict)
        ]

    def texts(self, key: str, expected: str = "a list of texts") -> list[str]:
        """A list of texts; an empty one if it is missing."""
        found = self.value(key, list, expected, []) or []
        for index, entry in enumerate(found):
            if not isinstance(entry, str):
                self.note(f"{key}[{index + 1}]", Code.WRONG_TYPE, f"is {describe(entry)}; expected a text")
        return [entry for entry in found if isinstance(entry, str)]

    def close(self) -> None:
        """Note every key that nobody asked for."""
        for key in self._table:
            if key not in self._read:
                message = f"is not a key that is known here{instead(key, list(self._known))}"
                self.note(key, Code.UNKNOWN_KEY, message)
