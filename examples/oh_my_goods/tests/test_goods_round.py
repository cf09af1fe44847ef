"""The round: four phases, and turns in the order of play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest
from goods_tables import GAME, NEAT, Has, Step, card, chance, clause, market, play, reached, readings, steps, table
from oh_my_goods.moves import Build, EndProduction, Exchange, Move, Pass, Pay, Produce
from oh_my_goods.position import Stage, State
from oh_my_goods.rules import LAW

from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.occasions import ActsNow

IN_ORDER = (Stage.EXCHANGE, Stage.HALVING, Stage.ASSISTANTS_MOVED)
IN_TURNS = (Stage.PRODUCTION, Stage.HAND_CARDS_SPENT, Stage.CHAIN, Stage.BUILDING, Stage.LAST_CHAINS)
NEW_HAND_CARDS = (Stage.EXCHANGE, Stage.EXCHANGED_CARDS, Stage.NEW_CARDS)
PHASES = (NEW_HAND_CARDS, (Stage.SUNRISE,), (Stage.SUNSET,), (Stage.PRODUCTION,))


def by_seat(state: State) -> dict[int, set[str]]:
    """The clauses by which seats may act now, of those who may."""
    grants, seats = LAW.grants[ActsNow], range(len(state.players))
    by = {seat: {grant.id for grant in grants if grant.permits(state, ActsNow(seat))} for seat in seats}
    return {seat: clauses for seat, clauses in by.items() if clauses}


def rounds() -> Iterator[list[Step[Move]]]:
    """The rounds of the games played at random that are played to their end."""
    for _, of_round in groupby(steps(), key=lambda step: (id(step.before.setting), step.before.round)):
        listed = list(of_round)
        if listed[0].before.round:
            yield listed


def deciding(of_round: list[Step[Move]], *stages: Stage) -> list[int]:
    """The seats that decide in these stages, one after another."""
    return [seat for seat, _ in groupby(s.before.turn.seat for s in of_round if s.before.turn.stage in stages)]


def in_order(active: int, players: int) -> list[int]:
    return [(active + step) % players for step in range(players)]


@clause("round.clockwise")
class TestClockwise:
    """In every phase the active player comes first, and the others follow clockwise."""

    def test_the_others_decide_after_the_active_player(self) -> None:
        state = table(Has(), Has(), Has(), stage=Stage.EXCHANGE, seat=2, active=2)
        for seat in (2, 0, 1):
            assert (state.turn.stage, state.turn.seat) == (Stage.EXCHANGE, seat)
            state = play(state, Exchange())
        assert (state.turn.stage, state.turn.seat) == (Stage.NEW_CARDS, 2)


@clause("round.order-by-active")
class TestOrderByActive:
    """Where a decision may depend on what others do, the active player decides first, then the others clockwise."""

    def test_only_whose_turn_it_is(self) -> None:
        for state in reached(*IN_ORDER):
            assert by_seat(state) == {state.turn.seat: {"round.order-by-active"}}

    def test_the_active_player_first(self) -> None:
        state = table(Has(hand="2 grain"), Has(hand="1 wood"), Has(), stage=Stage.EXCHANGE, seat=1, active=1)
        for seat in (1, 2, 0):
            assert [*by_seat(state)] == [seat]
            state = chance(play(state, Exchange())) if seat else play(state, Exchange())
        assert state.turn.stage is Stage.NEW_CARDS

    def test_so_it_was_in_every_exchange(self) -> None:
        for of_round in rounds():
            first = of_round[0].before
            expected = in_order(first.active, len(first.players))
            assert deciding(of_round, Stage.EXCHANGE) == expected

    def test_nobody_else_may(self) -> None:
        state = table(Has(hand="1 grain"), Has(hand="1 wood"), stage=Stage.EXCHANGE)
        with pytest.raises(IllegalMoveError):
            GAME.play(state, Exchange(), seat=1)
        assert play(state, Exchange()) == GAME.play(state, Exchange(), seat=0)


@clause("round.turn-order")
class TestTurnOrder:
    """In phase IV turns are taken one after another, the active player first, then clockwise."""

    def test_only_whose_turn_it_is(self) -> None:
        for state in reached(*IN_TURNS):
            assert by_seat(state) == {state.turn.seat: {"round.turn-order"}}

    def test_a_payment_belongs_to_the_turn_or_to_phase_two(self) -> None:
        found = set()
        for state in reached(Stage.PAYMENT, Stage.ASSISTANT_PLACED, most=300):
            by = by_seat(state)[state.turn.seat]
            before = state.turn.before
            moving = before is not None and before.stage is Stage.ASSISTANTS_MOVED
            assert by == {"round.order-by-active" if moving else "round.turn-order"}
            found |= by
        assert len(found) == 2

    def test_so_it_was_in_every_round(self) -> None:
        for of_round in rounds():
            first = of_round[0].before
            seats = deciding(of_round, *IN_TURNS)
            assert seats == in_order(first.active, len(first.players))


@clause("round.begins")
class TestBegins:
    """A round begins with new hand cards; its other three phases are sunrise, sunset, and producing and building."""

    def test_four_phases_in_this_order(self) -> None:
        for of_round in rounds():
            stages = [s.before.turn.stage for s in of_round]
            firsts = [min((stages.index(stage) for stage in phase if stage in stages), default=-1) for phase in PHASES]
            lasts = [max(n for n, stage in enumerate(stages) if stage in phase) for phase in PHASES]
            assert firsts[0] == 0
            assert all(last < first for last, first in zip(lasts, firsts[1:], strict=False))

    def test_the_next_one_has_the_next_number(self) -> None:
        state = table(Has(), Has(), stage=Stage.BUILDING, seat=1, round=4)
        after = play(state, Pass())
        assert (after.turn.stage, after.round, after.turn.seat) == (Stage.EXCHANGE, 5, 1)

    def test_offices_are_counted_then(self) -> None:
        owner = Has({"office-card-1": 0}, hand="3 wood")
        state = play(table(owner, Has(), stage=Stage.BUILDING, seat=1), Pass())
        assert [player.extra for player in state.players] == [1, 0]


@clause("round.turn-ends")
class TestTurnEnds:
    """After a turn, the player on the left has a turn; after the last turn the round is over."""

    def test_the_next_player(self) -> None:
        state = table(Has(), Has(), Has(), stage=Stage.BUILDING, seat=2, active=1)
        after = play(state, Pass())
        assert (after.turn.stage, after.turn.seat, after.active) == (Stage.PRODUCTION, 0, 1)

    def test_after_the_last(self) -> None:
        state = table(Has(), Has(), Has(), stage=Stage.BUILDING, seat=0, active=1, morning="2 wood")
        after = play(state, Pass())
        assert (after.turn.stage, after.round, after.active) == (Stage.EXCHANGE, 2, 2)
        assert market(after) == []

    def test_a_building_ends_it_too(self) -> None:
        state = table(Has({"charburner-grain": 9}, planned="mill-1"), Has(), stage=Stage.BUILDING)
        after = play(state, Build(), Pay(card("charburner-grain")), Pay(card("charburner-grain")))
        assert (after.turn.stage, after.turn.seat) == (Stage.PRODUCTION, 1)


@clause("round.last-chains-over")
class TestLastChainsOver:
    """When the chains of the last round are used after building, the turn ends with them."""

    def test_then_the_next_player_has_theirs(self) -> None:
        late = readings(last_chains_when="also-after-building")
        state = table(Has(), Has(), stage=Stage.BUILDING, round=9, last_round=9, ruleset=late)
        chains = play(state, Pass())
        assert (chains.turn.stage, chains.turn.seat) == (Stage.LAST_CHAINS, 0)
        after = play(chains, EndProduction())
        assert (after.turn.stage, after.turn.seat) == (Stage.PRODUCTION, 1)

    def test_the_end_of_production_does_not_end_the_turn(self) -> None:
        state = table(Has(), Has(), stage=Stage.PRODUCTION)
        after = play(state, EndProduction())
        assert (after.turn.stage, after.turn.seat) == (Stage.BUILDING, 0)


@clause("round.market-discarded")
class TestMarketDiscarded:
    """At the end of phase IV all market cards go to the discard pile."""

    def test_both_rows(self) -> None:
        state = table(stage=Stage.BUILDING, seat=1, morning="3 wood", evening="2 clay", discards="1 wool")
        after = play(state, Pass())
        assert after.table.discards.known == state.table.discards.known | state.table.morning | state.table.evening
        assert market(after) == []

    def test_not_before_the_last_turn(self) -> None:
        state = table(stage=Stage.BUILDING, morning="3 wood", evening="2 clay")
        assert market(play(state, Pass())) == market(state)

    def test_so_it_was_in_every_round(self) -> None:
        for of_round in rounds():
            assert market(of_round[0].before) == []
            if of_round[-1].after.turn.stage is Stage.OVER:
                assert market(of_round[-1].after) == []


@clause("round.next-active")
class TestNextActive:
    """In the next round, the player on the left of the active player is the active player."""

    @pytest.mark.parametrize(("players", "active"), [(2, 0), (2, 1), (3, 2), (4, 3), (4, 1)])
    def test_once_a_round(self, players: int, active: int) -> None:
        last = (active - 1) % players
        state = table(*[Has()] * players, stage=Stage.BUILDING, seat=last, active=active)
        after = play(state, Pass())
        assert (after.active, after.turn.seat) == ((active + 1) % players,) * 2

    def test_so_it_was_in_every_round(self) -> None:
        for of_round in rounds():
            after, before = of_round[-1].after, of_round[-1].before
            assert {step.before.active for step in of_round} == {before.active}
            if after.turn.stage is not Stage.OVER and after.round != before.round:
                assert after.active == (before.active + 1) % len(before.players)


def test_who_is_not_to_move_is_refused() -> None:
    state = table(Has(craftsman="charburner-grain", mode=NEAT), stage=Stage.PRODUCTION, morning="2 grain, 1 wood")
    assert GAME.judge(state, Produce(card("charburner-grain")), seat=0).legal
    assert not GAME.judge(state, Produce(card("charburner-grain")), seat=1).legal
