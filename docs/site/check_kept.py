"""Checks of the page for the table: what is shared, opened, settled and kept, and input that is bad or hostile.

Part of ``python -m docs.site.check_table``; those that take long run with ``--long`` alone.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize

from docs import ROOT
from docs.site.browser import listen
from era_of_inventions import ERA
from era_of_inventions.tabletop import FrontDoor
from era_of_inventions.tabletop.disputes import parse_dispute
from era_of_inventions.tabletop.records import parse_game

PHONE = ViewportSize(width=360, height=640)
LOADED = 60_000
LONGEST = 2_000
"""The most characters of the address of a typical case."""
HOSTILE = "<img src=x onerror=alert(1)>"
GAME = "era-of-inventions"
DISPUTE = f'''game = "{GAME}"
title = "{HOSTILE}"
[position]
players = ["<b>Orange", "Brown", "Green", "Yellow"]
round = 2
phase = "action"
area = "market"
to_move = "Green"
[player.Green]
goods = "6 coins"
bonus_discs = 1
discs_bought_this_round = 1
discs_used_this_round = 1
[[claim]]
claim = "{HOSTILE}"
after = ["exchange 2 coins > cog", "end action"]
moves = ["use bonus disc"]
'''
"""A dispute that rests on a reading."""
RECORD = ROOT / "docs" / "scenes" / "table.era"
MOMENT = 300
"""How long a sheet may take to come after another one, in milliseconds."""
CHECKED = "Checked by the rules"


def check(page: Page, root: str) -> Iterator[str]:
    """Yield what goes wrong when a dispute is opened, shared and settled, on a page that may use the clipboard."""
    page.goto(f"{root}table/#{GAME}")
    yield from _in_json(page)
    yield from _opened(page)
    yield from _shared(page)
    yield from _reading(page)


def check_long(browser: Browser, root: str, data: Path) -> Iterator[str]:
    """Yield what else goes wrong, which takes longer to find out."""
    game = json.loads((data / f"{GAME}.json").read_text(encoding="utf-8"))
    numbers, question = game["numbers"], game["questions"][0]["id"]
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.set_default_timeout(LOADED)
        problems: list[str] = []
        listen(page, root, problems)
        yield from _own_copy(page, f"{root}table/", numbers)
        yield from _bad_input(page, f"{root}table/")
        yield from _two_tabs(context, page, f"2 / {len(numbers)} filled in")
        yield from _interrupted(page, f"{root}table/")
        yield from problems
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        yield from _without_answers(context, f"{root}table/", question)
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        yield from _nothing_kept(context, f"{root}table/")


def checked(page: Page) -> None:
    """Wait until no sheet is open, and the rules have judged what is asked."""
    page.locator("dialog").wait_for(state="detached")
    page.get_by_text(CHECKED).wait_for()


def tap_above(page: Page, button: Locator) -> None:
    """Scroll back to the sentence, and tap a button there once that is drawn.

    Facts below that move at this moment would take the page back to them, between touch and click.
    """
    page.evaluate("scrollTo(0, 0); new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    button.tap()


def chosen(page: Page, blank: Locator, option: int | str) -> None:
    """Choose an option of a blank, by its words or its place; the first part of a new kind of moves stays as it is."""
    blank.tap()
    options = page.locator("dialog .choice")
    (options.nth(option) if isinstance(option, int) else options.filter(has_text=option).first).tap()
    page.wait_for_timeout(MOMENT)
    if page.locator("dialog").count():
        page.locator("dialog .close").tap()
    checked(page)


def another_move(page: Page) -> None:
    """Tap "Another move", and leave what it is for later."""
    page.get_by_role("button", name="Another move").tap()
    page.locator("dialog .close").tap()
    checked(page)


def word(page: Page) -> str:
    """Return the word of the verdict, when the rules have said it."""
    checked(page)
    return page.locator(".word").first.inner_text()


def says(page: Page, result: str) -> None:
    """Wait until the first verdict is the word that begins so."""
    page.locator(".word", has_text=f"{result}.").first.wait_for()


def open_file(page: Page, name: str, content: bytes) -> None:
    """Open a file on the page."""
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})


def copied(page: Page, button: str) -> str:
    """Tap a button that copies, and return what it copied."""
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name=button, exact=True).tap()
    for _ in range(100):
        if text := page.evaluate("navigator.clipboard.readText()"):
            return str(text)
        page.wait_for_timeout(50)
    return ""


def saved(page: Page, button: str) -> bytes:
    """Tap a button that saves a file, and return the file."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).tap()
    return download.value.path().read_bytes()


def _opened(page: Page) -> Iterator[str]:
    open_file(page, "quarrel.toml", DISPUTE.encode())
    if "Yes" not in (said := word(page)):
        yield f"the opened dispute is judged {said!r}"
    if page.locator("main img, main b").count() or HOSTILE not in page.locator(".sentence").inner_text():
        yield "a title is taken for markup"


def _shared(page: Page) -> Iterator[str]:
    link = copied(page, "Copy a link")
    if len(link) > LONGEST:
        yield f"the link has {len(link)} characters"
    text = page.locator("textarea").input_value()
    page.goto(f"{page.url.partition('#')[0]}#{GAME}")
    page.goto(link)
    word(page)
    if page.locator("textarea").input_value() != text:
        yield "the link leads to another case"
    page.get_by_text("More", exact=True).tap()
    for name, content in (
        ("copied", copied(page, "Copy as a dispute file").encode()),
        ("saved", saved(page, "Save as a dispute file")),
        ("complained about", copied(page, "I think this is wrong").encode()),
    ):
        if parse_dispute(content).title != HOSTILE:
            yield f"the dispute that was {name} is another one"
    picture = saved(page, "Save as a picture (SVG)")
    if b"<img" in picture or b"&lt;img" not in picture:
        yield "the picture does not show the title as text"
    if not saved(page, "Save as a picture (PNG)").startswith(b"\x89PNG"):
        yield "the picture is no PNG"


def _reading(page: Page) -> Iterator[str]:
    """Choose the other reading, which turns the verdict, and take it back."""
    other = page.get_by_text("We play it this way", exact=True).last
    other.tap()
    says(page, "No")
    link = copied(page, "Copy a link")
    page.reload()
    if "No" not in (said := word(page)):
        yield f"after a reload the verdict by the table's own reading is {said!r}"
    page.get_by_text("tap again to leave it open").tap()
    says(page, "Yes")
    page.goto(link)
    says(page, "No")
    page.get_by_role("button", name="Without it").tap()
    says(page, "Yes")


def _in_json(page: Page) -> Iterator[str]:
    """Open a position and a recorded game as the library writes them in JSON, and ask about a move that is legal."""
    record = parse_game(RECORD.read_text(encoding="utf-8"), (ERA,))
    state = record.end()
    open_file(page, "position.json", FrontDoor(ERA).to_json(state).encode())
    page.locator(".drawing").wait_for()
    text = page.locator("textarea").input_value()
    if parse_dispute(text, ERA, claimless=True).state != state:
        yield "an opened position is another one on the page"
    page.locator("summary", has_text="Something else is different").tap()
    page.locator("summary", has_text="Another move at this moment").tap()
    page.locator("summary", has_text="All that is legal now").tap()
    page.locator("details details button").last.tap()
    if "Yes" not in (said := word(page)):
        yield f"a legal move in an opened position is judged {said!r}"
    open_file(page, "game.json", FrontDoor(ERA).to_json(record).encode())
    if page.get_by_role("slider").get_attribute("max") != str(len(record.moves)):
        yield "an opened game in JSON has another number of moves"


def _own_copy(page: Page, root: str, numbers: list[dict[str, str]]) -> Iterator[str]:
    """Fill in a number, and save the component file."""
    page.goto(f"{root}#{GAME}/copy")
    page.locator(".loading").wait_for(state="detached")
    number = numbers[0]
    page.locator("summary").first.tap()
    field = page.locator(".printed input").first
    field.fill(HOSTILE)
    field.blur()
    page.get_by_role("alert").wait_for()
    if page.get_by_role("button", name="Save as a component file").is_enabled():
        yield "a value that does not fit can be saved"
    own = int(number["assumed"]) + 1
    field.fill(str(own))
    field.blur()
    page.get_by_role("alert").wait_for(state="detached")
    file = tomllib.loads(saved(page, "Save as a component file").decode())
    found: Any = file["invention"][0]["original"][number["name"]]
    if found["value"] != own or found["source"] != "reported":
        yield f"the component file says {found}"
    page.reload()
    page.get_by_text(f"1 / {len(numbers)} filled in").wait_for()


def _bad_input(page: Page, root: str) -> Iterator[str]:
    """Open what is no dispute: one sentence, and the page as it was."""
    page.goto(f"{root}#{GAME}/house")
    page.get_by_role("heading", name="How we play it").wait_for()
    before = page.url
    for content, why in (
        (b"not a dispute", "is not TOML"),
        (b"\x89PNG\xff\xfe", "is no text"),
        (b"#" * 200_000, "too long"),
        (b'game = "chess"\n[[claim]]\nmoves = ["e4"]', "chess"),
        (b"", "claim is missing"),
        (b'{"format": "chess/state"}', "chess/state"),
        (b"{" * 10_000, "is not JSON"),
        (DISPUTE.replace("round", "ruond").encode(), "ruond"),
    ):
        open_file(page, "file.toml", content)
        alert = page.get_by_role("alert").filter(has_text=why)
        alert.wait_for()
        if page.url != before or "\n" in alert.inner_text():
            yield f"of a file the page says {alert.inner_text()!r} at {page.url}"
    for fragment in ("#nowhere", f"#{GAME}/nothing", "#%E0%A4%A", f"#{GAME}/__proto__", "#../../etc", f"#{HOSTILE}"):
        page.goto("about:blank")
        page.goto(f"{root}{fragment}")
        page.get_by_role("alert").wait_for()
        if page.locator("main img").count():
            yield f"the address {fragment} is taken for markup"
    for fragment in (
        f"#{GAME}?text=AAAA",
        f"#{GAME}?text=%00",
        f"#{GAME}/pay-a-factory?changes=AAAA",
        f"#{GAME}?own=AAAA",
    ):
        page.goto("about:blank")
        page.goto(f"{root}{fragment}")
        page.get_by_role("button", name="Back").wait_for()


def _two_tabs(context: BrowserContext, page: Page, both: str) -> Iterator[str]:
    """Settle in one tab what another one shows."""
    other = context.new_page()
    other.set_default_timeout(LOADED)
    for one in (page, other):
        one.goto(f"{page.url.partition('#')[0]}#{GAME}/copy")
        one.locator("summary").first.tap()
    field = page.locator(".printed input").nth(1)
    field.fill("3")
    field.blur()
    other.get_by_text(both).wait_for()
    if other.locator(".printed input").nth(1).input_value() != "3":
        yield "another tab does not show what was filled in"
    other.close()


def _interrupted(page: Page, root: str) -> Iterator[str]:
    """Reload in the middle of a case, and kill the worker under another one."""
    page.goto(f"{root}#{GAME}/pay-a-factory")
    before = word(page)
    page.locator("summary", has_text="As a text").tap()
    text = page.locator("textarea").input_value()
    changed = f"title = 'ours'\n{text}"
    page.locator("textarea").fill(changed)
    page.wait_for_url("**text=*")
    page.reload()
    after = word(page)
    if page.locator("textarea").input_value() != changed:
        yield f"a reload loses what was typed: {before!r}, then {after!r}"
    page.locator("summary", has_text="As a text").tap()
    page.workers[0].evaluate("self.close()")
    page.locator(".loading").wait_for()
    page.locator("textarea").fill(text)
    if word(page) != before:
        yield "after the worker was killed the verdict is another one"


def _without_answers(context: BrowserContext, root: str, question: str) -> Iterator[str]:
    """Switch the kept answers off: none is shown, and the rules say the same."""
    page = context.new_page()
    page.set_default_timeout(LOADED)
    said = list[str]()
    for switch in ("?kept=off", ""):
        page.goto(f"{root}{switch}#{GAME}/{question}")
        page.locator(".word").first.wait_for()
        if switch and page.get_by_text("○").count():
            yield "a kept answer is shown although they are off"
        said.append(word(page))
    if len({*said}) > 1:
        yield f"the rules alone say {said[0]}, and the page {said[1]}"


def _nothing_kept(context: BrowserContext, root: str) -> Iterator[str]:
    """Fill in a number where the browser keeps nothing: the page says so, and the number counts until it is closed."""
    context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('refused'); }})")
    page = context.new_page()
    page.set_default_timeout(LOADED)
    page.goto(f"{root}#{GAME}/copy")
    page.locator("summary").first.tap()
    field = page.locator(".printed input").first
    field.fill("9")
    field.blur()
    page.get_by_role("alert").filter(has_text="keeps nothing").wait_for()
    page.get_by_role("button", name="Back").tap()
    page.get_by_role("button", name="My copy").tap()
    page.locator("summary").first.tap()
    if page.locator(".printed input").first.input_value() != "9":
        yield "what the browser does not keep is gone before the page is closed"
