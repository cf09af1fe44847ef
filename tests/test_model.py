"""The records a position is made of, apart from the rules."""

from __future__ import annotations

import copy
from collections.abc import Callable

import attrs
import pytest

from era_of_inventions.game import Game
from era_of_inventions.model import draft as drafts
from era_of_inventions.model.components import Area
from era_of_inventions.model.goods import ONE, Good
from era_of_inventions.model.moves import (
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
from era_of_inventions.model.state import Board, Phase, Player, State, Turn, so_far
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.testing import Script
from tests.positions import Alike


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
    assert Withdraw(2).area is Area.BUY
    trade = Exchange(4, ONE[Good.WOOD] + ONE[Good.COAL], ONE[Good.TOOL])
    assert trade.line is Line.BARTER


@pytest.mark.parametrize(
    ("make", "refused"),
    [
        (lambda: PlaceDisc(9), "9 is no area; expected one of Area, or 0 to 5"),
        (lambda: Resolve("market"), "'market' is no area; expected one of Area, or 0 to 5"),  # type: ignore[arg-type]
        (lambda: Exchange(6, 1), "6 is no line of the market; expected one of Line, or 0 to 5"),
        (lambda: Develop("telephone"), "'telephone' cannot stand in a move; expected a whole number"),  # type: ignore[arg-type]
        (lambda: RegisterPatent(1.0), "1.0 cannot stand in a move; expected a whole number"),  # type: ignore[arg-type]
        (lambda: ProduceInvention(3, None), "None cannot stand in a move; expected a whole number"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_area_line_or_number_makes_no_move(make: Callable[[], Move], refused: str) -> None:
    with pytest.raises(GameError) as error:
        make()
    assert str(error.value) == refused


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


@pytest.mark.parametrize("draft", [drafts.PlayerDraft, drafts.BoardDraft, drafts.TurnDraft])
def test_a_draft_declares_the_fields_of_its_part(draft: type[Player | Board | Turn]) -> None:
    (part,) = (base for base in draft.__bases__ if attrs.has(base))
    assert draft.__annotations__ == part.__annotations__


def test_nobody_can_change_a_position_that_a_move_has_left() -> None:
    for state, _ in Script(Game(3), seed=3, plies=60).steps():
        parts: tuple[State | Player | Board | Turn, ...] = (state, *state.players, state.board, state.turn)
        for part in parts:
            for field in attrs.fields(type(part)):
                with pytest.raises(attrs.exceptions.FrozenInstanceError):
                    setattr(part, field.name, getattr(part, field.name))


def test_positions_are_the_same_where_threads_run_free(monkeypatch: pytest.MonkeyPatch) -> None:
    def steps() -> list[tuple[State, Move]]:
        return list(Script(Game(3), seed=4, plies=500).steps())

    usual = steps()
    monkeypatch.setattr(drafts.Draft, "seal", drafts._sealed_by_copying)
    copied = steps()
    assert copied == usual
    for state, _ in copied:
        parts = (state, *state.players, state.board, state.turn)
        assert {type(part) for part in parts} == {State, Player, Board, Turn}
