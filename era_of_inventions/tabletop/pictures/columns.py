"""Rendering as text in columns, for terminals and screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from era_of_inventions.tabletop.errors import GameError, describe
from era_of_inventions.tabletop.pictures.characters import cells, clipped
from era_of_inventions.tabletop.pictures.frame import MARK_WORDS, V

WIDTH = 100
"""The default number of columns."""
WIDTH_MIN = 80
_HANGING = 8


def rendered(
    view: V, renderers: Mapping[str, Callable[[V, int], Iterator[str]]], width: int = WIDTH
) -> str:
    """Render a view in lines of at most ``width`` columns, each part by its renderer.

    Raises `GameError` for a width below 80.
    """
    if not isinstance(width, int) or width < WIDTH_MIN:
        raise GameError(
            f"the width is {describe(width)} columns; expected {WIDTH_MIN} or more"
        )
    blocks = ["\n".join(renderers[part](view, width)) for part in view.parts]
    body = "\n".join(_folded("\n\n".join(blocks), width))
    notes = [f"{mark} {words}" for mark, words in MARK_WORDS.items() if mark in body]
    return "\n\n".join([body, "\n".join(notes)] if notes else [body]) + "\n"


def _folded(body: str, width: int) -> Iterator[str]:
    """Yield the lines of a text. A line that is too long is folded at a space."""
    for whole in body.split("\n"):
        line = whole
        while cells(line) > width:
            most = len(clipped(line, width)) - 1
            cut = line.rfind(" ", _HANGING + 1, most + 1)
            cut = most if cut < 0 else cut
            yield line[:cut].rstrip()
            line = " " * _HANGING + line[cut:].lstrip()
        yield line


def wrapped(width: int, head: str, pieces: Iterable[str], gap: str = ", ") -> Iterator[str]:
    """Yield the pieces in a row after a head, wrapped with a hanging indent."""
    line, empty, indent = head, True, " " * cells(head)
    for piece in pieces:
        joined = line + ("" if empty else gap) + piece
        if cells(joined) > width and not empty:
            yield (line + gap).rstrip()
            joined = indent + piece
        line, empty = joined, False
    yield line.rstrip()


def padded(text: str, width: int) -> str:
    """Fill a text up with spaces to a width."""
    return text + " " * (width - cells(text))


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows with aligned columns."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield (
            "  "
            + "  ".join(padded(cell, width) for cell, width in zip(row, widths, strict=True))
        ).rstrip()
