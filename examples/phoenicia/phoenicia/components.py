"""What is in the box: development cards, tiles, production cards and pieces."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from era_of_inventions.tabletop import (
    AsTuple,
    Choice,
    Count,
    Field,
    Flag,
    History,
    Index,
    InFile,
    Joined,
    Label,
    Many,
    Maybe,
    Names,
    OrNone,
    Provenance,
    Text,
    Thing,
    component_set,
    field,
    record,
    sourced,
)


class Activity(enum.IntEnum):
    """An activity in which workers produce, in the order of their tool costs."""

    HUNTING = 0
    FARMING = 1
    MINING = 2
    CLOTHMAKING = 3

    @property
    def word(self) -> str:
        """Its name in texts."""
        return self.name.lower()


ACTIVITIES = tuple(activity.word for activity in Activity)
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class ProductionCard:
    """A production card, which is worth as much as its value."""


class Kind:
    """A kind of development card."""


class Value:
    """The face of a production card: its value, and whether it is a preset card."""


# --- What is printed --------------------------------------------------------------------------------------------------

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

    id: Field[str] = field(ID, about="the unique id")
    title: Field[str] = field(Text(), about="what people call it; empty if nobody knows")
    set: Field[int] = field(Count(1, 4), about="the set of cards it belongs to", file=_set)
    type: Field[str] = field(TYPES, about="A or B, which says how many copies take part")
    minimum: Field[int] = field(NUMBER, about="the least bid", file="minimum bid {}")
    pp: Field[int] = field(NUMBER, about="the production points", default=0, file="{} pp")
    vp: Field[int] = field(NUMBER, about="the victory points", default=0, file="{} vp")
    storehouses: Field[int] = field(NUMBER, about="the storehouses it brings", default=0, file="{} storehouses")
    untrained: Field[int] = field(NUMBER, about="the untrained workers", default=0, file="{} untrained")
    trained: Field[int] = field(NUMBER, about="the trained workers it brings", default=0, file="{} trained")
    opens: Field[Activity | None] = field(
        MAYBE_WORK, about="the activity whose tile it brings", default=None, file="opens {}"
    )
    improves: Field[Activity | None] = field(
        MAYBE_WORK,
        about="the activity that it improves; a second copy improves it once more",
        default=None,
        file="improves {}",
    )
    treasury: Field[int] = field(
        NUMBER,
        about="how many disks the treasury holds with it; 0 if it changes nothing",
        default=0,
        file="treasury {}",
    )
    training: Field[int] = field(
        NUMBER, about="what training a worker costs with it; 0 if it changes nothing", default=0, file="training {}"
    )
    sells_points: Field[bool] = field(
        Flag(), about="whether its owner can buy victory points", default=False, file="sells points"
    )


@record
class Pair:
    """Production points, which depend on the number of a worker."""

    odd: Field[int] = field(NUMBER, about="of an odd worker")
    even: Field[int] = field(NUMBER, about="of an even worker")


@record
class LevelsInFile:
    """The production points on the levels of a tile; None where it has no such level."""

    pp: Field[int] = field(NUMBER, about="the production points of a worker", file="{} PP")
    improved_odd: Field[int | None] = field(
        OrNone(NUMBER), about="those of an odd worker if it is improved", default=None, file="{} PP"
    )
    improved_even: Field[int | None] = field(
        OrNone(NUMBER), about="those of an even worker if it is improved", default=None, file="{} PP"
    )
    advanced: Field[int | None] = field(
        OrNone(NUMBER), about="those of a worker if it is advanced", default=None, file="{} PP"
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

    tool_cost: Field[int] = field(NUMBER, about="what a tool costs", file="tool cost {}")
    vp: Field[int] = field(NUMBER, about="the victory points of a worker", file="{} VP")
    levels: Field[tuple[tuple[int, int], ...]] = field(
        History(AsTuple(Pair), 1 + len(LEVELS)),
        about="by level (plain, improved, advanced) the production points of an odd worker and of an even one",
        file=InFile(key="", holds=Thing(LevelsInFile, make=_levels, split=_points)),
    )
    circles: Field[int] = field(NUMBER, about="the circles on which workers stand", file="{} circles")


@record
class StepsInFile:
    """The discount of each number of copies; None where there is no such step."""

    first: Field[int | None] = field(
        OrNone(NUMBER), about="the discount with the first copy", default=None, file="{} with the first"
    )
    second: Field[int | None] = field(
        OrNone(NUMBER), about="the discount with the second copy", default=None, file="{} with the second"
    )
    third: Field[int | None] = field(
        OrNone(NUMBER), about="the discount with the third copy", default=None, file="{} with the third"
    )


STEPS_IN_FILE = Thing[Any](
    StepsInFile,
    make=lambda steps: tuple(step for step in attrs.astuple(steps) if step is not None),
    split=lambda steps: StepsInFile(**dict(zip(STEPS, steps, strict=False))),
)


@record
class Discount:
    """The discount that the copies of one card give on others: one step for each number of copies."""

    of: Field[int] = field(A_CARD, about="the card whose copies give it", file=InFile("with {}", sourced=False))
    on: Field[tuple[int, ...]] = field(
        History(A_CARD, 99),
        about="the cards on which it is given",
        file=InFile("on {}", holds=Joined(A_CARD, "ids of cards, such as 'ships, port'"), sourced=False),
    )
    steps: Field[tuple[int, ...]] = field(
        History(NUMBER, len(STEPS)),
        about="the discounts by the number of copies",
        file=InFile(key="", holds=STEPS_IN_FILE),
    )

    def step(self, cards: int) -> int:
        """The discount with so many cards, at least one: the last step if there are more cards than steps."""
        return self.steps[min(cards, len(self.steps)) - 1]


@record
class Stock:
    """How many pieces the box holds."""

    disks: Field[int] = field(NUMBER, about="the disks in the box", file="{} disks")
    workers: Field[int] = field(NUMBER, about="the workers in the box", file="{} workers")
    storehouses: Field[int] = field(NUMBER, about="the storehouses in the box", file="{} storehouses")


@record
class Faces:
    """Production cards that are alike."""

    value: Field[int] = field(WORTH, about="what each of these production cards is worth", file="value {}")
    count: Field[int] = field(NUMBER, about="how many of them there are", file="{} cards")


@component_set
class Components:
    """A set of components."""

    name: Field[str] = field(Text(), about="the name of the set", eq=False)
    cards: Field[tuple[DevelopmentCard, ...]] = field(
        Many(Thing(DevelopmentCard)), about="the kinds of cards", file=InFile(key="card", defaults={"title": ""})
    )
    discounts: Field[tuple[Discount, ...]] = field(
        Many(Thing(Discount)),
        about="the discounts",
        file=InFile(
            key="discount",
            names=lambda box: [str(number) for number, _ in enumerate(box.discounts, 1)],
            place=lambda number: f"discount[{number}]",
        ),
    )
    tiles: Field[tuple[Tile, ...]] = field(
        Many(Thing(Tile)),
        about="the tiles of the activities, in their order",
        file=InFile(key="tile", names=lambda _: ACTIVITIES),
    )
    production: Field[tuple[tuple[int, int], ...]] = field(Many(AsTuple(Faces)), about="the production cards")
    presets: Field[tuple[int, int]] = field(
        AsTuple(Faces), about="the preset production cards", file=InFile(key="preset")
    )
    training: Field[int] = field(NUMBER, about="what training a worker costs", file="training {}")
    training_places: Field[int] = field(NUMBER, about="the places for training", file="training places {}")
    treasury: Field[int] = field(NUMBER, about="how many disks a treasury holds", file="treasury {}")
    points_for_sale: Field[int] = field(
        NUMBER, about="how many victory points one City Center sells", file="points for sale {}"
    )
    point_price: Field[int] = field(NUMBER, about="what such a point costs", file="point price {}")
    stock: Field[Stock] = field(Thing(Stock), about="how many pieces the box holds", file=InFile(key=""))
    provenance: Field[Mapping[str, Provenance]] = sourced()

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each face of production cards; the preset cards come last."""
        return (*(value for value, _ in self.production), self.presets[0])

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The names of these faces."""
        return (*(WORDS[value] for value, _ in self.production), f"preset-{WORDS[self.presets[0]]}")

    @cached_property
    def face_of(self) -> tuple[int, ...]:
        """The face of each production card."""
        counts = (*(count for _, count in self.production), self.presets[1])
        return tuple(face for face, count in enumerate(counts) for _ in range(count))

    @cached_property
    def production_ids(self) -> tuple[str, ...]:
        """The ids of the production cards: copies are told apart, though they are alike."""
        counts = (*(count for _, count in self.production), self.presets[1])
        return tuple(f"{face}-{n + 1}" for face, count in zip(self.faces, counts, strict=True) for n in range(count))

    @cached_property
    def copies(self) -> tuple[tuple[int, ...], ...]:
        """For each face the set of its cards, as indexes."""
        return tuple(
            tuple(card for card, one in enumerate(self.face_of) if one == face) for face in range(len(self.faces))
        )

    @cached_property
    def most_means(self) -> int:
        """What anybody can have at most when bidding: nobody can bid more."""
        steps = [step for discount in self.discounts for step in discount.steps]
        wealth = sum(value * count for value, count in self.production) + self.presets[0]
        return wealth + max(self.treasury, *(card.treasury for card in self.cards)) + max(steps, default=0)
