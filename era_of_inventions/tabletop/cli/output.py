"""Tables and progress bars in a terminal: with rich if it is installed, plain otherwise."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table. The last column is wrapped to the width of the terminal."""
    body = [tuple(row) for row in rows]
    try:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        print("\n".join(_plain_table(tuple(headings), body)))
        return
    grid = Table(header_style="bold", box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        grid.add_column(heading, overflow="fold", no_wrap=number == 0)  # ids stay on one line, to be copied
    for row in body:
        grid.add_row(*map(Text, row))
    console = Console()
    if not console.is_terminal:
        print("\n".join(_plain_table(tuple(headings), body)))
        return
    console.print(grid)


def _plain_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in (headings, *rows)) for i in range(len(headings) - 1)]
    room = max(30, shutil.get_terminal_size().columns - sum(widths) - 2 * len(widths))
    for row in (headings, *rows):
        head = "".join(cell.ljust(width + 2) for cell, width in zip(row, widths, strict=False))
        first, *rest = textwrap.wrap(row[-1], room) or [""]
        yield (head + first).rstrip()
        yield from (" " * len(head) + line for line in rest)


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Yield the items, with a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    try:
        from rich.console import Console
        from rich.progress import track
    except ImportError:
        yield from _plain_progress(items, total, what)
        return
    yield from track(items, description=what, total=total, console=Console(stderr=True), transient=True)


def _plain_progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    for number, item in enumerate(items, 1):
        yield item
        print(f"\r{number}/{total} {what}", end="" if number < total else "\n", file=sys.stderr, flush=True)
