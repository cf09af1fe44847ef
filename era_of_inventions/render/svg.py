"""Rendering of positions as SVG, for pages, notebooks and files."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

import attrs

from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State
from era_of_inventions.render import board_panels, legend_panel, mat_panels
from era_of_inventions.render.canvas import INNER, Canvas, escaped, number
from era_of_inventions.render.highlights import Thing, things_of
from era_of_inventions.render.palette import STYLE
from era_of_inventions.render.symbols import PIECES, SYMBOLS
from era_of_inventions.render.text import WIDTH, render_view
from era_of_inventions.render.view import PARTS, View, view_of
from era_of_inventions.tabletop.errors import GameError

MARGIN, HEAD, GAP = 10, 34, 10
PANEL = INNER + 2 * MARGIN
COLUMNS_MAX = 4
ENLARGED = 1.25
"""Pixels per unit, if there is enough room."""

_PANELS: dict[str, tuple[str, Callable[[Canvas], float]]] = {
    "status": ("", mat_panels.status),
    "areas": ("Action areas", board_panels.areas),
    "market": ("Exchange market", board_panels.market),
    "factories": ("Factories", board_panels.factories),
    "display": ("Invention cards", board_panels.display),
    "loads": ("Ships and storage houses", board_panels.loads),
    "inventions": ("Inventions", board_panels.inventions),
    "patents": ("Patent track", board_panels.patents),
    "influence": ("Influence track", board_panels.influence),
}


class Svg(str):
    """An SVG document, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


def svg(
    state: State,
    *,
    names: Sequence[str] | None = None,
    parts: Collection[str] = PARTS,
    seats: Collection[int] | None = None,
    highlight: Iterable[Move] = (),
    title: str | None = None,
    columns: int | None = None,
    prefix: str | None = None,
) -> Svg:
    """Render a position as a picture with a light and a dark color scheme.

    ``names`` are the players' names by seat, ``parts`` the parts of the table to draw, ``seats`` the players whose mats
    are drawn. The things that the moves of ``highlight`` refer to get a bold border. ``title`` is the accessible title.
    ``columns`` is the number of columns of panels, 1 for a phone; by default two if there are more than three panels.
    ``prefix`` is the prefix of the ids in the document; by default it is a hash of the content, so that different
    pictures can be on one page. Raises `GameError` for invalid names, parts, seats and columns.
    """
    if columns is not None and columns not in range(1, COLUMNS_MAX + 1):
        raise GameError(f"columns is {columns}; expected 1 to {COLUMNS_MAX}")
    view = view_of(state, names, parts, seats)
    hot = frozenset(thing for move in highlight for thing in things_of(move, state))
    text = render_view(view, WIDTH)
    prefix = prefix or f"e{zlib.crc32(f'{text}{view.names}{sorted(hot)}{columns}{title}'.encode()) & 0xFFFFFF:06x}"
    panels = _panels(view, prefix, hot)
    columns = columns or (2 if len(panels) > 3 else 1)
    return Svg(_document(view, panels, columns, prefix, title or f"Era of Inventions: {view.round_words}", text))


@attrs.frozen
class _Panel:
    """A finished panel and its height with the margins."""

    canvas: Canvas
    height: float


def _panels(view: View, prefix: str, hot: frozenset[Thing]) -> list[_Panel]:
    def panel(title: str, draw: Callable[[Canvas], float]) -> _Panel:
        canvas = Canvas(view, prefix, hot)
        if title:
            canvas.text(0, -12, title, "t")
        return _Panel(canvas, HEAD + draw(canvas) + MARGIN)

    drawn = [panel(title or view.round_words, draw) for part, (title, draw) in _PANELS.items() if part in view.parts]
    mats = view.seats if "mats" in view.parts else ()
    return drawn + [panel("", partial(mat_panels.mat, seat=seat)) for seat in mats]


def _document(view: View, panels: list[_Panel], columns: int, prefix: str, title: str, text: str) -> str:
    width = columns * (PANEL + GAP) - GAP
    ends = [0.0] * columns
    body = []
    for panel in panels:
        column = ends.index(min(ends))
        body.append(_framed(panel.canvas, column * (PANEL + GAP), ends[column], PANEL, panel.height))
        ends[column] += panel.height + GAP
    legend = Canvas(view, prefix, frozenset())
    below = legend_panel.draw(legend, [panel.canvas for panel in panels], width - 2 * MARGIN)
    height = max(ends) - GAP
    if below:
        body.append(_framed(legend, 0, max(ends), width, below + 2 * MARGIN, MARGIN))
        height = max(ends) + below + 2 * MARGIN
    wide, high = number(width * ENLARGED), number(height * ENLARGED)
    drawings = {name: drawing for name, drawing in {**SYMBOLS, **PIECES}.items() if name in legend.symbols}
    defined = "".join(f'<g id="{prefix}-{name}">{drawing}</g>' for name, drawing in drawings.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="era" role="img" aria-labelledby="{prefix}-title" '
        f'aria-describedby="{prefix}-desc" viewBox="0 0 {width} {number(height)}" width="{wide}" height="{high}" '
        f'style="max-width:min(100%,{wide}px);height:auto"><title id="{prefix}-title">{escaped(title)}</title>'
        f'<desc id="{prefix}-desc">{_description(text)}</desc>'
        f"<style>{STYLE}</style><defs>{defined}</defs>{''.join(body)}</svg>"
    )


def _description(text: str) -> str:
    """Join the lines of a text, without the spaces that align them."""
    return escaped("; ".join(" ".join(line.split()) for line in text.splitlines() if line))


def _framed(canvas: Canvas, x: float, y: float, width: float, height: float, head: float = HEAD) -> str:
    """Put a canvas into the frame of its panel."""
    return (
        f'<g transform="translate({number(x)} {number(y)})">'
        f'<rect x=".5" y=".5" width="{number(width - 1)}" height="{number(height - 1)}" rx="8" class="p"/>'
        f'<g transform="translate({MARGIN} {number(head)})">{"".join(canvas.drawn)}</g></g>'
    )
