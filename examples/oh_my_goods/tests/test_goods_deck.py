"""The draw pile, which serves every phase, and what happens when it is empty."""

from __future__ import annotations

from typing import Any

import pytest
from goods_tables import (
    NEAT,
    SET,
    Has,
    against,
    allowed,
    card,
    cards_of,
    clause,
    goods,
    hand,
    kinds_of,
    lying,
    moves_of,
    options,
    play,
    reached,
    readings,
    refused,
    steps,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.moves import Cover, Deal, Exchange, GiveUp, GiveUpGood, Pay, Produce, Reveal, UseChain
from oh_my_goods.position import Stage, State, Turn

from era_of_inventions.tabletop.values import members

COAL = card("charburner-grain")
GOODS_TOO = readings(exhaustion_cards="hand-and-goods")
DRAWS = (Deal, Cover, Reveal)
DRAWING = (
    Stage.HANDS,
    Stage.COAL,
    Stage.EXCHANGED_CARDS,
    Stage.NEW_CARDS,
    Stage.SUNRISE,
    Stage.SUNSET,
    Stage.GOODS,
)


def exhausted(*players: Has, due: int = 2, draw: str = "tailor-1", **more: Any) -> State:
    """The last card of the draw pile is about to be drawn, and the discard pile is empty."""
    return table(*players, stage=Stage.NEW_CARDS, due=due, draw=draw, **more)


def halving(*hands: int, **more: Any) -> State:
    """The position in which everybody has to give up half, because a card is needed."""
    players = [Has(hand=f"{number} cards") for number in hands]
    return play(exhausted(*players, **more), Deal(card("tailor-1")))


@clause("deck.card-needed")
class TestCardNeeded:
    """Cards are needed in every phase: for hands, for the market, and for goods."""

    @pytest.mark.parametrize("stage", [Stage.NEW_CARDS, Stage.SUNRISE, Stage.SUNSET, Stage.GOODS])
    def test_in_every_phase_the_discards_serve(self, stage: Stage) -> None:
        has = Has({"charburner-grain": 0}, craftsman="charburner-grain", mode=NEAT)
        turn: dict[str, Any] = {"due": 2} if stage in (Stage.NEW_CARDS, Stage.GOODS) else {}
        if stage is Stage.GOODS:
            turn["at"] = "charburner-grain"
        state = table(has, Has(), stage=stage, draw="tailor-1", discards="tailor-3, tailor-4", **turn)
        draw: Any = {Stage.NEW_CARDS: Deal, Stage.GOODS: Cover}.get(stage, Reveal)
        after = play(state, draw(card("tailor-1")))
        assert after.turn.stage is stage
        assert {move.card for move in options(after, draw)} == {card("tailor-3"), card("tailor-4")}

    def test_nowhere_else(self) -> None:
        for step in steps():
            if not isinstance(step.move, DRAWS) and step.after.turn.stage not in DRAWING:
                new, old = step.after.table.draw.known, step.before.table.draw.known
                assert new == old or not old


@clause("deck.half-rounded-down")
class TestHalfRoundedDown:
    """Half of one's hand cards is rounded down; goods and a planned card are no hand cards."""

    @given(st.integers(1, 7), st.integers(2, 7))
    def test_half_of_the_hand(self, first: int, second: int) -> None:
        state = halving(first, second, due=1)
        assert (state.turn.stage, state.turn.seat, state.turn.due) == (Stage.HALVING, 0, (first + 1) // 2)
        for seat, number in ((0, first + 1), (1, second)):
            for left in range(number // 2, 0, -1):
                assert (state.turn.stage, state.turn.seat, state.turn.due) == (Stage.HALVING, seat, left)
                state = play(state, GiveUp(cards_of(state.players[seat])[0]))
        assert [player.hand.size for player in state.players] == [(first + 2) // 2, (second + 1) // 2]

    @pytest.mark.parametrize(("ruleset", "due"), [(readings(), 1), (GOODS_TOO, 3)])
    def test_goods_count_by_the_other_reading(self, ruleset: Any, due: int) -> None:
        has = Has({"charburner-grain": 3}, hand="2 cards", planned="mill-1")
        state = play(exhausted(has, Has(), ruleset=ruleset), Deal(card("tailor-1")))
        assert (state.turn.stage, state.turn.due) == (Stage.HALVING, due)

    def test_whoever_has_one_card_is_not_asked(self) -> None:
        state = halving(3, 1)
        after = play(state, GiveUp(cards_of(state.players[0])[0]), GiveUp(cards_of(state.players[0])[1]))
        assert (after.turn.stage, after.players[1].hand.size) == (Stage.NEW_CARDS, 1)


@clause("deck.half-own-choice")
class TestHalfOwnChoice:
    """Each player chooses which cards to give up."""

    def test_any_of_the_hand(self) -> None:
        for state in reached(Stage.HALVING):
            own = cards_of(state.players[state.turn.seat])
            assert {move.card for move in options(state, GiveUp)} == set(own)

    def test_any_good_by_the_other_reading(self) -> None:
        has = Has({"charburner-grain": 1, "mill-1": 0, "mill-2": 2}, hand="2 cards")
        state = play(exhausted(has, Has(), ruleset=GOODS_TOO), Deal(card("tailor-1")))
        assert {move.building for move in options(state, GiveUpGood)} == {COAL, card("mill-2")}
        assert len(options(state, GiveUp)) == 3

    def test_only_then(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage is not Stage.HALVING:
                assert options(step.before, GiveUp, GiveUpGood) == []


@clause("deck.own-hand")
class TestOwnHand:
    """A hand card that is given up comes from one's own hand."""

    def test_forbids_every_other(self) -> None:
        state = halving(4, 3)
        for move in kinds_of(GiveUp):
            own = move.card in cards_of(state.players[0])
            assert against(state, move) == (set() if own else {"deck.own-hand"})

    def test_the_verdict_names_it(self) -> None:
        state = play(exhausted(Has(hand="mill-1", planned="mill-2"), Has(hand="mill-3")), Deal(card("tailor-1")))
        for other in ("mill-2", "mill-3", "mill-4"):
            assert refused(state, GiveUp(card(other))) == {"deck.own-hand"}


@clause("deck.goods-stay")
class TestGoodsStay:
    """Goods need not be given up; by another reading they are cards like any others."""

    def test_forbids_to_give_up_goods(self) -> None:
        has = Has({"charburner-grain": 3}, hand="2 cards")
        for ruleset, forbidden in ((readings(), {"deck.goods-stay"}), (GOODS_TOO, set())):
            state = play(exhausted(has, Has(), ruleset=ruleset), Deal(card("tailor-1")))
            assert against(state, GiveUpGood(COAL)) == forbidden

    def test_the_verdict_names_it(self) -> None:
        state = play(exhausted(Has({"mill-1": 1}, hand="2 cards"), Has()), Deal(card("tailor-1")))
        assert refused(state, GiveUpGood(card("mill-1"))) == {"deck.goods-stay"}

    def test_where_there_are_none_there_is_none_to_give_up(self) -> None:
        state = play(exhausted(Has({"mill-1": 0}, hand="2 cards"), Has(), ruleset=GOODS_TOO), Deal(card("tailor-1")))
        for other in ("mill-1", "charburner-wool"):
            assert refused(state, GiveUpGood(card(other))) == {"deck.goods-stay"}


@clause("deck.card-given-up")
class TestCardGivenUp:
    """One player after another lays aside the cards to be given up; then all of them are discarded together."""

    def test_laid_aside_first(self) -> None:
        state = halving(3, 4)
        first, second = cards_of(state.players[0])[:2]
        once = play(state, GiveUp(first))
        assert (members(once.players[0].aside.known), once.turn.due) == ((first,), 1)
        twice = play(once, GiveUp(second))
        assert (twice.turn.seat, twice.turn.due, twice.players[0].aside.size) == (1, 2, 2)
        assert (twice.table.draw.size, twice.table.discards.size) == (0, 0)

    def test_nobody_else_sees_them(self) -> None:
        state = halving(3, 4)
        after = play(state, GiveUp(cards_of(state.players[0])[0]))
        assert members(after.setting.rulebook.view(after, 1).players[0].aside.known) == ()

    def test_then_they_are_the_new_draw_pile(self) -> None:
        state = halving(3, 4)
        given = []
        while state.turn.stage is Stage.HALVING:
            given.append(cards_of(state.players[state.turn.seat])[0])
            state = play(state, GiveUp(given[-1]))
        assert members(state.table.draw.known) == tuple(sorted(given))
        assert [player.aside.size for player in state.players] == [0, 0]


@clause("deck.good-given-up")
class TestGoodGivenUp:
    """A good that is given up is the card laid last."""

    def test_the_card_laid_last(self) -> None:
        has = Has({"charburner-grain": 4}, hand="1 cards")
        state = play(exhausted(has, Has(), ruleset=GOODS_TOO), Deal(card("tailor-1")))
        cards = state.players[0].buildings[0].cards
        after = play(state, GiveUpGood(COAL))
        assert after.players[0].buildings[0].cards == cards[:-1]
        assert members(after.table.discards.known) == (cards[-1],)
        assert after.turn.due == state.turn.due - 1

    def test_so_it_was_in_every_game(self) -> None:
        for step in moves_of(GiveUpGood):
            assert lying(step.after) == lying(step.before)


@clause("deck.given-up")
class TestGivenUp:
    """When everybody has given up half, the interrupted stage goes on."""

    def test_in_order_from_the_active_player(self) -> None:
        players = [Has(hand="4 cards")] * 3
        state = exhausted(*players, seat=0, active=2, due=2)
        state = play(state, Deal(card("tailor-1")))
        seats = []
        while state.turn.stage is Stage.HALVING:
            seats.append(state.turn.seat)
            state = play(state, GiveUp(cards_of(state.players[state.turn.seat])[0]))
        assert seats == [2, 2, 0, 0, 1, 1]
        assert (state.turn.stage, state.turn.seat, state.turn.due) == (Stage.NEW_CARDS, 0, 1)
        assert state.turn.before is None

    def test_a_production_goes_on(self) -> None:
        has = Has(hand="4 cards", craftsman="charburner-grain", mode=NEAT)
        state = table(has, Has(), stage=Stage.GOODS, at="charburner-grain", due=2, draw="tailor-1")
        state = play(state, Cover(card("tailor-1")))
        assert (state.turn.stage, state.turn.due) == (Stage.HALVING, 2)
        while state.turn.stage is Stage.HALVING:
            state = play(state, GiveUp(cards_of(state.players[0])[0]))
        assert (state.turn.stage, state.turn.due, state.turn.at) == (Stage.GOODS, 1, COAL)
        after = play(state, Cover(members(state.table.draw.known)[0]))
        assert goods(after) == {"charburner-grain": 2}


@clause("deck.all-drawn")
class TestAllDrawn:
    """When somebody has drawn all the cards that are due, the game goes on."""

    @pytest.mark.parametrize("due", [1, 2, 5])
    def test_then_and_not_before(self, due: int) -> None:
        state = table(Has(), Has(), stage=Stage.NEW_CARDS, due=due)
        for left in range(due, 0, -1):
            assert (state.turn.seat, state.turn.due) == (0, left)
            state = play(state, Deal(members(state.table.draw.known)[0]))
        assert (state.turn.stage, state.turn.seat, state.turn.due) == (Stage.NEW_CARDS, 1, 2)

    def test_goods_too(self) -> None:
        has = Has(craftsman="charburner-grain", mode=NEAT)
        state = table(has, Has(), stage=Stage.PRODUCTION, morning="2 grain, 1 wood")
        state = play(state, Produce(COAL), Cover(card("tailor-3")))
        assert state.turn.stage is Stage.GOODS
        assert play(state, Cover(card("tailor-4"))).turn.stage is Stage.PRODUCTION


@clause("deck.reshuffle")
class TestReshuffle:
    """If the draw pile is empty, the discard pile is shuffled and becomes the draw pile."""

    @pytest.mark.parametrize("reading", ["at-once", "when-needed"])
    def test_when_a_card_is_needed(self, reading: str) -> None:
        state = table(
            Has(),
            Has(),
            stage=Stage.NEW_CARDS,
            due=2,
            draw="tailor-1",
            discards="mill-1, mill-2",
            ruleset=readings(reshuffle=reading),
        )
        after = play(state, Deal(card("tailor-1")))
        assert (after.table.draw, after.table.discards.size) == (state.table.discards, 0)

    @pytest.mark.parametrize(("reading", "drawn"), [("at-once", 2), ("when-needed", 0)])
    def test_when_none_is_needed(self, reading: str, drawn: int) -> None:
        has = Has(craftsman="charburner-grain", mode=NEAT)
        state = table(
            has,
            Has(),
            stage=Stage.GOODS,
            at="charburner-grain",
            due=1,
            draw="tailor-1",
            discards="mill-1, mill-2",
            ruleset=readings(reshuffle=reading),
        )
        after = play(state, Cover(card("tailor-1")))
        assert (after.turn.stage, after.table.draw.size) == (Stage.PRODUCTION, drawn)

    def test_a_first_discard_comes_back_at_once(self) -> None:
        has = Has({"charburner-grain": 2}, planned="mill-1")
        state = table(has, Has(), stage=Stage.PAYMENT, owed=2, draw="", before=Turn(Stage.BUILDING, 0))
        state = play(state, Pay(COAL))
        assert (state.table.draw.size, state.table.discards.size) == (1, 0)

    def test_as_long_as_there_is_a_card_nothing_comes_back(self) -> None:
        for step in steps():
            old, new = step.before.table, step.after.table
            if old.draw.known & new.draw.known:
                assert not new.draw.known & ~old.draw.known


@clause("deck.both-empty")
class TestBothEmpty:
    """If both piles are empty and a card is needed, everybody gives up half of their hand cards."""

    def test_when_a_card_is_needed(self) -> None:
        state = halving(4, 2)
        assert (state.turn.stage, state.turn.seat, state.turn.due) == (Stage.HALVING, 0, 2)

    def test_not_as_long_as_something_is_left(self) -> None:
        state = exhausted(Has(hand="4 cards"), Has(hand="2 cards"), draw="tailor-1, tailor-2")
        assert play(state, Deal(card("tailor-1"))).turn.stage is Stage.NEW_CARDS

    @pytest.mark.parametrize(("reading", "stage"), [("when-needed", Stage.PRODUCTION), ("at-once", Stage.HALVING)])
    def test_when_none_is_needed(self, reading: str, stage: Stage) -> None:
        has = Has(hand="4 cards", craftsman="charburner-grain", mode=NEAT)
        state = table(
            has,
            Has(hand="2 cards"),
            stage=Stage.GOODS,
            at="charburner-grain",
            due=1,
            draw="tailor-1",
            ruleset=readings(exhaustion_when=reading),
        )
        after = play(state, Cover(card("tailor-1")))
        assert after.turn.stage is stage
        while after.turn.stage is Stage.HALVING:
            after = play(after, GiveUp(cards_of(after.players[after.turn.seat])[0]))
        assert (after.turn.stage, after.turn.seat) == (Stage.PRODUCTION, 0)

    def test_it_comes_again_if_they_are_empty_again(self) -> None:
        state = exhausted(Has(hand="5 cards"), Has(), due=9)
        state = play(state, Deal(card("tailor-1")))
        halvings = 0
        for _ in range(40):
            if state.turn.stage is Stage.HALVING:
                halvings += 1
                while state.turn.stage is Stage.HALVING:
                    state = play(state, GiveUp(cards_of(state.players[0])[0]))
            if state.turn.seat or state.turn.stage is not Stage.NEW_CARDS:
                break
            state = play(state, Deal(members(state.table.draw.known)[0]))
        assert halvings > 1


@clause("deck.not-drawn")
class TestNotDrawn:
    """If there is no card left to draw, the cards due are not drawn, and nothing is owed for them."""

    def test_no_cards_for_anybody(self) -> None:
        state = play(exhausted(Has(), Has(hand="mill-1")), Deal(card("tailor-1")))
        assert (hand(state, 0), hand(state, 1)) == (["tailor-1"], ["mill-1"])
        assert state.turn.stage is Stage.WORK

    def test_no_goods_and_then_no_chain(self) -> None:
        has = Has(craftsman="charburner-grain", mode=NEAT)
        state = table(has, Has(), stage=Stage.PRODUCTION, morning="2 grain, 1 wood", draw="")
        after = play(state, Produce(COAL))
        assert (after.turn.stage, goods(after)) == (Stage.PRODUCTION, {"charburner-grain": 0})
        assert not allowed(after, UseChain(COAL))

    def test_one_good_where_there_is_one_card(self) -> None:
        has = Has(craftsman="charburner-grain", mode=NEAT)
        state = table(has, Has(), stage=Stage.PRODUCTION, morning="2 grain, 1 wood", draw="tailor-1")
        after = play(state, Produce(COAL), Cover(card("tailor-1")))
        assert (after.turn.stage, after.turn.due, goods(after)) == (Stage.PRODUCTION, 0, {"charburner-grain": 1})

    def test_a_row_stays_as_it_is(self) -> None:
        state = table(Has(), Has(), stage=Stage.SUNSET, active=1, draw="tailor-1")
        after = play(state, Reveal(card("tailor-1")))
        assert (members(after.table.evening), after.turn.stage, after.turn.seat) == (
            (card("tailor-1"),),
            Stage.PRODUCTION,
            1,
        )

    def test_an_exchange_goes_on(self) -> None:
        state = table(Has(hand="1 wool"), Has(hand="1 wool"), stage=Stage.EXCHANGE, draw="")
        after = play(state, Exchange(), Exchange())
        assert [player.hand.size for player in after.players] == [1, 1]
        assert after.turn.stage is Stage.WORK

    def test_it_never_waits_for_a_card_that_is_not_there(self) -> None:
        for step in steps():
            if step.after.turn.stage in DRAWING:
                assert step.after.table.draw.size


def test_no_card_is_lost() -> None:
    everything = dict.fromkeys(range(len(SET.buildings)), 1)
    for step in steps()[::20]:
        assert lying(step.after) == everything
