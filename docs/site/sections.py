"""The sections of a page, from its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from docs.site.text import DIRECTIVE, HEADING, lines

MARKS = re.compile(r"\]\([^)]*\)|\]\[[^\]]*\]|\{[^}]*\}|<[^>]+>|^:   |[`*\[\]]", re.MULTILINE)
LINES = re.compile(r"^[|:\->\s]+$|^\s*(?:!!!|\?\?\?)\S* \w*|\|", re.MULTILINE)
"""What Markdown has within lines, and what stands for lines of its own or between cells."""


class Section(NamedTuple):
    """A heading of a page, its anchor, the text below it, and the clauses with a card there."""

    title: str
    anchor: str
    text: str
    clauses: Sequence[str]


def sections(source: str) -> Iterator[Section]:
    """Yield the sections of a page. The first is that of its title, which needs no anchor."""
    from markdown.extensions.toc import slugify, unique  # which tests without the site's tools do without

    used: set[str] = set()
    for number, part in enumerate(_parts(source)):
        heading, *below = part
        title, given = plain(heading.lstrip("#")), re.search(r"\{ ?#([\w.-]+)", heading)
        anchor = unique(given[1] if given else slugify(title, "-"), used)
        directives = [match for line in below if (match := DIRECTIVE.fullmatch(line))]
        text = "".join(line for line in below if not DIRECTIVE.fullmatch(line))
        clauses = [match[2] for match in directives if match[1] == "clause"]
        yield Section(title, anchor if number else "", plain(text), clauses)


def _parts(source: str) -> Iterator[list[str]]:
    """Yield the lines of each section, its heading first, without blocks of code."""
    part: list[str] = []
    for line in lines(source):
        if HEADING.match(line.text) and not line.code:
            if part:
                yield part
            part = [line.text]
        elif part and not line.code:
            part.append(line.text)
    if part:
        yield part


def plain(text: str) -> str:
    """Return a text without its Markdown."""
    return " ".join(MARKS.sub("", LINES.sub(" ", text)).split())
