"""JSON texts: taken apart with every limit kept, and what is wrong with them told with its place."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import attrs
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)

from era_of_inventions.codec.shapes import TOLD_MAX, Said, Twice
from era_of_inventions.tabletop.errors import SHOWN_MAX, DocumentError, describe, unknown
from era_of_inventions.tabletop.record.arguments import text_of

SIZE_MAX = 1_000_000
"""The most characters of a document that is read, and the most bytes."""
DEPTH_MAX = 50
"""How deeply a document may be nested."""
SENTENCE_MAX = 900
"""The most characters with which an error tells one problem."""
EXPECTED = {
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


def decoded(text: str | bytes, what: str) -> str:
    """The text, of which bytes are UTF-8. Raises `DocumentError` if it is too long, no UTF-8, or of another type."""
    text = text_of(text, what)
    if isinstance(text, bytes):
        text = _decoded(text, what)
    if len(text) > SIZE_MAX:
        raise DocumentError(what, [f"is {len(text)} characters long; expected at most {SIZE_MAX}"])
    return text


def parse(text: str, what: str) -> Any:
    """The values of a JSON text. Raises `DocumentError` if it is no JSON or nested too deeply."""
    try:
        return values_of(text)
    except json.JSONDecodeError as error:
        found = describe(text[error.pos : error.pos + SHOWN_MAX]) if error.pos < len(text) else "the end of the text"
        expected = next((told for start, told in EXPECTED.items() if error.msg.startswith(start)), "JSON")
        problem = f"{_place(text, error.pos)}: is not JSON: found {found}; expected {expected}"
    except RecursionError:
        problem = f"{_too_deep(text)}: is nested too deeply; expected at most {DEPTH_MAX} objects and arrays"
    except ValueError:  # the one other thing that Python refuses to read
        most = sys.get_int_max_str_digits()
        numbers = re.finditer(rf'"(?:[^"\\]|\\.)*"|[0-9]{{{most + 1},}}', text)
        long = next(found for found in numbers if found[0][0] != '"')
        problem = f"{_place(text, long.start())}: is a number of {len(long[0])} digits; expected at most {most}"
    raise DocumentError(what, [problem])


def problems_of(error: Exception) -> Iterator[str]:
    """What is wrong with a value, each with the place where it is."""
    found = _problems(error, "")
    for place, problem in islice(found, TOLD_MAX):
        yield f"{place.removeprefix('.') or 'the document'}: {problem()}"
    if any(True for _ in found):
        yield "and more"


def _decoded(data: bytes, what: str) -> str:
    if len(data) > SIZE_MAX:
        raise DocumentError(what, [f"is {len(data)} bytes long; expected at most {SIZE_MAX}"])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        place = _place(data[: error.start].decode("utf-8"), error.start)
        problem = f"{place}: byte 0x{data[error.start]:02x} is not UTF-8; expected a text in UTF-8"
    raise DocumentError(what, [problem])


def _place(text: str, position: int) -> str:
    before = text[:position]
    return f"line {before.count(chr(10)) + 1}, column {len(before) - before.rfind(chr(10))}"


def _too_deep(text: str) -> str:
    depth = 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > DEPTH_MAX:
            return _place(text, match.start())
    return "the document"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    return Twice(found, Counter(key for key, _ in pairs).most_common(1)[0][0])


values_of = json.JSONDecoder(object_pairs_hook=_object, parse_constant=Said).decode
"""The values of a JSON text, in which an object with a key twice is a `Twice`. Raises what ``json.loads`` does."""


def _problems(error: BaseException, place: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """The places of all problems, and how to tell each, which can take some time."""
    if isinstance(error, ClassValidationError | IterableValidationError):
        for part in error.exceptions:
            yield from _problems(part, place + _step(part))
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [field.name for field in attrs.fields(error.cl)]
        for key in sorted(error.extra_fields):
            yield place, partial(_extra, key, known)
    elif isinstance(error, KeyError):
        yield place, partial("is missing; expected the key {!r}".format, error.args[0])
    else:
        yield place, partial(_sentence, error)


def _sentence(error: BaseException) -> str:
    told = str(error)
    return told if len(told) <= SENTENCE_MAX else f"{told[: SENTENCE_MAX - 3]}..."


def _extra(key: str, known: list[str]) -> str:
    return f"has a key that cannot be used: {unknown(key, known)}"


def _step(error: BaseException) -> str:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, IterableValidationNote):
            return f"[{note.index}]"
        if isinstance(note, AttributeValidationNote):
            plain = re.fullmatch(r"[\w .\[\]-]{1,60}", note.name)
            return f".{note.name if plain else describe(note.name)}"
    return ""
