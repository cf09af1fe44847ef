"""The legend of a picture, below the other panels: symbols, pieces and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from era_of_inventions.render.canvas import SPARE, Canvas, text_width
from era_of_inventions.render.symbols import PIECE_WORDS, START_CARD, SYMBOL_WORDS, SYMBOLS
from era_of_inventions.render.view import MARK_WORDS

_LINE, _GAP = 24, 12
_WORDS = {**MARK_WORDS, START_CARD: "start card"}
Entry = tuple[Callable[[float, float], None], float, str]
"""A function that draws what is explained, its width, and the explanation."""


def draw(canvas: Canvas, panels: Sequence[Canvas], width: float) -> float:
    """Draw the legend of what the panels use. Returns its height, 0 if there is nothing to explain."""
    x, y = 0.0, 10.0
    for sign, room, words in _entries(canvas, panels):
        wide = room + text_width(words, 11) * SPARE
        if x and x + wide > width:
            x, y = 0.0, y + _LINE
        sign(x, y)
        canvas.text(x + room, y + 4, words, "s", width - room)
        x += wide + _GAP
    return y + 10 if canvas.drawn else 0


def _entries(canvas: Canvas, panels: Sequence[Canvas]) -> Iterator[Entry]:
    symbols: set[str] = set().union(*(panel.symbols for panel in panels))
    seats: set[int] = set().union(*(panel.seats for panel in panels))
    marks: set[str] = set().union(*(panel.marks for panel in panels))
    for name in SYMBOLS:
        if name in symbols:
            yield partial(canvas.symbol, name), 16, SYMBOL_WORDS.get(name, name)
    for name, words in PIECE_WORDS.items():
        if name in symbols:
            yield partial(canvas.outline, name), 23, words
    if "status" not in canvas.view.parts:
        for seat in sorted(seats):
            yield partial(canvas.key, "disc", seat), 23, canvas.view.names[seat]
    for mark in sorted(marks, reverse=True):
        yield partial(canvas.sign, mark), 15, _WORDS[mark]
