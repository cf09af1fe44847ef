"""Building, and paying with goods."""

from __future__ import annotations

from typing import Any

import pytest
from goods_tables import (
    SET,
    Has,
    against,
    allowed,
    bases,
    card,
    cards_of,
    clause,
    coins,
    goods,
    hand,
    kind_of,
    kinds_of,
    lying,
    moves_of,
    options,
    play,
    reached,
    refused,
    side,
    steps,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.moves import Build, Hire, Pass, Pay, PlanBuilding
from oh_my_goods.position import Stage, State

from era_of_inventions.tabletop.values import ABSENT, members

COAL, MILL = card("charburner-grain"), card("mill-1")
few = st.integers(0, 4)


def building(planned: str = "", goods: dict[str, int] | None = None, **more: Any) -> State:
    """A player who may build what is planned, with these goods."""
    has = Has(goods or {}, planned=planned, hand=str(more.pop("hand", "")))
    return table(has, Has(hand="1 wood"), stage=Stage.BUILDING, **more)


def planned(state: State) -> int:
    return next(iter(members(state.players[state.turn.seat].planned.known)), ABSENT)


@clause("build.cost-printed")
class TestCostPrinted:
    """A building costs the number of coins on it."""

    @given(st.sampled_from(range(len(SET.cards))))
    def test_to_the_coin(self, index: int) -> None:
        id_, cost = SET.buildings[index].id, SET.buildings[index].cost
        for coal in (cost, cost - 1):
            state = building(id_, {"charburner-grain": coal})
            assert allowed(state, Build()) == (coal == cost)
            if coal == cost:
                after = play(state, Build())
                assert (after.turn.stage, after.turn.owed) == (Stage.PAYMENT, cost)

    def test_so_it_was_in_every_game(self) -> None:
        for step in moves_of(Build):
            assert step.after.turn.owed == SET.buildings[planned(step.before)].cost


@clause("build.may")
class TestMay:
    """After producing a player may build."""

    def test_then_and_only_then(self) -> None:
        for step in steps()[::3]:
            state = step.before
            if state.turn.stage is not Stage.BUILDING:
                assert options(state, Build) == []
        assert allowed(building("mill-1", {"charburner-grain": 2}), Build())

    def test_whoever_can_pay(self) -> None:
        for state in reached(Stage.BUILDING, most=200):
            index = planned(state)
            can = index != ABSENT and coins(state.players[state.turn.seat]) >= SET.buildings[index].cost
            assert allowed(state, Build()) == can


@clause("build.planned-only")
class TestPlannedOnly:
    """Only the card that was laid face down in phase II is built."""

    def test_forbids_to_build_without_a_plan(self) -> None:
        assert refused(building("", {"charburner-grain": 9}, hand="mill-1, mill-2"), Build()) == {"build.planned-only"}
        for state in reached(Stage.BUILDING):
            assert ("build.planned-only" in against(state, Build())) == (planned(state) == ABSENT)

    def test_nothing_else_is_built(self) -> None:
        for step in steps():
            for old, new in zip(step.before.players, step.after.players, strict=True):
                gained = set(bases(new)) - set(bases(old))
                if gained and step.before.round:
                    assert gained == set(members(old.planned.known))


@clause("build.at-least-cost")
class TestAtLeastCost:
    """The goods of the player have to be worth at least as much as the building costs."""

    @given(
        st.integers(0, 4), st.integers(0, 4), st.integers(0, 3), st.sampled_from(["tailor-2", "mill-5", "butcher-1"])
    )
    def test_forbids_what_cannot_be_paid(self, coal: int, flour: int, iron: int, plan: str) -> None:
        state = building(plan, {"charburner-grain": coal, "mill-1": flour, "iron-smelter-1": iron}, hand="9 cards")
        short = coal + 2 * flour + 3 * iron < SET.buildings[card(plan)].cost
        assert against(state, Build()) == ({"build.at-least-cost"} if short else set())

    def test_the_verdict_names_it(self) -> None:
        assert refused(building("tailor-2", {"charburner-grain": 6}), Build()) == {"build.at-least-cost"}

    def test_the_goods_of_others_do_not_help(self) -> None:
        state = table(Has(planned="mill-1"), Has({"charburner-wool": 9}), stage=Stage.BUILDING)
        assert refused(state, Build()) == {"build.at-least-cost"}


@clause("build.pay-with-goods")
class TestPayWithGoods:
    """A building is paid for with goods before it is put on the table."""

    def test_paid_first(self) -> None:
        before = building("mill-1", {"charburner-grain": 2})
        state = play(before, Build())
        assert (state.turn.stage, state.turn.before, bases(state.players[0])) == (Stage.PAYMENT, before.turn, [COAL])
        half = play(state, Pay(COAL))
        assert (half.turn.owed, bases(half.players[0])) == (1, [COAL])
        assert bases(play(half, Pay(COAL)).players[0]) == [COAL, MILL]

    def test_nothing_else_goes_on_meanwhile(self) -> None:
        for state in reached(Stage.PAYMENT):
            assert {type(move) for move in options(state, object)} == {Pay}


@clause("build.any-goods")
class TestAnyGoods:
    """One pays with any goods of one's own, from any buildings, even goods made in this turn; never with hand cards."""

    def test_from_every_building_with_goods(self) -> None:
        for state in reached(Stage.PAYMENT):
            own = goods(state, state.turn.seat)
            for move in kinds_of(Pay):
                assert allowed(state, move) == (own.get(SET.buildings[move.building].id, 0) > 0)

    def test_never_with_hand_cards(self) -> None:
        for step in moves_of(Pay, Build, Hire):
            for old, new in zip(step.before.players, step.after.players, strict=True):
                assert set(cards_of(old)) <= set(cards_of(new))

    def test_only_when_something_is_to_be_paid(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage is not Stage.PAYMENT:
                assert options(step.before, Pay) == []


@clause("build.goods-discarded")
class TestGoodsDiscarded:
    """Goods that are paid go to the discard pile; from a building goes the good laid last."""

    def test_the_one_laid_last(self) -> None:
        for step in moves_of(Pay):
            seat = step.before.turn.seat
            old = {stack.base: stack.cards for stack in step.before.players[seat].buildings}
            new = {stack.base: stack.cards for stack in step.after.players[seat].buildings}
            paid = old[step.move.building][-1]
            assert new[step.move.building] == old[step.move.building][:-1]
            if step.after.turn.stage is Stage.PAYMENT and step.before.table.draw.size:
                assert step.after.table.discards.known == step.before.table.discards.known | 1 << paid

    def test_each_lessens_what_is_owed_by_its_worth(self) -> None:
        for step in moves_of(Pay):
            value = kind_of(step.move.building).value
            if step.before.turn.owed > value:
                assert step.after.turn.owed == step.before.turn.owed - value

    def test_no_card_is_lost(self) -> None:
        for step in moves_of(Pay):
            assert lying(step.after) == lying(step.before)


@clause("build.no-change")
class TestNoChange:
    """Once the cost is covered no more is paid, and nobody gives change if too much was paid."""

    def test_nothing_is_given_back(self) -> None:
        state = play(building("mill-1", {"shoemaker-1": 2}), Build(), Pay(card("shoemaker-1")))
        assert goods(state) == {"charburner-grain": 0, "shoemaker-1": 1, "mill-1": 0}
        assert (state.turn.owed, state.turn.stage, state.turn.seat) == (0, Stage.PRODUCTION, 1)

    def test_as_soon_as_it_is_covered_it_is_over(self) -> None:
        for step in moves_of(Pay):
            covered = step.before.turn.owed <= kind_of(step.move.building).value
            assert (step.after.turn.stage is not Stage.PAYMENT) == covered

    def test_then_an_assistant_is_to_be_placed(self) -> None:
        hired = table(
            Has({"charburner-grain": 5, "brick-manufacture-1": 0, "brick-manufacture-2": 0}),
            Has(),
            stage=Stage.BUILDING,
            offer=["assistant-1a"],
        )
        paid = play(hired, Hire(side("assistant-1a")), *[Pay(COAL)] * 5)
        assert paid.turn.stage is Stage.ASSISTANT_PLACED


@clause("build.built")
class TestBuilt:
    """A new building lies in front of its owner, without goods; people work there from the next phase II on."""

    def test_in_front_of_its_owner(self) -> None:
        after = play(building("iron-smelter-1", {"charburner-grain": 6}), Build(), *[Pay(COAL)] * 6)
        assert goods(after) == {"charburner-grain": 0, "iron-smelter-1": 0}
        assert (after.players[0].planned.size, after.turn.seat, after.turn.stage) == (0, 1, Stage.PRODUCTION)
        assert after.turn.before is None

    def test_the_same_building_again_and_a_ninth(self) -> None:
        eight = {f"{kind}-{n}": 0 for kind in ("mill", "sawmill") for n in (2, 3, 4)}
        state = building("mill-1", {"charburner-grain": 2, **eight, "bakery-1": 0})
        assert len(bases(state.players[0])) == 8
        assert len(bases(play(state, Build(), Pay(COAL), Pay(COAL)).players[0])) == 9

    def test_one_a_round_at_most(self) -> None:
        grown: dict[tuple[int, int, int], int] = {}
        for step in steps():
            for seat, (old, new) in enumerate(zip(step.before.players, step.after.players, strict=True)):
                key = (id(step.before.setting), step.before.round, seat)
                grown[key] = grown.get(key, 0) + len(new.buildings) - len(old.buildings)
        assert set(grown.values()) == {0, 1}


@clause("build.need-not")
class TestNeedNot:
    """Nobody has to build or to hire."""

    def test_one_may_always_pass(self) -> None:
        for state in reached(Stage.BUILDING):
            assert allowed(state, Pass())

    def test_only_then(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage is not Stage.BUILDING:
                assert not allowed(step.before, Pass())


@clause("build.back-to-hand")
class TestBackToHand:
    """A planned card that is not built returns to the hand, unseen."""

    @pytest.mark.parametrize("coal", [0, 9])
    def test_back_to_the_hand(self, coal: int) -> None:
        state = building("mill-1", {"charburner-grain": coal}, hand="mill-2")
        after = play(state, Pass())
        assert (hand(after), after.players[0].planned.size) == (["mill-1", "mill-2"], 0)
        assert goods(after) == goods(state)
        assert cards_of(after.setting.rulebook.view(after, 1).players[0]) == []

    def test_also_if_an_assistant_is_hired(self) -> None:
        has = Has(
            {"charburner-grain": 5, "brick-manufacture-1": 0, "brick-manufacture-2": 0}, planned="mill-1", hand="mill-2"
        )
        after = play(table(has, Has(), stage=Stage.BUILDING, offer=["assistant-1a"]), Hire(side("assistant-1a")))
        assert (hand(after), after.players[0].planned.size) == (["mill-1", "mill-2"], 0)

    def test_nothing_is_planned_when_a_round_begins(self) -> None:
        for state in reached(Stage.EXCHANGE, Stage.SUNRISE, Stage.WORK):
            assert [player.planned.size for player in state.players] == [0] * len(state.players)


@clause("build.passed")
class TestPassed:
    """Whoever neither builds nor hires takes the card back, and the turn is over."""

    def test_the_turn_is_over(self) -> None:
        state = building("mill-1", {"charburner-grain": 9}, hand="mill-2", offer=["assistant-1a"])
        after = play(state, Pass())
        assert (after.turn.stage, after.turn.seat) == (Stage.PRODUCTION, 1)
        assert (hand(after), after.table.offer) == (["mill-1", "mill-2"], state.table.offer)

    def test_what_was_planned_can_be_planned_again(self) -> None:
        for step in moves_of(Pass):
            seat = step.before.turn.seat
            for index in members(step.before.players[seat].planned.known):
                assert index in cards_of(step.after.players[seat])
        assert moves_of(PlanBuilding)
