"""Marks the citations that have been looked up in the texts of the rulebooks, by somebody who has them.

    python -m tests.tools.citation_marks FOLDER > tests/citations.json

A mark is a fingerprint of section and anchor: without the texts too, a test notices a citation that was changed and not
looked up again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.editions import EDITIONS
from era_of_inventions.tabletop.fingerprint import fingerprint
from era_of_inventions.tabletop.law.citation import Cite, locate
from tests import ROOT

TABLE = ROOT / "tests" / "citations.json"


def mark(cite: Cite) -> str:
    """The fingerprint of a citation."""
    return fingerprint([cite.section, cite.anchor])[:8]


def looked_up(folder: Path) -> dict[str, dict[str, str]]:
    """The marks of all citations by clause and edition. Raises ValueError if one is not found in the texts."""
    marks: dict[str, dict[str, str]] = {clause.id: {} for clause in LAW.clauses}
    for edition in EDITIONS:
        text = (folder / edition.file).read_text(encoding="utf-8")
        for clause in LAW.clauses:
            if cite := clause.cites.get(edition.code):
                if locate(edition, text, cite) is None:
                    raise ValueError(f"{clause.id}: {edition.code}: {cite.section}, {cite.anchor!r} is not in the text")
                marks[clause.id][edition.code] = mark(cite)
    return marks


if __name__ == "__main__":
    print(json.dumps(looked_up(Path(sys.argv[1])), indent=1))
