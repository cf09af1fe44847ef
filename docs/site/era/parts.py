"""Parts of pages specific to this game: printed values, move counts, terms in three languages."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

from docs.site.parts import wide_table
from docs.site.text import relative
from docs.site.volume import Facts
from era_of_inventions.component_sets.files import load_shipped
from era_of_inventions.component_sets.tables import describe
from tests import ROOT

TERMS = tomllib.loads(Path(__file__).with_name("glossary.toml").read_text(encoding="utf-8"))["term"]
PERFT = ROOT / "tests" / "perft.json"


def components(_: Facts) -> Iterator[str]:
    """Every value of the shipped set, with its source."""
    rows = ((f"`{value}`", printed, source) for value, printed, source in describe(load_shipped("reconstructed")))
    return wide_table(("value", "printed", "source"), rows)


def glossary(facts: Facts) -> Iterator[str]:
    """The terms of the game."""

    def row(term: dict[str, str]) -> tuple[str, ...]:
        book = f", in the book: {term['en_book']}" if term.get("en_book", "-") != "-" else ""
        foreign = ("—" if term[code] == "-" else term[code] for code in ("nl", "de"))
        means = f"{term['means']} {facts.volume.ref(term['see'])}<br>Also called: {term['also']}."
        return (f"**{term['en']}**{book}", *foreign, means)

    terms = sorted(TERMS, key=lambda term: str(term["en"]))
    return wide_table(("English", "Dutch", "German", "what it is"), map(row, terms), style="glossary")


def perft(facts: Facts) -> Iterator[str]:
    """The numbers of sequences of moves from some positions."""
    tables: dict[str, list[int]] = json.loads(PERFT.read_text(encoding="utf-8"))
    for name, counts in tables.items():
        example = facts.examples[f"examples/perft/{name}.toml"]
        yield f"### [{example.title}]({relative('perft.md', example.page)})\n"
        rows = ((str(depth), f"{count:,}") for depth, count in enumerate(counts, 1))
        yield from wide_table(("moves", "ways to make them, with assumed numbers"), rows, style="counts")
