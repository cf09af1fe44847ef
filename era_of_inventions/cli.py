"""The command ``era``, for Era of Inventions unless another game is named."""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.rulebook import ERA
from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.cli import FAILS, HOLDS, UNREAD, UNUSABLE

__all__ = ["FAILS", "HOLDS", "UNREAD", "UNUSABLE", "main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    return cli.main(ERA, arguments)
