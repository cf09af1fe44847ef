"""No position that a game reaches is refused, and whatever is not refused can be played on."""

from __future__ import annotations

import random

import pytest
from goods_mutations import game_of, positions, rulesets, written_down
from oh_my_goods.moves import Move
from oh_my_goods.position import Stage, State
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER

CASES = [pytest.param(seed, rules, id=f"{seed}-{rules.name}") for seed, rules in enumerate(rulesets(mixed=3))]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "rules"), CASES)
def test_positions_of_games_are_possible_and_possible_positions_are_played_on(seed: int, rules: Ruleset) -> None:
    game, rng = game_of(seed, rules), random.Random(seed)
    by_stage: dict[Stage, list[State]] = {}
    for state in positions(game, seed):
        by_stage.setdefault(state.turn.stage, []).append(state)
    assert Stage.OVER in by_stage
    written = 0
    for reached in by_stage.values():
        for state in rng.sample(reached, min(len(reached), 6)):
            assert game.check(state) == (), state.turn
            other = written_down(state, rng)
            if other != state and not game.check(other):
                written += 1
                _play_on(game, other, rng)
    assert written


def _play_on(game: Game[State, Move], state: State, rng: random.Random) -> None:
    """Nothing is raised, nobody is stuck, and what follows is possible too."""
    for _ in range(12):
        legal, mover = game.legal_moves(state), game.to_move(state)
        assert bool(legal) is (mover is not OVER), state.turn
        if not legal:
            return
        state = game.play_unchecked(state, game.chance_move(state, rng) if mover is CHANCE else rng.choice(legal))
        assert game.check(state) == (), state.turn
