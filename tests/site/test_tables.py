"""Tables on telephones: those that do not fit are lists, in which each cell has the heading of its column."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

pytest.importorskip("mkdocstrings")

import markdown

EXTENSIONS = ("attr_list", "md_in_html", "docs.site.tables", "tables")
NUMBERS = "| | Ann | Ben | Carl | Dora |\n|---|--:|--:|--:|--:|\n| influence | 38 | 35 | 40 | 33 |\n"
WORDS = "| clause | says | see |\n|---|---|---|\n| `a.b` | {} | [`c.d`](x.md) |\n| `e.f` | no | |\n"
LONG = "incomprehensibilities"


def table(text: str) -> ElementTree.Element:
    """The only table of a page."""
    (found,) = ElementTree.fromstring(f"<page>{markdown.markdown(text, extensions=EXTENSIONS)}</page>").iter("table")
    return found


def labels(text: str) -> list[list[str | None]]:
    """The labels of the cells of a table, row by row, without those of its head."""
    return [[cell.get("data-label") for cell in row] for row in table(text).findall("tbody/tr")]


@pytest.mark.parametrize("text", [NUMBERS, WORDS.format("a few short words"), WORDS.format(f"one {LONG} word")])
def test_a_table_that_fits_stays_one(text: str) -> None:
    assert table(text).get("data-list") is None
    assert {label for row in labels(text) for label in row} == {None}


@pytest.mark.parametrize("words", [f"{LONG}{LONG}", f"`{LONG}{LONG}`", f"**so {LONG}{LONG}**"])
@pytest.mark.parametrize("around", ["{}", '<div class="wide" markdown="1">\n\n{}\n</div>\n'])
def test_each_cell_of_a_table_that_does_not_fit_has_its_heading(words: str, around: str) -> None:
    text = around.format(WORDS.format(words))
    assert table(text).get("data-list") == ""
    assert labels(text) == [[None, "says", "see"]] * 2


def test_no_line_is_broken_in_the_code_at_the_beginning_of_a_row() -> None:
    row = "| {0} | words that are short | {0} |\n|---|---|---|\n| {1} | x | {2} |\n"
    words, code = "put-an-invention-on-display-again", "`put an invention on display again`"
    assert table(row.format("a", words, code)).get("data-list") is None
    assert table(row.format("a", code, words)).get("data-list") == ""


def test_a_heading_is_a_label_in_plain_words() -> None:
    assert labels(f"| a | `b` **c** |\n|---|---|\n| {LONG} | {LONG}{LONG} |\n") == [[None, "b c"]]
