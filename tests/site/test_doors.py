"""The first page and the navigation lead players to ask, to learn and to look up, in every game."""

from __future__ import annotations

import posixpath
import re

import pytest

pytest.importorskip("mkdocstrings")

from docs.site.book import expand
from docs.site.build import VOLUMES, settings
from docs.site.drafts import pages_of
from docs.site.volume import Facts, Volume
from tests import ROOT

every_volume = pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)


def first_page(volume: Volume) -> str:
    """The first page of a game as Markdown, with its directives carried out."""
    page = f"{volume.folder}index.md"
    return expand({page: pages_of(volume)["index.md"]}, [Facts(volume, {}, {})], complete=False)[page]


def targets(text: str, page: str = "index.md") -> set[str]:
    """Where links of a page lead: pages, or addresses in the built site."""
    found = {*re.findall(r'(?:\]\(|<a [^>]*href=")([^)"]+)', text)}
    return {posixpath.normpath(posixpath.join(posixpath.dirname(page), one)) for one in found}


@every_volume
def test_three_doors_with_pictures_come_first(volume: Volume) -> None:
    page = f"{volume.folder}index.md"
    before, _, after = first_page(volume).partition('<div class="doors"')
    doors = after.partition("</div>")[0]
    pictures = {one for one in targets(doors, page) if one.endswith(".svg")}
    assert len(pictures) == doors.count("**Ask**") + doors.count("**L") == 3
    assert all((ROOT / "docs" / picture).is_file() for picture in pictures)
    lesson, chapters = f"{volume.folder}learn", f"{volume.folder}rules"
    assert targets(doors, page) - pictures == {f"table/#{volume.rulebook.name}", lesson, chapters}
    assert re.fullmatch(r"# .+\n\n.+[.]\n\s*", before)


@every_volume
def test_the_first_page_leads_to_each_game(volume: Volume) -> None:
    table, lesson = f"table/#{volume.rulebook.name}", f"{volume.folder}learn"
    led = {one.removesuffix(".md").removesuffix("/index") for one in targets(first_page(VOLUMES[0]))}
    assert {table, lesson, f"{volume.folder}rules"} <= led
    assert f"{lesson}.md" in settings().partition("\nnav:")[2]


def test_programmers_have_a_door_below() -> None:
    after = first_page(VOLUMES[0]).partition("</div>")[2].partition("## ")[0]
    assert "quickstart.md" in targets(after)


@pytest.mark.parametrize("volume", VOLUMES[1:], ids=lambda volume: volume.package)
def test_the_first_page_of_a_further_game_leads_to_all_its_pages(volume: Volume) -> None:
    page = f"{volume.folder}index.md"
    chapters = {f"rules/{chapter.name}.md" for chapter in volume.rulebook.law.chapters}
    expected = {f"{volume.folder}{one}".removesuffix(".md") for one in {*pages_of(volume)} - chapters - {"index.md"}}
    led = {one.removesuffix(".md") for one in targets(first_page(volume), page)}
    assert {one.removesuffix("/index") for one in expected} <= led
    assert not re.search(r"claus|code", first_page(volume).partition("## For programmers")[0])
