"""The source text of pages: lines, code blocks, directives, ids of clauses, and tables."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from pygments import format as formatted
from pygments import lex
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, TextLexer
from pygments.token import Name, Punctuation, Text, Whitespace

COLORED_MAX = 24_000
"""The most characters of a file with syntax highlighting, which makes a page four times as large as its source."""
UNCOLORED = (Name, Punctuation, Whitespace)
"""What is shown in the color of all text: punctuation alone would be a fifth of a page."""
FILES = (".era", ".html", ".json", ".md", ".py", ".svg", ".toml", ".txt")
"""The suffixes of file names."""
FENCE = re.compile(r"\s*(```+|~~~+)")
HEADING = re.compile(r"(#{1,6}) ")
DIRECTIVE = re.compile(r"\[\[(\w+) ([^\]]+)\]\]\s*")
SPAN = r"(?P<ticks>`+)(?P<code>[^`].*?)(?P=ticks)|(?P<stray>\[\[)|(?<![\]\\])\[(?P<alone>`?(?:{id})`?)\](?![\[(:])"


class Line(NamedTuple):
    """A line of a page, the level of the heading above it, and the first line of its code block.

    ``code`` is 0 outside of code blocks.
    """

    number: int
    text: str
    level: int
    code: int


def lines(text: str) -> Iterator[Line]:
    """Yield the lines of a page, in order."""
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
    """Yield malformed directives and unknown ids of clauses in these chapters, with their lines.

    Ids are checked in inline code, alone or in an ``era`` command, and alone in square brackets.
    """
    prose = "".join("\n" if line.code or DIRECTIVE.fullmatch(line.text) else line.text for line in lines(text))
    clause = rf"(?:{'|'.join(chapters)})\.[a-z0-9]+(?:-[a-z0-9]+)*"
    for match in re.finditer(SPAN.format(id=clause), prose, re.DOTALL):
        line = prose.count("\n", 0, match.start()) + 1
        if match["stray"]:
            yield line, "a directive must be alone on its line, such as '[[clause ID]]'"
        elif match["alone"]:
            yield line, f"[{match['alone']}] is not a reference; expected [words][ID] or [ID][]"
        else:
            words = match["code"].split()
            for word in words if len(words) == 1 or words[:1] == ["era"] else ():
                if re.fullmatch(clause, word) and word not in ids and not word.endswith(FILES):
                    yield line, f"there is no clause {word!r}"


def relative(page: str, target: str) -> str:
    """Return the relative link from one page to another, or to a place on it."""
    path, hash_, anchor = target.partition("#")
    return f"{posixpath.relpath(path, posixpath.dirname(page) or '.')}{hash_}{anchor}"


def address(target: str) -> str:
    """Return the address of a page, or of a place on it, relative to the root of the built site."""
    path, hash_, anchor = target.partition("#")
    folder = path.removesuffix("index.md") if posixpath.basename(path) == "index.md" else path.removesuffix(".md") + "/"
    return f"{folder}{hash_}{anchor}"


def built(page: str, target: str) -> str:
    """Return the address of something in the built site, relative to that of a page."""
    return f"{'../' * address(page).count('/')}{target}"


def source_page(path: str) -> str:
    """Return the page that shows a source file of the project."""
    return f"source/{path.removesuffix('.py').replace('__init__', 'package')}.md"


def line_target(path: str, line: int) -> str:
    """Return the link target of a line of a source file."""
    return f"{source_page(path)}#line-{line}"


def as_it_stands(drawing: str, *_: object, **__: object) -> str:
    """Render a block ``drawing``: HTML that Markdown need not read."""
    return drawing


def numbered(source: str, *_: object, **__: object) -> str:
    """Render a block ``source``: a Python file as HTML with an anchor for each line, which the style sheet numbers."""
    lexer = PythonLexer() if len(source) <= COLORED_MAX else TextLexer()
    tokens = ((Text if kind in UNCOLORED else kind, text) for kind, text in lex(source, lexer))
    return str(formatted(tokens, HtmlFormatter(cssclass="highlight numbered", linespans="line", wrapcode=True)))


def table(head: Sequence[str], rows: Iterable[Iterable[str]], style: str = "wide") -> Iterator[str]:
    """Yield a table in a division of this style."""
    yield f'<div class="{style}" markdown="1">\n'
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |"
    yield "\n</div>\n"
