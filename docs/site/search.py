"""The search of the site: what it finds, its index, and the worker that answers with it.

The search box is that of the theme. What it finds are *places*: a section, a question or a clause of a chapter, a
ruling, a section of another page, or a page that is one of many alike.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from itertools import accumulate, pairwise
from pathlib import Path, PurePath
from typing import Any, TypeAlias

import attrs

from docs.site.drafts import ASKED, subjects
from docs.site.sections import plain, sections
from docs.site.text import address
from docs.site.volume import Volume, volume_of
from era_of_inventions.tabletop.cli.search import entry_of, senses
from era_of_inventions.tabletop.text.ranking import (
    ASKED_MAX,
    LANGUAGES,
    NEAR,
    NEAR_MIN,
    SLIPS,
    Entry,
    Index,
    Part,
    index,
    small_words,
)

SCRIPT = Path(__file__).with_name("search.js")
SHOWN_MAX = 110
"""The most characters of a place that a result shows."""
QUESTION, SECTION, RULING, CLAUSE, OTHER, LISTED = 1.0, 0.9, 0.7, 0.6, 0.4, 0.15
"""What a hit counts in a question, a section of a chapter, a ruling, a clause, another page, one of many alike."""
TITLE, TEXT, PAGE = 3.0, 1.0, 2.0
"""What a word counts in a heading, in what follows it, and in the title of the page."""
ALIKE = ("examples/", "reference/")
"""Folders of generated pages that are found by what they are called."""
NO_POINTS = ord("9")
"""The code of the last character that is a step; those above it stand for points, from 1 on."""
SEPARATOR = r"[^\w\u00c0-\u024f]+"
"""Between words, for the marks of the theme in the page that was found: a pattern without the flag for Unicode."""


@attrs.frozen
class Place:
    """A place on the site that can be found."""

    address: str
    title: str
    text: str
    entry: Entry
    about: Volume | None
    """The game that its page is about; None if it is about none or several."""


def places(sources: Mapping[str, str], generated: Mapping[str, str], volumes: Sequence[Volume]) -> Iterator[Place]:
    """Yield all places. ``generated`` are the pages without a source."""
    subject = subjects(volumes)
    for page, source in sources.items():
        yield from _on_page(page, source, volume_of(page, volumes), subject.get(page))
    for volume in volumes:
        for ruling in volume.rulebook.ruleset.rulings():
            readings = f"Default: {' Or: '.join(reading.text for reading in ruling.readings)}"
            page = f"{volume.folder}rulings.md#{volume.label(f'ruling.{ruling.id}')}"
            yield _place(page, ruling.question, readings, RULING, volume)
    for page, text in generated.items():
        title = re.match(r"(?:# |::: )(.+)", text)
        if title and page.startswith(ALIKE):
            defines = _public(title[1]) if text.startswith(":::") else ""
            yield _place(page, plain(title[1]), defines, LISTED, subject.get(page))


def _on_page(page: str, source: str, volume: Volume, about: Volume | None) -> Iterator[Place]:
    chapter = page in {volume.chapter(clause) for clause in volume.clauses}
    topic = ""
    for section in sections(source):
        topic = topic or section.title
        weight = (QUESTION if section.title.endswith("?") else SECTION) if chapter else OTHER
        text = section.text if chapter else _short(section.text)  # the index stays small
        yield _place(f"{page}#{section.anchor}".rstrip("#"), section.title, text, weight, about, topic)
        for clause in map(volume.rulebook.law.clause, section.clauses):
            target = address(f"{page}#{volume.label(clause.id)}")
            yield Place(target, clause.id, clause.statement, entry_of(clause, volume.rulebook, CLAUSE), about)
    if ASKED in source:
        for anchor, one in volume.asked(PurePath(page).stem).items():
            yield _place(f"{page}#{anchor}", one.ask, one.answer, QUESTION, about, topic)


def _public(module: str) -> str:
    """Return what a module defines for others."""
    members = vars(import_module(module)).items()
    own = (name for name, value in members if getattr(value, "__module__", None) == module)
    return ", ".join(name for name in own if not name.startswith("_"))


def _place(page: str, title: str, text: str, weight: float, about: Volume | None, topic: str = "") -> Place:
    parts = Part(title, TITLE), Part(text, TEXT), Part(topic, PAGE)
    return Place(address(page), title, text, Entry(parts, weight), about)


def write_search(site: Path, found: Iterable[Place], volumes: Sequence[Volume]) -> None:
    """Write the index into a built site, and its worker over that of the theme."""
    (worker,) = site.glob("assets/javascripts/workers/search.*.js")
    worker.write_text(script(), encoding="utf-8")
    for name, content in contents(shelve(found, volumes)):
        path = site / name
        packed = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        path.write_text(packed, encoding="utf-8")


def script() -> str:
    """Return the worker: the stemmers of Snowball as Sphinx has them for browsers, and our script."""
    stemmers = files("sphinx.search") / "minified-js"
    parts = (stemmers / f"{name}-stemmer.js" for name in ("base", *LANGUAGES.values()))
    return "\n".join((*(part.read_text(encoding="utf-8") for part in parts), SCRIPT.read_text(encoding="utf-8")))


Shelves: TypeAlias = Mapping[Volume | None, Sequence[Place]]
"""The places about each game, and those about none or several."""


def shelve(found: Iterable[Place], volumes: Sequence[Volume]) -> Shelves:
    """Return the places by the game that they are about."""
    shelves: dict[Volume | None, list[Place]] = {about: [] for about in (*volumes, None)}
    for place in found:
        shelves[place.about].append(place)
    return shelves


def index_of(shelves: Shelves) -> Index:
    """Return the index of places, with the senses that words have in the game of each."""
    entries = ([place.entry for place in shelf] for shelf in shelves.values())
    return index(zip(entries, (senses(about.rulebook) if about else () for about in shelves), strict=True))


def contents(shelves: Shelves) -> Iterator[tuple[str, Any]]:
    """Yield the files of the index: the places of each shelf, the texts that results show, what the theme reads."""
    known = index_of(shelves)
    ends = pairwise(accumulate(map(len, shelves.values()), initial=0))
    for number, ((about, shelf), (start, end)) in enumerate(zip(shelves.items(), ends, strict=True)):
        points = ((stem, _steps(_between(all_, start, end))) for stem, all_ in known.points.items())
        content = {
            "address": shelf_of(about),
            "game": about and about.rulebook.title,
            "start": start,
            "places": [(place.address, html.escape(place.title)) for place in shelf],
            "points": {stem: own for stem, own in points if own},
            "senses": _senses(known, f"{number}="),
        }
        yield shelf_of(about), content
    yield "search/texts.json", [html.escape(_short(place.text)) for shelf in shelves.values() for place in shelf]
    docs = {
        "shelves": [*map(shelf_of, shelves)],
        "senses": _senses(known, "="),
        "small": sorted(small_words()),
        "asked": ASKED_MAX,
        "near": NEAR,
        "nearMin": NEAR_MIN,
        "slips": SLIPS,
        "noPoints": NO_POINTS,
    }
    yield "search/search_index.json", {"config": {"separator": SEPARATOR}, "docs": docs}


def alone(found: Iterable[Place], volume: Volume) -> dict[str, Any]:
    """Return all that the worker needs for places of one game and nothing else: it fetches no more then."""
    files = dict(contents(shelve(found, [volume])))
    known = files["search/search_index.json"]["docs"]
    return {"shelf": files[shelf_of(volume)], "docs": {**known, "shelves": [], "texts": []}}


def shelf_of(about: Volume | None) -> str:
    """Return the address of the index of the places about a game."""
    return f"search/{about.rulebook.name if about else 'others'}.json"


def _between(points: Mapping[int, int], start: int, end: int) -> Mapping[int, int]:
    return {place: worth for place, worth in points.items() if start <= place < end}


def _senses(known: Index, mark: str) -> list[Any]:
    """Return the phrases of the senses whose names begin with a mark, and these names."""
    return [([*map(sorted, words)], sense) for words, sense in known.senses if sense.startswith(mark)]


def _steps(points: Mapping[int, int]) -> str:
    """Return the points of places: the step to each from the place before in digits, none for 1, and a character."""
    steps = zip(pairwise([0, *points]), points.values(), strict=True)
    return "".join(f"{'' if to - at == 1 else to - at}{chr(NO_POINTS + score)}" for (at, to), score in steps)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX].rpartition(' ')[0]} …"
