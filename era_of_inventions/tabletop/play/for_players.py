"""Everything that follows from a setting and the names of its players."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from era_of_inventions.tabletop.play.claimable import quantities
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.values import Layout, Terms, layout_of
from era_of_inventions.tabletop.values.outline import PositionSchema
from era_of_inventions.tabletop.values.quantities import Quantities


class ForPlayers:
    """The layout, the schema and the quantities of positions, in which players are called by their names."""

    def __init__(self, rulebook: AnyRulebook, terms: Terms) -> None:
        """Store the terms."""
        self._rulebook = rulebook
        self.terms = terms

    @cached_property
    def layout(self) -> Layout[Any]:
        """The declared fields of positions."""
        return layout_of(self._rulebook.state, self.terms)

    @cached_property
    def position_schema(self) -> PositionSchema:
        """The schema of written positions."""
        positions = self._rulebook.positions
        return PositionSchema(self.layout, positions.unsaid, positions.besides)

    @cached_property
    def quantities(self) -> Quantities:
        """The quantities that claims about positions can name."""
        return quantities(self.layout, self._rulebook.disputes, self._rulebook.law)
