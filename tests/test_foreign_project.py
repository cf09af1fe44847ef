"""A project that knows nothing of this one but its inventory refers to clauses: with plain Sphinx, and with mkdocs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.site.book import make_book
from docs.site.build import all_sources, labels
from docs.site.cards import cards
from docs.site.facts import Facts, chapter_page
from docs.site.inventory import Row, write_inventory
from docs.site.parts import parts
from docs.site.pictures import pictures
from docs.site.text import address
from era_of_inventions.rulebook import LAW
from tests.test_site import facts

pytestmark = pytest.mark.slow

SITE = "https://rules.invalid/era/"
GAME = Row(
    "era_of_inventions.game.Game", "py:class", "reference/era_of_inventions.game.html#era_of_inventions.game.Game"
)
CLAUSES = ("market.three-per-box", "fakes.own-original", "supply.general-supply")

__all__ = ["facts"]


@pytest.fixture(scope="module")
def inventory(facts: Facts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The inventory of the site, as far as it comes from the pages, and one name of the code."""
    makers = {"clause": cards(facts, {}), "part": parts(facts), "picture": pictures()}
    sources = all_sources(facts)
    names = re.findall(r"(era_of_inventions[\w.]*)`?\]", "".join(sources.values()))
    book = make_book(sources, makers, dict.fromkeys(names, "/code"))
    path = tmp_path_factory.mktemp("era") / "objects.inv"
    write_inventory(path, [*labels(book), GAME], "era", "1")
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


def test_sphinx_resolves_clauses_and_names(inventory: Path, tmp_path: Path) -> None:
    pytest.importorskip("sphinx")
    refs = "\n\n".join(f":ref:`{clause}` and :external+era:ref:`{clause}`" for clause in CLAUSES)
    (tmp_path / "index.rst").write_text(f"Mine\n====\n\n{refs}\n\n:py:class:`{GAME.name}`\n")
    (tmp_path / "conf.py").write_text(
        "extensions = ['sphinx.ext.intersphinx']\n"
        f"intersphinx_mapping = {{'era': ({SITE!r}, {str(inventory)!r})}}\n"
        "nitpicky = True\n"
    )
    page = built(tmp_path, "sphinx", "-q", "-W", "-b", "html", ".", "site")
    for clause in CLAUSES:
        place = address(f"{chapter_page(LAW.clause(clause))}#{clause}")
        assert page.count(f'href="{SITE}{place}"') == 2
    assert leads(page, GAME.place)


def test_mkdocs_resolves_clauses_and_names(inventory: Path, tmp_path: Path) -> None:
    pytest.importorskip("mkdocstrings")
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
        assert leads(page, address(f"{chapter_page(LAW.clause(clause))}#{clause}"))
    assert leads(page, GAME.place)


def test_a_clause_that_does_not_exist_is_not_resolved(inventory: Path, tmp_path: Path) -> None:
    pytest.importorskip("sphinx")
    (tmp_path / "index.rst").write_text("Mine\n====\n\n:ref:`market.six-per-box`\n")
    (tmp_path / "conf.py").write_text(
        f"extensions = ['sphinx.ext.intersphinx']\nintersphinx_mapping = {{'era': ({SITE!r}, {str(inventory)!r})}}\n"
    )
    with pytest.raises(AssertionError, match=r"undefined label: 'market\.six-per-box'"):
        built(tmp_path, "sphinx", "-q", "-W", "-b", "html", ".", "site")
