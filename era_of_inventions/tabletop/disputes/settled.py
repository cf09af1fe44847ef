"""What a table has settled for all its disputes: the readings that it plays by, and the numbers of its own copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from era_of_inventions.tabletop.text.toml import parse_toml, toml_text

CHOSEN = {"rulings": "ruleset"}
"""Tables of a dispute that do not count if it has this key: who chooses a preset means it as a whole."""
NAMED = "components"
"""The key of a dispute that names its component set, so that it is about another copy."""


def with_settled(text: str, settled: Mapping[str, Any]) -> str:
    """Return the text of a dispute with what its table has settled, in the raw tables of a dispute.

    What the dispute says itself stays. Raises `FileError` if it is not TOML.
    """
    contents = parse_toml(text.encode(errors="surrogatepass"), "dispute")
    tables = {
        key: table for key, table in settled.items() if CHOSEN.get(key, NAMED) not in contents
    }
    return toml_text(_under(contents, tables)) if tables else text


def _under(above: Mapping[str, Any], below: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested tables in which the values ``above`` hide those ``below``."""
    merged = {**below, **above}
    for key in above.keys() & below.keys():
        if isinstance(above[key], dict) and isinstance(below[key], dict):
            merged[key] = _under(above[key], below[key])
    return {key: merged[key] for key in dict.fromkeys((*above, *below))}
