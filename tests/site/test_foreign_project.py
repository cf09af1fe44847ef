"""Other projects refer to the site by its inventory: with the Sphinx extension, with plain Sphinx, and with mkdocs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

pytest.importorskip("mkdocstrings")

from mkdocstrings import Inventory, InventoryItem

from docs.site.build import VOLUMES, add_labels
from docs.site.text import address

pytestmark = pytest.mark.slow

SITE = "https://rules.invalid/era/"
GAME = InventoryItem(
    "era_of_inventions.rulebook.Game",
    "py",
    "class",
    "reference/era_of_inventions.rulebook/#era_of_inventions.rulebook.Game",
)
CLAUSES = ("market.three-per-box", "fakes.own-original", "supply.general-supply", "oh-my-goods.build.no-change")
LABELS = [label for volume in VOLUMES for label in volume.labels()]
PLACES = {label.name: address(label.target) for label in LABELS}


@pytest.fixture(scope="module")
def inventory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The inventory of the site, with one name of the code."""
    path = tmp_path_factory.mktemp("era") / "objects.inv"
    path.write_bytes(Inventory([GAME], "era", "1").format_sphinx())
    add_labels(path, VOLUMES)
    return path


def built(folder: Path, *command: str) -> str:
    """What the index page looks like that a tool of this Python builds; every warning is an error."""
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([sys.executable, "-m", *command], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return (folder / "site" / "index.html").read_text(encoding="utf-8")


def leads(page: str, place: str) -> bool:
    """Whether the page has a link there, however the tool writes it."""
    return f'href="{SITE}{place}"' in page


def test_the_extension_links_every_clause_and_ruling(inventory: Path, tmp_path: Path) -> None:
    cited = [label for label in LABELS if label.role]
    refs = "\n\n".join(f":rules:{label.role}:`words <{label.cited}>`" for label in cited)
    shown = "\n\n".join(f".. rules:{label.role}:: {label.cited}\n   :no-index:" for label in cited)
    (tmp_path / "index.rst").write_text(f"Mine\n====\n\n{refs}\n\n{shown}\n")
    (tmp_path / "conf.py").write_text(
        "extensions = ['era_of_inventions.sphinx', 'sphinx.ext.intersphinx']\n"
        f"intersphinx_mapping = {{'era': ({SITE!r}, {str(inventory)!r})}}\n"
    )
    page = built(tmp_path, "sphinx", "-q", "-n", "-W", "-b", "html", ".", "site")
    linked = Counter(re.findall(f'href="{SITE}([^"]+)"', page))
    assert linked == {PLACES[label.name]: 2 for label in cited}
    titles = set(re.findall('<abbr title="([^"]+)">', page))
    assert set(map(unescape, titles)) == {label.words for label in cited}


def test_sphinx_resolves_clauses_and_names(inventory: Path, tmp_path: Path) -> None:
    refs = "\n\n".join(f":ref:`{clause}` and :external+era:ref:`{clause}`" for clause in CLAUSES)
    (tmp_path / "index.rst").write_text(f"Mine\n====\n\n{refs}\n\n:py:class:`{GAME.name}`\n")
    (tmp_path / "conf.py").write_text(
        "extensions = ['sphinx.ext.intersphinx']\n"
        f"intersphinx_mapping = {{'era': ({SITE!r}, {str(inventory)!r})}}\n"
        "nitpicky = True\n"
    )
    page = built(tmp_path, "sphinx", "-q", "-W", "-b", "html", ".", "site")
    for clause in CLAUSES:
        assert page.count(f'href="{SITE}{PLACES[clause]}"') == 2
    assert leads(page, GAME.uri)


def test_mkdocs_resolves_clauses_and_names(inventory: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    refs = "\n".join(f"- [words][{clause}]" for clause in CLAUSES)
    (tmp_path / "docs" / "index.md").write_text(f"# Mine\n\n{refs}\n- [Game][{GAME.name}]\n")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Mine\nplugins:\n  - autorefs\n  - mkdocstrings:\n      handlers:\n        python:\n"
        f"          inventories:\n            - url: {inventory.as_uri()}\n              base_url: {SITE}\n"
        "              domains: [py, std]\n"
    )
    page = built(tmp_path, "mkdocs", "build", "--quiet", "--strict")
    for clause in CLAUSES:
        assert leads(page, PLACES[clause])
    assert leads(page, GAME.uri)


def test_a_clause_that_does_not_exist_is_not_resolved(inventory: Path, tmp_path: Path) -> None:
    (tmp_path / "index.rst").write_text("Mine\n====\n\n:ref:`market.six-per-box`\n")
    (tmp_path / "conf.py").write_text(
        f"extensions = ['sphinx.ext.intersphinx']\nintersphinx_mapping = {{'era': ({SITE!r}, {str(inventory)!r})}}\n"
    )
    with pytest.raises(AssertionError, match=r"undefined label: 'market\.six-per-box'"):
        built(tmp_path, "sphinx", "-q", "-W", "-b", "html", ".", "site")
