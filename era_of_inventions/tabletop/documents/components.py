"""Component sets as JSON."""

from __future__ import annotations

from typing import Any

from era_of_inventions.tabletop.box import ComponentSets
from era_of_inventions.tabletop.box.labels import terms_of
from era_of_inventions.tabletop.box.printed import Thing
from era_of_inventions.tabletop.values import InvalidDataError, Terms, layout_of
from era_of_inventions.tabletop.values.domains import Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.problems import check_object


class WholeComponents(Domain[Any]):
    """A component set with all its values. Those that no file could hold are refused."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of a set."""
        return Thing[Any](terms.rulebook.components.kind).schema(Terms())

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        sets: ComponentSets[Any] = terms.rulebook.components

        def read(raw: Any) -> Any:
            check_object(raw)
            components = layout_of(sets.kind, terms_of(sets.kind, raw.get)).read(raw)
            if problems := sets.misfits(components):
                raise InvalidDataError(problems)
            return sets.with_sources(components, sets.provenance(components))

        def write(components: Any) -> Any:
            sourced = sets.with_sources(components, sets.sources(components))
            return layout_of(sets.kind, sets.terms(components)).write(sourced)

        return plain_shape(read, write)
