"""Tables on telephones, as an extension of Markdown.

A table that does not fit there is marked, and its cells get the headings of their columns as labels: telephones show
each of its rows as a list. Whether it fits is estimated from its longest words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

FITTING = 328
"""The width that a telephone of 360 pixels has for a table."""
LETTER, PADDING = 6.6, 16
"""The width of a letter, and what stands around the words of a cell, in pixels."""
AFTER_INLINE = 15


class Labels(Extension):  # type: ignore[misc]
    """Labels the cells of all tables that do not fit a telephone."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Look at the tables when everything in their cells is known."""
        md.treeprocessors.register(_Labeled(md), "labels", AFTER_INLINE)


class _Labeled(Treeprocessor):  # type: ignore[misc]
    def run(self, root: Element) -> None:
        """Mark the tables that do not fit, and label their cells."""
        for table in root.iter("table"):
            rows = [[*row] for row in table.iter("tr")]
            first, *others = zip(*rows, strict=True)
            if _width(first, whole="code") + sum(map(_width, others)) > FITTING:
                table.set("data-list", "")
                for cell, heading in chain.from_iterable(zip(row[1:], rows[0][1:], strict=True) for row in rows[1:]):
                    cell.set("data-label", _text(heading))


def _width(column: Sequence[Element], whole: str = "") -> float:
    """Return the width of a column by its longest word. Of elements ``whole`` no line is broken."""
    unbroken = [_text(part) for cell in column for part in cell.iter(whole)]
    words = [word for cell in column for word in re.findall(r"[^\s-]+-?", _text(cell))]
    return PADDING + LETTER * max(map(len, ("", *unbroken, *words)))


def _text(cell: Element) -> str:
    return "".join(cell.itertext())


def makeExtension(**settings: object) -> Labels:  # noqa: N802
    """Return the extension; Markdown calls this by name."""
    return Labels(**settings)
