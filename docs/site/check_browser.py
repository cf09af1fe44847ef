"""Opens every page of the built site in a browser: ``python -m docs.site.check_browser``.

It checks for console errors, requests to other sites, pages wider than a phone of 360 pixels, tables that scroll
sideways there, ids of tables in pieces, violations of WCAG 2 A and AA in the light and the dark scheme (with axe-core),
keyboard access to cards and search, and whether the search answers typical questions of newcomers. Of pages generated
alike, axe-core checks a sample. Needs the dependency group ``docs-check`` and Chromium.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from docs.site.browser import listen, opened
from docs.site.build import BUILD, built
from docs.site.errors import SiteError

SITE = BUILD / "site"
PHONE, DESK = ViewportSize(width=360, height=740), ViewportSize(width=1280, height=900)
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
UNFOLD = "[...document.querySelectorAll('details')].slice(0, 12).forEach(details => { details.open = true; })"
WIDE = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
SIDEWAYS = """[...document.querySelectorAll('.md-typeset__scrollwrap')]
    .filter(table => table.scrollWidth > table.clientWidth + 1).map(table => table.innerText.slice(0, 30))"""
"""The beginnings of the tables that are wider than the page."""
BROKEN = """[...document.querySelectorAll('td:first-child code')]
    .filter(id => id.getClientRects().length > 2).map(id => id.textContent)"""
"""The ids at the beginning of a row that stand on more than two lines."""
ALIKE = ("examples/", "reference/", "source/")
"""Folders of pages that are generated alike."""
SAMPLE = 3
SHOW_LAW = "localStorage.setItem('show-the-law', 'yes')"
"""What the switch on pages of rules keeps: the dark pages are checked with the law, the light ones without."""
QUESTIONS = {
    "may I fake an invention of mine that I have patented": (
        "rules/fakes/#fake-patented",
        "rules/fakes/#fakes.own-original",
        "rules/patents/#fake-my-patented-invention",
    ),
    "when may I use a bonus disc I just bought": (
        "rules/bonus/#bonus-bought",
        "rules/bonus/#bonus-just-bought",
        "rules/bonus/#bonus.bought-not-same-turn",
        "rules/market/#market-new-disc",
    ),
    "do I get the coin on the track during another player's turn": (
        "rules/influence/#coin-other-turn",
        "rules/influence/#signs-other-turn",
        "rules/influence/#influence.own-actions",
    ),
    "who wins a tie for most patents": (
        "rules/patents/#tie-for-most-patents",
        "rules/scoring/#tie-most-patents",
        "rules/scoring/#tie-patents",
        "rules/scoring/#scoring.category-points",
    ),
    "what happens when the invention pile is short": (
        "rules/refresh/#invention-pile-short",
        "rules/refresh/#pile-short",
        "rules/refresh/#refresh.cards-reshuffled",
    ),
    "do I get change when I pay a building with goods": (
        "oh-my-goods/rules/",
        "oh-my-goods/rules/build/",
        "oh-my-goods/rules/build/#oh-my-goods.build.no-change",
    ),
    "may a production chain take raw materials from the market supply": (
        "oh-my-goods/rules/chain/",
        "oh-my-goods/rules/chain/#oh-my-goods.chain.raw-from-hand",
        "oh-my-goods/rules/market/#may-my-chain-use-what-lies-in-the-market",
    ),
}
"""Typical questions of newcomers, and the places that answer them."""
PAGES_READ, PLACES_READ = 2, 3
"""How many result pages are considered, and how many places of each, including the page itself."""
NOT_LOADED = "The search could not be loaded."
RESULTS = "items => items.map(item => [...item.querySelectorAll('a')].map(link => link.href))"


def main() -> int:
    """Check the site and return the exit status."""
    try:
        built()
    except SiteError as error:
        print(error, file=sys.stderr)
        return 1
    problems = 0
    with opened(SITE) as (browser, root):
        for problem in check(browser, root):
            problems += 1
            print(problem, flush=True)
    print(f"{problems} problems" if problems else "no problems")
    return 1 if problems else 0


def check(browser: Browser, root: str) -> Iterator[str]:
    """Yield all problems of all pages."""
    pages = [path.relative_to(SITE).as_posix() for path in sorted(SITE.rglob("*.html")) if path.name != "404.html"]
    typical = set(pages) - {page for folder in ALIKE for page in _of(folder, pages)[SAMPLE:]}
    schemes: dict[Literal["light", "dark"], list[str]] = {"light": pages, "dark": sorted(typical)}
    for scheme, names in schemes.items():
        with browser.new_context(viewport=PHONE, color_scheme=scheme) as context:
            if scheme == "dark":
                context.add_init_script(SHOW_LAW)
            page = context.new_page()
            page.set_default_timeout(60_000)
            problems: list[str] = []
            listen(page, root, problems)
            for name in names:
                page.goto(root + re.sub(r"(^|/)index\.html$", r"\1", name))
                problems += problems_of(page, axe=name in typical)
                yield from (f"{name} ({scheme}): {problem}" for problem in problems)
                problems.clear()
    with browser.new_context(viewport=DESK) as context:
        yield from law_shown(context.new_page(), root)
        yield from by_keyboard(context.new_page(), root)
        yield from searched(context.new_page(), root)
        yield from searched_in_vain(context.new_page(), root)


def _of(folder: str, pages: list[str]) -> list[str]:
    return [page for page in pages if page.startswith(folder)]


def problems_of(page: Page, *, axe: bool) -> list[str]:
    """Return the problems of the open page, optionally including those found by axe-core."""
    problems = []
    if (more := page.evaluate(WIDE)) > 0:
        problems.append(f"is {more} pixels wider than a phone")
    problems += [f"has a table that scrolls sideways: {text!r}" for text in page.evaluate(SIDEWAYS)]
    problems += [f"breaks {name} into pieces" for name in page.evaluate(BROKEN)]
    if axe:
        page.evaluate(UNFOLD)
        for violation in Axe().run(page, options=WCAG).response["violations"]:
            places = " and ".join(" ".join(node["target"]) for node in violation["nodes"][:3])
            problems.append(f"{violation['id']}: {places}")
    return problems


def law_shown(page: Page, root: str) -> Iterator[str]:
    """Check that a switch shows the law behind the rules, and that the next page remembers it."""
    page.goto(f"{root}rules/market/")
    fold, sentence = page.locator(".clause summary").first, page.locator(".clause .statement").first
    if fold.is_visible() or not sentence.is_visible():
        yield "rules/market: a card shows more or less than its sentence before the law is asked for"
    page.get_by_label("Show the law").check()
    page.goto(f"{root}rules/build/")
    if not fold.is_visible():
        yield "rules/build: the law is not shown, though it was asked for on the page before"


def by_keyboard(page: Page, root: str) -> Iterator[str]:
    """Check that the keyboard alone opens the first fold of a card, and the search."""
    page.goto(f"{root}rules/market/")
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.clause summary')"):
            break
    page.keyboard.press("Enter")
    if not page.evaluate("document.activeElement.closest('details')?.open"):
        yield "rules/market: the keyboard does not open a fold of a card"
    if page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none":
        yield "rules/market: the keyboard focus is not visible"
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.wait_for_timeout(300)
    if not page.evaluate("document.activeElement.matches('[data-md-component=search-query]')"):
        yield "rules/market: the key / does not open the search"


def searched(page: Page, root: str) -> Iterator[str]:
    """Check that the search leads to a place that answers each question."""
    for question, answers in QUESTIONS.items():
        page.goto(f"{root}?q={question}")
        page.wait_for_selector(".md-search-result__link", timeout=20_000)
        page.wait_for_timeout(300)
        results = page.eval_on_selector_all(".md-search-result__item", RESULTS)[:PAGES_READ]
        read = [place(link, root) for links in results for link in links[:PLACES_READ]]
        if not set(read) & set(answers):
            yield f"search: {question!r} leads to {', '.join(read)}; expected one of {', '.join(answers)}"


def searched_in_vain(page: Page, root: str) -> Iterator[str]:
    """Check that the search does not seem to go on if one of its files cannot be loaded."""
    for missing in ("search_index.json", "era-of-inventions.json"):
        page.route(f"**/search/{missing}", lambda route: route.abort())
        page.goto(f"{root}?q=market")
        page.wait_for_timeout(3_000)
        shown = page.locator(".md-search-result__meta").inner_text()
        if shown != NOT_LOADED:
            yield f"search: without {missing}, {shown!r} is shown; expected {NOT_LOADED!r}"
        page.unroute_all()


def place(link: str, root: str) -> str:
    """Return the page and anchor of a link, without its query."""
    return re.sub(r"\?[^#]*", "", link.removeprefix(root))


if __name__ == "__main__":
    sys.exit(main())
