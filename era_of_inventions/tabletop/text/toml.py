"""The text of TOML files: reading it within limits, reporting the problems in it, and writing it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop.errors import (
    Code,
    FileError,
    KeyPath,
    Phrase,
    Problem,
    Verbatim,
    describe,
)
from era_of_inventions.tabletop.text.bounded import not_utf8, read_bounded, unmarked

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
    r'""".*?(?:"""|\Z)|'
    + r"'''.*?(?:'''|\Z)|"
    + r'"(?:\\.|[^"\\\n])*+"?|'
    + r"'[^'\n]*'?|#[^\n]*",
    re.DOTALL,
)
"""Strings and comments, in which dots mean nothing. It matches from every quote, so that none is scanned twice."""

_BARE = re.compile("[A-Za-z0-9_-]+")
"""A key that needs no quotation marks."""
HEADED_MAX = 2
"""How deep a table may lie in a written text to have a heading of its own; deeper ones stand on one line."""
PLAINLY = {
    "Invalid value": "a value is missing, or what stands there is not a value; write texts in quotation marks",
    "Expected newline": "something stands after a value",
    "Cannot overwrite": "a key is stated a second time in the same table",
    "Cannot declare": "a table is begun a second time",
    "Cannot mutate": "a key is added to a table that is complete",
}
"""What Python's parser means, by how its messages begin."""
_NO_TEXT = re.compile(r"-?[0-9]+(?:\.[0-9]+)?|true|false")


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file.

    Raises `FileError` if it cannot be read, is not TOML, or exceeds a limit.
    """
    return parse_toml(read_bounded(path, SIZE_MAX), str(path))


def parse_toml(data: bytes, name: str) -> dict[str, Any]:
    """Parse TOML; errors call it by its ``name``.

    Raises `FileError` if it is not TOML, or exceeds a limit.
    """
    if len(data) > SIZE_MAX:
        raise FileError.whole(
            name,
            Code.TOO_LONG,
            f"is longer than {SIZE_MAX} bytes; expected at most that many",
        )
    try:
        text = unmarked(data).decode("utf-8")
        problem = _long_key(text)
        if problem is None:
            contents = tomllib.loads(text)
            problem = _beyond(contents)
        if problem is None:
            return contents
    except UnicodeDecodeError as error:
        problem = not_utf8(error)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).removesuffix(")").rpartition(" (at ")
        found = next(
            (plain for start, plain in PLAINLY.items() if message.startswith(start)),
            message,
        )
        problem = Problem.at(place, Code.SYNTAX, f"is not TOML: {found}")
    except ValueError:  # the only other error of Python's parser
        problem = Problem.at("", Code.TOO_LONG, "holds a number with too many digits")
    except RecursionError:
        problem = Problem.at("", Code.TOO_DEEP, "is nested too deeply")
    raise FileError(name, [problem])


def refuse(path: Path | str, problems: Sequence[Problem]) -> None:
    """Raise a `FileError` with the first `REPORTED_MAX` problems, if there are any."""
    if problems:
        raise FileError(str(path), reported(problems))


def in_toml(problem: Problem, place: str = "") -> Problem:
    """Turn a problem of plain data into one of a file: its path begins with ``place``, and lists begin with 1."""
    found = (
        Verbatim(describe(problem.found))
        if isinstance(problem.found, dict | list)
        else problem.found
    )
    return problem.within(place, first=1)._replace(found=found)


def reported(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the first `REPORTED_MAX` problems; if there are more, add one that gives their number."""
    left = len(problems) - REPORTED_MAX
    more = [Problem.at("", Code.MORE, f"and {left} more problems")] if left > 0 else []
    return (*problems[:REPORTED_MAX], *more)


def toml_key(keys: Iterable[str]) -> str:
    """Return the dotted key of a value in nested tables."""
    return ".".join(key if _BARE.fullmatch(key) else _quoted(key) for key in keys)


def toml_value(text: str) -> str:
    """Return the text of a value as it stands in a file: in quotation marks, unless it is a number, true or false."""
    return text if _NO_TEXT.fullmatch(text) else _quoted(text)


def toml_text(contents: Mapping[str, Any]) -> str:
    """Return the text of a file with these contents, without any comments."""
    return "\n".join(_lines(contents, ())).strip() + "\n"


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a table: first its values, then the tables in it that have headings of their own."""
    inner = {key: value for key, value in table.items() if _has_heading(value, path)}
    yield from (
        f"{toml_key([key])} = {_inline(value)}"
        for key, value in table.items()
        if key not in inner
    )
    for key, value in inner.items():
        below, several = (*path, key), isinstance(value, list)
        for one in value if several else [value]:
            headed = (
                several or not one or any(not _has_heading(of, below) for of in one.values())
            )
            if headed:
                head = toml_key(below)
                yield from ("", f"[[{head}]]" if several else f"[{head}]")
            yield from _lines(one, below)


def _has_heading(value: Any, path: tuple[str, ...]) -> bool:
    tables = value if isinstance(value, list) else [value]
    return (
        len(path) < HEADED_MAX
        and bool(tables)
        and all(isinstance(one, dict) for one in tables)
    )


def _inline(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{toml_key([key])} = {_inline(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, str):
        return _quoted(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _long_key(text: str) -> Problem | None:
    """Return the problem of the first key with too many parts, or None."""
    bare = _NO_KEY.sub(lambda match: "\n" * match[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if any(part.count(".") >= KEY_MAX for part in re.split(r"[=\[\]{},]", line)):
            message = f"a key has more parts than {KEY_MAX}; expected at most that many"
            return Problem.at(f"line {number}", Code.TOO_LONG, message)
    return None


def _beyond(contents: dict[str, Any]) -> Problem | None:
    """Return the problem of a list, a table or a file with too many entries, or None."""
    total = 0
    waiting: list[tuple[KeyPath, Any]] = [((), contents)]
    while waiting:
        path, value = waiting.pop()
        total += len(value)
        if len(value) > ENTRIES_MAX:
            found = Phrase(f"has {len(value)} entries")
            return in_toml(Problem(path, Code.TOO_LONG, found, f"at most {ENTRIES_MAX}"))
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        waiting += (
            ((*path, key), entry) for key, entry in entries if isinstance(entry, dict | list)
        )
    if total > VALUES_MAX:
        return Problem.at(
            "",
            Code.TOO_LONG,
            f"holds more than {VALUES_MAX} values; expected at most that many",
        )
    return None
