"""The building of the site: its inventory, the checks of what is built, the reference, and what a failure leaves."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mkdocstrings")

import griffe
from mkdocstrings import Inventory, InventoryItem

from docs.site import build, links
from docs.site.docstrings import Names, paths, reference
from docs.site.errors import SiteError
from era_of_inventions.rules import LAW
from tests import ROOT

pytestmark = pytest.mark.slow


def site(folder: Path, pages: dict[str, str]) -> Path:
    """A site of these pages."""
    for name, body in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body, encoding="utf-8")
    return folder


def test_a_site_in_order_passes(tmp_path: Path) -> None:
    pages = {
        "index.html": '<script src="s.js">if (a<b) "</p>"</script><a title="a > b" href="a/#x">a</a>'
        '<a href="https://example.invalid/">b</a><a href="#t">c</a><p id="t">',
        "a/index.html": '<h1 id="x">x</h1><a href="../">up</a><script src="../s.js"></script>',
        "b/index.html": '<a href="../table/#a-game/a-question">q</a>',
        "table/index.html": "",
        "s.js": "",
    }
    links.check_site(site(tmp_path, pages), {})


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<a href="gone/">x</a>', "the link 'gone/' leads nowhere"),
        ('<a href="../../etc">x</a>', "the link '../../etc' leads nowhere"),
        ('<a href="#gone">x</a>', "the link '#gone' leads to an anchor that does not exist"),
        (
            '<script src="https://cdn.invalid/x.js"></script>',
            "loads https://cdn.invalid/x.js, which is on another site",
        ),
        ('<img src="gone.png">', "the link 'gone.png' leads nowhere"),
        ('<script src="index.html"></script><p class=a><a title="a > b" href=gone>', "the link 'gone' leads nowhere"),
        ("x" * (links.PAGE_BYTES_MAX + 1), f"has {links.PAGE_BYTES_MAX + 1} bytes; expected at most"),
    ],
    ids=["page", "outside", "anchor", "external", "image", "quoted", "size"],
)
def test_a_fault_of_the_site_is_told(body: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(SiteError) as raised:
        links.check_site(site(tmp_path, {"index.html": body}), {})
    (problem,) = raised.value.problems
    assert problem.startswith(f"index.html: {expected}")


@pytest.mark.parametrize(
    ("page", "body", "place"),
    [
        ("rules/buy/index.html", '<img src="../../pictures/gone.png">', "rules/buy.md:3"),
        ("rules/index.html", '<a href="nowhere/">', "rules/index.md:2"),
        ("rules/buy/index.html", '<img src="https://cdn.invalid/x.png">', "rules/buy.md:4"),
        ("rules/buy/index.html", '<a href="#made">', "rules/buy.md"),
        ("index.html", '<a href="gone">', "index.md:1"),
        ("examples/rules/a/index.html", '<a href="gone">', "examples/rules/a/index.html"),
    ],
    ids=["image", "raw", "external", "made", "start", "generated"],
)
def test_a_fault_of_the_site_is_told_at_its_source(page: str, body: str, place: str, tmp_path: Path) -> None:
    sources = {
        "index.md": '<a href="gone">',
        "rules/index.md": 'a\n<a href="nowhere/">',
        "rules/buy.md": "# Buy\n\n![x](../pictures/gone.png)\n<img src='https://cdn.invalid/x.png'>\n",
    }
    with pytest.raises(SiteError) as raised:
        links.check_site(site(tmp_path, {page: body}), sources)
    assert raised.value.problems[0].startswith(f"{place}: ")
    assert str(raised.value).startswith("docs: ")


@pytest.fixture
def old_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a build, with the site of an earlier one."""
    site(tmp_path / "site", {"index.html": "old"})
    monkeypatch.setattr(build, "BUILD", tmp_path)
    return tmp_path / "site" / "index.html"


def pages_of(index: str) -> Callable[[Path, Path], None]:
    """Stands for all that makes pages: a site of one page."""

    def make(_folder: Path, fresh: Path) -> None:
        site(fresh, {"index.html": index})

    return make


def test_a_build_takes_the_place_of_the_earlier_one(
    old_build: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "make", pages_of("new"))
    assert build.main([]) == 0
    assert old_build.read_text(encoding="utf-8") == "new"
    assert [path.name for path in old_build.parents[1].iterdir()] == ["site"]
    assert capsys.readouterr().out.endswith("site is ready\n")


@pytest.mark.parametrize("wrong", ["page", "site"])
def test_a_build_that_fails_leaves_no_site(
    wrong: str, old_build: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(_folder: Path, _fresh: Path) -> None:
        raise SiteError("docs", ["a.md:1: there is no clause 'buy.typo'"])

    monkeypatch.setattr(build, "make", refused if wrong == "page" else pages_of('<a href="gone/">x</a>'))
    assert build.main([]) == 1
    assert list(old_build.parents[1].iterdir()) == []
    told = capsys.readouterr().err.splitlines()
    assert told[0].endswith({"page": "there is no clause 'buy.typo'", "site": "the link 'gone/' leads nowhere"}[wrong])
    assert told[-1].endswith("site was not built, and that of an earlier build is removed")
    with pytest.raises(SiteError, match=r"python -m docs\.site"):
        build.built()


def test_help_builds_nothing(old_build: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        build.main(["--help"])
    assert left.value.code == 0
    assert "ERA_RULEBOOKS" in capsys.readouterr().out
    assert old_build.read_text(encoding="utf-8") == "old"
    with pytest.raises(SystemExit) as left:
        build.main(["elsewhere"])
    assert left.value.code == 2


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], Path]:
    """Has mkdocs make a site of a few pages, with the settings of the real one."""
    settings = (ROOT / "docs" / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[0]
    site(tmp_path / "docs", {"mkdocs.yml": settings.replace("/source/", "*")})
    monkeypatch.setattr(build, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(build, "reference_nav", lambda _: "")

    def make(pages: dict[str, str]) -> Path:
        shutil.copytree(ROOT / "docs" / "assets", tmp_path / "pages" / "assets", dirs_exist_ok=True)
        site(tmp_path / "pages", pages)
        build.make_pages(tmp_path, tmp_path / "site", pages)
        return tmp_path / "site"

    return make


def test_references_lead_to_what_they_name(made: Callable[[dict[str, str]], Path]) -> None:
    folder = made({
        "index.md": "# A\n\n[one][market.one] [`question.D1`][] `[no][link]`\n",
        "rules/market.md": "### `market.one` { #market.one }\n\n| |\n|---|\n| [D1](#question.D1){ #question.D1 } |\n",
    })  # fmt: skip
    page = (folder / "index.html").read_text(encoding="utf-8")
    seen = links.Seen()
    seen.feed(page)
    assert {"rules/market/#market.one", "rules/market/#question.D1"} <= {*seen.links}
    assert "<code>[no][link]</code>" in page


def test_references_that_lead_nowhere_are_reported_with_page_and_line(made: Callable[[dict[str, str]], Path]) -> None:
    pages = {
        "a/b.md": "One\ntwo [three\nfour][market.none].\n",
        "c.md": "\n[`scoring.typo`][].\n\na [both][develop.or patent]\n\n[two][buy.[action]] [the [two]][buy.no]",
    }
    with pytest.raises(SiteError) as raised:
        made({"index.md": "# A\n", **pages})
    found = {str(problem).partition(": ")[0]: str(problem) for problem in raised.value.problems}
    assert sorted(found) == ["a/b.md:3", "c.md:2", "c.md:4", "c.md:6"]
    assert "'market.none'" in found["a/b.md:3"]


@pytest.mark.parametrize(
    ("warning", "place"),
    [
        (
            f"WARNING -  mkdocs_autorefs: reference/a.md: from {ROOT}/docs/x.py:7: (a.b) Could not find 'c'",
            "docs/x.py:7",
        ),
        ("WARNING -  mkdocs_autorefs: a.md: Could not find cross-reference target 'b.c'", "a.md:2"),
        ("WARNING -  mkdocs_autorefs: gone.md: Could not find cross-reference target 'b.c'", "gone.md"),
        ("WARNING -  mkdocs_autorefs: a.md: Could not find cross-reference target 'c-'", "a.md"),
    ],
    ids=["docstring", "line", "made", "part"],
)
def test_a_warning_is_located(warning: str, place: str) -> None:
    assert links.located(warning, {"a.md": "b.c-d\n[x][b.c]\n"}).partition(": ")[0] == place


@pytest.fixture(scope="module")
def package() -> Any:
    """The package as the reference reads it."""
    return griffe.load("era_of_inventions", search_paths=[ROOT], extensions=griffe.load_extensions(Names))


LAW_PATH = "era_of_inventions.tabletop.law"


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("Reading", f"{LAW_PATH}.ruling.Reading"),
        ("Ruling.names", f"{LAW_PATH}.ruling.Ruling.names"),
        ("Verdict.legal", f"{LAW_PATH}.verdict.Verdict.legal"),
        (LAW_PATH, LAW_PATH),
        ("random.Random", None),
        ("EOFError", None),
        ("Redding", "Redding"),
        ("Reading.argumint", "Reading.argumint"),
        ("random.Rndom", "random.Rndom"),
    ],
)
def test_names_in_docstrings_lead_to_what_they_name(name: str, target: str | None, package: Any) -> None:
    expected = f"`{name}`" if target is None else f"[`{name}`][{target}]"
    assert reference(package["tabletop.law.ruling"], name, paths(package)) == expected


def test_docstrings_lead_to_their_source(package: Any) -> None:
    described = package["tabletop.law.ruling.Ruling"]
    lines = (ROOT / "era_of_inventions/tabletop/law/ruling.py").read_text(encoding="utf-8").splitlines()
    path, line = re.findall(r"\[Source\]\(\.\./(\S+)#line-(\d+)\)", described.docstring.value)[0]
    assert path == "source/era_of_inventions/tabletop/law/ruling.md"
    assert "class Ruling" in "".join(lines[int(line) - 1 : int(line) + 1])


def test_a_label_of_the_inventory_leads_to_its_place(tmp_path: Path) -> None:
    path = tmp_path / "objects.inv"
    path.write_bytes(Inventory([InventoryItem("a.B", "py", "class", "reference/a/#a.B")]).format_sphinx())
    build.add_labels(path, build.VOLUMES)
    with path.open("rb") as file:
        inventory = Inventory.parse_sphinx(file)
    assert inventory["a.B"].uri == "reference/a/#a.B"
    label = inventory["market.three-per-box"]
    assert (label.domain, label.role, label.uri) == ("std", "label", "rules/market/#market.three-per-box")
    assert label.dispname == LAW.clause("market.three-per-box").statement
    cited = inventory["era-of-inventions:market.three-per-box"]
    assert (cited.domain, cited.role, cited.uri) == ("rules", "clause", label.uri)
    assert inventory["era-of-inventions:market-cap"].role == "ruling"
    assert inventory["ruling.market-cap"].uri == "rulings/#ruling.market-cap"
    assert inventory["question.D38"].uri == "editions/#question.D38"
