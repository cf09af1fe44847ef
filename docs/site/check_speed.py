"""Opens the first page of the built site over a slow line: ``python -m docs.site.check_speed``.

It measures how much is transferred, when the page can be read, when its search is ready, and how long an answer takes,
and compares that with limits. Files are compressed, as hosts of sites do. Needs Chromium, and a machine with nothing
else to do.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from docs.site.browser import Quiet, opened
from docs.site.build import built_or_exit

LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
"""Milliseconds, and bytes a second: a line of 1.6 Mbit/s."""
INDEX = "/search/"
"""Where the files are that only the search needs."""
LIMITS = {"bytes": 150_000, "readable": 1500, "search ready": 1500, "an answer": 100}
"""In bytes, without the index, and in milliseconds."""
ASKED = ("may I fake my own invention", "when may I use a bonus disc", "wie gewinnt bei Gleichstand")
READABLE = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
READY = """() => document.querySelector(".md-search-result__meta").textContent.includes("Type to start")
    && performance.now()"""
ANSWER = """(asked) => new Promise((resolve) => {
    const field = document.querySelector(".md-search__input");
    const begun = performance.now();
    new MutationObserver((_, seen) => {
        if (document.querySelector(".md-search-result__item")) {
            seen.disconnect();
            resolve(performance.now() - begun);
        }
    }).observe(document.querySelector(".md-search-result"), { childList: true, subtree: true });
    field.value = asked;
    field.dispatchEvent(new Event("keyup", { bubbles: true }));
})"""
"""The time from a key to the first result."""


class Compressing(Quiet):
    """Serves files compressed."""

    def do_GET(self) -> None:  # noqa: N802
        """Send a file."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        content = gzip.compress(path.read_bytes())
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def main() -> int:
    """Measure, print what was measured, and return the exit status."""
    site = built_or_exit()
    with opened(site, Compressing) as (browser, root):
        measured = dict(measure(browser, root))
    for name, value in measured.items():
        print(f"{value:10,.0f}  {name}, at most {LIMITS[name]:,}")
    return int(any(value > LIMITS[name] for name, value in measured.items()))


def measure(browser: Browser, root: str) -> Iterator[tuple[str, float]]:
    """Yield the measures of the first page that have limits, by name."""
    with browser.new_context() as context:
        page = context.new_page()
        line = context.new_cdp_session(page)
        received: dict[str, float] = {}
        addresses: dict[str, str] = {}

        def begun(event: Any) -> None:
            addresses[event["requestId"]] = event["request"]["url"]

        def finished(event: Any) -> None:
            received[addresses[event["requestId"]]] = event["encodedDataLength"]

        line.on("Network.requestWillBeSent", begun)
        line.on("Network.loadingFinished", finished)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", LINE)
        page.goto(root)
        ready = page.wait_for_function(READY).json_value()
        answers = [page.evaluate(ANSWER, asked) for asked in ASKED]
        page.wait_for_load_state("networkidle")
        yield "bytes", sum(size for address, size in received.items() if INDEX not in address)
        yield "readable", page.evaluate(READABLE)
        yield "search ready", ready
        yield "an answer", max(answers)


if __name__ == "__main__":
    sys.exit(main())
