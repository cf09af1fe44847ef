"""The building of the site: its inventory, the checks of what is built, the reference, and what a failure leaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from docs.site import build, links, reference
from docs.site.inventory import Row, read_inventory, write_inventory
from era_of_inventions.tabletop.errors import FileError

pytestmark = pytest.mark.slow


def test_an_inventory_comes_back_as_it_was_written(tmp_path: Path) -> None:
    rows = [
        Row("market.five-max", "std:label", "rules/market/#market.five-max", "At most five: no more", "-1"),
        Row("era_of_inventions.Game", "py:class", "reference/game.html#Game"),
    ]
    path = tmp_path / "objects.inv"
    assert write_inventory(path, [*rows, Row("era_of_inventions.Game", "py:class", "elsewhere")], "era", "1") == 2
    assert read_inventory(path) == rows
    assert read_inventory(path, "there/")[1].place == "there/reference/game.html#Game"


def site(folder: Path, pages: dict[str, str]) -> Path:
    """A site of these pages."""
    for name, body in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body, encoding="utf-8")
    return folder


def test_a_site_in_order_passes(tmp_path: Path) -> None:
    pages = {
        "index.html": '<a href="a/#x">a</a><a href="https://example.invalid/">b</a><a href="#t">c</a><p id="t">',
        "a/index.html": '<h1 id="x">x</h1><a href="../">up</a><script src="../s.js"></script>',
        "s.js": "",
    }
    links.check_site(site(tmp_path, pages), {})


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<a href="gone/">x</a>', "the link 'gone/' leads nowhere"),
        ('<a href="../../etc">x</a>', "the link '../../etc' leads nowhere"),
        ('<a href="#gone">x</a>', "the link '#gone' leads to an anchor that is not there"),
        (
            '<script src="https://cdn.invalid/x.js"></script>',
            "loads https://cdn.invalid/x.js, which is not of this site",
        ),
        ('<img src="gone.png">', "the link 'gone.png' leads nowhere"),
        ("x" * (links.PAGE_BYTES_MAX + 1), f"has {links.PAGE_BYTES_MAX + 1} bytes; expected at most"),
    ],
    ids=["page", "outside", "anchor", "external", "image", "size"],
)
def test_a_fault_of_the_site_is_told(body: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as raised:
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
    with pytest.raises(FileError) as raised:
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
        raise FileError("docs", ["a.md:1: there is no clause 'buy.typo'"])

    monkeypatch.setattr(build, "make", refused if wrong == "page" else pages_of('<a href="gone/">x</a>'))
    assert build.main([]) == 1
    assert list(old_build.parents[1].iterdir()) == []
    told = capsys.readouterr().err.splitlines()
    assert told[0].endswith({"page": "there is no clause 'buy.typo'", "site": "the link 'gone/' leads nowhere"}[wrong])
    assert told[-1].endswith("site was not built, and that of an earlier build is removed")
    with pytest.raises(FileError, match="there is no site"):
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
def referring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Builds a reference of one module whose first page says something more."""
    pytest.importorskip("sphinx")
    monkeypatch.setattr(reference, "modules", lambda: ["era_of_inventions.tabletop.law.ruling"])

    def build_with(text: str) -> None:
        reference.write_reference(tmp_path / "sphinx")
        with (tmp_path / "sphinx" / "index.rst").open("a", encoding="utf-8") as index:
            index.write(f"\n\n{text}\n")
        build.make_reference(tmp_path / "sphinx", tmp_path / "reference")

    return build_with


def test_names_in_docstrings_lead_to_what_they_name(referring: Callable[[str], None], tmp_path: Path) -> None:
    referring(
        "`Reading` `Ruling.names` `Reading.argument` `era_of_inventions.tabletop.law.ruling` `random.Random` `copyreg`"
    )
    page = (tmp_path / "reference" / "index.html").read_text(encoding="utf-8")
    place = 'href="era_of_inventions.tabletop.law.ruling.html#era_of_inventions.tabletop.law.ruling.'
    assert page.count(f'{place}Reading"') == 2  # a field without a description is described with its class
    assert page.count(f'{place}Ruling.names"') == 1


def test_a_name_that_is_nowhere_fails_the_build(referring: Callable[[str], None]) -> None:
    with pytest.raises(FileError) as raised:
        referring("`Redding` `Reading.argumint`\n`random.Rndom` `Reading`")
    lost = [problem for problem in raised.value.problems if "reference target not found" in problem]
    assert [problem.split(" [")[0].rpartition(" ")[2] for problem in lost] == [
        "Redding",
        "Reading.argumint",
        "random.Rndom",
    ]
    assert all("index.rst:" in problem for problem in lost)
