"""Component sets as JSON."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import attrs

from era_of_inventions.tabletop.components.declared import terms_of
from era_of_inventions.tabletop.documents.shapes import JsonShape, shape_of
from era_of_inventions.tabletop.errors import Literal
from era_of_inventions.tabletop.fields import DataProblem, InvalidDataError, Terms
from era_of_inventions.tabletop.fields.problems import check_object
from era_of_inventions.tabletop.play.rulebook import Rulebook


@lru_cache(maxsize=16)
def components_shape(rulebook: Rulebook[Any, Any]) -> JsonShape[Any]:
    """The shape of component sets. Those that no file could hold are refused."""
    sets = rulebook.components
    shape = lru_cache(maxsize=16)(lambda terms: shape_of(sets.kind, terms))

    def read(raw: Any) -> Any:
        check_object(raw)
        components = shape(terms_of(sets.form, raw)).read(raw)
        if problems := sets.misfits(components):
            raise InvalidDataError(
                DataProblem((Literal(each.place),), each.code, "", Literal(each.message)) for each in problems
            )
        return components

    def write(components: Any) -> Any:
        if sets.sourced:
            components = attrs.evolve(components, provenance=sets.sources(components))
        return shape(terms_of(sets.form, sets.form.split(components))).write(components)

    return JsonShape(shape(Terms()).schema, read, write)
