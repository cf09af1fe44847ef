"""The head of every document: its format and version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from era_of_inventions.tabletop.documents.shapes import Schema
from era_of_inventions.tabletop.play.rulebook import Rulebook

VERSION = 1
"""The version of the documents that are written, and the highest that is read."""


def head_of(rulebook: Rulebook[Any, Any], name: str) -> dict[str, Any]:
    """The first keys of every document of that name."""
    return {"format": f"{rulebook.name}/{name}", "version": VERSION}


def with_head(head: Mapping[str, Any], schema: Schema) -> Schema:
    """Add the head to the schema of a document."""
    about = {"format": "The kind of document.", "version": "The version of the format."}
    heads = {key: {"const": value, "title": key, "description": about[key]} for key, value in head.items()}
    return {**schema, "properties": {**heads, **schema["properties"]}, "required": [*head, *schema["required"]]}
