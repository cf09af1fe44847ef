"""The pages, from their sources to what the site generator reads. Every mistake is told by page and line."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from docs.site import text
from docs.site.facts import chapter_page, clauses
from docs.site.text import Chunk, Directive
from era_of_inventions.component_sets.files import load_shipped
from era_of_inventions.tabletop.errors import FileError

FILES = ("era", "html", "json", "md", "py", "svg", "toml", "txt")
"""How the names of files end."""
Maker = Callable[[str, str, int], str]
"""Makes the Markdown for a directive from its name, its page and the level of the heading above it."""


@attrs.frozen
class Book:
    """All pages with their links resolved, and where in the site everything with an id is."""

    pages: Mapping[str, str]
    targets: Mapping[str, str]


def read_sources(folder: Path) -> dict[str, str]:
    """The Markdown files of a folder and its subfolders, by their path in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.md"))
    }


def make_book(
    sources: Mapping[str, str], makers: Mapping[str, Maker], elsewhere: Mapping[str, str], *, complete: bool = True
) -> Book:
    """Carry out the directives and resolve the references of all pages.

    ``elsewhere`` holds further targets by id. With ``complete`` every clause must have its card, on the page of its
    chapter and once. Raises `FileError` with every problem, each with its page and line.
    """
    problems: list[str] = []
    chunks = {page: _expand(page, source, makers, problems) for page, source in sources.items()}
    places: dict[str, tuple[str, int]] = {}
    for page, found in chunks.items():
        for name, line in _anchors(found):
            if name in places and "." in name:
                problems.append(f"{page}:{line}: {name!r} is an id in {places[name][0]} already")
            places[name] = page, line
    problems += _misplaced(places, complete=complete)
    problems += _dangling(chunks)
    problems += _unknown(chunks, elsewhere)
    # A missing card is told once, and not by all that refers to it as well.
    cards = {clause.id: f"{chapter_page(clause)}#{clause.id}" for clause in clauses() if complete}
    targets = cards | dict(elsewhere) | {name: f"{page}#{name}" for name, (page, _) in places.items()}
    pages = {}
    for page, found in chunks.items():
        faults: list[tuple[int, str]] = []
        pages[page] = "".join(text.resolve(found, page, targets, faults))
        problems += [f"{page}:{line}: {fault}" for line, fault in faults]
    if problems:
        raise FileError("docs", problems)
    return Book(pages, targets)


def _expand(page: str, source: str, makers: Mapping[str, Maker], problems: list[str]) -> list[Chunk]:
    """The chunks of a page with what its directives make."""
    chunks = []
    for part in text.parts(source):
        if isinstance(part, Chunk):
            chunks.append(part)
        else:
            try:
                chunks += _made(part, page, makers)
            except ValueError as error:
                problems.append(f"{page}:{part.line}: {error}")
                # A card with a fault still has its place, so that it is not called missing too.
                chunks.append(Chunk(f"### {part.name} {{ #{part.name} }}\n", part.line, made=True))
    return chunks


def _made(directive: Directive, page: str, makers: Mapping[str, Maker]) -> list[Chunk]:
    if directive.kind not in makers:
        raise ValueError(f"there is no directive {directive.kind!r}; expected one of {', '.join(sorted(makers))}")
    made = makers[directive.kind](directive.name, page, directive.level)
    return [
        attrs.evolve(chunk, line=directive.line, made=True)
        for chunk in text.parts(f"\n{made}\n")
        if isinstance(chunk, Chunk)
    ]


def _anchors(chunks: list[Chunk]) -> list[tuple[str, int]]:
    return [found for chunk in chunks for found in text.anchors(chunk)]


def _misplaced(places: Mapping[str, tuple[str, int]], *, complete: bool) -> list[str]:
    """The clauses whose card is missing or on a page that is not their chapter's."""
    problems = []
    for clause in clauses():
        page = chapter_page(clause)
        found, line = places.get(clause.id, ("", 0))
        if found and found != page:
            problems.append(f"{found}:{line}: the card of {clause.id} stands here; expected it in {page}")
        elif complete and not found:
            problems.append(_missing(clause.id, page, places))
    return problems


def _missing(clause: str, page: str, places: Mapping[str, tuple[str, int]]) -> str:
    """Where a card that is missing has its place: by the nearest clause before it that is there, or after it."""
    ids = [other.id for other in clauses() if chapter_page(other) == page]
    here = ids.index(clause)
    told = f"the card of {clause} is missing; expected a line [[clause {clause}]]"
    for side, others in (("after", reversed(ids[:here])), ("before", ids[here + 1 :])):
        for other in others:
            found, line = places.get(other, ("", 0))
            if found == page:
                return f"{page}:{line}: {told} {side} the card of {other}"
    return f"{page}:1: {told}, as the first card of the page"


def _dangling(chunks: Mapping[str, list[Chunk]]) -> list[str]:
    """The links to pages and anchors that do not exist."""
    ids = {
        page: {name for name, _ in _anchors(found)} | {slug for chunk in found for slug in text.slugs(chunk)}
        for page, found in chunks.items()
    }
    problems = []
    for page, found in chunks.items():
        for line, path, anchor in (link for chunk in found for link in text.links(chunk)):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
            if target not in ids:
                problems.append(f"{page}:{line}: there is no page {target!r} to link to")
            elif anchor and anchor not in ids[target]:
                problems.append(f"{page}:{line}: {target!r} has no heading with the id {anchor!r}")
    return problems


def _unknown(chunks: Mapping[str, list[Chunk]], elsewhere: Mapping[str, str]) -> list[str]:
    """What inline code writes like the id of a clause, but is no clause, file, printed value or name of the code."""
    ends = {".".join(name.split(".")[-2:]) for name in elsewhere}
    ids = {clause.id for clause in clauses()} | ends | load_shipped("reconstructed").provenance.keys()
    return [
        f"{page}:{line}: there is no clause {name!r}"
        for page, found in chunks.items()
        for chunk in found
        for line, name in text.named(chunk)
        if name not in ids and name.partition(".")[2] not in FILES
    ]
