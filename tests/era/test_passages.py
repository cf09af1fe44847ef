"""Every sentence of the three rulebooks has a place: clauses cite it, or the table says what it is."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import pytest

from era_of_inventions import cli
from era_of_inventions.rulebook import ERA
from era_of_inventions.tabletop.law.citation import Edition, sections_in
from era_of_inventions.tabletop.passages import NAMING, Coverage, Passage, Role, Table, Use, evaluate, read_table
from era_of_inventions.tabletop.text.normalized import normalize

assert ERA.passages is not None
TABLES = read_table(ERA.passages, ERA.law, ERA.editions)
DUTY = {
    "nl": {"mag", "mogen", "moet", "moeten", "maximaal", "niet", "geen", "mits", "verplicht", "ontvangt"},
    "de": {"darf", "durfen", "muss", "mussen", "maximal", "nicht", "keine", "bekommt", "erhalt"},
    "en": {"may", "must", "cannot", "only", "not", "never", "receives"},
}
"""Words by which the rulebooks permit, demand, forbid or give."""
EXAMPLE = {"nl": "voorbeeld", "de": "beispiel", "en": "example"}
TOLD = {"nl": "Inhoud en doel van het spel", "de": "Einleitung", "en": "Introduction"}
"""The section that tells the story."""

editions = pytest.mark.parametrize("edition", ERA.editions, ids=lambda edition: edition.code)


def coverage_of(edition: Edition, texts: dict[str, str], table: Table | None = None) -> Coverage:
    return evaluate(edition, ERA.law, TABLES[edition.code] if table is None else table, texts[edition.code])


def words(passage: Passage) -> list[str]:
    return normalize(passage.text).split()


# --- Without the texts ------------------------------------------------------------------------------------------------


@editions
def test_the_table_holds_entries_of_every_edition(edition: Edition) -> None:
    assert len(TABLES[edition.code]) > 70
    assert all(re.fullmatch("[0-9a-f]{8}", fingerprint) for _, fingerprint in TABLES[edition.code])


# --- With the texts ---------------------------------------------------------------------------------------------------


@editions
def test_every_section_is_found(edition: Edition, texts: dict[str, str]) -> None:
    assert list(sections_in(edition, texts[edition.code])) == [section.title for section in edition.sections]


@editions
def test_every_passage_has_a_place(edition: Edition, texts: dict[str, str]) -> None:
    coverage = coverage_of(edition, texts)
    assert [(*passage.key, " ".join(words(passage)[:6])) for passage in coverage.uncovered] == []
    assert [str(problem) for problem in coverage.problems] == []


@editions
def test_each_entry_is_needed(edition: Edition, texts: dict[str, str]) -> None:
    uncovered = {passage.key for passage in coverage_of(edition, texts, {}).uncovered}
    assert uncovered == set(TABLES[edition.code])


@editions
def test_a_sentence_more_is_found(edition: Edition, texts: dict[str, str]) -> None:
    more = {edition.code: texts[edition.code] + "\n\nNobody has read this sentence.\n"}
    assert [passage.text for passage in coverage_of(edition, more).uncovered] == ["Nobody has read this sentence."]


@editions
def test_what_names_no_clause_commands_nothing(edition: Edition, texts: dict[str, str]) -> None:
    """Only the story may speak so."""
    odd = [
        " ".join(words(passage)[:6])
        for passage, use in coverage_of(edition, texts).passages
        if use.role not in (Role.CITED, Role.THEME, *NAMING) and DUTY[edition.code] & set(words(passage))
    ]
    assert odd == []


@editions
def test_the_story_is_told_in_the_introduction(edition: Edition, texts: dict[str, str]) -> None:
    sections = {passage.section for passage, use in coverage_of(edition, texts).passages if use.role is Role.THEME}
    assert sections == {TOLD[edition.code]}


@editions
def test_an_example_is_announced(edition: Edition, texts: dict[str, str]) -> None:
    """Before each passage of an example one says that it is an example, and no rule stands in between."""
    passages = coverage_of(edition, texts).passages
    for number, (passage, use) in enumerate(passages):
        if use.role is Role.EXAMPLE:
            before: list[tuple[Passage, Use]] = [*takewhile(_of_an_example, reversed(passages[: number + 1]))]
            told = [other for other, _ in before if _announces(other, edition)]
            assert told, " ".join(words(passage)[:6])
            assert told[0].section == passage.section


def _of_an_example(entry: tuple[Passage, Use]) -> bool:
    return entry[1].role in (Role.EXAMPLE, Role.CITED)


def _announces(passage: Passage, edition: Edition) -> bool:
    return any(EXAMPLE[edition.code] in word for word in words(passage))


@editions
def test_what_announces_an_example_is_one(edition: Edition, texts: dict[str, str]) -> None:
    roles = {use.role for passage, use in coverage_of(edition, texts).passages if _announces(passage, edition)}
    assert roles <= {Role.EXAMPLE, Role.CITED, Role.PICTURE}


def test_the_command_finds_nothing_uncovered(rulebooks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["coverage", "--rulebooks", str(rulebooks)]) == cli.HOLDS
    shown = capsys.readouterr().out
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert shown.count("; 0 uncovered") == len(ERA.editions)
