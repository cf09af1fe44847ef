"""The built site in a browser: finding Chromium, serving the site, and what goes wrong while pages are open."""

from __future__ import annotations

import functools
import http.server
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without logging, and asks browsers to keep none but those that a page keeps itself."""

    def handle(self) -> None:
        """Answer requests; a browser that goes away does not want the rest."""
        with suppress(BrokenPipeError, ConnectionResetError):
            super().handle()

    def end_headers(self) -> None:
        """End the headers with that request."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Do not log."""


@contextmanager
def served(folder: Path, kind: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder locally, and yield its address."""
    handler = functools.partial(kind, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def chromium() -> str | None:
    """Return the path of Chromium; None if it is not here, or the package `playwright` that opens it."""
    return (shutil.which("chromium") or shutil.which("google-chrome")) if find_spec("playwright") else None


@contextmanager
def opened(folder: Path, kind: type[Quiet] = Quiet) -> Iterator[tuple[Browser, str]]:
    """Start Chromium and serve a folder locally, and yield the browser and the address."""
    from playwright.sync_api import sync_playwright  # a site can be built without it

    with served(folder, kind) as root, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser, root
        browser.close()


def listen(page: Page, root: str, problems: list[str]) -> None:
    """Record console errors, script errors, and requests to other sites."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            problems.append(f"console message about {message.location['url']}: {message.text}")

    def on_request(request: Request) -> None:
        if not request.url.startswith((root, "data:", "blob:")):
            problems.append(f"requests {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: problems.append(f"a script fails: {error}"))
    page.on("request", on_request)
