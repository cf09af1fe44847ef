"""Tests of the proof of any rulebook. A rulebook has them by classes of its own that inherit these."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest

from docs.site.proof import Proof, classes_by_clause
from era_of_inventions import cli
from era_of_inventions.tabletop.law.citation import ANCHOR_WORDS, locate, sections_in
from era_of_inventions.tabletop.passages import (
    NAMING,
    Coverage,
    Passage,
    Role,
    Table,
    evaluate,
    read_table,
    read_text,
)
from era_of_inventions.tabletop.text.normalized import normalize
from tests.tools.citation_marks import marks

RULEBOOKS = "ERA_RULEBOOKS"
"""The environment variable that names a folder with the texts of the rulebooks."""
FEWEST_ENTRIES = 50
"""Every table of passages has more."""
DUTY = {
    "nl": {"mag", "mogen", "moet", "moeten", "maximaal", "niet", "geen", "mits", "verplicht", "ontvangt"},
    "de": {"darf", "durfen", "muss", "mussen", "maximal", "nicht", "keine", "bekommt", "erhalt"},
    "en": {"may", "must", "cannot", "only", "not", "never", "receives"},
}
"""Words by which the rulebooks permit, demand, forbid or give."""
EXAMPLE = {"nl": "voorbeeld", "de": "beispiel", "en": "example"}


def is_sentence(text: str) -> bool:
    return text[:1].isupper() and text.endswith(".") and len(text.split()) >= 5 and "\n" not in text


def resolve(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


class LedgerTests:
    """The ledger accounts for every rule found in the rulebooks, and for every clause of the law."""

    proof: ClassVar[Proof]
    chapters: ClassVar[dict[str, int]]
    """How many rules were found in each chapter, in their order."""

    @property
    def ids(self) -> list[str]:
        ids: list[str] = self.proof.ledger["ids"]
        return ids

    @property
    def clauses(self) -> set[str]:
        return {clause.id for clause in self.proof.law}

    @property
    def taken_up(self) -> dict[str, dict[str, Any]]:
        lists = ("ids", "clauses", "derived", "new")
        return {id_: entry for id_, entry in self.proof.ledger.items() if id_ not in lists}

    def test_chapters_are_complete_and_in_order(self) -> None:
        found = [id_.partition(".")[0] for id_ in self.ids]
        assert dict(Counter(found)) == self.chapters
        assert found == sorted(found, key=list(self.chapters).index)

    def test_every_rule_found_is_there_once(self) -> None:
        assert [id_ for id_, number in Counter(self.ids).items() if number > 1] == []

    def test_every_rule_is_a_clause_or_taken_up(self) -> None:
        listed, taken_up = self.proof.ledger["clauses"], self.taken_up
        assert set(listed) & set(taken_up) == set()
        assert [id_ for id_ in self.ids if id_ in set(listed)] == listed
        assert [id_ for id_ in self.ids if id_ in taken_up] == list(taken_up)
        assert set(listed) | set(taken_up) == set(self.ids)

    def test_listed_clauses_exist(self) -> None:
        assert sorted(set(self.proof.ledger["clauses"]) - self.clauses) == []

    def test_rules_taken_up_elsewhere_are_no_clauses(self) -> None:
        assert sorted(set(self.taken_up) & self.clauses) == []

    def test_what_takes_up_a_rule_exists(self) -> None:
        known = self.clauses | {f"ruling:{ruling.id}" for ruling in self.proof.rulebook.ruleset.rulings()}
        for id_, entry in self.taken_up.items():
            carriers = entry.get("taken_up_by", [])
            assert set(entry) <= {"taken_up_by", "held_by", "why"}, id_
            assert carriers or "held_by" in entry, id_
            assert sorted(set(carriers) - known) == [], id_
            assert len(set(carriers)) == len(carriers), id_
            if "held_by" in entry:
                resolve(entry["held_by"])

    def test_every_other_clause_is_new(self) -> None:
        assert sorted(self.proof.ledger["new"]) == sorted(self.clauses - set(self.ids))

    def test_derived_clauses_are_those_without_citation(self) -> None:
        assert sorted(self.proof.ledger["derived"]) == sorted(
            clause.id for clause in self.proof.law if not clause.cites
        )

    def test_reasons_are_sentences(self) -> None:
        reasons = {id_: entry["why"] for id_, entry in (self.taken_up | self.proof.ledger["new"]).items()}
        assert {id_: why for id_, why in reasons.items() if not is_sentence(why)} == {}


class QuestionTests:
    """Everything that the rulebooks leave open is decided by a ruling or settled by clauses."""

    proof: ClassVar[Proof]
    ids: ClassVar[list[str]]
    """The questions, in their order."""

    @property
    def rulings(self) -> dict[str, Any]:
        return {ruling.id: ruling for ruling in self.proof.rulebook.ruleset.rulings()}

    @staticmethod
    def deciding(question: dict[str, Any]) -> list[str]:
        """The rulings that decide a question: one or, where it has several parts, more."""
        found = question.get("ruling", [])
        return [found] if isinstance(found, str) else found

    def test_all_questions_are_there_in_order(self) -> None:
        assert list(self.proof.questions) == self.ids

    def test_a_question_is_decided_or_settled(self) -> None:
        for id_, question in self.proof.questions.items():
            assert question["question"].endswith("?"), id_
            if "ruling" in question:
                assert set(question) - {"clauses"} == {"question", "ruling"}, id_
                for ruling in self.deciding(question):
                    assert id_ in self.rulings[ruling].questions, f"{ruling} does not name {id_}"
            else:
                assert set(question) == {"question", "settled", "clauses"}, id_
                assert question["settled"].endswith("."), id_

    def test_a_question_names_clauses_of_the_law_each_once(self) -> None:
        for id_, question in self.proof.questions.items():
            named = question.get("clauses", [])
            assert [clause for clause in named if clause not in self.proof.law] == [], id_
            assert len(named) == len(set(named)), id_

    def test_a_clause_is_named_beside_a_ruling_only_if_it_does_not_ask_it(self) -> None:
        for id_, question in self.proof.questions.items():
            asked = {self.rulings[ruling].field for ruling in self.deciding(question)}
            for clause in question.get("clauses", []):
                assert not asked & set(self.proof.law.clause(clause).rulings), f"{id_}: {clause}"

    def test_a_ruling_names_the_questions_it_decides(self) -> None:
        for id_, ruling in self.rulings.items():
            assert ruling.questions, id_
            decided = {q for q, entry in self.proof.questions.items() if id_ in self.deciding(entry)}
            assert decided == set(ruling.questions), id_

    def test_a_ruling_has_the_name_of_its_field(self) -> None:
        for id_, ruling in self.rulings.items():
            assert ruling.field == id_.replace("-", "_")
            assert getattr(self.proof.rulebook.ruleset(), ruling.field) == ruling.default

    def test_clauses_consult_rulings_that_exist(self) -> None:
        fields = {ruling.field for ruling in self.rulings.values()}
        for clause in self.proof.law:
            assert sorted(set(clause.rulings) - fields) == [], clause.id

    def test_every_ruling_is_consulted_by_a_clause(self) -> None:
        consulted = {field for clause in self.proof.law for field in clause.rulings}
        assert sorted({ruling.field for ruling in self.rulings.values()} - consulted) == []


class TextTests:
    """Tests that look into the texts of the rulebooks, of whoever has them."""

    proof: ClassVar[Proof]

    @pytest.fixture
    def rulebooks(self) -> Path:
        """The folder with the texts."""
        folder = os.environ.get(RULEBOOKS)
        if folder is None:
            pytest.skip(f"set {RULEBOOKS} to a folder with the texts of the rulebooks to look into them")
        files = [edition.file for edition in self.proof.rulebook.editions]
        missing = [file for file in files if not Path(folder, file).is_file()]
        if missing:
            pytest.fail(f"{RULEBOOKS} is set, but {folder} has no {', '.join(missing)}")
        return Path(folder)

    @pytest.fixture
    def texts(self, rulebooks: Path) -> dict[str, str]:
        """The texts by the code of the edition."""
        return {edition.code: read_text(rulebooks, edition) for edition in self.proof.rulebook.editions}


class CitationTests(TextTests):
    """Every clause says where the editions state it, and the places are found in the texts of whoever has them."""

    def test_citations_name_sections_and_short_anchors(self) -> None:
        by_code = {edition.code: edition for edition in self.proof.rulebook.editions}
        for clause in self.proof.law:
            for code, cite in clause.cites.items():
                by_code[code].section(cite.section)
                assert 1 <= len(cite.anchor.split()) <= ANCHOR_WORDS, clause.id

    def test_every_clause_is_cited_or_derived(self) -> None:
        derived = self.proof.ledger["derived"]
        assert [clause.id for clause in self.proof.law if bool(clause.cites) == (clause.id in derived)] == []

    def test_citations_are_those_that_were_looked_up(self) -> None:
        """Another section or anchor has to be looked up in the texts again, by `tests.tools.citation_marks`."""
        assert marks(self.proof.law) == json.loads(self.proof.marks.read_text(encoding="utf-8"))

    def test_citations_are_found(self, texts: dict[str, str]) -> None:
        lost = [
            f"{clause.id}: {edition.code}: {cite.section}: {cite.anchor}"
            for clause in self.proof.law
            for edition in self.proof.rulebook.editions
            if (cite := clause.cites.get(edition.code)) and locate(edition, texts[edition.code], cite) is None
        ]
        assert lost == []

    def test_every_edition_is_cited(self) -> None:
        cited = {code for clause in self.proof.law for code in clause.cites}
        assert cited == {edition.code for edition in self.proof.rulebook.editions}


class PassageTests(TextTests):
    """Every sentence of the rulebooks has a place: clauses cite it, or the table says what it is."""

    story: ClassVar[Mapping[str, str]]
    """The section that tells the story, by the code of the edition."""

    @property
    def tables(self) -> dict[str, Table]:
        rulebook = self.proof.rulebook
        assert rulebook.passages is not None
        return read_table(rulebook.passages, rulebook.law, rulebook.editions)

    def evaluated(self, texts: dict[str, str], tables: Mapping[str, Table]) -> list[Coverage]:
        editions = self.proof.rulebook.editions
        return [evaluate(one, self.proof.law, tables.get(one.code, {}), texts[one.code]) for one in editions]

    @pytest.fixture
    def coverages(self, texts: dict[str, str]) -> list[Coverage]:
        """What became of the passages of each edition."""
        return self.evaluated(texts, self.tables)

    def test_the_table_holds_entries_of_every_edition(self) -> None:
        for edition in self.proof.rulebook.editions:
            table = self.tables[edition.code]
            assert len(table) > FEWEST_ENTRIES
            assert all(re.fullmatch("[0-9a-f]{8}", fingerprint) for _, fingerprint in table)

    def test_every_section_is_found(self, texts: dict[str, str]) -> None:
        for edition in self.proof.rulebook.editions:
            found = list(sections_in(edition, texts[edition.code]))
            assert found == [section.title for section in edition.sections]

    def test_every_passage_has_a_place(self, coverages: list[Coverage]) -> None:
        for coverage in coverages:
            assert [(*passage.key, opening(passage)) for passage in coverage.uncovered] == []
            assert [str(problem) for problem in coverage.problems] == []

    def test_each_entry_is_needed(self, texts: dict[str, str]) -> None:
        for coverage in self.evaluated(texts, {}):
            assert {passage.key for passage in coverage.uncovered} == set(self.tables[coverage.edition.code])

    def test_a_sentence_more_is_found(self, texts: dict[str, str]) -> None:
        more = {code: text + "\n\nNobody has read this sentence.\n" for code, text in texts.items()}
        for coverage in self.evaluated(more, self.tables):
            assert [passage.text for passage in coverage.uncovered] == ["Nobody has read this sentence."]

    def test_what_names_no_clause_commands_nothing(self, coverages: list[Coverage]) -> None:
        """Only the story may speak so."""
        for coverage in coverages:
            unnamed = [passage for passage, use in coverage.passages if use.role in set(Role) - SPEAKING]
            duty = DUTY[coverage.edition.code]
            assert [opening(passage) for passage in unnamed if duty & set(words(passage))] == []

    def test_the_story_is_told_in_its_section(self, coverages: list[Coverage]) -> None:
        for coverage in coverages:
            sections = {passage.section for passage, use in coverage.passages if use.role is Role.THEME}
            assert sections == {self.story[coverage.edition.code]}

    def test_an_example_is_announced(self, coverages: list[Coverage]) -> None:
        """Before each passage of an example one says that it is an example, and no rule stands in between."""
        for coverage in coverages:
            announced: str | None = None
            for passage, use in coverage.passages:
                if announces(passage, coverage):
                    announced = passage.section
                elif use.role is Role.EXAMPLE:
                    assert announced == passage.section, opening(passage)
                elif use.role is not Role.CITED:
                    announced = None

    def test_what_announces_an_example_is_one(self, coverages: list[Coverage]) -> None:
        """The word heads one, or stands in the story."""
        for coverage in coverages:
            roles = {use.role for passage, use in coverage.passages if announces(passage, coverage)}
            assert roles <= {Role.EXAMPLE, Role.CITED, Role.PICTURE, Role.LAYOUT, Role.THEME}

    def test_the_command_finds_nothing_uncovered(self, rulebooks: Path, capsys: pytest.CaptureFixture[str]) -> None:
        asked = ["--game", self.proof.name, "coverage", "--rulebooks", str(rulebooks)]
        assert cli.main(asked) == cli.HOLDS
        shown = capsys.readouterr().out
        assert all(len(line) <= 80 for line in shown.splitlines())
        assert shown.count("; 0 uncovered") == len(self.proof.rulebook.editions)


SPEAKING = {Role.CITED, Role.THEME, *NAMING}
"""The roles of passages that may permit, demand, forbid or give."""


def words(passage: Passage) -> list[str]:
    return normalize(passage.text).split()


def opening(passage: Passage) -> str:
    return " ".join(words(passage)[:6])


def announces(passage: Passage, coverage: Coverage) -> bool:
    return any(EXAMPLE[coverage.edition.code] in word for word in words(passage))


class ChapterTests:
    """Names lead to rooms: a chapter is called the same everywhere, and a clause's function after its id."""

    proof: ClassVar[Proof]
    module: ClassVar[str]
    """The package with a module for each chapter."""
    prefix: ClassVar[str] = "test_"
    """What the names of the modules that test a chapter begin with."""
    otherwise: ClassVar[dict[str, str]] = {}
    """The names of functions that are not called as their clauses are."""

    def test_a_chapter_has_clauses_and_tests(self) -> None:
        for chapter in self.proof.law.chapters:
            assert chapter.clauses, chapter.name
            assert (self.proof.tests / f"{self.prefix}{chapter.name}.py").is_file(), chapter.name

    def test_a_clause_stands_where_its_id_says(self) -> None:
        for clause in self.proof.law:
            chapter, _, name = clause.id.partition(".")
            assert clause.chapter == chapter
            assert clause.source.__module__ == f"{self.module}.{chapter}"
            assert clause.source.__name__ == self.otherwise.get(clause.id, name.replace("-", "_"))

    def test_a_clause_is_tested_with_its_chapter(self) -> None:
        classes = classes_by_clause(self.proof)
        for clause in self.proof.law:
            modules = [covered.module for covered in classes.get(clause.id, [])]
            assert modules, f"{clause.id} has no tests"
            assert [module for module in modules if not module.startswith(f"{self.prefix}{clause.chapter}")] == []

    def test_tests_are_about_clauses_that_exist(self) -> None:
        assert sorted(id_ for id_ in classes_by_clause(self.proof) if id_ not in self.proof.law) == []

    def test_tests_say_the_rule(self) -> None:
        for of_clause in classes_by_clause(self.proof).values():
            for covered in of_clause:
                assert covered.docstring.strip(), f"{covered.node} does not say the rule"
