"""Inventories as Sphinx writes them: where each name of a project is documented."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from pathlib import Path

import attrs

_HEAD = """\
# Sphinx inventory version 2
# Project: {project}
# Version: {version}
# The remainder of this file is compressed using zlib.
"""


@attrs.frozen
class Row:
    """One name: of what kind (such as ``py:class`` or ``std:label``), where it is documented, and how it is shown."""

    name: str
    kind: str
    place: str
    shown: str = "-"
    priority: str = "1"


def read_inventory(path: Path, prefix: str = "") -> list[Row]:
    """The rows of an inventory; ``prefix`` is put before every place."""
    body = path.read_bytes().split(b"\n", 4)[4]
    rows = []
    for line in zlib.decompress(body).decode().splitlines():
        start, _, rest = line.partition(":")
        name, _, domain = start.rpartition(" ")
        kind, priority, place, shown = rest.split(" ", 3)
        if place.endswith("$"):
            place = place[:-1] + name
        rows.append(Row(name, f"{domain}:{kind}", prefix + place, shown, priority))
    return rows


def write_inventory(path: Path, rows: Iterable[Row], project: str, version: str) -> int:
    """Write an inventory and tell how many rows it has. Of rows with the same name and kind the first is kept."""
    kept: dict[tuple[str, str], Row] = {}
    for row in rows:
        kept.setdefault((row.name, row.kind), row)
    lines = "".join(f"{row.name} {row.kind} {row.priority} {row.place} {row.shown}\n" for row in kept.values())
    path.write_bytes(_HEAD.format(project=project, version=version).encode() + zlib.compress(lines.encode(), 9))
    return len(kept)
