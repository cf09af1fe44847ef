"""The end of the game and its last round."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from goods_tables import (
    NEAT,
    Has,
    Step,
    allowed,
    bases,
    card,
    clause,
    goods,
    kinds_of,
    options,
    permitting,
    play,
    reached,
    readings,
    refused,
    steps,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.moves import Build, EndProduction, Lay, Move, Pass, Pay, Produce, UseChain
from oh_my_goods.position import Stage, State

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import ABSENT

HOUSES = ("mill-1", "mill-2", "bakery-1", "sawmill-1", "office-clay-1", "tannery-1", "shoemaker-1", "butcher-1")
COAL, MILL = card("charburner-grain"), card("mill-1")
AFTER = "also-after-building"


def owner(buildings: int, **more: Any) -> Has:
    """A player with so many buildings, the charburner among them."""
    return Has(dict.fromkeys(HOUSES[: buildings - 1], 0), **more)


def last_turn(*numbers: int, **more: Any) -> State:
    """The last turn of a round, with players who have so many buildings."""
    players = [owner(number) if seat == 0 else Has() for seat, number in enumerate(numbers)]
    return table(*players, stage=Stage.BUILDING, seat=len(numbers) - 1, **more)


def games() -> list[list[Step[Move]]]:
    """The games played at random, each by itself."""
    return [list(game) for _, game in groupby(steps(), key=lambda step: id(step.before.setting))]


@clause("end.charburner-counts")
class TestCharburnerCounts:
    """All buildings in front of a player count, the charburner and gray ones too; a planned card does not."""

    @given(st.integers(1, 9))
    def test_eight_with_the_charburner(self, number: int) -> None:
        after = play(last_turn(number, 1, round=4), Pass())
        assert after.last_round == (5 if number >= 8 else ABSENT)

    def test_a_planned_card_does_not(self) -> None:
        state = table(owner(7, planned="cooperage-1"), Has(), stage=Stage.BUILDING, round=4)
        assert play(state, Pass(), EndProduction(), Pass()).last_round == ABSENT


@clause("end.eight-buildings")
class TestEightBuildings:
    """Once somebody has eight buildings, the current round is finished, and one more is played in full."""

    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_whoever_it_is(self, seat: int) -> None:
        players = [owner(8) if other == seat else Has() for other in range(3)]
        after = play(table(*players, stage=Stage.BUILDING, seat=2, round=6), Pass())
        assert (after.turn.stage, after.round, after.last_round) == (Stage.EXCHANGE, 7, 7)

    def test_the_running_round_is_finished(self) -> None:
        has = Has({**dict.fromkeys(HOUSES[:5], 0), "shoemaker-1": 2}, planned="cooperage-1")
        state = table(has, Has(), stage=Stage.BUILDING)
        built = play(state, Build(), Pay(card("shoemaker-1")), Pay(card("shoemaker-1")))
        assert (len(bases(built.players[0])), built.turn.stage, built.turn.seat) == (8, Stage.PRODUCTION, 1)
        assert play(built, EndProduction(), Pass()).last_round == 2

    def test_a_ninth_building_does_not_put_it_off(self) -> None:
        after = play(last_turn(9, 1, round=5, last_round=5), Pass())
        assert (after.turn.stage, after.last_round) == (Stage.OVER, 5)

    def test_so_it_was_in_every_game(self) -> None:
        for game in games():
            full = [step.before.round for step in game if max(len(p.buildings) for p in step.after.players) >= 8]
            if game[-1].after.turn.stage is Stage.OVER:
                assert game[-1].before.round == full[0] + 1


@clause("end.one-more-round")
class TestOneMoreRound:
    """After the last round the game is over."""

    @pytest.mark.parametrize(("round_", "over"), [(5, False), (6, True)])
    def test_then_and_not_before(self, round_: int, over: bool) -> None:
        after = play(last_turn(8, 1, round=round_, last_round=6, morning="1 wood"), Pass())
        assert Game.from_state(after).is_over(after) == over
        assert options(after, object) == [] or not over

    def test_in_full(self) -> None:
        state = table(owner(8), Has(), Has(), stage=Stage.BUILDING, round=6, last_round=6)
        for seat in (1, 2):
            state = play(state, Pass())
            assert (state.turn.stage, state.turn.seat) == (Stage.PRODUCTION, seat)
            state = play(state, EndProduction())
        assert play(state, Pass()).turn.stage is Stage.OVER


@clause("end.last-round")
class TestLastRound:
    """The last round is the one that follows the round in which somebody first had eight buildings."""

    @given(st.integers(5, 7))
    def test_its_chains_are_open_to_all(self, round_: int) -> None:
        has = Has({"mill-1": 0}, hand="mill-2")
        state = table(has, owner(8), stage=Stage.PRODUCTION, round=round_, last_round=6)
        assert allowed(state, UseChain(MILL)) == (round_ == 6)

    def test_no_round_is_the_last_before_it_is_known(self) -> None:
        state = table(Has({"mill-1": 0}, hand="mill-2"), Has(), stage=Stage.PRODUCTION)
        assert not allowed(state, UseChain(MILL))


@clause("end.last-round-chains")
class TestLastRoundChains:
    """In the last round everybody may use all chains of their buildings, even where nobody works or has produced."""

    def test_where_nobody_works(self) -> None:
        state = table(Has({"mill-1": 0}, hand="mill-2, mill-3"), Has(), stage=Stage.PRODUCTION, round=6, last_round=6)
        after = play(state, UseChain(MILL), Lay(card("mill-2")), UseChain(MILL), Lay(card("mill-3")))
        assert goods(after)["mill-1"] == 2

    def test_where_somebody_works_who_made_nothing(self) -> None:
        has = Has({"mill-1": 0}, hand="mill-2", craftsman="mill-1", mode=NEAT)
        state = table(has, Has(), stage=Stage.PRODUCTION, round=6, last_round=6)
        assert refused(state, Produce(MILL)) == {"produce.all-available"}
        assert allowed(state, UseChain(MILL))

    def test_of_all_own_buildings_and_no_others(self) -> None:
        found = 0
        for state in reached(Stage.PRODUCTION, Stage.LAST_CHAINS, most=300):
            own = bases(state.players[state.turn.seat])
            last = state.round == state.last_round
            found += last
            for move in kinds_of(UseChain):
                by = "end.last-round-chains" in permitting(state, move)
                assert by == (last and move.building in own)
        assert found > 3

    def test_after_building_only_by_the_other_reading(self) -> None:
        for reading in ("while-producing", AFTER):
            ruleset = readings(last_chains_when=reading)
            has = Has({"mill-1": 0}, hand="mill-2")
            state = table(has, Has(), stage=Stage.BUILDING, round=6, last_round=6, ruleset=ruleset)
            assert not allowed(state, UseChain(MILL))
            after = play(state, Pass())
            assert (after.turn.stage is Stage.LAST_CHAINS and allowed(after, UseChain(MILL))) == (reading == AFTER)


@clause("end.last-chains-end")
class TestLastChainsEnd:
    """Whoever has used the chains of the last round often enough ends the turn."""

    def test_one_may_end_them(self) -> None:
        state = table(
            Has({"mill-1": 0}, hand="mill-2"),
            Has(),
            stage=Stage.BUILDING,
            round=6,
            last_round=6,
            ruleset=readings(last_chains_when=AFTER),
        )
        chains = play(state, Pass())
        assert permitting(chains, EndProduction()) == {"end.last-chains-end"}
        used = play(chains, UseChain(MILL), Lay(card("mill-2")))
        assert (used.turn.stage, goods(used)["mill-1"]) == (Stage.LAST_CHAINS, 1)
        assert (play(used, EndProduction()).turn.seat, play(chains, EndProduction()).turn.seat) == (1, 1)

    def test_only_then(self) -> None:
        for state in reached(Stage.PRODUCTION, Stage.BUILDING, Stage.LAST_CHAINS):
            by = "end.last-chains-end" in permitting(state, EndProduction())
            assert by == (state.turn.stage is Stage.LAST_CHAINS)

    def test_the_last_of_all_ends_the_game(self) -> None:
        state = table(
            Has(), Has(), stage=Stage.BUILDING, seat=1, round=6, last_round=6, ruleset=readings(last_chains_when=AFTER)
        )
        assert play(state, Pass(), EndProduction()).turn.stage is Stage.OVER


@clause("end.chains-after-building")
class TestChainsAfterBuilding:
    """By one reading, chains may be used again after building or hiring in the last round."""

    @pytest.mark.parametrize("reading", ["while-producing", AFTER])
    @pytest.mark.parametrize("round_", [5, 6])
    def test_in_the_last_round(self, reading: str, round_: int) -> None:
        ruleset = readings(last_chains_when=reading)
        has = Has({"charburner-grain": 2}, hand="mill-2", planned="mill-1")
        state = table(has, Has(), stage=Stage.BUILDING, round=round_, last_round=6, ruleset=ruleset)
        after = play(state, Build(), Pay(COAL), Pay(COAL))
        late = reading == AFTER and round_ == 6
        assert after.turn.stage is (Stage.LAST_CHAINS if late else Stage.PRODUCTION)
        if late:
            used = play(after, UseChain(MILL), Lay(card("mill-2")))
            assert goods(used) == {"charburner-grain": 0, "mill-1": 1}

    def test_with_a_card_that_was_taken_back(self) -> None:
        has = Has({"mill-1": 0}, planned="mill-2")
        state = table(has, Has(), stage=Stage.BUILDING, round=6, last_round=6, ruleset=readings(last_chains_when=AFTER))
        assert allowed(play(state, Pass()), UseChain(MILL))
