"""Victory points, and who wins."""

from __future__ import annotations

import pytest
from phoenicia.position import Stage, State
from phoenicia.rules import score
from phoenicia_tables import Has, clause, steps, table

from era_of_inventions.tabletop.play.game import Game


def over(*players: Has, overlord: int = 0) -> State:
    """The end of a game."""
    return table(*players, stage=Stage.OVER, overlord=overlord)


@clause("score.workers")
class TestWorkers:
    """Workers who are employed count the victory points of their activity."""

    @pytest.mark.parametrize(
        ("workers", "points"),
        [
            ((1, 0, 0, 0), 1),
            ((0, 1, 0, 0), 1),
            ((0, 0, 1, 0), 2),
            ((0, 0, 0, 1), 2),
            ((3, 2, 4, 1), 15),
        ],
    )
    def test_by_activity(self, workers: tuple[int, int, int, int], points: int) -> None:
        state = over(Has(workers=workers, untrained=4, trained=2), Has(workers=(0, 0, 0, 0)))
        assert [*score.workers(state)] == [points, 0]


@clause("score.cards")
class TestCards:
    """Development cards count the victory points on them."""

    @pytest.mark.parametrize(("cards", "points"), [("", 0), ("fort", 1), ("3 fort, dye-house", 6), ("city-walls", 7)])
    def test_each_copy(self, cards: str, points: int) -> None:
        assert [*score.cards(over(Has(cards=cards)))] == [points, 0]


@clause("score.bought")
class TestBought:
    """Victory points that were bought count."""

    def test_one_each(self) -> None:
        assert [*score.bought(over(Has(bought=4), Has(), Has(bought=1)))] == [4, 0, 1]


@clause("score.tie-order")
class TestTieOrder:
    """Of tied players the first in the order of turns wins: the Overlord if tied, otherwise the next clockwise."""

    @pytest.mark.parametrize(
        ("overlord", "lags", "winner"),
        [
            (0, [], 0),
            (2, [], 2),
            (2, [2], 3),
            (2, [2, 3], 0),
            (3, [3, 0], 1),
            (1, [1], 2),
        ],
    )
    def test_from_the_overlord_on(self, overlord: int, lags: list[int], winner: int) -> None:
        players = [Has(bought=0 if seat in lags else 30) for seat in range(4)]
        state = over(*players, overlord=overlord)
        assert score.winner(state, Game.from_state(state).score(state).totals) == (winner,)
        order = score.tie_order(state)
        assert max(range(4), key=order.__getitem__) == overlord


@clause("score.winner")
class TestWinner:
    """The player with the most victory points wins, no matter who reached 32 first."""

    @pytest.mark.parametrize("bought", [(30, 31, 40), (40, 31, 39), (0, 33, 32)])
    def test_most_points(self, bought: tuple[int, int, int]) -> None:
        state = over(*(Has(bought=number) for number in bought))
        result = Game.from_state(state).score(state)
        assert result.totals == tuple(number + 2 for number in bought)
        assert tuple(result.winners) == (bought.index(max(bought)),)

    def test_in_every_game(self) -> None:
        ends = [step.after for step in steps() if step.after.turn.stage is Stage.OVER]
        assert ends
        for state in ends:
            (won,) = Game.from_state(state).score(state).winners
            assert state.players[won].vp == max(player.vp for player in state.players) >= 32
