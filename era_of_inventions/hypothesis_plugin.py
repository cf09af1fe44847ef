"""The Hypothesis plugin, called when Hypothesis is imported: registers strategies for the types of the library.

The strategies themselves need a fully imported Hypothesis, so they are in another module, loaded on first use.
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
"""The main types, with the name of the function of `era_of_inventions.testing` that returns the strategy."""


def register() -> None:
    """Register a strategy for each of the library's main types."""
    from hypothesis import strategies as st

    for kind, name in NAMES.items():
        st.register_type_strategy(kind, _deferred(name))


def _deferred(name: str) -> Callable[[type[Any]], SearchStrategy[Any]]:
    """Return a function that Hypothesis calls with the requested type, which may be a supertype such as object."""

    def strategy(_: type[Any]) -> SearchStrategy[Any]:
        from era_of_inventions import testing

        return getattr(testing, name)()  # type: ignore[no-any-return]

    return strategy
