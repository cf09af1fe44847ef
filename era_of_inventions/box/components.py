"""What is printed on cards, board and factories, and how much of everything is in the box."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import attrs

from era_of_inventions.box.goods import (
    CUBES,
    GOODS,
    NO_GOODS,
    PRINTED,
    PRINTED_GOODS,
    STOCK_MAX,
    WRITTEN_GOODS,
    WRITTEN_REWARD,
    Good,
    Goods,
    Reward as Reward,
    count,
    pack,
    show,
)
from era_of_inventions.tabletop.box import (
    AsTuple,
    Index,
    InFile,
    Label,
    Many,
    Provenance,
    Thing,
    component_set,
    sourced,
)
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.values import (
    Amounts,
    Choice,
    Count,
    Field,
    Flag,
    History,
    Mask,
    Maybe,
    Names,
    Terms,
    Text,
    field,
    mask,
    record,
)


class Area(enum.IntEnum):
    """The six action areas, in the order of the rulebook."""

    BUILD = 0
    GOODS = 1
    BUY = 2
    PRODUCE = 3
    MARKET = 4
    DEVELOP = 5

    @property
    def title(self) -> str:
        """The name of the area."""
        return AREA_TITLES[self]

    @property
    def letter(self) -> str:
        """The letter on the board, A to F."""
        return "ABCDEF"[self]


AREA_TITLES = (
    "build factories",
    "factory production",
    "buy resources",
    "produce inventions",
    "exchange market",
    "develop or patent",
)


class CardKind(enum.Enum):
    """The three kinds of invention cards."""

    START = "start"
    OFFICIAL = "official"
    FAKE = "fake"


# --- What is printed ------------------------------------------------------------------

# Names of things must not be words of the notation.
ID = Label(
    r"(?!(all|with|factory|start(-\d+)?)$)[a-z0-9]+(-[a-z0-9]+)*",
    "lower-case words with hyphens between them, other than all, with, factory, start",
)
NAME = Label(
    r"(?!unplaced$)[a-z]+( [a-z]+)*(?<! technical)(?<! original)",
    "lower-case words, other than unplaced and not ending in technical or original",
)
INVENTION = Index("inventions", "one of the inventions", NAME.pattern)
IN_BOX = Count(0, STOCK_MAX)
TRACK_MAX = 200
"""The highest space a track may have."""
ON_TRACK = Count(1, TRACK_MAX)
START_FACTORY = "start-factory"


def _number(word: str, words: str = "{}") -> Callable[[Any, int], str]:
    """Return a function that puts a number of things into words."""
    return lambda _, number: words.format(f"{number} {word}{'' if number == 1 else 's'}")


def _influence(_: object, number: int) -> str:
    return f"gives {number or 'no'} influence"


@record
class FactoryCard:
    """A factory: its cost (bottom), its output (top), and the influence it gives at once when built."""

    id: Field[str] = field(ID, "the unique id")
    cost: Field[Goods] = field(
        PRINTED_GOODS, "the goods that are paid", file=InFile("costs {}", holds=WRITTEN_GOODS)
    )
    output: Field[Goods] = field(
        PRINTED_GOODS, "the goods it produces", file=InFile("yields {}", holds=WRITTEN_GOODS)
    )
    influence: Field[int] = field(
        PRINTED, "the influence it gives", default=0, file=InFile(_influence, implied=True)
    )


@record
class InventionCard:
    """An invention card. ``invention`` is an index into `Components.inventions`, None for a start card.

    ``cost`` is what is printed besides the question marks; ``question_marks`` is 0
    except on a fake card.
    """

    id: Field[str] = field(ID, "the unique id")
    kind: Field[CardKind] = field(
        Choice(Names.members(CardKind)),
        "which kind it is",
        file=InFile(
            lambda _, kind: "" if kind is CardKind.START else kind.value,
            holds=Choice(
                Names(
                    CardKind, ("official", "fake"), values=(CardKind.OFFICIAL, CardKind.FAKE)
                )
            ),
            sourced=False,
        ),
    )
    invention: Field[int | None] = field(
        Maybe[int, None](INVENTION, None),
        "the invention; null on a start card",
        file=InFile(sourced=False),
    )
    cost: Field[Goods] = field(
        PRINTED_GOODS,
        "the goods that are paid",
        file=InFile(
            lambda card, cost: (
                f"{'start, ' if card.kind is CardKind.START else ''}costs {show(cost)}"
            ),
            holds=WRITTEN_GOODS,
        ),
    )
    question_marks: Field[int] = field(
        PRINTED,
        "the question marks of a fake",
        file=lambda card, number: _number("question mark")(card, number) if number else "",
    )
    profit: Field[Reward] = field(
        Thing(Reward),
        "what producing the invention gives",
        file=InFile("yields {}", holds=WRITTEN_REWARD),
    )


@record
class Space:
    """A development space: cogs to pay, influence for developing, and income when another player produces."""

    invention: Field[int] = field(
        INVENTION, "the invention that is developed there", file=InFile(sourced=False)
    )
    technical: Field[bool] = field(
        Flag(),
        "whether it is the technical space of its invention",
        file=InFile(sourced=False),
    )
    cogs: Field[int] = field(
        PRINTED, "the development cogs that developing costs", file=_number("cog")
    )
    influence: Field[int] = field(PRINTED, "the influence it gives", file=_influence)
    income: Field[Reward] = field(
        Thing(Reward),
        "what others pay when they produce the invention",
        file=InFile("pays {}", holds=WRITTEN_REWARD),
    )


@record
class PatentSquare:
    """A square of the patent track: coins to pay and influence to score on entering it."""

    coins: Field[int] = field(
        PRINTED, "the coins that entering costs", file=_number("coin", "costs {}")
    )
    influence: Field[int] = field(PRINTED, "the influence it gives", file=_influence)


@record
class LoadSource:
    """A ship or storage house, and the kind of cube it holds."""

    id: Field[str] = field(ID, "the unique id")
    house: Field[bool] = field(
        Flag(),
        "whether it is a storage house instead of a ship",
        file=InFile(
            "{}", "kind", Choice(Names(object, ("ship", "house"), values=(False, True)))
        ),
    )
    good: Field[Good] = field(
        Choice(Names(Good, [good.word for good in CUBES], values=CUBES)),
        "the kind of cubes it holds",
        file="{}",
    )

    @cached_property
    def coal_house(self) -> bool:
        """Whether it is a coal storage house, which is filled with one cube more."""
        return self.house and self.good is Good.COAL


@record
class Sign:
    """A sign on the influence track."""

    space: Field[int] = field(ON_TRACK, "the space of the track")
    good: Field[Good] = field(Choice(GOODS), "the good it gives")


KINDS = GOODS.known(Terms())
_SUPPLY: type[Any] = attrs.make_class(
    "Supply",
    {
        word: field(IN_BOX, f"how many {noun} are in the box", file=f"{{}} {noun}")
        for word, noun in zip(KINDS.names, KINDS.nouns, strict=True)
    },
    frozen=True,
)
SUPPLY = Thing(
    _SUPPLY,
    make=lambda numbers: pack(dict(zip(Good, attrs.astuple(numbers), strict=True))),
    split=lambda goods: _SUPPLY(*(count(goods, good) for good in Good)),
)
"""The goods in the box, in a table of a file."""


def place_of_space(name: str) -> str:
    """Return the place of a space in a component file."""
    invention = name.removesuffix(" technical")
    return f"invention.{invention}.{'original' if name == invention else 'technical'}"


@component_set
class Components:
    """A set of components. Two sets with the same printed values are equal, whatever they are called.

    ``spaces`` holds two per invention: index 2i is the original, 2i + 1 the technical.
    ``signs`` gives the kinds of the influence signs by track space, ``track_end`` the
    last printed space. ``cards`` holds the 27 invention cards and the 12 start cards,
    ``factories`` the 24 cards of the deck; the start factory is the same for all
    colors.
    """

    name: Field[str] = field(Text(), "the name of the set", eq=False)
    inventions: Field[tuple[str, ...]] = field(
        History(NAME, 1000), "the names of the inventions", file=InFile(sourced=False)
    )
    spaces: Field[tuple[Space, ...]] = field(
        Many(Thing(Space)),
        "the development spaces",
        file=InFile(
            key="space",
            names=lambda box: [*map(box.space_name, range(len(box.spaces)))],
            place=place_of_space,
        ),
    )
    cards: Field[tuple[InventionCard, ...]] = field(
        Many(Thing(InventionCard)), "the invention cards", file=InFile(key="card")
    )
    factories: Field[tuple[FactoryCard, ...]] = field(
        Many(Thing(FactoryCard)), "the factories of the deck", file=InFile(key="factory")
    )
    start_factory: Field[FactoryCard] = field(
        Thing(FactoryCard, "StartFactory", {"id": START_FACTORY, "cost": NO_GOODS}),
        "the start factory, the same for all",
    )
    patent_squares: Field[tuple[PatentSquare, ...]] = field(
        Many(Thing(PatentSquare)),
        "the squares of the patent track, in order",
        file=InFile(key="patent_square"),
    )
    signs: Field[tuple[tuple[int, Good], ...]] = field(
        History(AsTuple(Sign), 1000), "the signs of the influence track"
    )
    track_end: Field[int] = field(
        ON_TRACK,
        "the last printed space of the influence track",
        file=InFile("last space {}", key="track.end"),
    )
    sources: Field[tuple[LoadSource, ...]] = field(
        Many(Thing(LoadSource)), "the ships and storage houses", file=InFile(key="load")
    )
    supply: Field[Goods] = field(
        Amounts(GOODS, STOCK_MAX), "the goods in the box", file=InFile(holds=SUPPLY)
    )
    bonus_discs: Field[int] = field(
        IN_BOX, "the bonus discs in the box", file=_number("bonus disc")
    )
    markers: Field[int] = field(
        IN_BOX, "the markers of each color", file=_number("marker", "{} each")
    )
    provenance: Field[Mapping[str, Provenance]] = sourced()

    def __repr__(self) -> str:
        """Show the name alone; the tables would fill pages."""
        return f"<components {self.name!r}>"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))

    def space_name(self, space: int) -> str:
        """Return a space as people write it: ``telephone`` for the original, ``telephone technical`` for the other."""
        printed = self.spaces[space]
        return self.inventions[printed.invention] + (
            " technical" if printed.technical else ""
        )

    def card_named(self, id: str) -> int | None:  # noqa: A002
        """Return the index of an invention card, None if there is no such card."""
        return next((i for i, card in enumerate(self.cards) if card.id == id), None)

    def factory(self, index: int) -> FactoryCard:
        """Return the factory at an index; indexes after the deck's mean start factories. Raises `GameError` below 0."""
        if index < 0:
            raise GameError(f"there is no factory {index}; expected an index from 0 on")
        return self.factories[index] if index < len(self.factories) else self.start_factory

    @cached_property
    def sign_on(self) -> Mapping[int, Good]:
        """The kind of the influence sign on each space of the track that carries one; beyond its end there is none."""
        return {space: good for space, good in self.signs if space <= self.track_end}

    def cards_of(self, invention: int) -> Mask[InventionCard]:
        """Return the three cards of an invention."""
        return mask(
            InventionCard,
            (i for i, card in enumerate(self.cards) if card.invention == invention),
        )

    @cached_property
    def start_cards(self) -> Mask[InventionCard]:
        """The start cards."""
        return mask(
            InventionCard,
            (i for i, card in enumerate(self.cards) if card.kind is CardKind.START),
        )
