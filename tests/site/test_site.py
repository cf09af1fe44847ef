"""The site: cards, pictures and parts of its pages, and what makes its build fail."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mkdocstrings")

from docs.site import pictures, text
from docs.site.book import expand
from docs.site.build import VOLUMES
from docs.site.cards import card, cite_place
from docs.site.drafts import navigation, pages_of, sources_of
from docs.site.era import ERA_VOLUME, stages
from docs.site.errors import SiteError
from docs.site.examples import ClaimJudged, Example, judged, readings_of
from docs.site.pages import example_pages, source_pages
from docs.site.parts import part
from docs.site.sections import sections
from docs.site.traceability import Traced
from docs.site.volume import Facts, Volume
from era_of_inventions.pictures import svg
from era_of_inventions.position import Phase
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.disputes import read_dispute
from era_of_inventions.tabletop.law.citation import Edition
from era_of_inventions.tabletop.text.normalized import normalize
from tests import ROOT
from tests.regatta import REGATTA

SHOWN_BY = "examples/clauses/market-1.toml"
"""An example whose first claim is taken to show an event."""
SOURCES = sources_of(VOLUMES)
GUESTS = VOLUMES[1:]
CLAUSES = [pytest.param(volume, clause, id=volume.label(clause.id)) for volume in VOLUMES for clause in volume.clauses]

pytestmark = pytest.mark.slow


@cache
def facts_of(volume: Volume) -> Facts:
    """What the pages of a volume are made of, with the examples read and not judged."""
    examples = {}
    for path in volume.examples:
        dispute = read_dispute(ROOT / path, volume.rulebook)
        events = (("market.free-cog", "cogs"),) if path == SHOWN_BY else ()
        claims = tuple(ClaimJudged(claim.title, "holds", "", events) for claim in dispute.claims)
        examples[path] = Example(path, dispute.title, claims, readings_of(dispute))
    return Facts(volume, {row.clause.id: row for row in volume.trace()}, examples)


@pytest.fixture(scope="module")
def facts() -> Facts:
    """Those of the first volume."""
    return facts_of(ERA_VOLUME)


@pytest.fixture(scope="module")
def examples(facts: Facts) -> dict[str, str]:
    """The pages of the examples."""
    return example_pages(facts, SOURCES)


def card_of(name: str, facts: Facts, page: str = "rules/market.md") -> str:
    """The card of a clause as it stands on a page."""
    return card(LAW.clause(name), page, 3, facts)


def expanded(pages: Mapping[str, str], facts: Facts) -> dict[str, str]:
    """These pages with their directives carried out, whatever cards are missing."""
    return expand(pages, [facts], complete=False)


def problems(pages: Mapping[str, str], *facts: Facts, complete: bool = False) -> list[str]:
    """What the build finds wrong with these pages."""
    with pytest.raises(SiteError) as raised:
        expand(pages, facts, complete=complete)
    return list(map(str, raised.value.problems))


def with_text(nl: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this be all that the Dutch edition says."""
    (tmp_path / "era_nl.txt").write_text(nl, encoding="utf-8")
    monkeypatch.setenv("ERA_RULEBOOKS", str(tmp_path))


@pytest.mark.parametrize(("volume", "clause"), CLAUSES)
def test_a_card_has_all_that_is_known_of_its_clause(volume: Volume, clause: Any) -> None:
    facts, page = facts_of(volume), volume.chapter(clause)
    shown = card(clause, page, 3, facts)
    assert f"{{ #{volume.label(clause.id)} " in shown
    assert clause.statement in shown
    for cite in clause.cites.values():
        assert f"{cite.section}, “{cite.anchor}”" in shown
    assert shown.count("*silent*") == (len(volume.rulebook.editions) - len(clause.cites) if clause.cites else 0)
    for ruling in volume.rulebook.ruleset.rulings():
        linked = f"- [{ruling.question}][{volume.label(f'ruling.{ruling.id}')}]" in shown
        assert linked is (ruling.field in clause.rulings)
    assert f"def {clause.source.__name__}(" in shown
    traced = facts.traced[clause.id]
    assert shown.count("- Allowed") == len(traced.allowing)
    assert shown.count("- Not allowed") == len(traced.forbidding)
    for place in (*traced.allowing, *traced.forbidding):
        path, number = place.split()
        assert f"{text.relative(page, facts.examples[path].page)}#claim-{number}" in shown
    for node in traced.tests:
        assert f"`pytest {node}`" in shown


@pytest.mark.parametrize(
    ("clause", "shown"),
    [
        (
            "market.counted-exchanges",
            "- Not allowed under ruling [market-cap][ruling.market-cap] = turn: "
            "[Where exchanges count for the turn: five exchanges, and a sixth with a bonus disc]"
            "(../examples/clauses/market-3.md#claim-1) · <a",
        ),
        ("market.five-max", "- Allowed: ["),
        (
            "patents.may-stay-unplaced",
            " under rulings [patent-placing][ruling.patent-placing] = must and "
            "[patent-same-turn][ruling.patent-same-turn] = later-turn: ",
        ),
    ],
)
def test_a_card_names_the_readings_of_its_examples(clause: str, shown: str, facts: Facts) -> None:
    assert shown in card_of(clause, facts)


def test_every_example_with_readings_of_its_own_names_them_on_its_page(facts: Facts, examples: dict[str, str]) -> None:
    named = {path: "\nJudged under ruling" in examples[example.page] for path, example in facts.examples.items()}
    assert named == {path: "\n[rulings]\n" in (ROOT / path).read_text(encoding="utf-8") for path in facts.examples}


def test_every_example_has_its_picture_with_assumed_numbers_marked(facts: Facts, examples: dict[str, str]) -> None:
    for path, example in facts.examples.items():
        dispute = read_dispute(ROOT / path, ERA_VOLUME.rulebook)
        assert (
            str(svg(dispute.state, names=dispute.names, title="The position of the example.", columns=2))
            in (examples[example.page])
        )
        assert "Signs mark numbers" in examples[example.page]


def test_a_claim_with_assumed_numbers_is_marked() -> None:
    example = judged("examples/disputes/e09-placing-patents.toml", ERA_VOLUME.rulebook)
    traced = {row.clause.id: row for row in ERA_VOLUME.trace()}
    page = example_pages(Facts(ERA_VOLUME, traced, {example.path: example}), SOURCES)[example.page]
    claims = page.partition("## The position")[0].split("\n## ")[1:]
    marked = ["It depends on *assumed* numbers" in part for part in claims]
    assert marked == ["Numbers used that no rulebook states" in claim.report for claim in example.claims]
    assert set(marked) == {True, False}
    assert "\nDecided by [`patents.action`][patents.action], [`patents.own-only`][patents.own-only].\n" in claims[2]


def test_a_picture_that_is_too_large_is_a_problem(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "SVG_BYTES_MAX", 1000)
    (problem,) = problems({"a.md": "\n[[picture rules/fakes]]"}, facts)
    assert re.fullmatch(r"a.md:2: the picture 'rules/fakes' has \d{5} bytes; expected at most 1000", problem)


def test_examples_lead_back_to_the_cards_and_chapters_that_show_them(facts: Facts, examples: dict[str, str]) -> None:
    for clause in LAW.clauses:
        page = ERA_VOLUME.chapter(clause)
        for target, number in re.findall(r"\]\(\.\./(examples/\S+)\.md#claim-(\d+)\)", card_of(clause.id, facts, page)):
            example = examples[f"{target}.md"]
            claim = example.partition(f"{{ #claim-{number} }}")[2].partition("\n## ")[0]
            assert f"[`{clause.id}`][{clause.id}]" in claim
            assert f"](../../{page})" in example.partition("\n## ")[0]
    for path in (ROOT / "examples" / "rules").glob("*.toml"):
        assert f"](../../rules/{path.stem.partition('-')[0]}.md)" in examples[f"examples/rules/{path.stem}.md"]
    assert "Shown in [Perft](../../perft.md)." in examples["examples/perft/start-four.md"]


def test_every_label_is_an_id_on_its_page_and_on_no_other() -> None:
    pages = expand(SOURCES, list(map(facts_of, VOLUMES)))
    labels = [label for volume in VOLUMES for label in volume.labels()]
    ids = {page: Counter(re.findall(r"\{ ?#([^ }]+)[ }]", text)) for page, text in pages.items()}
    everywhere = sum(ids.values(), Counter[str]())
    for name, target, *_ in labels:
        page, _, anchor = target.partition("#")
        assert anchor == name
        assert (ids[page][name], everywhere[name]) == (1, 1)
    assert len(labels) == sum(
        len(volume.clauses) + len(volume.rulebook.ruleset.rulings()) + len(volume.questions) for volume in VOLUMES
    )
    assert not [page for page, written in pages.items() if re.search(r"^\[\[\w+ ", written, re.MULTILINE)]


def test_clauses_of_the_same_id_in_two_volumes_are_told_apart(facts: Facts) -> None:
    again = Volume(rulebook=ERA_VOLUME.rulebook, folder="again/", trace=ERA_VOLUME.trace)
    pages = expand(sources_of([ERA_VOLUME, again]), [facts, Facts(again, facts.traced, facts.examples)])
    own, others = ({label.name for label in volume.labels()} for volume in (again, ERA_VOLUME))
    assert own.isdisjoint(others)
    for page, written in pages.items():
        if page.startswith("again/"):
            assert set(re.findall(r"\]\[([^\]]+)\]", re.sub(r"(?s)```.*?```", "", written))) <= own, page


def test_only_its_own_folder_knows_a_game() -> None:
    for path in (ROOT / "docs" / "site").glob("*.py"):
        imported = re.findall(
            r"^(?:from|import) (era_of_inventions\S*)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
        named = {name for name in imported if not name.startswith("era_of_inventions.tabletop")}
        assert named <= {"era_of_inventions"}, path.name


def test_another_rulebook_stands_beside_the_first(facts: Facts) -> None:
    clauses = REGATTA.law.clauses
    volume = Volume(rulebook=REGATTA, folder="regatta/", trace=tuple)
    other = Facts(volume, {clause.id: Traced(clause, (), (), (), ()) for clause in clauses}, {})
    pages = expand(sources_of([ERA_VOLUME, volume]), [facts, other])
    for name, target, *_ in volume.labels():
        assert name.startswith("regatta.")
        assert f"{{ #{name}" in pages[target.partition("#")[0]]
    assert "][regatta.ruling.equal-pledges]" in pages["regatta/rules/rules.md"]
    assert "#regatta." not in pages["rulings.md"]
    assert problems({"regatta/a.md": "[[clause market.five-max]]"}, facts, other) == [
        "regatta/a.md:1: there is no clause 'market.five-max'"
    ]
    assert "there is no directive 'picture'" in problems({"regatta/a.md": "[[picture table]]"}, facts, other)[0]
    listed = re.findall(r"regatta/\S+\.md", navigation(volume))
    assert sorted(listed) == sorted({*(page for page in pages if page.startswith("regatta/")), "regatta/coverage.md"})


def test_pages_that_are_written_take_the_place_of_drafts(tmp_path: Path) -> None:
    volume = Volume(rulebook=REGATTA, folder="regatta/", written=tmp_path, trace=tuple)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "index.md").write_text("# A race\n")
    (tmp_path / "rules" / "rules.md").write_text("# All\n\nWords.\n")
    pages = pages_of(volume)
    assert pages["rules/index.md"] == "# A race\n"
    assert pages["rules/rules.md"].startswith("# All\n\nWords.\n")
    assert pages["rules/rules.md"].count("[[clause ") == len(REGATTA.law.clauses)
    first = f"[[clause {REGATTA.law.clauses[0].id}]]\n"
    (tmp_path / "rules" / "rules.md").write_text(first)
    assert pages_of(volume)["rules/rules.md"] == first


def test_a_chapter_shows_an_example_if_positions_can_be_drawn(facts: Facts) -> None:
    drawn = part("chapter", "rules/market.md", facts)
    assert "<svg" in drawn
    assert "](../examples/" in drawn
    other = Facts(GUESTS[0], {clause.id: Traced(clause, (), (), (), ()) for clause in GUESTS[0].clauses}, {})
    without = part("chapter", GUESTS[0].chapter(GUESTS[0].clauses[0]), other)
    assert not re.search(r"<svg|\]\(.*examples/", without)


@pytest.mark.parametrize("volume", GUESTS, ids=lambda volume: volume.package)
def test_pages_of_a_guest_refer_to_its_own_clauses_and_rulings(volume: Volume) -> None:
    labels = {label.name for label in volume.labels()}
    for page, source in pages_of(volume).items():
        assert set(re.findall(r"\]\[([^\]]+)\]", source)) <= labels, page


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("# Market\n\n[[clause market.six-max]]\n", "rules/market.md:3: there is no clause 'market.six-max'"),
        (
            "[[clause market.five-max]]\n\n[[clause market.five-max]]\n",
            "rules/market.md:3: there is a card of market.five-max in rules/market.md already",
        ),
        (
            "\n[[clause buy.action]]\n",
            "rules/market.md:2: the card of buy.action is on this page; expected it in rules/buy.md",
        ),
        (
            "\n\n[[cluase market.five-max]]",
            "rules/market.md:3: there is no directive 'cluase'; expected one of clause,",
        ),
        ("[[picture of-nothing]]", "rules/market.md:1: there is no picture 'of-nothing'"),
        ("a\n\n[[part nothing]]", "rules/market.md:3: there is no part 'nothing'; expected one of "),
        ("```\n[[clause x]]\n```\n[[clause x]]", "rules/market.md:4: there is no clause 'x'"),
        ("\nSee [[clause buy.action]].", "rules/market.md:2: a directive must be alone on its line"),
        ("\nSee `buy.typo`.", "rules/market.md:2: there is no clause 'buy.typo'"),
        ("\n\n`era clause scoring.of-all`", "rules/market.md:3: there is no clause 'scoring.of-all'"),
        ("a\n[`buy.typo`][buy.action]", "rules/market.md:2: there is no clause 'buy.typo'"),
        ("a\n\n[buy.action] b", "rules/market.md:3: [buy.action] is not a reference; expected [words][ID] or [ID][]"),
        ("a\n[`buy.action`].", "rules/market.md:2: [`buy.action`] is not a reference; expected [words][ID] or [ID][]"),
    ],
    ids=[
        *("clause", "twice", "elsewhere", "directive", "picture", "part", "code", "inside"),
        *("code-id", "command", "words", "alone", "alone-code"),
    ],
)
def test_a_mistake_is_reported_with_its_page_and_line(page: str, expected: str, facts: Facts) -> None:
    (problem,) = problems({"rules/market.md": page}, facts)
    assert problem.startswith(expected)


def test_what_is_no_clause_id_is_left_alone(facts: Facts) -> None:
    page = (
        "`buy.py` `market.md` `game.play` `build.max_three` `components.a.b` `if buy.typo` `set.typo` "
        "[tool.typo] [buy.typo](market.md) [buy.typo](#x) \\[buy.typo] `[buy.typo]` `market.Game` [a][buy.typo]\n\n"
        "`buy.action` ``buy.action``\n\n```\n`buy.typo` [buy.typo]\n```\n\n# X {#x}\n"
    )
    assert expanded({"rules/market.md": page}, facts) == {"rules/market.md": page}


def test_every_clause_id_has_the_shape_by_which_wrong_ones_are_found() -> None:
    page = "".join(f"`{clause.id}-typo`\n\n" for clause in LAW.clauses)
    wrong = text.mistakes(page, [chapter.name for chapter in LAW.chapters], ())
    assert [line for line, _ in wrong] == [2 * number + 1 for number, _ in enumerate(LAW.clauses)]


def test_an_anchor_that_is_not_in_the_text_is_a_problem(
    facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_text("DE RUILMARKT\nniets", tmp_path, monkeypatch)
    (problem,) = problems({"rules/market.md": "\n[[clause market.five-max]]\n"}, facts)
    assert problem.startswith(
        "rules/market.md:2: market.five-max cites “in totaal maximaal 5 handelingen”, which is not"
    )
    path, line = re.findall(r"the citation is in (era_of_inventions/rules/market\.py):(\d+)$", problem)[0]
    assert 'nl=Cite("De ruilmarkt", "in totaal maximaal 5 handelingen")' in source_line(path, int(line))


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_every_citation_is_found_in_the_code(clause: Any) -> None:
    for code, cite in clause.cites.items():
        path, _, line = cite_place(clause, code).partition(":")
        assert f"{code}=Cite(" in source_line(path, int(line))
        assert cite.anchor in "".join(source_line(path, int(line) + more) for more in range(4))


def source_line(path: str, number: int) -> str:
    """A line of a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8").splitlines()[number - 1]


def test_a_missing_card_is_reported_with_its_place(facts: Facts) -> None:
    ids = [clause.id for clause in LAW.clauses if clause.chapter == "market"]
    second, fifth = ids[1], ids[4]
    pages = {"rules/market.md": f"# M\n\n[[clause {second}]]\n\n[[clause {fifth}]]\n"}
    missing = problems(pages, facts, complete=True)
    assert len(missing) == len(LAW.clauses) - 2
    words = "the card of {0} is missing; expected a line [[clause {0}]]"
    assert f"rules/market.md:3: {words.format(ids[0])} before the card of {second}" in missing
    assert f"rules/market.md:3: {words.format(ids[3])} after the card of {second}" in missing
    assert f"rules/market.md:5: {words.format(ids[-1])} after the card of {fifth}" in missing
    assert f"rules/buy.md:1: {words.format('buy.action')}, as the first card of the page" in missing


def test_a_card_with_a_fault_is_not_called_missing_too(
    facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_text("DE RUILMARKT\nniets", tmp_path, monkeypatch)
    found = problems({"rules/market.md": "[[clause market.five-max]]\n"}, facts, complete=True)
    assert len(found) == len(LAW.clauses)
    assert found[0].startswith("rules/market.md:1: market.five-max cites ")
    assert all("is missing" in problem for problem in found[1:])


def test_all_mistakes_are_reported_at_once(facts: Facts) -> None:
    found = problems({"a.md": "`buy.typo`\n", "b.md": "[[clause a]]\n\n[[part b]]\n"}, facts)
    assert [problem.split(": ")[0] for problem in found] == ["a.md:1", "b.md:1", "b.md:3"]


def test_each_card_is_one_level_below_its_heading(facts: Facts) -> None:
    pages = {
        "rules/market.md": "## A\n### B\n[[clause market.five-max]]\n[[clause market.action]]\n"
        "## C\n[[clause market.counted-exchanges]]\n"
    }
    written = expanded(pages, facts)["rules/market.md"]
    assert re.findall(r"^(#+) `([\w.-]+)`", written, re.MULTILINE) == [
        ("####", "market.five-max"),
        ("####", "market.action"),
        ("###", "market.counted-exchanges"),
    ]


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("placement.two-per-area", "agree in effect; see [D38][question.D38]"),
        ("components.no-wood", "agree in effect; see [D10][question.D10]"),
        (
            "components.card-costs",
            "differ: [coin-costs][ruling.coin-costs]; see [D10][question.D10], [D11][question.D11]",
        ),
        ("components.cogs", "agree in effect; see [D41][question.D41]"),
        ("components.factory-costs", "agree in effect, 1 silent; see [D49][question.D49]"),
        ("execution.free-disc-choice", "agree in effect; see [D37][question.D37]"),
        ("market.cog-or-exchanges", "agree"),
    ],
)
def test_editions_agree_only_where_nothing_else_is_said_of_them(clause: str, said: str, facts: Facts) -> None:
    table = part("editions", "editions.md", facts)
    (row,) = (line for line in table.splitlines() if line.startswith(f"| [`{clause}`]"))
    assert row.split(" | ")[-1].removesuffix(" |") == said
    shown = card_of(clause, facts)
    assert re.findall(r"\[D\d\d\]\[\S+?\]", shown) == re.findall(r"\[D\d\d\]\[\S+?\]", said)
    assert ("\nEditions differ here: [D" in shown) is ("[D" in said)


def test_no_clause_that_a_difference_names_is_said_to_agree_without_it(facts: Facts) -> None:
    questions = tomllib.loads((ROOT / "era_of_inventions/data/questions.toml").read_text(encoding="utf-8"))
    named = {(clause, id_) for id_, entry in questions.items() for clause in entry.get("clauses", ()) if id_[0] == "D"}
    table = part("editions", "editions.md", facts)
    rows = {line.split("`")[1]: line for line in table.splitlines() if line.startswith("| [`")}
    assert named
    assert [pair for pair in named if f"[question.{pair[1]}]" not in rows[pair[0]]] == []


def test_move_counts_are_labeled_as_of_assumed_numbers(facts: Facts) -> None:
    page = part("perft", "perft.md", facts)
    tables = json.loads((ROOT / "tests/era/perft.json").read_text(encoding="utf-8"))
    assert page.count("| moves | ways to make them, with assumed numbers |") == len(tables)


@pytest.mark.parametrize(
    ("volume", "edition"), [(volume, edition) for volume in VOLUMES for edition in volume.rulebook.editions]
)
def test_the_words_of_the_glossary_are_those_of_the_rulebooks(volume: Volume, edition: Edition) -> None:
    folder = os.environ.get("ERA_RULEBOOKS")
    if not folder:
        pytest.skip("ERA_RULEBOOKS names no folder with the texts")
    book = normalize(Path(folder, edition.file).read_text(encoding="utf-8")).replace(" ", "")
    assert volume.terms
    for term in volume.terms:
        word = term.get(f"{edition.code}_book", term[edition.code])
        assert word == "-" or normalize(word).replace(" ", "") in book, f"{word} is not in the text"
        assert term["see"] in volume.rulebook.law


@pytest.mark.parametrize(
    ("word", "term"),
    [
        ("Bonusscheibe", "bonus disc"),
        ("bonusschijf", "bonus disc"),
        ("tiebreaker", "tie"),
        ("tie-break", "tie"),
        ("victory points", "influence"),
        ("gear", "development cog"),
        ("Plagiat", "fake card"),
    ],
)
def test_the_glossary_has_the_words_that_players_use(word: str, term: str, facts: Facts) -> None:
    rows = part("glossary", "glossary.md", facts).splitlines()
    (row,) = (row for row in rows if re.search(rf"\b{word}\b", row))
    assert row.startswith(f"| **{term}**")


def test_the_diagram_has_every_stage_and_no_way_out_of_the_end() -> None:
    edges = stages.transitions()
    assert {after for _, after in edges} | {Phase.SETUP_FACTORIES} == set(Phase) == set(stages.PLACES)
    assert {before for before, _ in edges} == set(Phase) - {Phase.GAME_OVER}
    assert edges[Phase.CHOICE, Phase.ACTION] == ["resolve"]
    assert edges[Phase.PLACEMENT, Phase.CHOICE] == ["place disc"]
    assert (Phase.PLACEMENT, Phase.ACTION) not in edges
    drawn = "\n".join(stages.diagram())
    assert drawn.count("<rect ") == len(Phase)
    assert drawn.count("marker-end") == sum(before is not after for before, after in edges)


def test_the_places_that_answer_newcomers_are_there() -> None:
    pytest.importorskip("axe_playwright_python")
    from docs.site import check_browser

    for answers in check_browser.QUESTIONS.values():
        for answer in answers:
            page, _, anchor = answer.partition("#")
            source = SOURCES.get(f"{page.rstrip('/')}.md") or SOURCES[f"{page}index.md"]
            clause = anchor.rpartition("oh-my-goods.")[2]
            headings = {section.anchor for section in sections(source)}
            assert not anchor or anchor in headings or f"[[clause {clause}]]" in source


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("http://here/rules/fakes/?h=may+i#fake-patented", "rules/fakes/#fake-patented"),
        ("http://here/rules/fakes/?h=may", "rules/fakes/"),
        ("http://here/rulings/#ruling.reshuffle", "rulings/#ruling.reshuffle"),
    ],
)
def test_a_search_result_is_told_by_page_and_anchor(link: str, expected: str) -> None:
    pytest.importorskip("axe_playwright_python")
    from docs.site import check_browser

    assert check_browser.place(link, "http://here/") == expected


def test_the_stages_are_drawn_under_every_reading() -> None:
    played = stages.rulesets()
    assert len(played) == len(set(played))
    for ruling in Ruleset.rulings():
        assert {getattr(ruleset, ruling.field) for ruleset in played} == {reading.name for reading in ruling.readings}


def test_sources_have_pages_with_anchors_for_lines(facts: Facts, examples: dict[str, str]) -> None:
    pages = source_pages(facts)
    for clause in LAW.clauses:
        path, _, line = clause.place.rpartition(":")
        source = (ROOT / path).read_text(encoding="utf-8")
        assert source in pages[text.source_page(path)]
        assert text.line_target(path, int(line)).partition("#")[2] == f"line-{line}"
    assert 'id="line-3"' in text.numbered("a\n\nb\n", "source")
    for path, example in facts.examples.items():
        assert (ROOT / path).read_text(encoding="utf-8").rstrip() in examples[example.page]
