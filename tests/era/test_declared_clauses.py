"""Names lead to rooms: a chapter is called the same everywhere, and a clause's function after its id."""

from __future__ import annotations

from docs.site.proof import ERA
from tests import ROOT
from tests.tools.proof_tests import ChapterTests

PAGES = ROOT / "docs" / "rules"


class TestChapters(ChapterTests):
    proof = ERA
    module = "era_of_inventions.rules"


def test_every_chapter_has_a_page_and_no_page_is_about_another() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == {"index", *(chapter.name for chapter in ERA.law.chapters)}
