"""Rows of a panel: what they tell is drawn and written, each cell in its place and none on another."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from era_of_inventions.tabletop.pictures.canvas import INNER, Canvas, Symbols
from era_of_inventions.tabletop.pictures.panels import Cell, Framed, Line
from tests.support.drawings import SVG, boxes, overlaps_nothing, things

SYMBOLS = Symbols(things={"coin": '<circle r="5"/>'}, words={})


def drawn(*rows: Framed | Line) -> tuple[ElementTree.Element, float]:
    """The drawing of a panel with these rows, and its height."""
    view: Any = SimpleNamespace(names=("Ann",), tags=("A",))
    canvas, y = Canvas(view, SYMBOLS, "id"), 0.0
    for row in rows:
        y = row.draw(canvas, y)
    panel = f'<g transform="translate(10 34)">{"".join(canvas.drawn)}</g>'
    root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}"><g><rect/>{panel}</g></svg>')
    return root, y


@pytest.mark.parametrize("number", [0, 7, 123456])
def test_cells_that_follow_others_do_not_lie_on_them(number: int) -> None:
    cells = [
        Cell(6, 15, "costs"), Cell.number(None, 15, number, "coin", "*"), Cell(None, 15, ""),
        Cell(None, 15, [(number, "coin"), (2, "coin")], "", 0, "°"), Cell(None, 15, "for nothing"),
    ]  # fmt: skip
    root, height = drawn(Framed("mill", [], 20, cells, "k"))
    overlaps_nothing(root)
    assert things(root) == [
        "costs",
        str(number),
        "[coin]",
        "*",
        str(number),
        "[coin]",
        "2",
        "[coin]",
        "°",
        "for nothing",
    ]
    assert height > 20


def test_words_that_are_too_long_keep_to_the_frame() -> None:
    root, _ = drawn(Framed("mill", [], 20, [Cell(6, 15, "bakery " * 9), Cell(200, 15, "mill " * 40)], "k"))
    assert max(right for _, _, right, _, what in boxes(root) if what.startswith("mill")) <= 10 + INNER


def test_what_is_empty_is_neither_written_nor_drawn() -> None:
    only_text = Framed("mill", ["", "costs 2", ""])
    nothing = Framed("mill", [], 20, [Cell(6, 15, ""), Cell(None, 15, [])])
    assert [*only_text.lines(80)] == ["  mill: costs 2"]
    assert [*Line("hand:", text="").lines(80)] == []
    assert things(drawn(only_text, nothing)[0]) == []
    assert drawn(only_text)[1] == 0


def test_a_line_is_wrapped_in_both() -> None:
    words = ", ".join(["an assistant who helps the craftsman"] * 6)
    lines = [*Line(words).lines(80)]
    root, height = drawn(Line(words), Line("next"))
    overlaps_nothing(root)
    assert " ".join(" ".join(lines).split()) == words
    assert " ".join(things(root)) == f"{words} next"
    assert height > 15 * len(lines)
