"""Builds the pages of the last build with Zensical too, by the same mkdocs.yml: ``python -m docs.site.check_zensical``.

Looked for is the card of every clause at the same address. Needs the extra ``docs-check``.
"""

from __future__ import annotations

import shutil
import sys

from docs.site.build import BUILD, built, run
from docs.site.facts import chapter_page
from docs.site.text import address
from era_of_inventions.rulebook import LAW
from era_of_inventions.tabletop.errors import FileError, GameError


def main() -> int:
    """Build and check; the exit status is returned."""
    try:
        build()
    except GameError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Zensical builds the same {len(LAW.clauses)} cards")
    return 0


def build() -> None:
    """Build with Zensical in a folder of its own. Raises `FileError` if it fails or a card is missing."""
    built()
    folder = BUILD / "zensical"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(BUILD / "pages", folder / "pages")
    shutil.copy(BUILD / "mkdocs.yml", folder / "mkdocs.yml")
    run("zensical", "build", "--strict", "--config-file", str(folder / "mkdocs.yml"))
    lost = []
    for clause in LAW.clauses:
        page = folder / "site" / address(chapter_page(clause)) / "index.html"
        if not page.exists() or f'id="{clause.id}"' not in page.read_text(encoding="utf-8"):
            lost.append(f"{clause.id}: has no card in {page}")
    if lost:
        raise FileError("zensical", lost)


if __name__ == "__main__":
    sys.exit(main())
