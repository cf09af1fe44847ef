"""The published tables are what both routes count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from era_of_inventions.tabletop.testing.perft import divide, perft
from tests.tools.perft_tables import POSITIONS, TABLES, perft_by_law, position

PUBLISHED: dict[str, list[int]] = json.loads(TABLES.read_text(encoding="utf-8"))
ENGINE_MAX = 60_000
LAW_MAX = 60


def test_every_position_has_a_table() -> None:
    assert list(PUBLISHED) == [path.stem for path in POSITIONS]
    assert all(len(counts) >= 3 for counts in PUBLISHED.values())


@pytest.mark.slow
@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_the_engine_counts_what_is_published(path: Path) -> None:
    game, state = position(path)
    for depth, count in enumerate(PUBLISHED[path.stem], 1):
        if count <= ENGINE_MAX:
            assert perft(game, state, depth) == count
            assert sum(divide(game, state, depth).values()) == count


@pytest.mark.slow
@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_the_law_counts_what_is_published(path: Path) -> None:
    _, state = position(path)
    inner = 1
    for depth, count in enumerate(PUBLISHED[path.stem], 1):
        if inner <= LAW_MAX:
            assert perft_by_law(state, depth) == count
        inner = count
