"""The domain of texts."""

from __future__ import annotations

import re
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.values.domains import Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.naming import Schema, Terms
from era_of_inventions.tabletop.values.problems import invalid

TEXT_MAX = 10_000
"""The most characters of a text."""
LABEL_MAX = 100
"""The most characters of a name."""
_UNPRINTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that steer a terminal or are no text."""


@attrs.frozen(eq=False, repr=False)
class Text(Domain[str]):
    """Any text, or a text that matches a pattern; ``expected`` describes it in messages."""

    pattern: str = ""
    expected: str = "a text"
    most: int | None = TEXT_MAX

    def schema(self, terms: Terms) -> Schema:
        pattern = {"pattern": f"^(?:{self.pattern})$"} if self.pattern else {}
        most = {} if self.most is None else {"maxLength": self.most}
        return {"type": "string", **pattern, **most}

    def bind(self, terms: Terms) -> Shape[str]:
        return plain_shape(self._read, lambda text: text)

    def _read(self, raw: Any) -> str:
        if type(raw) is not str:
            raise invalid(Code.WRONG_TYPE, raw, self.expected)
        if self.most is not None and len(raw) > self.most:
            raise invalid(Code.TOO_LONG, raw, f"at most {self.most} characters")
        if _UNPRINTED.search(raw):
            raise invalid(Code.MALFORMED, raw, "a text without control characters")
        if self.pattern and not re.fullmatch(self.pattern, raw):
            raise invalid(Code.MALFORMED, raw, self.expected)
        return raw
