"""Builds the pages of the last build with Zensical, from the same mkdocs.yml: ``python -m docs.site.check_zensical``.

It checks that the card of every clause has the same address. Needs the dependency group ``docs-check``.
"""

from __future__ import annotations

import shutil
import sys

from docs.site.build import BUILD, VOLUMES, built, run
from docs.site.errors import SiteError
from docs.site.text import address
from era_of_inventions.tabletop.errors import GameError


def main() -> int:
    """Build, check and return the exit status."""
    try:
        cards = build()
    except GameError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Zensical builds the same {cards} cards")
    return 0


def build() -> int:
    """Build with Zensical in a separate folder, and return the number of cards.

    Raises `SiteError` if it fails or a card is missing.
    """
    built()
    folder = BUILD / "zensical"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(BUILD / "pages", folder / "pages")
    shutil.copy(BUILD / "mkdocs.yml", folder / "mkdocs.yml")
    run("zensical", "build", "--strict", "--config-file", str(folder / "mkdocs.yml"))
    cards = [(volume, clause) for volume in VOLUMES for clause in volume.clauses]
    missing = []
    for volume, clause in cards:
        page = folder / "site" / address(volume.chapter(clause)) / "index.html"
        if not page.exists() or f'id="{volume.label(clause.id)}"' not in page.read_text(encoding="utf-8"):
            missing.append(f"{clause.id}: has no card in {page}")
    if missing:
        raise SiteError("zensical", missing)
    return len(cards)


if __name__ == "__main__":
    sys.exit(main())
