"""JSON: serialized deterministically, parsed within size limits; errors carry the line and column."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from typing import Any

from era_of_inventions.tabletop.errors import (
    SHOWN_MAX,
    Code,
    DocumentError,
    Problem,
    Verbatim,
    describe,
)
from era_of_inventions.tabletop.text.bounded import unmarked

SIZE_MAX = 1_000_000
"""The most characters of a document, and the most bytes."""
DEPTH_MAX = 50
"""The maximum depth of nesting."""
TOO_DEEP = f"is nested too deeply; expected at most {DEPTH_MAX} objects and arrays"

dumps = json.JSONEncoder(
    ensure_ascii=True, allow_nan=False, check_circular=False, separators=(",", ":")
).encode
"""Serialize plain data as JSON, in ASCII and on one line."""
_EXPECTED = {
    "Expecting value": "a value",
    "Expecting property name": "a key in double quotes",
    "Expecting ':'": "':'",
    "Expecting ','": "',' or the end of the object or array",
    "Extra data": "nothing after the document",
    "Unterminated string": "a text with double quotes at both ends",
    "Invalid control character": "no line break or other control character within a text",
    "Invalid \\": "an escape such as \\n or \\u00e9",
    "Illegal trailing comma": "no comma after the last value",
}
"""What is expected in a text, by the beginning of the message of Python's parser."""
_STRING = r'"(?:[^"\\]|\\.)*"'


class DuplicateKey(dict[str, Any]):
    """An object with a duplicate key."""

    def __init__(self, pairs: list[tuple[str, Any]], key: str) -> None:
        """Store the pairs and the duplicate key."""
        super().__init__(pairs)
        self.key = key

    def __repr__(self) -> str:
        """Show the duplicate key too."""
        return f"DuplicateKey({super().__repr__()}, {self.key!r})"


def parse(text: object, what: str) -> Any:
    """Parse a JSON text; bytes are UTF-8. ``what`` is the kind of document, for the error.

    An object with a duplicate key becomes a `DuplicateKey`, and a number that JSON
    lacks, such as NaN, a `Verbatim`. Raises `DocumentError` if the text is of another
    type, too long, not JSON, or nested too deeply.
    """
    source = _decoded(text, what)
    try:
        return _DECODE(source)
    except json.JSONDecodeError as error:
        found = (
            describe(source[error.pos : error.pos + SHOWN_MAX])
            if error.pos < len(source)
            else "the end of the text"
        )
        expected = next(
            (words for start, words in _EXPECTED.items() if error.msg.startswith(start)),
            "JSON",
        )
        message = f"is not JSON: found {found}; expected {expected}"
        problem = Problem.at(_place(source, error.pos), Code.SYNTAX, message)
    except RecursionError:
        problem = Problem.at(_too_deep(source), Code.TOO_DEEP, TOO_DEEP)
    except ValueError:  # the only other error of Python's parser
        problem = _long_number(source)
    raise DocumentError(what, [problem])


def unplain(data: object) -> Problem | None:
    """Return a problem if no JSON text could hold the data, else None."""
    waiting: list[tuple[str, int, object]] = [("", 1, data)]
    while waiting:
        place, depth, value = waiting.pop()
        if depth > DEPTH_MAX:
            return Problem.at("", Code.TOO_DEEP, TOO_DEEP)
        if isinstance(value, dict):
            if keys := [key for key in value if not isinstance(key, str)]:
                message = (
                    f"has a key of type {type(keys[0]).__name__}; expected texts as keys"
                )
                return Problem.at(place, Code.WRONG_TYPE, message)
            waiting += [
                (f"{place}.{key}".lstrip("."), depth + 1, part) for key, part in value.items()
            ]
        elif isinstance(value, list):
            waiting += [
                (f"{place}[{number}]", depth + 1, part) for number, part in enumerate(value)
            ]
        elif isinstance(value, int) and value.bit_length() > 3 * sys.get_int_max_str_digits():
            message = f"is {describe(value)}; expected a number of fewer digits"
            return Problem.at(place, Code.TOO_LONG, message)
        elif not isinstance(value, str | int | float | None):
            message = f"is of type {type(value).__name__}; expected plain data as JSON has it"
            return Problem.at(place, Code.WRONG_TYPE, message)
    return None


def _decoded(text: object, what: str) -> str:
    if not isinstance(text, str | bytes):
        message = f"is of type {type(text).__name__}; expected a text or bytes"
        raise DocumentError(what, [Problem.at("", Code.WRONG_TYPE, message)])
    if len(text) > SIZE_MAX:
        message = f"is {len(text)} {'characters' if isinstance(text, str) else 'bytes'} long"
        raise DocumentError(
            what, [Problem.at("", Code.TOO_LONG, f"{message}; expected at most {SIZE_MAX}")]
        )
    text = unmarked(text)
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        data = error.object
        place = _place(data[: error.start].decode("utf-8"), error.start)
        message = f"byte 0x{data[error.start]:02x} is not UTF-8; expected a text in UTF-8"
    raise DocumentError(what, [Problem.at(place, Code.ENCODING, message)])


def _place(text: str, position: int) -> str:
    before = text[:position]
    return f"line {before.count(chr(10)) + 1}, column {len(before) - before.rfind(chr(10))}"


def _too_deep(text: str) -> str:
    depth = 0
    for match in re.finditer(rf"{_STRING}|[\[\]{{}}]", text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > DEPTH_MAX:
            return _place(text, match.start())
    return ""


def _long_number(text: str) -> Problem:
    most = sys.get_int_max_str_digits()
    numbers = re.finditer(rf"{_STRING}|[0-9]{{{most + 1},}}", text)
    long = next(number for number in numbers if number[0][0] != '"')
    message = f"is a number of {len(long[0])} digits; expected at most {most}"
    return Problem.at(_place(text, long.start()), Code.TOO_LONG, message)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) == len(pairs):
        return result
    return DuplicateKey(pairs, Counter(key for key, _ in pairs).most_common(1)[0][0])


_DECODE = json.JSONDecoder(object_pairs_hook=_object, parse_constant=Verbatim).decode
