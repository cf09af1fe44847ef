"""Other words for the things of the game, from the rulebook and from players: understood, and never printed."""

from __future__ import annotations

from typing import Any, Final

from era_of_inventions.tabletop import other_words

FOR_BUILDINGS: Final = other_words(
    {
        "charburner": "kolenbranderij, charcoal burner",
        "mill": "molen",
        "bakery": "bakkerij",
        "shoemaker": "schoenmakerij",
        "tannery": "leerlooierij",
        "brick-manufacture": "steenbakkerij, brickworks, brickyard",
        "glassmaker": "glasblazerij, glassworks, glassblower",
        "office": "marktkantoor, market office",
    }
)
"""Other words for buildings, by the beginning of the ids of their cards."""
FOR_MODES: Final = other_words({"neat": "netjes, neatly", "sloppy": "slordig, sloppily, careless"})
FOR_STAGES: Final = other_words(
    {
        "charburners": "setup, voorbereiding",
        "exchange": "new hand cards, nieuwe handkaarten",
        "sunrise": "zonsopgang",
        "assistants-moved": "assistants, moving assistants",
        "sunset": "zonsondergang",
        "production": "producing, produceren",
        "building": "bouwen",
        "over": "game over, end of the game",
    }
)
FOR_MOVES: Final = other_words(
    {
        "lay aside": "put aside, set aside",
        "exchange": "exchange hand, new hand",
        "give up": "discard",
        "work": "work at, work in, craftsman at, werken",
        "work nowhere": "no work, do not work",
        "plan": "plan to build",
        "plan nothing": "no plan",
        "chain": "use chain of, use chain, production chain of",
        "done": "end production, finish production, end chains",
        "hire": "hire assistant",
        "move assistant from": "move from",
        "pay from": "pay with good from, pay good from",
        "place at": "place assistant at, put assistant at",
    }
)


def for_buildings(setting: Any) -> dict[str, str]:
    """Return other words for the cards that can be a building, with the id of each card."""
    ids = [card.id for card in setting.components.buildings]
    return {
        f"{word}{id_[len(name) :]}": id_
        for word, name in FOR_BUILDINGS.items()
        for id_ in ids
        if id_.startswith(f"{name}-")
    }
