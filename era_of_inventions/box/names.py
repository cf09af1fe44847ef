"""The names by which JSON, texts and people refer to the things in positions and moves."""

from __future__ import annotations

from typing import Any, Final

from era_of_inventions import words
from era_of_inventions.box.components import (
    Area,
    Components,
    FactoryCard,
    InventionCard,
    LoadSource,
    Space,
)
from era_of_inventions.tabletop.values import Names

ID: Final = "[a-z0-9]+(-[a-z0-9]+)*"
A_SPACE: Final = "an invention, with 'technical' for its technical space"


def _spaces(setting: Any) -> list[str]:
    components: Components = setting.components
    return [components.space_name(space) for space in range(len(components.spaces))]


def _deck(setting: Any) -> list[str]:
    return [factory.id for factory in setting.components.factories]


def _factories(setting: Any) -> list[str]:
    return [*_deck(setting), *(f"start-{seat + 1}" for seat in range(setting.players))]


AREAS = Names.members(
    Area, also={**{area.title: area.name.lower() for area in Area}, **words.FOR_AREAS}
)
SPACES = Names.indexed(
    Space,
    _spaces,
    A_SPACE,
    "[a-z]+( [a-z]+)*",
    lambda setting: dict(words.for_spaces(setting)),
)
CARDS = Names.indexed(
    InventionCard,
    lambda setting: [card.id for card in setting.components.cards],
    "the id of an invention card",
    ID,
    lambda setting: dict(words.for_cards(setting)),
)
DECK = Names.indexed(FactoryCard, _deck, "the id of a factory", ID)
"""The factories of the deck."""
FACTORIES = Names.indexed(
    FactoryCard, _factories, "the id of a factory, or 'start-' and the number of a seat", ID
)
"""The factories of the deck and, after them, the start factory of each seat."""
SOURCES = Names.indexed(
    LoadSource,
    lambda setting: [source.id for source in setting.components.sources],
    "the id of a ship or storage house",
    ID,
)
