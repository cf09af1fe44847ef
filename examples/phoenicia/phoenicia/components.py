"""What is in the box: development cards, tiles, production cards and pieces."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from era_of_inventions.tabletop.components.declared import Form, Record, part, parts, printed, row
from era_of_inventions.tabletop.components.domains import Index, Joined, Label
from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.fields import Choice, Count, Flag, History, Maybe, Names, Text


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
NUMBER = Count(99)
WORTH = Count(len(WORDS) - 1, 1)
TYPES = Choice(Names[object, str](object, ("A", "B"), values=("A", "B")))
MAYBE_WORK = Maybe(Choice(Names.members(Activity)), None)
A_CARD = Index("cards", "the id of a card", ID.pattern)
STEPS = ("first", "second", "third")
LEVELS = (("improved_odd", "improved_even"), ("advanced",))
"""The keys of the production points on the levels of a tile after the first."""


def _set(card: DevelopmentCard, _: int) -> str:
    return f"set {card.set}{card.type}{'' if card.title else ', whose name is not known'}"


@attrs.frozen
class DevelopmentCard:
    """A kind of development card: what it takes to bid for it, and what it brings."""

    id: str = attrs.field(metadata=printed(ID, "the unique id"))
    title: str = attrs.field(metadata=printed(Text(), "what people call it; empty if nobody knows"))
    set: int = attrs.field(metadata=printed(Count(4, 1), "the set of cards it belongs to", _set))
    type: str = attrs.field(metadata=printed(TYPES, "A or B, which says how many copies take part"))
    minimum: int = attrs.field(metadata=printed(NUMBER, "the least bid", "minimum bid {}"))
    pp: int = attrs.field(default=0, metadata=printed(NUMBER, "the production points", "{} pp"))
    vp: int = attrs.field(default=0, metadata=printed(NUMBER, "the victory points", "{} vp"))
    storehouses: int = attrs.field(default=0, metadata=printed(NUMBER, "the storehouses it brings", "{} storehouses"))
    untrained: int = attrs.field(default=0, metadata=printed(NUMBER, "the untrained workers", "{} untrained"))
    trained: int = attrs.field(default=0, metadata=printed(NUMBER, "the trained workers it brings", "{} trained"))
    opens: Activity | None = attrs.field(
        default=None, metadata=printed(MAYBE_WORK, "the activity whose tile it brings", "opens {}")
    )
    improves: Activity | None = attrs.field(
        default=None,
        metadata=printed(
            MAYBE_WORK, "the activity that it improves; a second copy improves it once more", "improves {}"
        ),
    )
    treasury: int = attrs.field(
        default=0,
        metadata=printed(NUMBER, "how many disks the treasury holds with it; 0 if it changes nothing", "treasury {}"),
    )
    training: int = attrs.field(
        default=0,
        metadata=printed(NUMBER, "what training a worker costs with it; 0 if it changes nothing", "training {}"),
    )
    sells_points: bool = attrs.field(
        default=False, metadata=printed(Flag(), "whether its owner can buy victory points", "sells points")
    )


PAIR = row({"odd": printed(NUMBER, "of an odd worker"), "even": printed(NUMBER, "of an even worker")})
LEVEL_KEYS = ("pp", "", *LEVELS[0], *LEVELS[1])


def _levels(values: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """The levels of a tile; what it does not have is None."""
    plain, advanced = values["pp"], values["advanced"]
    pairs = ((plain, plain), (values["improved_odd"], values["improved_even"]), (advanced, advanced))
    return tuple(pair for pair in pairs if pair != (None, None))


def _points(levels: tuple[tuple[int, int], ...]) -> dict[str, int | None]:
    points: list[int | None] = [number for level in levels for number in level]
    return dict(zip(LEVEL_KEYS, [*points, *[None] * len(LEVEL_KEYS)], strict=False))


@attrs.frozen
class Tile:
    """The tile of an activity: its tool cost, the points of its workers, and the circles on which they stand."""

    tool_cost: int = attrs.field(metadata=printed(NUMBER, "what a tool costs", "tool cost {}"))
    vp: int = attrs.field(metadata=printed(NUMBER, "the victory points of a worker", "{} VP"))
    levels: tuple[tuple[int, int], ...] = attrs.field(
        metadata=part(
            Form(
                {
                    "pp": printed(NUMBER, "the production points of a worker", "{} PP"),
                    "improved_odd": printed(NUMBER, "those of an odd worker if it is improved", "{} PP"),
                    "improved_even": printed(NUMBER, "those of an even worker if it is improved", "{} PP"),
                    "advanced": printed(NUMBER, "those of a worker if it is advanced", "{} PP"),
                },
                _levels,
                _points,
                dict.fromkeys(LEVEL_KEYS[2:]),
            ),
            "",
            "by level (plain, improved, advanced) the production points of an odd worker and of an even one",
            holds=History(Record(PAIR), 1 + len(LEVELS)),
        )
    )
    circles: int = attrs.field(metadata=printed(NUMBER, "the circles on which workers stand", "{} circles"))


@attrs.frozen
class Discount:
    """The discount that the copies of one card give on others: one step for each number of copies."""

    of: int = attrs.field(metadata=printed(A_CARD, "the card whose copies give it", "with {}", sourced=False))
    on: tuple[int, ...] = attrs.field(
        metadata=printed(
            History(A_CARD, 99),
            "the cards on which it is given",
            "on {}",
            file=Joined(A_CARD, "ids of cards, such as 'ships, port'"),
            sourced=False,
        )
    )
    steps: tuple[int, ...] = attrs.field(
        metadata=part(
            Form(
                {
                    step: printed(NUMBER, f"the discount with the {step} copy", f"{{}} with the {step}")
                    for step in STEPS
                },
                lambda values: tuple(values[step] for step in STEPS if values[step] is not None),
                lambda steps: dict(zip(STEPS, [*steps, *[None] * len(STEPS)], strict=False)),
                dict.fromkeys(STEPS),
            ),
            "",
            "the discounts by the number of copies",
            holds=History(NUMBER, len(STEPS)),
        )
    )

    def step(self, cards: int) -> int:
        """The discount with so many cards, at least one: the last step if there are more cards than steps."""
        return self.steps[min(cards, len(self.steps)) - 1]


@attrs.frozen
class Stock:
    """How many pieces the box holds."""

    disks: int = attrs.field(metadata=printed(NUMBER, "the disks in the box", "{} disks"))
    workers: int = attrs.field(metadata=printed(NUMBER, "the workers in the box", "{} workers"))
    storehouses: int = attrs.field(metadata=printed(NUMBER, "the storehouses in the box", "{} storehouses"))


FACES = row(
    {
        "value": printed(Count(len(WORDS) - 1, 1), "what each of these production cards is worth", "value {}"),
        "count": printed(NUMBER, "how many of them there are", "{} cards"),
    }
)


@attrs.frozen(cache_hash=True)
class Components:
    """A set of components."""

    name: str = attrs.field(eq=False, metadata=printed(Text(), "the name of the set"))
    cards: tuple[DevelopmentCard, ...] = attrs.field(
        metadata=parts(DevelopmentCard, "card", "the kinds of cards", defaults={"title": ""})
    )
    discounts: tuple[Discount, ...] = attrs.field(
        metadata=parts(
            Discount,
            "discount",
            "the discounts",
            names=lambda box: [str(number) for number, _ in enumerate(box.discounts, 1)],
            place=lambda number: f"discount[{number}]",
        )
    )
    tiles: tuple[Tile, ...] = attrs.field(
        metadata=parts(Tile, "tile", "the tiles of the activities, in their order", names=lambda _: ACTIVITIES)
    )
    production: tuple[tuple[int, int], ...] = attrs.field(metadata=parts(FACES, "production", "the production cards"))
    presets: tuple[int, int] = attrs.field(metadata=part(FACES, "preset", "the preset production cards"))
    training: int = attrs.field(metadata=printed(NUMBER, "what training a worker costs", "training {}"))
    training_places: int = attrs.field(metadata=printed(NUMBER, "the places for training", "training places {}"))
    treasury: int = attrs.field(metadata=printed(NUMBER, "how many disks a treasury holds", "treasury {}"))
    points_for_sale: int = attrs.field(
        metadata=printed(NUMBER, "how many victory points one City Center sells", "points for sale {}")
    )
    point_price: int = attrs.field(metadata=printed(NUMBER, "what such a point costs", "point price {}"))
    stock: Stock = attrs.field(metadata=part(Stock, "", "how many pieces the box holds"))
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
