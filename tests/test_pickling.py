"""Pickling: small, equal, with the same hash, and shared as it was; in another process too."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given

from era_of_inventions import Game, GameError, Ruleset, Setting, State, data
from era_of_inventions.component_files import load_shipped, read_components
from era_of_inventions.game import ERA
from era_of_inventions.model.state import Board, Player, Turn, fresh_turn
from era_of_inventions.tabletop.law.ruling import Ruling
from era_of_inventions.testing import Script, component_sets, positions, rulesets, scripts
from tests.positions import SHIPPED, after, random_game, with_card

ROOT = Path(__file__).parent.parent
BYTES_MAX = 300


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def states_of(players: int, ruleset: Ruleset | str = "default", seed: int = 0) -> list[State]:
    """The positions of a random game from an ordinary deal."""
    game = Game(players, ruleset)
    rng = random.Random(seed)
    return [state for state, _, _ in random_game(game, rng, game.new(0))]


def forget() -> None:
    """Forget all parts of positions, as in a fresh process."""
    from era_of_inventions.codec import pickling

    for remembered in (pickling._player, pickling._board, pickling._turn):
        remembered.cache_clear()


# --- Size -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("ruleset", Ruleset.presets)
def test_a_position_alone_takes_300_bytes_at_most(players: int, ruleset: str) -> None:
    sizes = [len(pickle.dumps(state)) for state in states_of(players, ruleset, seed=players)]
    assert max(sizes) <= BYTES_MAX


@pytest.mark.parametrize("ruling", Ruleset.rulings(), ids=lambda ruling: ruling.id)
def test_a_position_alone_takes_300_bytes_at_most_by_other_readings_too(ruling: Ruling) -> None:
    for reading in ruling.readings:
        chosen: dict[str, Any] = {ruling.field: reading.name}
        ruleset = Ruleset(**chosen)
        sizes = [len(pickle.dumps(state)) for state in states_of(5, ruleset, seed=2)[::9]]
        assert max(sizes) <= BYTES_MAX
        assert (again(ruleset), again(ruleset).name) == (ruleset, ruleset.name)


def test_positions_together_take_far_less() -> None:
    states = states_of(5)
    assert len(pickle.dumps(states)) < len(states) * 100


def test_a_set_that_is_not_shipped_is_pickled_once_for_all_positions() -> None:
    game = Game(3, components=with_card(0, question_marks=2))
    states = [state for state, _, _ in random_game(game, random.Random(1), game.new(0))]
    assert len(pickle.dumps(states)) - len(pickle.dumps(states[:1])) < (len(states) - 1) * 100
    assert again(states) == states


def test_a_set_is_shipped_that_was_read_from_the_shipped_file() -> None:
    read = read_components(Path(data.__path__[0]) / "components" / "reconstructed.toml")
    assert read is not SHIPPED
    assert len(pickle.dumps(read)) < 100
    assert pickle.loads(pickle.dumps(read)) is load_shipped("reconstructed")
    assert len(pickle.dumps(attrs.evolve(read, provenance={}))) > 1000


def test_rich_positions_are_small_too() -> None:
    sizes = []
    for seed in range(4):
        script = Script(players=5, rich=True, seed=seed, plies=400)
        sizes += [len(pickle.dumps(state)) for state, _ in script.steps()]
    assert max(sizes) <= BYTES_MAX


# --- Equality ---------------------------------------------------------------------------------------------------------


@given(positions(rulesets=rulesets(), component_sets=component_sets()))
def test_positions_come_back_equal(state: State) -> None:
    hash(state)
    forget()
    loaded = again(state)
    assert loaded == state
    assert hash(loaded) == hash(state)
    assert repr(loaded) == repr(state)
    for part, kind in ((loaded.players[0], Player), (loaded.board, Board), (loaded.turn, Turn)):
        assert type(part) is kind
    assert copy.deepcopy(state) == state


@given(scripts(rulesets=rulesets(), component_sets=component_sets()))
def test_the_game_goes_on_from_what_comes_back(script: Script) -> None:
    game = script.game
    for state, move in list(script.steps())[-5:]:
        forget()
        loaded = again(state)
        assert game.legal_moves(loaded) == game.legal_moves(state)
        assert game.play(loaded, move) == game.play(state, move)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_will_do(protocol: int) -> None:
    states = states_of(4)[::40]
    assert pickle.loads(pickle.dumps(states, protocol)) == states


def test_huge_numbers_come_back() -> None:
    state = states_of(3)[50]
    player = attrs.evolve(state.players[0], influence=10**9, goods=(1 << 111) - 1, patents=-1)
    turn = attrs.evolve(state.turn, made=(0, 0, 38), moved=-5, before=attrs.evolve(state.turn, made=(1,)))
    state = attrs.evolve(state, players=(player, *state.players[1:]), turn=turn, round=70_000)
    forget()
    assert again(state) == state


PROGRAM = """
import pickle, sys
from tests.test_pickling import states_of
states = pickle.loads(sys.stdin.buffer.read())
here = states_of(4)
print(states == here, {*states} == {*here}, all(a.setting is b.setting for a, b in zip(states, here)))
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_finds_them_equal(seed: str) -> None:
    states = states_of(4)
    hash(states[0])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=pickle.dumps(states),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
        cwd=ROOT,
    )
    assert done.stdout.split() == [b"True"] * 3


# --- Sharing ----------------------------------------------------------------------------------------------------------


def test_what_positions_share_they_share_again() -> None:
    states = states_of(4)
    data = pickle.dumps(states)
    forget()
    loaded = pickle.loads(data)
    for (a, b), (x, y) in zip(pairwise(states), pairwise(loaded), strict=True):
        assert x.setting is y.setting
        if a.board is b.board:
            assert x.board is y.board
        for before, after_, old, new in zip(a.players, b.players, x.players, y.players, strict=True):
            if before is after_:
                assert old is new


def test_settings_come_back_as_the_one_of_the_game() -> None:
    for game in (Game(3), Game(5, "nl"), Game(4, Ruleset(build_cap="turn"))):
        assert again(game.setting) is game.setting
        assert again(game.new()).setting is game.setting


def test_shipped_sets_and_presets_come_back_as_they_are_shipped() -> None:
    assert again(SHIPPED) is load_shipped("reconstructed")
    assert again(Ruleset.preset("de")) is again(Ruleset.preset("de"))
    other = with_card(0, question_marks=2)
    assert again(other) == other
    assert again(attrs.evolve(SHIPPED, name="mine")).name == "mine"
    assert again(attrs.evolve(SHIPPED, provenance={})).provenance == {}
    named = Ruleset(name="ours", build_cap="turn")
    assert (again(named), again(named).name) == (named, "ours")


def test_turns_in_which_nothing_is_done_come_back_as_the_shared_ones() -> None:
    for state in states_of(4):
        forget()
        shared = fresh_turn(state.turn.phase, state.turn.seat, state.turn.area)
        if state.turn == shared:
            assert again(state).turn is shared


def test_drafts_become_states_before_they_are_pickled() -> None:
    state = states_of(3)[30]
    move = Game.of(state).legal_moves(state)[0]
    assert type(again(after(state, move))) is State


# --- Pickles of another version ---------------------------------------------------------------------------------------


def test_a_shipped_set_that_has_changed_since_is_refused() -> None:
    print_ = pickle.dumps(Game(3).setting)
    from era_of_inventions.model.fingerprint import fingerprint

    changed = print_.replace(bytes.fromhex(fingerprint(SHIPPED)), bytes(8))
    assert changed != print_
    with pytest.raises(GameError, match=r"the pickle holds a component set with fingerprint 0{16}, but none"):
        pickle.loads(changed)


def test_settings_are_equal_whatever_way_they_were_made() -> None:
    made = Setting(ERA, 4, Ruleset(), SHIPPED)
    assert again(made) == made
    assert again(made) is Game(4).setting
