"""The pages are small, and nothing a reader uses is lost: their text, their links, their code, the lines of sources."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("mkdocstrings")

from mkdocs.utils.yaml import yaml_load

from docs.site import build, links, text
from docs.site.browser import chromium, opened
from docs.site.build import VOLUMES
from docs.site.errors import SiteError
from docs.site.pages import modules, reference_nav
from docs.site.text import address
from tests import ROOT

pytestmark = pytest.mark.slow

PAGES = {
    "index.md": """# Words

Some *words* **side by side**, [a link](other.md) `code` and <kbd>K</kbd> <kbd>L</kbd>.\x20\x20
A line break.

- A list
- of `two`

| a | b |
|---|---|
| 1 | `2`  [three](other.md#below) |

<details><summary>More</summary> <em>folded</em> <em>in</em> </details>

<svg viewBox="0 0 200 20"><text x="0" y="15">drawn <tspan>in</tspan> parts</text></svg>

```python
def spaces():

    return  "two"   # and  three

```
""",
    "other.md": "# Other\n\n## Below\n\n`````source\nif a:\n\n    b = 'c'\n`````\n",
}
SHOWN = """() => document.querySelectorAll("details").forEach((fold) => { fold.open = true; }) ?? ({
    text: document.body.innerText.replace(/\\n+/g, "\\n"),
    links: [...document.links].map((link) => link.getAttribute("href")),
    code: [...document.querySelectorAll("pre")].map((block) => block.textContent),
    ids: [...document.querySelectorAll("[id]")].map((one) => one.id),
})"""
"""What a reader has of a page."""


def shown(folder: Path, settings: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a reader without JavaScript has of each page of a site that is made with these settings."""
    monkeypatch.setattr(build, "settings", lambda: settings)
    monkeypatch.setattr(build, "reference_nav", lambda _: "")
    shutil.copytree(ROOT / "docs" / "assets", folder / "pages" / "assets")
    for name, page in PAGES.items():
        (folder / "pages" / name).write_text(page, encoding="utf-8")
    build.make_pages(folder, folder / "site", PAGES)
    with opened(folder / "site") as (browser, root):
        tab = browser.new_page(java_script_enabled=False)
        return [tab.goto(f"{root}{address(name)}") and tab.evaluate(SHOWN) for name in PAGES]


@pytest.mark.skipif(chromium() is None, reason="needs Chromium and the package playwright")
def test_pages_that_are_made_small_show_and_link_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, plugin = build.settings().partition("\nnav:")[0].replace("/source/", "*"), "  - minify_html:"
    small = shown(tmp_path / "small", settings, monkeypatch)
    large = shown(tmp_path / "large", settings.replace(plugin, f"{plugin}\n      enabled: false"), monkeypatch)
    assert small == large
    assert small[0]["code"] == ['def spaces():\n\n    return  "two"   # and  three\n']
    sizes = [(tmp_path / name / "site" / "index.html").stat().st_size for name in ("small", "large")]
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize("path", ["era_of_inventions/rules/market.py", "tests/site/test_site_values.py"])
def test_every_line_of_a_source_has_its_anchor(path: str) -> None:
    source = (ROOT / path).read_text(encoding="utf-8")
    shown = ElementTree.fromstring(text.numbered(source.rstrip()))
    found = {one.attrib["id"]: "".join(one.itertext()) for one in shown.iter("span") if "id" in one.attrib}
    assert found == {f"line-{number}": line for number, line in enumerate(source.splitlines(keepends=True), 1)}


def test_the_navigation_has_the_modules_of_one_package_together() -> None:
    (reference,) = yaml_load(f"nav:\n{reference_nav(VOLUMES)}")["nav"]
    listed = modules(VOLUMES)
    for one in reference["Reference"][1:]:
        ((group, (face, *entries)),) = one.items()
        assert face == {group: f"reference/{group}.md"}
        for ((label, inside),) in map(dict.items, entries):
            together = [inside] if isinstance(inside, str) else [page for entry in inside for page in entry.values()]
            package = f"{group}.{label}."
            assert together == [f"reference/{name}.md" for name in listed[group] if f"{name}.".startswith(package)]


def test_a_site_that_is_too_large_names_its_largest_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "SITE_BYTES_MAX", 100)
    for name, size in {"index.html": 40, "a/b/index.html": 50, "a/c.json": 11, "d.css": 0, "table/x": 1000}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x" * size)
    with pytest.raises(SiteError) as raised:
        links.check_site(tmp_path, {})
    (problem,) = raised.value.problems
    assert "101 bytes" in str(problem)
    assert str(problem).index("a has 61") < str(problem).index("index.html has 40")
    monkeypatch.setattr(links, "SITE_BYTES_MAX", 101)
    links.check_site(tmp_path, {})
