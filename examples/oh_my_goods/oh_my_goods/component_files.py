"""Component sets of the game: their files, and what keeps a set from being played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop import (
    Code,
    ComponentSets,
    Field,
    InFile,
    Many,
    OwnTables,
    Problem,
    Thing,
    evolve,
    field,
    record,
)
from oh_my_goods.components import ANY, ID, NUMBER, AssistantSide, Color, Components, place_of_side

SIDES = ("a", "b")


# --- Assistants with their two sides ----------------------------------------------------------------------------------

SIDE = Thing(AssistantSide, given={"id": ""})


@record
class Assistant:
    """An assistant with both sides, whose ids are that of the assistant with a letter."""

    id: Field[str] = field(ID, about="the unique id")
    a: Field[AssistantSide] = field(SIDE)
    b: Field[AssistantSide] = field(SIDE)


@record
class Tables:
    """The tables of a file that have a layout of their own."""

    assistants: Field[tuple[Assistant, ...]] = field(
        Many(Thing(Assistant)), about="the assistants with their two sides", file=InFile(key="assistant")
    )


def _assistants(tables: Tables) -> Mapping[str, Any]:
    sides = [(one.id, zip(SIDES, (one.a, one.b), strict=True)) for one in tables.assistants]
    return {"assistants": tuple(evolve(side, id=f"{id_}{letter}") for id_, both in sides for letter, side in both)}


# --- Parts that do not fit each other ---------------------------------------------------------------------------------


def _related(components: Components) -> Iterator[Problem]:
    """Yield the parts of a set that do not fit each other, with their places in a file."""
    for kind in components.kinds:
        place = f"kind.{kind.id}"
        for item in kind.chain:
            if item not in components.items or item == "any":
                message = f"has {item!r}, {'which stands for none' if item == 'any' else 'which nothing makes'}"
                expected = "raw materials and goods that a kind makes"
                yield Problem.at(f"{place}.chain", Code.UNKNOWN_WORD, f"{message}; expected {expected}")
        if kind.chain and not kind.good:
            yield Problem.at(f"{place}.chain", Code.INCONSISTENT, "leads to no good; expected a good too")
        if bool(kind.value) is not bool(kind.good):
            yield Problem.at(f"{place}.value", Code.INCONSISTENT, "and the good are not both there, or missing")
    for table_, cards in (("card", components.cards), ("charburner", components.charburners)):
        for card in cards:
            if table_ == "card" and components.kinds[card.kind].color is Color.BLUE:
                message = "is blue; expected a color of a raw material"
                yield Problem.at(f"card.{card.id}.kind", Code.INCONSISTENT, message)
            if card.inputs[ANY] and any(card.inputs[:ANY]):
                message = "have raw materials of any kind and certain ones; expected one or the other"
                yield Problem.at(f"{table_}.{card.id}.inputs", Code.INCONSISTENT, message)
    costs = {f"card.{card.id}": card.cost for card in components.cards}
    costs |= {place_of_side(side.id): side.cost for side in components.assistants}
    for place in [place for place, cost in costs.items() if not cost]:
        message = f"is 0; expected a whole number from 1 to {NUMBER.high}"
        yield Problem.at(f"{place}.cost", Code.OUT_OF_RANGE, message)
    ids = [side.id for side in components.assistants]
    if ids != [f"{id_[:-1]}{letter}" for id_ in ids[::2] for letter in SIDES]:
        yield Problem.at("assistant", Code.INCONSISTENT, "has other sides; expected sides a and b of each in turn")


SETS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parent / "data" / "components",
    default="reported",
    own=OwnTables(("assistants",), Thing(Tables, make=_assistants)),
    related=_related,
)
"""The component sets of the game."""
