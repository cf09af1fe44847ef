"""The keys of dispute files as people write them: in capital letters, in other words, or outside of their table."""

from __future__ import annotations

import re
from typing import Any

from era_of_inventions.tabletop.disputes.stated import PositionHead
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values.declared import fields_of, key_of
from era_of_inventions.tabletop.values.naming import Schema

ALSO = {
    word: key_of(spec) for _, spec in fields_of(PositionHead) for word in map(fold, spec.also)
}
"""Other words for the keys that say who plays and who begins. The schema has those of all other keys."""


def spelled(raw: Any, schema: Schema) -> Any:
    """Return tables with every key as their schema spells it; what nobody knows, or what stands there twice, stays.

    Small and capital letters are the same, and so are blanks, hyphens and underscores.
    A key that only one of the tables in a table can have goes there.
    """
    if isinstance(raw, list):
        return [spelled(one, schema.get("items", {})) for one in raw]
    if not isinstance(raw, dict):
        return raw
    known, others = schema.get("properties", {}), schema.get("additionalProperties") or {}
    tables = dict[str, Any]()
    for key, value in raw.items():
        name = _usual(key, known)
        home = "" if name else _home(key, known)
        if home and isinstance(inner := raw.get(home, {}), dict) and key not in inner:
            tables[home] = {**tables.get(home, inner), key: value}
        else:
            alone = name == key or (name not in raw and name not in tables)
            tables.setdefault(name if name and alone else key, value)
    return {key: spelled(value, known.get(key, others)) for key, value in tables.items()}


def _usual(key: str, known: Schema) -> str:
    """Return the usual spelling of a known key; empty if nobody knows it."""
    if key in known:
        return key
    usual = {word: name for word, name in ALSO.items() if name in known}
    return (usual | {_folded(name): name for name in known}).get(_folded(key), "")


def _home(key: str, known: Schema) -> str:
    """Return the only table that has a key; empty if none or several have it."""
    homes = [
        name for name, table in known.items() if _usual(key, table.get("properties", {}))
    ]
    return homes[0] if len(homes) == 1 else ""


def _folded(key: str) -> str:
    return fold(re.sub("[-_]", " ", key))
