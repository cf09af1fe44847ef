"""Rendering of positions: `svg` for pages and notebooks, `text` for terminals. Both show the same `PARTS`."""

from era_of_inventions.render.svg import svg
from era_of_inventions.render.text import PARTS, text
from era_of_inventions.tabletop.pictures.svg import Svg
from era_of_inventions.tabletop.play.renderer import Pictures

PICTURES = Pictures(parts=PARTS, text=text, svg=svg)
"""The pictures of the game."""

__all__ = ["PARTS", "PICTURES", "Svg", "svg", "text"]
