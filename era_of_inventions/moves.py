"""The moves: everything a player can do or say, one small step at a time, and the cards that chance turns over.

Equal moves that live at the same time are one and the same object; see
`era_of_inventions.tabletop.values.moves`. Areas and lines can be given by their
numbers; any other value is refused with `GameError`. To a type checker `Move` is a
union, so that it knows when all kinds are dealt with.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, TypeAlias

from era_of_inventions.box.components import Area, Components
from era_of_inventions.box.goods import FINE_CUBES, GOODS, NO_GOODS, ONE, Good, Goods
from era_of_inventions.box.names import AREAS, CARDS, DECK, FACTORIES, SOURCES, SPACES
from era_of_inventions.tabletop import values
from era_of_inventions.tabletop.play.occasions import Occasion
from era_of_inventions.tabletop.values import (
    Amounts,
    Choice,
    Count,
    Field,
    Maybe,
    Names,
    field,
    move,
    record,
)


class Line(enum.IntEnum):
    """The six lines of the exchange market, two to a box."""

    BUY_COG = 0
    SELL_COG = 1
    COINS_FOR_INFLUENCE = 2
    COG_FOR_INFLUENCE = 3
    BARTER = 4
    BONUS_DISC = 5

    @property
    def box(self) -> int:
        """The box of the exchange market in which the line stands: 0 upper, 1 middle, 2 lower."""
        return self // 2

    @property
    def word(self) -> str:
        """The name of the line in texts and documents, such as ``buy-cog``."""
        return self.name.lower().replace("_", "-")


LINES = Names.members(Line)


@move
class PlaceDisc(values.Move):
    """Place one of one's action discs on an area."""

    area: Field[Area] = field(Choice(AREAS), "where the disc is placed")


@move
class Resolve(values.Move):
    """Resolve one's disc on an area: carry out its action."""

    area: Field[Area] = field(Choice(AREAS), "where the disc lies")


@move
class Withdraw(values.Move):
    """Withdraw one's disc from an area and do without the action."""

    area: Field[Area] = field(Choice(AREAS), "where the disc lies")


@move
class BuildFactory(values.Move):
    """Build a factory that lies on the board. ``factory`` is an index into `Components.factories`."""

    factory: Field[int] = field(Choice(DECK), "the factory that is built")


@move
class RunAllFactories(values.Move):
    """Let all of one's factories produce."""


@move
class RunFactory(values.Move):
    """Let one of one's factories produce. Indexes after the deck's are the start factories, by seat."""

    factory: Field[int] = field(Choice(FACTORIES), "the factory that produces")


@move
class BuyLoad(values.Move):
    """Buy the load of a ship or storage house. ``source`` is an index into `Components.sources`."""

    source: Field[int] = field(
        Choice(SOURCES), "the ship or storage house whose load is bought"
    )


@move
class ProduceInvention(values.Move):
    """Produce the invention on a card. ``cubes`` are those chosen for the question marks of a fake card."""

    card: Field[int] = field(Choice(CARDS), "the invention card")
    cubes: Field[Goods] = field(
        Amounts(GOODS), "the cubes chosen for the question marks", default=0
    )


@move
class TakeCog(values.Move):
    """Take one development cog instead of exchanging at the exchange market."""


@move
class Exchange(values.Move):
    """One exchange at the exchange market: give goods on a line, and take goods (or influence, or a bonus disc)."""

    line: Field[Line] = field(Choice(LINES), "the line of the market")
    give: Field[Goods] = field(Amounts(GOODS), "the goods that are given")
    take: Field[Goods] = field(Amounts(GOODS), "the goods that are taken", default=0)


TWO_COINS = 2 * ONE[Good.COIN]
BUY_COG = Exchange(Line.BUY_COG, TWO_COINS, ONE[Good.COG])
SELL_COG = Exchange(Line.SELL_COG, ONE[Good.COG], TWO_COINS)
COINS_FOR_INFLUENCE = Exchange(Line.COINS_FOR_INFLUENCE, TWO_COINS)
COG_FOR_INFLUENCE = Exchange(Line.COG_FOR_INFLUENCE, ONE[Good.COG])
BUY_BONUS_DISC = Exchange(Line.BONUS_DISC, TWO_COINS)


@move
class Develop(values.Move):
    """Develop an invention. ``space`` is an index into `Components.spaces`."""

    space: Field[int] = field(Choice(SPACES), "the development space")


@move
class RegisterPatent(values.Move):
    """Register a patent and place a marker on a space of one's own, or on none."""

    space: Field[int | None] = field(
        Maybe(Choice(SPACES), None),
        "the development space that gets a marker, if one does",
        default=None,
    )


@move
class UseBonusDisc(values.Move):
    """Put down a bonus disc for one extra action."""


@move
class EndAction(values.Move):
    """End the action one is carrying out, or one's use of the final market."""


@move
class EndTurn(values.Move):
    """End one's turn without (another) bonus disc."""


@move
class RevealCard(values.Move):
    """Chance: this invention card is turned over onto the next open space."""

    card: Field[int] = field(Choice(CARDS), "the invention card")


@move
class RevealFactory(values.Move):
    """Chance: this factory is turned over onto the next open space."""

    factory: Field[int] = field(Choice(DECK), "the factory")


PlayerMove: TypeAlias = (
    PlaceDisc
    | Resolve
    | Withdraw
    | BuildFactory
    | RunAllFactories
    | RunFactory
    | BuyLoad
    | ProduceInvention
    | TakeCog
    | Exchange
    | Develop
    | RegisterPatent
    | UseBonusDisc
    | EndAction
    | EndTurn
)
ChanceMove: TypeAlias = RevealCard | RevealFactory
if TYPE_CHECKING:
    Move: TypeAlias = PlayerMove | ChanceMove
else:
    Move = values.Move  # one class, so that `isinstance` is quick
KINDS: tuple[type[values.Move], ...] = (*PlayerMove.__args__, *ChanceMove.__args__)
"""All kinds of moves."""
BONUS_MOVES = (
    BuildFactory,
    RunFactory,
    BuyLoad,
    ProduceInvention,
    Exchange,
    Develop,
    RegisterPatent,
)
"""The kinds of moves a bonus disc can carry out."""


# --- Occasions ------------------------------------------------------------------------


@record
class Landing(Occasion):
    """A pawn has come to rest on a space of the influence track."""

    position: Field[int] = field(Count(), "the space of the track")
    sign: Field[Good | None] = field(
        Maybe(Choice(GOODS), None), "what the space shows, if anything"
    )

    @property
    def trivial(self) -> bool:
        """Whether the space shows no sign."""
        return self.sign is None


@record
class Income(Occasion):
    """A card has been produced, and ``seat`` has a marker on a space of its invention."""

    space: Field[int] = field(Choice(SPACES), "the space with the marker")
    card: Field[int] = field(Choice(CARDS), "the card that was produced")


# --- The table of moves ---------------------------------------------------------------


def payments(question_marks: int) -> tuple[Goods, ...]:
    """Return every combination of fine cubes that pays this many question marks."""
    return tuple(
        sum([ONE[good] for good in chosen], NO_GOODS)
        for chosen in combinations_with_replacement(FINE_CUBES, question_marks)
    )


def barters() -> tuple[Exchange, ...]:
    """Return every two-for-one exchange that can be written, sensible or not."""
    return tuple(
        Exchange(Line.BARTER, ONE[a] + ONE[b], ONE[taken])
        for a, b in combinations_with_replacement(Good, 2)
        for taken in Good
    )


def all_moves(components: Components, players: int) -> tuple[Move, ...]:
    """Return the table of all moves of a game. A move's number is its index in the table."""
    return tuple(_moves(components, players))


def _moves(components: Components, players: int) -> Iterator[Move]:
    for kind in (PlaceDisc, Resolve, Withdraw):
        yield from map(kind, Area)
    deck = range(len(components.factories))
    yield from map(BuildFactory, deck)
    yield RunAllFactories()
    yield from map(RunFactory, deck)
    yield from map(BuyLoad, range(len(components.sources)))
    for index, card in enumerate(components.cards):
        yield from (ProduceInvention(index, cubes) for cubes in payments(card.question_marks))
    yield from (
        TakeCog(),
        BUY_COG,
        SELL_COG,
        COINS_FOR_INFLUENCE,
        COG_FOR_INFLUENCE,
        BUY_BONUS_DISC,
    )
    yield from barters()
    spaces = range(len(components.spaces))
    yield from map(Develop, spaces)
    yield from map(RegisterPatent, (None, *spaces))
    yield from (UseBonusDisc(), EndAction(), EndTurn())
    yield from map(RevealCard, range(len(components.cards)))
    yield from map(RevealFactory, deck)
    yield from map(
        RunFactory, range(len(deck), len(deck) + players)
    )  # last: start factories, one for each player
