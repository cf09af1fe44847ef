"""A clause declares exactly the rulings its code consults, so that pages and verdicts can rely on the declaration."""

from __future__ import annotations

import random
from functools import cache

import pytest
from goods_tables import Has, busy, table
from oh_my_goods.moves import Stay
from oh_my_goods.position import Stage
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rules import LAW

from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.testing.consulted import Consulted

pytestmark = pytest.mark.slow


def play(seed: int, consulted: Consulted) -> None:
    """Play a game with readings of its own for every ruling, and ask about some moves in each position."""
    rng = random.Random(seed)
    state = consulted.beginning(rng, 2 + seed % 3)
    while OH_MY_GOODS.to_move(state) is not OVER:
        legal = state.setting.engine.legal_moves(state)
        move = rng.choice(legal) if OH_MY_GOODS.to_move(state) is CHANCE else busy(legal, rng)
        state = consulted.ask(state, move, rng)


def without_place(consulted: Consulted) -> None:
    """Ask whether an assistant may stay who leaves no place for the craftsman, which games hardly ever come to."""
    full = Has({"charburner-grain": 4, "office-clay-1": 0}, posts=["charburner-grain"])
    ruleset = consulted.ruleset(assistant_place="any", craftsman_without_place="must-make-room")
    state = table(full, stage=Stage.ASSISTANTS_MOVED, ruleset=ruleset)
    with consulted.watched():
        LAW.evaluate(state, Stay())


@cache
def consulted() -> Consulted:
    """What was consulted in some games, together."""
    found = Consulted(OH_MY_GOODS)
    for seed in range(12):
        play(seed, found)
    without_place(found)
    return found


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_declared(clause: Clause[..., object]) -> None:
    assert set(clause.rulings) == consulted().by_clause[clause.id]
