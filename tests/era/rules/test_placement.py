"""Placing the action discs."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area
from era_of_inventions.moves import PlaceDisc
from era_of_inventions.position import Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.tabletop.values import evolve, mask
from era_of_inventions.testing import reachable_states
from tests.era.rules.support import against, allowed, changed, clause, play
from tests.support.positions import position

EACH = {3: 3, 4: 2, 5: 2}

areas = st.sampled_from(list(Area))


@st.composite
def placements(draw: st.DrawFn) -> State:
    """A position in which somebody is to place a disc: any choices of the players before."""
    players = draw(st.sampled_from([3, 4, 5]))
    game = Game(players)
    state = game.new(draw(st.integers(0, players - 1)), random.Random(0))
    for choice in draw(st.lists(st.integers(0, 5), max_size=players * EACH[players] - 1)):
        legal = game.legal_moves(state)
        state = game.play(state, legal[choice % len(legal)])
    return state


def discs_on(state: State, area: Area) -> list[int]:
    """The seats with a disc on an area."""
    return [seat for seat, player in enumerate(state.players) if player.discs & 1 << area]


@clause("placement.next-to-place")
class TestTwoPhases:
    """All action discs of a round are first placed and then resolved."""

    @given(placements(), areas)
    def test_execution_begins_with_the_last_disc(self, state: State, area: Area) -> None:
        left = sum(EACH[len(state.players)] - len([a for a in Area if p.discs & 1 << a]) for p in state.players)
        if allowed(state, PlaceDisc(area)):
            after = play(state, PlaceDisc(area))
            assert (after.turn.phase is Phase.CHOICE) == (left == 1)
            assert (after.turn.phase is Phase.PLACEMENT) == (left > 1)

    def test_nobody_is_to_place_what_is_placed(self) -> None:
        state = Game(4).new(rng=random.Random(0))
        placed = evolve(state.players[0], discs=mask(Area, [Area.BUY, Area.MARKET]))
        full = evolve(state, players=(placed, *state.players[1:]))
        assert "placement.next-to-place" in {problem.clause for problem in Game(4).check(full)}
        assert not Game(4).check(state)


@clause("placement.one-at-a-time")
class TestOneAtATime:
    """In placement the player in turn puts one of their discs on any area, able to use it or not."""

    @given(placements())
    def test_every_area_with_room_is_free_to_choose(self, state: State) -> None:
        for area in Area:
            room = len(discs_on(state, area)) < 2 and state.turn.seat not in discs_on(state, area)
            assert allowed(state, PlaceDisc(area)) == room

    @given(reachable_states(), areas)
    def test_only_in_placement(self, state: State, area: Area) -> None:
        if state.turn.phase is not Phase.PLACEMENT:
            assert not allowed(state, PlaceDisc(area))


@clause("placement.two-per-area")
class TestTwoPerArea:
    """No area ever holds more than two discs."""

    @given(placements(), areas)
    def test_forbids_a_third(self, state: State, area: Area) -> None:
        assert ("placement.two-per-area" in against(state, PlaceDisc(area))) == (len(discs_on(state, area)) >= 2)

    @given(reachable_states())
    def test_never_three(self, state: State) -> None:
        assert max(len(discs_on(state, area)) for area in Area) <= 2

    def test_three_are_no_position(self) -> None:
        state = Game(4).new(rng=random.Random(0))
        crowd = tuple(
            evolve(p, discs=mask(Area, [Area.BUY] if seat < 3 else [])) for seat, p in enumerate(state.players)
        )
        problems = Game(4).check(evolve(state, players=crowd, turn=evolve(state.turn, seat=3)))
        assert [problem.clause for problem in problems] == ["placement.two-per-area"]


@clause("placement.one-per-color")
class TestOnePerColor:
    """No player has two discs on one area."""

    @given(placements(), areas)
    def test_forbids_a_second_own_disc(self, state: State, area: Area) -> None:
        own = state.turn.seat in discs_on(state, area)
        assert ("placement.one-per-color" in against(state, PlaceDisc(area))) == own


@clause("placement.own-discs")
class TestOwnDiscs:
    """No player places more discs in a round than were dealt."""

    @given(placements(), areas)
    def test_forbids_more_than_dealt(self, state: State, area: Area) -> None:
        placed = sum(state.turn.seat in discs_on(state, a) for a in Area)
        assert ("placement.own-discs" in against(state, PlaceDisc(area))) == (placed >= EACH[len(state.players)])

    def test_forbids_a_third_disc_with_four(self) -> None:
        state = Game(4).new(rng=random.Random(0))
        me = evolve(state.players[0], discs=mask(Area, [Area.BUY, Area.MARKET]))
        done = evolve(state, players=(me, *state.players[1:]))
        assert against(done, PlaceDisc(Area.BUILD)) == {"placement.own-discs"}
        assert not allowed(done, PlaceDisc(Area.BUILD))

    def test_more_than_dealt_are_no_position(self) -> None:
        state = Game(5).new(rng=random.Random(0))
        me = evolve(state.players[1], discs=mask(Area, range(3)))
        problems = Game(5).check(evolve(state, players=(state.players[0], me, *state.players[2:])))
        assert [problem.clause for problem in problems] == ["placement.own-discs"]


@clause("placement.disc-placed")
class TestDiscPlaced:
    """The disc lies on the area until it is resolved or withdrawn."""

    @given(placements(), areas)
    def test_the_disc_and_nothing_else(self, state: State, area: Area) -> None:
        if allowed(state, PlaceDisc(area)):
            own = f"{state.turn.seat}.discs"
            placed = state.players[state.turn.seat].discs
            assert changed(state, play(state, PlaceDisc(area))) == {own: (placed, placed | 1 << area)}

    def test_beside_the_disc_of_another(self) -> None:
        state = position(5, seat=3, discs={0: [Area.BUY], 1: [Area.MARKET], 3: [Area.BUILD]})
        after = play(state, PlaceDisc(Area.BUY))
        assert changed(state, after) == {"3.discs": (0b000001, 0b000101)}


@clause("placement.next-pass")
class TestNextPass:
    """Clockwise, pass after pass, each beginning with the start player, as execution does."""

    @given(st.sampled_from([3, 4, 5]), st.integers(0, 4), st.data())
    def test_order_of_placement(self, players: int, start: int, data: st.DataObject) -> None:
        game = Game(players)
        state = game.new(start % players, random.Random(0))
        seats = []
        while state.turn.phase is Phase.PLACEMENT:
            seats.append(state.turn.seat)
            state = game.play(state, data.draw(st.sampled_from(game.legal_moves(state))))
        one_pass = [(start + turn) % players for turn in range(players)]
        assert seats == one_pass * EACH[players]
        assert (state.turn.phase, state.turn.seat) == (Phase.CHOICE, start % players)
