"""Component sets as JSON, and the schemas of component files and of printed values in disputes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from era_of_inventions.tabletop.components.provenance import SOURCES
from era_of_inventions.tabletop.documents.shapes import FLAG, TEXT, JsonShape, integer, label, sequence, shape_of, word
from era_of_inventions.tabletop.documents.toml_schemas import TEXT as TEXT_SCHEMA
from era_of_inventions.tabletop.documents.toml_schemas import Schema, key, named, table, tables, whole, words
from era_of_inventions.tabletop.errors import Literal
from era_of_inventions.tabletop.fields import DataProblem, InvalidDataError
from oh_my_goods.component_files import (
    ADDS,
    CARD,
    CHARBURNER,
    COLORS,
    GOOD,
    ID,
    INPUTS,
    KIND,
    NEEDED,
    PRINTED_MAX,
    SIDE,
    misfits,
)
from oh_my_goods.components import Components

_NUMBER = integer(0, PRINTED_MAX)
FIELDS: Mapping[str, JsonShape[Any]] = {
    "name": TEXT.about("the name of the set"),
    "id": label(ID.pattern.pattern, ID.form).about("the unique id"),
    "kind": integer(0, 999).about("the place of its kind among the kinds, counted from 0"),
    "good": label(f"|{GOOD.pattern.pattern}", f"{GOOD.form}, or an empty text").about("the good that it makes"),
    "value": _NUMBER.about("what a good is worth, in coins"),
    "chain": sequence(TEXT, 2).about("what its production chain takes: raw materials and goods"),
    "extra_card": FLAG.about("whether its owner draws a card more"),
    "cost": _NUMBER.about("the coins that are paid"),
    "points": _NUMBER.about("the victory points"),
    "inputs": sequence(_NUMBER, len(INPUTS), len(INPUTS)).about(f"how much it needs of {', '.join(INPUTS)}"),
    "needs": sequence(_NUMBER, len(NEEDED), len(NEEDED)).about(
        f"how many buildings one must have: {', '.join(NEEDED)}"
    ),
    "half_sun": FLAG.about("whether it shows half a sun"),
    "craftsmen": _NUMBER.about("how many craftsmen there are"),
    "source": word({source: source for source in SOURCES}).about("the source of the value"),
    "cite": TEXT.about("the place in the source, if there is one"),
}
"""The shapes of fields, by their names."""
_SHAPE: JsonShape[Components] = shape_of(Components, FIELDS)


def _read(raw: Any) -> Components:
    components = _SHAPE.read(raw)
    if problems := misfits(components):
        raise InvalidDataError(
            DataProblem((Literal(each.place),), each.code, "", Literal(each.message)) for each in problems
        )
    return components


COMPONENTS: JsonShape[Components] = JsonShape(_SHAPE.schema, _read, _SHAPE.write)
"""The shape of a set."""


# --- Files ------------------------------------------------------------------------------------------------------------


def _counted(kinds: tuple[str, ...]) -> Schema:
    """Numbers of things in words, such as ``3 wool, 1 clay``."""
    one = rf"\s*[0-9]{{1,2}} ({'|'.join(kinds)})\s*"
    return {"type": "string", "pattern": f"^(nothing|{one}(,{one})*)$"}


PRINTED: Mapping[str, Schema] = {
    "color": key("the color of the buildings", words(COLORS)),
    "value": key("what a good is worth, in coins", whole(1, PRINTED_MAX)),
    "chain": key("what the production chain takes, such as 'clay + coal', or 'nothing'", TEXT_SCHEMA),
    "adds": key("the raw material that it adds to the market", words(ADDS)),
    "extra_card": key("whether its owner draws a card more", {"type": "boolean"}),
    "cost": key("the coins that are paid", whole(0, PRINTED_MAX)),
    "points": key("the victory points", whole(0, PRINTED_MAX)),
    "inputs": key("the raw materials it needs", _counted(INPUTS)),
    "needs": key("the buildings one must have", _counted(NEEDED)),
    "half_sun": key("whether it shows half a sun", {"type": "boolean"}),
    "craftsmen": key("how many craftsmen there are", whole(0, PRINTED_MAX)),
}
"""The schemas of printed values, by their keys."""
SOURCE = {
    "source": key("where the values come from", words(SOURCES)),
    "cite": key("the place in the source", TEXT_SCHEMA),
}


def _sourced(name: str) -> Schema:
    """A printed value, ``"?"`` if it is not known yet, or a table that says where it comes from."""
    schema = {name: part for name, part in PRINTED[name].items() if name != "description"}
    value = {"anyOf": [schema, {"const": "?"}]}
    given = table(SOURCE, {"value": key("what is printed", value)})
    return {"description": PRINTED[name]["description"], "anyOf": [*value["anyOf"], given]}


def component_file() -> Schema:
    """The schema of a component file."""
    id_ = {"id": key("the unique id", {"type": "string", "pattern": f"^{ID.pattern.pattern}$"})}
    kind_of = {"kind": key("the id of its kind", TEXT_SCHEMA)}
    good = {"good": key("the good that it makes", {"type": "string", "pattern": f"^{GOOD.pattern.pattern}$"})}

    def some(keys: Mapping[str, object], *without: str) -> dict[str, Schema]:
        return {name: _sourced(name) for name in keys if name not in without}

    kind = table({**SOURCE, **good, **some(KIND, "color")}, {**id_, "color": _sourced("color")})
    card = table(
        {**SOURCE, **some(CARD, "cost", "points")},
        {**id_, **kind_of, "cost": _sourced("cost"), "points": _sourced("points")},
    )
    side = table(SOURCE, some(SIDE))
    charburner = table({**SOURCE, **some(CHARBURNER)}, {**id_, **kind_of})
    assistant = table(SOURCE, {**id_, "a": side, "b": side})
    body = table(
        SOURCE,
        {
            "name": key("the name of the set", TEXT_SCHEMA),
            "kind": key("what the buildings of one name have in common", tables(kind, 1)),
            "card": key("the cards of the deck", tables(card, 1)),
            "charburner": key("the charburners", tables(charburner, 1)),
            "craftsmen": _sourced("craftsmen"),
            "assistant": key("the assistants with their two sides", tables(assistant, 1)),
        },
    )
    body["required"].append("source")
    return {"title": "Component file", **body}


def overrides() -> dict[str, Schema]:
    """The schemas of the tables in which a dispute file gives printed values itself."""

    def some(keys: Mapping[str, object]) -> Schema:
        return named(table({**SOURCE, **{name: PRINTED[name] for name in keys}}))

    return {
        "kind": key("kinds of buildings, by id", some(KIND)),
        "card": key("cards, by id", some(CARD)),
        "charburner": key("charburners, by id", some(CHARBURNER)),
        "assistant": key("sides of assistants, by id", some(SIDE)),
    }
