"""The Hypothesis plugin, which makes ``st.from_type(State)`` work if the package and Hypothesis are installed.

Hypothesis calls `register` in every program that imports it, so this must not import
the library: a type is registered when a program has asked for it. The strategies are
imported on first use.
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
"""The functions of `era_of_inventions.testing` that return the strategies of the main types, by public name."""


def register() -> None:
    """Register a strategy for each of the library's main types that a program has asked for."""
    names = vars(sys.modules["era_of_inventions"])
    if asked := names.keys() & NAMES.keys():
        from hypothesis import strategies as st

        from era_of_inventions.tabletop.values import Move

        kinds = {names[name]: NAMES[name] for name in asked} | {Move: "any_moves"}
        for kind, strategy in kinds.items():
            st.register_type_strategy(kind, _deferred(kind, strategy))


def _deferred(kind: type[Any], name: str) -> Callable[[type[Any]], Any]:
    """Return a function that Hypothesis calls with the requested type, which may be a supertype such as object."""

    def strategy(asked: type[Any]) -> Any:
        if asked is not kind:
            return NotImplemented
        from era_of_inventions import testing

        return getattr(testing, name)()

    return strategy
