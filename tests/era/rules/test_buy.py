"""Buying the loads of ships and storage houses."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Good, pack, unpack
from era_of_inventions.moves import BuyLoad, EndAction, UseBonusDisc
from era_of_inventions.position import Phase, State
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.values import evolve
from tests.era.rules.support import against, allowed, changed, clause, gained, play
from tests.support.positions import SHIPPED, position, stock

SOURCES = SHIPPED.sources
ELSEWHERE = (
    {"phase": Phase.PLACEMENT},
    {"phase": Phase.CHOICE, "discs": {0: [Area.BUY]}},
    {"phase": Phase.BONUS_OFFER},
    {"phase": Phase.FINAL_MARKET},
    {"phase": Phase.GAME_OVER},
    *({"phase": Phase.ACTION, "area": area} for area in Area if area is not Area.BUY),
)
"""Moments that are no buy action of seat 0."""

sources = st.integers(0, len(SOURCES) - 1)


@st.composite
def loads(draw: st.DrawFn, empty: bool = True) -> list[int]:
    """What ships and houses can hold: nothing, or at least as much as one refill brings."""
    least = [3 if source.house and source.good is Good.COAL else 2 for source in SOURCES]
    return [draw(st.sampled_from([*([0] if empty else []), low, low + 1, low + 4])) for low in least]


@st.composite
def actions(draw: st.DrawFn, coins: int = 0, most: int = 2, bought: int = 3, empty: bool = True) -> State:
    """Somebody is about to buy, with at least so many coins and after up to so many loads."""
    players = draw(st.sampled_from([3, 4, 5]))
    seat = draw(st.integers(0, players - 1))
    return position(
        players,
        phase=Phase.ACTION,
        seat=seat,
        area=Area.BUY,
        goods={seat: {Good.COIN: draw(st.integers(coins, coins + most)), Good.WOOD: draw(st.integers(0, 3))}},
        loads=draw(loads(empty)),
        turn={"loads": draw(st.integers(0, bought))},
    )


buyers = actions(coins=1, bought=2, empty=False)
"""Somebody who can buy any load."""


@clause("buy.action")
class TestAction:
    """The action of area C, and of no other, lets a player buy loads of ships and houses in any mix."""

    @given(actions(), sources)
    def test_what_is_loaded_for_a_coin_up_to_three(self, state: State, source: int) -> None:
        coins = stock(state, state.turn.seat).get(Good.COIN, 0)
        possible = state.board.loads[source] > 0 and coins >= 1 and state.turn.loads < 3
        assert allowed(state, BuyLoad(source)) == possible

    @given(actions(coins=3, bought=0, empty=False), st.permutations(range(len(SOURCES))))
    def test_any_three_in_any_order(self, state: State, order: list[int]) -> None:
        for source in order[:3]:
            assert allowed(state, BuyLoad(source))
            state = play(state, BuyLoad(source))

    @given(st.sampled_from(ELSEWHERE), sources)
    def test_at_no_other_moment(self, moment: dict[str, Any], source: int) -> None:
        assert not allowed(position(**moment, goods={0: {Good.COIN: 9}}), BuyLoad(source))


@clause("buy.one-coin-per-load")
class TestOneCoinPerLoad:
    """Each load costs one coin, whatever its size."""

    @given(buyers, sources)
    def test_the_cost_of_any_load(self, state: State, source: int) -> None:
        assert dict(unpack(LAW.clause("buy.one-coin-per-load")(state, BuyLoad(source)))) == {Good.COIN: 1}

    @given(actions(coins=1, most=6, bought=0, empty=False), st.permutations(range(len(SOURCES))))
    def test_as_many_coins_as_loads(self, state: State, order: list[int]) -> None:
        coins = stock(state, state.turn.seat)[Good.COIN]
        bought = order[: min(coins, 3)]
        after = play(state, *map(BuyLoad, bought))
        assert stock(after, state.turn.seat).get(Good.COIN, 0) == coins - len(bought)


@clause("buy.must-afford")
class TestMustAfford:
    """Without a coin no load is bought; one coin is enough."""

    @given(actions(most=1), sources)
    def test_forbids_exactly_without_a_coin(self, state: State, source: int) -> None:
        broke = stock(state, state.turn.seat).get(Good.COIN, 0) == 0
        assert ("buy.must-afford" in against(state, BuyLoad(source))) == broke

    @given(actions(most=0, bought=2, empty=False), sources)
    def test_nothing_else_pays(self, state: State, source: int) -> None:
        rich = evolve(state.players[state.turn.seat], goods=pack({good: 9 for good in Good if good is not Good.COIN}))
        players = list(state.players)
        players[state.turn.seat] = rich
        state = evolve(state, players=tuple(players))
        assert against(state, BuyLoad(source)) == {"buy.must-afford"}
        assert not allowed(state, BuyLoad(source))


@clause("buy.max-three")
class TestMaxThree:
    """At most three loads are bought in one action, and fewer may be."""

    @given(actions(coins=4, bought=0, empty=False), st.permutations(range(len(SOURCES))))
    def test_three_are_free_and_a_fourth_is_not(self, state: State, order: list[int]) -> None:
        for source in order[:3]:
            assert allowed(state, BuyLoad(source))
            assert allowed(state, EndAction())
            state = play(state, BuyLoad(source))
        assert against(state, BuyLoad(order[3])) == {"buy.max-three"}
        assert not allowed(state, BuyLoad(order[3]))

    @given(actions(), sources)
    def test_forbids_after_three_only(self, state: State, source: int) -> None:
        assert ("buy.max-three" in against(state, BuyLoad(source))) == (state.turn.loads >= 3)

    def test_an_action_by_bonus_disc_begins_anew(self) -> None:
        state = position(phase=Phase.ACTION, area=Area.BUY, goods={0: {Good.COIN: 4}})
        state = play(state, BuyLoad(0), BuyLoad(1), BuyLoad(2), EndAction(), UseBonusDisc())
        assert allowed(state, BuyLoad(3))


@clause("buy.not-empty")
class TestEachOnce:
    """An empty ship or house is not bought."""

    @given(actions(), sources)
    def test_forbids_exactly_what_is_empty(self, state: State, source: int) -> None:
        assert ("buy.not-empty" in against(state, BuyLoad(source))) == (state.board.loads[source] == 0)

    @given(actions(coins=2, bought=1, empty=False), sources)
    def test_nobody_buys_it_again(self, state: State, source: int) -> None:
        after = play(state, BuyLoad(source))
        assert against(after, BuyLoad(source)) == {"buy.not-empty"}
        assert not allowed(after, BuyLoad(source))
        for other in range(len(SOURCES)):
            assert allowed(after, BuyLoad(other)) == (other != source)


@clause("buy.paid-to-supply")
class TestPaidToSupply:
    """The coin goes to the general supply, and to no player."""

    @given(buyers, sources)
    def test_the_players_hold_one_coin_less(self, state: State, source: int) -> None:
        after = play(state, BuyLoad(source))
        held = [sum(stock(s, seat).get(Good.COIN, 0) for seat in range(len(s.players))) for s in (state, after)]
        assert held[0] - held[1] == 1

    @given(buyers, sources)
    def test_the_buyer_pays_and_nobody_else(self, state: State, source: int) -> None:
        change = gained(state, play(state, BuyLoad(source)))
        assert {name: number for name, number in change.items() if number < 0} == {f"{state.turn.seat}.coin": -1}


@clause("buy.whole-load")
class TestWholeLoad:
    """The buyer takes all cubes of the ship or house, which is empty then."""

    @given(buyers, sources)
    def test_exactly_this_changes(self, state: State, source: int) -> None:
        seat, load, good = state.turn.seat, state.board.loads[source], SOURCES[source].good
        held = stock(state, seat)
        left = [0 if index == source else cubes for index, cubes in enumerate(state.board.loads)]
        after = play(state, BuyLoad(source))
        assert changed(state, after) == {
            "loads": (state.board.loads, tuple(left)),
            f"{seat}.{good.name.lower()}": (held.get(good, 0), held.get(good, 0) + load),
            f"{seat}.coin": (held[Good.COIN], held[Good.COIN] - 1),
        }
        assert after.turn == evolve(state.turn, loads=state.turn.loads + 1)

    @given(buyers, st.permutations(range(len(SOURCES))))
    def test_cubes_only_change_hands(self, state: State, order: list[int]) -> None:
        after = play(state, BuyLoad(order[0]))
        for good in Good:
            if good is not Good.COIN:
                assert in_play(after, good) == in_play(state, good)


def in_play(state: State, good: Good) -> int:
    """How many cubes of a kind are with the players, on ships and in houses."""
    loaded = sum(load for source, load in zip(SOURCES, state.board.loads, strict=True) if source.good is good)
    return loaded + sum(stock(state, seat).get(good, 0) for seat in range(len(state.players)))
