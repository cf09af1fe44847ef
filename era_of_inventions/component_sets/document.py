"""Component sets as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import attrs

from era_of_inventions.component_sets.files import LOADS
from era_of_inventions.component_sets.form import ID, NAME, START_FACTORY, TRACK_MAX, misfits
from era_of_inventions.model.components import Components, FactoryCard
from era_of_inventions.model.goods import PRINTED_MAX, STOCK_MAX, Good
from era_of_inventions.model.names import GOODS
from era_of_inventions.tabletop.components.provenance import SOURCES
from era_of_inventions.tabletop.documents.shapes import (
    FLAG,
    LISTED_MAX,
    TEXT,
    JsonShape,
    integer,
    label,
    of,
    optional,
    sequence,
    shape_of,
    structure,
    titled,
    word,
)
from era_of_inventions.tabletop.errors import Literal
from era_of_inventions.tabletop.fields import Amounts, Choice, DataProblem, InvalidDataError
from era_of_inventions.tabletop.fields.problems import check_object

_PRINTED = integer(0, PRINTED_MAX)
_STOCK = integer(0, STOCK_MAX)
_GOODS: JsonShape[Any] = of(Amounts(GOODS, PRINTED_MAX))
_INVENTIONS = sequence(label(NAME.pattern.pattern, NAME.form), LISTED_MAX).about("the names of the inventions")


@attrs.frozen
class Sign:
    """A sign of the influence track."""

    space: int
    good: Good


_SIGN = structure(
    Sign,
    {
        "space": integer(1, TRACK_MAX).about("the space of the track"),
        "good": of(Choice(GOODS)).about("the good it gives"),
    },
)
_SIGNS: JsonShape[tuple[int, Good]] = JsonShape(
    _SIGN.schema,
    lambda raw: attrs.astuple(_SIGN.read(raw)),
    lambda pair: _SIGN.write(Sign(*pair)),
)
FIELDS: Mapping[str, JsonShape[Any]] = {
    "name": TEXT.about("the name of the set"),
    "id": label(ID.pattern.pattern, ID.form).about("the unique id"),
    "cost": _GOODS.about("the goods that are paid"),
    "output": _GOODS.about("the goods it produces"),
    "goods": _GOODS.about("the goods it gives"),
    "influence": _PRINTED.about("the influence it gives"),
    "question_marks": _PRINTED.about("the question marks of a fake"),
    "cogs": _PRINTED.about("the development cogs that developing costs"),
    "coins": _PRINTED.about("the coins that entering costs"),
    "technical": FLAG.about("whether it is the technical space of its invention"),
    "house": FLAG.about("whether it is a storage house instead of a ship"),
    "good": word(LOADS).about("the kind of cubes it holds"),
    "signs": sequence(_SIGNS, LISTED_MAX).about("the signs of the influence track"),
    "track_end": integer(1, TRACK_MAX).about("the last printed space of the influence track"),
    "supply": of(Amounts(GOODS, STOCK_MAX)).about("the goods in the box"),
    "bonus_discs": _STOCK.about("the bonus discs in the box"),
    "markers": _STOCK.about("the markers of each color"),
    "source": word({source: source for source in SOURCES}).about("the source of the value"),
    "cite": TEXT.about("the place in the source, if there is one"),
}
"""The shapes of fields, by their names."""
_START = {**FIELDS, "id": word({START_FACTORY: START_FACTORY}).about("the id of a start factory")}
_START_FACTORY = titled("StartFactory", shape_of(FactoryCard, _START)).about("the start factory, the same for all")


@lru_cache(maxsize=16)
def _printed(inventions: tuple[str, ...]) -> JsonShape[Components]:
    """The shape of a set with these inventions."""
    indexes = {name: index for index, name in enumerate(inventions)}
    invention = word(indexes, "one of the inventions", pattern=NAME.pattern.pattern)
    fields = {
        **FIELDS,
        "inventions": _INVENTIONS,
        "start_factory": _START_FACTORY,
        "Space.invention": invention.about("the invention that is developed there"),
        "InventionCard.invention": optional(invention).about("the invention; null on a start card"),
    }
    return shape_of(Components, fields)


def _read(raw: Any) -> Components:
    check_object(raw)
    inventions: tuple[str, ...] = ()
    with suppress(InvalidDataError):  # the shape below reports the problem, with its place
        inventions = _INVENTIONS.read(raw.get("inventions"))
    components = _printed(inventions).read(raw)
    if problems := misfits(components):
        raise InvalidDataError(
            DataProblem((Literal(each.place),), each.code, "", Literal(each.message)) for each in problems
        )
    return components


COMPONENTS: JsonShape[Components] = JsonShape(
    _printed(()).schema, _read, lambda components: _printed(components.inventions).write(components)
)
"""The shape of a set."""
