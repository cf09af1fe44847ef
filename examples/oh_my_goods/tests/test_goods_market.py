"""Phases II and III: the market supply of the morning and the evening."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from goods_tables import (
    NEAT,
    SET,
    Has,
    allowed,
    card,
    clause,
    half_sun,
    market,
    moves_of,
    options,
    play,
    reached,
    steps,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.moves import Move, NoWork, PlanNothing, Produce, Reveal, Work
from oh_my_goods.position import Stage, State

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import members

SUNS = [index for index in range(len(SET.cards)) if half_sun(index)]
DARK = [index for index in range(len(SET.cards)) if not half_sun(index)]
rows = st.lists(st.sampled_from(range(len(SET.cards))), unique=True, max_size=9)


def turned_over(stage: Stage, order: list[int], **more: Any) -> tuple[State, int]:
    """The position after cards were turned over in this order, as long as there is something to turn over."""
    state = table(stage=stage, **more)
    number = 0
    for index in order:
        if state.turn.stage is not stage:
            break
        state, number = play(state, Reveal(index)), number + 1
    return state, number


def until_two(order: list[int]) -> int:
    """How many cards are turned over until two half suns are to be seen; all, if they never are."""
    found = [number for number, index in enumerate(order, 1) if half_sun(index)]
    return found[1] if len(found) > 1 else len(order)


@clause("market.from-draw-pile")
class TestFromDrawPile:
    """The active player turns over cards of the draw pile, one by one, at sunrise and again at sunset."""

    def test_any_card_of_it_and_no_other(self) -> None:
        for state in reached(Stage.SUNRISE, Stage.SUNSET):
            pile = set(members(state.table.draw.known))
            assert {move.card for move in options(state, Reveal)} == pile
            assert {move for move, _ in Game[State, Move].from_state(state).chances(state)} == {
                Reveal(index) for index in pile
            }

    def test_at_no_other_moment(self) -> None:
        for state in reached(Stage.EXCHANGE, Stage.WORK, Stage.PRODUCTION, Stage.BUILDING):
            assert options(state, Reveal) == []

    def test_one_by_one(self) -> None:
        for step in moves_of(Reveal):
            assert len(market(step.after)) == len(market(step.before)) + 1
            assert step.move.card in market(step.after)


@clause("market.first-row")
class TestFirstRow:
    """Cards turned over at sunrise lie face up in a row: the market supply. Only their raw materials count."""

    @given(rows)
    def test_they_lie_in_the_first_row(self, order: list[int]) -> None:
        state, number = turned_over(Stage.SUNRISE, order)
        assert members(state.table.morning) == tuple(sorted(order[:number]))
        assert state.table.evening == 0
        assert not state.table.draw.known & state.table.morning

    def test_all_see_them(self) -> None:
        state, _ = turned_over(Stage.SUNRISE, DARK[:3])
        assert state.setting.rulebook.view(state, None).table.morning == state.table.morning


@clause("market.second-row")
class TestSecondRow:
    """Cards turned over at sunset form a second row of the market supply; in phase IV both rows count."""

    @given(rows)
    def test_they_lie_in_the_second_row(self, order: list[int]) -> None:
        state, number = turned_over(Stage.SUNSET, order)
        assert members(state.table.evening) == tuple(sorted(order[:number]))
        assert state.table.morning == 0

    def test_both_count(self) -> None:
        worker = Has(craftsman="charburner-grain", mode=NEAT)
        for morning, evening, enough in (
            ("2 grain, 1 wood", "", True),
            ("1 grain", "1 grain, 1 wood", True),
            ("", "2 grain, 1 wood", True),
            ("1 grain", "1 wood", False),
        ):
            state = table(worker, stage=Stage.PRODUCTION, morning=morning, evening=evening)
            assert allowed(state, Produce(card("charburner-grain"))) == enough


@clause("market.two-half-suns")
class TestTwoHalfSuns:
    """A row is complete as soon as it shows two half suns; the card with the second one belongs to the row."""

    @given(rows, st.sampled_from([Stage.SUNRISE, Stage.SUNSET]))
    def test_with_the_second(self, order: list[int], stage: Stage) -> None:
        state, number = turned_over(stage, order)
        assert number == until_two(order)
        assert (state.turn.stage is stage) == (sum(map(half_sun, order[:number])) < 2)

    def test_the_suns_of_the_morning_do_not_count_in_the_evening(self) -> None:
        first, second = [SET.buildings[index].id for index in SUNS[:2]]
        state, number = turned_over(Stage.SUNSET, [*DARK[:2], *SUNS[2:4]], morning=f"{first}, {second}")
        assert (number, state.turn.stage) == (4, Stage.PRODUCTION)

    def test_so_it_was_in_every_row(self) -> None:
        rows = 0
        for stage, of_stage in groupby(steps(), key=lambda step: step.before.turn.stage):
            if stage in (Stage.SUNRISE, Stage.SUNSET):
                shown = [step.move.card for step in of_stage if isinstance(step.move, Reveal)]
                assert sum(map(half_sun, shown)) <= 2
                rows += sum(map(half_sun, shown)) == 2 and half_sun(shown[-1])
        assert rows > 20


@clause("market.row-complete")
class TestRowComplete:
    """When a row is complete, no more cards are turned over: at sunrise the market is open, at sunset closed."""

    def test_after_sunrise_all_plan(self) -> None:
        state, _ = turned_over(Stage.SUNRISE, [DARK[0], *SUNS[:2]])
        assert (state.turn.stage, state.turn.seat) == (Stage.WORK, 0)
        assert options(state, Reveal) == []

    def test_after_sunset_the_active_player_produces(self) -> None:
        state, _ = turned_over(Stage.SUNSET, [DARK[0], *SUNS[:2]], active=1, seat=0)
        assert (state.turn.stage, state.turn.seat) == (Stage.PRODUCTION, 1)
        assert options(state, Reveal) == []

    def test_the_market_is_not_touched_again_in_the_round(self) -> None:
        for step in steps():
            if not isinstance(step.move, Reveal) and step.after.round == step.before.round:
                over = step.after.turn.stage is Stage.OVER
                assert market(step.after) == ([] if over else market(step.before))

    def test_between_the_rows_all_decide(self) -> None:
        state, _ = turned_over(Stage.SUNRISE, SUNS[:2])
        for seat in (0, 1):
            assert options(state, NoWork) == []
            state = play(state, Work(card(("charburner-grain", "charburner-wool")[seat]), NEAT), PlanNothing())
        assert state.turn.stage is Stage.SUNSET
