"""Checks that the page for the table says what could not be loaded, keeps what is there, and tries again.

Part of ``python -m docs.site.check_table``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Browser

from docs.site.check_kept import LOADED, PHONE, checked

MISSED = re.compile(r"/(controls\.json|pyodide\.asm\.wasm)$")
"""What fails to come: a part of the data, and the program of the engine."""
FAILURES = {"A part of this page": "Try again", "The rules": "Load the rules again"}
"""What the page says about each, and the button under it."""


def check(browser: Browser, root: str) -> Iterator[str]:
    """Yield what goes wrong while two parts of the page fail to come, and after they have come."""
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, service_workers="block") as context:
        page = context.new_page()
        page.set_default_timeout(LOADED)
        page.route(MISSED, lambda route: route.abort())
        page.goto(f"{root}table/#phoenicia/another-move?who=Player+2&move=train")
        for sentence in FAILURES:
            page.get_by_role("alert").filter(has_text=f"{sentence} could not be loaded").wait_for()
        page.unroute(MISSED)
        for button in FAILURES.values():
            page.get_by_role("button", name=button).tap()
        checked(page)
        if page.get_by_role("alert").count():
            yield f"after everything has been loaded, the page says {page.get_by_role('alert').all_inner_texts()}"
