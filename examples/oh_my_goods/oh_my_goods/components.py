"""The cards of the box: kinds of buildings, buildings, charburners and assistants."""

from __future__ import annotations

import enum
import re
from functools import cached_property, lru_cache

import attrs

from era_of_inventions.tabletop.components.declared import parts, printed
from era_of_inventions.tabletop.components.domains import Index, Joined, Label, Written
from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.fields import (
    NOTHING,
    Choice,
    Count,
    Counts,
    Flag,
    History,
    Mask,
    Maybe,
    Names,
    Text,
    mask,
    members,
)


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


# --- What is printed --------------------------------------------------------------------------------------------------

INPUTS = (*RESOURCES, "any")
NEEDED = tuple(color.name.lower() for color in Color)[: len(RESOURCES)]
"""The colors of buildings that assistants ask for."""
NO_INPUTS = (0,) * len(INPUTS)
ID = Label("(?!(nothing|any)$)[a-z]+(-[a-z0-9]+)*", "lower-case words with hyphens, other than nothing, any")
GOOD = Text(rf"(?!({'|'.join(RESOURCES)}|any)$)[a-z]+", "a lower-case word, no raw material")
NUMBER = Count(99)
COLOR = Choice(Names.members(Color))
CHAIN_MAX = 2


def counted(numbers: tuple[int, ...], names: tuple[str, ...]) -> str:
    """Numbers of things in words."""
    return ", ".join(f"{number} {name}" for number, name in zip(numbers, names, strict=True) if number) or "nothing"


def _in_words(names: tuple[str, ...]) -> Written[tuple[int, ...]]:
    """Numbers of things as files write them."""
    expected = f"numbers of {', '.join(names)}, such as '3 {names[-2]}, 1 {names[0]}'"
    one = rf"\s*[0-9]{{1,2}} (?:{'|'.join(names)})\s*"

    def parse(text: str) -> tuple[int, ...]:
        numbers = dict.fromkeys(names, 0)
        for part in text.split(",") if text and text != "nothing" else ():
            number, _, name = part.strip().partition(" ")
            if not re.fullmatch(one, part) or numbers[name]:
                raise ValueError(f"is {text!r}; expected {expected}")
            numbers[name] = int(number)
        return tuple(numbers.values())

    return Written(parse, lambda numbers: counted(numbers, names), expected, f"|nothing|{one}(,{one})*")


@attrs.frozen
class BuildingKind:
    """What the buildings of one name have in common."""

    id: str = attrs.field(metadata=printed(ID, "the unique id"))
    color: Color = attrs.field(metadata=printed(COLOR, "the color of the buildings", "{}"))
    good: str = attrs.field(
        default="",
        metadata=printed(
            Text(f"|{GOOD.pattern}", f"{GOOD.expected}, or an empty text"),
            "the good that they make; empty if they are no production buildings",
            file=GOOD,
        ),
    )
    value: int = attrs.field(
        default=0,
        metadata=printed(
            NUMBER, "what one of these goods is worth, in coins", lambda kind, value: f"{kind.good} worth {value}"
        ),
    )
    chain: tuple[str, ...] = attrs.field(
        default=(),
        metadata=printed(
            History(Text(), CHAIN_MAX),
            "the raw materials and goods that their production chain takes",
            "chain {}",
            file=Joined(Text(), "raw materials and goods, such as 'clay + coal'", " + "),
        ),
    )
    adds: Resource | None = attrs.field(
        default=None,
        metadata=printed(
            Maybe(Choice(Names.members(Resource)), None),
            "the raw material that they add to the market supply of their owner",
            "adds {}",
        ),
    )
    extra_card: bool = attrs.field(
        default=False, metadata=printed(Flag(), "whether their owner draws one card more", "a card more")
    )


@attrs.frozen
class BuildingCard:
    """A building card: what it costs and counts, what it needs to produce, and whether it shows half a sun."""

    id: str = attrs.field(metadata=printed(ID, "the unique id"))
    kind: int = attrs.field(metadata=printed(Index("kinds", "the id of a kind"), "the id of its kind", sourced=False))
    cost: int = attrs.field(metadata=printed(NUMBER, "the coins that are paid", "costs {}"))
    points: int = attrs.field(metadata=printed(NUMBER, "the victory points", "{} points"))
    inputs: tuple[int, ...] = attrs.field(
        default=NO_INPUTS,
        metadata=printed(
            Counts(Names.indexed(Item, INPUTS), NUMBER.high),
            "how much it needs of each raw material, and of any",
            "needs {}",
            file=_in_words(INPUTS),
        ),
    )
    half_sun: bool = attrs.field(
        default=False,
        metadata=printed(Flag(), "whether it shows half a sun", lambda _, shows: "half a sun" if shows else "no sun"),
    )


@attrs.frozen
class AssistantSide:
    """One side of an assistant: the buildings one must have, by color, the coins to be paid, and the points."""

    id: str = attrs.field(metadata=printed(ID, "the unique id"))
    needs: tuple[int, ...] = attrs.field(
        metadata=printed(
            Counts(Names.indexed(Color, NEEDED), NUMBER.high),
            "how many buildings of each color one must have",
            "needs {}",
            file=_in_words(NEEDED),
        )
    )
    cost: int = attrs.field(metadata=printed(NUMBER, "the coins that are paid", "costs {}"))
    points: int = attrs.field(metadata=printed(NUMBER, "the victory points", "{} points"))


def place_of_side(id_: str) -> str:
    """The place of a side of an assistant in a component file."""
    return f"assistant.{id_[:-1]}.{id_[-1]}"


@attrs.frozen(cache_hash=True)
class Components:
    """A set of cards. The cards of the deck come first, then the charburners; sides 2n and 2n + 1 are one assistant."""

    name: str = attrs.field(eq=False, metadata=printed(Text(), "the name of the set"))
    kinds: tuple[BuildingKind, ...] = attrs.field(
        metadata=parts(BuildingKind, "kind", "what the buildings of one name have in common")
    )
    cards: tuple[BuildingCard, ...] = attrs.field(metadata=parts(BuildingCard, "card", "the cards of the deck"))
    charburners: tuple[BuildingCard, ...] = attrs.field(
        metadata=parts(
            BuildingCard,
            "charburner",
            "the charburners",
            given={"half_sun": False},
            defaults={"cost": 0, "points": 0},
        )
    )
    craftsmen: int = attrs.field(metadata=printed(NUMBER, "how many craftsmen there are", "{} craftsmen"))
    assistants: tuple[AssistantSide, ...] = attrs.field(
        metadata=parts(AssistantSide, "assistant", "the sides of assistants", place=place_of_side)
    )
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
