"""Colors, tables and progress bars in a terminal: tables and bars with rich if it is installed, plain otherwise."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
RED, GREEN, YELLOW, BOLD, DIM = "31", "32", "33", "1", "2"
_PAINTED = (
    (r"(?m)^    (?:against|barred)\b|\bNOT LEGAL\b|\b(?:claim FAILS|UNEXPECTED)\b|^NOT\b", RED),
    (r"(?m)^    (?:for|follows)\b|(?<=: )legal$|\bclaim HOLDS\b|^ok\b", GREEN),
    (r"(?m)^    open\b|\bOPEN\b", YELLOW),
    (r"(?m)^Claim [0-9]+:", BOLD),
    (r"(?m)^ {13,}[a-z]{2}  .*, “[^”]*”$", DIM),
)
"""What is painted in the texts of verdicts and reports: words that say how something ends, and citations."""


def colors() -> bool:
    """Whether the output is a terminal that shows colors, and nobody has asked for none."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def verdict(text: str, end: str = "\n") -> None:
    """Print the text of a verdict or of a report, with colors where there are any."""
    for pattern, color in _PAINTED if colors() else ():
        text = re.sub(pattern, rf"\033[{color}m\g<0>\033[0m", text)
    print(text, end=end)


def heading(text: str) -> None:
    """Print a heading after an empty line."""
    print(f"\n\033[{BOLD}m{text}\033[0m" if colors() else f"\n{text}\n{'-' * len(text)}")


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
