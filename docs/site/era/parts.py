"""Parts of pages specific to this game: move counts."""

from __future__ import annotations

import json
from collections.abc import Iterator

from docs import ROOT
from docs.site.text import relative, table
from docs.site.volume import Facts

PERFT = ROOT / "tests" / "era" / "perft.json"


def perft(facts: Facts) -> Iterator[str]:
    """Yield the numbers of sequences of moves from some positions."""
    tables: dict[str, list[int]] = json.loads(PERFT.read_text(encoding="utf-8"))
    for name, counts in tables.items():
        example = facts.examples[f"examples/perft/{name}.toml"]
        yield f"### [{example.title}]({relative('perft.md', example.page)})\n"
        rows = ((str(depth), f"{count:,}") for depth, count in enumerate(counts, 1))
        yield from table(("moves", "ways to make them, with assumed numbers"), rows, style="counts")
