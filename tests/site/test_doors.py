"""The first page and the navigation lead players to ask, to learn and to look up, in every game."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("mkdocstrings")

from docs.site.build import VOLUMES, settings
from docs.site.volume import Volume
from tests import ROOT

FIRST_PAGE = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
every_volume = pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)


def targets(text: str) -> set[str]:
    """The pages to which links lead."""
    return {*re.findall(r'(?:\]\(|<a [^>]*href=")([^)"]+)', text)}


def test_three_doors_with_pictures_come_first() -> None:
    doors = FIRST_PAGE.partition('<div class="doors"')[2].partition("</div>")[0]
    pictures = re.findall(r"!\[\]\((assets/[^)]+)\)", doors)
    assert len(pictures) == len({*pictures}) == doors.count("**Ask**") + doors.count("**L") == 3
    assert all((ROOT / "docs" / picture).is_file() for picture in pictures)
    assert targets(doors) - {*pictures} == {"table/", "learn.md", "rules/index.md"}
    assert "## " not in FIRST_PAGE.partition('<div class="doors"')[0]


@every_volume
def test_each_game_has_its_doors(volume: Volume) -> None:
    table = f"table/#{volume.rulebook.name}" if volume.folder else "table/"
    lesson, chapters = f"{volume.folder}learn.md", f"{volume.folder}rules/index.md"
    assert {table, lesson, chapters} <= targets(FIRST_PAGE)
    assert lesson in settings().partition("\nnav:")[2]


def test_programmers_have_a_door_below() -> None:
    after = FIRST_PAGE.partition("</div>")[2].partition("## ")[0]
    assert "quickstart.md" in targets(after)
