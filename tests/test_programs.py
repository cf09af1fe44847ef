"""What programs build on, for every rulebook at hand: playouts, what was dealt, placings, numbers of moves, values."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from era_of_inventions.game import ERA
from era_of_inventions.game import Game as EraGame
from era_of_inventions.model.moves import RunFactory
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.game import Game, IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Rulebook
from era_of_inventions.tabletop.play.simulation import at_random
from era_of_inventions.tabletop.play.strategies import Script, Strategies, state_of
from tests.regatta.rulebook import REGATTA

INSTALLED = [registry.rulebook_named(name) for name in registry.names() if name != ERA.name]
RULEBOOKS: list[Rulebook[Any, Any]] = [ERA, REGATTA, *INSTALLED]
EACH = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.name)
SEEDS = st.integers(0, 2**32)


def scripts(rulebook: Rulebook[Any, Any]) -> st.SearchStrategy[Script[Any, Any]]:
    return Strategies(rulebook).scripts()


# --- Playouts ---------------------------------------------------------------------------------------------------------


def played_step_by_step(game: Game[Any, Any], state: Any, rng: random.Random) -> Any:
    while (mover := game.to_move(state)) is not OVER:
        move = game.chance_move(state, rng) if mover is CHANCE else at_random(game, state, game.legal_moves(state), rng)
        state = game.play(state, move)
    return state


@EACH
@settings(max_examples=10, deadline=None)
@given(data=st.data(), seed=SEEDS)
def test_a_playout_comes_to_the_same_as_playing_step_by_step(
    rulebook: Rulebook[Any, Any], data: st.DataObject, seed: int
) -> None:
    script = data.draw(scripts(rulebook))
    game, state = script.game, state_of(script)
    before = hash(state)
    sources = [random.Random(seed) for _ in range(3)]
    end = played_step_by_step(game, state, sources[0])
    assert game.playout(state, sources[1]) == game.playout(state, sources[2], at_random) == end
    assert type(game.playout(state, random.Random(seed))) is type(end)
    assert hash(state) == before
    assert state == state_of(script)
    assert len({source.getstate() for source in sources}) == 1


@EACH
def test_a_playout_refuses_what_it_cannot_go_on_with(rulebook: Rulebook[Any, Any]) -> None:
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[0])
    state = game.new()
    for position, rng in ((None, random.Random(1)), (state, 7)):
        with pytest.raises(GameError):
            game.playout(position, rng)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError):
        game.playout(state, random.Random(1), lambda game, state, legal, rng: next(iter({*game.moves} - {*legal})))


# --- Numbers of moves -------------------------------------------------------------------------------------------------


@EACH
def test_a_move_has_the_same_number_whatever_the_number_of_players(rulebook: Rulebook[Any, Any]) -> None:
    tables = [Game(rulebook, players).moves for players in rulebook.player_counts()]
    for fewer, more in pairwise(tables):
        assert fewer == more[: len(fewer)]


def test_a_fingerprint_tells_tables_of_moves_apart() -> None:
    game = EraGame(4)
    assert game.moves_fingerprint == EraGame(4, "de").moves_fingerprint
    assert game.moves_fingerprint != EraGame(5).moves_fingerprint
    assert isinstance(EraGame(5).moves[-1], RunFactory)
