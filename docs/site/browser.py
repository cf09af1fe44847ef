"""The built site in a browser: serving it, and what goes wrong while pages are open."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Page, Request


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without logging, and asks browsers to keep none but those that a page keeps itself."""

    def end_headers(self) -> None:
        """End the headers with that request."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Do not log."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder locally, and yield its address."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


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
