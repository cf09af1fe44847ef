"""Scoring, and who wins."""

from __future__ import annotations

from typing import Any

import pytest
from goods_tables import SET, Has, bases, card, clause, coins, kind_of, reached, readings, side, steps, table, under
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.position import Stage, State

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.values import members

owned = st.lists(st.sampled_from(range(len(SET.cards))), unique=True, max_size=8)
few = st.integers(0, 6)


def score(state: State) -> Score:
    return Game.from_state(state).score(state)


def line(state: State, id_: str) -> list[int]:
    """The points of each seat from one clause."""
    return [line.points for line in score(state).lines if line.clause == id_]


def over(*players: Has, **more: Any) -> State:
    return table(*players, stage=Stage.OVER, **more)


@clause("score.buildings")
class TestBuildings:
    """Buildings count the victory points on them."""

    @given(owned)
    def test_the_points_on_them(self, indexes: list[int]) -> None:
        state = over(Has({SET.buildings[index].id: 0 for index in indexes}), Has())
        assert line(state, "score.buildings") == [sum(SET.buildings[index].points for index in indexes), 0]

    def test_nothing_else_does(self) -> None:
        state = over(Has(hand="9 cards", planned="food-factory-1"), Has())
        assert (line(state, "score.buildings"), score(state).totals) == ([0, 0], (0, 0))

    def test_so_it_was_in_every_game(self) -> None:
        for state in reached(Stage.EXCHANGE):
            expected = [sum(SET.buildings[base].points for base in bases(player)) for player in state.players]
            assert line(state, "score.buildings") == expected


@clause("score.assistants")
class TestAssistants:
    """Assistants count the victory points on them."""

    @given(st.lists(st.sampled_from(range(len(SET.assistants))), unique=True, max_size=2))
    def test_the_points_on_them(self, sides: list[int]) -> None:
        state = over(Has(assistants=[SET.assistants[index].id for index in sides]), Has())
        assert line(state, "score.assistants") == [sum(SET.assistants[index].points for index in sides), 0]

    def test_not_those_on_offer(self) -> None:
        state = over(Has(), Has(), offer=["assistant-1a"])
        assert score(state).totals == (0, 0)
        assert score(over(Has(assistants=["assistant-4a"]), Has())).totals == (3, 0)


@clause("score.goods")
class TestGoods:
    """All goods left count one point for every five coins that they are worth together, rounded down."""

    @given(few, few, few)
    def test_all_together_and_rounded_down(self, coal: int, flour: int, shoes: int) -> None:
        state = over(
            Has({"charburner-grain": coal, "mill-1": flour, "shoemaker-1": shoes}), Has({"charburner-wool": 4})
        )
        assert line(state, "score.goods") == [(coal + 2 * flour + 8 * shoes) // 5, 0]

    @pytest.mark.parametrize(("coal", "points"), [(4, 0), (5, 1), (9, 1), (10, 2)])
    def test_to_the_coin(self, coal: int, points: int) -> None:
        assert score(over(Has({"charburner-grain": coal}), Has())).totals == (points, 0)

    def test_three_and_three_are_six(self) -> None:
        state = over(Has({"iron-smelter-1": 1, "iron-smelter-2": 1}), Has())
        assert line(state, "score.goods") == [1, 0]

    def test_so_it_was_in_every_game(self) -> None:
        for state in reached(Stage.EXCHANGE):
            expected = []
            for player in state.players:
                worth = sum(kind_of(base).value * len(on) for base, on in player.buildings)
                expected.append(worth // 5)
            assert line(state, "score.goods") == expected


@clause("score.tie-leftover-coins")
class TestTieLeftoverCoins:
    """Of players with equal points, whoever has the most coins left after exchanging five for each point wins."""

    @given(st.integers(0, 14), st.integers(0, 14))
    def test_what_is_left_decides(self, first: int, second: int) -> None:
        state = over(Has({"charburner-grain": first}), Has({"charburner-wool": second}))
        ranks = [divmod(first, 5), divmod(second, 5)]
        assert score(state).winners == tuple(seat for seat in (0, 1) if ranks[seat] == max(ranks))

    def test_not_all_coins(self) -> None:
        rich = Has({"charburner-grain": 11})
        poor = Has({"charburner-wool": 4}, assistants=["assistant-1a"])
        assert score(over(rich, poor)).totals == (2, 2)
        assert score(over(rich, poor)).winners == (1,)


@clause("score.winner")
class TestWinner:
    """The most points win; players who are still equal after the tie-break share the victory."""

    @given(st.lists(st.integers(0, 12), min_size=2, max_size=4), st.integers(0, 3))
    def test_most_points_then_most_coins(self, worths: list[int], active: int) -> None:
        active %= len(worths)
        names = ("charburner-grain", "charburner-wool", "charburner-stone", "charburner-clay")
        players = [Has({names[seat]: worth}) for seat, worth in enumerate(worths)]
        state = over(*players, active=active)
        best = [seat for seat, worth in enumerate(worths) if divmod(worth, 5) == divmod(max(worths), 5)]
        assert score(state).winners == tuple(best)
        order = [(active + step) % len(worths) for step in range(len(worths))]
        assert score(under(state, readings(full_tie="later-in-order"))).winners == (max(best, key=order.index),)

    def test_points_before_coins(self) -> None:
        state = over(Has({"charburner-grain": 4}), Has({"charburner-wool": 5}))
        assert (score(state).totals, score(state).winners) == ((0, 1), (1,))

    def test_so_it_was_in_every_game(self) -> None:
        ends = [step.after for step in steps() if step.after.turn.stage is Stage.OVER]
        assert len(ends) > 3
        for state in ends:
            points = []
            for player in state.players:
                built = sum(SET.buildings[base].points for base in bases(player))
                hired = sum(SET.assistants[index].points for index in members(player.assistants))
                points.append((built + hired + coins(player) // 5, coins(player) % 5))
            assert score(state).totals == tuple(total for total, _ in points)
            winners = score(state).winners
            assert all(points[seat] == max(points) for seat in winners)
            if state.ruleset.full_tie == "shared":
                assert len(winners) == points.count(max(points))


def test_goods_are_worth_what_is_stated() -> None:
    stated = {"shoemaker-1": 8, "tannery-1": 6, "iron-smelter-1": 3, "mill-1": 2, "charburner-grain": 1}
    for id_, value in stated.items():
        state = over(Has({id_: 5}), Has())
        assert score(state).totals[0] - SET.buildings[card(id_)].points == value
    assert SET.assistants[side("assistant-4a")].points == 3
