"""Pages as they are written: lines, blocks of code, directives, and what reads like the id of a clause."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

FILES = (".era", ".html", ".json", ".md", ".py", ".svg", ".toml", ".txt")
"""How the names of files end."""
FENCE = re.compile(r"\s*(```+|~~~+)")
HEADING = re.compile(r"(#{1,6}) ")
DIRECTIVE = re.compile(r"\[\[(\w+) ([^\]]+)\]\]\s*")
SPAN = r"(?P<ticks>`+)(?P<code>[^`].*?)(?P=ticks)|(?P<stray>\[\[)|(?<![\]\\])\[(?P<alone>`?(?:{id})`?)\](?![\[(:])"


class Line(NamedTuple):
    """A line of a page with its end, the level of the heading above it, and the line on which its block of code begins.

    ``code`` is 0 outside of blocks.
    """

    number: int
    text: str
    level: int
    code: int


def lines(text: str) -> Iterator[Line]:
    """The lines of a page, in order."""
    level, fence, code = 1, "", 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        mark = FENCE.match(line)
        if mark and not code:
            fence, code = mark[1], number
        elif not code and (heading := HEADING.match(line)):
            level = len(heading[1])
        yield Line(number, line, level, code)
        if mark and number > code and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
            code = 0


def mistakes(text: str, chapters: Iterable[str], ids: Collection[str]) -> Iterator[tuple[int, str]]:
    """What looks like a directive or like the id of a clause in these chapters but is none, with its line.

    Ids are looked for in inline code, alone or in an ``era`` command, and alone in square brackets.
    """
    prose = "".join("\n" if line.code or DIRECTIVE.fullmatch(line.text) else line.text for line in lines(text))
    clause = rf"(?:{'|'.join(chapters)})\.[a-z0-9]+(?:-[a-z0-9]+)*"
    for match in re.finditer(SPAN.format(id=clause), prose, re.DOTALL):
        line = prose.count("\n", 0, match.start()) + 1
        if match["stray"]:
            yield line, "a directive is alone on its line, such as '[[clause ID]]'"
        elif match["alone"]:
            yield line, f"[{match['alone']}] is no reference; expected [words][ID] or [ID][]"
        else:
            words = match["code"].split()
            for word in words if len(words) == 1 or words[:1] == ["era"] else ():
                if re.fullmatch(clause, word) and word not in ids and not word.endswith(FILES):
                    yield line, f"there is no clause {word!r}"


def relative(page: str, target: str) -> str:
    """The way from one page to another, or to a place on it."""
    path, hash_, anchor = target.partition("#")
    return f"{posixpath.relpath(path, posixpath.dirname(page) or '.')}{hash_}{anchor}"


def address(target: str) -> str:
    """Where a page, or a place on it, is in the built site, from its root."""
    path, hash_, anchor = target.partition("#")
    folder = path.removesuffix("index.md") if posixpath.basename(path) == "index.md" else path.removesuffix(".md") + "/"
    return f"{folder}{hash_}{anchor}"


def source_page(path: str) -> str:
    """The page that shows a source file of the project."""
    return f"source/{path.removesuffix('.py').replace('__init__', 'package')}.md"


def line_target(path: str, line: int) -> str:
    """The place of one line of a source file."""
    return f"{source_page(path)}#line-{line}"
