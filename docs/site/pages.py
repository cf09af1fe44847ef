"""Pages generated from the project's files: examples, sources, the code reference."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import groupby
from pathlib import Path

from docs import ROOT
from docs.site.examples import ClaimJudged, Example
from docs.site.opened import open_dispute
from docs.site.text import relative, source_page
from docs.site.volume import Facts, Volume

UNDESCRIBED = ("era_of_inventions.cli", "era_of_inventions.data")
"""Modules that the reference leaves out."""

Cards = Mapping[tuple[str, int], tuple[str, ...]]
"""The clauses whose cards link to a claim, by the path of the example and the number of the claim."""


def example_pages(facts: Facts, sources: Mapping[str, str]) -> dict[str, str]:
    """Return a page for each example of a volume. ``sources`` are the texts of the pages to which they lead."""
    cards = cards_of_examples(facts)
    return {example.page: "\n".join(_example(example, facts, cards, sources)) for example in facts.examples.values()}


def cards_of_examples(facts: Facts) -> Cards:
    """Return the clauses whose cards show a claim, in rulebook order."""
    cards: dict[tuple[str, int], dict[str, None]] = {}
    for clause in facts.volume.clauses:
        traced = facts.traced[clause.id]
        shown = (place.split(" ") for place in (*traced.allowing, *traced.forbidding))
        examples = [(path, int(number)) for path, number in shown]
        for place in (*examples, *facts.events.get(clause.id, {}).values()):
            cards.setdefault(place, {})[clause.id] = None
    return {place: tuple(names) for place, names in cards.items()}


def _example(example: Example, facts: Facts, cards: Cards, sources: Mapping[str, str]) -> Iterator[str]:
    numbers = relative(example.page, f"{facts.volume.folder}component-sets.md")
    default = facts.volume.rulebook.components.default
    yield f"# {example.title}"
    yield ""
    places = _shown_in(example, facts.volume, cards)
    links = (f"[{_title(sources[page])}]({relative(example.page, page)})" for page in places)
    yield f"Shown in {', '.join(links)}."
    if example.readings:
        yield f"Judged {facts.under(example)}; all other rulings by default."
    yield ""
    yield "Judge it yourself:"
    yield ""
    yield f"```sh\nera judge {example.path}\n```"
    yield ""
    for number, claim in enumerate(example.claims, 1):
        opened = open_dispute(example.page, facts.volume.rulebook.name, example.path, number)
        yield from _claim(claim, number, opened, facts.volume, cards.get((example.path, number), ()))
    if drawing := facts.drawing(example.picture, example.page):
        yield "## The position {#position}\n"
        yield "Signs mark numbers that neither a rulebook nor the file states. These numbers come from the set"
        yield f"[`{default}`]({numbers}#{default}).\n"
        yield drawing
    yield "\n## The file"
    yield ""
    yield f"`{example.path}`"
    yield ""
    yield f"```toml\n{(ROOT / example.path).read_text(encoding='utf-8').rstrip()}\n```"


def _claim(claim: ClaimJudged, number: int, opened: str, volume: Volume, cards: tuple[str, ...]) -> Iterator[str]:
    result = "is open" if claim.result == "open" else claim.result
    yield f"## {claim.title} {{ #claim-{number} }}"
    yield ""
    yield f'<span class="result result-{claim.result}">The claim {result}.</span> {opened}'
    if claim.unstated:
        yield "It depends on *assumed* numbers; the full judgement lists them."
    yield ""
    if claim.decided:
        yield f"Decided by {_links(claim.decided, volume)}.\n"
    if cards:
        yield f"Shown on the card{'s' * (len(cards) > 1)} of {_links(cards, volume)}.\n"
    yield '<details markdown="1"><summary>The full judgement</summary>'
    yield f"\n```text\n{claim.report}\n```\n"
    yield "</details>"
    yield ""


def _links(clauses: Iterable[str], volume: Volume) -> str:
    return ", ".join(map(volume.ref, clauses))


def _shown_in(example: Example, volume: Volume, cards: Cards) -> dict[str, None]:
    """Return the pages that show an example: its own, and the chapters of the cards."""
    folder, stem = Path(example.path).parts[-2], Path(example.path).stem
    own = volume.folder + LISTED.get(folder, f"rules/{stem.partition('-')[0]}.md")
    places = ((example.path, number) for number, _ in enumerate(example.claims, 1))
    law = volume.rulebook.law
    chapters = (volume.chapter(law.clause(name)) for place in places for name in cards.get(place, ()))
    return dict.fromkeys((own, *chapters))


LISTED = {"disputes": "disputes.md", "perft": "perft.md"}
"""The pages of the examples that belong to no chapter, by their folder."""


def _title(source: str) -> str:
    """Return the title of a page."""
    first = re.search(r"^# (.+?)(?: \{.*\})?$", source, re.MULTILINE)
    return first[1] if first else ""


def source_files(facts: Facts) -> list[str]:
    """Return the source files with pages: the package of the rulebook, and the tests that pages link to."""
    (folder,) = import_module(facts.volume.package).__path__
    package = (path.relative_to(ROOT).as_posix() for path in Path(folder).rglob("*.py") if path.stat().st_size)
    tests = {node.partition("::")[0] for traced in facts.traced.values() for node in traced.tests}
    return sorted({*package, *tests})


def source_pages(facts: Facts) -> dict[str, str]:
    """Return a page for each source file."""
    return {source_page(path): _source(path) for path in source_files(facts)}


def _source(path: str) -> str:
    text = (ROOT / path).read_text(encoding="utf-8").rstrip()
    return f"# {path}\n\n`````source\n{text}\n`````\n"


def modules(volumes: Iterable[Volume]) -> dict[str, list[str]]:
    """Return the modules that the reference describes, by the innermost package with packages in it, which is first."""
    tops = [import_module(volume.package) for volume in volumes]
    walked = [one for top in tops for one in pkgutil.walk_packages(top.__path__, f"{top.__name__}.")]
    packages = (one.name for one in walked if one.ispkg)
    groups: dict[str, list[str]] = {top.__name__: [] for top in tops}
    groups |= {name.rpartition(".")[0]: [] for name in packages}
    for name in sorted([*(top.__name__ for top in tops), *(one.name for one in walked)]):
        if not name.startswith(UNDESCRIBED) and "._" not in name:
            groups[max((group for group in groups if f"{name}.".startswith(f"{group}.")), key=len)].append(name)
    return groups


def reference_pages(volumes: Iterable[Volume]) -> dict[str, str]:
    """Return a page for each module, to be filled by mkdocstrings, and a list of them."""
    pages, lines = {}, ["# All modules\n"]
    for group, names in modules(volumes).items():
        lines.append(f"## {group} {{ #modules-{group} }}\n")
        for name in names:
            pages[f"reference/{name}.md"] = f"::: {name}\n"
            lines.append(f"[`{name}`][]\n:   {_about(name)}\n")
    return pages | {"reference/index.md": "\n".join(lines)}


def reference_nav(volumes: Iterable[Volume]) -> str:
    """Return the navigation entry of the reference, in which a page has the modules of its own package beside it."""
    lines = ["  - Reference:\n", "      - reference/index.md\n"]
    for group, (first, *others) in modules(volumes).items():
        lines += [f"      - {group}:\n", f"          - {first}: reference/{first}.md\n"]
        short = (name.removeprefix(f"{group}.") for name in others)
        for package, names in groupby(short, lambda name: name.partition(".")[0]):
            entries = [f"- {name}: reference/{group}.{name}.md\n" for name in names]
            nested = len(entries) > 1
            lines += [f"          - {package}:\n"] * nested
            lines += [f"{' ' * (14 if nested else 10)}{entry}" for entry in entries]
    return "".join(lines)


def _about(module: str) -> str:
    """Return the first paragraph of the docstring of a module."""
    return (inspect.getdoc(import_module(module)) or "").partition("\n\n")[0].replace("\n", " ")
