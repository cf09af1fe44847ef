"""Links that open a position or a dispute on the page for the table, by the name under which it is kept there."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from docs.site.text import built


def kept_as(path: Path | str) -> str:
    """Return the name under which the page for the table keeps a dispute or a recorded game of the project."""
    return "/".join(Path(path).with_suffix("").parts[-2:])


def open_dispute(page: str, game: str, path: Path | str, claim: int = 0) -> str:
    """Return the link from a page that opens a dispute on the table, and there one of its claims, if any."""
    return _link(page, game, path, {"claim": claim} if claim else {})


def open_game(page: str, game: str, path: Path | str, moves: int) -> str:
    """Return the link from a page that opens a recorded game on the table, after a number of moves."""
    return _link(page, f"{game}/record", path, {"at": moves})


def _link(page: str, place: str, path: Path | str, more: dict[str, int]) -> str:
    asked = urlencode({"example": kept_as(path), **more}, safe="/").replace("&", "&amp;")
    return f'<a href="{built(page, f"table/#{place}?{asked}")}">Open on the table</a>'
