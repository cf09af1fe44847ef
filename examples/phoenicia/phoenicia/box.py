"""What is in the box: development cards, tiles, production cards and pieces."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from operator import mul
from pathlib import Path
from typing import Any

import attrs

from era_of_inventions.tabletop import (
    AsTuple,
    Choice,
    Code,
    ComponentSets,
    Copies,
    Count,
    Field,
    Flag,
    History,
    Index,
    InFile,
    InvalidDataError,
    Joined,
    Label,
    Many,
    Mask,
    Maybe,
    Names,
    OrNone,
    OwnTables,
    Phrase,
    Problem,
    Provenance,
    Terms,
    Text,
    Thing,
    component_set,
    field,
    mask,
    one_of,
    record,
    sourced,
    value_of_sets,
)


class Activity(enum.IntEnum):
    """An activity in which workers produce, in the order of their tool costs."""

    HUNTING = 0
    FARMING = 1
    MINING = 2
    CLOTHMAKING = 3

    @property
    def word(self) -> str:
        """The name of the activity in texts."""
        return self.name.lower()


ACTIVITIES = tuple(activity.word for activity in Activity)
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class ProductionCard:
    """A production card: money, worth the number printed on it."""


class Kind:
    """A kind of development card."""


class Value:
    """The face of a production card: its value, and whether it is a preset card."""


# --- What is printed ------------------------------------------------------------------

ID = Label("[a-z]+(-[a-z]+)*", "lower-case words with hyphens")
NUMBER = Count(0, 99)
WORTH = Count(1, len(WORDS) - 1)
TYPES = Choice(Names[object, str](object, ("A", "B"), values=("A", "B")))
MAYBE_WORK = Maybe(Choice(Names.members(Activity)), None)
A_CARD = Index("cards", "the id of a card", ID.pattern)
STEPS = ("first", "second", "third")
LEVELS = (("improved_odd", "improved_even"), ("advanced",))
"""The keys of the production points on the levels of a tile after the first."""


def _set(card: DevelopmentCard, _: int) -> str:
    return f"set {card.set}{card.type}{'' if card.title else ', whose name is not known'}"


@record
class DevelopmentCard:
    """A kind of development card: what it takes to bid for it, and what it brings."""

    id: Field[str] = field(ID, "the unique id")
    title: Field[str] = field(Text(), "what people call it; empty if nobody knows")
    set: Field[int] = field(Count(1, 4), "the set of cards it belongs to", file=_set)
    type: Field[str] = field(TYPES, "A or B; it decides how many copies take part")
    minimum: Field[int] = field(NUMBER, "the minimum bid", file="minimum bid {}")
    pp: Field[int] = field(NUMBER, "the production points", default=0, file="{} pp")
    vp: Field[int] = field(NUMBER, "the victory points", default=0, file="{} vp")
    storehouses: Field[int] = field(NUMBER, "the storehouses it brings", default=0, file="{} storehouses")
    untrained: Field[int] = field(NUMBER, "the untrained workers", default=0, file="{} untrained")
    trained: Field[int] = field(NUMBER, "the trained workers it brings", default=0, file="{} trained")
    opens: Field[Activity | None] = field(
        MAYBE_WORK, "the activity whose tile it brings", default=None, file="opens {}"
    )
    improves: Field[Activity | None] = field(
        MAYBE_WORK,
        "the activity that it improves; a second copy improves it once more",
        default=None,
        file="improves {}",
    )
    treasury: Field[int] = field(
        NUMBER, "how many disks the treasury holds with it; 0 if it changes nothing", default=0, file="treasury {}"
    )
    training: Field[int] = field(
        NUMBER, "what training a worker costs with it; 0 if it changes nothing", default=0, file="training {}"
    )
    sells_points: Field[bool] = field(
        Flag(), "whether its owner can buy victory points", default=False, file="sells points"
    )


@record
class Pair:
    """Production points, which depend on the number of a worker."""

    odd: Field[int] = field(NUMBER, "of an odd worker")
    even: Field[int] = field(NUMBER, "of an even worker")


@record
class LevelsInFile:
    """The production points on the levels of a tile; None where it has no such level."""

    pp: Field[int] = field(NUMBER, "the production points of a worker", file="{} PP")
    improved_odd: Field[int | None] = field(
        OrNone(NUMBER), "those of an odd worker when the activity is improved", default=None, file="{} PP"
    )
    improved_even: Field[int | None] = field(
        OrNone(NUMBER), "those of an even worker when the activity is improved", default=None, file="{} PP"
    )
    advanced: Field[int | None] = field(
        OrNone(NUMBER), "those of a worker when the activity is advanced", default=None, file="{} PP"
    )


def _levels(points: LevelsInFile) -> tuple[tuple[int | None, int | None], ...]:
    improved = (points.improved_odd, points.improved_even)
    pairs = ((points.pp, points.pp), improved, (points.advanced, points.advanced))
    return tuple(pair for pair in pairs if pair != (None, None))


def _points(levels: tuple[tuple[int, int], ...]) -> LevelsInFile:
    (plain, _), improved, (advanced, _) = (*levels, *[(None, None)] * 3)[:3]
    return LevelsInFile(plain, *improved, advanced)  # type: ignore[arg-type]


@record
class Tile:
    """The tile of an activity: its tool cost, the points of its workers, and the circles on which they stand."""

    tool_cost: Field[int] = field(NUMBER, "what a tool costs", file="tool cost {}")
    vp: Field[int] = field(NUMBER, "the victory points of a worker", file="{} VP")
    levels: Field[tuple[tuple[int, int], ...]] = field(
        History(AsTuple(Pair), 1 + len(LEVELS)),
        "by level (plain, improved, advanced) the production points of an odd worker and of an even one",
        file=InFile(key="", holds=Thing(LevelsInFile, make=_levels, split=_points)),
    )
    circles: Field[int] = field(NUMBER, "the circles on which workers stand", file="{} circles")


@record
class StepsInFile:
    """The discount of each number of copies; None where there is no such step."""

    first: Field[int | None] = field(
        OrNone(NUMBER), "the discount with the first copy", default=None, file="{} with the first"
    )
    second: Field[int | None] = field(
        OrNone(NUMBER), "the discount with the second copy", default=None, file="{} with the second"
    )
    third: Field[int | None] = field(
        OrNone(NUMBER), "the discount with the third copy", default=None, file="{} with the third"
    )


STEPS_IN_FILE = Thing[Any](
    StepsInFile,
    make=lambda steps: tuple(step for step in attrs.astuple(steps) if step is not None),
    split=lambda steps: StepsInFile(**dict(zip(STEPS, steps, strict=False))),
)


@record
class Discount:
    """The discount that the copies of one card give on others: one step for each number of copies."""

    of: Field[int] = field(A_CARD, "the card whose copies give it", file=InFile("with {}", sourced=False))
    on: Field[tuple[int, ...]] = field(
        History(A_CARD, 99),
        "the cards on which it is given",
        file=InFile("on {}", holds=Joined(A_CARD, "ids of cards, such as 'ships, port'"), sourced=False),
    )
    steps: Field[tuple[int, ...]] = field(
        History(NUMBER, len(STEPS)), "the discounts by the number of copies", file=InFile(key="", holds=STEPS_IN_FILE)
    )

    def step(self, cards: int) -> int:
        """Return the discount for a number of cards, at least one: the last step if there are more cards than steps."""
        return self.steps[min(cards, len(self.steps)) - 1]


@record
class Stock:
    """How many pieces the box holds."""

    disks: Field[int] = field(NUMBER, "the disks in the box", file="{} disks")
    workers: Field[int] = field(NUMBER, "the workers in the box", file="{} workers")
    storehouses: Field[int] = field(NUMBER, "the storehouses in the box", file="{} storehouses")


@record
class Faces:
    """Production cards that are alike."""

    value: Field[int] = field(WORTH, "what each of these production cards is worth", file="value {}")
    count: Field[int] = field(NUMBER, "how many of them there are", file="{} cards")


@component_set
class Components:
    """A set of components."""

    name: Field[str] = field(Text(), "the name of the set", eq=False)
    cards: Field[tuple[DevelopmentCard, ...]] = field(
        Many(Thing(DevelopmentCard)), "the kinds of cards", file=InFile(key="card", defaults={"title": ""})
    )
    discounts: Field[tuple[Discount, ...]] = field(Many(Thing(Discount)), "the discounts", file=InFile(key="discount"))
    tiles: Field[tuple[Tile, ...]] = field(
        Many(Thing(Tile)),
        "the tiles of the activities, in their order",
        file=InFile(key="tile", names=lambda _: ACTIVITIES),
    )
    production: Field[tuple[tuple[int, int], ...]] = field(Many(AsTuple(Faces)), "the production cards")
    presets: Field[tuple[int, int]] = field(AsTuple(Faces), "the preset production cards", file=InFile(key="preset"))
    training: Field[int] = field(NUMBER, "what training a worker costs", file="training {}")
    training_places: Field[int] = field(NUMBER, "the places for training", file="training places {}")
    treasury: Field[int] = field(NUMBER, "how many disks a treasury holds", file="treasury {}")
    points_for_sale: Field[int] = field(
        NUMBER, "how many victory points one City Center sells", file="points for sale {}"
    )
    point_price: Field[int] = field(NUMBER, "what such a point costs", file="point price {}")
    stock: Field[Stock] = field(Thing(Stock), "how many pieces the box holds", file=InFile(key=""))
    provenance: Field[Mapping[str, Provenance]] = sourced()

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each face of production cards; the preset cards come last."""
        return (*(alike[0] for alike in self.production), self.presets[0])

    @cached_property
    def money(self) -> Copies[ProductionCard]:
        """The production cards."""
        preset, number = self.presets
        return Copies({**{WORDS[value]: n for value, n in self.production}, f"preset-{WORDS[preset]}": number})

    @cached_property
    def worth(self) -> Callable[[Mask[ProductionCard]], int]:
        """A function that returns the worth of a set of production cards."""
        return value_of_sets(partial(_worth, self))

    @cached_property
    def preset_cards(self) -> Mask[ProductionCard]:
        """The preset cards among the production cards."""
        return self.money.of_face[-1]

    @cached_property
    def shuffled(self) -> Mask[ProductionCard]:
        """The production cards that are shuffled: all but the preset cards."""
        return mask(ProductionCard, range(len(self.money.names))) & ~self.preset_cards

    @cached_property
    def counted(self) -> Callable[[tuple[int, ...]], tuple[tuple[DevelopmentCard, int], ...]]:
        """A function that returns the development cards whose number is not 0, each with it; it caches results."""
        return lru_cache(maxsize=1 << 14)(partial(_counted, self))

    @cached_property
    def most_means(self) -> int:
        """The most that a player can have for a bid, so that nobody can bid more."""
        steps = [step for discount in self.discounts for step in discount.steps]
        wealth = sum(value * count for value, count in self.production) + self.presets[0]
        return wealth + max(self.treasury, *(card.treasury for card in self.cards)) + max(steps, default=0)


def _worth(components: Components, cards: Mask[ProductionCard]) -> int:
    return sum(map(mul, components.money.counts(cards), components.values))


def _counted(components: Components, cards: tuple[int, ...]) -> tuple[tuple[DevelopmentCard, int], ...]:
    return tuple([(card, number) for card, number in zip(components.cards, cards, strict=True) if number])


# --- Files ----------------------------------------------------------------------------


PLAYERS_MAX = 5
CARDS_MIN = 5
"""The fewest kinds of cards: enough for the first display of any number of players, though two kinds are replaced."""


# --- Tiles, one of each activity ------------------------------------------------------


class ActivityName(Label):
    """The name of an activity. Whether each activity has a tile is checked later, for all tiles together."""

    def schema(self, terms: Terms) -> dict[str, Any]:
        """Return the schema of the name."""
        return {"enum": [*ACTIVITIES]}


@record
class ActivityTile:
    """The tile of an activity in a file."""

    id: Field[str] = field(ActivityName(ID.pattern, ID.expected), "the activity")
    tile: Field[Tile] = field(Thing(Tile), file=InFile(key=""))


@record
class Tables:
    """The tables of a file that have a layout of their own."""

    tiles: Field[tuple[ActivityTile, ...]] = field(
        Many(Thing(ActivityTile), least=len(ACTIVITIES)), "the tiles of the activities", file=InFile(key="tile")
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


# --- Sets that can be played ----------------------------------------------------------


def _related(components: Components) -> Iterator[Problem]:
    """Yield the problems that keep a set from being played, with their places in a file."""
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


SETS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parent / "data" / "components",
    default="reconstructed",
    own=OwnTables(("tiles",), Thing(Tables, make=_tiles)),
    related=_related,
)
"""The component sets of the game."""
