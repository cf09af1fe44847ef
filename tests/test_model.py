"""The records a position is made of, apart from the rules."""

from __future__ import annotations

import copy

import attrs

from era_of_inventions.game import Game
from era_of_inventions.model.components import Area
from era_of_inventions.model.goods import ONE, Good
from era_of_inventions.model.moves import PlaceDisc, ProduceInvention
from era_of_inventions.model.state import Phase, Turn, so_far
from era_of_inventions.rulings import Ruleset


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
