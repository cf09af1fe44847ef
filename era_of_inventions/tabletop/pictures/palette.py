"""The colors of the pictures, in a light and a dark scheme, and the style sheet that switches between them.

The scheme follows the preference of the system, unless the page or notebook around the
picture sets one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

SCHEMES: dict[str, tuple[str, str]] = {
    "paper": ("#faf7f0", "#1d2327"),
    "card": ("#ffffff", "#2a3238"),
    "ink": ("#20282d", "#ebe7dc"),
    "soft": ("#555e64", "#aeb7bb"),
    "line": ("#cfc8b8", "#454f55"),
    "edge": ("#857d6c", "#8b959a"),
    "gold": ("#f6e6b4", "#4b3f1b"),
    "silver": ("#e4e8eb", "#3a444b"),
    "blue": ("#1b5a9c", "#93c5f3"),
    "glory": ("#a03a10", "#f3a878"),
    "hot": ("#b3126b", "#ff8fc8"),
}
"""The colors by name, in the light and in the dark scheme."""

PIECES = {
    "orange": "#f08c2e",
    "brown": "#7b4b25",
    "green": "#1d7a3c",
    "yellow": "#f7d83a",
    "red": "#c4302b",
    "purple": "#7440a8",
    "violet": "#7440a8",
    "blue": "#2462b4",
    "black": "#26282a",
    "white": "#ffffff",
    "grey": "#6a7176",
    "gray": "#6a7176",
    "pink": "#f4a3c0",
}
"""The colors of players whose names are colors."""
SEATS = ("orange", "brown", "green", "yellow", "red", "purple")
"""The colors of the other players, in this order."""

LETTERS = {"d": "#1b1b1b", "w": "#ffffff"}
"""The colors of the letters on pieces, by class."""


def luminance(color: str) -> float:
    """Return the relative luminance of a color ``#rrggbb``, from 0 to 1, as WCAG 2 defines it."""
    channels = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21, as WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def piece_colors(names: Sequence[str]) -> tuple[str, ...]:
    """Return the color of each player's pieces: the one that the name denotes, or else a free one."""
    named = [PIECES.get(name.casefold()) for name in names]
    free = iter([PIECES[seat] for seat in SEATS if PIECES[seat] not in named])
    return tuple(color or next(free) for color in named)


@cache
def letter_style(piece: str) -> str:
    """Return the class of the letter on a piece: dark or white, whichever has more contrast."""
    return max(LETTERS, key=lambda name: contrast(LETTERS[name], piece))


_DARK_PAGES = '[data-md-color-scheme="slate"] .era,[data-jp-theme-light="false"] .era,[data-theme="dark"] .era'
_LIGHT_PAGES = '[data-md-color-scheme="default"] .era,[data-jp-theme-light="true"] .era,[data-theme="light"] .era'
_RULES = (
    ".era text{font:12px Arial,'Liberation Sans',Helvetica,sans-serif;fill:var(--ink)}"
    ".era rect{rx:4px}.era .t{font-size:14px;font-weight:bold}.era .b{font-weight:bold}.era .s{font-size:11px}"
    ".era .m{fill:var(--soft)}.era .i{fill:var(--glory)}.era .u{fill:var(--blue)}"
    ".era .e{text-anchor:end}.era .c{text-anchor:middle}"
    ".era .p{fill:var(--paper);stroke:var(--line)}.era .k{fill:var(--card);stroke:var(--edge)}"
    ".era .o{fill:none;stroke:var(--edge);stroke-dasharray:3 2}"
    ".era .f{fill:var(--card);stroke:var(--edge);stroke-dasharray:5 2}"
    ".era .au{fill:var(--gold);stroke:var(--edge)}"
    ".era .ag{fill:var(--silver);stroke:var(--edge)}.era .l{fill:none;stroke:var(--edge)}"
    ".era .h{stroke:var(--hot);stroke-width:3;stroke-dasharray:none}.era .n{fill:var(--paper)}"
    ".era .now{fill:var(--ink)}.era .d{fill:#1b1b1b}.era .w{fill:#fff}"
    ".era .x{fill:var(--card)}"
)


_LIGHT, _DARK = (
    ";".join(f"--{name}:{pair[i]}" for name, pair in SCHEMES.items()) for i in (0, 1)
)
STYLE = (
    f".era{{{_LIGHT}}}@media(prefers-color-scheme:dark){{.era{{{_DARK}}}}}"
    f"{_DARK_PAGES}{{{_DARK}}}{_LIGHT_PAGES}{{{_LIGHT}}}{_RULES}"
)
"""The style sheet, identical in every picture, so that several can be on one page."""
