"""Players' names, and other texts that can stand on one line of a game text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

import attrs

from era_of_inventions.tabletop.errors import joined
from era_of_inventions.tabletop.play.reserved import NAME_MAX, is_name, name_form
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.text.span import MARKS, Span, quoted
from era_of_inventions.tabletop.values import Domain, Shape, Terms
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.plain import Many, TextThat

LINE_MAX = 1000
"""The most characters of a comment or an entry."""
LINE_FORM = f"a text on one line of up to {LINE_MAX} characters, all printable, without blanks around it"
"""The form of a comment or an entry, in words for messages."""


def with_blanks(text: str) -> str:
    """Return a text with plain blanks in place of tabs and of blanks of other widths."""
    return "".join(
        " " if letter == "\t" or unicodedata.category(letter) == "Zs" else letter
        for letter in text
    )


def is_line(text: str) -> bool:
    """Return whether a text can stand on a line of its own: it is printable, and has no blanks around it."""
    return text.isprintable() and text == text.strip() and len(text) <= LINE_MAX


def _parse_line(value: Span) -> str:
    text = with_blanks(value.text[value.start :]).strip()
    if not text or not is_line(text):
        raise value.error(f"a text of up to {LINE_MAX} characters, all printable")
    return text


LINE = TextThat(
    lambda text, _: is_line(text), lambda _: LINE_FORM, {"maxLength": LINE_MAX}, _parse_line
)


def written(names: Iterable[str]) -> tuple[str, ...]:
    """Return names as a text states them: in quotation marks if they contain marks that have a meaning there."""
    return tuple(
        quoted(name) if re.search('[#"]', name) or set(name) & set(MARKS) else name
        for name in names
    )


def signed(name: str, text: str) -> str:
    """Return a comment of the player with this name."""
    return f"{written([name])[0]}: {text}"


NAME = TextThat(is_name, name_form, {"minLength": 1, "maxLength": NAME_MAX})


@attrs.frozen(eq=False)
class PlayerNames(Domain[tuple[str, ...]]):
    """The players' names, by seat."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the array."""
        return _names(terms).schema(terms)

    def bind(self, terms: Terms) -> Shape[tuple[str, ...]]:
        """Return how values are read and written; see `Domain.bind`."""
        return attrs.evolve(
            _names(terms).bind(terms),
            parse=lambda text: _parse_names(text, terms.rulebook),
            show=lambda names: ", ".join(written(names)),
        )


def _names(terms: Terms) -> Many[str]:
    counts = terms.rulebook.player_counts()
    return Many(NAME, max(counts), min(counts))


def _parse_names(text: Span, rulebook: AnyRulebook) -> tuple[str, ...]:
    parts, counts = text.split(","), rulebook.player_counts()
    if len(parts) not in counts:
        raise text.error(f"the names of {joined(counts)} players, clockwise")
    for place, part in enumerate(parts):
        if not is_name(part.plain, rulebook):
            raise part.error(name_form(rulebook))
        if part.folded in (other.folded for other in parts[:place]):
            raise part.error("a name that nobody has yet")
    return tuple(part.plain for part in parts)
