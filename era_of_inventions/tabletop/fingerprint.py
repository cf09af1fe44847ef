"""Fingerprints: short texts by which equal values are known, in every process and under any name."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any

import attrs

LENGTH = 16
"""Hexadecimal digits of a fingerprint."""
Words = Mapping[str, Callable[[Any], str]]
"""How the values of some fields are put into words, by the names of the fields."""


def fingerprint(value: object, words: Words | None = None) -> str:
    """The fingerprint of plain data and attrs classes: 16 hexadecimal digits, equal for equal values.

    ``words`` is for fields whose numbers mean something else than a number, so that they may be packed otherwise
    without another fingerprint.
    """
    import hashlib  # here, like json, because few need them and importing them takes long
    import json

    text = json.dumps(_canonical(value, words or {}), separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:LENGTH]


def _canonical(value: Any, words: Words) -> Any:
    """Plain data in which enums stand by name, and only what counts for equality is there."""
    if attrs.has(type(value)):
        fields = {field.name: getattr(value, field.name) for field in attrs.fields(type(value)) if field.eq}
        return {name: words[name](part) if name in words else _canonical(part, words) for name, part in fields.items()}
    if isinstance(value, enum.Enum):
        return value.name
    return [_canonical(part, words) for part in value] if isinstance(value, tuple | list) else value
