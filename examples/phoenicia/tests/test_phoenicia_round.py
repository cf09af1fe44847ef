"""The round: turns, and who is asked."""

from __future__ import annotations

from phoenicia.position import Stage, State
from phoenicia.rules import LAW
from phoenicia_tables import Has, chance, clause, hand, play, reached, readings, steps, table

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.occasions import ActsNow

IN_TURN = (Stage.OFFER, Stage.OPENING, Stage.WORKERS, Stage.TOOLS, Stage.CONVERTED)
ASKED = (Stage.BIDDING, Stage.PAYMENT, Stage.DISKS, Stage.LIMITS)
TURN = ("end auctions", "end workers", "end turn")


def by_seat(state: State) -> dict[int, set[str]]:
    """The clauses by which seats may act now, of those who may."""
    grants, seats = LAW.grants[ActsNow], range(len(state.players))
    by = {seat: {grant.id for grant in grants if grant.permits(state, ActsNow(seat))} for seat in seats}
    return {seat: clauses for seat, clauses in by.items() if clauses}


@clause("round.clockwise")
class TestClockwise:
    """In turns and administration the Overlord comes first, and the others follow clockwise."""

    def test_turns_go_round_from_the_overlord(self) -> None:
        state = table(Has(), Has(), Has(), stage=Stage.OFFER, seat=2, overlord=2)
        for seat in (2, 0, 1):
            assert state.turn.active == seat
            state = play(state, *TURN)
        assert state.turn.stage > Stage.CONVERTED

    def test_cards_are_given_up_in_the_same_order(self) -> None:
        many = Has("6, 6, 6, 6")
        state = table(many, many, many, stage=Stage.LIMITS, seat=1, overlord=1, due=2)
        for seat in (1, 2, 0):
            assert (state.turn.stage, state.turn.seat) == (Stage.LIMITS, seat)
            state = play(state, "give up six", "give up six")
        assert state.turn.stage is Stage.OFFER


@clause("round.one-turn-each")
class TestOneTurnEach:
    """Each player has one turn in a round, the Overlord first and then clockwise."""

    def test_one_after_another(self) -> None:
        state = table(Has(), Has(), Has(), stage=Stage.OFFER, seat=1, overlord=1)
        for seat in (1, 2, 0):
            assert by_seat(state) == {seat: {"round.one-turn-each"}}
            state = play(state, *TURN)
        assert state.turn.stage not in IN_TURN

    def test_only_whose_turn_it_is(self) -> None:
        for state in reached(*IN_TURN):
            assert by_seat(state) == {state.turn.active: {"round.one-turn-each"}}


@clause("round.who-is-asked")
class TestWhoIsAsked:
    """In an auction, at a payment and in the administration whoever is asked acts, whose turn it may be."""

    def test_the_next_bidder_and_the_winner(self) -> None:
        state = table(Has("6"), Has("6"), Has("6"), stage=Stage.OFFER, display="dyer")
        state = play(state, "put up dyer", "bid 2")
        assert by_seat(state) == {1: {"round.who-is-asked"}}
        state = play(state, "bid 3", "pass", "pass")
        assert (state.turn.active, by_seat(state)) == (0, {1: {"round.who-is-asked"}})

    def test_nobody_else(self) -> None:
        for state in reached(*ASKED):
            assert by_seat(state) == {state.turn.seat: {"round.who-is-asked"}}


@clause("round.begins")
class TestBegins:
    """A round begins with the turn of the Overlord and ends when the administration after the turns is done."""

    def test_after_the_administration(self) -> None:
        state = table(Has(), Has(cards="dyer"), stage=Stage.OFFER, seat=1, winners=[1], deck="2 caravan", round=4)
        state = chance(play(state, *TURN))
        turn = state.turn
        assert (turn.stage, turn.round, turn.overlord, turn.seat, turn.active) == (Stage.OFFER, 5, 1, 1, 1)
        assert not turn.winners

    def test_in_every_game(self) -> None:
        for before, _, after in steps():
            if after.turn.round > before.turn.round:
                assert after.turn.round == before.turn.round + 1
                assert after.turn.seat == after.turn.active == after.turn.overlord


@clause("round.turn-begins")
class TestTurnBegins:
    """A turn has three steps in this order: auctions; workers; tools and treasury."""

    def test_in_this_order(self) -> None:
        state = table(stage=Stage.TOOLS, points=2)
        state = play(state, "end turn")
        turn = state.turn
        assert (turn.stage, turn.seat, turn.active, turn.points) == (Stage.OFFER, 1, 1, 0)
        found = [state.turn.stage]
        for text in TURN[:2]:
            state = play(state, text)
            found.append(state.turn.stage)
        assert found == [Stage.OFFER, Stage.WORKERS, Stage.TOOLS]


@clause("round.one-card-each")
class TestOneCardEach:
    """Each player is dealt one production card face down; in a first game each gets a preset card instead."""

    def test_one_each_from_the_overlord_on(self) -> None:
        state = table(Has(), Has(), Has(), stage=Stage.FIRST_DISPLAY, seat=2, overlord=2, due=1, deck="dyer", round=0)
        state = play(state, "reveal dyer")
        assert (state.turn.stage, state.turn.seat, state.turn.due) == (Stage.FIRST_CARDS, 2, 1)
        state = play(state, "deal six", "deal four", "deal five")
        assert [hand(state, seat) for seat in range(3)] == [[4], [5], [6]]
        assert (state.turn.stage, state.turn.seat, state.turn.round) == (Stage.OFFER, 2, 1)

    def test_a_preset_card_each(self) -> None:
        start = table(
            stage=Stage.FIRST_DISPLAY, due=1, deck="dyer", round=0, ruleset=readings(first_hand="preset-five")
        )
        state = play(start, "reveal dyer")
        assert [hand(state, seat) for seat in range(2)] == [[5], [5]]
        assert state.turn.stage is Stage.OFFER
        assert state.table.pile == start.table.pile
        assert len(Game.from_state(state).legal_moves(state)) == 2
        paid = play(state, "put up dyer", "bid 3", "pass", "pay preset-five")
        assert (hand(paid), paid.table.discards, paid.table.gone) == ([], start.table.discards, paid.table.gone)
