"""Production chains: hand cards and goods that turn into the goods of a building."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from goods_tables import (
    NEAT,
    SET,
    SLOPPY,
    Has,
    against,
    allowed,
    bases,
    card,
    cards_of,
    chance,
    clause,
    coins,
    good_of,
    goods,
    hand,
    kind_of,
    kinds_of,
    lying,
    missing,
    moves_of,
    of_each_good,
    options,
    permitting,
    play,
    reached,
    readings,
    refused,
    shows,
    steps,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.box import RESOURCES
from oh_my_goods.moves import EndProduction, Lay, Produce, Shift, UseChain
from oh_my_goods.position import Mode, Stage, State

from era_of_inventions.tabletop.values import members

COAL, MILL, BAKERY, BRICKS = map(card, ("charburner-grain", "mill-1", "bakery-1", "brick-manufacture-1"))
SHOES, LEATHER = card("shoemaker-1"), card("tannery-1")
few = st.integers(0, 3)


def chaining(goods: dict[str, int], hand: str = "", *open_: str, **more: Any) -> State:
    """A player who is producing, with chains that are open."""
    return table(Has(goods, hand), Has(hand="1 wood"), stage=Stage.PRODUCTION, chains=open_, produced=open_, **more)


def items_of(building: int) -> Counter[str]:
    """What one use of a building's chain takes."""
    return Counter(kind_of(building).chain)


@clause("chain.items-printed")
class TestItemsPrinted:
    """Each use takes the items that the chain shows at the bottom right: one or two raw materials or goods."""

    def test_these_are_what_is_missing_then(self) -> None:
        for step in moves_of(UseChain):
            assert missing(step.after) == items_of(step.move.building)

    def test_and_what_is_given(self) -> None:
        for state, after in uses():
            seat, building = state.turn.seat, state_at(state)
            before_hand = Counter(map(shows, cards_of(state.players[seat])))
            after_hand = Counter(map(shows, cards_of(after.players[seat])))
            spent = (before_hand - after_hand) + (of_each_good(state.players[seat]) - of_each_good(after.players[seat]))
            assert spent == items_of(building)


def uses() -> list[tuple[State, State]]:
    """The positions in which a chain was begun to be used, and those after it, in games played at random."""
    found: list[tuple[State, State]] = []
    for step in steps():
        if isinstance(step.move, UseChain):
            found.append((step.after, step.after))
        elif isinstance(step.move, (Lay, Shift)):
            found[-1] = (found[-1][0], step.after)
    return [(begun, after) for begun, after in found if after.turn.stage is not Stage.CHAIN]


def state_at(state: State) -> int:
    at: int = state.turn.at
    return at


@clause("chain.after-production")
class TestAfterProduction:
    """Directly after a building has made at least one good, its owner may use its chain as often as they like."""

    @given(st.integers(0, 6), st.integers(0, 6))
    def test_as_often_as_one_likes(self, held: int, uses: int) -> None:
        state = chaining({"mill-1": 1}, f"{held} grain", "mill-1")
        for _ in range(min(held, uses)):
            state = play(state, UseChain(MILL), Lay(cards_of(state.players[0])[0]))
        assert goods(state)["mill-1"] == 1 + min(held, uses)
        assert allowed(state, UseChain(MILL)) == (held > uses)
        assert allowed(state, EndProduction())

    @pytest.mark.parametrize("mode", Mode)
    def test_only_after_production(self, mode: Mode) -> None:
        has = Has({"mill-1": 3}, "mill-2, mill-3, mill-4", craftsman="mill-1", mode=mode)
        state = table(has, Has(), stage=Stage.PRODUCTION, morning="3 grain, 1 wool")
        assert not allowed(state, UseChain(MILL))
        assert allowed(chance(play(state, Produce(MILL))), UseChain(MILL))

    def test_what_produced_opens_its_chain_and_no_other(self) -> None:
        for state in reached(Stage.PRODUCTION):
            for move in kinds_of(UseChain):
                by = "chain.after-production" in permitting(state, move)
                assert by == (move.building in members(state.chains))

    def test_an_assistant_opens_it_too(self) -> None:
        has = Has({"mill-1": 0}, "mill-2", posts=["mill-1"])
        state = table(has, Has(), stage=Stage.PRODUCTION, morning="3 grain, 1 wool")
        assert allowed(chance(play(state, Produce(MILL))), UseChain(MILL))

    def test_not_when_production_is_over(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage not in (Stage.PRODUCTION, Stage.LAST_CHAINS):
                assert options(step.before, UseChain) == []


@clause("chain.has-chain")
class TestHasChain:
    """Only a building that shows a chain has one."""

    def test_the_glassworks_has_none(self) -> None:
        state = chaining({"glassmaker-1": 1}, "3 wood", "glassmaker-1")
        assert refused(state, UseChain(card("glassmaker-1"))) == {"chain.has-chain"}

    def test_forbids_where_nothing_is_shown(self) -> None:
        state = reached(Stage.PRODUCTION)[0]
        for move in kinds_of(UseChain):
            assert ("chain.has-chain" in against(state, move)) == (not kind_of(move.building).chain)


@clause("chain.raw-from-hand")
class TestRawFromHand:
    """Raw materials for a chain come from the hand, never from the market supply or an office."""

    def test_forbids_what_the_hand_lacks(self) -> None:
        for state in reached(Stage.PRODUCTION):
            held = Counter(map(shows, cards_of(state.players[state.turn.seat])))
            for move in kinds_of(UseChain):
                raw = +Counter({kind: items_of(move.building)[kind] for kind in RESOURCES})
                assert ("chain.raw-from-hand" in against(state, move)) == (not raw <= held)

    def test_the_verdict_names_it(self) -> None:
        market = {"morning": "3 grain, 2 clay", "evening": "2 grain"}
        state = chaining({"mill-1": 1, "office-grain-1": 0}, "2 wood", "mill-1", **market)
        assert refused(state, UseChain(MILL)) == {"chain.raw-from-hand"}


@clause("chain.goods-already-made")
class TestGoodsAlreadyMade:
    """Goods for a chain are any goods of the player, on any building, even goods made in this turn."""

    def test_forbids_what_the_player_has_not(self) -> None:
        for state in reached(Stage.PRODUCTION):
            held = of_each_good(state.players[state.turn.seat])
            for move in kinds_of(UseChain):
                wanted = +Counter({item: n for item, n in items_of(move.building).items() if item not in RESOURCES})
                assert ("chain.goods-already-made" in against(state, move)) == (not wanted <= held)

    def test_the_verdict_names_it(self) -> None:
        other = Has({"tannery-2": 3})
        state = table(Has({"shoemaker-1": 2, "tannery-1": 0}), other, stage=Stage.PRODUCTION, chains=["shoemaker-1"])
        assert refused(state, UseChain(SHOES)) == {"chain.goods-already-made"}

    def test_those_of_this_turn_on_a_building_without_a_person(self) -> None:
        state = chaining({"mill-1": 0, "bakery-1": 1, "charburner-grain": 1}, "1 grain", "mill-1", "bakery-1")
        assert refused(state, UseChain(BAKERY)) == {"chain.goods-already-made"}
        after = play(state, UseChain(MILL), Lay(cards_of(state.players[0])[0]))
        assert allowed(after, UseChain(BAKERY))


@clause("chain.pair-together")
class TestPairTogether:
    """If a chain shows two items, both are laid on the building at the same time; nothing else comes between."""

    def test_nothing_else_comes_between(self) -> None:
        state = chaining({"charburner-grain": 2, "mill-1": 2, "bakery-1": 1}, "3 grain", "bakery-1", "mill-1")
        begun = play(state, UseChain(BAKERY))
        assert (begun.turn.stage, begun.turn.at, begun.turn.before) == (Stage.CHAIN, BAKERY, state.turn)
        assert set(options(begun, object)) == {Shift(MILL), Shift(COAL)}
        half = play(begun, Shift(MILL))
        assert options(half, object) == [Shift(COAL)]
        after = play(half, Shift(COAL))
        assert (after.turn.stage, goods(after)["bakery-1"]) == (Stage.PRODUCTION, 3)

    def test_one_alone_is_no_use(self) -> None:
        for lacking in ("charburner-grain", "mill-1"):
            stock = {"charburner-grain": 2, "mill-1": 2, "bakery-1": 1} | {lacking: 0}
            assert not allowed(chaining(stock, "", "bakery-1"), UseChain(BAKERY))

    @given(few, few)
    def test_the_scarcer_item_limits_it(self, clay: int, coal: int) -> None:
        state = chaining({"charburner-grain": coal, "brick-manufacture-1": 1}, f"{clay} clay", "brick-manufacture-1")
        for _ in range(min(clay, coal)):
            state = play(state, UseChain(BRICKS), Lay(cards_of(state.players[0])[0]), Shift(COAL))
        assert not allowed(state, UseChain(BRICKS))
        assert goods(state)["brick-manufacture-1"] == 1 + 2 * min(clay, coal)
        assert (len(hand(state)), goods(state)["charburner-grain"]) == (clay - min(clay, coal), coal - min(clay, coal))


@clause("chain.hand-card-turns-good")
class TestHandCardTurnsGood:
    """A hand card laid on a building by its chain is no raw material any more, but a good of that building."""

    def test_the_card_itself(self) -> None:
        state = chaining({"mill-1": 0}, "mill-4", "mill-1")
        after = play(state, UseChain(MILL), Lay(card("mill-4")))
        stack = after.players[0].buildings[1]
        assert (stack.cards, hand(after), coins(after.players[0])) == ((card("mill-4"),), [], 2)
        assert after.table == state.table

    def test_only_while_a_chain_is_used(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage is not Stage.CHAIN:
                assert options(step.before, Lay) == []


@clause("chain.own-hand")
class TestOwnHand:
    """A card laid for a chain comes from one's hand; a planned card is not in hand."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.CHAIN):
            own = cards_of(state.players[state.turn.seat])
            for move in kinds_of(Lay):
                assert ("chain.own-hand" in against(state, move)) == (move.card not in own)

    def test_the_verdict_names_it(self) -> None:
        has = Has({"mill-1": 1}, "mill-2", planned="mill-3")
        state = table(has, Has(hand="mill-4"), stage=Stage.PRODUCTION, chains=["mill-1"])
        begun = play(state, UseChain(MILL))
        for other in ("mill-3", "mill-4", "mill-5"):
            assert refused(begun, Lay(card(other))) == {"chain.own-hand"}

    def test_a_planned_card_alone_is_no_raw_material(self) -> None:
        has = Has({"mill-1": 1}, planned="mill-3")
        state = table(has, Has(), stage=Stage.PRODUCTION, chains=["mill-1"])
        assert not allowed(state, UseChain(MILL))


@clause("chain.right-raw")
class TestRightRaw:
    """A hand card laid for a chain shows a raw material that the chain takes."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.CHAIN):
            lacking = missing(state)
            for index in cards_of(state.players[state.turn.seat]):
                assert ("chain.right-raw" in against(state, Lay(index))) == (not lacking[shows(index)])

    def test_the_verdict_names_it(self) -> None:
        begun = play(chaining({"mill-1": 1}, "mill-2, sawmill-1", "mill-1"), UseChain(MILL))
        assert refused(begun, Lay(card("sawmill-1"))) == {"chain.right-raw"}

    def test_the_second_of_a_kind_is_one_too_many(self) -> None:
        state = chaining(
            {"charburner-grain": 2, "brick-manufacture-1": 1}, "tannery-1, tannery-2", "brick-manufacture-1"
        )
        half = play(state, UseChain(BRICKS), Lay(card("tannery-1")))
        assert refused(half, Lay(card("tannery-2"))) == {"chain.right-raw"}


@clause("chain.shown-first")
class TestShownFirst:
    """A hand card is shown to all before it is laid face down for a chain."""

    def test_all_are_told_which_card_it_is(self) -> None:
        state = play(chaining({"mill-1": 1}, "mill-2, mill-3", "mill-1"), UseChain(MILL))
        after = play(state, Lay(card("mill-3")))
        assert hand(after) == ["mill-2"]
        assert state.setting.rulebook.view(after, 1).players[0].buildings[1].cards == (-2, -2)

    def test_out_of_the_hand_and_nowhere_else(self) -> None:
        for step in moves_of(Lay):
            seat = step.before.turn.seat
            before, after = cards_of(step.before.players[seat]), cards_of(step.after.players[seat])
            assert sorted([*after, step.move.card]) == before
            assert step.after.table == step.before.table


@clause("chain.goods-shift")
class TestGoodsShift:
    """A good moved for a chain turns into a good of the other building; nobody need work where it comes from."""

    def test_leather_turns_into_shoes(self) -> None:
        state = chaining({"tannery-1": 2, "shoemaker-1": 1}, "", "shoemaker-1")
        after = play(state, UseChain(SHOES), Shift(LEATHER))
        assert goods(after) == {"charburner-grain": 0, "tannery-1": 1, "shoemaker-1": 2}
        assert coins(after.players[0]) == coins(state.players[0]) + 2

    def test_from_any_own_building_with_goods(self) -> None:
        for state in reached(Stage.CHAIN):
            seat = state.turn.seat
            full = {base for base in bases(state.players[seat]) if goods(state, seat)[SET.buildings[base].id]}
            for move in kinds_of(Shift):
                assert ("chain.goods-shift" in permitting(state, move)) == (move.building in full)

    def test_only_while_a_chain_is_used(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage is not Stage.CHAIN:
                assert options(step.before, Shift) == []


@clause("chain.right-good")
class TestRightGood:
    """A good moved for a chain is one that the chain takes; a card is a good of the building on which it lies."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.CHAIN):
            lacking = missing(state)
            for move in kinds_of(Shift):
                assert ("chain.right-good" in against(state, move)) == (not lacking[good_of(move.building)])

    def test_the_verdict_names_it(self) -> None:
        begun = play(chaining({"tannery-1": 2, "mill-1": 2, "shoemaker-1": 1}, "", "shoemaker-1"), UseChain(SHOES))
        for other in ("mill-1", "shoemaker-1"):
            assert refused(begun, Shift(card(other))) == {"chain.right-good"}

    def test_either_of_two_buildings_that_make_it(self) -> None:
        begun = play(chaining({"tannery-1": 1, "tannery-2": 1, "shoemaker-1": 1}, "", "shoemaker-1"), UseChain(SHOES))
        assert options(begun, object) == [Shift(card("tannery-1")), Shift(card("tannery-2"))]


@clause("chain.moved-over")
class TestMovedOver:
    """The card itself moves: the one laid last on its building, for nobody may look at goods."""

    def test_the_one_laid_last(self) -> None:
        for step in moves_of(Shift):
            seat, at = step.before.turn.seat, step.before.turn.at
            old = {stack.base: stack.cards for stack in step.before.players[seat].buildings}
            new = {stack.base: stack.cards for stack in step.after.players[seat].buildings}
            assert new[step.move.building] == old[step.move.building][:-1]
            assert new[at] == (*old[at], old[step.move.building][-1])

    def test_no_card_is_drawn_or_discarded(self) -> None:
        for step in moves_of(Shift):
            assert step.after.table == step.before.table
            assert lying(step.after) == lying(step.before)


@clause("chain.extra-goods")
class TestExtraGoods:
    """Each item laid on the building is one good more there, so a pair makes two."""

    def test_one_item_one_good(self) -> None:
        for step in moves_of(Lay, Shift):
            seat, at = step.before.turn.seat, SET.buildings[step.before.turn.at].id
            assert goods(step.after, seat)[at] == goods(step.before, seat)[at] + 1

    def test_when_all_is_laid_production_goes_on(self) -> None:
        for begun, after in uses():
            chain = sum(items_of(state_at(begun)).values())
            seat, at = begun.turn.seat, SET.buildings[state_at(begun)].id
            assert goods(after, seat)[at] == goods(begun, seat)[at] + chain
            assert after.turn == begun.turn.before

    @pytest.mark.parametrize("mode", [NEAT, SLOPPY])
    def test_the_market_does_not_matter(self, mode: Mode) -> None:
        ruleset = readings(chain_when="while-producing")
        for morning in ("", "3 grain"):
            has = Has({"mill-1": 1}, "mill-2", craftsman="mill-1", mode=mode)
            state = table(has, Has(), stage=Stage.PRODUCTION, chains=["mill-1"], morning=morning, ruleset=ruleset)
            assert goods(play(state, UseChain(MILL), Lay(card("mill-2"))))["mill-1"] == 2
