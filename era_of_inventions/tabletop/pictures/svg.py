"""SVG documents made of panels, with a legend, a text alternative, and a light and a dark color scheme."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.pictures.canvas import (
    INNER,
    SPARE,
    Canvas,
    Symbols,
    Thing,
    escaped,
    number,
    text_width,
)
from era_of_inventions.tabletop.pictures.frame import MARK_WORDS, V
from era_of_inventions.tabletop.pictures.palette import STYLE

MARGIN, HEAD, GAP = 10, 34, 10
PANEL = INNER + 2 * MARGIN
COLUMNS_MAX = 4
ENLARGED = 1.25
"""Pixels per unit, if there is enough room."""
LEGEND_LINE, LEGEND_GAP = 24, 12
Panel: TypeAlias = tuple[str, Callable[[Canvas[V]], float]]
"""The title of a panel, if any, and the function that draws it and returns its height."""


class Svg(str):
    """An SVG document, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    _repr_html_ = _repr_svg_


def document(
    view: V,
    symbols: Symbols,
    panels: Iterable[Panel[V]],
    text: str,
    *,
    hot: frozenset[Thing] = frozenset(),
    title: str | None = None,
    columns: int | None = None,
    prefix: str | None = None,
) -> Svg:
    """Draw the panels of a view in one document. ``text`` is the alternative for people who do not see it.

    The things of ``hot`` get a bold border. ``title`` is the accessible title.
    ``columns`` is the number of columns of panels; by default two if there are more
    than three. ``prefix`` is the prefix of the ids in the document; by default it is a
    hash of the content, so that different pictures can be on one page. Raises
    `GameError` for invalid columns.
    """
    if columns is not None and columns not in range(1, COLUMNS_MAX + 1):
        raise GameError(f"columns is {columns}; expected 1 to {COLUMNS_MAX}")
    headed = list(panels)
    columns = columns or (2 if len(headed) > 3 else 1)
    prefix = (
        prefix
        or f"e{zlib.crc32(f'{text}{view.names}{sorted(hot)}{columns}{title}'.encode()) & 0xFFFFFF:06x}"
    )
    width = columns * (PANEL + GAP) - GAP
    ends = [0.0] * columns
    body, drawn = [], []
    for heading, draw in headed:
        drawn.append(canvas := Canvas(view, symbols, prefix, hot))
        if heading:
            canvas.text(0, -12, heading, "t")
        high, column = HEAD + draw(canvas) + MARGIN, ends.index(min(ends))
        body.append(_framed(canvas, column * (PANEL + GAP), ends[column], PANEL, high))
        ends[column] += high + GAP
    below = Canvas(view, symbols, prefix)
    height = max(ends) - GAP
    if room := _legend(below, drawn, width - 2 * MARGIN):
        body.append(_framed(below, 0, max(ends), width, room + 2 * MARGIN, MARGIN))
        height = max(ends) + room + 2 * MARGIN
    drawings = {**symbols.things, **symbols.pieces}
    defined = [
        f'<g id="{prefix}-{name}">{drawings[name]}</g>'
        for name in drawings
        if name in below.used
    ]
    pixels = [number(side * ENLARGED) for side in (width, height)]
    title = title or f"{view.state.setting.rulebook.title}: {view.round_words}"
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="era" role="img" aria-labelledby="{prefix}-title" '
        f'aria-describedby="{prefix}-desc" viewBox="0 0 {width} {number(height)}" width="{pixels[0]}" '
        f'height="{pixels[1]}" style="max-width:min(100%,{pixels[0]}px);height:auto">'
        f'<title id="{prefix}-title">{escaped(title)}</title><desc id="{prefix}-desc">{_description(text)}</desc>'
        f"<style>{STYLE}</style><defs>{''.join(defined)}</defs>{''.join(body)}</svg>"
    )


def _description(text: str) -> str:
    """Join the lines of a text, without the spaces that align them."""
    return escaped("; ".join(" ".join(line.split()) for line in text.splitlines() if line))


def _framed(
    canvas: Canvas[Any], x: float, y: float, width: float, height: float, head: float = HEAD
) -> str:
    """Put a canvas into the frame of its panel."""
    return (
        f'<g transform="translate({number(x)} {number(y)})">'
        f'<rect x=".5" y=".5" width="{number(width - 1)}" height="{number(height - 1)}" rx="8" class="p"/>'
        f'<g transform="translate({MARGIN} {number(head)})">{"".join(canvas.drawn)}</g></g>'
    )


def _legend(canvas: Canvas[Any], panels: Sequence[Canvas[Any]], width: float) -> float:
    """Draw the legend of the things in the panels. Returns its height, 0 if there is nothing to explain."""
    x, y = 0.0, 10.0
    for sign, room, words in _entries(canvas, panels):
        wide = room + text_width(words, 11) * SPARE
        if x and x + wide > width:
            x, y = 0.0, y + LEGEND_LINE
        sign(x, y)
        canvas.text(x + room, y + 4, words, "s", width - room)
        x += wide + LEGEND_GAP
    return y + 10 if canvas.drawn else 0


def _entries(
    canvas: Canvas[Any], panels: Sequence[Canvas[Any]]
) -> Iterator[tuple[Callable[[float, float], None], float, str]]:
    """Yield, for each explained thing, the function that draws it, its width, and the explanation."""
    used = {name for panel in panels for name in panel.used}
    seats = {seat for panel in panels for seat in panel.seats}
    marks = {mark for panel in panels for mark in panel.marks}
    view, symbols = canvas.view, canvas.symbols
    for drawn, sign, room in (
        (symbols.things, canvas.symbol, 16),
        (symbols.pieces, canvas.outline, 23),
    ):
        for name in drawn:
            if name in used:
                yield partial(sign, name), room, symbols.words.get(name, name)
    if view.all_parts[0] not in view.parts:
        for seat in sorted(seats):
            yield partial(canvas.key, next(iter(symbols.pieces)), seat), 23, view.names[seat]
    for mark in sorted(marks, reverse=True):
        yield partial(canvas.sign, mark), 15, {**MARK_WORDS, **symbols.letters}[mark]
