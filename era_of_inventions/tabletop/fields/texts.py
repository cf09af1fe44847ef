"""The domain of texts."""

from __future__ import annotations

import re
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.fields.domains import Domain, Form, Schema, Shape, Terms
from era_of_inventions.tabletop.fields.problems import invalid

TEXT_MAX = 10_000
"""The most characters of a text."""
LABEL_MAX = 100
"""The most characters of a name by which something is known."""


@attrs.frozen(eq=False, repr=False)
class Text(Domain[str]):
    """A text, of any words or matching a pattern; ``expected`` describes it in messages."""

    pattern: str = ""
    expected: str = "a text"
    most: int = TEXT_MAX

    def schema(self, terms: Terms) -> Schema:
        pattern = {"pattern": f"^(?:{self.pattern})$"} if self.pattern else {}
        return {"type": "string", **pattern, "maxLength": self.most}

    def bind(self, terms: Terms) -> Shape[str]:
        return Shape(
            Form.WORD,
            self._read,
            lambda text: text,
            (),
            lambda _: (),
            lambda st: st.from_regex(self.pattern or ".*", fullmatch=True).filter(lambda text: len(text) <= self.most),
        )

    def _read(self, raw: Any) -> str:
        if type(raw) is not str:
            raise invalid(Code.WRONG_TYPE, raw, self.expected)
        if len(raw) > self.most:
            raise invalid(Code.TOO_LONG, raw, f"at most {self.most} characters")
        if not raw.isascii() and any("\ud800" <= character <= "\udfff" for character in raw):
            raise invalid(Code.MALFORMED, raw, "a text without surrogate characters")
        if self.pattern and not re.fullmatch(self.pattern, raw):
            raise invalid(Code.MALFORMED, raw, self.expected)
        return raw
