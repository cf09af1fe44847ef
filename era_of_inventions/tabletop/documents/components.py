"""Component sets as JSON: with all values or, within a report, only with those that replace values of a shipped set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from era_of_inventions.tabletop.box import ComponentSets
from era_of_inventions.tabletop.box.labels import terms_of
from era_of_inventions.tabletop.box.printed import Thing
from era_of_inventions.tabletop.values import (
    Field,
    InvalidDataError,
    Terms,
    field,
    layout_of,
    record,
)
from era_of_inventions.tabletop.values.domains import Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.plain import Inside, PerRulebook, word
from era_of_inventions.tabletop.values.problems import check_object


class _Tables(Domain[Mapping[str, Any]]):
    """The raw tables of a dispute that replace values. They are checked only when the values are replaced."""

    def schema(self, terms: Terms) -> Schema:
        described = ("title", "description", "type")
        tables = {
            key: {word: schema[word] for word in described}
            for key, schema in terms.rulebook.components.override_schemas().items()
        }
        return {"type": "object", "properties": tables, "additionalProperties": False}

    def bind(self, terms: Terms) -> Shape[Mapping[str, Any]]:
        def read(raw: Any) -> Mapping[str, Any]:
            check_object(raw)
            return dict(raw)

        return plain_shape(read, dict)


@record
class ReplacedValues:
    """A set that comes with the rulebook, and the values that are replaced in it."""

    base: Field[str] = field(
        PerRulebook(lambda rulebook: word(rulebook.components.shipped())),
        "the name of a set that comes with the rulebook",
    )
    replaced: Field[Mapping[str, Any]] = field(
        _Tables(), "the values that are replaced, as in the tables of a dispute"
    )


REPLACED = Inside(ReplacedValues)


@attrs.frozen(eq=False)
class ComponentsBody(Domain[Any]):
    """A component set: all its values or, if it is written ``briefly``, only those that differ from a shipped set.

    A set that no file could hold cannot be read.
    """

    briefly: bool = False

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of a set."""
        whole = Thing[Any](terms.rulebook.components.kind).schema(Terms())
        return {"oneOf": [whole, REPLACED.schema(terms)]}

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        sets: ComponentSets[Any] = terms.rulebook.components
        brief = REPLACED.bind(terms)

        def read(raw: Any) -> Any:
            check_object(raw)
            if "base" in raw:
                parts = brief.read(raw)
                components, wrong = sets.override(parts.replaced, sets.load(parts.base))
                problems = [problem.within("replaced") for problem in wrong]
            else:
                components = layout_of(sets.kind, terms_of(sets.kind, raw.get)).read(raw)
                problems = sets.misfits(components)
                components = sets.with_sources(components, sets.provenance(components))
            if problems:
                raise InvalidDataError(problems)
            return components

        def write(components: Any) -> Any:
            if self.briefly and (parts := sets.replaced_in(components)):
                return brief.write(ReplacedValues(*parts))
            sourced = sets.with_sources(components, sets.sources(components))
            return layout_of(sets.kind, sets.terms(components)).write(sourced)

        return plain_shape(read, write)
