"""Positions of recorded games as the texts of disputes: the same position, in which the move that was made is legal."""

from __future__ import annotations

from pathlib import Path

import pytest

from era_of_inventions import ERA
from era_of_inventions.samples import SAMPLES
from era_of_inventions.tabletop.disputes import judge_claim, parse_dispute
from era_of_inventions.tabletop.disputes.recorded import position_as_dispute
from era_of_inventions.tabletop.errors import FileError, GameError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.registry import names, rulebook_named
from era_of_inventions.tabletop.records import parse_game

ROOT = Path(__file__).parents[3]
RECORDS = sorted(ROOT.glob("examples/*/tests/games/*.era")) + sorted(ROOT.glob("tests/era/games/*.era"))
SOME, FEW = 5, 4
"""Every how many-th record is read, and how many of its positions are written."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [one for one in RECORDS if "generated" not in one.name][::SOME], ids=lambda path: path.stem
)
def test_a_position_of_a_record_is_that_of_its_dispute(path: Path) -> None:
    record = parse_game(path.read_text(encoding="utf-8"), tuple(map(rulebook_named, names())))
    rulebook = record.setting.rulebook
    steps = [(step, step.seat) for step in record.replay() if step.seat is not None]
    for step, seat in steps[:: len(steps) // FEW]:
        move = record.setting.vocabulary.show(step.move)
        text = position_as_dispute(step.before, record.names, f"{record.names[seat]}: {move}", "One")
        dispute = parse_dispute(text, rulebook)
        assert (dispute.state, dispute.title) == (step.before, "One")
        assert judge_claim(dispute, dispute.claims[0]).result == "holds"


@pytest.mark.parametrize("name", names())
def test_a_position_without_a_claim_is_that_of_its_text(name: str) -> None:
    rulebook = rulebook_named(name)
    count = max(rulebook.player_counts())
    state = Game(rulebook, count).new()
    text = position_as_dispute(state, rulebook.grammar.seat_names(count), None, "One")
    dispute = parse_dispute(text, rulebook, claimless=True)
    assert (dispute.state, dispute.claims) == (state, ())
    with pytest.raises(FileError, match="claim"):
        parse_dispute(text, rulebook)


def test_what_no_file_can_state_is_refused() -> None:
    assert SAMPLES.components
    game = Game(ERA, 3, components=SAMPLES.components(1))
    with pytest.raises(GameError):
        position_as_dispute(game.new(), ("Orange", "Brown", "Green"), "place market", "One")
