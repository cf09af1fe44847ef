"""Domains of what is printed, and of how files write it, besides those of `era_of_inventions.tabletop.fields`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields import DataProblem, Domain, InvalidDataError, Shape, Terms
from era_of_inventions.tabletop.fields.domains import Cell, Form, Schema
from era_of_inventions.tabletop.fields.problems import invalid, read_all
from era_of_inventions.tabletop.fields.texts import LABEL_MAX, Text

T = TypeVar("T")


@attrs.frozen(eq=False, repr=False)
class Label(Text):
    """The name of a thing, such as its id, which no other thing of its kind in the set has."""

    most: int = LABEL_MAX


def plain_shape(read: Callable[[Any], T], write: Callable[[T], Any], size: int = 0) -> Shape[T]:
    """A shape of which only plain data is asked; ``size`` is the number of things of which it is one."""
    cells = (Cell("", 0, size - 1),) if size else ()
    return Shape(Form.WORD, read, write, cells, lambda _: (), lambda st: st.nothing(), options=tuple(range(size)))  # type: ignore[arg-type]


@attrs.frozen(eq=False, repr=False)
class Index(Domain[int]):
    """A thing in a field of the set: an index in Python, in plain data the label of the thing."""

    field: str
    expected: str
    pattern: str = ""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of a label."""
        return {"type": "string", **({"pattern": f"^(?:{self.pattern})$"} if self.pattern else {})}

    def bind(self, terms: Terms) -> Shape[int]:
        """Return the shape; the setting of the terms has pairs of fields and the labels of the things in them."""
        labels: tuple[str, ...] = dict(terms.setting or ()).get(self.field, ())

        def read(raw: Any) -> int:
            if type(raw) is str and raw in labels:
                return labels.index(raw)
            code = Code.UNKNOWN_WORD if type(raw) is str else Code.WRONG_TYPE
            raise invalid(code, raw, self.expected, labels)

        def write(index: int) -> str:
            if index < 0:
                raise IndexError(index)
            return labels[index]

        return plain_shape(read, write, max(1, len(labels)))


# --- Texts in files ---------------------------------------------------------------------------------------------------


@attrs.frozen(eq=False, repr=False)
class Written(Domain[T]):
    """What files write as a text: ``parse``, which raises ValueError with a message, and ``show``, its inverse."""

    parse: Callable[[str], T]
    show: Callable[[T], str]
    expected: str
    pattern: str

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the text."""
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}

    def bind(self, terms: Terms) -> Shape[T]:
        """Return the shape."""

        def read(raw: Any) -> T:
            if type(raw) is not str:
                raise invalid(Code.WRONG_TYPE, raw, self.expected)
            try:
                return self.parse(raw)
            except ValueError as error:
                problem = DataProblem((), Code.MALFORMED, "", Literal(str(error)))
                raise InvalidDataError([problem]) from None

        return plain_shape(read, self.show)


@attrs.frozen(eq=False, repr=False)
class Joined(Domain[tuple[T, ...]]):
    """Several values that files write in one text, with ``sign`` between them; no value is ``nothing``."""

    one: Domain[T]
    expected: str
    sign: str = ", "

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the text."""
        return {"type": "string"}

    def bind(self, terms: Terms) -> Shape[tuple[T, ...]]:
        """Return the shape."""
        one = self.one.bind(terms)

        def read(raw: Any) -> tuple[T, ...]:
            if type(raw) is not str:
                raise invalid(Code.WRONG_TYPE, raw, self.expected)
            parts = [] if raw in ("", "nothing") else re.split(rf"\s*{re.escape(self.sign.strip())}\s*", raw.strip())
            try:
                return tuple(read_all((place, one.read, part) for place, part in enumerate(parts)))
            except InvalidDataError as error:
                raise InvalidDataError(problem._replace(path=()) for problem in error.problems) from None

        return plain_shape(read, lambda values: self.sign.join(map(one.write, values)) or "nothing")
