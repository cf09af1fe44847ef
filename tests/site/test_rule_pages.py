"""The rulebook pages: examples come out as told, clauses, links and pictures are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.site.drafts import pages_of
from docs.site.era import ERA_VOLUME
from docs.site.pictures import scenes
from era_of_inventions import cli
from era_of_inventions.pictures import PARTS
from era_of_inventions.position import Phase
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.play.score import score
from tests import ROOT

pytestmark = pytest.mark.repeats

PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs" / "rules").glob("*.md"))}
ALL_PAGES = pages_of(ERA_VOLUME)
EXAMPLES = sorted((ROOT / "examples" / "rules").glob("*.toml"))
SCENES = scenes(ERA_VOLUME.rulebook, ERA_VOLUME.written)
LINK = re.compile(r"\]\(([^)#]*)(?:#([\w.-]+))?\)")


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_comes_out_as_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["judge", "--brief", str(path)]) == cli.HOLDS
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line.startswith("ok ") for line in lines)


def test_every_example_is_shown_on_the_page_of_its_chapter() -> None:
    for path in EXAMPLES:
        chapter = path.stem.partition("-")[0]
        assert f"[[example rules/{path.stem}]]" in PAGES[f"{chapter}.md"]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target, anchor in LINK.findall(PAGES[page]):
        if target.startswith("../examples/"):
            assert (ROOT / target.removeprefix("../")).with_suffix(".toml").is_file()
        elif target.startswith("../"):
            assert target.removeprefix("../") in ALL_PAGES
        elif anchor:
            assert f"{{#{anchor}}}" in PAGES[target or page]
        else:
            assert target in PAGES


@pytest.mark.parametrize("page", PAGES)
def test_references_name_clauses_and_rulings(page: str) -> None:
    known = {clause.id for clause in LAW.clauses} | {f"ruling.{ruling.id}" for ruling in Ruleset.rulings()}
    assert set(re.findall(r"\]\[([^\]]+)\]", PAGES[page])) <= known


def test_every_clause_has_one_card_on_the_page_of_its_chapter() -> None:
    cards = {page: re.findall(r"^\[\[clause (\S+)\]\]$", text, re.MULTILINE) for page, text in PAGES.items()}
    found = sorted((clause, page) for page, clauses in cards.items() for clause in clauses)
    assert found == sorted((clause.id, f"{clause.chapter}.md") for clause in LAW.clauses)


def test_every_ruling_is_mentioned_somewhere() -> None:
    text = "".join(PAGES.values())
    assert [ruling.id for ruling in Ruleset.rulings() if f"][ruling.{ruling.id}]" not in text] == []


def test_every_chapter_has_a_picture() -> None:
    assert all(re.findall(r"^\[\[picture \S+\]\]$", text, re.MULTILINE) for text in PAGES.values())


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_a_possible_position(name: str) -> None:
    state, names = SCENES[name].table()
    assert len(names) == state.setting.players
    assert Game.from_state(state).check(state) == ()


@pytest.mark.parametrize(
    "name", [name for name, scene in SCENES.items() if {"areas", "mats", "patents"} & {*(scene.parts or PARTS)}]
)
def test_the_discs_of_a_scene_are_those_of_its_moment(name: str) -> None:
    state, _ = SCENES[name].table()
    if state.turn.phase not in (Phase.PLACEMENT, Phase.CHOICE):
        return
    seats = range(len(state.players))
    turns_ago = [(state.turn.seat - seat) % len(seats) for seat in seats]
    had_turn = [ago and ago <= (state.turn.seat - state.start) % len(seats) for ago in turns_ago]
    moved = 1 if state.turn.phase is Phase.PLACEMENT else -1
    laid = [player.discs.bit_count() for player in state.players]
    assert laid == [laid[state.turn.seat] + (moved if had else 0) for had in had_turn]


@pytest.mark.parametrize(
    "name",
    [name for name, scene in SCENES.items() if {"areas", "status"} & {*(scene.parts or PARTS)} and not scene.example],
)
def test_the_start_player_of_a_scene_is_that_of_its_round(name: str) -> None:
    state, _ = SCENES[name].table()
    assert state.start == (state.round - 1) % len(state.players)


@pytest.mark.parametrize("name", [name for name, scene in SCENES.items() if "display" in (scene.parts or PARTS)])
def test_what_a_scene_lacks_on_the_display_lies_in_the_discard_pile(name: str) -> None:
    state, _ = SCENES[name].table()
    assert state.board.display.count(-1) <= state.board.discards.bit_count()


def test_the_scene_of_the_score_is_that_of_the_example() -> None:
    state, names = SCENES["scoring"].table()
    row = re.search(r"^\| \*\*score\*\* \|(.*)\|$", PAGES["scoring.md"], re.MULTILINE)
    assert row is not None
    told = [int(points) for points in re.findall(r"\d+", row[1])]
    assert (list(score(state).totals), names[0]) == (told, "Orange")
