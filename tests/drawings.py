"""Reading pictures as anybody else's parser does: words, places, and what lies on what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from era_of_inventions.tabletop.render.canvas import text_width

SVG = "{http://www.w3.org/2000/svg}"


def classed(root: ElementTree.Element, tag: str, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter(f"{SVG}{tag}") if name in element.get("class", "").split()]


def words(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def placed(
    element: ElementTree.Element, x: float = 0, y: float = 0
) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """Every element with the origin it is drawn from."""
    if found := re.match(r"translate\(([\d.]+) ([\d.]+)\)", element.get("transform", "")):
        x, y = x + float(found[1]), y + float(found[2])
    yield element, x, y
    for child in element:
        if child.tag != f"{SVG}defs":
            yield from placed(child, x, y)


def reach(element: ElementTree.Element) -> tuple[float, float]:
    """How far a text goes to the left and right of its place."""
    style = element.get("class", "").split()
    size = 14 if "t" in style else 11 if "s" in style else 12
    room = float(element.get("textLength") or text_width(element.text or "", size))
    left = -room * (1 if "e" in style else 0.5 if "c" in style else 0)
    return left, left + room


Box = tuple[float, float, float, float, str]
"""Left, top, right, bottom, and what is there."""


def boxes(root: ElementTree.Element) -> Iterator[Box]:
    """The room that texts, symbols and pieces take."""
    sizes = {"disc": 10, "marker": 9, "pawn": 7, "patent": 10}
    letters = {text for piece in root.iter(f"{SVG}g") if piece.get("fill") for text in piece.iter(f"{SVG}text")}
    for element, x, y in placed(root):
        x, y = x + float(element.get("x", 0)), y + float(element.get("y", 0))
        if element.tag == f"{SVG}text" and element not in letters:
            left, right = reach(element)
            yield x + left, y - 8, x + right, y + 1, element.text or ""
        elif element.tag == f"{SVG}use":
            name = element.get("href", "").rpartition("-")[2]
            size = sizes.get(name)
            yield (x - size, y - size, x + size, y + size, name) if size else (x, y, x + 12, y + 12, name)


def keeps_to_its_room(root: ElementTree.Element) -> None:
    """Assert that nothing sticks out of a picture of one column."""
    *_, width, height = (float(number) for number in root.get("viewBox", "").split())
    for element, x, y in placed(root):
        if element.tag == f"{SVG}text":
            at = x + float(element.get("x", ""))
            left, right = reach(element)
            assert at + left >= 5, element.text
            assert at + right <= width - 5, element.text
            assert 0 < y + float(element.get("y", "")) < height
        elif element.tag in (f"{SVG}use", f"{SVG}rect"):
            assert 0 <= x + float(element.get("x", "")) <= width - 12
            assert 0 <= y + float(element.get("y", "")) <= height


def overlaps_nothing(root: ElementTree.Element) -> None:
    """Assert that no text, symbol or piece lies on another."""
    taken = sorted(boxes(root))
    for place, (_, top, right, bottom, what) in enumerate(taken):
        for left, other_top, _, other_bottom, other in taken[place + 1 :]:
            if left >= right - 0.5:
                break
            assert other_top >= bottom - 0.5 or top >= other_bottom - 0.5, f"{what} and {other} overlap"
