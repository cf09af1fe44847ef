"""Checks of the page for the table: nothing that axe-core objects to, and a dispute settled by keyboard alone.

Part of ``python -m docs.site.check_table --long``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, ViewportSize

from docs.site.table import SCRIPTED

PHONE = ViewportSize(width=360, height=640)
LOADED = 60_000
AXE = SCRIPTED / "node_modules" / "axe-core" / "axe.min.js"
GAME = "era-of-inventions"
QUESTION = "third-disc-on-an-area"
PAGES = {
    "the beginning": "#",
    "the topics": f"#{GAME}",
    "a verdict": f"#{GAME}/{QUESTION}",
    "another move": f"#{GAME}/another-move?move=take+cog",
    "my copy": f"#{GAME}/copy",
    "the house sheet": f"#{GAME}/house",
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
TABS_MAX = 60


def check_long(browser: Browser, root: str, _: Path) -> Iterator[str]:
    """Yield what goes wrong."""
    for scheme in SCHEMES:
        with browser.new_context(viewport=PHONE, color_scheme=scheme, bypass_csp=True) as context:
            page = context.new_page()
            page.set_default_timeout(LOADED)
            for name, fragment in PAGES.items():
                page.goto(f"{root}table/{fragment}")
                yield from (f"{name}, {scheme}: {problem}" for problem in _objections(page))
    with browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.set_default_timeout(LOADED)
        yield from _by_keyboard(page, f"{root}table/")


def _objections(page: Page) -> Iterator[str]:
    """Yield what axe-core objects to, with everything that is folded open."""
    page.locator(".loading").wait_for(state="detached")
    page.wait_for_timeout(1_000)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.wait_for_timeout(500)
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found: Any = page.evaluate("axe.run()")
    for violation in found["violations"]:
        places = [" ".join(node["target"]) for node in violation["nodes"][:3]]
        yield f"{violation['id']}: {violation['help']} ({', '.join(places)})"


def _by_keyboard(page: Page, root: str) -> Iterator[str]:
    """Go from the beginning to a verdict, and choose otherwise, with the keys for focus, choice and escape."""
    page.goto(root)
    page.get_by_role("heading", name="Which game is it?").wait_for()
    _press(page, "Era of Inventions")
    page.get_by_role("heading", name="What is it about?").wait_for()
    _press(page, "Placing the action discs")
    _press(page, "How many discs go on one area?")
    page.get_by_text("Checked by the rules").wait_for()
    before = page.locator(".word").inner_text()
    _press(page, "Whose discs are on the market?")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    if not page.evaluate("document.activeElement.classList.contains('blank')"):
        yield "a closed sheet does not give the focus back to its blank"
    _press(page, "Whose discs are on the market?")
    _press(page, "Green has a disc")
    page.locator(".word", has_text="Yes").wait_for()
    if "No" not in before:
        yield f"by keyboard the first verdict is {before!r}"


def _press(page: Page, name: str) -> None:
    """Move the focus with the tabulator until it is on what has this name, and press it."""
    for _ in range(TABS_MAX):
        page.keyboard.press("Tab")
        focused: str = page.evaluate("(({ ariaLabel, innerText }) => ariaLabel || innerText)(document.activeElement)")
        if focused.startswith(name):
            page.keyboard.press("Enter")
            return
    raise LookupError(f"the focus does not come to {name!r}")
