"""Pages as they are written: directives on lines of their own, references to ids, code that is left alone."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping

import attrs

from era_of_inventions.rulebook import LAW

CHAPTERS = "|".join(chapter.name for chapter in LAW.chapters)
CLAUSE = re.compile(rf"(?:{CHAPTERS})\.[a-z0-9]+(?:-[a-z0-9]+)*")
"""What a clause id looks like, whether or not there is one."""
FENCE = re.compile(r"^\s*(```+|~~~+)")
DIRECTIVE = re.compile(r"^\[\[(\w+) ([^\]]+)\]\]$")
HEADING = re.compile(r"^(#{1,6}) ")
ANCHOR = re.compile(r"\{ ?:? ?#([\w.-]+)[^}]*\}[^\S\n]*(?:$|\|)", re.MULTILINE)
"""The explicit id of a heading or of a cell of a table."""
LINK = re.compile(r"(?P<code>`+)[^`].*?(?P=code)|\]\((?P<page>[\w./-]+\.md)?(?:#(?P<anchor>[\w.-]+))?\)", re.DOTALL)
STRAY = re.compile(r"(?P<code>`+)[^`].*?(?P=code)|\[\[", re.DOTALL)
REFERENCE = re.compile(
    rf"(?<![\\\]])\[(?P<alone>`?{CLAUSE.pattern}`?)\](?![\[(:])"
    r"|(?P<code>`+)[^`].*?(?P=code)|(?<!\\)\[(?P<words>[^\[\]]+)\]\[(?P<target>[^\[\]]*)\]|(?P<odd>(?<!\\)\]\[)",
    re.DOTALL,
)
CODE = re.compile(r"(?P<marks>`+)(?P<code>[^`].*?)(?P=marks)", re.DOTALL)
REFERS = re.compile(r"\](?:\[\]|(?![\[(:]))")
"""What follows words in square brackets that are an id themselves."""


@attrs.frozen
class Chunk:
    """Some lines of a page. ``line`` is where they stand in the source, or the directive they come from."""

    text: str
    line: int
    code: bool = False
    made: bool = False
    """Whether a directive made them, so that all of them have the same line."""


@attrs.frozen
class Directive:
    """A line such as ``[[clause market.five-max]]``. ``level`` is that of the heading above it."""

    kind: str
    name: str
    line: int
    level: int


def parts(text: str) -> Iterator[Chunk | Directive]:
    """The text as plain chunks, code blocks and directives, in order."""
    lines: list[str] = []
    start, level, fence = 1, 1, ""
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        mark = FENCE.match(line)
        directive = None if fence else DIRECTIVE.match(line.rstrip())
        if directive or (mark and not fence):
            if lines:
                yield Chunk("".join(lines), start)
            lines, start = [], number
        if directive:
            yield Directive(directive[1], directive[2], number, level)
            start = number + 1
            continue
        lines.append(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
                yield Chunk("".join(lines), start, code=True)
                lines, start, fence = [], number + 1, ""
        elif mark:
            fence = mark[1]
        elif heading := HEADING.match(line):
            level = len(heading[1])
    if lines:
        yield Chunk("".join(lines), start, code=bool(fence))


def anchors(chunk: Chunk) -> list[tuple[str, int]]:
    """The explicit ids of the headings and cells in a chunk, with their lines."""
    if chunk.code:
        return []
    return [(match[1], line_of(chunk, match.start())) for match in ANCHOR.finditer(chunk.text)]


def slugs(chunk: Chunk) -> set[str]:
    """The ids that headings without an explicit one get from their words."""
    if chunk.code:
        return set()
    plain = (re.sub(r"[^\w\s-]", "", line) for line in chunk.text.splitlines() if HEADING.match(line))
    return {re.sub(r"[-\s]+", "-", words.strip().lower()) for words in plain}


def links(chunk: Chunk) -> Iterator[tuple[int, str, str]]:
    """The links somebody wrote in a chunk to pages and their anchors; an empty page is the page itself."""
    for match in () if chunk.code or chunk.made else LINK.finditer(chunk.text):
        if not match["code"] and (match["page"] or match["anchor"]):
            yield line_of(chunk, match.start()), match["page"] or "", match["anchor"] or ""


def named(chunk: Chunk) -> Iterator[tuple[int, str]]:
    """What looks like a clause id in the inline code of a chunk: alone, or in an ``era`` command.

    Left out is what `resolve` takes for a reference.
    """
    for match in () if chunk.code else CODE.finditer(chunk.text):
        if chunk.text.endswith("[", 0, match.start()) and REFERS.match(chunk.text, match.end()):
            continue
        words = match["code"].split()
        for word in words if len(words) == 1 or words[:1] == ["era"] else ():
            if CLAUSE.fullmatch(word):
                yield line_of(chunk, match.start()), word


def resolve(
    chunks: Iterable[Chunk], page: str, targets: Mapping[str, str], faults: list[tuple[int, str]]
) -> Iterator[str]:
    """The chunks with every ``[words][id]`` and ``[clause]`` a link; ids that are no targets are noted with their line.

    A target is a page and an anchor, or, with a leading slash, an address from the root of the site.
    """
    for chunk in chunks:
        faults += [(line, "a directive is alone on its line, such as '[[clause ID]]'") for line in _stray(chunk)]
        pieces, end = [], 0
        for match in () if chunk.code else REFERENCE.finditer(chunk.text):
            if match["code"]:
                continue
            if match["odd"]:
                faults.append((line_of(chunk, match.start()), "a reference is '[words][ID]', without brackets in it"))
                continue
            words = match["alone"] or match["words"]
            name = match["target"] or words.strip("`")
            if name in targets:
                pieces += [chunk.text[end : match.start()], _link(words, page, targets[name])]
                end = match.end()
            else:
                faults.append((line_of(chunk, match.start()), f"there is nothing called {name!r} to refer to"))
        yield "".join((*pieces, chunk.text[end:]))


def _stray(chunk: Chunk) -> Iterator[int]:
    """The lines with a directive that nobody would carry out."""
    for match in () if chunk.code or chunk.made else STRAY.finditer(chunk.text):
        if not match["code"]:
            yield line_of(chunk, match.start())


def line_of(chunk: Chunk, offset: int) -> int:
    """The line of the source on which a place of a chunk is."""
    return chunk.line if chunk.made else chunk.line + chunk.text.count("\n", 0, offset)


def _link(words: str, page: str, target: str) -> str:
    if not target.startswith("/"):
        path, hash_, anchor = target.partition("#")
        return f"[{words}]({relative(page, path)}{hash_}{anchor})"
    return f'<a href="{up(page)}{target[1:]}">{words}</a>'


def relative(page: str, path: str) -> str:
    """The way from one source page to another."""
    return posixpath.relpath(path, posixpath.dirname(page) or ".")


def up(page: str) -> str:
    """The way from a built page to the root of the site; every page but an index gets a folder of its own."""
    depth = page.count("/") + (posixpath.basename(page) != "index.md")
    return "../" * depth or "./"


def address(target: str) -> str:
    """Where a target (a page and an anchor) is in the built site, from its root."""
    path, hash_, anchor = target.partition("#")
    folder = path.removesuffix("index.md") if posixpath.basename(path) == "index.md" else path.removesuffix(".md") + "/"
    return f"{folder}{hash_}{anchor}"
