"""What Hypothesis calls when it is imported: how to make the library's types.

Kept apart from the strategies, which need a Hypothesis that is fully imported; they are loaded when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from era_of_inventions.game import Game
from era_of_inventions.model.components import Components
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State
from era_of_inventions.rulings import Ruleset

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def register() -> None:
    """Register a strategy for each of the library's main types."""
    from hypothesis import strategies as st

    for kind in (State, Ruleset, Components, Game, Move):
        st.register_type_strategy(kind, _strategy)


def _strategy(kind: type[Any]) -> SearchStrategy[Any]:
    from era_of_inventions import testing

    made = {
        State: testing.reachable_states,
        Ruleset: testing.rulesets,
        Components: testing.component_sets,
        Game: testing.games,
        Move: lambda: testing.games().flatmap(testing.moves),
    }
    return made[kind]()  # type: ignore[no-any-return, operator]
