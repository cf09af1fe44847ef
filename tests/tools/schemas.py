"""Writes the JSON Schemas that are shipped: ``python -m tests.tools.schemas``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import era_of_inventions
from era_of_inventions import ERA
from era_of_inventions.tabletop.documents.schemas import every_schema

FOLDER = Path(era_of_inventions.__file__).parent / "data" / "schemas"


def text(schema: dict[str, Any]) -> str:
    """A schema as its file holds it."""
    return json.dumps(schema, indent=2, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    for name, schema in every_schema(ERA).items():
        (FOLDER / f"{name}.json").write_text(text(schema), encoding="utf-8")
