"""Area E: the exchange market."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import CUBES, Good, Goods, count, pack, unpack
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    SELL_COG,
    EndAction,
    EndTurn,
    Exchange,
    Line,
    TakeCog,
    UseBonusDisc,
)
from era_of_inventions.position import Phase, State, Turn
from era_of_inventions.rules.market import counted_exchanges, uses_of_box
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import goods, reachable_states, rulesets_with
from tests.era.rules.support import against, allowed, changed, clause, gained, play
from tests.support.positions import SHIPPED, plenty, position

BARE = evolve(SHIPPED, signs=())
"""The shipped components with no signs on the track, so that influence brings nothing else."""
LIMITED = Ruleset().with_reading("goods_supply", "limited")

PRINTED: Mapping[Line, tuple[Mapping[Good, int], Mapping[Good, int]]] = {
    Line.BUY_COG: ({Good.COIN: 2}, {Good.COG: 1}),
    Line.SELL_COG: ({Good.COG: 1}, {Good.COIN: 2}),
    Line.COINS_FOR_INFLUENCE: ({Good.COIN: 2}, {}),
    Line.COG_FOR_INFLUENCE: ({Good.COG: 1}, {}),
    Line.BONUS_DISC: ({Good.COIN: 2}, {}),
}
"""What is given and taken on the lines that leave no choice."""
BOX = {
    Line.BUY_COG: "upper",
    Line.SELL_COG: "upper",
    Line.COINS_FOR_INFLUENCE: "middle",
    Line.COG_FOR_INFLUENCE: "middle",
    Line.BARTER: "lower",
    Line.BONUS_DISC: "lower",
}


def barter(give: Mapping[Good, int], take: Mapping[Good, int]) -> Exchange:
    return Exchange(Line.BARTER, pack(give), pack(take))


def two_for_one(one: Good, other: Good, taken: Good) -> Exchange:
    return barter(Counter([one, other]), {taken: 1})


SAMPLE = {line: Exchange(line, pack(give), pack(take)) for line, (give, take) in PRINTED.items()} | {
    Line.BARTER: two_for_one(Good.WOOD, Good.WOOD, Good.COAL)
}
"""One good exchange for each line."""

kinds = st.sampled_from(list(Good))
tradable = st.sampled_from([*CUBES, Good.COIN])
lines = st.sampled_from(list(Line))
amounts: st.SearchStrategy[Goods] = st.sampled_from(
    [pack(amount) for printed in PRINTED.values() for amount in printed]
) | goods(3)
exchanges = st.builds(Exchange, lines, amounts, amounts) | st.sampled_from(list(SAMPLE.values()))
"""Exchanges as printed, slightly other ones, and nonsense."""
barters = st.builds(two_for_one, tradable, tradable, tradable).filter(lambda m: not kinds_of(m.give) & kinds_of(m.take))
exchanges = st.sampled_from(list(SAMPLE.values())) | barters
"""Exchanges that the boxes show."""


def kinds_of(goods: Goods) -> set[Good]:
    return {good for good, _ in unpack(goods)}


def market(players: int = 4, seat: int = 0, *, stock: Mapping[Good, int] | None = None, discs: int = 1) -> State:
    """Somebody has just resolved a disc on the market."""
    return position(
        players,
        components=BARE,
        phase=Phase.ACTION,
        area=Area.MARKET,
        seat=seat,
        goods={seat: plenty(20) if stock is None else stock},
        bonus_discs={seat: discs},
    )


tables = st.sampled_from([3, 4, 5]).flatmap(lambda n: st.builds(market, st.just(n), st.integers(0, n - 1)))
"""A market action that has not begun, the player with plenty of everything."""


@st.composite
def visits(draw: st.DrawFn) -> tuple[State, list[Line]]:
    """A market action under way, and the lines used in it."""
    state = draw(tables)
    used: list[Line] = []
    for line in draw(st.lists(lines, max_size=5)):
        if sum(BOX[earlier] == BOX[line] for earlier in used) < 3:
            state = play(state, SAMPLE[line])
            used.append(line)
    return state, used


@clause("market.action")
class TestAction:
    """A disc on area E is for one development cog or for exchanges."""

    @given(st.sampled_from(list(Area)), st.sampled_from([TakeCog(), *SAMPLE.values()]))
    def test_on_this_area_and_on_no_other(self, area: Area, move: TakeCog | Exchange) -> None:
        state = position(phase=Phase.ACTION, area=area, goods={0: plenty()}, bonus_discs={0: 1})
        assert allowed(state, move) == (area is Area.MARKET)

    @given(reachable_states(), exchanges)
    def test_only_in_an_action_or_the_final_market(self, state: State, move: Exchange) -> None:
        if state.turn.phase not in (Phase.ACTION, Phase.BONUS_ACTION, Phase.FINAL_MARKET):
            assert not allowed(state, move)
            assert not allowed(state, TakeCog())


@clause("market.cog-or-exchanges")
class TestAOrB:
    """Either the cog or exchanges, never both in one action."""

    @given(visits())
    def test_no_cog_after_a_exchange(self, visit: tuple[State, list[Line]]) -> None:
        state, used = visit
        assert allowed(state, TakeCog()) == (not used)
        assert ("market.cog-or-exchanges" in against(state, TakeCog())) == bool(used)

    @given(tables, exchanges)
    def test_no_exchange_after_the_cog(self, state: State, move: Exchange) -> None:
        assert "market.cog-or-exchanges" not in against(state, move)
        done = play(state, TakeCog())
        assert "market.cog-or-exchanges" in against(done, move)
        assert not allowed(done, move)

    @given(tables, exchanges)
    def test_nothing_goes_on_after_the_cog(self, state: State, move: Exchange) -> None:
        """Also in a position that no game leads to, where the action goes on: law and engine must agree there too."""
        going_on = evolve(state, turn=evolve(state.turn, took_cog=True))
        assert "market.cog-or-exchanges" in against(going_on, move)
        assert not allowed(going_on, move)

    def test_a_exchange_by_bonus_disc_may_follow_the_cog(self) -> None:
        assert allowed(play(market(), TakeCog(), UseBonusDisc()), BUY_COG)


@clause("market.counted-exchanges")
class TestCounted:
    """What counts toward the limits is the exchanges of this action, line by line."""

    @given(visits())
    def test_by_line(self, visit: tuple[State, list[Line]]) -> None:
        state, used = visit
        assert counted_exchanges(state) == tuple(used.count(line) for line in Line)

    @given(visits())
    def test_a_bonus_action_counts_from_zero(self, visit: tuple[State, list[Line]]) -> None:
        state, used = visit
        if used:
            assert counted_exchanges(play(state, EndAction(), UseBonusDisc())) == (0, 0, 0, 0, 0, 0)

    @given(rulesets_with("market-cap"), st.lists(st.tuples(*[st.integers(0, 2)] * 6), min_size=1, max_size=3))
    def test_by_the_other_readings(self, ruleset: Ruleset, actions: list[tuple[int, ...]]) -> None:
        """Those of all actions of the turn, of which there can be three; or those of the round."""
        turn = Turn(Phase.BONUS_ACTION, 0, exchanges=actions[0])
        for exchanges in actions[1:]:
            turn = Turn(Phase.BONUS_ACTION, 0, exchanges=exchanges, before=turn)
        earlier = {0: {"exchanges_this_round": (5, 4, 3, 2, 1, 0)}}
        state = evolve(position(ruleset=ruleset, this_round=earlier), turn=turn)
        expected = {
            "action": actions[-1],
            "turn": tuple(map(sum, zip(*actions, strict=True))),
            "round": (5, 4, 3, 2, 1, 0),
        }
        assert counted_exchanges(state) == expected[ruleset.market_cap]

    def test_other_exchanges_of_the_round_do_not_count(self) -> None:
        earlier = {0: {"exchanges_this_round": (2, 1, 0, 2, 0, 0)}}
        state = position(phase=Phase.ACTION, area=Area.MARKET, goods={0: plenty()}, this_round=earlier)
        assert counted_exchanges(state) == (0, 0, 0, 0, 0, 0)
        assert allowed(state, BUY_COG)

    @pytest.mark.parametrize("cap", ["action", "turn", "round"])
    @pytest.mark.parametrize("earlier", [(2, 1, 0, 2, 0, 0), (0, 0, 1, 2, 0, 1), (1, 0, 0, 1, 3, 0)])
    def test_the_last_round_takes_nothing_from_the_final_market(self, cap: str, earlier: tuple[int, ...]) -> None:
        """Whoever has made five exchanges in the last round, three of them in one box, makes five more after it."""
        state = position(
            ruleset=Ruleset().with_reading("market_cap", cap),
            components=BARE,
            phase=Phase.BONUS_OFFER,
            seat=3,
            round=8,
            goods={0: plenty()},
            this_round={0: {"exchanges_this_round": earlier}},
        )
        state = play(state, EndTurn())
        assert (state.turn.phase, state.turn.seat) == (Phase.FINAL_MARKET, 0)
        assert counted_exchanges(state) == (0, 0, 0, 0, 0, 0)
        state = play(state, BUY_COG, SELL_COG, BUY_COG)
        assert against(state, SELL_COG) == {"market.three-per-box"}
        state = play(state, COINS_FOR_INFLUENCE, SAMPLE[Line.BARTER])
        assert against(state, COINS_FOR_INFLUENCE) == {"market.five-max"}


@clause("market.uses-of-box")
class TestBoxLinesShare:
    """A box has been used as often as its two lines together."""

    @given(visits(), exchanges)
    def test_both_lines_count(self, visit: tuple[State, list[Line]], move: Exchange) -> None:
        state, used = visit
        assert uses_of_box(state, move.line) == [BOX[line] for line in used].count(BOX[move.line])


@clause("market.five-max")
class TestFiveMax:
    """Five exchanges in one action, in any order, and no sixth."""

    @given(tables, st.lists(lines, min_size=5, max_size=9))
    def test_forbids_the_sixth_only(self, state: State, wanted: list[Line]) -> None:
        made = 0
        for line in wanted:
            move = SAMPLE[line]
            assert ("market.five-max" in against(state, move)) == (made >= 5)
            if allowed(state, move):
                made += 1
                state = play(state, move)
        assert made <= 5

    @given(
        st.permutations([Line.BUY_COG, Line.SELL_COG, Line.COG_FOR_INFLUENCE, Line.BARTER, Line.BONUS_DISC]), exchanges
    )
    def test_five_in_any_order(self, order: list[Line], sixth: Exchange) -> None:
        state = play(market(), *[SAMPLE[line] for line in order])
        assert "market.five-max" in against(state, sixth)
        assert not allowed(state, sixth)
        assert allowed(play(state, EndAction(), UseBonusDisc()), sixth)


@clause("market.three-per-box")
class TestThreePerBox:
    """Each box three times, whichever of its lines."""

    @given(visits(), exchanges)
    def test_forbids_the_fourth_use_only(self, visit: tuple[State, list[Line]], move: Exchange) -> None:
        state, used = visit
        uses = sum(BOX[line] == BOX[move.line] for line in used)
        assert ("market.three-per-box" in against(state, move)) == (uses >= 3)
        assert allowed(state, move) == (uses < 3 and len(used) < 5)

    @given(st.sampled_from(["upper", "middle", "lower"]), st.data())
    def test_three_uses_of_one_box(self, box: str, data: st.DataObject) -> None:
        own = st.sampled_from([line for line in Line if BOX[line] == box])
        state = play(market(), *[SAMPLE[data.draw(own)] for _ in range(3)])
        for line in Line:
            assert against(state, SAMPLE[line]) == ({"market.three-per-box"} if BOX[line] == box else set())


@clause("market.must-own")
class TestMustOwn:
    """No exchange on credit; but what one exchange brings can be given in the next."""

    @given(goods(2), exchanges)
    def test_what_is_given_is_in_stock(self, stock: Goods, move: Exchange) -> None:
        state = market(stock=dict(unpack(stock)))
        short = any(count(stock, good) < number for good, number in unpack(move.give))
        assert ("market.must-own" in against(state, move)) == short
        assert allowed(state, move) == (not short)

    def test_a_chain_of_exchanges(self) -> None:
        state = market(stock={Good.WOOD: 2, Good.METAL: 2})
        coin, another = two_for_one(Good.WOOD, Good.WOOD, Good.COIN), two_for_one(Good.METAL, Good.METAL, Good.COIN)
        assert against(play(state, coin), BUY_COG) == {"market.must-own"}
        done = play(state, coin, another, BUY_COG, COG_FOR_INFLUENCE)
        assert gained(state, done) == {"0.wood": -2, "0.metal": -2, "0.influence": 1}


@clause("market.in-supply")
class TestInSupply:
    """Where goods are limited, the supply must hold what is taken; else it never runs out."""

    @given(st.integers(0, 3), st.sampled_from([TakeCog(), BUY_COG]))
    def test_last_cogs(self, left: int, move: TakeCog | Exchange) -> None:
        held = count(SHIPPED.supply, Good.COG) - left
        state = limited({1: {Good.COG: held}, 0: {Good.COIN: 2}})
        assert against(state, move) == (set() if left else {"market.in-supply"})
        assert allowed(state, move) == (left > 0)

    @given(st.integers(0, 3))
    def test_both_coins_for_a_cog(self, left: int) -> None:
        state = limited({1: {Good.COIN: count(SHIPPED.supply, Good.COIN) - left}, 0: {Good.COG: 1}})
        assert allowed(state, SELL_COG) == (left >= 2)
        assert ("market.in-supply" in against(state, SELL_COG)) == (left < 2)

    @given(st.sampled_from([Good.METAL, Good.TECHNOLOGY, Good.TOOL, Good.COIN]), st.integers(0, 1))
    def test_last_piece_of_a_kind(self, kind: Good, left: int) -> None:
        sources = zip(SHIPPED.sources, limited({}).board.loads, strict=True)
        loaded = sum(load for source, load in sources if source.good is kind)
        state = limited({0: {Good.WOOD: 2}, 1: {kind: count(SHIPPED.supply, kind) - loaded - left}})
        move = two_for_one(Good.WOOD, Good.WOOD, kind)
        assert against(state, move) == (set() if left else {"market.in-supply"})
        assert allowed(state, move) == (left > 0)

    @pytest.mark.parametrize("left", range(4))
    def test_what_is_given_is_in_the_supply_when_it_is_taken(self, left: int) -> None:
        """Only a reading in which a kind may be exchanged for itself shows it: two coal for one of them."""
        rules = LIMITED.with_reading("lower_same_kind", "any")
        held = count(SHIPPED.supply, Good.COAL) - 2 * 3 - 2 - left  # three in either coal house, two to be given
        stocks: dict[int, Mapping[Good, int]] = {0: {Good.COAL: 2}, 1: {Good.COAL: held}, 2: {}, 3: {}}
        state = position(ruleset=rules, phase=Phase.ACTION, area=Area.MARKET, goods=stocks)
        assert allowed(state, two_for_one(Good.COAL, Good.COAL, Good.COAL))

    def test_nothing_runs_out_otherwise(self) -> None:
        rich = {0: plenty(), 1: plenty(200)}
        state = position(phase=Phase.ACTION, area=Area.MARKET, goods=rich, bonus_discs={0: 1})
        assert allowed(state, TakeCog())
        assert all(allowed(state, move) for move in SAMPLE.values())


def limited(goods: Mapping[int, Mapping[Good, int]]) -> State:
    """A market action of seat 0 where goods are limited, and the players have these and no others."""
    stocks: dict[int, Mapping[Good, int]] = {seat: {} for seat in range(4)} | dict(goods)
    return position(ruleset=LIMITED, phase=Phase.ACTION, area=Area.MARKET, goods=stocks)


def as_printed(move: Exchange) -> bool:
    give, take = PRINTED[move.line]
    return (dict(unpack(move.give)), dict(unpack(move.take))) == (give, take)


@pytest.fixture(scope="module")
def rich() -> State:
    """A market action of somebody with plenty of everything."""
    return market()


def only_as_printed(rich: State, id_: str, line: Line, move: Exchange) -> None:
    """A clause about one line forbids everything on it but what is printed, and nothing on other lines."""
    for tried in (move, Exchange(line, move.give, move.take)):
        forbidden = tried.line is line and not as_printed(tried)
        assert (id_ in against(rich, tried)) == forbidden
        if forbidden:
            assert not allowed(rich, tried)


@clause("market.upper-buy-cog")
class TestUpperBuyCog:
    """Two coins for one cog."""

    @given(move=exchanges)
    def test_nothing_else(self, rich: State, move: Exchange) -> None:
        only_as_printed(rich, "market.upper-buy-cog", Line.BUY_COG, move)

    @given(tables)
    def test_two_coins_for_a_cog(self, state: State) -> None:
        seat = state.turn.seat
        assert gained(state, play(state, BUY_COG)) == {f"{seat}.coin": -2, f"{seat}.cog": 1}


@clause("market.upper-sell-cog")
class TestUpperSellCog:
    """One cog for two coins."""

    @given(move=exchanges)
    def test_nothing_else(self, rich: State, move: Exchange) -> None:
        only_as_printed(rich, "market.upper-sell-cog", Line.SELL_COG, move)

    @given(tables)
    def test_a_cog_for_two_coins(self, state: State) -> None:
        seat = state.turn.seat
        assert gained(state, play(state, SELL_COG)) == {f"{seat}.coin": 2, f"{seat}.cog": -1}


@clause("market.middle-coins")
class TestMiddleCoins:
    """Two coins for one influence."""

    @given(move=exchanges)
    def test_nothing_else(self, rich: State, move: Exchange) -> None:
        only_as_printed(rich, "market.middle-coins", Line.COINS_FOR_INFLUENCE, move)

    @given(tables)
    def test_two_coins_for_influence(self, state: State) -> None:
        seat = state.turn.seat
        assert gained(state, play(state, COINS_FOR_INFLUENCE)) == {f"{seat}.coin": -2, f"{seat}.influence": 1}


@clause("market.middle-cog")
class TestMiddleCog:
    """One cog for one influence."""

    @given(move=exchanges)
    def test_nothing_else(self, rich: State, move: Exchange) -> None:
        only_as_printed(rich, "market.middle-cog", Line.COG_FOR_INFLUENCE, move)

    @given(tables)
    def test_a_cog_for_influence(self, state: State) -> None:
        seat = state.turn.seat
        assert gained(state, play(state, COG_FOR_INFLUENCE)) == {f"{seat}.cog": -1, f"{seat}.influence": 1}


lower = st.builds(Exchange, st.just(Line.BARTER), goods(2), goods(1)) | st.builds(two_for_one, kinds, kinds, kinds)
"""Exchanges in the lower box, sensible or not."""


@clause("market.lower-two-for-one")
class TestLowerTwoForOne:
    """Two pieces, of one kind or two, for one."""

    @given(move=lower | exchanges)
    def test_forbids_other_numbers(self, rich: State, move: Exchange) -> None:
        numbers = sum(n for _, n in unpack(move.give)), sum(n for _, n in unpack(move.take))
        forbidden = move.line is Line.BARTER and numbers != (2, 1)
        assert ("market.lower-two-for-one" in against(rich, move)) == forbidden
        if forbidden:
            assert not allowed(rich, move)

    @given(gives=st.integers(0, 4), takes=st.integers(0, 3))
    def test_two_and_one(self, rich: State, gives: int, takes: int) -> None:
        move = barter({Good.WOOD: gives}, {Good.COAL: takes})
        assert ("market.lower-two-for-one" in against(rich, move)) == ((gives, takes) != (2, 1))

    @given(one=tradable, other=tradable, taken=tradable)
    def test_any_mix(self, rich: State, one: Good, other: Good, taken: Good) -> None:
        if taken not in (one, other):
            after = play(rich, two_for_one(one, other, taken))
            expected = {f"0.{taken.name.lower()}": 1}
            for given_kind in {one, other}:
                expected[f"0.{given_kind.name.lower()}"] = -[one, other].count(given_kind)
            assert gained(rich, after) == expected


@clause("market.lower-no-cogs")
class TestLowerNoCogs:
    """No cog is given or taken in the lower box."""

    @given(move=lower | exchanges)
    def test_forbids_cogs_there_only(self, rich: State, move: Exchange) -> None:
        forbidden = move.line is Line.BARTER and Good.COG in kinds_of(move.give) | kinds_of(move.take)
        assert ("market.lower-no-cogs" in against(rich, move)) == forbidden
        if forbidden:
            assert not allowed(rich, move)

    @pytest.mark.parametrize("move", [two_for_one(Good.COG, Good.COIN, Good.WOOD), two_for_one(*CUBES[:2], Good.COG)])
    def test_forbidden_for_nothing_else(self, rich: State, move: Exchange) -> None:
        assert against(rich, move) == {"market.lower-no-cogs"}


@clause("market.lower-other-kind")
class TestLowerOtherKind:
    """What is taken is of a kind that was not given, coins included."""

    @given(move=lower | exchanges)
    def test_forbids_a_kind_that_was_given(self, rich: State, move: Exchange) -> None:
        forbidden = move.line is Line.BARTER and bool(kinds_of(move.give) & kinds_of(move.take))
        assert ("market.lower-other-kind" in against(rich, move)) == forbidden
        if forbidden:
            assert not allowed(rich, move)

    @given(one=tradable, other=tradable)
    def test_forbidden_for_nothing_else(self, rich: State, one: Good, other: Good) -> None:
        assert against(rich, two_for_one(one, other, one)) == {"market.lower-other-kind"}


@clause("market.lower-bonus-disc")
class TestLowerBonusDisc:
    """Two coins for a bonus disc, while there is one."""

    @given(move=exchanges)
    def test_nothing_else(self, rich: State, move: Exchange) -> None:
        only_as_printed(rich, "market.lower-bonus-disc", Line.BONUS_DISC, move)

    @given(st.sampled_from([3, 4, 5]), st.data())
    def test_while_the_supply_holds_one(self, players: int, data: st.DataObject) -> None:
        held = dict.fromkeys(range(players), 0)
        total = data.draw(st.integers(0, 20) | st.sampled_from([19, 20]))
        for _ in range(total):
            held[data.draw(st.integers(0, players - 1))] += 1
        state = position(players, phase=Phase.ACTION, area=Area.MARKET, goods={0: plenty()}, bonus_discs=held)
        assert against(state, BUY_BONUS_DISC) == (set() if total < 20 else {"market.lower-bonus-disc"})
        assert allowed(state, BUY_BONUS_DISC) == (total < 20)

    def test_the_disc_in_use_is_not_in_the_supply(self) -> None:
        last = {0: 1, 1: 19, 2: 0, 3: 0}
        state = position(phase=Phase.ACTION, area=Area.MARKET, goods={0: plenty()}, bonus_discs=last)
        assert not allowed(play(state, BUY_COG, EndAction(), UseBonusDisc()), BUY_BONUS_DISC)


@clause("market.goods-change-hands")
class TestSupplyPartner:
    """What is given leaves the stock, what is taken enters it, and nobody else's stock changes."""

    @given(tables, exchanges)
    def test_goods_change_hands(self, state: State, move: Exchange) -> None:
        seat = state.turn.seat
        own = {f"{seat}.{good.name.lower()}": good for good in Good}
        expected = {name: count(move.take, good) - count(move.give, good) for name, good in own.items()}
        found = changed(state, play(state, move))
        assert {name: new - old for name, (old, new) in found.items() if name in own} == {
            name: number for name, number in expected.items() if number
        }
        assert set(found) - set(own) <= {f"{seat}.influence", f"{seat}.bonus_discs"}

    @given(visits())
    def test_the_exchange_is_counted(self, visit: tuple[State, list[Line]]) -> None:
        state, used = visit
        counts = tuple(used.count(line) for line in Line)
        assert (state.turn.exchanges, state.me.exchanges_this_round) == (counts, counts)
        others = [player.exchanges_this_round for player in state.players if player is not state.me]
        assert others == [(0,) * 6] * (len(state.players) - 1)


@clause("market.disc-gained")
class TestDiscGained:
    """The bought disc joins the others."""

    @given(tables, exchanges)
    def test_one_disc_for_that_line_only(self, state: State, move: Exchange) -> None:
        bought = int(move.line is Line.BONUS_DISC)
        after = play(state, move)
        assert gained(state, after).get(f"{state.turn.seat}.bonus_discs", 0) == bought
        assert after.me.discs_bought_this_round == bought

    @given(st.integers(0, 3))
    def test_every_one_is_counted(self, bought: int) -> None:
        state = position(phase=Phase.ACTION, area=Area.MARKET, goods={0: plenty()}, bonus_discs={0: 1, 1: 0})
        assert play(state, *[BUY_BONUS_DISC] * bought).me.discs_bought_this_round == bought

    @given(tables)
    def test_and_nothing_else(self, state: State) -> None:
        seat, coins = state.turn.seat, count(state.me.goods, Good.COIN)
        discs = state.me.bonus_discs
        expected = {f"{seat}.coin": (coins, coins - 2), f"{seat}.bonus_discs": (discs, discs + 1)}
        assert changed(state, play(state, BUY_BONUS_DISC)) == expected


@clause("market.middle-influence")
class TestMiddleInfluence:
    """One influence for each exchange of the middle box."""

    @given(visits())
    def test_one_for_each(self, visit: tuple[State, list[Line]]) -> None:
        state, used = visit
        middle = used.count(Line.COINS_FOR_INFLUENCE) + used.count(Line.COG_FOR_INFLUENCE)
        expected = [middle if seat == state.turn.seat else 0 for seat in range(len(state.players))]
        assert [player.influence for player in state.players] == expected


@clause("market.free-cog")
class TestAOneCog:
    """One cog from the supply, and the action is over, its disc resolved."""

    @given(tables)
    def test_one_cog_and_the_action_is_over(self, state: State) -> None:
        seat, cogs = state.turn.seat, count(state.me.goods, Good.COG)
        after = play(state, TakeCog())
        assert changed(state, after) == {
            f"{seat}.cog": (cogs, cogs + 1),
            f"{seat}.discs": (1 << Area.MARKET, 0),
        }
        assert (after.turn.phase, after.turn.seat) == (Phase.BONUS_OFFER, seat)

    @given(st.integers(0, 3))
    def test_in_the_final_market(self, start: int) -> None:
        state = position(phase=Phase.FINAL_MARKET, start=start, seat=start, goods={start: {}})
        after = play(state, TakeCog())
        assert changed(state, after) == {f"{start}.cog": (0, 1)}
        assert (after.turn.phase, after.turn.seat) == (Phase.FINAL_MARKET, (start + 1) % 4)
