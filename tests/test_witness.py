"""Whoever watches a move sees all of it and changes nothing."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from era_of_inventions.game import Game
from era_of_inventions.judge import witnessed
from era_of_inventions.model.changes import changes
from era_of_inventions.model.state import State
from era_of_inventions.rulebook import LAW
from era_of_inventions.testing import legal_moves, reachable_states


@given(reachable_states(), st.data())
def test_a_watched_move_does_what_an_unwatched_one_does(state: State, data: st.DataObject) -> None:
    game = Game.of(state)
    assume(not game.is_over(state))
    move = data.draw(legal_moves(state))
    watched, witness = witnessed(state, move)
    assert watched == game.play(state, move)
    assert {event.clause for event in witness.events} <= {clause.id for clause in LAW.clauses}
    touched = {(event.seat, event.what) for event in witness.events}
    assert {(seat, what) for seat, what, _, _ in changes(state, watched)} <= touched
