"""The end of a turn, and task 2a: the end of the game or a new Overlord."""

from __future__ import annotations

from typing import Any

import pytest
from phoenicia.moves import EndTurn
from phoenicia.position import Stage, State
from phoenicia.rules import overlord
from phoenicia_tables import Has, clause, moves_of, play, table


def last_turn(*points: int, old: int = 0, **turn: Any) -> State:
    """The end of the last turn of a round; each player has so many victory points."""
    last = (old - 1) % len(points)
    said: dict[str, Any] = {"stage": Stage.TOOLS, "deck": "9 fort", **turn}
    return table(*(Has(bought=number - 2) for number in points), seat=last, overlord=old, **said)


@clause("overlord.next-turn")
class TestNextTurn:
    """After a turn, the player on the left has a turn; after the last turn the administration begins."""

    @pytest.mark.parametrize(("old", "seat", "following"), [(0, 0, 1), (0, 1, 2), (2, 2, 0), (1, 2, 0)])
    def test_the_left_neighbor(self, old: int, seat: int, following: int) -> None:
        state = table(Has(), Has(), Has(), stage=Stage.TOOLS, seat=seat, overlord=old)
        turn = play(state, "end turn").turn
        assert (turn.stage, turn.seat, turn.active, turn.overlord) == (Stage.OFFER, following, following, old)

    @pytest.mark.parametrize("old", [0, 1, 2])
    def test_after_the_last_the_administration(self, old: int) -> None:
        assert play(last_turn(5, 4, 3, old=old), "end turn").turn.stage is Stage.REFILL

    def test_in_every_game(self) -> None:
        for before, _, after in moves_of(EndTurn):
            left = (before.turn.active + 1) % len(before.players)
            assert (after.turn.stage is Stage.OFFER) == (left != before.turn.overlord)


@clause("overlord.city-state")
class TestCityState:
    """Whoever has 32 victory points or more has founded a city-state."""

    @pytest.mark.parametrize(("points", "founded"), [((31, 31), False), ((32, 2), True), ((2, 40), True)])
    def test_thirty_two(self, points: tuple[int, int], founded: bool) -> None:
        state = last_turn(*points)
        assert overlord.city_state(state) == founded
        assert (play(state, "end turn").turn.stage is Stage.OVER) == founded


@clause("overlord.end-check")
class TestEndCheck:
    """If there is a city-state when all turns of a round are over, the game ends; the Overlord stays Overlord."""

    def test_the_overlord_stays(self) -> None:
        turn = play(last_turn(2, 40, 3), "end turn").turn
        assert (turn.stage, turn.overlord) == (Stage.OVER, 0)

    def test_not_before_all_turns_are_over(self) -> None:
        state = table(Has(bought=40), Has(), stage=Stage.TOOLS)
        assert play(state, "end turn").turn.stage is Stage.OFFER

    def test_else_the_administration_goes_on(self) -> None:
        assert play(last_turn(31, 31, 31), "end turn").turn.stage is Stage.REFILL


@clause("overlord.most-points")
class TestMostPoints:
    """If the game goes on after a round, the player with the most victory points becomes Overlord."""

    @pytest.mark.parametrize(
        ("points", "old", "new"),
        [
            ((5, 6, 4), 0, 1),
            ((7, 6, 4), 0, 0),
            ((5, 6, 9), 1, 2),
            ((9, 6, 9, 10), 2, 3),
        ],
    )
    def test_alone_in_front(self, points: tuple[int, ...], old: int, new: int) -> None:
        turn = play(last_turn(*points, old=old), "end turn").turn
        assert (turn.overlord, turn.active, turn.seat) == (new, new, new)


@clause("overlord.tie-order")
class TestTieOrder:
    """Of tied players the first in turn after the old Overlord takes over; an old Overlord who ties does not stay."""

    @pytest.mark.parametrize(
        ("points", "old", "new"),
        [
            ((6, 6, 4), 0, 1),
            ((6, 4, 6), 0, 2),
            ((6, 6, 6, 6), 3, 0),
            ((6, 5, 6, 6), 2, 3),
            ((6, 6, 5, 5), 1, 0),
        ],
    )
    def test_from_the_left_of_the_old_one(self, points: tuple[int, ...], old: int, new: int) -> None:
        assert play(last_turn(*points, old=old), "end turn").turn.overlord == new

    def test_alone_in_front_the_old_one_stays(self) -> None:
        assert play(last_turn(6, 5, 5), "end turn").turn.overlord == 0
