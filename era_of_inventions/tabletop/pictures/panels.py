"""Rows of a panel: cards, and lines of words, each declared once for the text and the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from era_of_inventions.tabletop.pictures.canvas import (
    INNER,
    SMALL,
    Amount,
    Canvas,
    text_width,
)
from era_of_inventions.tabletop.pictures.columns import wrapped
from era_of_inventions.tabletop.pictures.frame import V
from era_of_inventions.tabletop.pictures.gallery import Part

GAP = 4
"""The distance between rows, and between cells that follow each other."""


class Cell(NamedTuple):
    """Words, or amounts of things, on a card. They begin at ``x`` or, with the style ``e``, end there.

    ``y`` is the baseline. A cell without an ``x`` follows the previous cell. A cell
    without content is not drawn.
    """

    x: float | None
    y: float
    content: str | Sequence[Amount]
    style: str = "s"
    room: float = 0
    mark: str = ""

    @classmethod
    def number(
        cls, x: float | None, y: float, number: int, symbol: str, mark: str = ""
    ) -> Cell:
        """Return the cell with a number of things: bold, or muted if there are none."""
        return cls(x, y, [(number, symbol)], "b" if number else "m", 0, mark)


class Framed(NamedTuple):
    """A card, or something else with parts. If it has a ``style``, it stands in a frame of this style.

    As a text it is its ``name`` with the ``facts`` about it; empty facts are left out.
    As a drawing it is its ``cells``, with a ``symbol`` before them.
    """

    name: str
    facts: Sequence[str]
    height: float = 0
    cells: Sequence[Cell] = ()
    style: str = ""
    symbol: str = ""

    def lines(self, width: int) -> Iterator[str]:
        """Yield the lines of the text."""
        head = f"  {self.name}: " if self.name else "  "
        return wrapped(width - 1, head, filter(None, self.facts))

    def draw(self, canvas: Canvas[Any], y: float) -> float:
        """Draw the row with its top at ``y``, and return where the next row begins."""
        if self.style:
            canvas.rect(0, y, INNER, self.height, self.style)
        if self.symbol:
            canvas.symbol(self.symbol, 6, y + 11)
        end = 0.0
        for place, down, content, style, room, mark in self.cells:
            x = end + GAP if place is None else place
            if not content:
                end = x
            elif isinstance(content, str):
                end = x + text_width(content, SMALL)
                canvas.text(x, y + down, content, style, room or INNER - 6 - x)
            else:
                end = canvas.amounts(x, y + down - 4, content, mark, style=style)
        return y + self.height + GAP if self.cells else y


class Line(NamedTuple):
    """A line of words. In pictures as text, ``text`` replaces them; if it is empty, the line is left out there."""

    words: str
    style: str = "s"
    text: str | None = None

    def lines(self, width: int) -> Iterator[str]:
        """Yield the lines of the text."""
        text = self.words if self.text is None else self.text
        return wrapped(width, "  ", text.split(", ")) if text else iter(())

    def draw(self, canvas: Canvas[Any], y: float) -> float:
        """Draw the row with its top at ``y``, and return where the next row begins."""
        return canvas.lines(0, y + 10, self.words, self.style, INNER) + 5


Rows: TypeAlias = Iterable[Framed | Line]


def _drawn(canvas: Canvas[Any], rows: Rows, y: float = 0) -> float:
    for row in rows:
        y = row.draw(canvas, y)
    return y


def in_rows(title: str, rows: Callable[[V], Rows]) -> Part[V]:
    """Return the part with a panel of rows."""

    def lines(view: V, width: int) -> Iterator[str]:
        yield title.upper()
        for row in rows(view):
            yield from row.lines(width)

    return Part(lines, lambda _: [(title, lambda canvas: _drawn(canvas, rows(canvas.view)))])


def each_player(head: Callable[[V, int], str], rows: Callable[[V, int], Rows]) -> Part[V]:
    """Return the part with a panel of rows for each player, below a line of words about the player."""

    def lines(view: V, width: int) -> Iterator[str]:
        for number, seat in enumerate(view.seats):
            if number:
                yield ""
            yield ": ".join(filter(None, (view.names[seat].upper(), head(view, seat))))
            for row in rows(view, seat):
                yield from row.lines(width)

    def panel(seat: int) -> Callable[[Canvas[V]], float]:
        def draw(canvas: Canvas[V]) -> float:
            canvas.text(0, 2, head(canvas.view, seat), "s m", INNER)
            return _drawn(canvas, rows(canvas.view, seat), 10)

        return draw

    return Part(lines, lambda view: [(view.names[seat], panel(seat)) for seat in view.seats])
