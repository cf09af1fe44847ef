"""Fingerprints: short texts by which equal values are known, in every process and under any name."""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import Any

import attrs

from era_of_inventions.model.components import Components
from era_of_inventions.model.goods import show
from era_of_inventions.model.state import State
from era_of_inventions.rulings import Ruleset

LENGTH = 16
"""Hexadecimal digits of a fingerprint."""
_GOODS = {"cost", "output", "goods", "supply"}


@lru_cache(maxsize=256)
def fingerprint(components: Components) -> str:
    """The fingerprint of a component set: 16 hexadecimal digits, equal for equal sets."""
    return _hashed(_canonical(components))


def readings_fingerprint(ruleset: Ruleset) -> str:
    """The fingerprint of the readings that are not the default, so that rulings added since change nothing."""
    chosen = [(ruling.id, getattr(ruleset, ruling.field)) for ruling in Ruleset.rulings()]
    return _hashed(sorted(set(chosen) - {(ruling.id, ruling.default) for ruling in Ruleset.rulings()}))


def state_fingerprint(state: State) -> str:
    """The fingerprint of a position, in which its setting does not count."""
    parts = (state.players, state.board, state.round, state.start, state.turn)
    return _hashed([_canonical(part) for part in parts])


def _hashed(value: Any) -> str:
    import hashlib  # here, like json, because few need them and importing them takes long
    import json

    text = json.dumps(value, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:LENGTH]


def _canonical(value: Any) -> Any:
    """Plain data in which goods and enums stand by name, and only what counts for equality is there."""
    if attrs.has(type(value)):
        fields = [field.name for field in attrs.fields(type(value)) if field.eq]
        return {
            name: show(getattr(value, name)) if name in _GOODS else _canonical(getattr(value, name)) for name in fields
        }
    if isinstance(value, enum.Enum):
        return value.name
    return list(map(_canonical, value)) if isinstance(value, tuple) else value
