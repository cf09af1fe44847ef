"""The site: cards, references, pictures and parts of its pages, and what makes its build fail."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from docs.site import parts, pictures, stages, text
from docs.site.book import Book, make_book
from docs.site.build import BOOSTS, all_sources
from docs.site.cards import cards, cite_place
from docs.site.facts import ClaimJudged, Example, Facts, chapter_page, judged, readings_of, source_page
from docs.site.pages import generated_pages
from docs.site.questions import questions
from era_of_inventions.game import read_dispute
from era_of_inventions.model.state import Phase
from era_of_inventions.render import svg
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.editions import EDITIONS
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.law.citation import normalize
from tests import ROOT
from tests.tools.clause_drop import EXAMPLES
from tests.tools.traceability import table

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def facts() -> Facts:
    """What the pages tell, with the examples read and not judged."""
    examples = {}
    for path in EXAMPLES:
        dispute = read_dispute(path)
        claims = tuple(ClaimJudged(claim.title, True, "", ()) for claim in dispute.claims)
        name = path.relative_to(ROOT).as_posix()
        examples[name] = Example(name, dispute.title, claims, readings_of(dispute))
    return Facts({row.clause.id: row for row in table()}, examples, {"market.free-cog": {"cogs": (name, 1)}})


def made(pages: dict[str, str], facts: Facts, texts: dict[str, str] | None = None, *, complete: bool = False) -> Book:
    """The book of these pages."""
    makers = {"clause": cards(facts, texts or {}), "part": parts.parts(facts), "picture": pictures.pictures()}
    elsewhere = {"era_of_inventions.game.Game": "/reference/game.html#Game", **_unwritten(pages, complete=complete)}
    return make_book(pages, makers, elsewhere, complete=complete)


def _unwritten(pages: dict[str, str], *, complete: bool) -> dict[str, str]:
    """Stand-ins for the rulings, questions and clauses that a few pages alone refer to but do not have."""
    if complete and "editions.md" in pages:
        return {}
    here = "".join(pages.values())
    asked = {f"question.{question.name}": "/there" for question in questions() if "[[part " not in here}
    if complete:
        return asked
    clauses = {clause.id: "/there" for clause in LAW.clauses if f"[[clause {clause.id}]]" not in here}
    return (
        asked
        | clauses
        | {f"ruling.{ruling.id}": "/there" for ruling in Ruleset.rulings() if "[[part rulings]]" not in here}
    )


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
    for ruling in Ruleset.rulings():
        assert (f"- [{ruling.question}][ruling.{ruling.id}]" in card) is (ruling.field in clause.rulings)
    assert f"def {clause.source.__name__}(" in card
    traced = facts.traced[clause.id]
    assert card.count("- Allowed") == len(traced.allowing)
    assert card.count("- Not allowed") == len(traced.forbidding)
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
    path, number = facts.events["market.free-cog"]["cogs"]
    target = f"{text.relative('rules/market.md', facts.examples[path].page)}#claim-{number}"
    assert f"- cogs, as in [this example]({target})" in cards(facts, {})("market.free-cog", "rules/market.md", 2)


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        (
            "market.counted-trades",
            "- Not allowed under ruling [market-cap][ruling.market-cap] = turn: "
            "[Where trades count for the turn: five trades, and a sixth with a bonus disc]"
            "(../examples/clauses/market-3.md#claim-1) `era judge examples/clauses/market-3.toml`",
        ),
        ("market.five-max", "- Allowed: ["),
        (
            "patents.may-stay-unplaced",
            " under rulings [patent-placing][ruling.patent-placing] = must and "
            "[patent-same-turn][ruling.patent-same-turn] = later-turn: ",
        ),
    ],
)
def test_a_card_says_under_which_ruling_its_examples_are_judged(clause: str, said: str, facts: Facts) -> None:
    assert said in cards(facts, {})(clause, "rules/market.md", 2)


def test_every_example_that_reads_otherwise_says_so_on_its_page(facts: Facts) -> None:
    pages = generated_pages(facts)
    told = {path: "\nRead under ruling" in pages[example.page] for path, example in facts.examples.items()}
    assert told == {path: "\n[rulings]\n" in (ROOT / path).read_text(encoding="utf-8") for path in facts.examples}


def test_every_example_has_its_picture_and_says_what_is_assumed(facts: Facts) -> None:
    pages = generated_pages(facts)
    for path, example in facts.examples.items():
        name = path.removeprefix("examples/").removesuffix(".toml")
        assert f"\n[[picture {name}]]\n" in pages[example.page]
        assert "those with the sign ° are *assumed*" in pages[example.page]
        state = read_dispute(ROOT / path).state
        assert str(pictures.scene_of(name).drawing()) == str(
            svg(state, names=read_dispute(ROOT / path).names, title="The position of the example.")
        )


def test_an_example_that_uses_assumed_numbers_says_so_at_the_claim() -> None:
    example = judged("examples/disputes/e09-placing-patents.toml")
    traced = {row.clause.id: row for row in table()}
    page = generated_pages(Facts(traced, {example.path: example}, {}))[example.page]
    claims = page.partition("## The position")[0].split("\n## ")[1:]
    told = ["It uses *assumed* numbers" in part for part in claims]
    assert told == ["Numbers used that no rulebook states" in claim.report for claim in example.claims]
    assert True in told
    assert False in told
    assert "\nDecided by [`patents.action`][patents.action], [`patents.own-only`][patents.own-only].\n" in claims[2]


def test_a_picture_that_is_too_large_is_told(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "SVG_BYTES_MAX", 1000)
    (problem,) = problems({"a.md": "\n[[picture rules/fakes]]"}, facts)
    assert re.fullmatch(r"a.md:2: the picture 'rules/fakes' has \d{5} bytes; expected at most 1000", problem)


def test_examples_lead_back_to_the_cards_and_chapters_that_show_them(facts: Facts) -> None:
    pages = generated_pages(facts)
    for clause in LAW.clauses:
        page = chapter_page(clause)
        card = cards(facts, {})(clause.id, page, 2)
        for target, number in re.findall(r"\]\(\.\./(examples/\S+)\.md#claim-(\d+)\)", card):
            example = pages[f"{target}.md"]
            claim = example.partition(f"{{ #claim-{number} }}")[2].partition("\n## ")[0]
            assert f"[`{clause.id}`][{clause.id}]" in claim
            assert f"](../../{page})" in example.partition("\n## ")[0]
    for path in (ROOT / "examples" / "rules").glob("*.toml"):
        assert f"](../../rules/{path.stem.partition('-')[0]}.md)" in pages[f"examples/rules/{path.stem}.md"]
    assert "Shown in [Perft](../../perft.md)." in pages["examples/perft/start-four.md"]


def test_every_page_there_is_can_be_made(facts: Facts) -> None:
    sources = all_sources(facts)
    names = re.findall(
        r"\]\[(era_of_inventions[\w.]*)\]|\[`(era_of_inventions[\w.]*)`\]\[\]", "".join(sources.values())
    )
    makers = {"clause": cards(facts, {}), "part": parts.parts(facts), "picture": pictures.pictures()}
    book = make_book(sources, makers, {name: "/code" for pair in names for name in pair if name})
    for clause in LAW.clauses:
        assert book.targets[clause.id] == f"{chapter_page(clause)}#{clause.id}"
    for ruling in Ruleset.rulings():
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
        ("\nSee `buy.typo`.", "rules/market.md:2: there is no clause 'buy.typo'"),
        ("\n\n`era clause scoring.of-all`", "rules/market.md:3: there is no clause 'scoring.of-all'"),
        ("a\n[`buy.typo`][buy.action]", "rules/market.md:2: there is no clause 'buy.typo'"),
        ("a\n\n[buy.typo] b", "rules/market.md:3: there is nothing called 'buy.typo' to refer to"),
        ("a\n[`scoring.typo-two`].", "rules/market.md:2: there is nothing called 'scoring.typo-two' to refer to"),
        ("a\n[`scoring.typo`][].", "rules/market.md:2: there is nothing called 'scoring.typo' to refer to"),
        ("a\n[both][develop.or patent]", "rules/market.md:2: there is nothing called 'develop.or patent' to refer to"),
        ("\n[two][`buy.action`]", "rules/market.md:2: there is nothing called '`buy.action`' to refer to"),
        ("a\n\n[x\ny][buy\naction]", "rules/market.md:3: there is nothing called 'buy\\naction' to refer to"),
        ("a\n[x][Käufe!]", "rules/market.md:2: there is nothing called 'Käufe!' to refer to"),
        ("\n[the [two]][buy.action]", "rules/market.md:2: a reference is '[words][ID]', without brackets in it"),
        ("\n[two][buy.[action]]", "rules/market.md:2: a reference is '[words][ID]', without brackets in it"),
    ],
    ids=[
        *("clause", "twice", "elsewhere", "reference", "directive", "page", "anchor", "picture", "part", "code"),
        *("code-id", "command", "words", "shortcut", "shortcut-code", "collapsed"),
        *("blank", "ticks", "lines", "letters", "inside", "inside-id"),
    ],
)
def test_a_mistake_is_told_with_its_page_and_line(page: str, expected: str, facts: Facts) -> None:
    (problem,) = problems({"rules/market.md": page}, facts)
    assert problem.startswith(expected)


def test_what_is_no_clause_id_is_left_alone(facts: Facts) -> None:
    page = (
        "`buy.py` `market.md` `game.play` `build.max_three` `components.a.b` `if buy.typo` `set.typo` "
        "[tool.typo] [buy.typo](market.md) [buy.typo](#x) \\[buy.typo] `[buy.typo]` `market.Game`\n\n"
        "`refresh.end` `buy.action` ``buy.action``\n\n```\n`buy.typo` [buy.typo]\n```\n\n# X {#x}\n"
    )
    pages = {"rules/market.md": page}
    makers = {"clause": cards(facts, {})}
    book = make_book(pages, makers, {"era_of_inventions.refresh.end": "/there"}, complete=False)
    assert book.pages == pages


def test_a_clause_alone_in_brackets_is_a_link(facts: Facts) -> None:
    pages = {"rules/market.md": "[[clause market.five-max]]\n", "a.md": "[market.five-max], [`market.five-max`]"}
    target = "(rules/market.md#market.five-max)"
    assert made(pages, facts).pages["a.md"] == f"[market.five-max]{target}, [`market.five-max`]{target}"


def test_every_clause_id_has_the_shape_by_which_wrong_ones_are_found() -> None:
    assert [clause.id for clause in LAW.clauses if not text.CLAUSE.fullmatch(clause.id)] == []


def test_an_anchor_that_is_not_in_the_text_is_told(facts: Facts) -> None:
    (problem,) = problems({"rules/market.md": "\n[[clause market.five-max]]\n"}, facts, {"nl": "DE RUILMARKT\nniets"})
    assert problem.startswith(
        "rules/market.md:2: market.five-max cites “in totaal maximaal 5 handelingen”, which is not"
    )
    path, line = re.findall(r"the citation stands in (era_of_inventions/rulebook/market\.py):(\d+)$", problem)[0]
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


def test_a_missing_card_is_told_with_its_place(facts: Facts) -> None:
    ids = [clause.id for clause in LAW.clauses if chapter_page(clause) == "rules/market.md"]
    second, fifth = ids[1], ids[4]
    with pytest.raises(FileError) as raised:
        made({"rules/market.md": f"# M\n\n[[clause {second}]]\n\n[[clause {fifth}]]\n"}, facts, complete=True)
    missing = [problem for problem in raised.value.problems if "is missing" in problem]
    assert len(missing) == len(LAW.clauses) - 2
    told = "the card of {0} is missing; expected a line [[clause {0}]]"
    assert f"rules/market.md:3: {told.format(ids[0])} before the card of {second}" in missing
    assert f"rules/market.md:3: {told.format(ids[3])} after the card of {second}" in missing
    assert f"rules/market.md:5: {told.format(ids[-1])} after the card of {fifth}" in missing
    assert f"rules/buy.md:1: {told.format('buy.action')}, as the first card of the page" in missing


def test_a_card_that_is_missing_or_has_a_fault_is_told_once(facts: Facts) -> None:
    pages = {"a.md": "".join(f"[x][{clause.id}]\n" for clause in LAW.clauses)}
    pages["rules/market.md"] = "[[clause market.five-max]]\n\n[x][market.five-max] [y][buy.action]"
    with pytest.raises(FileError) as raised:
        made(pages, facts, {"nl": "DE RUILMARKT\nniets"}, complete=True)
    assert len(raised.value.problems) == len(LAW.clauses)
    assert raised.value.problems[0].startswith("rules/market.md:1: market.five-max cites ")
    assert all("is missing" in problem for problem in raised.value.problems[1:])


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
        "## C\n[[clause market.counted-trades]]\n"
    }
    written = made(pages, facts).pages["rules/market.md"]
    assert re.findall(r"^(#+) `([\w.-]+)`", written, re.MULTILINE) == [
        ("####", "market.five-max"),
        ("####", "market.action"),
        ("###", "market.counted-trades"),
    ]


def test_rulings_have_both_sides_and_whom_they_concern(facts: Facts) -> None:
    page = parts.parts(facts)("rulings", "rulings.md", 2)
    for ruling in Ruleset.rulings():
        for reading in ruling.readings:
            assert f"**{reading.name}**" in page
            assert f"For it: {reading.argument}" in page
    assert page.count("**Who is affected.**") == len(Ruleset.rulings())
    assert set(parts.read_data("affected.toml")) == {ruling.id for ruling in Ruleset.rulings()}


def test_the_concordance_has_every_citation(facts: Facts) -> None:
    table = re.sub(r' \{ data-label="[^"]*" \}', "", parts.parts(facts)("editions", "editions.md", 2))
    rows = [line.split(" | ") for line in table.splitlines() if "][" in line]
    assert [re.findall(r"`(.+?)`", row[0]) for row in rows] == [[clause.id] for clause in LAW.clauses]
    for clause, row in zip(LAW.clauses, rows, strict=True):
        for edition, cell in zip(EDITIONS, row[1:4], strict=True):
            cite = clause.cites.get(edition.code)
            assert cell == (f"{cite.section}: “{cite.anchor}”" if cite else "*silent*")
        literal = {ruling.id for ruling in Ruleset.rulings() if ruling.field in clause.rulings and ruling.editions}
        assert literal <= set(re.findall(r"\[ruling\.([\w-]+)\]", row[4]))


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
        ("market.cog-or-trades", "agree"),
    ],
)
def test_editions_agree_only_where_nothing_else_is_said_of_them(clause: str, said: str, facts: Facts) -> None:
    table = parts.parts(facts)("editions", "editions.md", 2)
    (row,) = (line for line in table.splitlines() if line.startswith(f"| [`{clause}`]"))
    assert row.split(" | ")[-1].removesuffix(' { data-label="together they" } |') == said
    card = cards(facts, {})(clause, "a.md", 2)
    assert re.findall(r"\[D\d\d\]\[\S+?\]", card) == re.findall(r"\[D\d\d\]\[\S+?\]", said)
    assert ("\nEditions differ here: [D" in card) is ("[D" in said)


def test_no_clause_that_a_difference_names_is_said_to_agree_without_it(facts: Facts) -> None:
    questions = tomllib.loads((ROOT / "era_of_inventions/data/questions.toml").read_text(encoding="utf-8"))
    named = {(clause, id_) for id_, entry in questions.items() for clause in entry.get("clauses", ()) if id_[0] == "D"}
    table = parts.parts(facts)("editions", "editions.md", 2)
    rows = {line.split("`")[1]: line for line in table.splitlines() if line.startswith("| [`")}
    assert named
    assert [pair for pair in named if f"[question.{pair[1]}]" not in rows[pair[0]]] == []


@pytest.mark.parametrize("part", ["editions", "differences", "open-questions", "presets", "glossary", "components"])
def test_every_cell_of_a_wide_table_knows_its_column(part: str, facts: Facts) -> None:
    markdown = pytest.importorskip("markdown")
    html = markdown.markdown(
        parts.parts(facts)(part, "a.md", 2), extensions=["attr_list", "md_in_html", "tables"], output_format="html"
    )
    heads = [re.findall(r"<th>(.*)</th>", body) for body in html.split("<table>")[1:]]
    assert heads
    for head, body in zip(heads, html.split("<table>")[1:], strict=True):
        rows = [re.findall(r'<td(?: id="[^"]*")?(?: data-label="([^"]*)")?>', row) for row in body.split("<tr>")[2:]]
        assert rows
        assert all(row == ["", *head[1:]] for row in rows)


def test_move_counts_are_labeled_as_of_assumed_numbers(facts: Facts) -> None:
    page = parts.parts(facts)("perft", "perft.md", 2)
    tables = json.loads((ROOT / "tests/perft.json").read_text(encoding="utf-8"))
    assert page.count("| moves | ways to make them, with assumed numbers |") == len(tables)


def test_questions_of_the_editions_are_all_answered(facts: Facts) -> None:
    told = [parts.parts(facts)(name, "editions.md", 2) for name in ("differences", "open-questions")]
    questions = tomllib.loads((ROOT / "era_of_inventions/data/questions.toml").read_text(encoding="utf-8"))
    assert sum(page.count("\n| ") - 1 for page in told) == len(questions)
    assert not re.findall(r"\| \|$", "".join(told), re.MULTILINE)
    for name, entry in questions.items():
        (row,) = (line for line in "".join(told).splitlines() if line.startswith(f"| {name} {{ #question.{name} }} |"))
        decided = [entry["ruling"]] if isinstance(entry.get("ruling"), str) else entry.get("ruling", [])
        assert re.findall(r"\[([\w-]+)\]\[ruling\.\1\]", row) == decided
        assert re.findall(r"\[`([\w.-]+)`\]\[\1\]", row) == entry.get("clauses", [])
        assert "['" not in row


def test_a_difference_is_a_place_to_link_to(facts: Facts) -> None:
    pages = {"editions.md": "# E\n\n[[part differences]]\n", "a.md": "[that][question.D38]"}
    assert made(pages, facts).pages["a.md"] == "[that](editions.md#question.D38)"


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
    rows = parts.parts(facts)("glossary", "glossary.md", 2).splitlines()
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
    pytest.importorskip("playwright")
    from docs.site import check_browser

    for answers in check_browser.ASKED.values():
        for answer in answers:
            page, _, anchor = answer.partition("#")
            source = (ROOT / "docs" / page).with_suffix(".md").read_text(encoding="utf-8")
            assert f"{{#{anchor}}}" in source or f"[[clause {anchor}]]" in source


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("http://here/rules/fakes/?h=may+i#fake-patented", "rules/fakes/#fake-patented"),
        ("http://here/rules/fakes/?h=may", "rules/fakes/"),
        ("http://here/rulings/#ruling.reshuffle", "rulings/#ruling.reshuffle"),
    ],
)
def test_a_search_result_is_told_by_page_and_anchor(link: str, expected: str) -> None:
    pytest.importorskip("playwright")
    from docs.site import check_browser

    assert check_browser.place(link, "http://here/") == expected


def test_the_stages_are_drawn_under_every_reading() -> None:
    played = stages.rulesets()
    assert len(played) == len(set(played))
    for ruling in Ruleset.rulings():
        assert {getattr(ruleset, ruling.field) for ruleset in played} == {reading.name for reading in ruling.readings}


def test_the_search_prefers_the_rules_to_what_only_names_them() -> None:
    counted = {
        place: next(boost for start, boost in BOOSTS.items() if place.startswith(start))
        for place in (
            "rules/bonus/#x",
            "disputes/",
            "rulings/",
            "glossary/",
            "json/",
            "examples/rules/a/",
            "reference/a",
        )
    }
    assert max(counted, key=lambda place: counted[place]) == "rules/bonus/#x"
    assert min(counted.values()) == counted["examples/rules/a/"] == counted["reference/a"]


def test_sources_have_pages(facts: Facts) -> None:
    pages = generated_pages(facts)
    for clause in LAW.clauses:
        path = clause.place.rpartition(":")[0]
        assert (ROOT / path).read_text(encoding="utf-8").rstrip() in pages[source_page(path)]
    for path in facts.examples:
        assert (ROOT / path).read_text(encoding="utf-8").rstrip() in pages[facts.examples[path].page]
