"""The cards of the box: kinds of buildings, buildings, charburners and assistants."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from era_of_inventions.tabletop import (
    ABSENT,
    Choice,
    Code,
    ComponentSets,
    Count,
    Counts,
    Field,
    Flag,
    History,
    Index,
    InFile,
    Joined,
    Label,
    Many,
    Mask,
    Maybe,
    Names,
    OwnTables,
    Problem,
    Provenance,
    Spelled,
    Text,
    Thing,
    component_set,
    evolve,
    field,
    mask,
    members,
    of_each,
    record,
    sourced,
)


class Color(enum.IntEnum):
    """The color of a building. Each color stands for a raw material, except blue, which is that of charburners."""

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


Numbers: TypeAlias = tuple[int, ...]
"""How many there are of each kind: of each raw material and last of any, or of each color."""
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


# --- What is printed ------------------------------------------------------------------

INPUTS = (*RESOURCES, "any")
COLORS = tuple(Color)  # walked through faster than the enum, which each decision on hiring does
NEEDED = tuple(color.name.lower() for color in COLORS)[: len(RESOURCES)]
"""The colors of buildings that assistants ask for."""
NO_INPUTS = (0,) * len(INPUTS)
ID = Label("(?!(nothing|any)$)[a-z]+(-[a-z0-9]+)*", "lower-case words with hyphens, other than nothing, any")
GOOD = Text(rf"(?!({'|'.join(RESOURCES)}|any)$)[a-z]+", "a lower-case word, no raw material")
NUMBER = Count(0, 99)
COLOR = Choice(Names.members(Color))
CHAIN_MAX = 2


def counted(numbers: Numbers, names: tuple[str, ...]) -> str:
    """Return numbers of things in words, such as ``2 wood, 1 any``; ``nothing`` if all are 0."""
    return ", ".join(f"{number} {name}" for number, name in zip(numbers, names, strict=True) if number) or "nothing"


def _in_words(names: tuple[str, ...]) -> Spelled[Numbers]:
    """Return the domain of numbers of things, which files write in words."""
    expected = f"numbers of {', '.join(names)}, such as '3 {names[-2]}, 1 {names[0]}'"
    one = rf"\s*[0-9]{{1,2}} (?:{'|'.join(names)})\s*"

    def parse(text: str) -> Numbers:
        numbers = dict.fromkeys(names, 0)
        for part in text.split(",") if text and text != "nothing" else ():
            number, _, name = part.strip().partition(" ")
            if not re.fullmatch(one, part) or numbers[name]:
                raise ValueError(f"is {text!r}; expected {expected}")
            numbers[name] = int(number)
        return tuple(numbers.values())

    return Spelled(parse, lambda numbers: counted(numbers, names), expected, f"|nothing|{one}(,{one})*")


@record
class BuildingKind:
    """What the buildings of one name have in common."""

    id: Field[str] = field(ID, "the unique id")
    color: Field[Color] = field(COLOR, "the color of the buildings", file="{}")
    good: Field[str] = field(
        Text(f"|{GOOD.pattern}", f"{GOOD.expected}, or an empty text"),
        "the good that they make; empty if they are no production buildings",
        default="",
        file=InFile(holds=GOOD),
    )
    value: Field[int] = field(
        NUMBER,
        "what one of these goods is worth, in coins",
        default=0,
        file=lambda kind, value: f"{kind.good} worth {value}",
    )
    chain: Field[tuple[str, ...]] = field(
        History(Text(), CHAIN_MAX),
        "the raw materials and goods that their production chain takes",
        default=(),
        file=InFile("chain {}", holds=Joined(Text(), "raw materials and goods, such as 'clay + coal'", " + ")),
    )
    adds: Field[Resource | None] = field(
        Maybe(Choice(Names.members(Resource)), None),
        "the raw material that they add to the market supply of their owner",
        default=None,
        file="adds {}",
    )
    extra_card: Field[bool] = field(
        Flag(), "whether their owner draws one extra card", default=False, file="a card more"
    )

    @property
    def is_office(self) -> bool:
        """Whether they give their owner an advantage as long as the game lasts."""
        return self.adds is not None or self.extra_card


@record
class BuildingCard:
    """A building card: its cost and its points, what it needs to produce, and whether it shows half a sun."""

    id: Field[str] = field(ID, "the unique id")
    kind: Field[int] = field(Index("kinds", "the id of a kind"), "the id of its kind", file=InFile(sourced=False))
    cost: Field[int] = field(NUMBER, "the coins that it costs to build", file="costs {}")
    points: Field[int] = field(NUMBER, "the victory points", file="{} points")
    inputs: Field[Numbers] = field(
        Counts(Names.indexed(Item, INPUTS), NUMBER.high),
        "how many of each raw material it needs, and how many of any kind",
        default=NO_INPUTS,
        file=InFile("needs {}", holds=_in_words(INPUTS)),
    )
    half_sun: Field[bool] = field(
        Flag(), "whether it shows half a sun", default=False, file=lambda _, shows: "half a sun" if shows else "no sun"
    )


@record
class AssistantSide:
    """One side of an assistant: the buildings one must have, by color, the coins to be paid, and the points."""

    id: Field[str] = field(ID, "the unique id")
    needs: Field[Numbers] = field(
        Counts(Names.indexed(Color, NEEDED), NUMBER.high),
        "how many buildings of each color one must have",
        file=InFile("needs {}", holds=_in_words(NEEDED)),
    )
    cost: Field[int] = field(NUMBER, "the coins that it costs to hire", file="costs {}")
    points: Field[int] = field(NUMBER, "the victory points", file="{} points")


def place_of_side(id_: str) -> str:
    """Return the place of a side of an assistant in a component file."""
    return f"assistant.{id_[:-1]}.{id_[-1]}"


@component_set
class Components:
    """A set of cards. Indexes count the cards of the deck first, then the charburners.

    The assistant sides with the indexes 2n and 2n + 1 are the two sides of one assistant.
    """

    name: Field[str] = field(Text(), "the name of the set", eq=False)
    kinds: Field[tuple[BuildingKind, ...]] = field(
        Many(Thing(BuildingKind)), "what the buildings of one name have in common", file=InFile(key="kind")
    )
    cards: Field[tuple[BuildingCard, ...]] = field(
        Many(Thing(BuildingCard)), "the cards of the deck", file=InFile(key="card")
    )
    charburners: Field[tuple[BuildingCard, ...]] = field(
        Many(Thing(BuildingCard, given={"half_sun": False})),
        "the charburners",
        file=InFile(key="charburner", defaults={"cost": 0, "points": 0}),
    )
    craftsmen: Field[int] = field(NUMBER, "how many craftsmen there are", file="{} craftsmen")
    assistants: Field[tuple[AssistantSide, ...]] = field(
        Many(Thing(AssistantSide)), "the sides of assistants", file=InFile(key="assistant", place=place_of_side)
    )
    provenance: Field[Mapping[str, Provenance]] = sourced()

    @cached_property
    def buildings(self) -> tuple[BuildingCard, ...]:
        """All cards that can be a building: those of the deck and the charburners."""
        return self.cards + self.charburners

    @cached_property
    def deck(self) -> Mask[Card]:
        """The cards of the deck."""
        return mask(Card, range(len(self.cards)))

    @cached_property
    def places(self) -> tuple[tuple[str, str], ...]:
        """The places of each building and of its kind in a component file."""
        tables = [*["card"] * len(self.cards), *["charburner"] * len(self.charburners)]
        each = zip(tables, self.buildings, self.kind_of, strict=True)
        return tuple((f"{table}.{card.id}", f"kind.{kind.id}") for table, card, kind in each)

    @cached_property
    def fires(self) -> Mask[Card]:
        """The charburners."""
        return mask(Card, range(len(self.cards), len(self.buildings)))

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The names of items: raw materials, any, and goods in the order of the kinds that make them."""
        return (*INPUTS, *dict.fromkeys(kind.good for kind in self.kinds if kind.good))

    @cached_property
    def kind_of(self) -> tuple[BuildingKind, ...]:
        """The kind of each building."""
        return of_each(self.buildings, lambda building: self.kinds[building.kind])

    @cached_property
    def resource_of(self) -> tuple[int, ...]:
        """The raw material on each card; `ABSENT` on a charburner."""
        return of_each(self.kind_of, lambda kind: int(kind.color) if kind.color < ANY else ABSENT)

    @cached_property
    def good_of(self) -> tuple[int, ...]:
        """The item that each building makes; `ABSENT` if it is no production building."""
        return of_each(self.kind_of, lambda kind: self.items.index(kind.good) if kind.good else ABSENT)

    @cached_property
    def value_of(self) -> tuple[int, ...]:
        """What a good on each building is worth."""
        return of_each(self.kind_of, lambda kind: kind.value)

    @cached_property
    def chain_of(self) -> tuple[tuple[int, ...], ...]:
        """The items of the chain of each building."""
        return of_each(self.kind_of, lambda kind: tuple(map(self.items.index, kind.chain)))

    @cached_property
    def suns(self) -> Mask[Card]:
        """The cards with half a sun."""
        return mask(Card, [index for index, card in enumerate(self.cards) if card.half_sun])

    @cached_property
    def productive(self) -> Mask[Building]:
        """The production buildings."""
        return mask(Building, [index for index, good in enumerate(self.good_of) if good != ABSENT])

    @cached_property
    def resources(self) -> Callable[[Mask[Card]], Numbers]:
        """A function that counts the raw materials on cards as `count_resources` does, and caches the counts."""
        return lru_cache(maxsize=1 << 16)(partial(count_resources, self))


def count_resources(components: Components, cards: Mask[Card]) -> Numbers:
    """Return how many of the cards show each raw material, and last the number of all cards."""
    counts = [0] * (ANY + 1)
    for card in members(cards):
        counts[components.resource_of[card]] += 1
        counts[ANY] += 1
    return tuple(counts)


# --- Files ----------------------------------------------------------------------------


SIDE = Thing(AssistantSide, given={"id": ""})


@record
class Assistant:
    """An assistant with both sides. The id of a side is the assistant's, followed by a letter."""

    id: Field[str] = field(ID, "the unique id")
    a: Field[AssistantSide] = field(SIDE)
    b: Field[AssistantSide] = field(SIDE)


@record
class Tables:
    """The tables of a file that have a layout of their own."""

    assistants: Field[tuple[Assistant, ...]] = field(
        Many(Thing(Assistant)), "the assistants with their two sides", file=InFile(key="assistant")
    )


def _assistants(tables: Tables) -> Mapping[str, Any]:
    both = [pair for one in tables.assistants for pair in ((one.a, f"{one.id}a"), (one.b, f"{one.id}b"))]
    return {"assistants": tuple(evolve(side, id=id_) for side, id_ in both)}


def _related(components: Components) -> Iterator[Problem]:
    """Yield the problems of a set whose parts do not fit each other, with their places in a file."""
    for kind in components.kinds:
        place = f"kind.{kind.id}"
        for item in kind.chain:
            if item not in components.items or item == "any":
                why = "which stands for none" if item == "any" else "which nothing makes"
                message = f"has {item!r}, {why}; expected raw materials and goods that a kind makes"
                yield Problem.at(f"{place}.chain", Code.UNKNOWN_WORD, message)
        if kind.chain and not kind.good:
            message = "is a chain of a kind without a good; expected the key good too"
            yield Problem.at(f"{place}.chain", Code.INCONSISTENT, message)
        if bool(kind.value) is not bool(kind.good):
            yield Problem.at(f"{place}.value", Code.INCONSISTENT, "and the good are not both there, or missing")
    for (place, _), card, kind in zip(components.places, components.buildings, components.kind_of, strict=True):
        if kind.color is Color.BLUE and card in components.cards:
            yield Problem.at(f"{place}.kind", Code.INCONSISTENT, "is blue; expected a color of a raw material")
        if card.inputs[ANY] and any(card.inputs[:ANY]):
            message = "have raw materials of any kind and certain ones; expected one or the other"
            yield Problem.at(f"{place}.inputs", Code.INCONSISTENT, message)
    costs = {f"card.{card.id}": card.cost for card in components.cards}
    costs |= {place_of_side(side.id): side.cost for side in components.assistants}
    for place, cost in costs.items():
        if not cost:
            message = f"is 0; expected a whole number from 1 to {NUMBER.high}"
            yield Problem.at(f"{place}.cost", Code.OUT_OF_RANGE, message)
    ids = [side.id for side in components.assistants]
    if ids != [f"{id_[:-1]}{letter}" for id_ in ids[::2] for letter in "ab"]:
        yield Problem.at("assistant", Code.INCONSISTENT, "has other sides; expected sides a and b of each in turn")


SETS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parent / "data" / "components",
    default="reported",
    own=OwnTables(("assistants",), Thing(Tables, make=_assistants)),
    related=_related,
)
"""The component sets of the game."""
