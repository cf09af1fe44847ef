"""Settles disputes on the page for the table, in a browser: ``python -m docs.site.check_table``.

By touch on a phone's screen of 360 pixels: from the game to the verdict, another choice, another move, the rules loaded
and checked against the kept answer, a shared link, an opened dispute, examples and pictures of the other pages, and
again without a network. ``--long`` adds bad and hostile input, what is kept and interrupted, axe-core, a dispute by
keyboard alone, all examples, and every case of every ready question as the command line has it. It says what it skips
where there is no Chromium, or the site was built without Node. Needs the package ``playwright``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from docs.site import check_access, check_asked, check_kept, check_missed, check_opened, check_ready
from docs.site.browser import chromium, listen, opened
from docs.site.build import VOLUMES, built_or_exit
from docs.site.check_kept import another_move, checked, chosen, tap_above

PHONE = ViewportSize(width=360, height=640)
YES, NO, OPEN = "✓ Yes.", "✕ No.", "? Nobody can tell yet."
TAPS_MAX = 5
LOADED = 60_000
"""The most milliseconds until the rules are loaded, on a slow machine."""

BEYOND = (
    ("era-of-inventions/pay-a-factory", "Brown: goods: coal: one more"),
    ("era-of-inventions/pay-a-factory", "Brown: goods: enough"),
    ("oh-my-goods/pay-a-building", "Ann: buildings: iron smelter 1: one more"),
    ("phoenicia/raise-the-bid", "turn: bid: one fewer"),
)
"""Questions whose first answer is no, and what can be tapped, under "Something else is different", until it is yes."""

SHOWN = "Brown: place a disc on develop"
"""Move 14 of the record, the second after the setup."""
TWO_KEYS = "for (const _ of '12') dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))"
"""Two keys, pressed before the page is drawn again."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the page and return the exit status."""
    about = (__doc__ or "").replace("``", "")
    parser = argparse.ArgumentParser("python -m docs.site.check_table", description=about)
    parser.add_argument("--long", action="store_true", help="also check what takes some minutes")
    options = parser.parse_args(arguments)
    site = built_or_exit()
    if chromium() is None or not (site / "table" / "main.js").exists():
        print("skipped: the page for the table needs Node to be built, and Chromium to be checked")
        return 0
    with opened(site) as (browser, root):
        data = site / "table" / "data"
        problems = [*check(browser, root, data)]
        if options.long:
            for more in (check_kept, check_access, check_opened, check_ready):
                problems += more.check_long(browser, root, data)
    print("\n".join(problems) or "no problems")
    return 1 if problems else 0


def check(browser: Browser, root: str, data: Path) -> Iterator[str]:
    """Yield what goes wrong with the first question of each game."""
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.set_default_timeout(LOADED)
        problems: list[str] = []
        listen(page, root, problems)
        links: list[str] = []
        for game in json.loads((data / "games.json").read_text(encoding="utf-8")):
            known = json.loads((data / f"{game['name']}.json").read_text(encoding="utf-8"))
            yield from _settled(page, root, game["title"], known)
            links.append(page.url)
            yield from _other_move(page, root, game["name"])
            links.append(page.url)
        for beyond in BEYOND:
            yield from _changed(page, root, *beyond)
        for link in links:  # from one game to another, in the page that is open
            page.goto(link)
            page.locator(".word").first.wait_for()
            if page.url != link:
                yield f"the link {link} leads to {page.url}"
        yield from _replayed(page, root)
        yield from check_asked.check(page, root)
        yield from check_kept.check(page, root)
        yield from check_ready.check(page)
        yield from check_opened.check(page, root, data.parents[1])
        yield from check_missed.check(browser, root)
        yield from _without_network(context, page, root, data.parents[1])
        yield from problems


def _settled(page: Page, root: str, title: str, known: dict[str, object]) -> Iterator[str]:
    """Tap from the beginning to the verdict of the first question of a game, and choose otherwise."""
    questions: list[dict[str, object]] = known["questions"]  # type: ignore[assignment]
    topics: list[dict[str, str]] = known["topics"]  # type: ignore[assignment]
    question = questions[0]
    topic = next(topic["title"] for topic in topics if topic["id"] == question["topic"])
    page.goto(f"{root}table/#")
    page.get_by_role("button", name=title).tap()
    page.locator("summary", has_text=topic).tap()
    page.get_by_text(str(question["ask"])).tap()
    kept = _word(page)
    checked(page)
    if (judged := _word(page)) != kept:
        yield f"{title}: kept {kept!r}, but judged {judged!r}"
    if (wide := page.evaluate("document.scrollingElement.scrollWidth")) > PHONE["width"]:
        yield f"{title}: the page is {wide} pixels wide"
    page.locator(".blank").first.tap()
    page.get_by_role("dialog").get_by_role("button").first.tap()
    checked(page)
    chosen, address = page.locator(".sentence").inner_text(), page.url
    page.goto(f"{root}table/#")
    page.get_by_role("button", name=title).wait_for()
    page.goto(address)
    page.locator(".word").first.wait_for()
    if page.locator(".sentence").inner_text() != chosen:
        yield f"{title}: the link {address} leads to another case"


def _other_move(page: Page, root: str, game: str) -> Iterator[str]:
    """Ask about a move that is made of its parts: the second choice of each blank."""
    page.goto(f"{root}table/#{game}")
    another_move(page)
    number = 0
    while number < page.locator(".blank").count():  # the kind of the move decides which parts it has
        chosen(page, page.locator(".blank").nth(number), 1)
        number += 1
    if _word(page) not in (YES, NO, OPEN):
        yield f"{game}: {page.locator('.sentence').inner_text()!r} comes to {_word(page)!r}"


def _changed(page: Page, root: str, question: str, button: str) -> Iterator[str]:
    """Tap a button among the facts that the rules look at until it turns the verdict, and take that back."""
    page.goto(f"{root}table/#{question.partition('/')[0]}")
    page.get_by_text("What is it about?").wait_for()
    page.goto(f"{root}table/#{question}")
    checked(page)
    page.locator("summary", has_text="Something else is different").tap()
    said, taps = _word(page), 0
    while _word(page) == said and taps < TAPS_MAX:
        page.get_by_role("button", name=button, exact=True).first.tap()
        taps += 1
        checked(page)
    if said != NO or _word(page) != YES:
        yield f"{question}: {said!r} becomes {_word(page)!r} by {taps} taps on {button!r}"
    changed = page.url
    page.goto(f"{root}table/#")
    page.get_by_text("Which game is it?").wait_for()
    page.goto(changed)
    checked(page)
    if _word(page) != YES:
        yield f"{question}: the link {changed} comes to {_word(page)!r}"
    tap_above(page, page.locator(".changes button"))
    checked(page)
    if _word(page) != said:
        yield f"{question}: {_word(page)!r} after all changes were taken back"
    page.locator(".turns button").first.tap()  # what would turn it, so that it does
    checked(page)
    if _word(page) != YES:
        yield f"{question}: {said!r} becomes {_word(page)!r} by {page.locator('.changes button').inner_text()!r}"


def _word(page: Page) -> str:
    return page.locator(".word").first.inner_text()


def _replayed(page: Page, root: str) -> Iterator[str]:
    """Open a recorded game, go to a move by the slider and by keys, and ask about it."""
    page.goto(f"{root}table/#")
    page.locator("input[type=file]").set_input_files(check_kept.RECORD)
    slider = page.get_by_role("slider")
    slider.fill("10")
    slider.press("ArrowRight")
    slider.blur()
    page.evaluate(TWO_KEYS)
    page.locator(".drawing").wait_for()
    if not (shown := page.locator(".sentence").inner_text()).endswith(SHOWN):
        yield f"{check_kept.RECORD.name} shows {shown!r}, not {SHOWN!r}"
    page.get_by_role("button", name="Ask about this move").tap()
    checked(page)
    if _word(page) != YES:
        yield f"{SHOWN!r} of {check_kept.RECORD.name} comes to {_word(page)!r}"


def _without_network(context: BrowserContext, page: Page, root: str, site: Path) -> Iterator[str]:
    check_opened.open_example(page, root, site, VOLUMES[0].examples[0])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.reload()
    if not check_kept.word(page):
        yield "without a network there is no verdict"


if __name__ == "__main__":
    sys.exit(main())
