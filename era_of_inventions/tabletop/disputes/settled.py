"""What players have settled for all their disputes: the readings they play by, and the numbers of their own copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from era_of_inventions.tabletop.text.toml import parse_toml, toml_text

CHOSEN = {"rulings": "ruleset"}
"""For a settled table, the key of a dispute that replaces it as a whole: whoever chooses a preset means all of it."""
NAMED = "components"
"""The key of a dispute that names its component set, and so replaces the settled numbers: it is about another copy."""


def with_settled(text: str, settled: Mapping[str, Any]) -> str:
    """Return the text of a dispute, completed with what its players have ``settled`` for all disputes, as raw tables.

    What the dispute itself states stays. Raises `FileError` if the text is not TOML.
    """
    contents = parse_toml(text.encode(errors="surrogatepass"), "dispute")
    tables = {
        key: table for key, table in settled.items() if CHOSEN.get(key, NAMED) not in contents
    }
    return toml_text(_under(contents, tables)) if tables else text


def _under(above: Mapping[str, Any], below: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two nested tables. Where both have a value, the value in ``above`` counts."""
    merged = {**below, **above}
    for key in above.keys() & below.keys():
        if isinstance(above[key], dict) and isinstance(below[key], dict):
            merged[key] = _under(above[key], below[key])
    return {key: merged[key] for key in dict.fromkeys((*above, *below))}
