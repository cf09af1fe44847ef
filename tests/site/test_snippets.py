"""Every command and snippet of the pages does what the pages say; and one that does not is told by its line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from docs.site import snippets
from docs.site.book import read_sources
from docs.site.errors import SiteError
from tests import ROOT

PAGES = read_sources(ROOT / "docs")
RUN = ("console", "python")
SHOWN = [page for page, text in PAGES.items() if any(block.language in RUN for block in snippets.blocks(text))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as the pages suppose it: that of the project, as far as examples go."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize("page", SHOWN)
def test_what_a_page_shows_is_so(page: str, folder: Path) -> None:
    assert snippets.run_page(PAGES[page], folder) == []


@pytest.mark.slow
@pytest.mark.parametrize("page", ["quickstart.md", "cite-the-rules.md"])
def test_commands_are_shown_without_colors_also_where_these_are_forced(
    page: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("CI", "true")
    assert snippets.run_page(PAGES[page], folder) == []


@pytest.mark.parametrize("page", SHOWN)
def test_no_python_stands_there_that_is_not_run(page: str) -> None:
    assert [
        block.line
        for block in snippets.blocks(PAGES[page])
        if block.language == "python" and ">>>" not in block.text and "title=" not in block.options
    ] == []


def test_commands_that_are_only_named_exist() -> None:
    named = {
        line
        for text in PAGES.values()
        for block in snippets.blocks(text)
        if block.language == "sh"
        for line in block.text.splitlines()
    }
    modules = {line.split()[2] for line in named if line.startswith("python -m ")}
    assert {"docs.site", "tests.tools.clause_drop"} <= modules
    for module in modules:
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), f"there is no {module}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n\n```console\n$ era clauses --chapter fakes --search none\nfound\n```\n", "4: 'era clauses "),
        (
            "```console\n$ era clause market.five-max\n...\n$ era clause fakes.kinds\nfakes.kinds\n```",
            "4: 'era clause fakes.",
        ),
        ("```console\n$ rm -r .\n```", "2: 'rm -r .' cannot be run here; only era and sphinx-build commands can"),
        ("\n```console\nera clauses\n```", "2: a console block must begin with a command"),
        ("a\n```python\n>>> x = 1\n>>> x + 1\n3\n```", "4: 'x + 1' prints something else:\n2"),
        ("```python\n>>> gone\n3\n```", "2: 'gone' prints something else:\nNameError: name 'gone'"),
        ("1. a\n\n   ```python\n   >>> for x in [1]:\n   ...     x\n   2\n   ```", "4: 'for x in [1]:"),
    ],
    ids=["output", "second", "foreign", "prompt", "value", "error", "indented"],
)
def test_what_is_not_so_is_told_by_line(text: str, expected: str, folder: Path) -> None:
    (problem,) = snippets.run_page(text, folder)
    assert problem.startswith(expected)


def test_the_build_is_told_the_page_too() -> None:
    with pytest.raises(SiteError) as raised:
        snippets.run_pages({"a.md": "fine\n", "b/c.md": "\n```console\n$ ls\n```\n"}, ROOT / "examples")
    assert raised.value.problems == ("b/c.md:3: 'ls' cannot be run here; only era and sphinx-build commands can",)


def test_a_command_that_asks_finds_the_end_of_its_input(folder: Path) -> None:
    page = "```console\n$ era play --players {} --seed 1\n...\nRound 1, Orange>\n...\n```\n"
    assert snippets.run_page(page.format(3), folder) == []
    assert len(snippets.run_page(page.format(2), folder)) == 1


def test_a_module_of_a_page_can_be_imported_there_alone(folder: Path) -> None:
    page = '```python title="shown.py"\nX = 2\n```\n\n```python\n>>> import shown\n>>> shown.X\n{}\n```\n'
    assert snippets.run_page(page.format(2), folder) == []
    assert len(snippets.run_page(page.format(3), folder)) == 1
    assert "shown" not in sys.modules


def test_files_and_sessions_go_on_through_a_page(folder: Path) -> None:
    page = (
        '```toml title="d.toml"\n[position]\nplayers = ["A", "B", "C"]\n[[claim]]\nmoves = ["place market"]\n```\n'
        "```python\n>>> x = 2\n\n```\n1. An item\n\n    ```console\n"
        "    $ era judge --brief d.toml\n    ok  d.toml: place market: holds\n    ```\n"
        "```python\n>>> x\n2\n\n```\n"
    )
    assert snippets.run_page(page, folder) == []
    assert (folder / "d.toml").exists()


@pytest.mark.parametrize(
    ("printed", "expected", "same"),
    [
        ("a b c", "a b c", True),
        ("a b c", "a ... c", True),
        ("a c", "a … c", True),
        ("a b c", "...", True),
        ("a b c", "... b", False),
        ("a b c", "a b", False),
        ("a b", "a b c", False),
        ("a b a b", "a ... b", True),
    ],
)
def test_dots_stand_for_any_lines(printed: str, expected: str, same: bool) -> None:
    assert snippets.matches(printed.split(), expected.split()) is same
