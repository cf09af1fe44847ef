"""Auctions: how development cards are gained."""

from __future__ import annotations

from typing import Any

import pytest
from phoenicia.moves import Bid, EndAuctions, Move, Pass, PutUp
from phoenicia.position import Purpose, Stage, State
from phoenicia.rules.auction import means, not_finished
from phoenicia_tables import (
    SET,
    TEXTS,
    Has,
    against,
    allowed,
    card,
    clause,
    moves_of,
    named,
    options,
    permitting,
    play,
    reached,
    steps,
    table,
    under,
    values,
)

from era_of_inventions.tabletop import Game
from era_of_inventions.tabletop.values import members


def offer(*players: Has, display: str = "dyer, 2 indentured-worker", **turn: Any) -> State:
    """A position in which a card can be put up."""
    said: dict[str, Any] = {"stage": Stage.OFFER, "display": display, **turn}
    return table(*players, **said)


def bidding(*players: Has, bid: int = 3, seat: int = 1, **turn: Any) -> State:
    """A position in an auction that the first player has opened."""
    said: dict[str, Any] = {"stage": Stage.BIDDING, "kind": "dyer", "active": 0, "bid": bid, **turn}
    return table(*players, seat=seat, display="dyer, fort", **said)


SIX = Has("6", disks=2)


@clause("auction.means")
class TestMeans:
    """For a card one can bid up to one's wealth plus the discount on that card."""

    @pytest.mark.parametrize(
        ("has", "kind", "number"),
        [
            (Has("", disks=0), "fort", 0),
            (Has("4, 6", disks=3), "fort", 13),
            (Has("6", disks=2, cards="dyer"), "dye-house", 12),
            (Has("6", disks=2, cards="2 dyer"), "dye-house", 15),
            (Has("6", disks=2, cards="2 dyer"), "caravan", 8),
            (Has("preset", disks=0, cards="tracker"), "caravan", 7),
        ],
    )
    def test_cards_disks_and_discount(self, has: Has, kind: str, number: int) -> None:
        assert means(table(has, stage=Stage.OFFER), card(kind)) == number

    def test_somebody_else_in_the_turn_has_them_too(self) -> None:
        state = bidding(SIX, Has("6", disks=0, cards="2 dyer"), kind="dye-house", bid=12)
        assert (allowed(state, "bid 13"), allowed(state, "bid 14")) == (True, False)


@clause("auction.active-opens")
class TestActiveOpens:
    """In a turn one may hold as many auctions as one likes, whether one won the last or not."""

    def test_while_cards_are_offered(self) -> None:
        state = offer(SIX, SIX)
        assert permitting(state, "put up dyer") == {"auction.active-opens"}
        won = play(state, "put up dyer", "bid 2", "pass", "pay disks")
        lost = play(state, "put up dyer", "bid 2", "bid 3", "pass", "pay six")
        for after in (won, lost):
            assert after.turn.stage is Stage.OFFER
            assert allowed(after, "put up indentured-worker")

    def test_at_no_other_time(self) -> None:
        for state in reached(*set(Stage) - {Stage.OFFER}):
            assert not any(permitting(state, f"put up {id_}") for id_ in ("dyer", "port"))


@clause("auction.displayed-only")
class TestDisplayedOnly:
    """Only a card of the display can be put up, and development cards are gained in no other way."""

    def test_only_what_lies_there(self) -> None:
        state = offer(Has("6x6"), display="fort", deck="granary")
        assert options(state) == {"put up fort", "end auctions"}
        assert against(state, "put up granary") == {"auction.displayed-only"}

    def test_cards_are_gained_from_the_display(self) -> None:
        for before, _, after in steps():
            gained = [
                kind
                for mine, now in zip(before.players, after.players, strict=True)
                for kind in range(len(SET.cards))
                if now.cards[kind] != mine.cards[kind]
            ]
            assert not gained or (gained == [before.turn.kind] and before.table.display[gained[0]] > 0)

    def test_so_it_was_in_every_game(self) -> None:
        for before, move, _ in moves_of(PutUp):
            assert isinstance(move, PutUp)
            assert before.table.display[move.kind] > 0


@clause("auction.needs-means")
class TestNeedsMeans:
    """Only a player who could pay the minimum bid can put a card up."""

    @pytest.mark.parametrize(
        ("has", "can"),
        [
            (Has("6", disks=0), False),
            (Has("6", disks=1), True),
            (Has("", disks=7), True),
            (Has("", disks=6), False),
        ],
    )
    def test_seven_for_a_fort(self, has: Has, can: bool) -> None:
        state = offer(has, display="fort")
        assert allowed(state, "put up fort") == can
        assert against(state, "put up fort") == (set() if can else {"auction.needs-means"})

    @pytest.mark.parametrize(("cards", "can"), [("", False), ("dyer", False), ("2 dyer", True)])
    def test_with_the_discount(self, cards: str, can: bool) -> None:
        assert allowed(offer(Has("6", disks=1, cards=cards), display="dye-house"), "put up dye-house") == can


@clause("auction.one-win")
class TestOneWin:
    """Whoever has won an auction may win others in the round; by another reading everybody wins only one."""

    def test_the_readings(self) -> None:
        state = offer(SIX, SIX, winners=[0])
        assert allowed(state, "put up dyer")
        barred = under(state, wins_per_round="one")
        assert not allowed(barred, "put up dyer")
        assert against(barred, "put up dyer") == {"auction.one-win"}
        assert allowed(under(offer(SIX, SIX, winners=[1]), wins_per_round="one"), "put up dyer")


@clause("auction.put-up")
class TestPutUp:
    """The player whose turn it is puts it up and bids first."""

    def test_then_only_a_bid_is_possible(self) -> None:
        state = play(offer(Has("6"), SIX), "put up dyer")
        assert (state.turn.stage, state.turn.kind, state.turn.seat) == (Stage.OPENING, card("dyer"), 0)
        assert options(state) == {f"bid {amount}" for amount in range(2, 9)}
        assert [*members(state.turn.bidders)] == [0, 1]


@clause("auction.not-finished-only")
class TestNotFinishedOnly:
    """Whoever has ended their own turn bids no more in this round."""

    @pytest.mark.parametrize(
        ("overlord", "active", "bidders"),
        [
            (0, 0, [0, 1, 2, 3]),
            (0, 2, [2, 3]),
            (0, 3, [3]),
            (2, 2, [0, 1, 2, 3]),
            (2, 0, [0, 1]),
            (3, 1, [1, 2]),
        ],
    )
    def test_those_whose_turn_is_not_over(self, overlord: int, active: int, bidders: list[int]) -> None:
        state = offer(SIX, SIX, SIX, SIX, seat=active, overlord=overlord, winners=[active])
        assert [*members(not_finished(state))] == bidders
        assert [*members(play(state, "put up dyer").turn.bidders)] == bidders

    def test_by_another_reading_not_who_has_won(self) -> None:
        state = under(offer(SIX, SIX, SIX, winners=[1]), wins_per_round="one")
        assert [*members(play(state, "put up dyer").turn.bidders)] == [0, 2]


@clause("auction.voluntary")
class TestVoluntary:
    """Nobody has to hold an auction; whoever holds no more goes on to the workers."""

    def test_one_may_end_at_once(self) -> None:
        state = offer(Has("4x6"))
        assert permitting(state, "end auctions") == {"auction.voluntary"}
        assert allowed(state, "end auctions")

    def test_only_then(self) -> None:
        for state in reached(*Stage):
            assert allowed(state, "end auctions") == (state.turn.stage is Stage.OFFER)


@clause("auction.on-to-workers")
class TestOnToWorkers:
    """After the auctions comes the second step of a turn, the workers, and there is no way back."""

    def test_no_card_is_put_up_after_it(self) -> None:
        state = play(offer(SIX), "end auctions")
        assert state.turn.stage is Stage.WORKERS
        assert not allowed(state, "put up dyer")
        assert not allowed(play(state, "train", "pay disks"), "put up dyer")

    def test_so_it_was_in_every_game(self) -> None:
        for _, _, after in moves_of(EndAuctions):
            assert after.turn.stage is Stage.WORKERS


@clause("auction.bid")
class TestBid:
    """Whoever has not passed bids when it is their turn in the auction."""

    def test_opener_and_others(self) -> None:
        assert permitting(play(offer(SIX), "put up dyer"), "bid 2") == {"auction.bid"}
        assert permitting(bidding(SIX, SIX), "bid 4") == {"auction.bid"}
        assert allowed(bidding(SIX, SIX), "bid 4")

    def test_at_no_other_time(self) -> None:
        for state in reached(*set(Stage) - {Stage.OPENING, Stage.BIDDING}):
            assert not permitting(state, "bid 9")


@clause("auction.minimum")
class TestMinimum:
    """The first bid is at least the number on the card, counted without discounts; it may be higher."""

    @pytest.mark.parametrize("kind", ["dyer", "indentured-worker", "fort", "port"])
    def test_not_less(self, kind: str) -> None:
        least = SET.cards[card(kind)].minimum
        state = play(offer(Has("5x6", cards="3 shipyard"), display=kind), f"put up {kind}")
        for amount in range(1, least + 5):
            assert allowed(state, f"bid {amount}") == (amount >= least)
        assert against(state, "bid 1") == {"auction.minimum"}

    def test_the_discount_does_not_lower_it(self) -> None:
        state = play(offer(Has("6", disks=1, cards="2 dyer"), display="dye-house"), "put up dye-house")
        assert options(state) == {"bid 14"}

    def test_it_is_about_the_first_bid(self) -> None:
        state = bidding(Has("6x6"), Has("6x6"), kind="fort", bid=1)
        assert "auction.minimum" not in against(state, "bid 2")


@clause("auction.raise")
class TestRaise:
    """Each further bid is at least 1 higher than the last."""

    @pytest.mark.parametrize("bid", [2, 3, 6])
    def test_more_than_the_last(self, bid: int) -> None:
        state = bidding(SIX, SIX, bid=bid)
        assert options(state) == {"pass", *(f"bid {amount}" for amount in range(bid + 1, 9))}
        assert against(state, f"bid {bid}") == {"auction.raise"}

    def test_so_it_was_in_every_game(self) -> None:
        for before, move, after in moves_of(Bid):
            assert isinstance(move, Bid)
            assert before.turn.bid < move.amount
            assert after.turn.bid in (move.amount, 0)


@clause("auction.must-afford")
class TestMustAfford:
    """Nobody bids more than their cards, disks and discount on that card come to."""

    def test_not_more(self) -> None:
        state = bidding(SIX, Has("4, 5", disks=1))
        for amount in range(4, 20):
            assert allowed(state, f"bid {amount}") == (amount <= 10)
        assert against(state, "bid 11") == {"auction.must-afford"}

    def test_whoever_wins_can_pay(self) -> None:
        for state in reached(Stage.PAYMENT, most=500):
            assert state.turn.owed <= sum(values(state.me.hand.known)) + state.me.disks


@clause("auction.pass")
class TestPass:
    """Instead of bidding one may pass, but not before a first bid."""

    def test_only_an_answer(self) -> None:
        assert permitting(bidding(SIX, SIX), "pass") == {"auction.pass"}
        assert allowed(bidding(SIX, SIX), "pass")
        assert not allowed(play(offer(SIX), "put up dyer"), "pass")
        for state in reached(*Stage):
            assert allowed(state, "pass") == (state.turn.stage is Stage.BIDDING)


@clause("auction.comes-round")
class TestComesRound:
    """After a bid the next player clockwise who has not passed answers; so it comes round to the opener again."""

    def test_clockwise_and_round(self) -> None:
        state = play(offer(SIX, SIX, SIX, seat=1, overlord=1), "put up dyer")
        asked = []
        for amount in range(2, 8):
            asked.append(state.turn.seat)
            state = play(state, f"bid {amount}")
            assert (state.turn.stage, state.turn.bid) == (Stage.BIDDING, amount)
        assert asked == [1, 2, 0, 1, 2, 0]

    def test_not_who_has_passed(self) -> None:
        state = play(offer(SIX, SIX, SIX, SIX), "put up dyer", "bid 2", "pass", "bid 3", "bid 4", "bid 5")
        assert state.turn.seat == 2


@clause("auction.passed-is-out")
class TestPassedIsOut:
    """Whoever has passed is out of this auction for good."""

    def test_out(self) -> None:
        state = play(offer(SIX, SIX, SIX), "put up dyer", "bid 2", "pass")
        assert [*members(state.turn.bidders)] == [0, 2]
        assert state.turn.seat == 2

    def test_in_again_in_the_next_auction(self) -> None:
        state = play(offer(SIX, SIX, SIX), "put up dyer", "bid 2", "pass", "pass", "pay disks")
        assert [*members(play(state, "put up indentured-worker").turn.bidders)] == [0, 1, 2]

    def test_bidders_only_shrink(self) -> None:
        for before, _, after in moves_of(Pass):
            if after.turn.stage is Stage.BIDDING:
                assert {*members(after.turn.bidders)} == {*members(before.turn.bidders)} - {before.turn.seat}


@clause("auction.no-return")
class TestNoReturn:
    """Whoever has passed neither bids nor passes again in this auction."""

    def told(self, state: State, seat: int, move: str) -> bool:
        game: Game[State, Move] = Game.from_state(state)
        forbidding = game.judge(state, TEXTS[move], seat=seat).forbidden_by
        return "auction.no-return" in {limit.id for limit in forbidding}

    @pytest.mark.parametrize("move", ["bid 3", "pass"])
    def test_who_has_passed_is_told_so(self, move: str) -> None:
        """And who only has to wait is not."""
        state = play(offer(SIX, SIX, SIX), "put up dyer", "bid 2", "pass")
        assert [self.told(state, seat, move) for seat in range(3)] == [False, True, False]

    def test_not_who_never_took_part(self) -> None:
        """Somebody whose own turn in the round is over has not passed."""
        state = play(offer(SIX, SIX, SIX, SIX, seat=1, active=1), "put up dyer", "bid 2", "pass")
        assert [self.told(state, seat, "bid 3") for seat in range(4)] == [False, False, True, False]

    def test_the_payment_is_another_matter(self) -> None:
        state = play(offer(SIX, SIX, SIX), "put up dyer", "bid 2", "pass", "pass")
        assert state.turn.stage is Stage.PAYMENT
        assert not self.told(state, 1, "bid 3")


@clause("auction.last-wins")
class TestLastWins:
    """The auction ends when only one player is left; that player pays the bid less the discount at once."""

    def test_the_opener(self) -> None:
        state = play(offer(SIX, SIX, SIX), "put up dyer", "bid 2", "pass", "pass")
        assert (state.turn.stage, state.turn.seat, state.turn.owed) == (Stage.PAYMENT, 0, 2)
        assert state.turn.purpose is Purpose.CARD

    def test_another_in_whose_turn_it_is_not(self) -> None:
        state = play(offer(SIX, SIX, SIX), "put up dyer", "bid 2", "pass", "bid 5", "pass")
        assert (state.turn.stage, state.turn.seat, state.turn.owed) == (Stage.PAYMENT, 2, 5)
        after = play(state, "pay six")
        assert named(after.players[2].cards) == {"dyer": 1}
        assert (after.turn.stage, after.turn.seat) == (Stage.OFFER, 0)

    def test_at_once_if_nobody_else_may_bid(self) -> None:
        state = play(offer(SIX, SIX, seat=1), "put up dyer", "bid 4")
        assert (state.turn.stage, state.turn.seat, state.turn.owed) == (Stage.PAYMENT, 1, 4)

    def test_with_a_discount(self) -> None:
        state = offer(Has("6, 6", disks=1, cards="dyer"), display="dye-house")
        assert play(state, "put up dye-house", "bid 15", "pass").turn.owed == 11
