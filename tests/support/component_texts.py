"""A small component file to make mistakes in, and helpers that read such texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from era_of_inventions.box.components import Components
from era_of_inventions.box.files import read_components
from era_of_inventions.tabletop.errors import FileError, Problem

SMALL = """\
name = "small"
source = "assumed"
bonus_discs = 20
markers = 15

[[invention]]
name = "telephone"
[invention.original]
cogs = 2
influence = 3
income = "1 influence"
[invention.technical]
cogs = 4
influence = 5
income = "2 coins"
[[invention.card]]
id = "telephone-1"
kind = "official"
cost = "1 metal, 2 coal"
profit = "3 influence"
[[invention.card]]
id = "telephone-fake"
kind = "fake"
question_marks = 2
cost = "1 coal"
profit = "1 cog, 4 coins"

[[start_card]]
id = "light-bulb"
cost = "1 tool"
profit = "3 coins"

[start_factory]
output = "1 wood"

[[factory]]
id = "mint"
cost = "2 wood, 1 coal"
output = "2 coins"
influence = 1

[[factory]]
id = "sawmill"
cost = "1 wood"
output = "2 wood"

[[patent_square]]
coins = 1
influence = 2

[track]
end = 50
[track.signs]
9 = "coin"
6 = "tool"
8 = "nothing"

[[load]]
id = "wood-ship"
kind = "ship"
good = "wood"

[[load]]
id = "coal-house"
kind = "house"
good = "coal"

[supply]
wood = 1
coal = 2
metal = 3
technology = 4
tool = 5
coin = 6
cog = 7
"""


def edited(text: str, *edits: tuple[str, str]) -> str:
    """The text with each edit made once; an edit that finds nothing is a mistake of the test."""
    for old, new in edits:
        assert old in text, f"{old!r} is not in the text"
        text = text.replace(old, new, 1)
    return text


def read_text(text: str, tmp_path: Path) -> Components:
    """The set in a text."""
    path = tmp_path / "set.toml"
    path.write_text(text, encoding="utf-8")
    return read_components(path)


def problems_of(text: str, tmp_path: Path) -> tuple[Problem, ...]:
    """The problems with a text that is no set."""
    with pytest.raises(FileError) as caught:
        read_text(text, tmp_path)
    assert caught.value.path == str(tmp_path / "set.toml")
    return caught.value.problems
