"""Whoever watches a move sees all of it and changes nothing."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from era_of_inventions import moves
from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Good
from era_of_inventions.position import Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.testing import legal_moves, reachable_states
from tests.support.positions import position


@given(reachable_states(), st.data())
def test_a_watched_move_does_what_an_unwatched_one_does(state: State, data: st.DataObject) -> None:
    game = Game.from_state(state)
    assume(not game.is_over(state))
    move = data.draw(legal_moves(state))
    watched, witness = trace(state, move)
    assert watched == game.play(state, move)
    assert {event.clause for event in witness.events} <= {clause.id for clause in LAW.clauses}
    touched = {(event.seat, event.what) for event in witness.events}
    assert {(change.seat, change.what) for change in state.setting.changes(state, watched)} <= touched


def test_spaces_without_a_sign_are_told_as_well() -> None:
    """Spaces 5 and 6 of the track: only the second carries a sign, a tool."""
    for before, told in ((4, {"space": 5, "sign": "none"}), (5, {"space": 6, "sign": "tool"})):
        state = position(phase=Phase.ACTION, area=Area.MARKET, goods={0: {Good.COIN: 2}}, influence={0: before})
        looked_at = trace(state, moves.COINS_FOR_INFLUENCE)[1].occasions
        assert dict(looked_at[0].facts) == told
        assert looked_at[0].clause.id == "influence.exact-landing"
