"""The general supply."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Good, count, pack
from era_of_inventions.moves import RunAllFactories
from era_of_inventions.position import Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules.supply import general_supply
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import legal_moves, reachable_states
from tests import at_most
from tests.era.rules.support import clause, play
from tests.support.positions import position, stock, with_factory

LIMITED = Ruleset(goods_supply="limited")
BOX = {
    Good.WOOD: 36,
    Good.COAL: 36,
    Good.METAL: 30,
    Good.TECHNOLOGY: 30,
    Good.TOOL: 30,
    Good.COIN: 40,
    Good.COG: 30,
}


def in_play(state: State, good: Good) -> int:
    """How much of a kind lies before the players, on ships and in houses."""
    loads = zip(state.components.sources, state.board.loads, strict=True)
    held = [count(player.goods, good) for player in state.players]
    return sum(held) + sum(load for source, load in loads if source.good is good)


@clause("supply.general-supply")
class TestGeneralSupply:
    """The supply is what is neither in stock nor on a ship or in a house."""

    @at_most(30)
    @given(reachable_states(rulesets=st.just(LIMITED)))
    def test_supply_and_what_is_in_play_are_the_box(self, state: State) -> None:
        assert {good: count(general_supply(state), good) + in_play(state, good) for good in Good} == BOX

    @given(st.sampled_from([3, 4, 5]))
    def test_after_the_setup(self, players: int) -> None:
        state = position(players)
        dealt = {Good.COIN: 2, Good.WOOD: 1, Good.METAL: 1, Good.TECHNOLOGY: 1, Good.TOOL: 1, Good.COAL: 3, Good.COG: 1}
        loaded = dict.fromkeys(Good, 0)
        for source in state.components.sources:
            loaded[source.good] += 3 if source.id.startswith("coal-house") else 2
        for good in Good:
            assert count(general_supply(state), good) == BOX[good] - players * dealt[good] - loaded[good]

    @at_most(30)
    @given(st.data())
    def test_what_one_gives_the_other_gets(self, data: st.DataObject) -> None:
        state = data.draw(reachable_states(rulesets=st.just(LIMITED)))
        if Game.from_state(state).is_over(state):
            return
        after = play(state, data.draw(legal_moves(state)))
        for good in Good:
            given = count(general_supply(state), good) - count(general_supply(after), good)
            assert in_play(after, good) - in_play(state, good) == given

    @given(st.sampled_from([Good.COIN, Good.COG]), st.integers(0, 60), st.integers(0, 60))
    def test_no_more_is_in_play_than_there_is(self, good: Good, first: int, second: int) -> None:
        state = position(goods={0: {good: first}, 1: {good: second}, 2: {}, 3: {}})
        assert count(general_supply(state), good) == max(0, BOX[good] - first - second)
        limited = evolve(state, setting=attrs.evolve(state.setting, ruleset=LIMITED))
        problems = [problem.clause for problem in Game.from_state(limited).check(limited)]
        assert problems == (["supply.general-supply"] if first + second > BOX[good] else [])

    @pytest.mark.parametrize("good", [good for good in Good if good not in (Good.COIN, Good.COG)])
    def test_loads_count(self, good: Good) -> None:
        bare = position(goods={seat: {} for seat in range(4)}, loads=(0,) * 7)
        index = [source.good for source in bare.components.sources].index(good)
        loads = tuple(7 if source == index else 0 for source in range(len(bare.board.loads)))
        loaded = evolve(bare, board=evolve(bare.board, loads=loads))
        for other in Good:
            assert count(general_supply(loaded), other) == BOX[other] - (7 if other is good else 0)

    @given(st.integers(0, 2), st.integers(1, 20), st.sampled_from([good for good in Good if good is not Good.WOOD]))
    def test_no_stock_wraps_around(self, seat: int, printed: int, good: Good) -> None:
        """What cannot be counted is refused, and nothing spills into the next kind; 32767 still can."""
        components = with_factory(0, output=pack({good: printed}))
        state = position(
            3, components=components, phase=Phase.ACTION, area=Area.GOODS, seat=seat, factories={seat: [0]}
        )
        assert stock(play(holding(state, seat, good, 32767 - printed), RunAllFactories()), seat) == {
            Good.WOOD: 1,
            good: 32767,
        }
        with pytest.raises(
            GameError, match=f"^seat {seat} would have 32768 of {good.word}; at most 32767 can be counted$"
        ):
            play(holding(state, seat, good, 32768 - printed), RunAllFactories())


def holding(state: State, seat: int, good: Good, number: int) -> State:
    """The position in which a seat has nothing but so much of one kind."""
    players = list(state.players)
    players[seat] = evolve(players[seat], goods=pack({good: number}))
    return evolve(state, players=tuple(players))
