"""The keys of TOML tables that state fields: their lines in a template, and their schemas."""

from __future__ import annotations

from typing import Any

from era_of_inventions.tabletop.values.declared import fields_of, key_of
from era_of_inventions.tabletop.values.domains import HoldsCards, Seat
from era_of_inventions.tabletop.values.json_schema import TEXT, described
from era_of_inventions.tabletop.values.naming import Schema, Terms
from era_of_inventions.tabletop.values.packed import COUNT_MAX
from era_of_inventions.tabletop.values.stacks import Stacks


def key_line(key: str, value: str, about: str, *, stated: bool) -> str:
    """Return the line of a TOML key with its description, as a comment unless the key is stated."""
    line = f"{'' if stated else '# '}{key} = {value}"
    return f"{line:<27} # {about}" if about else line


def text_keys(kind: type[Any], terms: Terms, most: int = COUNT_MAX) -> dict[str, Schema]:
    """Return the schemas of the keys of a TOML table, for all fields that hold no records."""
    found = {}
    for _, spec in fields_of(kind):
        if spec.holds.records():
            continue
        named = isinstance(getattr(spec.holds, "one", spec.holds), Seat)
        plain = TEXT if named else spec.holds.schema(terms)
        if plain.get("type") == "array":
            unique = {"uniqueItems": True} if plain.get("uniqueItems") else {}
            items = plain["items"] if "enum" in plain["items"] else TEXT
            if isinstance(spec.holds, HoldsCards) and spec.holds.of.faces is not None:
                unique, items = {}, TEXT
            plain = {"anyOf": [TEXT, {"type": "array", "items": items, **unique}]}
        elif plain.get("type") == "object":
            numbers = {"type": "integer", "minimum": 0, "maximum": most}
            lying = (
                plain["additionalProperties"] if isinstance(spec.holds, Stacks) else numbers
            )
            table = {"type": "object", "additionalProperties": lying}
            plain = {"anyOf": [TEXT, {"type": "array", "items": TEXT}, table]}
        elif plain.get("type") == "integer":
            plain = {**plain, "maximum": min(plain["maximum"], most)}
        usual = key_of(spec)
        found[usual] = {**described(spec), **plain}
        for words in spec.also:
            found[words.replace(" ", "_")] = {
                "title": words,
                "description": f"The same as {usual}.",
                **plain,
            }
    return found
