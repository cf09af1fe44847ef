"""Names lead to rooms: a chapter is called the same everywhere, and a clause's function after its id."""

from __future__ import annotations

import pytest

from era_of_inventions.rulebook import LAW
from era_of_inventions.tabletop.law.clause import Chapter, Clause
from tests import ROOT
from tests.tools.clause_drop import classes_by_clause

CHAPTERS = [chapter.name for chapter in LAW.chapters]


@pytest.mark.parametrize("chapter", LAW.chapters, ids=lambda chapter: chapter.name)
def test_a_chapter_has_clauses_a_page_and_tests(chapter: Chapter) -> None:
    assert chapter.clauses
    assert (ROOT / "docs" / "rules" / f"{chapter.name}.md").is_file()
    assert (ROOT / "tests" / "rulebook" / f"test_{chapter.name}.py").is_file()


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_a_clause_stands_where_its_id_says(clause: Clause[..., object]) -> None:
    chapter, _, name = clause.id.partition(".")
    assert clause.chapter == chapter
    assert clause.source.__module__ == f"era_of_inventions.rulebook.{chapter}"
    assert clause.source.__name__ == name.replace("-", "_")
    nodes = [covered.node for covered in classes_by_clause()[clause.id]]
    assert [node for node in nodes if not node.startswith(f"tests/rulebook/test_{chapter}")] == []


def test_no_page_is_about_another_chapter() -> None:
    assert {page.stem for page in (ROOT / "docs" / "rules").glob("*.md")} == {"index", *CHAPTERS}
