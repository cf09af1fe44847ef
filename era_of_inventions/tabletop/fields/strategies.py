"""Positions for Hypothesis that nothing restricts but the bounds of their fields. Few of them can occur in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from era_of_inventions.tabletop.fields.layout import Layout

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")


def records(layout: Layout[T], *carried: Any) -> SearchStrategy[T]:
    """Arbitrary records; ``carried`` is what they carry besides their fields, such as a setting."""
    import hypothesis.strategies as st  # here, because only tests have it

    return layout.draw(st, *carried)
