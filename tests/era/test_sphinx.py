"""The Sphinx extension: what documents cite exists, leads somewhere and is counted, in every kind of build."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import attrs
import pytest
from sphinx.errors import ConfigError
from sphinx.testing.util import SphinxTestApp
from sphinx.util.inventory import InventoryFile

from era_of_inventions import LAW, Ruleset
from era_of_inventions import sphinx as extension
from era_of_inventions.tabletop.play.registry import names, rulebook_named

pytest_plugins = ("sphinx.testing.fixtures",)

CONF = "extensions = ['era_of_inventions.sphinx']\n"
THREE = LAW.clause("market.three-per-box")
NO_CHANGE = rulebook_named("oh-my-goods").law.clause("build.no-change")


@attrs.frozen
class Project:
    """A project of documents, built by Sphinx in this process."""

    folder: Path
    make_app: Callable[..., SphinxTestApp]

    def write(self, **documents: str) -> None:
        """Write documents by name; the index lists them."""
        for name, text in documents.items():
            (self.folder / f"{name}.rst").write_text(f"{name.title()}\n{'=' * len(name)}\n\n{text}\n", encoding="utf-8")
        listed = sorted(path.stem for path in self.folder.glob("*.rst") if path.stem != "index")
        index = "Mine\n====\n\n.. toctree::\n\n" + "".join(f"   {name}\n" for name in listed)
        if not (self.folder / "index.rst").exists() or (self.folder / "index.rst").read_text() != index:
            (self.folder / "index.rst").write_text(index)

    def build(self, builder: str = "html", **conf: Any) -> SphinxTestApp:
        """Build what is not up to date."""
        (self.folder / "conf.py").write_text(CONF)
        app = self.make_app(builder, srcdir=self.folder, confoverrides={"nitpicky": True, **conf})
        app.build()
        app.cleanup()
        return app

    def page(self, name: str) -> str:
        """Return a page as HTML."""
        return (self.folder / "_build" / "html" / f"{name}.html").read_text(encoding="utf-8")

    def inventory(self) -> dict[str, str]:
        """Return the clauses that other projects can refer to, with their places."""
        path = self.folder / "_build" / "html" / "objects.inv"
        found = InventoryFile.loads(path.read_bytes(), uri="").data.get("rules:clause", {})
        return {name: item.uri.removeprefix("/") for name, item in found.items()}

    def rows(self) -> Counter[tuple[str, str, str]]:
        """Return the rows of the index: where they lead, their text, and what stands in brackets."""
        row = r'<td>\s*(?:<a href="([^"]*)">)?<code class="xref">([^<]*)</code>(?:</a>)?\s*<em>\(([^<]*)\)</em>'
        return Counter(map(tuple, re.findall(row, self.page("rules-index"))))


@pytest.fixture
def project(tmp_path: Path, make_app: Callable[..., SphinxTestApp]) -> Project:
    return Project(tmp_path, make_app)


def warnings(app: SphinxTestApp) -> list[str]:
    """Return the warnings with the names of the files and their lines."""
    printed = re.sub(r"\x1b\[[\d;]*m", "", app.warning.getvalue())
    return [line.rpartition("/")[2] for line in printed.splitlines()]


def words(page: str) -> str:
    """Return the words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", page)).split())


def test_a_citation_shows_its_statement_and_needs_no_link(project: Project) -> None:
    project.write(a=f":rules:clause:`{THREE.id}`, :rules:clause:`so <oh-my-goods:{NO_CHANGE.id}>`")
    assert warnings(project.build()) == []
    titled = dict(re.findall(r'<abbr title="([^"]+)">(.*?)</abbr>', project.page("a")))
    assert {unescape(title): words(text) for title, text in titled.items()} == {
        THREE.statement: THREE.id,
        NO_CHANGE.statement: "so",
    }
    project.build("text")
    text = " ".join((project.folder / "_build" / "text" / "a.txt").read_text().split())
    assert f'"{THREE.id}" ({THREE.statement}), so ({NO_CHANGE.statement})' in text


@pytest.mark.slow
def test_each_clause_and_ruling_of_each_game_can_be_shown(project: Project) -> None:
    for game in names():
        rulebook = rulebook_named(game)
        clauses = "\n\n".join(f".. rules:clause:: {one.id}" for one in rulebook.law.clauses)
        rulings = "\n\n".join(f".. rules:ruling:: {one.id}" for one in rulebook.ruleset.rulings())
        project.write(a=f"{clauses}\n\n{rulings}")
        assert warnings(project.build(rules_game=game, smartquotes=False)) == []
        shown = words(project.page("a"))
        for clause in rulebook.law.clauses:
            assert f"{clause.kind.value} {clause.id}¶ {' '.join(clause.statement.split())}" in shown
            places = [
                f"{edition.name}: {cite.section}, “{cite.anchor}”" if cite else f"{edition.name}: silent"
                for edition in rulebook.editions
                for cite in [clause.cites.get(edition.code)]
            ]
            assert " ".join(places) in shown
        for ruling in rulebook.ruleset.rulings():
            readings = [f"{reading.name}: {reading.text}" for reading in ruling.readings]
            assert ruling.readings[0].name == ruling.default
            assert " ".join((f"ruling {ruling.id}¶", ruling.question, "Default:", *readings)) in shown


def test_a_citation_leads_to_what_is_shown(project: Project) -> None:
    shown = f".. rules:clause:: {THREE.id}\n\n   Ours.\n"
    project.write(a=f":rules:clause:`{THREE.id}` :any:`{THREE.id}`", b=shown)
    assert warnings(project.build()) == []
    anchor = f"rules-clause-{THREE.id}"
    assert project.page("a").count(f'href="b.html#{anchor}"') == 2
    assert f'id="{anchor}"' in project.page("b")
    assert "Ours." in words(project.page("b")).partition(f"“{THREE.cites['en'].anchor}”")[2]
    inventory = project.inventory()
    assert inventory[f"era-of-inventions:{THREE.id}"] == f"b.html#{anchor}"


def test_a_citation_in_a_substitution_has_an_anchor_wherever_it_is_used(project: Project) -> None:
    project.write(a=f".. |x| replace:: :rules:clause:`{THREE.id}`\n\n|x|, |x|.\n")
    assert warnings(project.build()) == []
    page = project.page("a")
    assert page.count(f'<abbr title="{THREE.statement}">') == 2
    ids = re.findall(r' id="(rules-\d+)"', page)
    assert len(ids) == len(set(ids)) == 2
    assert [link for link, _, _ in project.rows() if link] == [f"a.html#{ids[0]}"]


def test_what_is_shown_without_an_index_is_no_target(project: Project) -> None:
    shown = f".. rules:clause:: {THREE.id}\n   :no-index:"
    project.write(a=f":rules:clause:`{THREE.id}`", b=shown)
    assert warnings(project.build()) == []
    assert "b.html#" not in project.page("a")
    assert project.inventory() == {}
    assert {title for link, text, title in project.rows() if link} == {"A", "B"}


WRONG = {
    ":rules:clause:`market.tree-per-box`": "'market.three-per-box'",
    ":rules:ruling:`build-cup`": "'build-cap'",
    ":rules:ruling:`build_cap`": "'build-cap'",
    ":rules:clause:`build-cap`": "':rules:ruling:`build-cap`'",
    ":rules:clause:`build.no-change`": "'oh-my-goods:build.no-change'",
    ":rules:clause:`oh-my-goods:market.three-per-box`": "'era-of-inventions:market.three-per-box'",
    ":rules:clause:`oh-my-goods:x`": "`era --game oh-my-goods clauses`",
    ":rules:clause:`ohmygoods:build.may`": "oh-my-goods",
    ":rules:clause:`:build.may`": "oh-my-goods",
    ":rules:clause:`words <Ünknown>`": "`era --game era-of-inventions clauses`",
    ".. rules:clause:: market.five-mix": "'market.five-max'",
    ".. rules:ruling::  x y": "`era --game era-of-inventions rulings`",
}
"""Citations that do not exist, each with its warning."""


def test_what_does_not_exist_is_reported_with_its_line_and_the_nearest(project: Project) -> None:
    project.write(a="\n\n".join(WRONG))
    reported = dict(line.split(": WARNING: ") for line in warnings(project.build(nitpicky=False)))
    for number, expected in enumerate(WRONG.values()):
        assert expected in reported.pop(f"a.rst:{4 + 2 * number}")
    assert not reported


def test_a_letter_that_is_missing_is_found() -> None:
    for role, ids in (
        ("clause", [clause.id for clause in LAW.clauses][::7]),
        ("ruling", [ruling.id for ruling in Ruleset.rulings()][::7]),
    ):
        for one in ids:
            assert repr(one) in extension.unknown(role, f"era-of-inventions:{one[:-2]}{one[-1:]}")


def test_one_kind_of_warning_can_be_left_out(project: Project) -> None:
    project.write(a=":rules:clause:`x` :rules:ruling:`y`")
    assert len(warnings(project.build(suppress_warnings=["rules.clause"]))) == 1


def test_what_is_not_a_citation_is_not_checked(project: Project) -> None:
    project.write(a=":rules:clause:`!market.six-per-box` ``:rules:clause:`x```")
    assert warnings(project.build()) == []
    assert {title for _, _, title in project.rows()} == {"not cited"}


def test_the_index_has_what_is_cited_where_and_what_is_not(project: Project) -> None:
    cited = ("market.five-max", "market.three-per-box")
    project.write(
        a=f":rules:clause:`{cited[0]}` :rules:clause:`{cited[1]}` :rules:clause:`again <{cited[1]}>`",
        b=f".. rules:clause:: {cited[1]}\n\n:rules:ruling:`build-cap`",
    )
    assert warnings(project.build()) == []
    rows = project.rows()
    places = sorted((text, title, link) for link, text, title in rows if link)
    assert [place[:2] for place in places] == [("build-cap", "B"), (cited[0], "A"), (cited[1], "A"), (cited[1], "B")]
    for _, title, link in places:
        page, _, anchor = link.partition("#")
        assert page == f"{title.lower()}.html"
        assert f'id="{anchor}"' in project.page(title.lower())
    ids = [clause.id for clause in LAW.clauses] + [ruling.id for ruling in Ruleset.rulings()]
    rest = [("", one, "not cited") for one in ids if one not in {*cited, "build-cap"}]
    assert [row for row in rows.elements() if not row[0]] == rest


def test_other_games_are_in_the_index_once_they_are_cited(project: Project) -> None:
    project.write(a=":rules:clause:`auction.bids` :rules:clause:`oh-my-goods:x`")
    project.build(rules_game="phoenicia")
    assert {text for _, text, _ in project.rows()} == {
        *(one.id for one in rulebook_named("phoenicia").law.clauses),
        *(one.id for one in rulebook_named("phoenicia").ruleset.rulings()),
    }
    project.write(a=f":rules:clause:`oh-my-goods:{NO_CHANGE.id}`")
    project.build(rules_game="phoenicia")
    assert [text for link, text, _ in project.rows() if link] == [NO_CHANGE.id]
    assert "oh-my-goods:build" in project.page("rules-index")


def test_printed_indices_have_only_the_documents_that_are_printed(project: Project) -> None:
    project.write(a=":rules:clause:`market.five-max`", b=":rules:clause:`market.three-per-box`")
    app = project.build()
    index = extension.RulesIndex(app.env.domains["rules"])
    content, _ = index.generate({"b"})
    assert [(heading, [row[:3] for row in rows]) for heading, rows in content] == [
        ("market", [("market.three-per-box", 0, "b")])
    ]
    project.build("latex")
    tex = next((project.folder / "_build" / "latex").glob("*.tex")).read_text()
    pages = re.findall(r"\\sphinxstyleindexpageref\{(\w+):\\detokenize\{([\w-]+)\}\}", tex)
    assert pages == [("a", "rules-0"), ("b", "rules-0")]
    for docname, anchor in pages:
        assert rf"\label{{\detokenize{{{docname}:{anchor}}}}}" in tex


def read_again(app: SphinxTestApp) -> set[str]:
    """Return the documents that a build read."""
    return set(
        re.findall(r"reading sources\.\.\. \[\s*\d+%\] (\w+)", re.sub(r"\x1b\[[\d;]*m", "", app.status.getvalue()))
    )


@pytest.mark.repeats
def test_a_second_build_reads_what_changed_and_forgets_what_is_gone(project: Project) -> None:
    project.write(a=":rules:clause:`market.five-max`", b=":rules:clause:`market.three-per-box`", c="Nothing.")
    project.build()
    assert not read_again(project.build())
    project.write(b=":rules:ruling:`build-cap` :rules:clause:`market.five-max`")
    project.build()
    assert {(text, title) for link, text, title in project.rows() if link} == {
        ("market.five-max", "A"),
        ("market.five-max", "B"),
        ("build-cap", "B"),
    }
    (project.folder / "a.rst").unlink()
    project.write()
    project.build()
    assert {title for link, _, title in project.rows() if link} == {"B"}


@pytest.mark.repeats
def test_a_mistake_is_reported_until_it_is_mended(project: Project) -> None:
    project.write(a=":rules:clause:`market.five-mix`", b="Fine.")
    first = project.build()
    again = project.build()
    assert warnings(first) == warnings(again) != []
    assert read_again(again) == {"a"}
    project.write(a=":rules:clause:`market.five-max`")
    assert warnings(project.build()) == []
    assert not read_again(project.build())


@pytest.mark.repeats
def test_documents_follow_the_games_that_are_installed(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write(a=f".. rules:clause:: {THREE.id}", b=":rules:clause:`market.five-max`", c="Nothing.")
    project.build()
    entries = dict(extension.catalogue("era-of-inventions"))
    key = ("clause", f"era-of-inventions:{THREE.id}")
    entries[key] = entries[key]._replace(lines=("Dutch: elsewhere",))
    del entries["clause", "era-of-inventions:market.five-max"]
    monkeypatch.setattr(extension, "catalogue", lambda _: entries)
    app = project.build()
    assert read_again(app) == {"a", "b"}
    assert len(warnings(app)) == 1
    assert "Dutch: elsewhere" in project.page("a")


def test_another_usual_game_reads_everything_again(project: Project) -> None:
    project.write(a=f":rules:clause:`{THREE.id}`")
    assert warnings(project.build()) == []
    [warning] = warnings(project.build(rules_game="oh-my-goods"))
    assert "in Oh My Goods!; did you mean 'era-of-inventions:market.three-per-box'" in warning


@pytest.mark.parametrize("wrong", ["ohmygoods", "", "Era of Inventions", ["oh-my-goods"]])
def test_a_usual_game_that_is_not_installed_is_refused(project: Project, wrong: Any) -> None:
    project.write(a="Nothing.")
    with pytest.raises(ConfigError, match=r"^rules_game: the game .* is not known; expected one of .*oh-my-goods"):
        project.build(rules_game=wrong)


def test_only_its_own_documents_are_taken_over_from_another_process(project: Project) -> None:
    project.write(a=":rules:clause:`market.five-max`", b=":rules:ruling:`build-cap`")
    domain = project.build().env.domains["rules"]
    assert isinstance(domain, extension.RulesDomain)
    read = dict(domain.uses)
    for name in ("a", "b"):
        domain.clear_doc(name)
    assert domain.cited(None) == {}
    domain.merge_domaindata({"a"}, {"uses": read})
    assert domain.cited(None) == {("clause", "era-of-inventions:market.five-max"): {"a": "rules-0"}}


@pytest.mark.slow
def test_several_processes_build_the_same(project: Project) -> None:
    clauses = [clause.id for clause in LAW.clauses][:12]
    texts = (f":rules:clause:`{one}` :rules:ruling:`{one}`\n\n.. rules:clause:: {one}" for one in clauses)
    project.write(**{f"p{n}": text for n, text in enumerate(texts)})
    (project.folder / "conf.py").write_text(CONF)
    printed, pages = [], []
    for jobs in ("1", "4"):
        out = project.folder / f"out{jobs}"
        command = [sys.executable, "-m", "sphinx", "-q", "-n", "-j", jobs, "-d", f"{out}/trees", ".", str(out)]
        done = subprocess.run(command, cwd=project.folder, capture_output=True, text=True, check=True)
        printed.append(sorted(done.stderr.splitlines()))
        pages.append({path.name: path.read_text() for path in out.glob("*.html")})
    assert len(printed[0]) == len(clauses)
    assert printed[0] == printed[1]
    assert pages[0] == pages[1]
