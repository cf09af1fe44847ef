"""The page for authors, read outside the repository: the library and the game of the page are installed packages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from collections.abc import Mapping
from importlib.metadata import distribution
from pathlib import Path

import attrs
import pytest

from docs.site import snippets
from tests import ROOT

pytestmark = pytest.mark.slow
PAGE = (ROOT / "docs" / "new-rulebook.md").read_text(encoding="utf-8")
NEEDED = ("attrs", "cattrs", "typing_extensions", "hypothesis", "sortedcontainers")
"""What the library needs, and its extra ``hypothesis``; taken from this environment, so that no index is asked."""
PACKAGE = "lanterns"
"""The game of the page that is a package; the files of the other one lie in the folder where the page is read."""


@attrs.frozen
class Place:
    """A folder, and the Python that is run in it."""

    folder: Path
    python: Path

    def run(self, *arguments: str | Path) -> str:
        """Run Python there and return what it prints."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [self.python, *arguments], cwd=self.folder, env=clean, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The folder with all files of the page, where its authors would work in this environment."""
    return Place(written(tmp_path_factory.mktemp("project"), snippets.files(PAGE)), Path(sys.executable))


def written(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files into a folder, and return it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def place(project: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The fresh environment where both are installed, and a folder with the other files of the page."""
    others = {name: text for name, text in snippets.files(PAGE).items() if not name.startswith(PACKAGE)}
    folder = written(tmp_path_factory.mktemp("page"), others | {"page.md": PAGE})
    wheels, home = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("home")
    venv.create(home)
    made = Place(folder, home / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    site = Path(made.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    for needed in NEEDED:
        for file in distribution(needed).files or ():
            if ".." not in file.parts:
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                (site / file).write_bytes(Path(file.locate()).read_bytes())
    for source in (attrs.evolve(project, folder=ROOT), project):
        source.run("-m", "hatchling", "build", "-t", "wheel", "-d", wheels)
    index = ("--no-index", "--find-links", wheels, "--quiet")
    project.run("-m", "pip", "--python", made.python, "install", *index, PACKAGE)
    return made


def test_every_block_of_the_page_does_what_it_says(place: Place) -> None:
    assert place.run("-c", "import era_of_inventions as era; print(era.__file__)").startswith(
        str(place.python.parents[1])
    )
    failures = place.run("-m", "doctest", "-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE", "page.md")
    assert failures == ""


def test_the_command_line_knows_the_game_by_its_entry_point(place: Place) -> None:
    era = ("-m", "era_of_inventions")
    assert PACKAGE in place.run(*era, "games", "--json")
    assert (
        json.loads(place.run(*era, "--game", PACKAGE, "simulate", "-n", "2", "--workers", "1", "--json"))["games"] == 2
    )


def test_the_code_of_the_page_is_typed(project: Place, place: Place) -> None:
    pytest.importorskip("mypy")
    packages = [option for name in (PACKAGE, "pebbles") for option in ("-p", name)]
    project.run("-m", "mypy", "--strict", "--config-file=", "--python-executable", place.python, *packages)


def test_a_rulebook_needs_one_import() -> None:
    imports = re.findall(r"^from (era_of_inventions\S*) import", PAGE, re.MULTILINE)
    assert {*imports} == {"era_of_inventions.tabletop"}
