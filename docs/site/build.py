"""Builds the site: ``python -m docs.site``.

The pages are expanded into ``build/pages``, with a page for each example, source file and module. mkdocs builds
``build/site`` from them, with mkdocstrings for the code reference and autorefs for references to ids. The result is
checked: all links and anchors, no resources of other sites, the size of the pages. If the environment variable
``ERA_RULEBOOKS`` names the folder with the texts of the rulebooks, all citations are checked against them.

The site of an earlier build is removed first, and the new one replaces it only if there are no problems. The exit
status is 0 if the site is ready, 1 otherwise; every problem is reported with its place.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from mkdocstrings import Inventory

from docs import ROOT
from docs.site.book import expand
from docs.site.commands import run_command
from docs.site.drafts import navigation, sources_of, subjects
from docs.site.era import ERA_VOLUME
from docs.site.errors import SiteError
from docs.site.links import check_site, located
from docs.site.pages import example_pages, reference_nav, reference_pages, source_pages
from docs.site.printing import print_sheets
from docs.site.proof import OH_MY_GOODS, PHOENICIA
from docs.site.search import places, shelf_of, write_search
from docs.site.snippets import run_pages
from docs.site.table import make_table
from docs.site.text import address
from docs.site.traceability import markdown
from docs.site.volume import Facts, Volume, gather
from era_of_inventions.tabletop.errors import GameError

DOCS = ROOT / "docs"
BUILD = ROOT / "build"
SCHEMAS = ROOT / "era_of_inventions" / "data" / "schemas"
PROJECT = "era_of_inventions"
VOLUMES = (
    ERA_VOLUME,
    Volume.of(OH_MY_GOODS, ROOT / "examples" / "oh_my_goods" / "docs", folder="oh-my-goods/"),
    Volume.of(PHOENICIA, ROOT / "examples" / "phoenicia" / "docs", folder="phoenicia/"),
)
"""The rulebooks on the site."""
GUESTS = "  # here the navigation has the other volumes\n"
HEAD = "---\nsearch: {{exclude: true}}\nshelf: {}\ngame: {}\n---\n\n"
"""The head of every page: the theme need not read it, for the search has an index of its own, in shelves by game."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site and return the exit status. The default arguments are those of the command line."""
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
    """Build the site in a folder and return its path.

    Raises `SiteError` with all problems. Then the folder has no site, not even that of an earlier build.
    """
    site, unfinished = folder / "site", folder / "unfinished"
    for old in (site, unfinished):
        shutil.rmtree(old, ignore_errors=True)
    try:
        make(folder, unfinished)
        with timed("site checked"):
            check_site(unfinished, sources_of(VOLUMES))
        unfinished.rename(site)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return site


def built() -> Path:
    """Return the site of the last build. Raises `SiteError` if there is none."""
    site = BUILD / "site"
    if not site.is_dir():
        raise SiteError(os.path.relpath(site, ROOT), ["does not exist; build it with `python -m docs.site`"])
    return site


def built_or_exit() -> Path:
    """Return what `built` does; a command ends here with status 1, and says why, if there is no site."""
    try:
        return built()
    except SiteError as error:
        sys.exit(str(error))


def make(folder: Path, site: Path) -> None:
    """Make the site, with intermediate files in the folder. Raises `SiteError` with all problems."""
    sources = sources_of(VOLUMES)
    with timed("snippets run"):
        run_pages(sources, ROOT / "examples")
    with timed("examples judged"):
        facts = gather(VOLUMES)
    with timed("pages expanded"):
        generated = generated_pages(facts, sources)
        write_pages(expand(sources, facts) | generated, folder / "pages")
    with timed("pages by mkdocs"):
        make_pages(folder, site, sources)
    with timed("search"):
        write_search(site, places(sources, generated, VOLUMES), VOLUMES)
    add_labels(site / "objects.inv", VOLUMES)
    with timed("sheets printed"):
        print_sheets(site, sources)
    with timed("table"):
        make_table(site / "table", VOLUMES)


def generated_pages(facts: Iterable[Facts], sources: Mapping[str, str]) -> dict[str, str]:
    """Return the generated pages. ``sources`` are the texts of the others."""
    pages = {"changelog.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")}
    for one in facts:
        pages[f"{one.volume.folder}coverage.md"] = coverage_page(one)
        pages |= example_pages(one, sources) | source_pages(one)
    return pages | reference_pages(VOLUMES)


def coverage_page(facts: Facts) -> str:
    """Return what each clause of a volume has, with links to the cards."""
    table = "\n".join(markdown(facts.traced.values(), facts.volume.rulebook.ruleset))
    target = facts.volume.label(r"\2")
    return re.sub(r"^(\||-) `([\w.-]+)`", rf"\1 [`\2`][{target}]", table, flags=re.MULTILINE)


def write_pages(pages: Mapping[str, str], folder: Path) -> None:
    """Write the pages for mkdocs, and copy the assets."""
    shutil.rmtree(folder, ignore_errors=True)
    subject = subjects(VOLUMES)
    for page, text in pages.items():
        path = folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        about = subject.get(page)
        head = HEAD.format(shelf_of(about or VOLUMES[0]), json.dumps(about and about.rulebook.title))
        path.write_text(head + text, encoding="utf-8")
    shutil.copytree(DOCS / "assets", folder / "assets")
    shutil.copytree(SCHEMAS, folder / "schemas")


def make_pages(folder: Path, site: Path, sources: Mapping[str, str]) -> None:
    """Build a site from the pages in a folder with mkdocs, without what the theme has for others.

    Raises `SiteError` with all its warnings. ``sources`` are the pages before expansion, to report line numbers.
    """
    (folder / "mkdocs.yml").write_text(settings() + reference_nav(VOLUMES), encoding="utf-8")
    try:
        run("mkdocs", "build", "--strict", "--config-file", str(folder / "mkdocs.yml"), "--site-dir", str(site))
    except SiteError as error:
        warnings = [line for line in map(str, error.problems) if line.startswith(("WARNING", "ERROR"))]
        raise SiteError("docs", [located(line, sources) for line in warnings] or error.problems) from None
    shutil.rmtree(site / "assets" / "javascripts" / "lunr")  # the stemmers of the theme, which `search.script` replaces
    for source_map in site.rglob("*.map"):
        source_map.unlink()


def settings() -> str:
    """Return the settings of mkdocs. They end with the navigation."""
    config = (DOCS / "mkdocs.yml").read_text(encoding="utf-8")
    return config.replace("ROOT", str(ROOT)).replace(
        GUESTS, "".join(navigation(volume) for volume in VOLUMES if volume.folder)
    )


def add_labels(path: Path, volumes: Iterable[Volume]) -> None:
    """Add the ids of the volumes to the inventory: as labels, and in the domain of `era_of_inventions.sphinx`."""
    with path.open("rb") as file:
        inventory = Inventory.parse_sphinx(file)
    inventory.project, inventory.version = PROJECT, version("era-of-inventions")
    for volume in volumes:
        for label in volume.labels():
            inventory.register(label.name, "std", "label", address(label.target), -1, label.words)
            if label.role:
                inventory.register(label.cited, "rules", label.role, address(label.target))
    path.write_bytes(inventory.format_sphinx())


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how many seconds something computed, the commands and workers that it waited for included."""
    start = sum(os.times()[:4])
    yield
    print(f"{sum(os.times()[:4]) - start:5.1f} s  {what}", flush=True)


def run(module: str, *arguments: str) -> None:
    """Run a Python module as a command. Raises `SiteError` with its output if it fails."""
    path = os.pathsep.join((str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])))
    environment = {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": path}
    run_command(sys.executable, "-m", module, *arguments, called=module, environment=environment)
