"""Sheets to print: the line that makes a page one, and their PDFs, which Chromium makes where it is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from docs.site.browser import chromium, opened
from docs.site.errors import SiteError
from docs.site.text import address

if TYPE_CHECKING:
    from playwright.sync_api import Page

LINE = "[[part printing]]\n"
"""The line of a page that is a sheet."""
FORMATS = ("A4", "Letter")


def printing(page: str) -> Iterator[str]:
    """Yield the line about printing, with links to the PDFs if they will be there."""
    links = " and ".join(f'<a href="{_file(page, paper)}">{paper}</a>' for paper in FORMATS)
    pdfs = f" As PDF: {links}." if chromium() else ""
    yield f"To print: this page fits on one sheet of A4 or Letter.{pdfs}\n{{ .printing }}"


def print_sheets(site: Path, sources: Mapping[str, str]) -> None:
    """Make the PDFs of all sheets, and say so if that cannot be done here.

    Raises `SiteError` with all that do not fit on one sheet of paper.
    """
    if chromium() is None:
        print("        no PDFs of sheets: they need Chromium, and the package playwright")
        return
    with opened(site) as (browser, root):
        page = browser.new_page()
        sheets = (sheet for sheet, text in sources.items() if LINE in text)
        if problems := [problem for sheet in sheets for problem in _printed(sheet, page, site, root)]:
            raise SiteError("docs", problems)


def _printed(sheet: str, page: Page, site: Path, root: str) -> Iterator[str]:
    """Write the PDFs of a sheet beside its page, and yield those that have more pages than one."""
    page.goto(root + address(sheet))
    for paper in FORMATS:
        pdf = page.pdf(path=site / address(sheet) / _file(sheet, paper), format=paper)
        if (pages := len(re.findall(rb"/Type\s*/Page\b", pdf))) != 1:
            yield f"{sheet}: takes {pages} sheets of {paper}; expected one"


def _file(sheet: str, paper: str) -> str:
    return f"{sheet.removesuffix('.md').replace('/', '-')}-{paper.lower()}.pdf"
