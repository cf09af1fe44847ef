"""Documents that were stored: they are read, and written again as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from era_of_inventions import Game, State, from_json, to_json
from era_of_inventions.moves import Move
from era_of_inventions.position import Phase

FOLDER = Path(__file__).parent / "documents"
POSITIONS, MOVES = (tuple((FOLDER / f"{name}.jsonl").read_text().splitlines()) for name in ("positions", "moves"))
SETTING = Game(5).setting


@pytest.mark.parametrize("text", POSITIONS, ids=range(len(POSITIONS)))
def test_stored_positions_stay_as_they_are(text: str) -> None:
    assert to_json(from_json(text, State)) == text


@pytest.mark.parametrize("text", MOVES, ids=[json.loads(text)["move"] for text in MOVES])
def test_stored_moves_stay_as_they_are(text: str) -> None:
    assert to_json(from_json(text, Move, setting=SETTING), setting=SETTING) == text


def test_the_stored_documents_are_of_all_kinds() -> None:
    assert {json.loads(text)["turn"]["phase"] for text in POSITIONS} == {*Phase}
    assert {json.loads(text)["move"] for text in MOVES} == {json.loads(text)["move"] for text in _every_move()}


def _every_move() -> list[str]:
    return [to_json(move, setting=SETTING) for move in Game(5).moves]
