"""The records a position is made of, apart from the rules."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import ONE, Good
from era_of_inventions.moves import (
    BuyLoad,
    Develop,
    Exchange,
    Line,
    Move,
    PlaceDisc,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    Withdraw,
)
from era_of_inventions.position import Board, Draft, Phase, Player, State, Turn, so_far
from era_of_inventions.rulebook import Game
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import Script
from tests.support.positions import Alike


def test_equal_moves_are_the_same_object_however_they_are_made() -> None:
    made = ProduceInvention(3, ONE[Good.TOOL])
    assert ProduceInvention(card=3, cubes=ONE[Good.TOOL]) is made
    assert ProduceInvention(3, cubes=ONE[Good.TOOL]) is made
    assert copy.deepcopy(made) is made
    assert ProduceInvention(3) is not made
    assert PlaceDisc(area=Area.MARKET) is PlaceDisc(Area.MARKET)


@pytest.mark.parametrize("number", [17, True, Alike(17)], ids=["int", "bool", "like an int"])
def test_a_move_of_equal_numbers_holds_whole_numbers_whatever_was_given_first(number: int) -> None:
    made = BuyLoad(number)  # nobody else holds such a move
    assert type(made.source) is int
    assert made is BuyLoad(int(number))


def test_a_move_of_a_number_speaks_of_the_area_or_line() -> None:
    number: Any = 2
    assert Withdraw(number).area is Area.BUY
    exchange = Exchange(2 * number, ONE[Good.WOOD] + ONE[Good.COAL], ONE[Good.TOOL])
    assert exchange.line is Line.BARTER


@pytest.mark.parametrize(
    "make",
    [
        lambda: PlaceDisc(9),  # type: ignore[arg-type]
        lambda: Resolve("market"),  # type: ignore[arg-type]
        lambda: Exchange(6, 1),  # type: ignore[arg-type]
        lambda: Develop("telephone"),  # type: ignore[arg-type]
        lambda: RegisterPatent(1.0),  # type: ignore[arg-type]
        lambda: ProduceInvention(3, None),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_area_line_or_number_makes_no_move(make: Callable[[], Move]) -> None:
    with pytest.raises(GameError, match="expected"):
        make()


def test_what_is_counted_in_an_action_and_in_all_actions_of_a_turn() -> None:
    first = Turn(Phase.ACTION, seat=0, built=1)
    second = Turn(Phase.BONUS_ACTION, seat=0, built=2, before=first)
    third = Turn(Phase.BONUS_ACTION, seat=0, built=4, before=second)
    assert [so_far(turn, "built", whole_turn=False) for turn in (first, second, third)] == [1, 2, 4]
    assert [so_far(turn, "built", whole_turn=True) for turn in (first, second, third)] == [1, 3, 7]


def test_settings_that_are_called_otherwise_are_kept_apart() -> None:
    usual = Game(3).setting
    assert Game(3, Ruleset(name="ours")).setting.ruleset.name == "ours"
    assert Game(3, components=evolve(usual.components, name="mine")).setting.components.name == "mine"
    assert Game(3).setting is usual


def test_nobody_can_change_a_position_that_a_move_has_left() -> None:
    for state, _ in Script(Game(3), seed=3, plies=60).steps():
        parts: tuple[State | Player | Board | Turn, ...] = (state, *state.players, state.board, state.turn)
        for part in parts:
            for name in type(part).__slots__:  # type: ignore[union-attr]
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    setattr(part, name, getattr(part, name))


def test_positions_are_the_same_where_threads_run_free(monkeypatch: pytest.MonkeyPatch) -> None:
    def steps() -> list[tuple[State, Move]]:
        return list(Script(Game(3), seed=4, plies=500).steps())

    usual = steps()
    monkeypatch.setattr(Draft, "seal", Draft.snapshot)
    copied = steps()
    assert copied == usual
    for state, _ in copied:
        parts = (state, *state.players, state.board, state.turn)
        assert {type(part) for part in parts} == {State, Player, Board, Turn}
