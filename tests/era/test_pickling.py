"""Pickling: equal, with the same hash, and with a small setting that is shared; in another process too."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from era_of_inventions import ERA, LAW, Game, GameError, Ruleset, Setting, State, data
from era_of_inventions.box.files import SETS, load_shipped, read_components
from era_of_inventions.moves import Move
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.ruling import Ruling
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import Script, component_sets, positions, rulesets, scripts
from tests.support.positions import SHIPPED, with_card

SETTING_MAX = 420
"""The most bytes of a setting with the default readings."""
READING_MAX = 50
"""The most bytes that another reading adds to it."""


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


# --- Positions and moves --------------------------------------------------------------


@pytest.mark.slow
@given(positions(rulesets=rulesets(), component_sets=component_sets()))
def test_positions_come_back_equal(state: State) -> None:
    hash(state)
    loaded = again(state)
    assert loaded == state
    assert hash(loaded) == hash(state)
    assert repr(loaded) == repr(state)
    assert loaded.setting is again(state).setting
    assert copy.deepcopy(state) is state


@pytest.mark.slow
@given(scripts(rulesets=rulesets(), component_sets=component_sets()))
def test_the_game_goes_on_from_what_comes_back(script: Script) -> None:
    game = script.game
    for state, move in list(script.steps())[-5:]:
        loaded = again(state)
        assert game.legal_moves(loaded) == game.legal_moves(state)
        assert game.play(loaded, move) == game.play(state, move)


def test_the_law_comes_back_as_itself() -> None:
    assert again(LAW) is LAW
    assert copy.deepcopy(LAW) is LAW
    with pytest.raises(pickle.PicklingError):
        pickle.dumps(Law(LAW.chapters))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_will_do(protocol: int) -> None:
    script = Script(Game(4), seed=2, plies=200)
    steps = list(script.steps())[::40]
    loaded = pickle.loads(pickle.dumps(steps, protocol))
    assert loaded == steps
    assert all(moved is move for (_, moved), (_, move) in zip(loaded, steps, strict=True))


def first_moves(states: list[State]) -> list[tuple[State, Move]]:
    """Each position with the first of its legal moves."""
    return [(state, Game.from_state(state).legal_moves(state)[0]) for state in states]


@pytest.mark.slow
def test_another_process_reads_and_answers() -> None:
    states = [state for state, _ in Script(Game(3), seed=1, plies=40).steps()]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        answered = executor.submit(first_moves, states).result()
    assert {state for state, _ in answered} == {*states}
    for (answer, moved), (state, move) in zip(answered, first_moves(states), strict=True):
        assert answer.setting is state.setting
        assert moved is move


# --- Settings -------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_setting_is_small(players: int) -> None:
    game = Game(players)
    assert len(pickle.dumps(game.setting)) <= SETTING_MAX
    assert len(pickle.dumps(game)) <= SETTING_MAX


@pytest.mark.slow
@pytest.mark.parametrize("ruling", Ruleset.rulings(), ids=lambda ruling: ruling.id)
def test_a_reading_adds_little_to_it(ruling: Ruling) -> None:
    for reading in ruling.readings[1:]:
        chosen: dict[str, Any] = {ruling.field: reading.name}
        ruleset = Ruleset(name="ours", **chosen)
        assert len(pickle.dumps(Game(5, ruleset).setting)) <= SETTING_MAX + READING_MAX
        assert (again(ruleset), again(ruleset).name) == (ruleset, "ours")


@pytest.mark.parametrize("preset", Ruleset.presets)
def test_presets_come_back_under_their_name(preset: str) -> None:
    ruleset = Ruleset.preset(preset)
    assert (again(ruleset), again(ruleset).name) == (ruleset, preset)


def test_settings_come_back_as_the_one_of_the_game() -> None:
    for game in (Game(3), Game(5, "nl"), Game(4, Ruleset(build_cap="turn"))):
        assert again(game.setting) is game.setting
        assert again(game).setting is game.setting
        assert again(game.new()).setting is game.setting
    made = Setting(ERA, 4, Ruleset(), SHIPPED)
    assert made is not Game(4).setting
    assert again(made) is Game(4).setting


# --- Component sets -------------------------------------------------------------------


def test_a_set_that_is_equal_to_a_shipped_one_comes_back_as_that() -> None:
    read = read_components(Path(data.__path__[0]) / "components" / "reconstructed.toml")
    assert read is not SHIPPED
    assert again(read) is load_shipped("reconstructed")


@pytest.mark.parametrize(
    "components",
    [with_card(0, question_marks=2), evolve(SHIPPED, name="mine"), evolve(SHIPPED, provenance={})],
    ids=["printed", "name", "provenance"],
)
def test_a_set_that_differs_from_the_shipped_one_is_pickled_whole(components: Any) -> None:
    loaded = again(components)
    assert loaded == components
    assert (loaded.name, loaded.provenance) == (components.name, components.provenance)


def test_a_set_of_ones_own_is_pickled_once_for_all_positions() -> None:
    script = Script(Game(3, components=with_card(0, question_marks=2)), seed=1, plies=20)
    states = [state for state, _ in script.steps()]
    assert again(states) == states
    one, all_ = len(pickle.dumps(states[:1])), len(pickle.dumps(states))
    assert all_ - one < one


def test_a_shipped_set_that_has_changed_since_is_refused() -> None:
    pickled = pickle.dumps(SHIPPED).replace(SETS.fingerprint(SHIPPED).encode(), b"0" * 16)
    with pytest.raises(GameError, match=r"'reconstructed' with fingerprint 0{16}"):
        pickle.loads(pickled)
