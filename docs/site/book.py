"""Expands the sources of pages for mkdocs. Every problem is reported with its page and line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from docs.site import sheets
from docs.site.cards import cards
from docs.site.errors import SiteError
from docs.site.parts import judged_example, part
from docs.site.text import DIRECTIVE, Line, lines, mistakes
from docs.site.volume import Clause, Facts, Volume, volume_of

Maker = Callable[[str, str, int], str]
"""Expands a directive to Markdown, from its name, its page and the level of the heading above it."""
Placed = dict[str, list[tuple[str, int]]]
"""The pages and lines with the card of a clause, by its label."""


def read_sources(folder: Path) -> dict[str, str]:
    """Return the Markdown files of a folder and its subfolders, by their path in it; packages of npm have others."""
    paths = (path for path in sorted(folder.rglob("*.md")) if "node_modules" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def makers(facts: Facts) -> dict[str, Maker]:
    """Return the functions that expand the directives on the pages of a volume."""
    return {
        "clause": cards(facts, facts.volume.edition_texts()),
        "part": lambda name, page, _: part(name, page, facts),
        "example": lambda name, page, _: judged_example(name, page, facts),
        "rules": lambda names, _page, _level: "\n".join(sheets.rules(names, facts)),
        "steps": lambda names, _page, _level: "\n".join(sheets.steps(names, facts)),
        **({"picture": lambda name, page, _: facts.drawing(name, page)} if facts.volume.rulebook.pictures else {}),
    }


def expand(sources: Mapping[str, str], facts: Sequence[Facts], *, complete: bool = True) -> dict[str, str]:
    """Expand the directives on all pages.

    A page names the clauses of its volume in code. With ``complete`` every clause must have exactly one card, on the
    page of its chapter. Raises `SiteError` with every problem, each with its page and line.
    """
    volumes = [one.volume for one in facts]
    making = {one.volume.folder: makers(one) for one in facts}
    problems: list[str] = []
    cards: Placed = {}
    pages = {}
    for page, source in sources.items():
        volume = volume_of(page, volumes)
        made = []
        for line in lines(source):
            match = None if line.code else DIRECTIVE.fullmatch(line.text)
            if match and match[1] == "clause":
                cards.setdefault(volume.label(match[2]), []).append((page, line.number))
            try:
                made.append(_made(match[1], match[2], page, line, making[volume.folder]) if match else line.text)
            except ValueError as error:
                problems.append(f"{page}:{line.number}: {error}")
        pages[page] = "".join(made)
        chapters, ids = {clause.chapter for clause in volume.clauses}, {clause.id for clause in volume.clauses}
        problems += [f"{page}:{number}: {mistake}" for number, mistake in mistakes(source, chapters, ids)]
    problems += [problem for volume in volumes for problem in _misplaced(volume, cards, complete=complete)]
    if problems:
        raise SiteError("docs", problems)
    return pages


def _made(kind: str, name: str, page: str, line: Line, makers: Mapping[str, Maker]) -> str:
    if kind not in makers:
        raise ValueError(f"there is no directive {kind!r}; expected one of {', '.join(sorted(makers))}")
    return f"\n{makers[kind](name, page, line.level)}\n"


def _misplaced(volume: Volume, cards: Placed, *, complete: bool) -> Iterator[str]:
    """Yield the cards that are missing, duplicate, or on another page than that of their chapter."""
    for clause in volume.clauses:
        expected, places = volume.chapter(clause), cards.get(volume.label(clause.id), [])
        for page, line in places:
            if page != expected:
                yield f"{page}:{line}: the card of {clause.id} is on this page; expected it in {expected}"
        for page, line in places[1:]:
            yield f"{page}:{line}: there is a card of {clause.id} in {places[0][0]} already"
        if complete and not places:
            yield _missing(clause, volume, cards)


def _missing(clause: Clause, volume: Volume, cards: Placed) -> str:
    """Describe the place of a missing card, by the closest card before or after it."""
    page = volume.chapter(clause)
    chapter = [other for other in volume.clauses if other.chapter == clause.chapter]
    at = chapter.index(clause)
    missing = f"the card of {clause.id} is missing; expected a line [[clause {clause.id}]]"
    for side, others in (("after", reversed(chapter[:at])), ("before", chapter[at + 1 :])):
        for other in others:
            for other_page, line in cards.get(volume.label(other.id), ()):
                if other_page == page:
                    return f"{page}:{line}: {missing} {side} the card of {other.id}"
    return f"{page}:1: {missing}, as the first card of the page"
