"""Reading a TOML file so that every mistake in it is reported, each with its place, all at once.

A `Reader` reads one table. Each value is validated as it is read; a problem is noted, and a harmless default returned,
so that reading continues. At the end `close` notes unknown keys, and the caller raises one `FileError` with all
problems.
"""

from __future__ import annotations

import codecs
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from era_of_inventions.tabletop.errors import Code, FileError, InputProblem, Synonyms, describe, instead, unknown
from era_of_inventions.tabletop.files.bounded import read_bounded
from era_of_inventions.tabletop.files.stretch import fold

T = TypeVar("T")
SIZE_MAX = 150_000
"""The most bytes of a file; a component set has some 15,000."""
KEY_MAX = 8
"""The most parts of a dotted key such as ``card.telephone-1.cost``: Python's parser is slow for long ones."""
ENTRIES_MAX = 1000
"""The most entries of a list or table."""
VALUES_MAX = 10_000
"""The most entries of all lists and tables of a file together."""
REPORTED_MAX = 100
"""The most problems of a file that are reported."""
_NO_KEY = re.compile(
    r'""".*?(?:"""|\Z)|' + r"'''.*?(?:'''|\Z)|" + r'"(?:\\.|[^"\\\n])*+"?|' + r"'[^'\n]*'?|#[^\n]*", re.DOTALL
)
"""Strings and comments, in which dots mean nothing. It matches from every quote, so that none is scanned twice."""


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file. Raises `FileError` if it cannot be read, is not TOML, or exceeds a limit."""
    return parse_toml(read_bounded(path, SIZE_MAX), str(path))


def parse_toml(data: bytes, name: str) -> dict[str, Any]:
    """Parse TOML of that name. Raises `FileError` if it is not TOML, or exceeds a limit."""
    if len(data) > SIZE_MAX:
        raise FileError.whole(name, Code.TOO_LONG, f"is longer than {SIZE_MAX} bytes; expected at most that many")
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
    except ValueError:  # the only other error of Python's parser
        problem = InputProblem("", Code.TOO_LONG, "holds a number with too many digits")
    except RecursionError:
        problem = InputProblem("", Code.TOO_DEEP, "is nested too deeply")
    raise FileError(name, [problem])


def refuse(path: Path | str, problems: Sequence[InputProblem]) -> None:
    """Raise a `FileError` with the first `REPORTED_MAX` problems; do nothing if there are none."""
    if problems:
        raise FileError(str(path), reported(problems))


def reported(problems: Sequence[InputProblem]) -> tuple[InputProblem, ...]:
    """The first `REPORTED_MAX` problems, and how many more there are."""
    left = len(problems) - REPORTED_MAX
    more = [InputProblem("", Code.MORE, f"and {left} more problems")] if left > 0 else []
    return (*problems[:REPORTED_MAX], *more)


def _long_key(text: str) -> InputProblem | None:
    """The problem of the first key with too many parts; None if there is none."""
    bare = _NO_KEY.sub(lambda match: "\n" * match[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if any(part.count(".") >= KEY_MAX for part in re.split(r"[=\[\]{},]", line)):
            message = f"a key has more parts than {KEY_MAX}; expected at most that many"
            return InputProblem(f"line {number}", Code.TOO_LONG, message)
    return None


def _beyond(contents: dict[str, Any]) -> InputProblem | None:
    """The problem of a list, a table or a file with too many entries; None if there is none."""
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
    """The path of a key in a table."""
    shown = key if re.fullmatch(r"[\w \[\]-]{1,60}", key) else describe(key)
    return f"{place}.{shown}" if place else shown


class Reader:
    """One table of a file: ``place`` is its key path, ``problems`` the list shared by all readers of the file."""

    def __init__(self, table: Mapping[str, Any], place: str, problems: list[InputProblem]) -> None:
        """Start reading a table."""
        self._table = table
        self._expected: dict[str, None] = {}
        self._also: dict[str, str] = {}
        self._read: set[str] = set()
        self.place = place
        self.problems = problems

    def apart(self) -> Reader:
        """A reader of the same table with a list of problems of its own."""
        return Reader(self._table, self.place, [])

    def at(self, key: str) -> str:
        """The path of a key in this table."""
        return _at(self.place, key)

    def note(self, key: str, code: Code, message: str) -> None:
        """Note a problem with a key."""
        self.problems.append(InputProblem(self.at(key), code, message))

    def has(self, key: str) -> bool:
        """Whether the table has the key."""
        self._expected[key] = None
        return key in self._table

    def one_of(self, usual: str, *others: str) -> str | None:
        """Which of several keys for the same the table has, of which others are understood; None if it has none."""
        held = [key for key in dict.fromkeys((usual, *others)) if key in self._table]
        self._expected[usual] = None
        self._also |= dict.fromkeys(others, usual)
        for twice in held[1:]:
            self.get(twice)
            self.note(twice, Code.DUPLICATE, f"is the same as {held[0]!r}; expected only one of them")
        return next(iter(held), None)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the keys, for tables whose keys are names."""
        return iter(self._table)

    def get(self, key: str) -> Any:
        """The raw value, None if it is missing; the caller validates it."""
        self._expected[key] = None
        self._read.add(key)
        return self._table.get(key)

    def value(self, key: str, kind: type[T], expected: str, default: T | None = None) -> T | None:
        """A value of a type. If it is missing without a default, or of another type, note it and return the default."""
        raw = self.get(key)
        if raw is None:
            if default is None:
                self.note(key, Code.MISSING, f"is missing; expected {expected}")
            return default
        if not isinstance(raw, kind) or (kind is int and isinstance(raw, bool)):
            self.note(key, Code.WRONG_TYPE, f"is {describe(raw)}; expected {expected}")
            return default
        return raw

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        expected = f"a whole number from {low} to {high}"
        number = self.value(key, int, expected, default)
        if number is None:
            return low
        if not low <= number <= high:
            self.note(key, Code.OUT_OF_RANGE, f"is {describe(number)}; expected {expected}")
            return low if default is None else default
        return number

    def text(self, key: str, expected: str = "a text", default: str | None = None) -> str:
        """A text."""
        return self.value(key, str, expected, default) or ""

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """One of several words, in small or capital letters."""
        words = {fold(word): word for word in choices}
        usual = default or next(iter(words.values()))
        word = self.value(key, str, f"one of {', '.join(words.values())}", default)
        if word is None:
            return usual
        if fold(word) not in words:
            self.note(key, Code.UNKNOWN_WORD, unknown(word, Synonyms(words)))
        return words.get(fold(word), usual)

    def flag(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        return bool(self.value(key, bool, "true or false", default))

    def parsed(self, key: str, parse: Callable[[str], T], default: T) -> T:
        """A parsed text; the default if it is missing. A ValueError of the parser is noted."""
        text = self.value(key, str, "a text") if self.has(key) else None
        if text is None:
            return default
        try:
            return parse(text)
        except ValueError as error:
            self.note(key, Code.MALFORMED, str(error))
            return default

    def table(self, key: str, *, required: bool = False) -> Reader:
        """A table; an empty one if it is missing."""
        table = self.value(key, dict, "a table", None if required else {})
        return Reader(table or {}, self.at(key), self.problems)

    def tables(self, key: str) -> list[Reader]:
        """An array of tables; an empty one if it is missing."""
        entries = self.value(key, list, f"tables [[{key}]]", []) or []
        for index, entry in enumerate(entries):
            if not isinstance(entry, dict):
                self.note(f"{key}[{index + 1}]", Code.WRONG_TYPE, f"is {describe(entry)}; expected a table")
        return [
            Reader(entry, self.at(f"{key}[{index + 1}]"), self.problems)
            for index, entry in enumerate(entries)
            if isinstance(entry, dict)
        ]

    def texts(self, key: str, expected: str = "a list of texts") -> dict[str, str]:
        """The texts of a list by their keys, such as ``moves[2]``, or a text alone; none if it is missing."""
        if isinstance(text := self.get(key), str):
            return {key: text}
        texts = {}
        for number, entry in enumerate(self.value(key, list, expected, []) or [], 1):
            if isinstance(entry, str):
                texts[f"{key}[{number}]"] = entry
            else:
                self.note(f"{key}[{number}]", Code.WRONG_TYPE, f"is {describe(entry)}; expected a text")
        return texts

    def close(self) -> None:
        """Note every key that has not been read."""
        for key in self._table:
            if key not in self._read:
                expected = Synonyms({**{known: known for known in self._expected}, **self._also})
                message = f"is not a known key{instead(key, expected)}"
                self.note(key, Code.UNKNOWN_KEY, message)
