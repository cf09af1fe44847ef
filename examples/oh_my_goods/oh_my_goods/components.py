"""The cards of the box: kinds of buildings, buildings, charburners and assistants."""

from __future__ import annotations

import enum
from functools import cached_property, lru_cache

import attrs

from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.fields import NOTHING, Mask, mask, members


class Color(enum.IntEnum):
    """The color of a building. Each stands for a raw material; charburners have one of their own and stand for none."""

    GREEN = 0
    YELLOW = 1
    RED = 2
    WHITE = 3
    GRAY = 4
    BLUE = 5


class Resource(enum.IntEnum):
    """A raw material."""

    WOOD = 0
    GRAIN = 1
    CLAY = 2
    WOOL = 3
    STONE = 4


RESOURCES = tuple(resource.name.lower() for resource in Resource)
ANY = len(RESOURCES)
"""The item that stands for a raw material of any kind."""


class Item:
    """What a building needs or a chain takes: a raw material, any raw material, or a good."""


class Card:
    """A card of the deck, or a charburner."""


class Building:
    """A card as a building."""


class Side:
    """One side of an assistant."""


@attrs.frozen
class BuildingKind:
    """What the buildings of one name have in common."""

    id: str
    color: Color
    good: str = ""
    """The good that they make; empty if they are no production buildings."""
    value: int = 0
    """What one of these goods is worth, in coins."""
    chain: tuple[str, ...] = ()
    """The items that their production chain shows."""
    adds: Resource | None = None
    """The raw material that they add to the market supply of their owner."""
    extra_card: bool = False
    """Whether their owner draws one card more."""


@attrs.frozen
class BuildingCard:
    """A building card: what it costs and counts, what it needs to produce, and whether it shows half a sun."""

    id: str
    kind: int
    cost: int
    points: int
    inputs: tuple[int, ...]
    """How many of each raw material, and last of any kind, it needs."""
    half_sun: bool = False


@attrs.frozen
class AssistantSide:
    """One side of an assistant: the buildings one must have, by color, the coins to be paid, and the points."""

    id: str
    needs: tuple[int, ...]
    cost: int
    points: int


@attrs.frozen(cache_hash=True)
class Components:
    """A set of cards. The cards of the deck come first, then the charburners; sides 2n and 2n + 1 are one assistant."""

    name: str = attrs.field(eq=False)
    kinds: tuple[BuildingKind, ...]
    cards: tuple[BuildingCard, ...]
    charburners: tuple[BuildingCard, ...]
    craftsmen: int
    assistants: tuple[AssistantSide, ...]
    provenance: dict[str, Provenance] = attrs.field(factory=dict, eq=False, repr=False)

    @cached_property
    def buildings(self) -> tuple[BuildingCard, ...]:
        """All cards that can be a building: those of the deck and the charburners."""
        return self.cards + self.charburners

    @cached_property
    def deck(self) -> Mask[Card]:
        """The cards of the deck."""
        return mask(Card, range(len(self.cards)))

    @cached_property
    def goods(self) -> tuple[str, ...]:
        """The goods, in the order of the kinds that make them."""
        return tuple(dict.fromkeys(kind.good for kind in self.kinds if kind.good))

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The names of items: raw materials, any, and goods."""
        return (*RESOURCES, "any", *self.goods)

    @cached_property
    def kind_of(self) -> tuple[BuildingKind, ...]:
        """The kind of each building."""
        return tuple(self.kinds[building.kind] for building in self.buildings)

    @cached_property
    def resource_of(self) -> tuple[int, ...]:
        """The raw material on each card; `NOTHING` on a charburner."""
        return tuple(int(kind.color) if kind.color < ANY else NOTHING for kind in self.kind_of)

    @cached_property
    def good_of(self) -> tuple[int, ...]:
        """The item that each building makes; `NOTHING` if it is no production building."""
        return tuple(self.items.index(kind.good) if kind.good else NOTHING for kind in self.kind_of)

    @cached_property
    def value_of(self) -> tuple[int, ...]:
        """What a good on each building is worth."""
        return tuple(kind.value for kind in self.kind_of)

    @cached_property
    def chain_of(self) -> tuple[tuple[int, ...], ...]:
        """The items of the chain of each building."""
        return tuple(tuple(map(self.items.index, kind.chain)) for kind in self.kind_of)

    @cached_property
    def suns(self) -> Mask[Card]:
        """The cards with half a sun."""
        return mask(Card, [index for index, card in enumerate(self.cards) if card.half_sun])

    @cached_property
    def productive(self) -> Mask[Building]:
        """The production buildings."""
        return mask(Building, [index for index, good in enumerate(self.good_of) if good != NOTHING])


@lru_cache(maxsize=1 << 16)
def resources(components: Components, cards: Mask[Card]) -> tuple[int, ...]:
    """How many cards of a set show each raw material, and how many there are."""
    counts = [0] * (ANY + 1)
    for card in members(cards):
        counts[components.resource_of[card]] += 1
        counts[ANY] += 1
    return tuple(counts)
