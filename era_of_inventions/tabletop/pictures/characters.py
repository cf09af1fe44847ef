"""Characters as terminals show them, and names cut to fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from era_of_inventions.tabletop.errors import GameError, describe


def cells(text: str) -> int:
    """Return the width of a text in columns of a terminal."""
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clipped(text: str, most: int) -> str:
    """Cut a text to at most ``most`` columns, with an ellipsis."""
    if cells(text) <= most:
        return text
    while cells(text) >= most:
        text = text[:-1]
    return f"{text}…"


def printable(text: str) -> str:
    """Replace unprintable characters in a text. Raises `GameError` if ``text`` is no text."""
    if not isinstance(text, str):
        raise GameError(f"{describe(text)} cannot be shown; expected a text")
    return (
        text
        if text.isprintable()
        else "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    )


def tags_of(names: Sequence[str]) -> tuple[str, ...]:
    """Return distinct tags for names: their first one or two letters or, if these are not distinct, numbers."""
    for length in (1, 2):
        tags = tuple(name[:length] for name in names)
        if all(tag.isalnum() for tag in tags) and len(
            {tag.casefold() for tag in tags}
        ) == len(tags):
            return tags
    return tuple(str(seat + 1) for seat in range(len(names)))
