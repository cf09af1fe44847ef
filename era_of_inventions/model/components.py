"""What is printed on cards, board and factories, and how much of everything is in the box."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import attrs

from era_of_inventions.model.amounts import PRINTED, PRINTED_GOODS, WRITTEN_GOODS, WRITTEN_REWARD
from era_of_inventions.model.amounts import Reward as Reward
from era_of_inventions.model.goods import CUBES, GOODS, NO_GOODS, STOCK_MAX, Good, Goods, count, pack, show
from era_of_inventions.tabletop.components.declared import Form, Record, part, parts, printed, row
from era_of_inventions.tabletop.components.domains import Index, Label
from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.fields import (
    Amounts,
    Choice,
    Count,
    Flag,
    History,
    Mask,
    Maybe,
    Names,
    Terms,
    Text,
    mask,
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


# --- What is printed --------------------------------------------------------------------------------------------------

# Names of things must not be words of the notation.
ID = Label(
    r"(?!(all|with|factory|start(-\d+)?)$)[a-z0-9]+(-[a-z0-9]+)*",
    "lower-case words with hyphens between them, other than all, with, factory, start",
)
NAME = Label(
    r"(?!unplaced$)[a-z]+( [a-z]+)*(?<! technical)(?<! original)",
    "lower-case words, other than unplaced and not ending in technical or original",
)
THE_ID = printed(ID, "the unique id")
INVENTION = Index("inventions", "one of the inventions", NAME.pattern)
IN_BOX = Count(STOCK_MAX)
TRACK_MAX = 200
"""The highest space a track may have."""
ON_TRACK = Count(TRACK_MAX, 1)
START_FACTORY = "start-factory"


def _number(word: str, words: str = "{}") -> Callable[[Any, int], str]:
    """The words for a number of things."""
    return lambda _, number: words.format(f"{number} {word}{'' if number == 1 else 's'}")


def _influence(_: object, number: int) -> str:
    return f"gives {number or 'no'} influence"


INFLUENCE = printed(PRINTED, "the influence it gives", _influence)


@attrs.frozen
class FactoryCard:
    """A factory: its cost (bottom), its output (top), and the influence it gives at once when built."""

    id: str = attrs.field(metadata=THE_ID)
    cost: Goods = attrs.field(
        repr=show, metadata=printed(PRINTED_GOODS, "the goods that are paid", "costs {}", file=WRITTEN_GOODS)
    )
    output: Goods = attrs.field(
        repr=show, metadata=printed(PRINTED_GOODS, "the goods it produces", "yields {}", file=WRITTEN_GOODS)
    )
    influence: int = attrs.field(
        default=0, metadata=printed(PRINTED, "the influence it gives", _influence, implied=True)
    )


@attrs.frozen
class InventionCard:
    """An invention card. ``invention`` is an index into `Components.inventions`, None for a start card.

    ``cost`` is what is printed besides the question marks; ``question_marks`` is 0 except on a fake card.
    """

    id: str = attrs.field(metadata=THE_ID)
    kind: CardKind = attrs.field(
        metadata=printed(
            Choice(Names.members(CardKind)),
            "which kind it is",
            lambda _, kind: "" if kind is CardKind.START else kind.value,
            file=Choice(Names(CardKind, ("official", "fake"), values=(CardKind.OFFICIAL, CardKind.FAKE))),
        )
    )
    invention: int | None = attrs.field(
        metadata=printed(Maybe(INVENTION, None), "the invention; null on a start card", sourced=False)
    )
    cost: Goods = attrs.field(
        repr=show,
        metadata=printed(
            PRINTED_GOODS,
            "the goods that are paid",
            lambda card, cost: f"{'start, ' if card.kind is CardKind.START else ''}costs {show(cost)}",
            file=WRITTEN_GOODS,
        ),
    )
    question_marks: int = attrs.field(
        metadata=printed(
            PRINTED,
            "the question marks of a fake",
            lambda card, number: _number("question mark")(card, number) if number else "",
        )
    )
    profit: Reward = attrs.field(
        metadata=printed(Record(Reward), "what producing the invention gives", "yields {}", file=WRITTEN_REWARD)
    )


@attrs.frozen
class Space:
    """A development space: cogs to pay, influence for developing, and income when another player produces."""

    invention: int = attrs.field(metadata=printed(INVENTION, "the invention that is developed there", sourced=False))
    technical: bool = attrs.field(
        metadata=printed(Flag(), "whether it is the technical space of its invention", sourced=False)
    )
    cogs: int = attrs.field(metadata=printed(PRINTED, "the development cogs that developing costs", _number("cog")))
    influence: int = attrs.field(metadata=INFLUENCE)
    income: Reward = attrs.field(
        metadata=printed(
            Record(Reward), "what others pay when they produce the invention", "pays {}", file=WRITTEN_REWARD
        )
    )


@attrs.frozen
class PatentSquare:
    """A square of the patent track: coins to pay and influence to score on entering it."""

    coins: int = attrs.field(metadata=printed(PRINTED, "the coins that entering costs", _number("coin", "costs {}")))
    influence: int = attrs.field(metadata=INFLUENCE)


@attrs.frozen
class Source:
    """A ship or storage house, and the kind of cube it holds."""

    id: str = attrs.field(metadata=THE_ID)
    house: bool = attrs.field(
        metadata=printed(
            Flag(),
            "whether it is a storage house instead of a ship",
            "{}",
            key="kind",
            file=Choice(Names(object, ("ship", "house"), values=(False, True))),
        )
    )
    good: Good = attrs.field(
        metadata=printed(
            Choice(Names(Good, [good.word for good in CUBES], values=CUBES)), "the kind of cubes it holds", "{}"
        )
    )

    @cached_property
    def coal_house(self) -> bool:
        """Whether it is a coal storage house, which is filled with one cube more."""
        return self.house and self.good is Good.COAL


SIGN = row({"space": printed(ON_TRACK, "the space of the track"), "good": printed(Choice(GOODS), "the good it gives")})
KINDS = GOODS.known(Terms())
SUPPLY = Form(
    {
        word: printed(IN_BOX, f"how many {noun} are in the box", f"{{}} {noun}")
        for word, noun in zip(KINDS.names, KINDS.nouns, strict=True)
    },
    lambda numbers: pack({good: numbers[word] or 0 for word, good in zip(KINDS.names, Good, strict=True)}),
    lambda goods: {word: count(goods, good) for word, good in zip(KINDS.names, Good, strict=True)},
)


def place_of_space(name: str) -> str:
    """The place of a space in a component file."""
    invention = name.removesuffix(" technical")
    return f"invention.{invention}.{'original' if name == invention else 'technical'}"


@attrs.frozen(cache_hash=True, repr=False)
class Components:
    """A set of components. Two sets with the same printed values are equal, whatever they are called.

    ``spaces`` holds two per invention: index 2i is the original, 2i + 1 the technical. ``signs`` gives the kinds of
    the influence signs by track space, ``track_end`` the last printed space. ``cards`` holds the 27 invention cards
    and the 12 start cards, ``factories`` the 24 cards of the deck; the start factory is the same for all colors.
    """

    name: str = attrs.field(eq=False, metadata=printed(Text(), "the name of the set"))
    inventions: tuple[str, ...] = attrs.field(
        metadata=printed(History(NAME, 1000), "the names of the inventions", sourced=False)
    )
    spaces: tuple[Space, ...] = attrs.field(
        metadata=parts(
            Space,
            "space",
            "the development spaces",
            names=lambda box: [*map(box.space_name, range(len(box.spaces)))],
            place=place_of_space,
        )
    )
    cards: tuple[InventionCard, ...] = attrs.field(metadata=parts(InventionCard, "card", "the invention cards"))
    factories: tuple[FactoryCard, ...] = attrs.field(
        metadata=parts(FactoryCard, "factory", "the factories of the deck")
    )
    start_factory: FactoryCard = attrs.field(
        metadata=part(
            FactoryCard,
            "start_factory",
            "the start factory, the same for all",
            given={"id": START_FACTORY, "cost": NO_GOODS},
        )
    )
    patent_squares: tuple[PatentSquare, ...] = attrs.field(
        metadata=parts(PatentSquare, "patent_square", "the squares of the patent track, in order")
    )
    signs: tuple[tuple[int, Good], ...] = attrs.field(
        metadata=printed(History(Record(SIGN), 1000), "the signs of the influence track")
    )
    track_end: int = attrs.field(metadata=printed(ON_TRACK, "the last printed space of the influence track", key="end"))
    sources: tuple[Source, ...] = attrs.field(
        metadata=parts(Source, "load", "the ships and storage houses", in_disputes=False)
    )
    supply: Goods = attrs.field(
        metadata=part(SUPPLY, "supply", "the goods in the box", holds=Amounts(GOODS, STOCK_MAX))
    )
    bonus_discs: int = attrs.field(metadata=printed(IN_BOX, "the bonus discs in the box", _number("bonus disc")))
    markers: int = attrs.field(metadata=printed(IN_BOX, "the markers of each color", _number("marker", "{} each")))
    provenance: Mapping[str, Provenance] = attrs.field(eq=False, factory=dict)

    def __repr__(self) -> str:
        """Show the name alone; the tables would fill pages."""
        return f"<components {self.name!r}>"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))

    def space_name(self, space: int) -> str:
        """A space as everybody writes it: ``telephone`` for the original, ``telephone technical`` for the other."""
        printed = self.spaces[space]
        return self.inventions[printed.invention] + (" technical" if printed.technical else "")

    def card_named(self, id: str) -> int | None:  # noqa: A002
        """The index of an invention card, None if there is no such card."""
        return next((i for i, card in enumerate(self.cards) if card.id == id), None)

    def factory(self, index: int) -> FactoryCard:
        """A factory by index; the indexes after the deck's are the start factories. Raises `GameError` below 0."""
        if index < 0:
            raise GameError(f"there is no factory {index}; expected an index from 0 on")
        return self.factories[index] if index < len(self.factories) else self.start_factory

    @cached_property
    def sign_on(self) -> Mapping[int, Good]:
        """The kind of the influence sign on each space of the track that carries one; beyond its end there is none."""
        return {space: good for space, good in self.signs if space <= self.track_end}

    def cards_of(self, invention: int) -> Mask[InventionCard]:
        """The three cards of an invention."""
        return mask(InventionCard, (i for i, card in enumerate(self.cards) if card.invention == invention))

    @cached_property
    def start_cards(self) -> Mask[InventionCard]:
        """The start cards."""
        return mask(InventionCard, (i for i, card in enumerate(self.cards) if card.kind is CardKind.START))
