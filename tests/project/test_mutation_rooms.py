"""What mutation testing can be asked for: every module belongs to one room, and every test it names is there."""

from __future__ import annotations

import re

import pytest

from tests import ROOT
from tests.tools.mutation_rooms import ROOMS, files_of, room_of

PACKAGES = ("era_of_inventions", "examples/oh_my_goods/oh_my_goods", "examples/phoenicia/phoenicia")


def test_every_module_belongs_to_one_room() -> None:
    every = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
    assert sorted(file for room in ROOMS for file in files_of(room)) == every
    assert room_of(ROOT / "tests" / "conftest.py") is None


@pytest.mark.parametrize(
    ("file", "room"),
    [
        ("era_of_inventions/rules/market.py", "law"),
        ("era_of_inventions/rulebook.py", "floor"),
        ("era_of_inventions/tabletop/errors.py", "floor"),
        ("era_of_inventions/tabletop/law/clause.py", "floor"),
        ("era_of_inventions/disputes.py", "disputes"),
        ("era_of_inventions/notation.py", "record"),
        ("era_of_inventions/tabletop/cli/menu.py", "command-line"),
        ("era_of_inventions/pictures/__init__.py", "drawing"),
        ("examples/oh_my_goods/oh_my_goods/rules/hire.py", "oh-my-goods"),
        ("examples/phoenicia/phoenicia/position.py", "phoenicia"),
    ],
)
def test_a_file_is_in_the_room_that_is_nearest(file: str, room: str) -> None:
    assert (ROOT / file).is_file()
    assert room_of(ROOT / file) == room


@pytest.mark.parametrize("room", ROOMS)
def test_the_paths_and_tests_of_a_room_are_there(room: str) -> None:
    for path in (*ROOMS[room].paths, *ROOMS[room].tests):
        file, _, function = path.partition("::")
        assert (ROOT / file).exists(), path
        assert not function or re.search(rf"(?m)^def {function}\(", (ROOT / file).read_text()), path


def test_the_page_names_every_room() -> None:
    named = re.findall(r"(?m)^\| (`.*?) \|", (ROOT / "docs" / "mutation.md").read_text().partition("```")[0])
    assert [room for row in named for room in re.findall(r"`([a-z-]+)`", row)] == [*ROOMS]
