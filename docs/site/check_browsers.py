"""Settles a dispute on the page for the table in other browsers: ``python -m docs.site.check_browsers``.

In Firefox by touch, and in WebKitGTK by clicks, because its driver cannot touch: from the game to the verdict, another
choice, a link that is copied and opened, and all of it again after the server has stopped. Needs the package
``selenium``; for Firefox also ``geckodriver``; for WebKitGTK ``WebKitWebDriver``, MiniBrowser and, where there is no
screen, ``Xvfb``. A browser is skipped by name if it or any of these is missing.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Literal

import attrs
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from docs.site.browser import served
from docs.site.build import built_or_exit

PHONE = (360, 640)
LOADED = 120
"""The most seconds until the rules are loaded, on a slow machine."""
MINI_BROWSER = "webkit2gtk-4*/MiniBrowser"
"""Where Debian installs it under a folder of libraries, off the path."""

Tap = Callable[[WebElement], None]


class MissingError(Exception):
    """A program that a browser needs is not installed."""


def main() -> int:
    """Check the page in each browser and return the exit status."""
    site = built_or_exit()
    if not (site / "table" / "main.js").exists():
        print("skipped: the page for the table needs Node to be built")
        return 0
    problems = list[str]()
    for name, started, tap in BROWSERS:
        try:
            with started() as browser:
                problems += (f"{name}: {problem}" for problem in check(browser, site, tap))
        except MissingError as error:
            print(f"skipped: {name} needs {error}")
        except WebDriverException as error:
            problems.append(f"{name}: {error.msg}")
    print("\n".join(problems) or "no problems")
    return 1 if problems else 0


def check(browser: WebDriver, site: Path, tap: Tap) -> Iterator[str]:
    """Yield what goes wrong with the first question of a game."""
    table = Table(browser, tap)
    with served(site) as root:
        browser.get(f"{root}table/")
        table.tap("Era of Inventions")
        known = json.loads((site / "table" / "data" / "era-of-inventions.json").read_text(encoding="utf-8"))
        question = known["questions"][0]
        table.tap(next(topic["title"] for topic in known["topics"] if topic["id"] == question["topic"]))
        table.tap(question["ask"])
        first = table.settled()
        table.tap(question["blanks"][0]["first"])
        table.tap(question["blanks"][0]["choices"][-1][0])
        chosen = table.settled()
        if chosen == first:
            yield f"another choice leaves {first}"
        table.tap("Copy a link")
        link = table.pasted()
        browser.get("about:blank")
        browser.get(link)
        if (linked := table.settled()) != chosen:
            yield f"the link {link} leads to {linked}, not to {chosen}"
        browser.set_script_timeout(LOADED)
        browser.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    browser.get("about:blank")
    browser.get(link)
    if (offline := table.settled()) != chosen:
        yield f"without a server the link leads to {offline}, not to {chosen}"


@attrs.frozen
class Table:
    """The page for the table in a browser."""

    browser: WebDriver
    touched: Tap

    def tap(self, words: str) -> None:
        """Tap the last thing that says these words, as soon as one is shown."""
        element = self._found(f"//*[self::button or self::summary][contains(normalize-space(), {json.dumps(words)})]")
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        self.touched(element)

    def settled(self) -> tuple[str, str]:
        """Return the sentence and the word of the verdict, when no sheet is open and the rules have said it."""
        WebDriverWait(self.browser, LOADED).until_not(lambda browser: browser.find_elements(By.TAG_NAME, "dialog"))
        self._found("//*[contains(text(), 'Checked by the rules')]")
        return self._found("//*[@class='sentence']").text, self._found("//*[contains(@class, 'word')]").text

    def pasted(self) -> str:
        """Paste what was copied into the text of the dispute, and return it."""
        self._found("//*[text()='The link is copied.']")
        self.tap("As a text")
        field = self._found("//textarea")
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys(Keys.CONTROL + "v")
        return str(field.get_property("value"))

    def _found(self, path: str) -> WebElement:
        def shown(browser: WebDriver) -> WebElement | Literal[False]:
            elements = browser.find_elements(By.XPATH, path)
            return next((element for element in reversed(elements) if element.is_displayed()), False)

        return WebDriverWait(self.browser, LOADED).until(shown, f"the page does not show {path}")


# --- Browsers -------------------------------------------------------------------------


@contextmanager
def firefox() -> Iterator[WebDriver]:
    """Start Firefox, which can be touched."""
    options = webdriver.FirefoxOptions()
    options.binary_location = _program("firefox", "firefox-esr")
    options.add_argument("-headless")
    options.set_preference("dom.w3c_touch_events.enabled", 1)
    browser = webdriver.Firefox(options, webdriver.FirefoxService(_program("geckodriver")))
    with _closed(browser):
        yield browser


@contextmanager
def webkit() -> Iterator[WebDriver]:
    """Start the browser of WebKitGTK."""
    driver = _program("WebKitWebDriver")
    options = webdriver.WebKitGTKOptions()
    found = [*Path("/usr/lib").glob(f"*/{MINI_BROWSER}")]
    options.binary_location = str(found[0]) if found else _program("MiniBrowser")
    options.add_argument("--automation")
    with _screen():
        browser = webdriver.WebKitGTK(options, service=webdriver.WebKitGTKService(driver))
        with _closed(browser):
            yield browser


@contextmanager
def _closed(browser: WebDriver) -> Iterator[None]:
    try:
        browser.set_window_size(*PHONE)
        yield
    finally:
        browser.quit()


@contextmanager
def _screen() -> Iterator[None]:
    """Make a screen where there is none."""
    if {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        yield
        return
    reader, writer = os.pipe()
    with subprocess.Popen(
        [_program("Xvfb"), "-displayfd", str(writer)], pass_fds=[writer], stderr=subprocess.DEVNULL
    ) as screen:
        os.environ["DISPLAY"] = f":{os.read(reader, 9).decode().strip()}"
        try:
            yield
        finally:
            del os.environ["DISPLAY"]
            screen.terminate()


def _program(*names: str) -> str:
    """Return the path of the first program that is installed. Raises `MissingError` if none is."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise MissingError(" or ".join(names))
    return found


def touch(element: WebElement) -> None:
    """Touch an element with one finger, and lift it."""
    actions = ActionBuilder(element.parent, PointerInput("touch", "finger"))
    actions.pointer_action.move_to(element).pointer_down().pointer_up()
    actions.perform()


BROWSERS: tuple[tuple[str, Callable[[], AbstractContextManager[WebDriver]], Tap], ...] = (
    ("Firefox", firefox, touch),
    ("WebKitGTK", webkit, WebElement.click),
)

if __name__ == "__main__":
    sys.exit(main())
