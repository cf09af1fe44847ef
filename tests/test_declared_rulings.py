"""A clause declares exactly the rulings its code consults, so that pages and verdicts can rely on the declaration."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs
import pytest

from era_of_inventions.game import ERA, Game
from era_of_inventions.model.goods import NO_GOODS, ONE
from era_of_inventions.model.occasions import Income, Landing
from era_of_inventions.model.state import Setting, State
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.setup import blank_state
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.fields import replace
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.play.occasions import SetUp
from era_of_inventions.tabletop.play.score import score
from era_of_inventions.tabletop.play.tracer import trace
from tests.positions import SHIPPED

pytestmark = pytest.mark.slow

COMPONENTS = attrs.evolve(SHIPPED, start_factory=attrs.evolve(SHIPPED.start_factory, influence=1))
"""The components with the influence sign on the start factory, which everybody has."""
FIELDS = frozenset(ruling.field for ruling in Ruleset.rulings())
asked: list[set[str]] = []
"""For each clause function that is running, the rulings consulted so far."""


class Recording(Ruleset):
    """A ruleset that notes which of its rulings are read."""

    def __getattribute__(self, name: str) -> Any:
        if name in FIELDS:
            for consulted in asked:
                consulted.add(name)
        return super().__getattribute__(name)


def follows(clause: Clause[..., Any]) -> bool:
    """Whether another clause brings it about: then what it consults is its own matter alone."""
    return clause.kind in (Kind.EFFECT, Kind.TRIGGER) or not {Income, Landing}.isdisjoint(clause.on)


@contextmanager
def watched(consulted: dict[str, set[str]]) -> Iterator[None]:
    """Note, while clauses run, which rulings each consults itself or through clauses it asks."""

    def watch(clause: Clause[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            outer = asked[:]
            if follows(clause):
                asked.clear()
            asked.append(consulted[clause.id])
            try:
                return function(*args, **kwargs)
            finally:
                asked[:] = outer

        return run

    originals = {clause: clause.function for clause in LAW.clauses}
    for clause, function in originals.items():
        clause.function = watch(clause, function)
    try:
        yield
    finally:
        for clause, function in originals.items():
            clause.function = function


def play(seed: int, consulted: dict[str, set[str]]) -> None:
    rng = random.Random(seed)
    ruleset = Recording(**{ruling.field: rng.choice(ruling.names) for ruling in Ruleset.rulings()})  # type: ignore[arg-type]
    plain = Game(rng.choice((3, 4, 5)), components=COMPONENTS)
    state: State = plain.new(rng=rng)
    setting = Setting(ERA, plain.setting.players, ruleset, plain.setting.components)
    with watched(consulted):
        trace(blank_state(setting), SetUp())
    rich = 8 * sum(ONE, NO_GOODS)
    players = tuple(replace(player, goods=rich if seed % 2 else player.goods) for player in state.players)
    state = replace(state, setting=setting, players=players)
    moves = plain.moves
    for _ in range(700):
        legal = [move for move in moves if LAW.allows(state, move)]
        if not legal:
            break
        move = rng.choice(legal)
        for tried in (move, *rng.sample(moves, 6)):
            LAW.evaluate(state, tried)
        with watched(consulted):
            for tried in (move, *rng.sample(moves, 20)):
                LAW.evaluate(state, tried)
            state, _ = trace(state, move)
            score(state)


@pytest.fixture(scope="module")
def consulted() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for seed in range(12):
        play(seed, found)
    return found


@pytest.mark.parametrize("clause", LAW.clauses, ids=lambda clause: clause.id)
def test_declared(clause: Clause[..., Any], consulted: dict[str, set[str]]) -> None:
    assert set(clause.rulings) == consulted[clause.id]
