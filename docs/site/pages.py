"""Pages generated from the project's files: examples, sources, the code reference."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import era_of_inventions
from docs.site.examples import ClaimJudged, Example
from docs.site.text import relative, source_page
from docs.site.volume import Facts, Volume
from tests import ROOT

PACKAGE = "era_of_inventions"
UNDESCRIBED = (f"{PACKAGE}.cli", f"{PACKAGE}.data")
"""Modules that the reference leaves out."""


Cards = Mapping[tuple[str, int], tuple[str, ...]]
"""The clauses whose cards link to a claim, by the path of the example and the number of the claim."""


def example_pages(facts: Facts) -> dict[str, str]:
    """A page for each example of a volume."""
    cards = cards_of_examples(facts)
    return {example.page: "\n".join(_example(example, facts, cards)) for example in facts.examples.values()}


def cards_of_examples(facts: Facts) -> Cards:
    """The clauses whose cards show a claim, in rulebook order."""
    cards: dict[tuple[str, int], dict[str, None]] = {}
    for clause in facts.volume.clauses:
        traced = facts.traced[clause.id]
        shown = (place.split(" ") for place in (*traced.allowing, *traced.forbidding))
        examples = [(path, int(number)) for path, number in shown]
        for place in (*examples, *facts.events.get(clause.id, {}).values()):
            cards.setdefault(place, {})[clause.id] = None
    return {place: tuple(names) for place, names in cards.items()}


def _example(example: Example, facts: Facts, cards: Cards) -> Iterator[str]:
    numbers = relative(example.page, f"{facts.volume.folder}component-sets.md")
    default = facts.volume.rulebook.components.default
    yield f"# {example.title}"
    yield ""
    yield f"Shown in {', '.join(_shown_in(example, facts.volume, cards))}."
    if example.readings:
        yield f"Judged {facts.under(example)}; all other rulings by default."
    yield ""
    yield "Judge it yourself:"
    yield ""
    yield f"```sh\nera judge {example.path}\n```"
    yield ""
    for number, claim in enumerate(example.claims, 1):
        yield from _claim(claim, number, facts.volume, cards.get((example.path, number), ()))
    if facts.volume.picture:
        yield "## The position {#position}\n"
        yield "Numbers with the sign ° are *assumed*: neither a rulebook nor the file states them. They come from the"
        yield f"set [`{default}`]({numbers}#{default}), which is part of the library.\n"
        yield facts.volume.picture(example.path.removeprefix("examples/").removesuffix(".toml"))
    yield "\n## The file"
    yield ""
    yield f"`{example.path}`"
    yield ""
    yield f"```toml\n{(ROOT / example.path).read_text(encoding='utf-8').rstrip()}\n```"


def _claim(claim: ClaimJudged, number: int, volume: Volume, cards: tuple[str, ...]) -> Iterator[str]:
    result = "holds" if claim.holds else "fails"
    yield f"## {claim.title} {{ #claim-{number} }}"
    yield ""
    yield f'<span class="result result-{result}">The claim {result}.</span>'
    if claim.unstated:
        yield "It depends on *assumed* numbers; the full judgement lists them."
    yield ""
    if claim.decided:
        yield f"Decided by {_links(claim.decided, volume)}.\n"
    if cards:
        yield f"Shown on the card{'s' * (len(cards) > 1)} of {_links(cards, volume)}.\n"
    yield '<details markdown="1" data-search-exclude><summary>The full judgement</summary>'
    yield f"\n```text\n{claim.report}\n```\n"
    yield "</details>"
    yield ""


def _links(clauses: Iterable[str], volume: Volume) -> str:
    return ", ".join(map(volume.ref, clauses))


def _shown_in(example: Example, volume: Volume, cards: Cards) -> Iterator[str]:
    """Yield links to the pages that show an example: its own, and the chapters of the cards."""
    folder, stem = Path(example.path).parts[-2], Path(example.path).stem
    own = volume.folder + LISTED.get(folder, f"rules/{stem.partition('-')[0]}.md")
    places = ((example.path, number) for number, _ in enumerate(example.claims, 1))
    law = volume.rulebook.law
    chapters = (volume.chapter(law.clause(name)) for place in places for name in cards.get(place, ()))
    for page in dict.fromkeys((own, *chapters)):
        yield f"[{_title(page)}]({relative(example.page, page)})"


LISTED = {"disputes": "disputes.md", "perft": "perft.md"}
"""The pages of the examples that belong to no chapter, by their folder."""


@cache
def _title(page: str) -> str:
    """The title of a page of the documentation."""
    first = re.search(r"^# (.+?)(?: \{.*\})?$", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.MULTILINE)
    return first[1] if first else page


def source_files() -> list[str]:
    """The source files with pages: the package, and the tests that pages link to."""
    package = sorted((ROOT / "era_of_inventions").rglob("*.py"))
    tests = sorted((ROOT / "tests" / "rulebook").glob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in (*package, *tests) if path.stat().st_size]


def source_pages() -> dict[str, str]:
    """A page for each source file."""
    return {source_page(path): _source(path) for path in source_files()}


def _source(path: str) -> str:
    text = (ROOT / path).read_text(encoding="utf-8").rstrip()
    return f"# {path}\n\n`````source\n{text}\n`````\n"


def modules() -> list[str]:
    """The modules that the reference describes."""
    walked = pkgutil.walk_packages(era_of_inventions.__path__, f"{PACKAGE}.")
    return sorted(module.name for module in walked if not module.name.startswith(UNDESCRIBED))


def reference_pages() -> dict[str, str]:
    """A page for each module, to be filled by mkdocstrings, and a list of them."""
    rows = (f"[`{name}`][]\n:   {_about(name)}\n" for name in modules())
    pages = {f"reference/{name}.md": f"::: {name}\n" for name in modules()}
    return pages | {"reference/index.md": "\n".join(("# All modules\n", *rows))}


def reference_nav() -> str:
    """The navigation entry of the reference."""
    pages = (f"      - {name.removeprefix(f'{PACKAGE}.')}: reference/{name}.md\n" for name in modules())
    return "".join(("  - Reference:\n", "      - reference/index.md\n", *pages))


def _about(module: str) -> str:
    """The first paragraph of the docstring of a module."""
    return (inspect.getdoc(import_module(module)) or "").partition("\n\n")[0].replace("\n", " ")
