"""Checks of the finished site: links and anchors, resources of other sites, the size of its pages and of all files."""

from __future__ import annotations

import os
import posixpath
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import attrs

from docs import ROOT
from docs.site.errors import SiteError

PAGE_BYTES_MAX = 300_000
SITE_BYTES_MAX = 60_000_000
"""The most bytes of all files but those of the page for the table, which has a whole engine and kept answers."""
TABLE = "table/index.html"
"""The page that is no document: what follows ``#`` in its address is a question, not an anchor."""
TAG = re.compile(r"""<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>""")
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
"""The attributes of elements that a browser loads by itself."""
READ = re.compile(rf"<(?:a|{'|'.join(LOADED)})\s|.*\sid=", re.DOTALL)
"""The beginnings of the tags that are read: links, what is loaded, and all with an id."""


@attrs.define
class Seen(HTMLParser):
    """Collects the ids, links and loaded resources of the tags of a page."""

    CDATA_CONTENT_ELEMENTS = ()  # type: ignore[misc]  # what is in scripts is not fed
    ids: set[str] = attrs.field(factory=set)
    links: list[str] = attrs.field(factory=list)
    loads: list[str] = attrs.field(factory=list)

    def __attrs_pre_init__(self) -> None:
        """Initialize the parser."""
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the ids and links of an element."""
        values = dict(attrs)
        for key in ("id", "name") if tag == "a" else ("id",):
            if name := values.get(key):
                self.ids.add(name)
        if tag == "a" and (link := values.get("href")):
            self.links.append(link)
        if address := values.get(LOADED.get(tag, "")):
            self.loads.append(address)


def check_site(site: Path, sources: Mapping[str, str]) -> None:
    """Check every page. Raises `SiteError` with every problem, with its place in the sources if it can be located.

    ``sources`` are the texts of the pages before expansion, by path.
    """
    pages = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*.html"))}
    seen = {page: _seen(path) for page, path in pages.items()}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    problems = [
        f"{_place(page, named, sources)}: {problem}"
        for page in seen
        if page != "404.html"
        for named, problem in _page(page, seen, site, files)
    ]
    problems += _size(site)
    if problems:
        raise SiteError("docs", problems)


def located(problem: str, sources: Mapping[str, str]) -> str:
    """Put the place before a warning of mkdocs: that of a docstring, or the line of a page."""
    if docstring := re.search(r"from (\S+\.py:\d+): \(\S+\) (.*)", problem):
        return f"{os.path.relpath(docstring[1], ROOT)}: {docstring[2]}"
    page = next(iter(re.findall(r"[\w./-]+\.md", problem)), "")
    named = [name for name in re.findall(r"'([^']+)'", problem) if name != page]
    return f"{_line(page, named[0], sources) if named else page}: {problem.rpartition(f'{page}: ')[2]}"


def _line(page: str, named: str, sources: Mapping[str, str]) -> str:
    """Return the first line of a page that contains a name; the page itself, if there is none."""
    for number, line in enumerate(sources.get(page, "").splitlines(), 1):
        if re.search(rf"(?<![\w.-]){re.escape(named)}(?![\w-])", line):
            return f"{page}:{number}"
    return page


def _place(page: str, named: str, sources: Mapping[str, str]) -> str:
    """Return the place of a name in the source of a built page, or in the page if it has no source."""
    stem = posixpath.dirname(page)
    source = next((path for path in (f"{stem}.md", posixpath.join(stem, "index.md")) if path in sources), None)
    return _line(source, posixpath.basename(named.rstrip("/")) or named, sources) if source else page


def _seen(path: Path) -> Seen:
    parser = Seen()
    tags = TAG.findall(path.read_text(encoding="utf-8"))
    parser.feed("".join(filter(READ.match, tags)))  # a third of the time that whole pages take
    return parser


def _page(page: str, seen: dict[str, Seen], site: Path, files: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the problems of a page, each with the link or address that it is about, if any."""
    if (size := (site / page).stat().st_size) > PAGE_BYTES_MAX:
        yield "", f"has {size} bytes; expected at most {PAGE_BYTES_MAX}"
    for address in seen[page].loads:
        if urlsplit(address).netloc:
            yield address, f"loads {address}, which is on another site"
    for link in dict.fromkeys((*seen[page].links, *seen[page].loads)):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = _target(page, unquote(parts.path), files)
        if target is None:
            yield link, f"the link {link!r} leads nowhere"
        elif parts.fragment and target in seen and target != TABLE and not _has(seen[target], unquote(parts.fragment)):
            yield link, f"the link {link!r} leads to an anchor that does not exist"


def _size(site: Path) -> Iterator[str]:
    """Yield the problem that all files are too large together, with the largest folders."""
    sizes: Counter[str] = Counter()
    for path in filter(Path.is_file, site.rglob("*")):
        sizes[path.relative_to(site).parts[0]] += path.stat().st_size
    del sizes[posixpath.dirname(TABLE)]
    if (size := sizes.total()) > SITE_BYTES_MAX:
        largest = ", ".join(f"{name} has {of_it}" for name, of_it in sizes.most_common(3))
        yield f"the site has {size} bytes; expected at most {SITE_BYTES_MAX}; {largest}"


def _has(seen: Seen, anchor: str) -> bool:
    return anchor in seen.ids or anchor.startswith(("__tabbed", ":~:"))


def _target(page: str, path: str, files: Container[str]) -> str | None:
    """Return the file that a link leads to; None if there is none."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    index = posixpath.normpath(posixpath.join(target, "index.html"))
    return next((file for file in (target, index) if file in files), None)
