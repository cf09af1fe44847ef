"""Drawing on one panel: text, cards, symbols and pieces, and their sizes."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Generic

import attrs

from era_of_inventions.tabletop.pictures.characters import printable
from era_of_inventions.tabletop.pictures.frame import MARK_WORDS, V
from era_of_inventions.tabletop.pictures.palette import letter_style, piece_colors

Thing = tuple[str, int]
"""A kind of thing that can be highlighted (a space, a card and so on), and its number."""
Amount = tuple[int, str]
"""A number and the symbol of the thing that it counts."""
INNER = 340
"""The width of a panel in units, without its margins."""
ROW = 15
"""The distance between rows of amounts."""
SPARE = 1.08
"""The factor by which a text may be wider than calculated."""
SQUEEZED = 1.3
"""The factor up to which a text that is too wide is condensed; beyond it, it is cut."""
SMALL, NORMAL = 11, 12
"""The font sizes, with and without the class ``s``."""

# Widths of Arial in thousandths of the font size; other characters count as wide letters.
_WIDTHS = {
    char: width
    for chars, width in (
        ("ijl'|", 222),
        (" ,./:;!ftI°·I", 278),
        ("r()-*", 333),
        ("ckvxyzsJ", 500),
        ("abdeghnopqu0123456789L", 556),
        ("+>=", 584),
        ("ABEKPSVXY", 667),
        ("FTZ", 611),
        ("CDHNRUw", 722),
        ("GOQ", 778),
        ("mM", 833),
        ("W", 944),
    )
    for char in chars
}


@lru_cache(maxsize=4096)
def text_width(text: str, size: int = NORMAL) -> float:
    """Estimate the width of a text."""
    return (
        sum(_WIDTHS.get(char, 1000 if ord(char) > 0x2E7F else 780) for char in text)
        * size
        / 1000
    )


@lru_cache(maxsize=4096)
def escaped(text: str) -> str:
    """Escape a text for SVG."""
    return html.escape(printable(text), quote=False).replace('"', "&quot;")


def number(value: float) -> str:
    """Format a coordinate."""
    return f"{value:.1f}".removesuffix(".0")


@attrs.frozen(eq=False, kw_only=True)
class Symbols:
    """Drawings that a game uses by name: things in a square of 12 units, and outlines of pieces around their center.

    A piece takes the color of its player where it is used. The legend explains what is
    drawn: things and pieces by their ``words``, or by their names if they have none,
    and marks that are letters by ``letters``.
    """

    things: Mapping[str, str]
    words: Mapping[str, str]
    pieces: Mapping[str, str] = attrs.field(factory=dict)
    letters: Mapping[str, str] = attrs.field(factory=dict)


class Canvas(Generic[V]):
    """One panel while it is drawn. The origin is the upper left corner inside the margins; y points down.

    ``used``, ``seats`` and ``marks`` collect what has been drawn, for the legend.
    """

    def __init__(
        self, view: V, symbols: Symbols, prefix: str, hot: frozenset[Thing] = frozenset()
    ) -> None:
        """Make an empty panel. ``prefix`` begins all ids of the picture, and the things in ``hot`` are highlighted."""
        self.view = view
        self.symbols = symbols
        self.prefix = prefix
        self.hot = hot
        self.colors = piece_colors(view.names)
        self.drawn: list[str] = []
        self.used: set[str] = set()
        self.seats: set[int] = set()
        self.marks: set[str] = set()

    def text(self, x: float, y: float, text: str, style: str = "", room: float = 0) -> None:
        """Draw a line of text with its baseline at y. If it is wider than its room, it is condensed or cut."""
        mark = text[-1] if text[-1:] in MARK_WORDS else ""
        self.marks.update(MARK_WORDS.keys() & set(text))
        size = SMALL if "s" in style.split() else NORMAL
        squeezed = ""
        if room and text_width(text, size) > room / SPARE:
            while text_width(text, size) > room * SQUEEZED:
                text = f"{text.removesuffix(mark).rstrip('…')[:-1]}…{mark}"
            width = number(min(room, text_width(text, size) * SPARE))
            squeezed = f' textLength="{width}" lengthAdjust="spacingAndGlyphs"'
        named = f' class="{style}"' if style else ""
        self.drawn.append(
            f'<text x="{number(x)}" y="{number(y)}"{named}{squeezed}>{escaped(text)}</text>'
        )

    def lines(self, x: float, y: float, text: str, style: str, room: float) -> float:
        """Draw a wrapped text. Returns the baseline of the last line."""
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and text_width(longer, SMALL) > room / SPARE:
                self.text(x, y, line, style)
                longer, y = word, y + 15
            line = longer
        self.text(x, y, line, style, room)
        return y

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        style: str,
        thing: Thing | None = None,
    ) -> None:
        """Draw a rounded rectangle, with a bold border if the thing it shows is highlighted."""
        self.drawn.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
            f'class="{self._style(style, thing)}"/>'
        )

    def path(self, data: str, style: str, thing: Thing | None = None) -> None:
        """Draw a line or an outline, bold if the thing it shows is highlighted."""
        self.drawn.append(f'<path d="{data}" class="{self._style(style, thing)}"/>')

    def _style(self, style: str, thing: Thing | None) -> str:
        return f"{style} h" if thing in self.hot else style

    def symbol(self, name: str, x: float, y: float) -> None:
        """Draw a symbol, left-aligned at x and centered at y."""
        self.used.add(name)
        self.drawn.append(self._use(name, x, y - 6))

    def outline(self, kind: str, x: float, y: float) -> None:
        """Draw a piece without a color, left-aligned at x and centered at y."""
        self.used.add(kind)
        self.drawn.append(f'<g class="x">{self._use(kind, x + 10, y)}</g>')

    def sign(self, mark: str, x: float, y: float) -> None:
        """Draw a mark by itself, for the legend."""
        self.text(x + 3, y + 4, mark, "b")

    def piece(self, kind: str, seat: int, x: float, y: float) -> None:
        """Draw a player's piece on the table, centered, with the player's letter on it."""
        self.seats.add(seat)
        title = f"<title>{escaped(self.view.names[seat])}: {self.symbols.words.get(kind, kind)}</title>"
        self._piece(kind, kind, title, seat, x, y)

    def key(self, kind: str, seat: int, x: float, y: float) -> None:
        """Draw a piece before the name of a player, to show the player's color; it is not on the table."""
        self._piece("key", kind, "", seat, x + 10, y)

    def _piece(
        self, style: str, kind: str, title: str, seat: int, x: float, y: float
    ) -> None:
        self.used.add(kind)
        color, line = self.colors[seat], y + (2 if kind == "pawn" else 4)
        self.drawn.append(
            f'<g class="{style}" fill="{color}">{title}{self._use(kind, x, y)}<text x="{number(x)}" y="{number(line)}" '
            f'class="s b c {letter_style(color)}">{escaped(self.view.tags[seat])}</text></g>'
        )

    def _use(self, name: str, x: float, y: float) -> str:
        return f'<use href="#{self.prefix}-{name}" x="{number(x)}" y="{number(y)}"/>'

    def mark(self, x: float, y: float, mark: str) -> float:
        """Draw the mark after a value that no rulebook states. Returns its right end."""
        if not mark:
            return x
        self.text(x, y + 4, mark)
        return x + 5

    def amount(self, x: float, y: float, count: int, symbol: str, style: str = "") -> float:
        """Draw a number and the symbol of the thing that it counts, centered at y. Returns its right end."""
        self.text(x, y + 4, str(count), style)
        end = x + amount_width((count, symbol))
        self.symbol(symbol, end - 12, y)
        return end

    def amounts(
        self,
        x: float,
        y: float,
        amounts: Sequence[Amount],
        mark: str = "",
        room: float = INNER,
        style: str = "",
    ) -> float:
        """Draw amounts in wrapped rows. Returns the right end of the last row."""
        end, y = x, y - ROW
        for row in rows_of(amounts, room):
            end, y = x, y + ROW
            for count, symbol in row:
                end = self.amount(end, y, count, symbol, style) + 3
        if not amounts:
            self.text(x, y + 4, "-")
            end = x + 7
        return self.mark(end - 3, y, mark)


def rows_of(amounts: Sequence[Amount], room: float) -> list[list[Amount]]:
    """Split amounts into rows that fit the room."""
    rows: list[list[Amount]] = [[]]
    left = room
    for amount in amounts:
        width = amount_width(amount)
        if rows[-1] and width > left:
            rows.append([])
            left = room
        rows[-1].append(amount)
        left -= width + 3
    return rows


def amount_width(amount: Amount) -> int:
    """Return the width of a number and its symbol, in units."""
    return round(text_width(str(amount[0]))) + 14
