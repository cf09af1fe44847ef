"""Fingerprints: short hashes of values, stable across processes and independent of names."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any

import attrs

LENGTH = 16
"""The number of hexadecimal digits of a fingerprint."""
Words = Mapping[str, Callable[[Any], str]]
"""Functions that render the values of certain fields, by field name."""


def fingerprint(value: object, words: Words | None = None) -> str:
    """Return the fingerprint of plain data or attrs classes: 16 hex digits, equal for equal values.

    ``words`` renders fields whose numbers encode something else, so that the encoding
    can change while the fingerprint stays the same.
    """
    import hashlib  # imported here, like json, because it is slow to import and rarely needed
    import json

    text = json.dumps(_canonical(value, words or {}), separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:LENGTH]


def _canonical(value: Any, words: Words) -> Any:
    """Reduce a value to plain data: enums by name, and only the fields that count for equality."""
    if attrs.has(type(value)):
        fields = {
            field.name: getattr(value, field.name)
            for field in attrs.fields(type(value))
            if field.eq
        }
        return {
            name: words[name](part) if name in words else _canonical(part, words)
            for name, part in fields.items()
        }
    if isinstance(value, enum.Enum):
        return value.name
    return (
        [_canonical(part, words) for part in value]
        if isinstance(value, tuple | list)
        else value
    )
