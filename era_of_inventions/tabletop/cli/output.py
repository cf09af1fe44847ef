"""Colors, tables and progress bars in a terminal. Tables and bars need rich, from the extra `cli`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
RED, GREEN, YELLOW, BOLD, DIM = "31", "32", "33", "1", "2"
_PAINTED = (
    (
        r"(?m)^    (?:against|barred|broken)\b|\bNOT LEGAL\b|\b(?:claim FAILS|UNEXPECTED)\b|^NOT\b",
        RED,
    ),
    (r"(?m)^    (?:for|follows)\b|(?<=: )legal$|\bclaim HOLDS\b|^ok\b", GREEN),
    (r"(?m)^    open\b|\bOPEN\b", YELLOW),
    (r"(?m)^Claim [0-9]+:", BOLD),
    (r"(?m)^ {13,}[a-z]{2}  .*, “[^”]*”$", DIM),
)
"""Patterns and their colors, for verdicts and reports: the words that state a result, and citations."""


def colors() -> bool:
    """Return whether the output is a terminal that shows colors, and ``NO_COLOR`` does not switch them off."""
    return (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def verdict(text: str, end: str = "\n") -> None:
    """Print the text of a verdict or of a report, with colors if the terminal shows them."""
    for pattern, color in _PAINTED if colors() else ():
        text = re.sub(pattern, rf"\033[{color}m\g<0>\033[0m", text)
    print(text, end=end)


def heading(text: str) -> None:
    """Print a heading after an empty line."""
    print(f"\n\033[{BOLD}m{text}\033[0m" if colors() else f"\n{text}\n{'-' * len(text)}")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table, fitted to the width of the terminal; if programs read the output, each row is one line."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    sys.stdout.flush()  # rich would end the program itself if the output is closed
    console, grid = Console(), Table(header_style="bold", box=None, pad_edge=False)
    for number, name in enumerate(headings):
        grid.add_column(
            name, overflow="fold", no_wrap=number == 0
        )  # ids are whole, to be copied
    for row in rows:
        grid.add_row(*map(Text, row))
    if not console.is_terminal:
        console.width = console.measure(
            grid, options=console.options.update(max_width=sys.maxsize)
        ).maximum
    with console.capture() as drawn:
        console.print(grid)
    print("\n".join(map(str.rstrip, drawn.get().splitlines())))


def progress(items: Sequence[T], what: str) -> Iterator[T]:
    """Return the items, with a progress bar on standard error if that is a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return iter(
        track(items, what, console=console, transient=True, disable=not sys.stderr.isatty())
    )
