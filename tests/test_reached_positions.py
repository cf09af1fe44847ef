"""No position that a game reaches is refused, also where players do one thing as often as they may."""

from __future__ import annotations

import random

import pytest

from era_of_inventions.model.components import Area
from era_of_inventions.model.moves import (
    BuildFactory,
    BuyLoad,
    Develop,
    EndAction,
    EndTurn,
    Exchange,
    Move,
    PlaceDisc,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    UseBonusDisc,
)
from era_of_inventions.testing import enriched
from tests.positions import Case, cases

pytestmark = pytest.mark.slow

AREAS: dict[type[Move], Area] = {
    BuildFactory: Area.BUILD,
    BuyLoad: Area.BUY,
    ProduceInvention: Area.PRODUCE,
    Exchange: Area.MARKET,
    Develop: Area.DEVELOP,
    RegisterPatent: Area.DEVELOP,
}
"""What players do as often as they may, and the area for it."""
CASES = 90
"""All presets, every single other reading, and mixtures."""


def eager(kind: type[Move], legal: tuple[Move, ...], rng: random.Random) -> Move:
    """A move of the kind, or one that leads there; an end of the action or turn only if there is no choice."""
    wanted = [move for move in legal if isinstance(move, kind)]
    there = [move for move in legal if isinstance(move, PlaceDisc | Resolve) and move.area == AREAS[kind]]
    bonus = [move for move in legal if isinstance(move, UseBonusDisc)]
    going_on = [move for move in legal if not isinstance(move, EndAction | EndTurn)]
    return rng.choice(wanted or there or bonus or going_on or legal)


@pytest.mark.parametrize("case", cases(CASES), ids=str)
def test_no_position_of_a_game_is_refused(case: Case) -> None:
    game, rng = case.game(), random.Random(case.seed)
    kind = list(AREAS)[case.seed % len(AREAS)]
    state = enriched(game.new(case.seed % case.players, rng), rng)
    done = 0
    while legal := game.legal_moves(state):
        assert game.check(state) == ()
        move = eager(kind, legal, rng)
        done += isinstance(move, kind)
        state = game.play(state, move)
    assert game.check(state) == ()
    assert done > 5
