"""What makes ``st.from_type(State)`` work wherever the package and Hypothesis are installed.

Hypothesis calls `register` when it is imported, in every program, so nothing of the library is loaded for it: the types
are registered once they are there. The strategies are loaded when first used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

NAMES = {
    "State": "reachable_states",
    "Ruleset": "rulesets",
    "Components": "component_sets",
    "Game": "games",
}
"""The main types, by their public names, and the functions of `era_of_inventions.testing` that make strategies."""


def register() -> None:
    """Register a strategy for each of the library's main types, if the library is loaded."""
    names = sys.modules.get("era_of_inventions._names")
    if names is None:
        return
    from hypothesis import strategies as st

    from era_of_inventions.tabletop.fields import Move

    for name, strategy in NAMES.items():
        kind = getattr(names, name)
        st.register_type_strategy(kind, _deferred(kind, strategy))
    st.register_type_strategy(Move, _deferred(Move, "any_moves"))


def _deferred(kind: type[Any], name: str) -> Callable[[type[Any]], Any]:
    """A function that Hypothesis calls with the type it needs, which may be a supertype such as object."""

    def strategy(asked: type[Any]) -> Any:
        if asked is not kind:
            return NotImplemented
        from era_of_inventions import testing

        return getattr(testing, name)()

    return strategy
