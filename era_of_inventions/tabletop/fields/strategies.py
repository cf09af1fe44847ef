"""Hypothesis strategies of positions restricted only by the bounds of their fields. Few of them can occur in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from era_of_inventions.tabletop.fields.layout import Layout

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")


def records(layout: Layout[T], *carried: Any) -> SearchStrategy[T]:
    """A strategy of arbitrary records; ``carried`` are the values besides their fields, such as a setting."""
    import hypothesis.strategies as st  # imported here: only tests depend on it

    return layout.draw(st, *carried)
