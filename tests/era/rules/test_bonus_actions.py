"""The black bonus discs: what they can be used for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, CardKind
from era_of_inventions.box.goods import FINE_CUBES, NO_GOODS, ONE, Good, count, covers, pack
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    SELL_COG,
    BuildFactory,
    BuyLoad,
    Develop,
    EndTurn,
    Exchange,
    Line,
    Move,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    RunAllFactories,
    RunFactory,
    TakeCog,
    UseBonusDisc,
)
from era_of_inventions.position import EMPTY, Phase, Player, State, Turn
from era_of_inventions.rulebook import Game
from era_of_inventions.tabletop.values import evolve, members
from tests.era.rules.support import against, allowed, changed, clause, play
from tests.era.rules.test_bonus import QUIET, START_CARDS, STEPS, USE, bought_a_load
from tests.support.positions import SHIPPED, cards, original, plenty, position

SEWING = cards(CardKind.OFFICIAL, "sewing machine") + cards(CardKind.FAKE, "sewing machine")
EXCHANGES = (BUY_COG, SELL_COG, COINS_FOR_INFLUENCE, COG_FOR_INFLUENCE, BUY_BONUS_DISC)


@st.composite
def extras(draw: st.DrawFn, /, most: int = 4) -> State:
    """A bonus disc has been put down after some regular action, and its extra action is awaited."""
    players = draw(st.sampled_from([3, 4, 5]))
    seat = draw(st.integers(0, players - 1))
    other = (seat + 1) % players
    goods = {good: draw(st.integers(0, most)) for good in Good}
    factories = draw(st.lists(st.integers(0, 4), unique=True, max_size=3))
    spaces = draw(st.sampled_from([{}, {seat: [2]}, {other: [2]}, {seat: [2, 3]}, {other: [2], seat: [0, 3]}]))
    offer = Turn(Phase.BONUS_OFFER, seat, **draw(st.sampled_from(STEPS)))
    return position(
        players,
        components=QUIET,
        phase=Phase.BONUS_ACTION,
        seat=seat,
        goods={seat: goods},
        bonus_discs=dict.fromkeys(range(players), 1),
        developed=spaces,
        factories={seat: factories},
        row=range(5, 10),
        display=[*START_CARDS[:4], *(SEWING if spaces else [])],
        loads=draw(st.sampled_from([None, (0, 3, 2, 0, 2, 0, 2)])),
        turn={"before": offer},
    )


def bonus_action(**given: Any) -> State:
    """The same when a bonus disc has been put down."""
    return play(bought_a_load(**given), UseBonusDisc())


def mine(state: State) -> Player:
    """The player in turn."""
    return state.players[state.turn.seat]


def regular(state: State, area: Area) -> State:
    """The same table, with the player in turn at the beginning of the regular action of an area."""
    return evolve(state, turn=Turn(Phase.ACTION, state.turn.seat, area=area))


def costs_the_usual(state: State, move: Move, area: Area) -> bool:
    """Whether a bonus action changes exactly what the same step of the regular action changes."""
    placed = f"{state.turn.seat}.discs"
    usual = changed(regular(state, area), play(regular(state, area), move))
    extra = changed(state, play(state, move))
    assert placed not in usual | extra
    return extra == usual


def one_and_no_more(state: State, move: Move) -> bool:
    """Whether a bonus action is over after a move, so that no other follows from the same disc."""
    after = play(state, move)
    again = [other for other in Game.from_state(after).legal_moves(after) if other not in (EndTurn(), USE)]
    return (after.turn.phase, after.turn.seat) == (Phase.BONUS_OFFER, state.turn.seat) and not again


@clause("bonus.produce-one")
class TestMakeOne:
    """One card of the display, at its price."""

    @given(extras(), st.data())
    def test_one_card(self, state: State, data: st.DataObject) -> None:
        card = data.draw(st.sampled_from([card for card in state.board.display if card != EMPTY]))
        printed = SHIPPED.cards[card]
        cubes = sum([ONE[data.draw(st.sampled_from(FINE_CUBES))] for _ in range(printed.question_marks)], NO_GOODS)
        own_fake = printed.question_marks > 0 and any(space // 2 == 1 for space in members(mine(state).developed))
        move = ProduceInvention(card, cubes)
        assert allowed(state, move) == (covers(mine(state).goods, printed.cost + cubes) and not own_fake)
        if allowed(state, move):
            assert one_and_no_more(state, move)
            assert costs_the_usual(state, move, Area.PRODUCE)

    def test_what_it_costs_and_brings(self) -> None:
        light = next(card for card in START_CARDS if SHIPPED.cards[card].id == "light-bulb-1")
        state = bonus_action(goods={0: {Good.TECHNOLOGY: 1, Good.COAL: 1}}, display=[light])
        assert mine(play(state, ProduceInvention(light))).goods == pack({Good.COIN: 3})


@clause("bonus.goods-one")
class TestGoodsOne:
    """What the top of one of the player's factories shows."""

    @given(extras(), st.integers(0, 26))
    def test_one_own_factory(self, state: State, factory: int) -> None:
        own = factory in members(mine(state).factories)
        assert allowed(state, RunFactory(factory)) == own

    @given(extras(), st.data())
    def test_its_yield_and_nothing_else(self, state: State, data: st.DataObject) -> None:
        factory = data.draw(st.sampled_from(members(mine(state).factories)))
        printed = SHIPPED.factories[factory].output if factory < 24 else ONE[Good.WOOD]
        after = play(state, RunFactory(factory))
        held = mine(state).goods
        yields = {
            f"{state.turn.seat}.{good.name.lower()}": (count(held, good), count(held, good) + count(printed, good))
            for good in Good
            if count(printed, good)
        }
        assert changed(state, after) == yields
        assert one_and_no_more(state, RunFactory(factory))

    @given(extras())
    def test_not_all_of_them(self, state: State) -> None:
        assert not allowed(state, RunAllFactories())


@clause("bonus.buy-one")
class TestBuyOne:
    """One load for one coin."""

    @given(extras(), st.integers(0, 6))
    def test_one_load(self, state: State, source: int) -> None:
        move = BuyLoad(source)
        assert allowed(state, move) == (count(mine(state).goods, Good.COIN) >= 1 and state.board.loads[source] > 0)
        if allowed(state, move):
            assert one_and_no_more(state, move)
            assert costs_the_usual(state, move, Area.BUY)

    def test_what_it_costs_and_brings(self) -> None:
        state = bonus_action(goods={0: {Good.COIN: 1}})
        assert mine(play(state, BuyLoad(0))).goods == pack({Good.COAL: 3})


@clause("bonus.market-one")
class TestMarketOne:
    """One exchange on any line of the market, the purchase of a disc too."""

    @given(extras(), st.sampled_from(EXCHANGES))
    def test_one_exchange(self, state: State, move: Exchange) -> None:
        assert allowed(state, move) == covers(mine(state).goods, move.give)
        if allowed(state, move):
            assert one_and_no_more(state, move)
            assert costs_the_usual(state, move, Area.MARKET)

    @given(extras(), st.sampled_from(Good), st.sampled_from(Good), st.sampled_from(Good))
    def test_two_pieces_for_another(self, state: State, first: Good, second: Good, taken: Good) -> None:
        give = ONE[first] + ONE[second]
        move = Exchange(Line.BARTER, give, ONE[taken])
        sound = Good.COG not in (first, second, taken) and taken not in (first, second)
        assert allowed(state, move) == (sound and covers(mine(state).goods, give))
        if allowed(state, move):
            assert one_and_no_more(state, move)
            assert costs_the_usual(state, move, Area.MARKET)

    def test_what_it_costs_and_brings(self) -> None:
        state = bonus_action(goods={0: {Good.COIN: 2}}, bonus_discs={0: 1})
        assert mine(play(state, BUY_COG)).goods == pack({Good.COG: 1})
        bought = play(state, BUY_BONUS_DISC)
        assert (mine(bought).goods, mine(bought).bonus_discs) == (NO_GOODS, 1)


@clause("bonus.no-free-cog")
class TestNoFreeCog:
    """The free cog is for discs on the market only."""

    @given(extras())
    def test_not_with_a_bonus_disc(self, state: State) -> None:
        assert against(state, TakeCog()) == {"bonus.no-free-cog"}
        assert not allowed(state, TakeCog())

    @given(extras())
    def test_in_the_action_of_the_market(self, state: State) -> None:
        assert allowed(regular(state, Area.MARKET), TakeCog())


@clause("bonus.develop-one")
class TestDevelopOne:
    """One space, for its cogs."""

    @given(extras(most=7), st.integers(0, 17))
    def test_one_space(self, state: State, space: int) -> None:
        taken = [other for player in state.players for other in members(player.developed)]
        open_ = space not in taken and (space % 2 == 0 or space - 1 in taken)
        move = Develop(space)
        payable = count(mine(state).goods, Good.COG) >= SHIPPED.spaces[space].cogs
        assert allowed(state, move) == (open_ and payable)
        if allowed(state, move):
            assert one_and_no_more(state, move)
            assert costs_the_usual(state, move, Area.DEVELOP)

    def test_what_it_costs_and_brings(self) -> None:
        state = bonus_action(goods={0: {Good.COG: 1}})
        after = mine(play(state, Develop(original("sewing machine"))))
        assert (after.goods, after.influence, members(after.developed)) == (NO_GOODS, 1, (original("sewing machine"),))


@clause("bonus.patent-one")
class TestPatentOne:
    """One square of the patent track, for its coins."""

    @given(extras(), st.none() | st.sampled_from([0, 2, 3]))
    def test_one_patent(self, state: State, space: int | None) -> None:
        move = RegisterPatent(space)
        placeable = space is None or space in members(mine(state).developed)
        assert allowed(state, move) == (placeable and count(mine(state).goods, Good.COIN) >= 1)
        if allowed(state, move):
            assert one_and_no_more(state, move)
            assert costs_the_usual(state, move, Area.DEVELOP)

    def test_what_it_costs_and_brings(self) -> None:
        after = mine(play(bonus_action(goods={0: {Good.COIN: 1}}), RegisterPatent(None)))
        assert (after.goods, after.influence, after.patents) == (NO_GOODS, 1, 1)


@clause("bonus.build-one")
class TestBuildOne:
    """One factory of the row, at its price."""

    @given(extras(), st.integers(5, 12))
    def test_one_factory(self, state: State, factory: int) -> None:
        move = BuildFactory(factory)
        payable = covers(mine(state).goods, SHIPPED.factories[factory].cost)
        assert allowed(state, move) == (factory < 10 and payable)
        if allowed(state, move):
            assert one_and_no_more(state, move)
            assert costs_the_usual(state, move, Area.BUILD)

    def test_what_it_costs_and_brings(self) -> None:
        state = bonus_action(goods={0: {Good.WOOD: 2}}, row=[0])
        after = mine(play(state, BuildFactory(0)))
        assert (after.goods, 0 in members(after.factories)) == (pack({Good.WOOD: 1}), True)


FULL: list[tuple[dict[str, Any], Move]] = [
    ({"area": Area.BUILD, "built": 3}, BuildFactory(5)),
    ({"area": Area.GOODS, "ran": 0b11111}, RunFactory(0)),
    ({"area": Area.BUY, "loads": 3}, BuyLoad(0)),
    ({"area": Area.PRODUCE, "made": tuple(START_CARDS[-3:])}, ProduceInvention(START_CARDS[0])),
    ({"area": Area.MARKET, "exchanges": (3, 0, 2, 0, 0, 0)}, BUY_COG),
    ({"area": Area.DEVELOP, "developed": 1 << 4}, RegisterPatent(None)),
    ({"area": Area.DEVELOP, "patents": 2}, RegisterPatent(None)),
    ({"area": Area.DEVELOP, "developed": 1 << 1 | 1 << 3 | 1 << 5}, Develop(7)),
]
"""What regular actions did after which nothing more can be done in them, and a step that a bonus disc may make."""


@pytest.mark.parametrize(("done", "step"), FULL)
def test_an_action_that_is_over_bars_no_step_of_a_bonus_action(done: dict[str, Any], step: Move) -> None:
    """Whoever has not put down the disc yet is told the limits that the disc would meet, and no others."""
    offer = Turn(Phase.BONUS_OFFER, 0, **done)
    state = position(
        phase=Phase.BONUS_ACTION,
        goods={0: plenty()},
        bonus_discs={0: 4},
        row=range(5, 10),
        display=START_CARDS[:4],
        turn={"before": offer},
    )
    assert against(evolve(state, turn=evolve(offer, phase=Phase.ACTION)), step)
    assert against(evolve(state, turn=offer), step) == against(state, step)


@clause("bonus.spent-to-supply")
class TestSpentToSupply:
    """With the extra action done the disc is in the supply, for anybody to buy."""

    @given(extras(), st.data())
    def test_the_extra_action_is_over(self, state: State, data: st.DataObject) -> None:
        after = play(state, data.draw(st.sampled_from(Game.from_state(state).legal_moves(state))))
        assert (after.turn.phase, after.turn.seat) == (Phase.BONUS_OFFER, state.turn.seat)
        assert after.turn.before == state.turn.before

    def test_the_last_disc_of_the_supply(self) -> None:
        """While it is in use nobody can buy it, not even with it; afterwards the next player can."""
        stock = {0: plenty(), 1: plenty()}
        state = play(bought_a_load(goods=stock, discs={1: [Area.MARKET]}), USE)
        assert [player.bonus_discs for player in state.players] == [4, 5, 5, 5]
        assert not allowed(state, BUY_BONUS_DISC)
        state = play(state, BuyLoad(0), EndTurn(), Resolve(Area.MARKET))
        assert allowed(state, BUY_BONUS_DISC)
        assert not allowed(play(state, BUY_BONUS_DISC), BUY_BONUS_DISC)
