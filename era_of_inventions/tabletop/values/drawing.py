"""Hypothesis strategies of arbitrary positions within the bounds of their fields.

Few of these positions can occur in a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from era_of_inventions.tabletop.values.layout import Layout

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")


def records(layout: Layout[T], *carried: Any) -> SearchStrategy[T]:
    """Return a strategy of arbitrary records; ``carried`` are further values, such as a setting."""
    import hypothesis.strategies as st  # imported here: only tests depend on it

    return layout.draw(st, *carried)
