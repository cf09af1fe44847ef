"""The site: cards, references, pictures and parts of its pages, its inventory, and what makes its build fail."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from docs.site import links, parts, pictures, stages, text
from docs.site.book import Book, make_book
from docs.site.build import all_sources
from docs.site.cards import cards
from docs.site.facts import ClaimJudged, Example, Facts, chapter_page, source_page
from docs.site.inventory import Row, read_inventory, write_inventory
from docs.site.pages import generated_pages
from era_of_inventions.disputes import read_dispute
from era_of_inventions.errors import FileError
from era_of_inventions.kernel.citation import normalize
from era_of_inventions.model.state import Phase
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.editions import EDITIONS
from era_of_inventions.rulings import rulings
from tests.clause_drop import EXAMPLES, ROOT
from tests.traceability import table


@pytest.fixture(scope="module")
def facts() -> Facts:
    """What the pages tell, with the examples read and not judged."""
    examples = {}
    for path in EXAMPLES:
        dispute = read_dispute(path)
        claims = tuple(ClaimJudged(claim.title, True, "", ()) for claim in dispute.claims)
        name = path.relative_to(ROOT).as_posix()
        examples[name] = Example(name, dispute.title, claims)
    return Facts({row.clause.id: row for row in table()}, examples, {"market.a-one-cog": {"cogs": (name, 1)}})


def made(pages: dict[str, str], facts: Facts, texts: dict[str, str] | None = None, *, complete: bool = False) -> Book:
    """The book of these pages."""
    makers = {"clause": cards(facts, texts or {}), "part": parts.parts(facts), "picture": pictures.pictures()}
    elsewhere = {"era_of_inventions.game.Game": "/reference/game.html#Game", **_unwritten(pages, complete=complete)}
    return make_book(pages, makers, elsewhere, complete=complete)


def _unwritten(pages: dict[str, str], *, complete: bool) -> dict[str, str]:
    """Stand-ins for the rulings and clauses that a few pages alone refer to but do not have."""
    if complete:
        return {}
    here = "".join(pages.values())
    clauses = {clause.id: "/there" for clause in LAW.clauses if f"[[clause {clause.id}]]" not in here}
    return clauses | {f"ruling.{ruling.id}": "/there" for ruling in rulings() if "[[part rulings]]" not in here}


def problems(pages: dict[str, str], facts: Facts, texts: dict[str, str] | None = None) -> list[str]:
    """What the build finds wrong with these pages."""
    with pytest.raises(FileError) as raised:
        made(pages, facts, texts)
    return list(raised.value.problems)


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_a_card_says_all_that_is_known_of_its_clause(clause: Any, facts: Facts) -> None:
    page = chapter_page(clause)
    card = cards(facts, {})(clause.id, page, 2)
    assert f"{{ #{clause.id} " in card
    assert clause.statement in card
    for cite in clause.cites.values():
        assert f"{cite.section}, “{cite.anchor}”" in card
    assert card.count("*silent*") == (3 - len(clause.cites) if clause.cites else 0)
    for ruling in rulings():
        assert (f"][ruling.{ruling.id}]" in card) is (ruling.field in clause.rulings)
    assert f"def {clause.source.__name__}(" in card
    traced = facts.traced[clause.id]
    assert card.count("- Allowed: ") == len(traced.allowing)
    assert card.count("- Not allowed: ") == len(traced.forbidding)
    for place in (*traced.allowing, *traced.forbidding):
        path, number = place.split()
        assert f"`era judge {path}`" in card
        assert f"{text.relative(page, facts.examples[path].page)}#claim-{number}" in card
    for node in traced.tests:
        assert f"`pytest {node}`" in card


def test_the_line_of_the_code_is_the_line_of_the_clause(facts: Facts) -> None:
    for clause in LAW.clauses:
        path, line = re.findall(r"^\[(\S+), line (\d+)\]", cards(facts, {})(clause.id, "a.md", 2), re.MULTILINE)[0]
        shown = (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1 :]
        assert shown[0].startswith("@")
        assert clause.id in "".join(shown[:3])


def test_events_lead_to_the_example_that_shows_them(facts: Facts) -> None:
    path, number = facts.events["market.a-one-cog"]["cogs"]
    target = f"{text.relative('rules/market.md', facts.examples[path].page)}#claim-{number}"
    assert f"- cogs, as in [this example]({target})" in cards(facts, {})("market.a-one-cog", "rules/market.md", 2)


def test_every_page_there_is_can_be_made(facts: Facts) -> None:
    sources = all_sources(facts)
    names = re.findall(
        r"\]\[(era_of_inventions[\w.]*)\]|\[`(era_of_inventions[\w.]*)`\]\[\]", "".join(sources.values())
    )
    makers = {"clause": cards(facts, {}), "part": parts.parts(facts), "picture": pictures.pictures()}
    book = make_book(sources, makers, {name: "/code" for pair in names for name in pair if name})
    for clause in LAW.clauses:
        assert book.targets[clause.id] == f"{chapter_page(clause)}#{clause.id}"
    for ruling in rulings():
        assert book.targets[f"ruling.{ruling.id}"] == f"rulings.md#ruling.{ruling.id}"
    assert not [page for page, written in book.pages.items() if re.search(r"^\[\[\w+ ", written, re.MULTILINE)]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("# Market\n\n[[clause market.six-max]]\n", "rules/market.md:3: there is no clause 'market.six-max'"),
        (
            "[[clause market.five-max]]\n\n[[clause market.five-max]]\n",
            "rules/market.md:3: 'market.five-max' is an id in",
        ),
        (
            "\n[[clause buy.action]]\n",
            "rules/market.md:2: the card of buy.action stands here; expected it in rules/buy.md",
        ),
        (
            "One\ntwo [three\nfour][market.none].\n",
            "rules/market.md:2: there is nothing called 'market.none' to refer to",
        ),
        (
            "\n\n[[cluase market.five-max]]",
            "rules/market.md:3: there is no directive 'cluase'; expected one of clause,",
        ),
        ("# A\n[a](gone.md)", "rules/market.md:2: there is no page 'rules/gone.md' to link to"),
        ("# A b\n[a](#a-b) [b](market.md#c)", "rules/market.md:2: 'rules/market.md' has no heading with the id 'c'"),
        ("[[picture of-nothing]]", "rules/market.md:1: there is no picture 'of-nothing'"),
        ("a\n\n[[part nothing]]", "rules/market.md:3: there is no part 'nothing'; expected one of components,"),
        ("```\n[[clause x]]\n```\n[[clause x]]", "rules/market.md:4: there is no clause 'x'"),
    ],
    ids=["clause", "twice", "elsewhere", "reference", "directive", "page", "anchor", "picture", "part", "code"],
)
def test_a_mistake_is_told_with_its_page_and_line(page: str, expected: str, facts: Facts) -> None:
    (problem,) = problems({"rules/market.md": page}, facts)
    assert problem.startswith(expected)


def test_an_anchor_that_is_not_in_the_text_is_told(facts: Facts) -> None:
    (problem,) = problems({"rules/market.md": "\n[[clause market.five-max]]\n"}, facts, {"nl": "DE RUILMARKT\nniets"})
    assert problem.startswith(
        "rules/market.md:2: market.five-max cites “in totaal maximaal 5 handelingen”, which is not"
    )


def test_a_missing_card_is_told(facts: Facts) -> None:
    with pytest.raises(FileError) as raised:
        made({"rules/market.md": "[[clause market.five-max]]\n"}, facts, complete=True)
    missing = [problem for problem in raised.value.problems if "is missing" in problem]
    assert len(missing) == len(LAW.clauses) - 1
    assert "rules/buy.md: the card of buy.action is missing; expected a line [[clause buy.action]]" in missing


def test_all_mistakes_are_told_at_once(facts: Facts) -> None:
    found = problems({"a.md": "[x][y.z]\n", "b.md": "[[clause a]]\n\n`[x][y.z]` [q][r.s]\n"}, facts)
    assert [problem.split(": ")[0] for problem in found] == ["b.md:1", "a.md:1", "b.md:3"]


def test_references_become_links_from_where_they_stand(facts: Facts) -> None:
    pages = {
        "rules/market.md": "[[clause market.five-max]]\n",
        "a/b.md": "[five][market.five-max] [`era_of_inventions.game.Game`][] `[no][link]`\n```\n[no][link]\n```\n",
        "index.md": "[G][era_of_inventions.game.Game]",
    }
    written = made(pages, facts).pages
    assert "[five](../rules/market.md#market.five-max)" in written["a/b.md"]
    assert '<a href="../../reference/game.html#Game">`era_of_inventions.game.Game`</a>' in written["a/b.md"]
    assert written["a/b.md"].count("[no][link]") == 2
    assert written["index.md"] == '<a href="./reference/game.html#Game">G</a>'


def test_each_card_is_one_level_below_its_heading(facts: Facts) -> None:
    pages = {
        "rules/market.md": "## A\n### B\n[[clause market.five-max]]\n[[clause market.action]]\n"
        "## C\n[[clause market.counted]]\n"
    }
    written = made(pages, facts).pages["rules/market.md"]
    assert re.findall(r"^(#+) `([\w.-]+)`", written, re.MULTILINE) == [
        ("####", "market.five-max"),
        ("####", "market.action"),
        ("###", "market.counted"),
    ]


def test_rulings_have_both_sides_and_whom_they_concern(facts: Facts) -> None:
    page = parts.parts(facts)("rulings", "rulings.md", 2)
    for ruling in rulings():
        for reading in ruling.readings:
            assert f"**{reading.name}**" in page
            assert f"For it: {reading.argument}" in page
    assert page.count("**Who is affected.**") == len(rulings())
    assert set(parts.read_data("affected.toml")) == {ruling.id for ruling in rulings()}


def test_the_concordance_has_every_citation(facts: Facts) -> None:
    rows = [line.split(" | ") for line in parts.parts(facts)("editions", "editions.md", 2).splitlines() if "][" in line]
    assert [re.findall(r"`(.+?)`", row[0]) for row in rows] == [[clause.id] for clause in LAW.clauses]
    for clause, row in zip(LAW.clauses, rows, strict=True):
        for edition, cell in zip(EDITIONS, row[1:4], strict=True):
            cite = clause.cites.get(edition.code)
            assert cell == (f"{cite.section}: “{cite.anchor}”" if cite else "*silent*")
        differs = [ruling.id for ruling in rulings() if ruling.field in clause.rulings and ruling.editions]
        assert re.findall(r"\[ruling\.([\w-]+)\]", row[4]) == differs


def test_questions_of_the_editions_are_all_answered(facts: Facts) -> None:
    told = [parts.parts(facts)(name, "editions.md", 2) for name in ("differences", "open-questions")]
    questions = tomllib.loads((ROOT / "era_of_inventions/data/questions.toml").read_text(encoding="utf-8"))
    assert sum(page.count("\n| ") - 1 for page in told) == len(questions)
    assert not re.findall(r"\| \|$", "".join(told), re.MULTILINE)


@pytest.mark.parametrize("code", ["nl", "de", "en"])
def test_the_words_of_the_glossary_are_those_of_the_rulebooks(code: str) -> None:
    folder = os.environ.get("ERA_RULEBOOKS")
    if not folder:
        pytest.skip("ERA_RULEBOOKS names no folder with the texts")
    book = normalize(Path(folder, f"era_{code}.txt").read_text(encoding="utf-8")).replace(" ", "")
    for term in parts.read_data("glossary.toml")["term"]:
        word = term.get(f"{code}_book", term[code])
        assert word == "-" or normalize(word).replace(" ", "") in book, f"{word} is not in the text"
        assert term["see"] in LAW


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


def test_sources_have_pages(facts: Facts) -> None:
    pages = generated_pages(facts)
    for clause in LAW.clauses:
        path = clause.place.rpartition(":")[0]
        assert (ROOT / path).read_text(encoding="utf-8").rstrip() in pages[source_page(path)]
    for path in facts.examples:
        assert (ROOT / path).read_text(encoding="utf-8").rstrip() in pages[facts.examples[path].page]


def test_an_inventory_comes_back_as_it_was_written(tmp_path: Path) -> None:
    rows = [
        Row("market.five-max", "std:label", "rules/market/#market.five-max", "At most five: no more", "-1"),
        Row("era_of_inventions.Game", "py:class", "reference/game.html#Game"),
    ]
    path = tmp_path / "objects.inv"
    assert write_inventory(path, [*rows, Row("era_of_inventions.Game", "py:class", "elsewhere")], "era", "1") == 2
    assert read_inventory(path) == rows
    assert read_inventory(path, "there/")[1].place == "there/reference/game.html#Game"


def site(folder: Path, pages: dict[str, str]) -> Path:
    """A site of these pages."""
    for name, body in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body, encoding="utf-8")
    return folder


def test_a_site_in_order_passes(tmp_path: Path) -> None:
    pages = {
        "index.html": '<a href="a/#x">a</a><a href="https://example.invalid/">b</a><a href="#t">c</a><p id="t">',
        "a/index.html": '<h1 id="x">x</h1><a href="../">up</a><script src="../s.js"></script>',
        "s.js": "",
    }
    links.check_site(site(tmp_path, pages))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<a href="gone/">x</a>', "the link 'gone/' leads nowhere"),
        ('<a href="../../etc">x</a>', "the link '../../etc' leads nowhere"),
        ('<a href="#gone">x</a>', "the link '#gone' leads to an anchor that is not there"),
        (
            '<script src="https://cdn.invalid/x.js"></script>',
            "loads https://cdn.invalid/x.js, which is not of this site",
        ),
        ('<img src="gone.png">', "the link 'gone.png' leads nowhere"),
        ("x" * (links.PAGE_BYTES_MAX + 1), f"has {links.PAGE_BYTES_MAX + 1} bytes; expected at most"),
    ],
    ids=["page", "outside", "anchor", "external", "image", "size"],
)
def test_a_fault_of_the_site_is_told(body: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as raised:
        links.check_site(site(tmp_path, {"index.html": body}))
    (problem,) = raised.value.problems
    assert problem.startswith(f"index.html: {expected}")
