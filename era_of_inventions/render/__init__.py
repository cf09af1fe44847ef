"""Pictures of positions: `svg` for pages and notebooks, `text` for terminals. Both show the same `PARTS`."""

from era_of_inventions.render.svg import Svg, svg
from era_of_inventions.render.text import text
from era_of_inventions.render.view import PARTS

__all__ = ["PARTS", "Svg", "svg", "text"]
