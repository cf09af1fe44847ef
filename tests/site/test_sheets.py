"""Sheets to print: they say what the law says, in its order, count all that is counted, and fit on one page each."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mkdocstrings")

from docs.site import build, printing
from docs.site.book import expand
from docs.site.browser import chromium, opened
from docs.site.build import VOLUMES
from docs.site.drafts import sources_of
from docs.site.errors import SiteError
from docs.site.printing import FORMATS, print_sheets
from docs.site.text import address
from docs.site.volume import Facts, Volume
from era_of_inventions.tabletop.law.verdict import Event
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.play.score import score
from era_of_inventions.tabletop.play.tracer import trace

pytestmark = pytest.mark.slow

SOURCES = sources_of(VOLUMES)
SHEETS = ("reference-card", "round-end", "score-sheet")
PAPER = {"A4": (595.3, 841.9), "Letter": (612, 792)}
"""In points."""
THEME = ".md-header, .md-tabs, .md-sidebar, .md-footer, .md-top, .headerlink, .printing"
"""What is on a page, and on no sheet."""
ORDERS = {
    "era-of-inventions": """
        refresh.start-cards-removed refresh.last-three-discarded refresh.slide-inventions refresh.new-cards-shuffled
        refresh.fill-seven refresh.last-factories-discarded refresh.slide-factories refresh.fill-five
        refresh.loads-refilled refresh.start-player-passes""",
    "oh-my-goods": "round.market-discarded round.next-active round.begins",
    "phoenicia": """
        overlord.end-check overlord.most-points display.as-many-as-players income.everybody income.card-for-disks
        income.rest-in-disks limits.after-income round.begins""",
}
"""The steps after a round in the order of the rulebooks."""
NO_STEPS = {
    "era-of-inventions": "components.display-rows refresh.next-card refresh.next-factory",
    "oh-my-goods": "round.clockwise",
    "phoenicia": "display.first-game income.dealt round.clockwise supply.disks-left",
}
"""What the law looks up or does there, and nobody has to do: the layout of the table, the setup, what is always so."""
NUMBERS = {
    "era-of-inventions": "refresh.refill",
    "oh-my-goods": "end.charburner-counts",
    "phoenicia": "overlord.city-state treasury.limit limits.cards-per-storehouse",
}
"""What has to be known for a step."""

every_volume = pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)


@cache
def sheet(volume: Volume, name: str) -> str:
    """A sheet of a volume as Markdown, with its directives carried out."""
    page = address_of(volume, name)
    return expanded(SOURCES[page], volume, page)


def expanded(source: str, volume: Volume, page: str) -> str:
    """A page with its directives carried out."""
    return expand({page: source}, [Facts(volume, {}, {})], complete=False)[page]


def address_of(volume: Volume, name: str) -> str:
    """The page of a sheet."""
    return f"{volume.folder}{name}.md"


def items(volume: Volume, text: str, indent: str = "") -> list[str]:
    """The clauses that the items of lists state, after it is checked that each is stated in its own words."""
    found = re.findall(rf"^{indent}- (.+) \[`(\S+)`\]\[(\S+)\]$", text, re.MULTILINE)
    for statement, id_, label in found:
        assert (statement, label) == (volume.rulebook.law.clause(id_).statement, volume.label(id_))
    return [id_ for _, id_, _ in found]


def steps(volume: Volume) -> list[str]:
    """The steps to tick off."""
    return items(volume, sheet(volume, "round-end").partition('<div class="steps"')[2].partition("</div>")[0])


@every_volume
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_says_each_rule_once(name: str, volume: Volume) -> None:
    page = sheet(volume, name)
    said = re.findall(r"\[`(\S+)`\]\[", page)
    assert said
    assert len(said) == len({*said})
    assert {*items(volume, page, " *")} <= {*said}


@every_volume
def test_the_steps_come_in_the_order_of_the_rulebook(volume: Volume) -> None:
    order = ORDERS[volume.rulebook.name].split()
    assert [step for step in steps(volume) if step in order] == order


@every_volume
def test_what_has_to_be_known_stands_with_the_steps_and_nothing_else(volume: Volume) -> None:
    text = sheet(volume, "round-end").partition('<div class="steps"')[2].partition("</div>")[0]
    shown, name = {*items(volume, text, " *")}, volume.rulebook.name
    assert {*NUMBERS[name].split()} <= {*items(volume, text, "    ")}
    assert not {*NO_STEPS[name].split()} & shown


@every_volume
@pytest.mark.parametrize("seed", [101, 102])
def test_the_steps_come_in_the_order_of_the_events_of_a_game(seed: int, volume: Volume) -> None:
    """What is done for one player after another comes in this order for each of them."""
    order = ORDERS[volume.rulebook.name].split()
    shown = [step for step in steps(volume) if step in order]
    passages = [*administrations(volume, seed, order)]
    assert len(passages) > 3
    for passage in passages:
        for whose in {event.seat for event in passage}:
            caused = [clause for clause, _ in groupby(event.clause for event in passage if event.seat == whose)]
            once = {clause for clause in caused if caused.count(clause) == 1}
            assert [step for step in shown if step in once] == [clause for clause in caused if clause in once]


def administrations(volume: Volume, seed: int, order: list[str]) -> Iterator[list[Event]]:
    """The events that these steps cause between two rounds of a game, as they come."""
    game, rng, passage, setup = Game(volume.rulebook, 3), random.Random(seed), list[Event](), True
    choose, state = volume.rulebook.samples.choose, game.new()
    while (to_move := game.to_move(state)) is not OVER:
        setup = setup and to_move is CHANCE
        move = game.chance_move(state, rng) if to_move is CHANCE else choose(game.legal_moves(state), rng)
        state, traced = trace(state, move)
        passage += [event for event in traced.events if event.clause in order and not setup]
        if any(event.clause == order[-1] for event in passage):
            yield passage
            passage = []


@every_volume
def test_all_that_a_finished_game_counts_is_a_row(volume: Volume) -> None:
    players = max(volume.rulebook.player_counts())
    game, rng = Game(volume.rulebook, players), random.Random(1)
    counted = score(game.playout(game.new(), rng))
    rows = [line[2:-2].split(" | ") for line in sheet(volume, "score-sheet").splitlines() if line.startswith("| ")]
    assert {row.count("") for row in rows} == {players}
    labels = [row[0] for row in rows]
    expected = [name for column in counted.columns for name in (*(basis for basis, _ in column.basis), column.clause)]
    told = [next(iter(re.findall(r"\[`(\S+)`\]", label)), label) for label in labels]
    breaks = [step.clause for step in counted.decided_by[1:]]
    assert told[1 : 1 + len(expected)] == expected
    assert labels[1 + len(expected)] == "**total**"
    assert {*breaks} <= {*told[2 + len(expected) :]}


@every_volume
def test_who_wins_stands_on_the_score_sheet(volume: Volume) -> None:
    assert getattr(volume.rulebook.winners, "id", "") in items(volume, sheet(volume, "score-sheet"))


@pytest.mark.parametrize(
    ("directive", "problem"),
    [
        ("[[rules market.five-max market.six-max]]", "there is no clause 'market.six-max'"),
        ("[[steps market.five-max]]", "expected the clauses of the first and the last step, not 'market.five-max'"),
        (
            "[[steps scoring.totals refresh.marker-advances]]",
            "no game goes on from scoring.totals to refresh.marker-advances",
        ),
    ],
    ids=["no-clause", "one-end", "no-way"],
)
def test_a_mistake_on_a_sheet_is_reported_with_its_place(directive: str, problem: str) -> None:
    with pytest.raises(SiteError) as raised:
        expanded(f"# A\n\n{directive}\n", VOLUMES[0], "a.md")
    assert list(map(str, raised.value.problems)) == [f"a.md:3: {problem}"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of all sheets, of one that is too long, and of a page with what they refer to."""
    folder, (first, *_) = tmp_path_factory.mktemp("sheets"), VOLUMES
    rules = " ".join(clause.id for clause in first.clauses)
    pages = {
        "index.md": "\n".join(f"# {one.name} {{ #{one.name} }}" for volume in VOLUMES for one in volume.labels()),
        "long.md": expanded(f"{printing.LINE}\n[[rules {rules}]]\n", first, "long.md"),
        **{address_of(volume, name): sheet(volume, name) for volume in VOLUMES for name in SHEETS},
    }
    build.write_pages(pages, folder / "pages")
    (folder / "mkdocs.yml").write_text(build.settings().partition("\nnav:")[0], encoding="utf-8")
    build.run("mkdocs", "build", "--no-strict", "-f", str(folder / "mkdocs.yml"), "-d", str(folder / "site"))
    return folder / "site"


def sources(*pages: str) -> Mapping[str, str]:
    """Sheets by page."""
    return dict.fromkeys(pages, f"# A sheet\n\n{printing.LINE}")


needs_chromium = pytest.mark.skipif(chromium() is None, reason="needs Chromium and the package playwright")


@needs_chromium
def test_each_sheet_is_one_page_of_each_format(site: Path) -> None:
    pages = [address_of(volume, name) for volume in VOLUMES for name in SHEETS]
    print_sheets(site, sources(*pages))
    for page in pages:
        made = sorted((site / address(page)).glob("*.pdf"))
        html = (site / address(page) / "index.html").read_text(encoding="utf-8")
        assert {path.name for path in made} == {*re.findall(r'href="?([^">]+\.pdf)', html)}
        for paper, path in zip(FORMATS, made, strict=True):
            (size,) = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", path.read_bytes())
            assert tuple(map(float, size)) == pytest.approx(PAPER[paper], abs=1.5)


@needs_chromium
def test_a_sheet_that_is_too_long_is_a_problem(site: Path) -> None:
    with pytest.raises(SiteError) as raised:
        print_sheets(site, sources("long.md"))
    found = [re.fullmatch(r"long\.md: takes \d+ sheets of (\w+); expected one", str(p)) for p in raised.value.problems]
    assert [match and match[1] for match in found] == [*FORMATS]


@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_sheet_is_black_on_white_without_the_theme(scheme: Any, site: Path) -> None:
    with opened(site) as (browser, root):
        page = browser.new_page(color_scheme=scheme)
        for name in SHEETS:
            page.goto(root + name)
            page.emulate_media(media="print")
            assert [one for one in page.locator(THEME).all() if one.is_visible()] == []
            texts = "[...document.querySelectorAll('article *')].map((one) => getComputedStyle(one).color)"
            assert {*page.evaluate(texts)} == {"rgb(0, 0, 0)"}
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_without_chromium_there_are_no_pdfs_and_no_links_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(printing, "chromium", lambda: None)
    print_sheets(tmp_path, sources("a.md"))
    assert "Chromium" in capsys.readouterr().out
    assert [*tmp_path.iterdir()] == []
    assert "href" not in "".join(printing.printing("a.md"))
