"""What is printed on cards, board and factories, and how much of everything is in the box."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from era_of_inventions.model.goods import NO_GOODS, Good, Goods, show
from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.fields import Mask, mask


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


@attrs.frozen
class Reward:
    """What a card, a space or a square gives: goods from the supply, and influence."""

    goods: Goods = attrs.field(default=NO_GOODS, repr=show)
    influence: int = 0


@attrs.frozen
class FactoryCard:
    """A factory: its cost (bottom), its output (top), and the influence it gives at once when built."""

    id: str
    cost: Goods = attrs.field(repr=show)
    output: Goods = attrs.field(repr=show)
    influence: int = 0


@attrs.frozen
class InventionCard:
    """An invention card. ``invention`` is an index into `Components.inventions`, None for a start card.

    ``cost`` is what is printed besides the question marks; ``question_marks`` is 0 except on a fake card.
    """

    id: str
    kind: CardKind
    invention: int | None
    cost: Goods = attrs.field(repr=show)
    question_marks: int
    profit: Reward


@attrs.frozen
class Space:
    """A development space: cogs to pay, influence for developing, and income when another player produces."""

    invention: int
    technical: bool
    cogs: int
    influence: int
    income: Reward


@attrs.frozen
class PatentSquare:
    """A square of the patent track: coins to pay and influence to score on entering it."""

    coins: int
    influence: int


@attrs.frozen
class Source:
    """A ship or storage house, and the kind of cube it holds."""

    id: str
    house: bool
    good: Good

    @cached_property
    def coal_house(self) -> bool:
        """Whether it is a coal storage house, which is filled with one cube more."""
        return self.house and self.good is Good.COAL


@attrs.frozen(cache_hash=True, repr=False)
class Components:
    """A set of components. Two sets with the same printed values are equal, whatever they are called.

    ``spaces`` holds two per invention: index 2i is the original, 2i + 1 the technical. ``signs`` gives the kinds of
    the influence signs by track space, ``track_end`` the last printed space. ``cards`` holds the 27 invention cards
    and the 12 start cards, ``factories`` the 24 cards of the deck; the start factory is the same for all colors.
    """

    name: str = attrs.field(eq=False)
    inventions: tuple[str, ...]
    spaces: tuple[Space, ...]
    cards: tuple[InventionCard, ...]
    factories: tuple[FactoryCard, ...]
    start_factory: FactoryCard
    patent_squares: tuple[PatentSquare, ...]
    signs: tuple[tuple[int, Good], ...]
    track_end: int
    sources: tuple[Source, ...]
    supply: Goods
    bonus_discs: int
    markers: int
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
        """A factory by index; the indexes after the deck's are the start factories."""
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
