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
    InvalidDataError,
    Label,
    Many,
    OwnTables,
    Phrase,
    Problem,
    Terms,
    Thing,
    field,
    one_of,
    record,
)
from phoenicia.components import ACTIVITIES, ID, LEVELS, STEPS, Components, Tile

PLAYERS_MAX = 5
CARDS_MIN = 5
"""So many kinds make a first display for any number of players, though two of them are replaced."""


# --- Tiles, one of each activity --------------------------------------------------------------------------------------


class ActivityName(Label):
    """The name of an activity. That there is one tile of each is checked of all tiles together."""

    def schema(self, terms: Terms) -> dict[str, Any]:
        """Return the schema of the name."""
        return {"enum": [*ACTIVITIES]}


@record
class ActivityTile:
    """The tile of an activity in a file."""

    id: Field[str] = field(ActivityName(ID.pattern, ID.expected), about="the activity")
    tile: Field[Tile] = field(Thing(Tile), file=InFile(key=""))


@record
class Tables:
    """The tables of a file that have a layout of their own."""

    tiles: Field[tuple[ActivityTile, ...]] = field(
        Many(Thing(ActivityTile), least=len(ACTIVITIES)),
        about="the tiles of the activities",
        file=InFile(key="tile"),
    )


def _tiles(tables: Tables) -> Mapping[str, Any]:
    tiles = {tile.id: tile.tile for tile in tables.tiles}
    problems = [
        Problem(("tile", index, "id"), Code.UNKNOWN_WORD, tile.id, one_of(ACTIVITIES), ACTIVITIES)
        for index, tile in enumerate(tables.tiles)
        if tile.id not in ACTIVITIES
    ]
    problems += [
        Problem(("tile",), Code.MISSING, Phrase(f"has none of {name}"), "one of each activity")
        for name in ACTIVITIES
        if name not in tiles
    ]
    if problems:
        raise InvalidDataError(problems)
    return {"tiles": tuple(tiles[name] for name in ACTIVITIES)}


# --- Sets that can be played ------------------------------------------------------------------------------------------


def _related(components: Components) -> Iterator[Problem]:
    """Yield what keeps a set from being played, with the places in a file."""
    if len(components.tiles) != len(ACTIVITIES):
        yield Problem.at("tile", Code.INCONSISTENT, f"is there {len(components.tiles)} times; expected 4")
    for name, tile in zip(ACTIVITIES, components.tiles, strict=False):
        if not 1 <= len(tile.levels) <= 1 + len(LEVELS):
            message = f"has {len(tile.levels)} levels; expected 1 to {1 + len(LEVELS)}"
            yield Problem.at(f"tile.{name}", Code.INCONSISTENT, message)
        if any(None in level for level in tile.levels):
            message = "lacks one of improved_odd, improved_even; expected both or neither"
            yield Problem.at(f"tile.{name}", Code.MISSING, message)
    if len({value for value, _ in components.production}) < len(components.production):
        yield Problem.at("production", Code.DUPLICATE, "has a value twice; expected each once")
    cards = sum(count for _, count in components.production)
    for place, number in (("production", cards), ("preset.count", components.presets[1])):
        if number < PLAYERS_MAX:
            message = f"has {number} cards; expected {PLAYERS_MAX} or more, one for each player"
            yield Problem.at(place, Code.INCONSISTENT, message)
    if len(components.cards) < CARDS_MIN:
        message = f"is there {len(components.cards)} times; expected {CARDS_MIN} or more, for the first display"
        yield Problem.at("card", Code.TOO_SHORT, message)
    for index, discount in enumerate(components.discounts, 1):
        if not discount.on or not 1 <= len(discount.steps) <= len(STEPS):
            message = f"has {len(discount.on)} cards and {len(discount.steps)} steps; expected a card, and 1 to 3 steps"
            yield Problem.at(f"discount[{index}]", Code.INCONSISTENT, message)


SETS_OF_COMPONENTS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parent / "data" / "components",
    default="reconstructed",
    own=OwnTables(("tiles",), Thing(Tables, make=_tiles)),
    related=_related,
)
"""The component sets of the game."""
