"""The chapters for players, in every game: what is asked comes first, and then how it is done."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("mkdocstrings")

from docs.site.build import VOLUMES
from docs.site.drafts import pages_of
from era_of_inventions.tabletop.disputes.ready import ready_questions

CHAPTERS = {
    f"{volume.folder}rules/{chapter.name}.md": pages_of(volume)[f"rules/{chapter.name}.md"]
    for volume in VOLUMES
    for chapter in volume.rulebook.law.chapters
}
SENTENCES_MAX, WORDS_MAX, QUESTIONS_MIN = 2, 40, 3
FIRST_HEADING = "## Questions"

every_chapter = pytest.mark.parametrize("page", CHAPTERS)


@every_chapter
def test_only_a_short_text_stands_before_the_questions(page: str) -> None:
    title, opening, heading, *_ = CHAPTERS[page].split("\n\n")
    assert title.startswith("# ")
    assert not opening.startswith(("#", "[[", "|", "-", "!"))
    assert len(re.findall(r"[.?!](?=\s|$)", opening)) <= SENTENCES_MAX
    assert len(opening.split()) <= WORDS_MAX
    assert heading == FIRST_HEADING


@every_chapter
def test_there_are_some_questions_with_answers(page: str) -> None:
    volume = next(one for one in reversed(VOLUMES) if page.startswith(one.folder))
    ready = [one for one in ready_questions(volume.rulebook) if f"{volume.folder}rules/{one.topic}.md" == page]
    asked = CHAPTERS[page].partition("\n## ")[2].partition("\n## ")[0]
    assert "[[picture" not in asked
    written = re.findall(r"^### .+\?(?: \{.+\})?\n\n[\w\[]", asked, re.MULTILINE)
    assert len(written) + len(ready) * ("[[part asked]]" in asked) >= QUESTIONS_MIN


@every_chapter
def test_an_example_in_words_is_judged_too(page: str) -> None:
    """So it can be opened on the table."""
    for example in re.findall(r"^## (?:An e|E)xample\b.*?(?=^## |\Z)", CHAPTERS[page], re.MULTILINE | re.DOTALL):
        assert "[[example " in example
