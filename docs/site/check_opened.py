"""Checks that the links *Open on the table* open what the other pages show, with the same verdicts.

Part of ``python -m docs.site.check_table``: some examples and a picture of each game, with ``--long`` all examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from pathlib import Path

from playwright.sync_api import Browser, Page

from docs.site.build import VOLUMES
from docs.site.text import address
from docs.site.volume import Volume

LINK = "Open on the table"
RESULT = re.compile(r'class="result result-(\w+)"')
WORD = ".word:first-of-type"
"""The verdict on a claim; a second one is that of the edition on the table."""
RESULTS = "all => all.map(one => one.classList[1])"


def check(page: Page, root: str, site: Path, step: int = 35) -> Iterator[str]:
    """Yield the examples and pictures that open as something else; only one example in ``step`` is tried."""
    for volume in VOLUMES:
        for path in islice(volume.examples, 0, None, step):
            yield from _example(page, root, site, path)
        yield from _picture(page, root, volume)
    yield from _unknown(page, root, VOLUMES[0].rulebook.name)
    yield from _editions(page, root)
    yield from _unreadable(page)


def check_long(browser: Browser, root: str, data: Path) -> Iterator[str]:
    """Yield all examples that open as something else."""
    with browser.new_context() as context:
        yield from check(context.new_page(), root, data.parents[1], 1)


def open_example(page: Page, root: str, site: Path, path: str) -> list[str]:
    """Open the last claim of an example, by the link of its page, and return the results that stand there."""
    shown = (site / address(path.replace(".toml", ".md")) / "index.html").read_text(encoding="utf-8")
    results = RESULT.findall(shown)
    links = re.findall(rf'<a href="([^"]+)">{LINK}</a>', shown)
    page.goto(f"{root}table/#")
    page.get_by_text("Which game is it?").wait_for()
    page.goto(f"{root}table/{unescape(links[len(results) - 1]).rpartition('/table/')[2]}")
    page.get_by_text("Checked by the rules").wait_for()
    return results


def _example(page: Page, root: str, site: Path, path: str) -> Iterator[str]:
    results = open_example(page, root, site, path)
    if (found := page.locator(WORD).evaluate_all(RESULTS)) != results:
        yield f"{path}: its page says {results}, and the table {found}"
    if not page.locator("[aria-live] > section").last.evaluate("one => one.getBoundingClientRect().top < innerHeight"):
        yield f"{path}: the claim of the link is out of sight"


def _picture(page: Page, root: str, volume: Volume) -> Iterator[str]:
    """Follow the link of the last picture that teaches a game, and ask about the position."""
    page.goto(root + address(f"{volume.folder}learn.md"))
    page.locator("figcaption").last.get_by_role("link", name=LINK).click()
    page.locator(".drawing").wait_for()
    moves = page.url.rpartition("=")[2]
    if (at := page.get_by_role("slider").input_value()) != moves:
        yield f"{page.url} opens the game after {at} moves"
    page.get_by_role("button", name="Ask about this position").click()
    page.get_by_text("Nothing is asked about this position yet").wait_for()


def _unknown(page: Page, root: str, game: str) -> Iterator[str]:
    page.goto(f"{root}table/#{game}?example=disputes/none")
    page.get_by_role("alert").filter(has_text="no example of this name").wait_for()
    page.get_by_role("button", name="Back").click()
    page.get_by_text("What is it about?").wait_for()
    if "example" in page.url:
        yield f"after an unknown example the address is {page.url}"


def _editions(page: Page, root: str) -> Iterator[str]:
    """An edition that does not exist is none, and the only one of a game is that on the table."""
    page.goto(f"{root}table/#{VOLUMES[0].rulebook.name}/tie-in-a-category?edition=xx")
    page.get_by_role("alert").wait_for()
    if (chosen := page.locator("select").input_value()) or page.get_by_text("This edition does not say it").count():
        yield f"{page.url} shows the edition {chosen!r}"
    page.goto(f"{root}table/#{VOLUMES[1].rulebook.name}/place-of-a-new-assistant")
    page.get_by_text("Checked by the rules").wait_for()
    if (found := page.locator(".word").evaluate_all(RESULTS)) != ["holds", "fails"]:
        yield f"{page.url}: by all readings and by the only rulebook: {found}"


def _unreadable(page: Page) -> Iterator[str]:
    page.locator("summary", has_text="As a text").click()
    page.get_by_role("textbox", name="The case as a dispute").fill("= nothing")
    page.locator(".word", has_text="cannot be read").wait_for()
    if (rules := page.locator(".rule").all_inner_texts()) and not rules[0].startswith("The text is not TOML"):
        yield f"a text that cannot be read: {rules}"
