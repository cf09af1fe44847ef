"""Marks the citations that have been looked up in the texts of the rulebooks, by somebody who has them.

    python -m tests.tools.citation_marks FOLDER > tests/era/citations.json
    python -m tests.tools.citation_marks FOLDER --game oh-my-goods > examples/oh_my_goods/tests/citations.json

A mark is a fingerprint of section and anchor: without the texts too, a test notices a citation that was changed and not
looked up again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from docs.site.proof import ERA, PROOFS
from era_of_inventions.tabletop.law.citation import Cite, locate
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.text.fingerprint import fingerprint


def mark(cite: Cite) -> str:
    """The fingerprint of a citation."""
    return fingerprint([cite.section, cite.anchor])[:8]


def marks(law: Law) -> dict[str, dict[str, str]]:
    """The marks of all citations by clause and edition."""
    return {clause.id: {code: mark(cite) for code, cite in clause.cites.items()} for clause in law}


def require_found(rulebook: Rulebook[Any, Any], folder: Path) -> None:
    """Raise ValueError if a citation is not found in the texts."""
    for edition in rulebook.editions:
        text = (folder / edition.file).read_text(encoding="utf-8")
        for clause in rulebook.law:
            if (cite := clause.cites.get(edition.code)) and locate(edition, text, cite) is None:
                raise ValueError(f"{clause.id}: {edition.code}: {cite.section}, {cite.anchor!r} is not in the text")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=PROOFS, default=ERA.name)
    options = parser.parse_args()
    proof = PROOFS[options.game]
    require_found(proof.rulebook, options.folder)
    print(json.dumps(marks(proof.law), indent=1))
