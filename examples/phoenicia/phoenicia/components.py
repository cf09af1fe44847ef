"""What is in the box: development cards, tiles, production cards and pieces."""

from __future__ import annotations

import enum
from functools import cached_property

import attrs

from era_of_inventions.tabletop.components.provenance import Provenance


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


@attrs.frozen
class DevelopmentCard:
    """A kind of development card: what it takes to bid for it, and what it brings."""

    id: str
    title: str
    """What people call it; empty if nobody knows."""
    set: int
    type: str
    """A or B, which says how many copies take part."""
    minimum: int
    pp: int = 0
    vp: int = 0
    storehouses: int = 0
    untrained: int = 0
    trained: int = 0
    opens: Activity | None = None
    """The activity whose tile it brings."""
    improves: Activity | None = None
    """The activity that it improves; a second copy improves it once more."""
    treasury: int = 0
    """How many disks the treasury holds with it; 0 if it changes nothing."""
    training: int = 0
    """What training a worker costs with it; 0 if it changes nothing."""
    sells_points: bool = False
    """Whether its owner can buy victory points."""


@attrs.frozen
class Tile:
    """The tile of an activity: its tool cost, the points of its workers, and the circles on which they stand."""

    tool_cost: int
    vp: int
    levels: tuple[tuple[int, int], ...]
    """By level (plain, improved, advanced) the production points of an odd worker and of an even one."""
    circles: int


@attrs.frozen
class Discount:
    """The discount that the copies of one card give on others: one step for each number of copies."""

    of: int
    on: tuple[int, ...]
    steps: tuple[int, ...]


@attrs.frozen
class Stock:
    """How many pieces the box holds."""

    disks: int
    workers: int
    storehouses: int


@attrs.frozen(cache_hash=True)
class Components:
    """A set of components."""

    name: str = attrs.field(eq=False)
    cards: tuple[DevelopmentCard, ...]
    discounts: tuple[Discount, ...]
    tiles: tuple[Tile, ...]
    """The tiles of the activities, in their order."""
    production: tuple[tuple[int, int], ...]
    """The values of the production cards, and how many there are of each."""
    presets: tuple[int, int]
    """The value of the preset production cards, and how many there are."""
    training: int
    training_places: int
    treasury: int
    points_for_sale: int
    """How many victory points one City Center sells."""
    point_price: int
    stock: Stock
    provenance: dict[str, Provenance] = attrs.field(factory=dict, eq=False, repr=False)

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
