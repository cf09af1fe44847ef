"""JSON texts: written always the same way, parsed within limits; what is wrong with them has its line and column."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from typing import Any

from era_of_inventions.tabletop.errors import SHOWN_MAX, Code, DocumentError, InputProblem, Literal, describe

SIZE_MAX = 1_000_000
"""The most characters of a document that is read, and the most bytes."""
DEPTH_MAX = 50
"""How deeply a document may be nested."""
MARK = "\ufeff"
"""What a text begins with if it was saved with the mark of its encoding."""
dumps = json.JSONEncoder(ensure_ascii=True, allow_nan=False, check_circular=False, separators=(",", ":")).encode
"""Plain data as a JSON text, in ASCII and on one line."""
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
"""What is expected, by how the message of Python's reader begins."""
_STRING = r'"(?:[^"\\]|\\.)*"'


class DuplicateKey(dict[str, Any]):
    """An object in which a key stands twice."""

    def __init__(self, pairs: list[tuple[str, Any]], key: str) -> None:
        """Remember which."""
        super().__init__(pairs)
        self.key = key

    def __repr__(self) -> str:
        """Show the key, so that it is told from an object without it."""
        return f"DuplicateKey({super().__repr__()}, {self.key!r})"


def parse(text: object, what: str) -> Any:
    """The values of a JSON text; bytes are UTF-8. ``what`` says what it should be, for the error.

    An object in which a key stands twice is a `DuplicateKey`, and a number that JSON lacks, such as NaN, a `Literal`.
    Raises `DocumentError` if it is something else, too long, not JSON, or nested too deeply.
    """
    known = _decoded(text, what)
    try:
        return _DECODE(known)
    except json.JSONDecodeError as error:
        found = describe(known[error.pos : error.pos + SHOWN_MAX]) if error.pos < len(known) else "the end of the text"
        expected = next((words for start, words in _EXPECTED.items() if error.msg.startswith(start)), "JSON")
        message = f"is not JSON: found {found}; expected {expected}"
        problem = InputProblem(_place(known, error.pos), Code.SYNTAX, message)
    except RecursionError:
        message = f"is nested too deeply; expected at most {DEPTH_MAX} objects and arrays"
        problem = InputProblem(_too_deep(known), Code.TOO_DEEP, message)
    except ValueError:  # the one other thing that Python refuses to read
        problem = _long_number(known)
    raise DocumentError(what, [problem])


def _decoded(text: object, what: str) -> str:
    if not isinstance(text, str | bytes):
        message = f"is of type {type(text).__name__}; expected a text or bytes"
        raise DocumentError(what, [InputProblem("", Code.WRONG_TYPE, message)])
    if len(text) > SIZE_MAX:
        message = f"is {len(text)} {'characters' if isinstance(text, str) else 'bytes'} long"
        raise DocumentError(what, [InputProblem("", Code.TOO_LONG, f"{message}; expected at most {SIZE_MAX}")])
    if isinstance(text, str):
        return text.removeprefix(MARK)
    try:
        return text.removeprefix(MARK.encode()).decode("utf-8")
    except UnicodeDecodeError as error:
        data = error.object
        place = _place(data[: error.start].decode("utf-8"), error.start)
        message = f"byte 0x{data[error.start]:02x} is not UTF-8; expected a text in UTF-8"
    raise DocumentError(what, [InputProblem(place, Code.ENCODING, message)])


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


def _long_number(text: str) -> InputProblem:
    most = sys.get_int_max_str_digits()
    numbers = re.finditer(rf"{_STRING}|[0-9]{{{most + 1},}}", text)
    long = next(number for number in numbers if number[0][0] != '"')
    message = f"is a number of {len(long[0])} digits; expected at most {most}"
    return InputProblem(_place(text, long.start()), Code.TOO_LONG, message)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    return DuplicateKey(pairs, Counter(key for key, _ in pairs).most_common(1)[0][0])


_DECODE = json.JSONDecoder(object_pairs_hook=_object, parse_constant=Literal).decode
