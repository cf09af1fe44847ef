"""The scenes of all volumes: their facts are those of the positions, and all numbers of their captions are facts."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import attrs
import pytest

pytest.importorskip("mkdocstrings")

from docs.site.build import VOLUMES
from docs.site.drafts import pages_of
from docs.site.pictures import Scene, picture, scenes
from docs.site.volume import Volume
from era_of_inventions.tabletop.records import read_game

every_volume = pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)
FIRST_ROUND = "first-round"
PICTURES_MIN = 8
COUNTED = re.compile(r"\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b")
"""Numbers, as digits or as words; a card may be called a five."""


def scenes_of(volume: Volume) -> dict[str, Scene]:
    """The scenes of a volume, by name."""
    return dict(scenes(volume.rulebook, volume.written))


def first_round(volume: Volume) -> dict[str, Scene]:
    """The scenes of the first round, by name."""
    return {name: scene for name, scene in scenes_of(volume).items() if scene.game == FIRST_ROUND}


def number_of(fact: str) -> str:
    """The number in a fact, without its sign; empty if its value is a word."""
    found = re.search(r"(?:= |[+-])(\d+)$", fact)
    return found[1] if found else ""


@every_volume
def test_every_scene_is_shown_once(volume: Volume) -> None:
    shown = [
        name
        for text in pages_of(volume).values()
        for name in re.findall(r"^\[\[picture (\S+)\]\]$", text, re.MULTILINE)
    ]
    assert sorted(name for name in shown if "/" not in name) == sorted(scenes_of(volume))


@every_volume
def test_the_first_round_is_told_from_the_setup_to_the_next_round(volume: Volume) -> None:
    taught = list(first_round(volume).values())
    assert len(taught) >= PICTURES_MIN
    record = read_game(taught[0].folder / f"{FIRST_ROUND}.era")
    quantities = record.setting.for_players(record.names).quantities
    round_ = quantities.parse("round = 1")
    rounds = [quantities.measure(round_, step.state) for step in record.replay()]
    taken = [scene.moves or 0 for scene in taught]
    assert taken == sorted({*taken})
    assert (taken[-1], rounds[taken[0] - 1], rounds[-1]) == (len(rounds), 1, 2)
    assert rounds[taken[-2] - 1] == 1


@pytest.mark.repeats
@every_volume
def test_the_facts_of_the_first_round_stand_under_its_pictures(volume: Volume) -> None:
    for name, scene in first_round(volume).items():
        shown = unescape(picture(volume.rulebook, volume.written, name, "learn.md"))
        assert scene.caption in shown
        taught = re.findall(r"(?<!-)\b\d+", "".join(re.findall(r'<small class="facts">(.*?)</small>', shown)))
        assert [number for number in map(number_of, scene.facts) if number] == taught


@every_volume
def test_all_numbers_of_a_caption_are_facts(volume: Volume) -> None:
    for scene in first_round(volume).values():
        numbers = {
            *COUNTED.findall(scene.caption.replace("a five", "").replace("his five", "").replace("her five", ""))
        }
        assert numbers <= {*map(number_of, scene.facts)}


def test_what_is_not_so_is_refused() -> None:
    scene = first_round(VOLUMES[0])["first-develop"]
    attrs.evolve(scene, facts=("Orange cogs = 0", "Orange cogs -1")).shown_facts()
    for wrong in ("Orange cogs = 1", "Orange cogs -2", "start player = Brown"):
        with pytest.raises(ValueError, match=re.escape(repr(wrong))):
            attrs.evolve(scene, facts=("Orange cogs = 0", wrong)).shown_facts()


@every_volume
def test_a_picture_that_does_not_exist_is_refused(volume: Volume, tmp_path: Path) -> None:
    for written in (volume.written, tmp_path, None):
        with pytest.raises(ValueError, match="no picture 'rules/nothing'"):
            picture(volume.rulebook, written, "rules/nothing", "learn.md")
