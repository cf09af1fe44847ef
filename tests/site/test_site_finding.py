"""What a reader finds: the chapters before and after the one that is read, and ids that can be read."""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path

import pytest

pytest.importorskip("mkdocstrings")

from docs.site import build
from docs.site.book import expand
from docs.site.build import VOLUMES
from docs.site.pages import example_pages
from docs.site.search import places, shelf_of, write_search
from docs.site.volume import Volume
from tests import ROOT
from tests.site.test_site import SOURCES, facts_of


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site without the reference of the code and its sources."""
    folder = tmp_path_factory.mktemp("made")
    facts = [facts_of(volume) for volume in VOLUMES]
    pages = expand(SOURCES, facts)
    for one in facts:
        pages |= example_pages(one, SOURCES)
    build.write_pages(pages, folder / "pages")
    (folder / "mkdocs.yml").write_text(build.settings(), encoding="utf-8")
    build.run("mkdocs", "build", "--no-strict", "-f", str(folder / "mkdocs.yml"), "-d", str(folder / "site"))
    write_search(folder / "site", places(SOURCES, {}, VOLUMES), VOLUMES)
    return folder / "site"


@pytest.mark.nightly
def test_what_the_search_finds_is_there(site: Path) -> None:
    shelves = (json.loads((site / shelf_of(volume)).read_text(encoding="utf-8")) for volume in VOLUMES)
    found = [place for shelf in shelves for place in shelf["places"]]
    pages: dict[str, str] = {}
    for page, _, anchor in (address.partition("#") for address, *_ in found):
        pages.setdefault(page, (site / page / "index.html").read_text(encoding="utf-8"))
        assert not anchor or re.search(rf'\bid="?{re.escape(anchor)}[" >]', pages[page]), f"{page}#{anchor}"


def chapters_of(volume: Volume) -> list[str]:
    """The folders of its chapters on the built site, in the order of the law."""
    return [f"{volume.folder}rules/{chapter.name}" for chapter in volume.rulebook.law.chapters]


@pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)
def test_the_navigation_has_the_chapters_in_their_order(volume: Volume) -> None:
    listed = re.findall(r"^ +- (\S+)\.md$", build.settings().partition("\nnav:")[2], re.MULTILINE)
    chapters = chapters_of(volume)
    assert [page for page in listed if page in chapters] == chapters


@pytest.mark.nightly
@pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)
def test_each_chapter_leads_to_the_ones_before_and_after(volume: Volume, site: Path) -> None:
    chapters = chapters_of(volume)
    around = [f"{volume.folder}rules", *chapters, f"{volume.folder}reference-card"]
    for before, chapter, after in zip(around, chapters, around[2:], strict=False):
        page = (site / chapter / "index.html").read_text(encoding="utf-8")
        links = re.findall(r'<a [^>]*md-footer__link--(\w+)" href=([^ >]+)', page)
        reached = {way: posixpath.normpath(posixpath.join(chapter, link)) for way, link in links}
        assert reached == {"prev": before, "next": after}


def test_ids_in_tables_are_not_broken_into_letters() -> None:
    """The theme breaks code anywhere, so that a narrow column would make a column of letters of it."""
    style = (ROOT / "docs/assets/site.css").read_text(encoding="utf-8")
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style)
    of_ids = [body for selector, body in rules if re.search(r"(?:table|td)\S* code$", selector.strip())]
    assert "word-break: normal;" in "".join(of_ids)
    assert not re.search(r"word-break: (?!normal)|overflow-wrap: anywhere", "".join(of_ids))


@pytest.mark.nightly
@pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)
def test_the_bar_names_the_game_and_its_picture_leads_to_the_first_page(volume: Volume, site: Path) -> None:
    page = (site / chapters_of(volume)[0] / "index.html").read_text(encoding="utf-8")
    named, *_ = re.findall(r"<span class=\W?md-ellipsis\W?>\s*(.+?)\s*</span>", page)
    linked, *_ = re.findall(r"<a [^>]*md-logo[^>]*>", page)
    assert named == volume.rulebook.title
    assert f'aria-label="{VOLUMES[0].rulebook.title}"' in linked
