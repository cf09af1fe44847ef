"""The search of the site: how many questions of players it answers, and that Python and the page rank alike."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
import snowballstemmer

pytest.importorskip("mkdocstrings")

from docs.site.build import VOLUMES, settings
from docs.site.drafts import subjects
from docs.site.proof import PROOFS
from docs.site.search import (
    SEPARATOR,
    index_of,
    places,
    shelf_of,
    shelve,
    write_search,
)
from docs.site.sections import Section, sections
from docs.site.volume import Volume, volume_of
from era_of_inventions.tabletop.cli.search import search
from era_of_inventions.tabletop.text.normalized import normalize
from era_of_inventions.tabletop.text.ranking import LANGUAGES, WORDS
from tests import ROOT
from tests.site.test_site import SOURCES

BY_NAME = {volume.rulebook.name: volume for volume in VOLUMES}
READ = 3
"""How many of the pages found a player reads, and how many of the places of each."""
MISTYPED = {
    "patnet": "patent",
    "faktory": "factory",
    "exchagne": "exchange",
    "infleunce": "influence",
    "bonsu disk per turn": "bonus disk per turn",
    "coal house emtpy refill": "coal house empty refill",
    "how many developement cogs": "how many development cogs",
}
"""Queries with slips, and without."""
GENERATED = {
    "examples/a.md": "# A claim about fakes and patents\n",
    "reference/a.md": "::: era_of_inventions.tabletop.text.ranking\n",
}


@attrs.frozen
class Question:
    """What a player asks, where, and the pages and places that answer it."""

    words: str
    asker: str
    volume: Volume
    language: str
    aside: bool
    answers: tuple[str, ...]

    @property
    def targets(self) -> set[str]:
        """The addresses of its answers."""
        folder = self.volume.folder
        rulings = f"{folder}rulings/#{self.volume.label('')}"
        return {
            rulings + answer if answer.startswith("ruling.") else f"{folder}rules/{answer}/" for answer in self.answers
        }


def asked() -> Iterator[Question]:
    """The questions, of each table in turn."""
    asked: dict[str, Any] = tomllib.loads((ROOT / "tests/site/questions.toml").read_text(encoding="utf-8"))
    for asker, games in asked.items():
        for game, languages in games.items():
            for language, answers in languages.items():
                for number, (words, answer) in enumerate(answers.items()):
                    aside = asker != "before" and number % 2 == 1
                    yield Question(words, asker, BY_NAME[game], language, aside, tuple(answer.split()))


QUESTIONS = [*asked()]
OWN = [question for question in QUESTIONS if question.asker != "before"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a site by which the search answers."""
    return searched(tmp_path_factory.mktemp("site"), SOURCES, GENERATED)


def searched(folder: Path, sources: Mapping[str, str], generated: Mapping[str, str]) -> Path:
    """A folder with the files by which the search answers about some pages."""
    (folder / "search").mkdir()
    (folder / "assets/javascripts/workers").mkdir(parents=True)
    (folder / "assets/javascripts/workers/search.theme.js").touch()
    write_search(folder, places(sources, generated, VOLUMES), VOLUMES)
    return folder


def ask(site: Path, queries: Iterable[tuple[str, str]], *loading: str) -> list[dict[str, Any]]:
    """What the worker answers to queries, each asked where a game is open; with "alone" only Era is known yet."""
    if not shutil.which("node"):
        pytest.skip("outside of a browser the search needs Node.js")
    command = ("node", str(ROOT / "tests/support/site_search.js"), str(site), shelf_of(VOLUMES[0]), *loading)
    done = subprocess.run(command, input=json.dumps([*queries]), capture_output=True, text=True, check=True)
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


@pytest.fixture(scope="module")
def found(site: Path) -> list[tuple[Question, list[list[str]]]]:
    """For each question the pages found, the best first, each with its best places."""
    answers = ask(site, ((question.words, question.volume.rulebook.title) for question in QUESTIONS))
    pages = ([[place["location"] for place in page] for page in answer["items"]] for answer in answers)
    return [*zip(QUESTIONS, pages, strict=True)]


def place_of(question: Question, pages: list[list[str]]) -> int:
    """At which place the first right page is; a high number if there is none."""
    for number, locations in enumerate(pages, 1):
        read = {*locations[:READ], *(location.partition("#")[0] for location in locations)}
        if read & question.targets:
            return number
    return 1000


def shares(found: list[tuple[Question, list[list[str]]]]) -> tuple[float, float]:
    """The shares of questions with a right page among those read, and at the first place."""
    numbers = [place_of(question, pages) for question, pages in found]
    return sum(number <= READ for number in numbers) / len(numbers), numbers.count(1) / len(numbers)


def test_there_are_enough_questions() -> None:
    languages = [question.language for question in OWN]
    assert [languages.count(language) for language in ("en", "nl", "de")] == [80, 20, 20]
    assert [question.asker for question in OWN].count("fresh") * 3 == len(OWN)
    assert len({(question.volume.rulebook.name, question.words) for question in OWN}) == len(OWN)


def test_what_answers_the_questions_is_there() -> None:
    known = {place.address for place in places(SOURCES, {}, VOLUMES)}
    assert {target for question in QUESTIONS for target in question.targets} <= known


@pytest.mark.slow
@pytest.mark.parametrize("aside", [False, True], ids=["tuned", "aside"])
def test_the_site_answers_questions(aside: bool, found: list[tuple[Question, list[list[str]]]]) -> None:
    read, first = shares([(question, pages) for question, pages in found if question.aside is aside])
    assert read >= 0.85
    assert first >= 0.7


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_the_site_answers_in_each_language(language: str, found: list[tuple[Question, list[list[str]]]]) -> None:
    read, first = shares([(question, pages) for question, pages in found if question.language == language])
    assert read >= 0.8
    assert first >= 0.65


@pytest.mark.repeats
def test_the_command_answers_questions() -> None:
    numbers = []
    for question in OWN:
        rulebook = question.volume.rulebook
        clauses = search(question.words.split(), rulebook, rulebook.law.clauses)
        right = [number for number, clause in enumerate(clauses, 1) if clause.chapter in question.answers]
        numbers.append(min(right, default=1000))
    assert sum(number <= READ for number in numbers) >= 0.8 * len(numbers)
    assert numbers.count(1) >= 0.55 * len(numbers)


def test_no_example_and_no_code_stands_before_the_rules(found: list[tuple[Question, list[list[str]]]]) -> None:
    read = {pages[number][0] for _, pages in found for number in range(min(READ, len(pages)))}
    assert not [location for location in read if location.startswith(("examples/", "reference/"))]


def test_code_is_found_by_its_names(site: Path) -> None:
    (answer,) = ask(site, [("tabletop.text.ranking", "")])
    assert answer["items"][0][0]["location"] == "reference/a/"


@pytest.mark.slow
def test_the_page_adds_up_the_same_points_as_python(site: Path) -> None:
    known = index_of(shelve(places(SOURCES, GENERATED, VOLUMES), VOLUMES))
    queries = [
        *(question.words for question in QUESTIONS),
        *MISTYPED,
        "Straßenbahn größer",
        "Spielzugende",
        "ÉÉN o'clock 3-2",
    ]
    for query, answer in zip(queries, ask(site, ((query, "") for query in queries)), strict=True):
        assert dict(answer["totals"]) == dict(known.totals(query)), query


@pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)
def test_the_game_that_is_open_comes_first_and_others_are_named(volume: Volume, site: Path) -> None:
    folder = volume.folder
    (answer,) = ask(site, [("coins at the end of the game", volume.rulebook.title)])
    first, titles = answer["items"][0][0], {volume.rulebook.title: volume.folder for volume in VOLUMES}
    assert first["location"].startswith(f"{folder}rules/")
    for best, *_ in answer["items"]:
        here = max(filter(best["location"].startswith, titles.values()), key=len)
        if here or best["location"].startswith("rules/"):
            assert [titles[title] for title in best.get("tags", [])] == [here] * (here != folder)


@pytest.mark.slow
@pytest.mark.covers
def test_the_game_that_is_open_is_found_before_the_others_have_arrived(site: Path) -> None:
    queries = [(question.words, VOLUMES[0].rulebook.title) for question in QUESTIONS if not question.volume.folder]
    early, late = ask(site, queries, "alone"), ask(site, queries)
    pairs = [(one["items"][0][0], other["items"][0][0]) for one, other in zip(early, late, strict=True)]
    found = [place["location"] for answer in early for page in answer["items"] for place in page]
    assert {volume_of(location, VOLUMES).folder for location in found} == {""}
    assert sum(one["location"] == other["location"] for one, other in pairs) >= 0.95 * len(pairs)
    assert not any(place["text"] for place, _ in pairs)


def test_pages_are_about_the_game_that_the_navigation_has_them_under() -> None:
    subject = {page: volume.rulebook.title for page, volume in subjects(VOLUMES).items()}
    listed: dict[str, list[str]] = {}
    for line in settings().partition("\nnav:")[2].splitlines():
        tab, page = re.fullmatch(r"  - (.+?):.*", line), re.fullmatch(r"      - (?:.+: )?(\S+\.md)", line)
        if tab:
            pages = listed.setdefault(tab[1], [])
        elif page:
            pages.append(page[1])
    for volume in VOLUMES:
        title = volume.rulebook.title
        assert {page for page in listed[title] if subject.get(page) != title} <= {"stages.md"}
    assert subject["learn.md"] == VOLUMES[0].rulebook.title
    assert subject["examples/phoenicia/disputes/x12-tracker.md"] == "Phoenicia"
    assert not {"index.md", *listed["Contributing"], *listed["Proof"]} & subject.keys() - {"coverage.md"}


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize("typed", MISTYPED)
def test_a_mistyped_word_finds_what_the_right_one_does(typed: str, site: Path) -> None:
    game = VOLUMES[0].rulebook.title
    mistyped, right = (answer["items"] for answer in ask(site, [(typed, game), (MISTYPED[typed], game)]))
    page, expected = (items[0][0]["location"].partition("#")[0] for items in (mistyped, right))
    assert page == expected


def test_no_game_comes_first_where_none_is_open(site: Path) -> None:
    (answer,) = ask(site, [("do I get change when I pay a building with goods", "")])
    assert answer["items"][0][0]["location"].startswith("oh-my-goods/rules/build/")


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize(
    "query",
    ["", "   ", "?!", "zeppelin", "<img src=x onerror=alert(1)>", "фабрика", "工場", "toString __proto__"],
)
def test_a_query_of_nothing_finds_nothing(query: str, site: Path) -> None:
    (answer,) = ask(site, [(query, VOLUMES[0].rulebook.title)])
    assert len(answer["items"]) <= (20 if "<" in query else 0)


def test_a_name_of_the_language_of_pages_is_a_word_like_others(site: Path) -> None:
    (answer,) = ask(site, [("constructor", "")])
    assert all(place["title"] for page in answer["items"] for place in page)


def test_a_long_query_is_answered_by_its_beginning(site: Path) -> None:
    short, long = ask(site, [("patent " * 43, ""), ("patent " * 43 + "factory " * 1000, "")])
    assert short == long


def test_titles_and_texts_are_no_markup(tmp_path: Path) -> None:
    folder = searched(tmp_path, {"a.md": "# If a<b & c\n\nText with x<y & z.\n"}, {})
    (answer,) = ask(folder, [("text with", "")])
    found = next(place for page in answer["items"] for place in page if place["location"].startswith("a/"))
    assert (found["title"], found["text"]) == ("If a&lt;b &amp; c", "Text with x&lt;y &amp; z.")


def test_a_page_has_sections_with_the_anchors_of_the_site() -> None:
    page = (
        "# A *title* {#top}\n\nFirst [words][x.y].\n\n[[clause market.five-max]]\n\n## May I? { #may }\n\nNo.\n\n"
        "```\n# no heading\n```\n\n## Two words\n\n[[picture market]]\n\n## Two words\n"
    )
    assert [*sections(page)] == [
        Section("A title", "", "First words.", ["market.five-max"]),
        Section("May I?", "may", "No.", []),
        Section("Two words", "two-words", "", []),
        Section("Two words", "two-words_1", "", []),
    ]


@pytest.mark.slow
def test_words_of_one_sense_are_those_of_rulebooks_where_they_claim_it() -> None:
    folder = os.environ.get("ERA_RULEBOOKS")
    if not folder:
        pytest.skip("ERA_RULEBOOKS names no folder with the texts")
    texts = {
        stemmed(Path(folder, edition.file).read_text(encoding="utf-8"), LANGUAGES[edition.code])
        for proof in PROOFS.values()
        for edition in proof.rulebook.editions
        if edition.file and Path(folder, edition.file).exists()
    }
    same = tomllib.loads(WORDS.read_text(encoding="utf-8"))["same"]
    claimed = [word for sources in same.values() for word in sources.get("editions", "").split(", ") if word]
    assert len(claimed) > 300
    assert not [
        word
        for word in claimed
        if not any(stemmed(word, language) in text for text in texts for language in LANGUAGES.values())
    ]


def test_what_stands_between_words_is_a_pattern_without_classes_of_unicode() -> None:
    """Python knows them as little as the theme does, whose marks a page shows for the words that led to it."""
    assert re.split(SEPARATOR, "Größe, discs: 3; l'action") == ["Größe", "discs", "3", "l", "action"]


def stemmed(text: str, language: str) -> str:
    """The stems of the words of a text, each between spaces."""
    stemmer = snowballstemmer.stemmer(language)
    return f" {' '.join(map(stemmer.stemWord, normalize(text).split()))} "
