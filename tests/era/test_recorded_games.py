"""Whole games on file, strictly played again: every position and score as it was, and nothing lost on the way."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions import FileError, Game, Record, State, read_game, show_game
from era_of_inventions.box.components import CardKind
from era_of_inventions.tabletop.values import members
from era_of_inventions.testing import generated_components
from tests.support.playthroughs import STRETCHES, playthrough
from tests.tools.make_games import EXPECTED, FOLDER, LETTERS, PLAYTHROUGHS, expectation, states

GAMES: dict[str, dict[str, Any]] = json.loads(EXPECTED.read_text(encoding="utf-8"))


@cache
def recorded(name: str) -> Record:
    """A game on file. Generated component sets are known by their seed, which is in the name."""
    seeds = [int(word) for word in name.split("-")[1:2] if name.startswith("generated-")]
    return read_game(FOLDER / f"{name}.era", components=map(generated_components, seeds))


def test_every_file_is_expected_and_there() -> None:
    for suffix in ("era", "states"):
        assert sorted(path.stem for path in FOLDER.glob(f"*.{suffix}")) == sorted(GAMES)


@pytest.mark.slow
def test_the_games_are_of_many_kinds() -> None:
    records = [recorded(name) for name in GAMES]
    assert len(records) >= 30
    assert {record.setting.players for record in records} == {3, 4, 5}
    assert {record.setting.ruleset for record in records} >= set(LETTERS.values())
    assert len({record.setting.ruleset for record in records}) >= 10
    assert len({record.setting.components for record in records}) >= 5
    assert {dict(record.about)["Author"] for record in records} == {
        f"{style} players" for style in ("random", "busy", "greedy", "mixed")
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_went(name: str) -> None:
    record = recorded(name)
    assert states(record) == (FOLDER / f"{name}.states").read_text(encoding="ascii")
    assert expectation(record) == GAMES[name]
    assert Game.from_state(record.start).is_over(record.end())
    assert show_game(record) == (FOLDER / f"{name}.era").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_lost_in_a_game(name: str) -> None:
    record = recorded(name)
    assert_all_there(record.start)
    for step in record.replay():
        assert_all_there(step.state)
        assert_only_growing(step.before, step.state)


def assert_all_there(state: State) -> None:
    """Each factory is in one place, and so is each card; discs and markers are no more than there are."""
    board, box = state.board, state.components
    built = [f for player in state.players for f in members(player.factories) if f < len(box.factories)]
    row = [f for f in board.row if f >= 0]
    places = [*built, *row, *members(board.factory_deck), *members(board.factory_discards)]
    assert sorted(places) == list(range(len(box.factories)))

    originals = {space // 2 for player in state.players for space in members(player.developed) if space % 2 == 0}
    waiting = {space // 2 for space in members(board.developed_this_round) if space % 2 == 0}
    lying = [*members(board.deck), *members(board.discards), *(card for card in board.display if card >= 0)]
    assert len(set(lying)) == len(lying)
    kinds = {card: box.cards[card].kind for card in lying}
    inventions = [card for card in lying if kinds[card] is not CardKind.START]
    assert sorted(inventions) == [i for i, card in enumerate(box.cards) if card.invention in originals - waiting]

    used = [space for player in state.players for space in members(player.developed)]
    assert len(set(used)) == len(used)
    assert all(player.patented & ~player.developed == 0 for player in state.players)
    discs = 3 if state.setting.players == 3 else 2
    assert all(player.discs.bit_count() <= discs for player in state.players)
    assert sum(player.bonus_discs for player in state.players) <= box.bonus_discs


def assert_only_growing(before: State, after: State) -> None:
    """Influence, patents, factories and developments are never lost, and rounds do not run back."""
    assert before.round <= after.round <= before.round + 1
    for old, new in zip(before.players, after.players, strict=True):
        assert old.influence <= new.influence
        assert 0 <= new.patents - old.patents <= 1
        assert old.factories & ~new.factories == 0
        assert old.developed & ~new.developed == 0
        assert old.patented & ~new.patented == 0


@pytest.mark.slow
@pytest.mark.parametrize("stretch", STRETCHES, ids=[stretch.name for stretch in STRETCHES])
def test_a_playthrough_is_as_it_was(stretch: Any) -> None:
    text = playthrough(recorded(stretch.game), stretch)
    assert text == (PLAYTHROUGHS / f"{stretch.name}.txt").read_text(encoding="utf-8")


def test_every_playthrough_on_file_is_compared() -> None:
    assert sorted(path.stem for path in PLAYTHROUGHS.iterdir()) == sorted(stretch.name for stretch in STRETCHES)


def test_another_game_would_be_noticed(tmp_path: Path) -> None:
    text = (FOLDER / "default-3-random.era").read_text(encoding="utf-8")
    other = tmp_path / "other.era"
    other.write_text(text.replace("Start player: Brown", "Start player: Green"), encoding="utf-8")
    with pytest.raises(FileError, match=r"line 16, column 1: found 'Brown', expected 'Green:', whose turn it is"):
        read_game(other)
