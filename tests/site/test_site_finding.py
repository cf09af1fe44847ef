"""What a reader finds: the chapter that answers a question, asked as a browser asks, and the ones before and after."""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

pytest.importorskip("mkdocstrings")

from docs.site import build
from docs.site.book import expand
from docs.site.build import VOLUMES
from docs.site.pages import example_pages
from docs.site.volume import Volume
from tests import ROOT
from tests.site.test_site import SOURCES, facts_of
from tests.support.site_questions import QUESTIONS

READ = 3
"""How many of the pages found a player reads."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site without the reference of the code and the pages that the search leaves out."""
    folder = tmp_path_factory.mktemp("made")
    facts = [facts_of(volume) for volume in VOLUMES]
    pages = expand(SOURCES, facts)
    for one in facts:
        pages |= example_pages(one, SOURCES)
    build.write_pages(pages, folder / "pages")
    (folder / "mkdocs.yml").write_text(build.settings(), encoding="utf-8")
    build.run("mkdocs", "build", "--no-strict", "-f", str(folder / "mkdocs.yml"), "-d", str(folder / "site"))
    return folder / "site"


@pytest.fixture(scope="module")
def found(site: Path) -> Mapping[str, list[str]]:
    """The pages found for each question, best first."""
    if not shutil.which("node"):
        pytest.skip("outside of a browser the search needs Node.js")
    (worker,) = site.glob("assets/javascripts/workers/search.*.js")
    ours = ROOT / "tests/support/site_search.js"
    files = (ours, worker, site / "assets/search.js", site / "search/search_index.json")
    asked = subprocess.run(
        ["node", *map(str, files)], input=json.dumps(list(QUESTIONS)), capture_output=True, text=True, check=True
    )
    return dict(zip(QUESTIONS, json.loads(asked.stdout), strict=True))


@pytest.mark.nightly
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_leads_to_its_chapter(question: str, found: Mapping[str, list[str]]) -> None:
    assert {*found[question][:READ]} & {*QUESTIONS[question]}, found[question][:READ]


def test_the_chapters_that_answer_are_there() -> None:
    assert {f"{page.rstrip('/')}.md" for pages in QUESTIONS.values() for page in pages} <= {*SOURCES}


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
    around = [f"{volume.folder}rules", *chapters, f"{volume.folder}rulings"]
    for before, chapter, after in zip(around, chapters, around[2:], strict=False):
        page = (site / chapter / "index.html").read_text(encoding="utf-8")
        links = re.findall(r'<a href="(\S+)" class="md-footer__link md-footer__link--(\w+)"', page)
        reached = {way: posixpath.normpath(posixpath.join(chapter, link)) for link, way in links}
        assert reached == {"prev": before, "next": after}


def test_ids_in_tables_are_not_broken_into_letters() -> None:
    """The theme breaks code anywhere, so that a narrow column would make a column of letters of it."""
    style = (ROOT / "docs/assets/site.css").read_text(encoding="utf-8")
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style)
    of_ids = [body for selector, body in rules if re.search(r"(?:table|td)\S* code$", selector.strip())]
    assert "word-break: normal;" in "".join(of_ids)
    assert not re.search(r"word-break: (?!normal)|overflow-wrap: anywhere", "".join(of_ids))
