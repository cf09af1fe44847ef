"""A clause declares exactly the rulings its code consults, so that pages and verdicts can rely on the declaration."""

from __future__ import annotations

import random

import pytest

from era_of_inventions.box.goods import NO_GOODS, ONE
from era_of_inventions.moves import Income, Landing
from era_of_inventions.position import Setting, State
from era_of_inventions.rulebook import ERA, Game
from era_of_inventions.rules import LAW
from era_of_inventions.rules.setup import blank_state
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.play.occasions import SetUp
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.testing.consulted import Consulted
from era_of_inventions.tabletop.values import evolve
from tests.support.positions import SHIPPED

pytestmark = pytest.mark.slow

COMPONENTS = evolve(SHIPPED, start_factory=evolve(SHIPPED.start_factory, influence=1))
"""The components with the influence sign on the start factory, which everybody has."""


def play(seed: int, consulted: Consulted) -> None:
    rng = random.Random(seed)
    ruleset = consulted.ruleset(**{ruling.field: rng.choice(ruling.names) for ruling in Ruleset.rulings()})
    plain = Game(rng.choice((3, 4, 5)), components=COMPONENTS)
    state: State = plain.new(rng=rng)
    setting = Setting(ERA, plain.setting.players, ruleset, plain.setting.components)
    with consulted.watched():
        trace(blank_state(setting), SetUp())
    rich = 8 * sum(ONE, NO_GOODS)
    players = tuple(evolve(player, goods=rich if seed % 2 else player.goods) for player in state.players)
    state = evolve(state, setting=setting, players=players)
    for _ in range(700):
        legal = setting.engine.legal_moves(state)
        if not legal:
            break
        state = consulted.ask(state, rng.choice(legal), rng)


@pytest.fixture(scope="module")
def consulted() -> Consulted:
    found = Consulted(ERA, apart=(Income, Landing))
    for seed in range(8):
        play(seed, found)
    return found


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_declared(clause: Clause[..., object], consulted: Consulted) -> None:
    assert set(clause.rulings) == consulted.by_clause[clause.id]
