"""Whole pages that the package's own files make: examples and sources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from docs.site.facts import ClaimJudged, Example, Facts, chapter_page, source_files, source_page
from docs.site.text import relative
from era_of_inventions.rulebook import LAW
from tests import ROOT

UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"
COLORED_MAX = 24_000
"""How long a file may be whose code is colored: colors make a page ten times as large."""


def generated_pages(facts: Facts) -> dict[str, str]:
    """Whole pages: one per example and one per source file."""
    cards = cards_of_examples(facts)
    pages = {example.page: "\n".join(_example(example, cards)) for example in facts.examples.values()}
    pages |= {source_page(path): "\n".join(_source(path)) for path in source_files()}
    return pages


Cards = Mapping[tuple[str, int], tuple[str, ...]]
"""By the path of an example and the number of its claim: the clauses whose cards lead there."""


def cards_of_examples(facts: Facts) -> Cards:
    """Which cards show which claims, in rulebook order."""
    found: dict[tuple[str, int], dict[str, None]] = {}
    for clause in LAW.clauses:
        traced = facts.traced[clause.id]
        shown = (place.split(" ") for place in (*traced.allowing, *traced.forbidding))
        examples = [(path, int(number)) for path, number in shown]
        for place in (*examples, *facts.events.get(clause.id, {}).values()):
            found.setdefault(place, {})[clause.id] = None
    return {place: tuple(names) for place, names in found.items()}


def _example(example: Example, cards: Cards) -> Iterator[str]:
    numbers = relative(example.page, "component-sets.md")
    yield f"# {example.title}"
    yield ""
    yield f"Shown in {', '.join(_shown_in(example, cards))}."
    if example.under:
        yield f"Read {example.under}; everything else by default."
    yield ""
    yield "Judge it yourself:"
    yield ""
    yield f"```sh\nera judge {example.path}\n```"
    yield ""
    for number, claim in enumerate(example.claims, 1):
        yield from _claim(claim, number, cards.get((example.path, number), ()))
    yield "## The position {#position}\n"
    yield "Of the numbers on cards and board those with the sign ° are *assumed*: no rulebook states them, and the file"
    yield f"does not give them. They are of the shipped set [`reconstructed`]({numbers}#reconstructed).\n"
    yield f"[[picture {example.path.removeprefix('examples/').removesuffix('.toml')}]]\n"
    yield "## The file"
    yield ""
    yield f"`{example.path}`"
    yield ""
    yield f"```toml\n{(ROOT / example.path).read_text(encoding='utf-8').rstrip()}\n```"


def _claim(claim: ClaimJudged, number: int, cards: tuple[str, ...]) -> Iterator[str]:
    result = "holds" if claim.holds else "fails"
    yield f"## {claim.title} {{ #claim-{number} }}"
    yield ""
    yield f'<span class="result result-{result}">The claim {result}.</span>'
    if claim.unstated:
        yield "It uses *assumed* numbers; the judgement in full names them."
    yield ""
    if claim.decided:
        yield f"Decided by {_links(claim.decided)}.\n"
    if cards:
        yield f"Shown on the card{'s' * (len(cards) > 1)} of {_links(cards)}.\n"
    yield '<details markdown="1" data-search-exclude><summary>The judgement in full</summary>'
    yield f"\n```text\n{claim.report}\n```\n"
    yield "</details>"
    yield ""


def _links(clauses: Iterable[str]) -> str:
    return ", ".join(f"[`{clause}`][{clause}]" for clause in clauses)


def _shown_in(example: Example, cards: Cards) -> Iterator[str]:
    """Links to the pages that show an example: its own, and the chapters of the cards."""
    folder, stem = Path(example.path).parts[1], Path(example.path).stem
    own = LISTED.get(folder, f"rules/{stem.partition('-')[0]}.md")
    places = ((example.path, number) for number, _ in enumerate(example.claims, 1))
    chapters = (chapter_page(LAW.clause(name)) for place in places for name in cards.get(place, ()))
    for page in dict.fromkeys((own, *chapters)):
        yield f"[{_title(page)}]({relative(example.page, page)})"


LISTED = {"disputes": "disputes.md", "perft": "perft.md"}
"""The pages of the examples that belong to no chapter, by their folder."""


@cache
def _title(page: str) -> str:
    """The title of a page of the documentation."""
    first = re.search(r"^# (.+?)(?: \{.*\})?$", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.MULTILINE)
    return first[1] if first else page


def _source(path: str) -> Iterator[str]:
    text = (ROOT / path).read_text(encoding="utf-8").rstrip()
    language = "python" if len(text) <= COLORED_MAX else "text"
    yield f"{UNSEARCHED}# {path}"
    yield ""
    yield f'```{{ .{language} linenums="1" }}\n{text}\n```'
