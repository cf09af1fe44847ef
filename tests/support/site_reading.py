"""Reads the generated Markdown of pages back: links, tables, folds of cards, sections."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

LINK = re.compile(r"(?<!!)\[(?P<words>`?[^\[\]]+`?)\](?:\((?P<target>[^)]+)\)|\[(?P<label>[^\]]+)\])")


class Link(NamedTuple):
    """A link: its words, and the label, or the page and anchor, to which it leads."""

    words: str
    to: str


def links(text: str, page: str = "") -> list[Link]:
    """All links of a text on a page, in order."""
    return [
        Link(match["words"].strip("`"), match["label"] or reached(match["target"], page))
        for match in LINK.finditer(text)
    ]


def reached(target: str, page: str) -> str:
    """The page and anchor that a relative link of a page leads to."""
    path, _, anchor = target.partition("#")
    full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return f"{full}#{anchor}" if anchor else full


def folds(card: str) -> dict[str, str]:
    """The text of each fold of a card, by its summary."""
    return {
        summary: body.strip()
        for summary, body in re.findall(r"<details[^>]*><summary>([^<]+)</summary>\n(.*?)\n</details>", card, re.DOTALL)
    }


def items(text: str) -> list[str]:
    """The items of a list."""
    return [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]


def sections(text: str, level: int) -> dict[str, str]:
    """What follows each heading of a level, by the heading as it is written."""
    parts = re.split(rf"^{'#' * level} (.+)$", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def rows(text: str) -> Iterator[dict[str, str]]:
    """The rows of the tables of a text, each cell by the heading of its column."""
    head: list[str] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            head = []
        elif not head:
            head = _cells(line)
        elif not re.fullmatch(r"[|:-]+", line):
            yield dict(zip(head, _cells(line), strict=True))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
