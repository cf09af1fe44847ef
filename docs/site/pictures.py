"""Pictures of positions as figures of a page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from docs import ROOT
from era_of_inventions.tabletop.disputes import read_dispute
from era_of_inventions.tabletop.play.rulebook import Rulebook

EXAMPLES = ROOT / "examples"
OF_EXAMPLE = "The position of the example."
SCREENS = (("on-desk", 2), ("on-phone", 1))
"""The classes of drawings for wide and narrow screens, each with its columns of panels."""
SVG_BYTES_MAX = 60_000


def picture_of_example(rulebook: Rulebook[Any, Any], name: str) -> str:
    """Render the position of an example, by its path without the suffix. Raises ValueError if there is none."""
    path = EXAMPLES / f"{name}.toml"
    if not rulebook.pictures or not path.exists():
        raise ValueError(f"there is no picture {name!r}; expected an example")
    dispute, svg = read_dispute(path, rulebook), rulebook.pictures().svg
    drawings = ((screen, svg(dispute.state, names=dispute.names, title=OF_EXAMPLE, columns=n)) for screen, n in SCREENS)
    return figure(name, OF_EXAMPLE, drawings)


def figure(name: str, caption: str, drawings: Iterable[tuple[str, str]]) -> str:
    """Render a figure of drawings, each with a class of screens or none. Raises ValueError if one is too large."""
    lines = ['<figure class="position">']
    for screens, drawing in drawings:
        if (size := len(drawing.encode())) > SVG_BYTES_MAX:
            raise ValueError(f"the picture {name!r} has {size} bytes; expected at most {SVG_BYTES_MAX}")
        lines.append(f'<div class="drawing {screens}">{drawing}</div>')
    return "\n".join((*lines, f"<figcaption>{escape(caption)}</figcaption>", "</figure>"))
