"""The records a position is made of, apart from the rules."""

from __future__ import annotations

import copy

import attrs
import pytest

from era_of_inventions.game import Game
from era_of_inventions.model import state as model_state
from era_of_inventions.model.components import Area
from era_of_inventions.model.goods import ONE, Good
from era_of_inventions.model.moves import Move, PlaceDisc, ProduceInvention
from era_of_inventions.model.state import Board, Phase, Player, State, Turn, so_far
from era_of_inventions.rulings import Ruleset
from era_of_inventions.testing import Script


def test_equal_moves_are_the_same_object_however_they_are_made() -> None:
    made = ProduceInvention(3, ONE[Good.TOOL])
    assert ProduceInvention(card=3, cubes=ONE[Good.TOOL]) is made
    assert ProduceInvention(3, cubes=ONE[Good.TOOL]) is made
    assert copy.deepcopy(made) is made
    assert ProduceInvention(3) is not made
    assert PlaceDisc(area=Area.MARKET) is PlaceDisc(Area.MARKET)


def test_what_is_counted_in_an_action_and_in_all_actions_of_a_turn() -> None:
    first = Turn(Phase.ACTION, seat=0, built=1)
    second = Turn(Phase.BONUS_ACTION, seat=0, built=2, before=first)
    third = Turn(Phase.BONUS_ACTION, seat=0, built=4, before=second)
    assert [so_far(turn, "built", whole_turn=False) for turn in (first, second, third)] == [1, 2, 4]
    assert [so_far(turn, "built", whole_turn=True) for turn in (first, second, third)] == [1, 3, 7]


def test_settings_that_are_called_otherwise_are_kept_apart() -> None:
    usual = Game(3).setting
    assert Game(3, Ruleset(name="ours")).setting.ruleset.name == "ours"
    assert Game(3, components=attrs.evolve(usual.components, name="mine")).setting.components.name == "mine"
    assert Game(3).setting is usual


@pytest.mark.skipif(not hasattr(model_state, "_sealed_by_copying"), reason="the compiled build always copies")
def test_positions_are_the_same_where_threads_run_free(monkeypatch: pytest.MonkeyPatch) -> None:
    def steps() -> list[tuple[State, Move]]:
        return list(Script(players=3, seed=4, plies=500).steps())

    usual = steps()
    monkeypatch.setattr(model_state.Draft, "seal", model_state._sealed_by_copying)
    copied = steps()
    assert copied == usual
    for state, _ in copied:
        parts = (state, *state.players, state.board, state.turn)
        assert {type(part) for part in parts} == {State, Player, Board, Turn}
