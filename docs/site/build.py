"""Builds the site: ``python -m docs.site``.

The chapters and the other pages are expanded into ``build/pages``; Sphinx makes the reference of the code, mkdocs the
rest; both are put into ``build/site`` with one inventory and one search. The result is checked: every link and anchor,
no address outside the site, the size of the pages. With the environment variable ``ERA_RULEBOOKS``, the folder with
``era_nl.txt``, ``era_de.txt`` and ``era_en.txt``, every citation is looked up in the texts of the rulebooks as well.

The site of an earlier build is removed first, and the new one is put in its place only when all is well. The exit
status is 0 if the site is ready, 1 if something is wrong: every problem is told with its place.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from docs.site.book import Book, make_book, read_sources
from docs.site.cards import cards
from docs.site.facts import Facts, gather
from docs.site.inventory import Row, read_inventory, write_inventory
from docs.site.links import check_site
from docs.site.pages import UNSEARCHED, generated_pages
from docs.site.parts import parts
from docs.site.pictures import pictures
from docs.site.reference import code_targets, public_rows, search_entries, write_reference
from docs.site.snippets import run_pages
from docs.site.text import address
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.editions import EDITIONS
from era_of_inventions.tabletop.errors import FileError, GameError
from tests import ROOT

DOCS = ROOT / "docs"
BUILD = ROOT / "build"
SCHEMAS = ROOT / "era_of_inventions" / "data" / "schemas"
PROJECT = "era_of_inventions"
TITLE_BOOST = 10
"""How much more a word counts in a title: people ask in sentences, so the text has to count too."""
BOOSTS = {
    "rules/": 4.0,
    "disputes/": 1.0,
    "examples/": 0.2,
    "reference/": 0.2,
    "": 0.4,
}
"""How much a hit counts, by the first of these its place starts with: the rules answer, the rest only names."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site; the exit status is returned. Without arguments those of the command line are read."""
    about = (__doc__ or "").replace("``", "")
    form = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser("python -m docs.site", description=about, formatter_class=form).parse_args(arguments)
    site = os.path.relpath(BUILD / "site", ROOT)
    try:
        build(BUILD)
    except GameError as error:
        print(error, file=sys.stderr)
        print(f"{site} was not built, and that of an earlier build is removed", file=sys.stderr)
        return 1
    print(f"{site} is ready")
    return 0


def build(folder: Path) -> Path:
    """Build the site in a folder and tell where it is.

    Raises `FileError` with all that is wrong. Then the folder has no site, not even that of an earlier build.
    """
    site, unfinished = folder / "site", folder / "unfinished"
    for old in (site, unfinished, folder / "reference"):
        if old.exists():
            shutil.rmtree(old)
    try:
        make(folder, unfinished)
        with told("site checked"):
            check_site(unfinished, read_sources(DOCS))
        unfinished.rename(site)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return site


def built() -> Path:
    """The site of the last build. Raises `FileError` if there is none, because it failed or nobody built."""
    site = BUILD / "site"
    if not site.is_dir():
        raise FileError(os.path.relpath(site, ROOT), ["there is no site; expected that of `python -m docs.site`"])
    return site


def make(folder: Path, site: Path) -> None:
    """Make the site, with what is made on the way in the folder. Raises `FileError` with all that is wrong."""
    reference = folder / "reference"
    with ThreadPoolExecutor() as pool, told("examples judged, reference by Sphinx"):
        sphinx = pool.submit(build_reference, folder / "sphinx", reference)
        facts = gather()
        inventory = sphinx.result()
    with told("snippets run"):
        run_pages(read_sources(DOCS), ROOT / "examples")
    with told("pages expanded"):
        makers = {"clause": cards(facts, rulebook_texts()), "part": parts(facts), "picture": pictures()}
        book = make_book(all_sources(facts), makers, code_targets(inventory))
        write_pages(book, folder / "pages")
    with told("pages by mkdocs"):
        shutil.copy(DOCS / "mkdocs.yml", folder / "mkdocs.yml")
        config = ("--config-file", str(folder / "mkdocs.yml"), "--site-dir", str(site))
        run("mkdocs", "build", "--quiet", "--strict", *config)
    join(book, inventory, reference, site)


def build_reference(sources: Path, reference: Path) -> list[Row]:
    """Write the reference; its inventory, as seen from the root of the site."""
    write_reference(sources)
    make_reference(sources, reference)
    inventory = read_inventory(reference / "objects.inv", "reference/")
    return [*inventory, *public_rows(inventory)]


def make_reference(sources: Path, reference: Path) -> None:
    """Have Sphinx make the reference. Raises `FileError` with all that it warns of, such as unknown names."""
    run("sphinx", "-q", "-W", "--keep-going", "-b", "html", str(sources), str(reference))


def all_sources(facts: Facts) -> dict[str, str]:
    """Every page before its directives are carried out."""
    sources = read_sources(DOCS) | generated_pages(facts)
    linked = re.sub(r"^\| `([\w.-]+)`", r"| [`\1`][\1]", sources["coverage.md"], flags=re.MULTILINE)
    sources["coverage.md"] = UNSEARCHED + linked
    sources["mutation.md"] = UNSEARCHED + sources["mutation.md"]
    sources["changelog.md"] = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return sources


def join(book: Book, inventory: Sequence[Row], reference: Path, site: Path) -> None:
    """Put the reference beside the pages, with one inventory and one search for both."""
    without = shutil.ignore_patterns(".doctrees", "_sources", ".buildinfo", "objects.inv", "search.html")
    shutil.copytree(reference, site / "reference", ignore=without)
    write_inventory(site / "objects.inv", [*labels(book), *inventory], PROJECT, version("era-of-inventions"))
    path = site / "search" / "search_index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    index["docs"] += search_entries(inventory)
    for entry in index["docs"]:
        entry["boost"] = next(boost for start, boost in BOOSTS.items() if entry["location"].startswith(start))
    index["config"]["fields"]["title"]["boost"] = TITLE_BOOST
    path.write_text(json.dumps(index, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")


@contextmanager
def told(what: str) -> Iterator[None]:
    """Tell how long something took."""
    start = time.perf_counter()
    yield
    print(f"{time.perf_counter() - start:5.1f} s  {what}", flush=True)


def run(*command: str) -> None:
    """Run a tool of this Python; `FileError` with what it says if it fails."""
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", *command], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise FileError(command[0], [line for line in (done.stdout + done.stderr).splitlines() if line.strip()])


def rulebook_texts() -> dict[str, str]:
    """The texts of the rulebooks by edition, as far as they are at hand."""
    folder = os.environ.get("ERA_RULEBOOKS")
    paths = {edition.code: Path(folder, f"era_{edition.code}.txt") for edition in EDITIONS} if folder else {}
    return {code: path.read_text(encoding="utf-8") for code, path in paths.items() if path.exists()}


def write_pages(book: Book, folder: Path) -> None:
    """Write the pages and what they need."""
    shutil.rmtree(folder, ignore_errors=True)
    for page, text in book.pages.items():
        path = folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copytree(DOCS / "assets", folder / "assets")
    shutil.copytree(SCHEMAS, folder / "schemas")


def labels(book: Book) -> Iterator[Row]:
    """Everything with an id as a label, which any project's Sphinx can refer to; clauses with their sentences."""
    shown: Mapping[str, str] = {clause.id: clause.statement for clause in LAW.clauses}
    for name, target in book.targets.items():
        if not target.startswith("/") and "." in name:
            yield Row(name, "std:label", address(target), shown.get(name, name), "-1")
