"""Producing goods with one's factories."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, Components
from era_of_inventions.box.goods import Good, pack, unpack
from era_of_inventions.moves import (
    BuildFactory,
    EndAction,
    EndTurn,
    Resolve,
    RunAllFactories,
    RunFactory,
    UseBonusDisc,
    Withdraw,
)
from era_of_inventions.position import Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules.goods import printed_output
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import generated_components
from tests import at_most
from tests.era.rules.support import against, allowed, changed, clause, gained, play
from tests.support.positions import SHIPPED, position, with_factory

FACTORIES = 24
START = FACTORIES
"""The index of the start factory of seat 0; those of the others follow."""
MIXED = with_factory(5, generated_components(3), output=pack({Good.COIN: 2, Good.COG: 1, Good.TOOL: 3}))
BOXES = (SHIPPED, generated_components(1), generated_components(2), MIXED)
CHOSEN = Ruleset(goods_choice="chosen")
FEW = at_most(50)
"""For properties that play a long way."""
ELSEWHERE = (
    {"phase": Phase.PLACEMENT},
    {"phase": Phase.CHOICE, "discs": {0: [Area.GOODS]}},
    {"phase": Phase.BONUS_OFFER},
    {"phase": Phase.FINAL_MARKET},
    {"phase": Phase.GAME_OVER},
    *({"phase": Phase.ACTION, "area": area} for area in Area if area is not Area.GOODS),
)
"""Moments that are no production of seat 0."""

indexes = st.integers(0, FACTORIES + 3)


@st.composite
def tables(draw: st.DrawFn, ruleset: Ruleset | str = "default") -> State:
    """Somebody is about to produce; the factories of the deck are anybody's or nobody's."""
    players = draw(st.sampled_from([3, 4, 5]))
    owned = draw(st.lists(st.integers(0, FACTORIES - 1), unique=True, max_size=8))
    owners = {factory: draw(st.integers(0, players - 1)) for factory in owned}
    seat = draw(st.integers(0, players - 1))
    return position(
        players,
        ruleset=ruleset,
        components=draw(st.sampled_from(BOXES)),
        phase=Phase.ACTION,
        seat=seat,
        area=Area.GOODS,
        goods={seat: {good: draw(st.integers(0, 3)) for good in Good}},
        factories={who: [factory for factory in owned if owners[factory] == who] for who in range(players)},
        row=[factory for factory in range(FACTORIES) if factory not in owned][:5],
    )


def own(state: State) -> list[int]:
    """The factories of the player in turn, the start factory last."""
    return [factory for factory in range(FACTORIES + len(state.players)) if state.me.factories & 2**factory]


def top(components: Components, factory: int) -> dict[Good, int]:
    """What the top of a card shows."""
    card = components.factories[factory] if factory < FACTORIES else components.start_factory
    return dict(unpack(card.output))


def yields(state: State, factories: list[int]) -> dict[str, int]:
    """What these factories yield to the player in turn."""
    whole: Counter[Good] = Counter()
    for factory in factories:
        whole.update(top(state.components, factory))
    return {f"{state.turn.seat}.{good.name.lower()}": number for good, number in whole.items()}


def taken_back(state: State) -> dict[str, Any]:
    """The change that the player in turn takes back the disc of the production."""
    placed = state.me.discs
    return {f"{state.turn.seat}.discs": (placed, placed - 2**Area.GOODS)}


@clause("goods.printed-output")
class TestOutputPrinted:
    """A factory yields what the top of its card shows, in cubes, coins or cogs; every start factory one wood."""

    @FEW
    @given(tables(), indexes)
    def test_what_the_card_shows(self, state: State, index: int) -> None:
        factory = index % (FACTORIES + len(state.players))
        assert dict(unpack(printed_output(state, factory))) == top(state.components, factory)

    @pytest.mark.parametrize(
        ("factory", "output"),
        [
            (5, {Good.COAL: 3}),
            (9, {Good.METAL: 2}),
            (20, {Good.COIN: 3}),
            (23, {Good.COG: 2}),
            (24, {Good.WOOD: 1}),
            (28, {Good.WOOD: 1}),
        ],
    )
    def test_of_the_shipped_factories(self, factory: int, output: dict[Good, int]) -> None:
        """A coal mine, a smelter that gives influence when it is built, a mint, a cog works, two start factories."""
        assert dict(unpack(printed_output(position(5), factory))) == output

    @given(st.integers(0, FACTORIES - 1), st.sampled_from(BOXES), st.integers(0, 3))
    def test_what_the_owner_gets(self, factory: int, box: Components, seat: int) -> None:
        state = position(
            components=box, phase=Phase.ACTION, seat=seat, area=Area.GOODS, row=[], factories={seat: [factory]}
        )
        expected = Counter(top(box, factory)) + Counter({Good.WOOD: 1})
        found = gained(state, play(state, RunAllFactories()))
        assert found == {f"{seat}.{good.name.lower()}": number for good, number in expected.items()}


@clause("goods.action")
class TestAction:
    """The action of area B, and of no other, lets all factories of the player produce."""

    @given(tables())
    def test_with_any_stock_and_any_factories(self, state: State) -> None:
        assert allowed(state, RunAllFactories())
        assert allowed(state, EndAction())

    @given(st.sampled_from(ELSEWHERE))
    def test_at_no_other_moment(self, moment: dict[str, Any]) -> None:
        assert not allowed(position(**moment), RunAllFactories())

    @given(tables())
    def test_not_by_bonus_disc(self, state: State) -> None:
        assert not allowed(play(state, RunAllFactories(), UseBonusDisc()), RunAllFactories())


@clause("goods.chosen-factories")
class TestChosen:
    """Where production is a permission, the player chooses which of their factories produce."""

    @FEW
    @given(tables(CHOSEN), st.data())
    def test_any_of_them_in_any_order(self, state: State, data: st.DataObject) -> None:
        order = data.draw(st.permutations(own(state)))
        chosen = order[: data.draw(st.integers(0, len(order)))]
        after = play(state, *map(RunFactory, chosen))
        assert gained(state, after) == yields(state, chosen)
        for factory in order[len(chosen) :]:
            assert allowed(after, RunFactory(factory))
        assert allowed(after, EndAction())

    @given(tables())
    def test_where_it_is_not_none_produces_alone(self, state: State) -> None:
        for factory in own(state):
            assert not allowed(state, RunFactory(factory))

    @given(st.sampled_from(ELSEWHERE))
    def test_at_no_other_moment(self, moment: dict[str, Any]) -> None:
        assert not allowed(position(ruleset=CHOSEN, **moment), RunFactory(START))


@clause("goods.own-factory")
class TestOwnFactory:
    """No factory of another player produces, and none that nobody has built."""

    @FEW
    @given(tables(), indexes)
    def test_by_bonus_disc_any_own_one_and_no_other(self, state: State, index: int) -> None:
        factory = index % (FACTORIES + len(state.players))
        state = play(state, RunAllFactories(), UseBonusDisc())
        assert ("goods.own-factory" in against(state, RunFactory(factory))) == (factory not in own(state))
        assert allowed(state, RunFactory(factory)) == (factory in own(state))

    @given(tables())
    def test_not_the_start_factories_of_others(self, state: State) -> None:
        state = play(state, RunAllFactories(), UseBonusDisc())
        for seat in range(len(state.players)):
            assert allowed(state, RunFactory(START + seat)) == (seat == state.turn.seat)


@clause("goods.each-once")
class TestOnce:
    """In one action each factory yields once, alone or with all."""

    @FEW
    @given(tables(CHOSEN), st.data())
    def test_forbids_the_second_time(self, state: State, data: st.DataObject) -> None:
        order = data.draw(st.permutations(own(state)))
        ran = order[: data.draw(st.integers(1, len(order)))]
        after = play(state, *map(RunFactory, ran))
        for factory in order:
            assert ("goods.each-once" in against(after, RunFactory(factory))) == (factory in ran)
            assert allowed(after, RunFactory(factory)) == (factory not in ran)
        assert against(after, RunAllFactories()) == {"goods.each-once"}
        assert not allowed(after, RunAllFactories())

    @given(tables())
    def test_all_of_them_once(self, state: State) -> None:
        assert "goods.each-once" not in against(state, RunAllFactories())
        assert not allowed(play(state, RunAllFactories()), RunAllFactories())

    @FEW
    @given(tables(), st.data())
    def test_another_action_is_another_time(self, state: State, data: st.DataObject) -> None:
        after = play(state, RunAllFactories(), UseBonusDisc())
        assert allowed(after, RunFactory(data.draw(st.sampled_from(own(state)))))


@clause("goods.all-own")
class TestAllOwn:
    """Every factory the player owns at that moment yields once, free of charge, and the action is over."""

    @given(tables())
    def test_exactly_the_sum_of_the_outputs(self, state: State) -> None:
        after = play(state, RunAllFactories())
        assert gained(state, after) == yields(state, own(state))
        goods = {f"{state.turn.seat}.{good.name.lower()}" for good in Good}
        rest = {name: change for name, change in changed(state, after).items() if name not in goods}
        assert rest == taken_back(state)

    @given(tables())
    def test_the_action_is_over(self, state: State) -> None:
        after = play(state, RunAllFactories())
        assert (after.turn.phase, after.turn.seat) == (Phase.BONUS_OFFER, state.turn.seat)
        assert not allowed(after, EndAction())

    @given(tables())
    def test_others_get_nothing_and_nobody_loses(self, state: State) -> None:
        change = gained(state, play(state, RunAllFactories()))
        assert {name.partition(".")[0] for name in change} == {str(state.turn.seat)}
        assert min(change.values()) > 0

    def test_with_what_was_built_in_an_earlier_turn_of_the_round(self) -> None:
        state = position(
            3,
            phase=Phase.ACTION,
            area=Area.BUILD,
            goods={0: {Good.WOOD: 2}},
            row=[0, 3],
            discs={0: [Area.GOODS], 1: [Area.BUY], 2: [Area.BUY]},
        )
        pause = (EndTurn(), Withdraw(Area.BUY))
        state = play(state, BuildFactory(0), BuildFactory(3), EndAction(), *pause, *pause, EndTurn())
        state = play(state, Resolve(Area.GOODS))
        assert gained(state, play(state, RunAllFactories())) == {"0.wood": 2, "0.coal": 1}


@clause("goods.one-factory")
class TestOne:
    """One factory yields its output, and nothing else happens."""

    @FEW
    @given(tables(), st.data())
    def test_by_bonus_disc(self, state: State, data: st.DataObject) -> None:
        factory = data.draw(st.sampled_from(own(state)))
        state = play(state, RunAllFactories(), UseBonusDisc())
        after = play(state, RunFactory(factory))
        assert gained(state, after) == yields(state, [factory])
        assert set(changed(state, after)) == set(yields(state, [factory]))

    @FEW
    @given(tables(CHOSEN), st.data())
    def test_where_they_are_chosen(self, state: State, data: st.DataObject) -> None:
        factory = data.draw(st.sampled_from(own(state)))
        after = play(state, RunFactory(factory))
        assert gained(state, after) == yields(state, [factory])
        assert set(changed(state, after)) == set(yields(state, [factory]))
        assert after.turn == evolve(state.turn, ran=2**factory)

    def test_the_start_factory_yields_one_wood(self) -> None:
        state = position(ruleset=CHOSEN, phase=Phase.ACTION, area=Area.GOODS, factories={0: [4]}, row=[0])
        assert gained(state, Game.from_state(state).play(state, RunFactory(START))) == {"0.wood": 1}
