"""What programs build on, for every rulebook at hand: playouts, what was dealt, placings, numbers of moves, values."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from era_of_inventions.box.components import Space
from era_of_inventions.moves import RunFactory
from era_of_inventions.rulebook import ERA
from era_of_inventions.rulebook import Game as EraGame
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.bots import at_random, steps
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Rulebook
from era_of_inventions.tabletop.records import Record
from era_of_inventions.tabletop.testing.strategies import Script, Strategies, state_of
from era_of_inventions.tabletop.values import evolve, mask
from tests.regatta.rulebook import REGATTA
from tests.support.golf import GOLF

INSTALLED = [registry.rulebook_named(name) for name in registry.names() if name != ERA.name]
RULEBOOKS: list[Rulebook[Any, Any]] = [ERA, REGATTA, GOLF, *INSTALLED]
EACH = pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.name)
SEEDS = st.integers(0, 2**32)


def scripts(rulebook: Rulebook[Any, Any]) -> st.SearchStrategy[Script[Any, Any]]:
    return Strategies(rulebook).scripts()


# --- Playouts -------------------------------------------------------------------------


def played_step_by_step(game: Game[Any, Any], state: Any, rng: random.Random) -> Any:
    while (mover := game.to_move(state)) is not OVER:
        move = game.chance_move(state, rng) if mover is CHANCE else at_random(game, state, game.legal_moves(state), rng)
        state = game.play(state, move)
    return state


@pytest.mark.slow
@EACH
@settings(max_examples=10, deadline=None)
@given(data=st.data(), seed=SEEDS)
def test_a_playout_comes_to_the_same_as_playing_step_by_step(
    rulebook: Rulebook[Any, Any], data: st.DataObject, seed: int
) -> None:
    script = data.draw(scripts(rulebook))
    game, state = script.game, state_of(script)
    before = hash(state)
    sources = [random.Random(seed), random.Random(seed)]
    end = played_step_by_step(game, state, sources[0])
    assert game.playout(state, sources[1]) == end
    assert type(game.playout(state, random.Random(seed))) is type(end)
    assert hash(state) == before
    assert state == state_of(script)
    assert sources[0].getstate() == sources[1].getstate()


@EACH
def test_a_playout_of_bots_ends_with_its_last_step(rulebook: Rulebook[Any, Any]) -> None:
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[0])
    state = game.new()
    made = [*steps(game, state, random.Random(3), at_random)]
    for move, after in made:
        state = game.play(state, move)
        assert state == after
    assert game.is_over(state)
    assert game.playout(game.new(), random.Random(3), at_random) == state
    assert Record(game.new(), [move for move, _ in made]).end() == state


@EACH
def test_a_playout_refuses_what_it_cannot_go_on_with(rulebook: Rulebook[Any, Any]) -> None:
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[0])
    state = game.new()
    for position, rng in ((None, random.Random(1)), (state, 7)):
        with pytest.raises(GameError):
            game.playout(position, rng)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError):
        game.playout(state, random.Random(1), lambda game, state, legal, rng: next(iter({*game.moves} - {*legal})))


# --- What was dealt -------------------------------------------------------------------


@EACH
@given(seed=SEEDS)
def test_what_is_dealt_can_be_told_and_written_down(rulebook: Rulebook[Any, Any], seed: int) -> None:
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[-1])
    state = first = game.new()
    for move, after in game.deal_steps(first, random.Random(seed)):
        assert game.play(state, move) == after
        state = after
    assert state == game.deal(first, random.Random(seed)) == game.new(rng=random.Random(seed))
    assert game.to_move(state) is not CHANCE
    assert game.deal_steps(state, random.Random(seed)) == ()
    record: Record[Any, Any] = Record(first).deal(random.Random(seed))
    assert record.end() == state
    assert record.deal(random.Random(seed)) == record


# --- Placings -------------------------------------------------------------------------


@pytest.mark.repeats
@EACH
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_everybody_has_the_place_that_those_ahead_leave(rulebook: Rulebook[Any, Any], data: st.DataObject) -> None:
    script = data.draw(scripts(rulebook))
    score = script.game.score(state_of(script))
    better = -1 if rulebook.lowest_wins else 1
    assert [seat for seat, place in enumerate(score.places) if place == 1] == [*score.winners]
    for seat, place in enumerate(score.places):
        assert place == 1 + sum(other < place for other in score.places)
        ahead = (other for other, at in enumerate(score.places) if at < place)
        assert all(better * score.totals[seat] <= better * score.totals[other] for other in ahead)


def _same(cogs: list[int], pair: tuple[int, int], one: int) -> bool:
    """Whether as much is invested in two spaces as in one, so that only the tie-break tells them apart."""
    return cogs[pair[0]] + cogs[pair[1]] == cogs[one]


def test_places_go_by_totals_and_then_by_the_tie_break() -> None:
    game = EraGame(5)
    state = game.new()
    cogs = [space.cogs for space in state.components.spaces]
    small, other, large = next(
        (*pair, one) for pair in combinations(range(len(cogs)), 2) for one in range(len(cogs)) if _same(cogs, pair, one)
    )
    has = [(7, [large]), (30, []), (7, [small, other]), (0, []), (7, [large])]
    players = [evolve(state.players[0], influence=steps, developed=mask(Space, spaces)) for steps, spaces in has]
    score = game.score(evolve(state, players=tuple(players)))
    assert score.totals[0] == score.totals[2] == score.totals[4]
    assert score.places == (3, 1, 2, 5, 3)


# --- Numbers of moves -----------------------------------------------------------------


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
