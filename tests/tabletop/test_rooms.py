"""The rooms of the floor: a stem stands once, so that a name leads to one file, and authors need one import."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import era_of_inventions
from era_of_inventions import tabletop
from tests import ROOT

PACKAGE = Path(era_of_inventions.__file__).parent
FACE: Any = tabletop
LINES_MAX, LINES_MAX_OF_TESTS = 500, 1000
LATER = ["cli", "disputes", "documents", "pictures", "records", "testing", "play.simulate"]
"""The rooms that playing a game does not need."""


def stem(path: Path) -> str:
    """The name of a module, singular and plural counted as one."""
    return path.stem.removesuffix("s")


def longer_than(lines: int, *folders: Path) -> set[str]:
    """The modules that have more lines."""
    modules = [path for folder in folders for path in folder.rglob("*.py")]
    return {path.name for path in modules if len(path.read_text("utf-8").splitlines()) > lines}


def test_a_stem_stands_once_in_the_floor() -> None:
    modules = [path for path in (PACKAGE / "tabletop").rglob("*.py") if not path.stem.startswith("_")]
    twice = [name for name, number in Counter(map(stem, modules)).items() if number > 1]
    assert twice == []


def test_no_module_is_too_long_to_read_at_once() -> None:
    assert longer_than(LINES_MAX, PACKAGE) == set()
    assert longer_than(LINES_MAX_OF_TESTS, ROOT / "tests", ROOT / "examples") == set()


@pytest.mark.parametrize("name", FACE.__all__)
def test_an_author_needs_one_import(name: str) -> None:
    assert name in dir(FACE)
    assert getattr(FACE, name) is not None


def test_a_name_that_the_face_does_not_have_is_refused() -> None:
    with pytest.raises(AttributeError, match="Unheard"):
        assert FACE.Unheard


def loaded_by(code: str) -> set[str]:
    """The modules that a program of its own has loaded in the end."""
    program = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60)
    return {*done.stdout.split()}


@pytest.mark.parametrize(
    "code", ["from era_of_inventions.tabletop import errors", "from era_of_inventions import Game\nGame(4)"]
)
def test_a_room_is_loaded_when_it_is_first_asked_for(code: str) -> None:
    loaded = loaded_by(code)
    rooms = [f"era_of_inventions.tabletop.{room}" for room in LATER]
    others = [
        "era_of_inventions.pictures",
        "era_of_inventions.records",
        "hypothesis",
        "cattrs",
        "rich",
        "multiprocessing",
    ]
    assert {name for name in loaded if name.startswith((*rooms, *others))} == set()


def test_the_face_needs_only_what_the_package_needs() -> None:
    assert not {"hypothesis", "cattrs", "rich"} & loaded_by("from era_of_inventions.tabletop import Rulebook")
