"""Phase I: new hand cards."""

from __future__ import annotations

from typing import Any

import pytest
from goods_tables import (
    Has,
    against,
    allowed,
    card,
    cards_of,
    chance,
    clause,
    hand,
    kinds_of,
    moves_of,
    options,
    play,
    reached,
    readings,
    refused,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.moves import Deal, Exchange, LayAside, Move, Pass
from oh_my_goods.position import Stage, State

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import members

WHOLE = readings(exchange="all-or-none")
numbers = st.integers(0, 6)


def exchanging(held: int, aside: int = 0, **more: Any) -> State:
    """A player who holds so many cards, and has laid others aside to exchange them."""
    return table(Has(hand=f"{held} cards", aside=f"{aside} cards"), stage=Stage.EXCHANGE, **more)


@clause("hand.exchange-any")
class TestExchangeAny:
    """Each player may discard as many hand cards as they like, chosen before any new card is seen."""

    @given(numbers, numbers)
    def test_any_card_and_any_number(self, held: int, aside: int) -> None:
        state = exchanging(held, aside)
        assert {move.card for move in options(state, LayAside)} == set(cards_of(state.players[0]))
        assert allowed(state, Exchange())

    def test_nothing_comes_before_all_are_chosen(self) -> None:
        for step in moves_of(LayAside):
            assert step.after.table.draw == step.before.table.draw
            assert step.after.turn.stage is Stage.EXCHANGE

    def test_only_in_the_exchange(self) -> None:
        for state in reached(Stage.PLAN, Stage.PRODUCTION, Stage.BUILDING, Stage.WORK):
            assert options(state, LayAside, Exchange) == []


@clause("hand.own-cards")
class TestOwnCards:
    """The cards to be exchanged come from one's own hand."""

    def test_forbids_every_other_card(self) -> None:
        for state in reached(Stage.EXCHANGE):
            own = cards_of(state.players[state.turn.seat])
            for move in kinds_of(LayAside):
                assert ("hand.own-cards" in against(state, move)) == (move.card not in own)

    def test_the_verdict_names_it(self) -> None:
        state = table(Has(hand="mill-1", aside="mill-3"), Has(hand="mill-2"), stage=Stage.EXCHANGE)
        for other in ("mill-2", "mill-3", "mill-4"):
            assert refused(state, LayAside(card(other))) == {"hand.own-cards"}


@clause("hand.exchange-once")
class TestExchangeOnce:
    """Each player exchanges once in a round; exchanging nothing counts too."""

    def test_once(self) -> None:
        state = exchanging(2)
        after = play(state, Exchange())
        assert (after.turn.stage, after.turn.seat) == (Stage.EXCHANGE, 1)
        assert play(after, Exchange()).turn.stage is Stage.NEW_CARDS

    def test_so_it_was_in_every_round(self) -> None:
        rounds: dict[tuple[int, int, int], int] = {}
        for step in moves_of(Exchange):
            key = (id(step.before.setting), step.before.round, step.before.turn.seat)
            rounds[key] = rounds.get(key, 0) + 1
        assert set(rounds.values()) == {1}


@clause("hand.exchange-all")
class TestExchangeAll:
    """By other readings one exchanges the whole hand or nothing; by one of them, also all but one card."""

    @given(numbers, numbers)
    def test_forbids_a_part(self, held: int, aside: int) -> None:
        part = held > 0 and aside > 0
        assert against(exchanging(held, aside, ruleset=WHOLE), Exchange()) == ({"hand.exchange-all"} if part else set())
        assert against(exchanging(held, aside), Exchange()) == set()

    @given(numbers, numbers)
    def test_one_card_may_be_kept(self, held: int, aside: int) -> None:
        forbidden = against(exchanging(held, aside, ruleset=readings(exchange="all-but-one")), Exchange())
        assert forbidden == ({"hand.exchange-all"} if held > 1 and aside > 0 else set())

    def test_the_verdict_names_it(self) -> None:
        assert refused(exchanging(1, 4, ruleset=WHOLE), Exchange()) == {"hand.exchange-all"}
        assert refused(exchanging(1, 4, ruleset="second-edition"), Exchange()) == {"hand.exchange-all"}


@clause("hand.laid-aside")
class TestLaidAside:
    """Cards to be exchanged are laid aside until all of them have been chosen."""

    def test_out_of_the_hand(self) -> None:
        state = table(Has(hand="mill-1, mill-2, mill-3"), stage=Stage.EXCHANGE)
        after = play(state, LayAside(card("mill-2")), LayAside(card("mill-1")))
        assert hand(after) == ["mill-3"]
        assert members(after.players[0].aside.known) == (card("mill-1"), card("mill-2"))
        assert after.table == state.table

    def test_others_see_only_how_many(self) -> None:
        for step in moves_of(LayAside):
            seat = step.before.turn.seat
            assert step.after.players[seat].aside.size == step.before.players[seat].aside.size + 1
            assert step.after.players[seat].hand.size == step.before.players[seat].hand.size - 1


@clause("hand.exchange-same-number")
class TestExchangeSameNumber:
    """The exchanged cards go to the discard pile, and as many cards are drawn."""

    @given(numbers, numbers)
    def test_as_many_as_were_laid_aside(self, held: int, aside: int) -> None:
        state = exchanging(held, aside)
        after = play(state, Exchange())
        assert after.table.discards.known == state.players[0].aside.known
        assert after.players[0].aside.size == 0
        drawn = 0
        while after.turn.stage is Stage.EXCHANGED_CARDS:
            after = play(after, Deal(members(after.table.draw.known)[0]))
            drawn += 1
        assert (drawn, after.players[0].hand.size) == (aside, held + aside)
        assert after.turn.seat == 1

    def test_own_discards_can_come_back_when_the_pile_runs_out(self) -> None:
        state = table(Has(hand="2 wood", aside="2 grain"), stage=Stage.EXCHANGE, draw="1 wool")
        after = play(state, Exchange())
        assert after.table.draw.size == 1
        after = play(after, Deal(members(after.table.draw.known)[0]))
        assert after.table.draw == state.players[0].aside


@clause("hand.exchange-first")
class TestExchangeFirst:
    """All exchange in the order of play; only then are new cards drawn."""

    @pytest.mark.parametrize(("players", "active"), [(2, 0), (3, 1), (4, 3)])
    def test_then_the_active_player_draws(self, players: int, active: int) -> None:
        state = table(*[Has(hand="2 cards")] * players, stage=Stage.EXCHANGE, seat=active, active=active)
        for step in range(players):
            assert (state.turn.stage, state.turn.seat) == (Stage.EXCHANGE, (active + step) % players)
            state = play(state, Exchange())
        assert (state.turn.stage, state.turn.seat, state.turn.due) == (Stage.NEW_CARDS, active, 2)

    def test_the_cards_of_an_exchange_come_at_once(self) -> None:
        state = play(exchanging(1, 2), Exchange())
        assert (state.turn.stage, state.turn.seat, state.turn.due) == (Stage.EXCHANGED_CARDS, 0, 2)


@clause("hand.draw-two")
class TestDrawTwo:
    """Each player draws two cards, and those that market offices give; a hand may be of any size."""

    @given(st.integers(0, 12), st.integers(0, 12))
    def test_two_whatever_is_held(self, first: int, second: int) -> None:
        state = table(Has(hand=f"{first} cards"), Has(hand=f"{second} cards"), stage=Stage.EXCHANGE)
        after = play(state, Exchange(), Exchange())
        while after.turn.stage is Stage.NEW_CARDS:
            after = play(after, Deal(members(after.table.draw.known)[0]))
        assert [player.hand.size for player in after.players] == [first + 2, second + 2]

    def test_a_card_more_for_whoever_has_an_office(self) -> None:
        state = table(Has({"office-card-1": 0}), Has(), stage=Stage.BUILDING, seat=1)
        after = play(state, Pass(), Exchange(), Exchange())
        drawn: dict[int, int] = {}
        while after.turn.stage is Stage.NEW_CARDS:
            seat = after.turn.seat
            drawn[seat] = drawn.get(seat, 0) + 1
            after = play(after, Deal(members(after.table.draw.known)[0]))
        assert drawn == {1: 2, 0: 3}


@clause("hand.from-draw-pile")
class TestFromDrawPile:
    """Cards are drawn from the draw pile."""

    def test_any_card_of_it_and_no_other(self) -> None:
        for state in reached(Stage.NEW_CARDS, Stage.EXCHANGED_CARDS, Stage.HANDS):
            pile = set(members(state.table.draw.known))
            assert {move.card for move in options(state, Deal)} == pile
            assert {move for move, _ in Game[State, Move].from_state(state).chances(state)} == {
                Deal(index) for index in pile
            }

    def test_at_no_other_moment(self) -> None:
        for state in reached(Stage.EXCHANGE, Stage.SUNRISE, Stage.PRODUCTION, Stage.GOODS):
            assert options(state, Deal) == []


@clause("hand.drawn")
class TestDrawn:
    """Whoever draws a card takes it into the hand, unseen by the others."""

    def test_from_the_pile_to_the_hand(self) -> None:
        for step in moves_of(Deal):
            seat, drawn = step.before.turn.seat, step.move.card
            assert cards_of(step.after.players[seat]) == sorted([*cards_of(step.before.players[seat]), drawn])
            if step.before.table.draw.size > 1:
                assert step.after.table.draw.known == step.before.table.draw.known & ~(1 << drawn)

    def test_only_its_owner_sees_it(self) -> None:
        state = table(Has(hand="1 wood"), stage=Stage.NEW_CARDS, due=2)
        after = play(state, Deal(card("mill-3")))
        game = state.setting.rulebook
        assert card("mill-3") in cards_of(game.view(after, 0).players[0])
        assert cards_of(game.view(after, 1).players[0]) == []
        assert game.view(after, 1).players[0].hand.size == 2
        assert game.view(after, 0).table.draw.known == 0


def test_new_cards_are_followed_by_the_sunrise() -> None:
    state = play(table(Has(), Has(), stage=Stage.EXCHANGE, seat=1, active=1), Exchange(), Exchange())
    seats = []
    while state.turn.stage is Stage.NEW_CARDS:
        seats.append(state.turn.seat)
        state = play(state, Deal(members(state.table.draw.known)[0]))
    assert seats == [1, 1, 0, 0]
    assert state.turn.stage is Stage.SUNRISE
    assert chance(state).turn.stage not in (Stage.SUNRISE, Stage.NEW_CARDS)
