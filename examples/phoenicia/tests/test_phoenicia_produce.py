"""Activities: the worth of workers, and their places."""

from __future__ import annotations

import pytest
from phoenicia.box import Activity
from phoenicia.position import Stage, State
from phoenicia.rules import produce
from phoenicia_tables import CLOTHMAKING, FARMING, HUNTING, MINING, Has, clause, reached, table, under, worth


def of(has: Has, **fields: str) -> State:
    """A position in which the first player has something."""
    return under(table(has, stage=Stage.WORKERS), **fields)


@clause("produce.tiles")
class TestTiles:
    """Everybody can hunt and farm; for mining and for clothmaking one needs a card that brings the tile."""

    @pytest.mark.parametrize(
        ("cards", "tiles"),
        [
            ("", [1, 1, 0, 0]),
            ("prospector", [1, 1, 1, 0]),
            ("dye-house", [1, 1, 0, 1]),
            ("2 prospector, 3 dye-house", [1, 1, 1, 1]),
            ("smelter, dyer, tracker", [1, 1, 0, 0]),
        ],
    )
    def test_by_cards(self, cards: str, tiles: list[int]) -> None:
        state = of(Has(cards=cards))
        assert [produce.tiles(state, state.me, activity) for activity in Activity] == tiles

    @pytest.mark.parametrize(
        ("cards", "tiles"),
        [
            ("2 prospector, 3 dye-house", [1, 1, 2, 3]),
            ("prospector", [1, 1, 1, 0]),
        ],
    )
    def test_by_one_reading_several(self, cards: str, tiles: list[int]) -> None:
        state = of(Has(cards=cards), second_tile="yes")
        assert [produce.tiles(state, state.me, activity) for activity in Activity] == tiles

    @pytest.mark.parametrize(
        ("cards", "mines"), [("smelter", 1), ("2 smelter", 1), ("smelter, prospector", 1), ("", 0)]
    )
    def test_by_one_reading_a_smelter_opens_mining(self, cards: str, mines: int) -> None:
        state = of(Has(cards=cards), smelter_without_mine="opens-mine")
        assert produce.tiles(state, state.me, MINING) == mines


@clause("produce.improved-only-two")
class TestImprovedOnlyTwo:
    """Only hunting and mining can be improved, by a first card and again by a second; the workers there stay."""

    @pytest.mark.parametrize(
        ("cards", "levels"),
        [
            ("dye-house, 2 prospector, granary", [0, 0, 0, 0]),
            ("tracker", [1, 0, 0, 0]),
            ("2 tracker, smelter", [2, 0, 1, 0]),
            ("3 tracker, 3 smelter", [2, 0, 2, 0]),
        ],
    )
    def test_by_cards(self, cards: str, levels: list[int]) -> None:
        state = of(Has(cards=cards))
        assert [produce.improved_only_two(state, state.me, activity) for activity in Activity] == levels


@clause("produce.points")
class TestPoints:
    """The production of an activity depends on its level and its number of workers; odd and even ones can differ."""

    SUMS = (
        (HUNTING, "", (0, 1, 2, 3, 4, 5)),
        (HUNTING, "tracker", (0, 1, 3, 4, 6, 7)),
        (HUNTING, "2 tracker", (0, 2, 4, 6, 8, 10)),
        (FARMING, "2 tracker, smelter", (0, 2, 4, 6, 8, 10)),
        (MINING, "prospector", (0, 3, 6, 9, 12, 15)),
        (MINING, "prospector, smelter", (0, 3, 7, 10, 14, 17)),
        (MINING, "prospector, 2 smelter", (0, 4, 8, 12, 16, 20)),
        (CLOTHMAKING, "dye-house", (0, 4, 8, 12, 16, 20)),
    )

    @pytest.mark.parametrize(("activity", "cards", "sums"), SUMS)
    def test_of_none_to_five(self, activity: int, cards: str, sums: tuple[int, ...]) -> None:
        for number, points in enumerate(sums):
            workers: list[int] = [0, 0, 0, 0]
            workers[activity] = number
            state = of(Has(cards=cards, workers=(workers[0], workers[1], workers[2], workers[3])))
            assert produce.points(state, state.me, activity) == points


@clause("produce.circles")
class TestCircles:
    """A tile holds as many workers as it has circles."""

    @pytest.mark.parametrize(
        ("cards", "reading", "circles"),
        [
            ("", "no", [5, 5, 0, 0]),
            ("2 prospector", "no", [5, 5, 5, 0]),
            ("2 prospector, dye-house", "yes", [5, 5, 10, 5]),
        ],
    )
    def test_of_the_tiles(self, cards: str, reading: str, circles: list[int]) -> None:
        state = of(Has(cards=cards), second_tile=reading)
        assert [produce.circles(state, state.me, activity) for activity in Activity] == circles


MANY = (
    Has(),
    Has(workers=(5, 4, 0, 0), cards="tracker, glassmaking"),
    Has(workers=(3, 0, 5, 2), cards="2 tracker, prospector, 2 smelter, dye-house, port", bought=3),
    Has(workers=(0, 0, 0, 0), cards="3 fort, city-walls, refugees"),
)


@clause("produce.total")
class TestTotal:
    """A settlement has the production points of its workers and of its cards."""

    @pytest.mark.parametrize("has", MANY)
    def test_workers_and_cards(self, has: Has) -> None:
        assert produce.total(of(has), of(has).me) == worth(has)[0]

    def test_in_every_game(self) -> None:
        for state in reached(*Stage):
            for player in state.players:
                assert produce.total(state, player) == worth(player)[0]


@clause("produce.victory")
class TestVictory:
    """A settlement has the victory points of its workers and cards, and the points that were bought."""

    @pytest.mark.parametrize("has", MANY)
    def test_workers_cards_and_bought(self, has: Has) -> None:
        assert produce.victory(of(has), of(has).me) == worth(has)[1]

    def test_in_every_game(self) -> None:
        for state in reached(*Stage):
            for player in state.players:
                assert produce.victory(state, player) == worth(player)[1]
