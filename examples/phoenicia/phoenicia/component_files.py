"""Component sets of the game: their files, and what keeps a set from being played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop.components import ComponentSets, OwnTables
from era_of_inventions.tabletop.components.schemas import of_thing
from era_of_inventions.tabletop.components.table import SourcedTable
from era_of_inventions.tabletop.errors import Code, InputProblem, unknown
from era_of_inventions.tabletop.fields.domains import Schema
from era_of_inventions.tabletop.fields.schemas import key, tables, words
from phoenicia.components import ACTIVITIES, ID, LEVELS, STEPS, Components, Tile

PLAYERS_MAX = 5
CARDS_MIN = 5
"""So many kinds make a first display for any number of players, though two of them are replaced."""


# --- Tiles, one of each activity --------------------------------------------------------------------------------------


def _read(top: SourcedTable) -> Mapping[str, Any]:
    tiles = {}
    for id_, table in top.labeled("tile", ID, set()):
        tiles[id_] = table.thing(Tile)
        if id_ not in ACTIVITIES:
            table.reader.note("id", Code.UNKNOWN_WORD, unknown(id_, ACTIVITIES))
    for name in ACTIVITIES:
        if name not in tiles:
            top.reader.note("tile", Code.MISSING, f"has none of {name}; expected one of each activity")
    return {"tiles": tuple(tiles.get(name) for name in ACTIVITIES)}


def _schema() -> Mapping[str, Schema]:
    tile = of_thing(Tile, id=key("the activity", words(ACTIVITIES)))
    return {"tile": key("the tiles of the activities", tables(tile, len(ACTIVITIES)))}


# --- Sets that can be played ------------------------------------------------------------------------------------------


def _related(components: Components) -> Iterator[InputProblem]:
    """Yield what keeps a set from being played, with the places in a file."""
    if len(components.tiles) != len(ACTIVITIES):
        yield InputProblem("tile", Code.INCONSISTENT, f"is there {len(components.tiles)} times; expected 4")
    for name, tile in zip(ACTIVITIES, components.tiles, strict=False):
        if not 1 <= len(tile.levels) <= 1 + len(LEVELS):
            message = f"has {len(tile.levels)} levels; expected 1 to {1 + len(LEVELS)}"
            yield InputProblem(f"tile.{name}", Code.INCONSISTENT, message)
        if any(None in level for level in tile.levels):
            message = "lacks one of improved_odd, improved_even; expected both or neither"
            yield InputProblem(f"tile.{name}", Code.MISSING, message)
    if len({value for value, _ in components.production}) < len(components.production):
        yield InputProblem("production", Code.DUPLICATE, "has a value twice; expected each once")
    cards = sum(count for _, count in components.production)
    for place, number in (("production", cards), ("preset.count", components.presets[1])):
        if number < PLAYERS_MAX:
            message = f"has {number} cards; expected {PLAYERS_MAX} or more, one for each player"
            yield InputProblem(place, Code.INCONSISTENT, message)
    if len(components.cards) < CARDS_MIN:
        message = f"is there {len(components.cards)} times; expected {CARDS_MIN} or more, for the first display"
        yield InputProblem("card", Code.TOO_SHORT, message)
    for index, discount in enumerate(components.discounts, 1):
        if not discount.on or not 1 <= len(discount.steps) <= len(STEPS):
            message = f"has {len(discount.on)} cards and {len(discount.steps)} steps; expected a card, and 1 to 3 steps"
            yield InputProblem(f"discount[{index}]", Code.INCONSISTENT, message)


SETS_OF_COMPONENTS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parent / "data" / "components",
    default="reconstructed",
    own=OwnTables(("tiles",), _read, _schema),
    related=_related,
)
"""The component sets of the game."""
