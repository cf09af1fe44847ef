"""Rendering of positions: `svg` for pages and notebooks, `text` for terminals. Both show the same `PARTS`."""

from era_of_inventions.render.pictures import PARTS, PICTURES, svg, text
from era_of_inventions.tabletop.pictures.svg import Svg

__all__ = ["PARTS", "PICTURES", "Svg", "svg", "text"]
