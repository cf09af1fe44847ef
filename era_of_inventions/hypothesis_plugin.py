"""What Hypothesis calls when it is imported: how to make the library's types.

Kept apart from the strategies, which need a Hypothesis that is fully imported; they are loaded when first used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from era_of_inventions.game import Game
from era_of_inventions.model.components import Components
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State
from era_of_inventions.rulings import Ruleset

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

NAMES: dict[Any, str] = {
    State: "reachable_states",
    Ruleset: "rulesets",
    Components: "component_sets",
    Game: "games",
    Move: "any_moves",
}
"""The main types, and the function of `era_of_inventions.testing` that makes a strategy for each."""


def register() -> None:
    """Register a strategy for each of the library's main types."""
    from hypothesis import strategies as st

    for kind, name in NAMES.items():
        st.register_type_strategy(kind, _deferred(name))


def _deferred(name: str) -> Callable[[type[Any]], SearchStrategy[Any]]:
    """A function that Hypothesis calls with the type it needs, which may be a supertype such as object."""

    def strategy(_: type[Any]) -> SearchStrategy[Any]:
        from era_of_inventions import testing

        return getattr(testing, name)()  # type: ignore[no-any-return]

    return strategy
