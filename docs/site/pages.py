"""Whole pages that the package's own files make: examples and sources."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from docs.site.facts import Example, Facts, source_files, source_page
from tests.clause_drop import ROOT

UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"
COLORED_MAX = 24_000
"""How long a file may be whose code is colored: colors make a page ten times as large."""
LAST_FOUND = "---\nsearch:\n  boost: 0.2\n---\n\n"


def generated_pages(facts: Facts) -> dict[str, str]:
    """Whole pages: one per example and one per source file."""
    pages = {example.page: "\n".join(_example(example)) for example in facts.examples.values()}
    pages |= {source_page(path): "\n".join(_source(path)) for path in source_files()}
    return pages


def _example(example: Example) -> Iterator[str]:
    yield f"{LAST_FOUND}# {example.title}"
    yield ""
    yield "Judge it yourself:"
    yield ""
    yield f"```sh\nera judge {example.path}\n```"
    yield ""
    for number, claim in enumerate(example.claims, 1):
        result = "holds" if claim.holds else "fails"
        yield f"## {claim.title} {{ #claim-{number} }}"
        yield ""
        yield f'<span class="result result-{result}">The claim {result}.</span>'
        yield ""
        yield '<details markdown="1" data-search-exclude><summary>The judgement in full</summary>'
        yield f"\n```text\n{claim.report}\n```\n"
        yield "</details>"
        yield ""
    if example.path.startswith("examples/disputes/"):
        yield "## The position\n"
        yield f"[[picture {Path(example.path).stem}]]\n"
    yield "## The file"
    yield ""
    yield f"`{example.path}`"
    yield ""
    yield f"```toml\n{(ROOT / example.path).read_text(encoding='utf-8').rstrip()}\n```"


def _source(path: str) -> Iterator[str]:
    text = (ROOT / path).read_text(encoding="utf-8").rstrip()
    language = "python" if len(text) <= COLORED_MAX else "text"
    yield f"{UNSEARCHED}# {path}"
    yield ""
    yield f'```{{ .{language} linenums="1" }}\n{text}\n```'
