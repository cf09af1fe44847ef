"""The moves: everything a player can do or say, one small step at a time, and the cards that chance turns over.

Equal moves that live at the same time are one and the same object, so comparing moves is comparing identities, and
moves can be dictionary keys at no cost. Pickling and copying keep that. Areas and lines can be given by their numbers;
what is no area, line or whole number is refused with `GameError`.
"""

from __future__ import annotations

import enum
from operator import index
from typing import Any, SupportsIndex, TypeVar
from weakref import WeakValueDictionary

import attrs

from era_of_inventions.model.components import Area
from era_of_inventions.model.goods import ONE, Good, Goods, show
from era_of_inventions.tabletop.errors import GameError

M = TypeVar("M")
_known: WeakValueDictionary[tuple[object, ...], Any] = WeakValueDictionary()


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
        """The box: 0 upper, 1 middle, 2 lower."""
        return self // 2

    @property
    def word(self) -> str:
        """Its name in texts and documents, such as ``buy-cog``."""
        return self.name.lower().replace("_", "-")


def _area(number: int) -> Area:
    try:
        return Area(number)
    except ValueError:
        raise GameError(f"{number!r} is no area; expected one of Area, or 0 to {len(Area) - 1}") from None


def _line(number: int) -> Line:
    try:
        return Line(number)
    except ValueError:
        raise GameError(f"{number!r} is no line of the market; expected one of Line, or 0 to {len(Line) - 1}") from None


def _whole(number: SupportsIndex) -> int:
    # Equal numbers of other types, such as True or those of an array, would make moves that only look the same.
    try:
        return int(index(number))
    except TypeError:
        raise GameError(f"{number!r} cannot stand in a move; expected a whole number") from None


class _Interned(type):
    def __call__(cls: type[M], *args: Any, **kwargs: Any) -> M:
        made = type.__call__(cls, *args, **kwargs)
        return _known.setdefault((cls, *attrs.astuple(made, recurse=False)), made)  # type: ignore[no-any-return]


class Move(metaclass=_Interned):
    """Any move."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Move], tuple[Any, ...]]:
        """Pickle as the call that makes it, so that it comes back as the same object."""
        return type(self), attrs.astuple(self, recurse=False)  # type: ignore[arg-type]


@attrs.frozen(eq=False)
class PlaceDisc(Move):
    """Place one of one's action discs on an area."""

    area: Area = attrs.field(converter=_area)


@attrs.frozen(eq=False)
class Resolve(Move):
    """Take up one's disc from an area to carry out its action."""

    area: Area = attrs.field(converter=_area)


@attrs.frozen(eq=False)
class Withdraw(Move):
    """Take up one's disc from an area and do without its action."""

    area: Area = attrs.field(converter=_area)


@attrs.frozen(eq=False)
class BuildFactory(Move):
    """Build a factory that lies on the board. ``factory`` is an index into `Components.factories`."""

    factory: int = attrs.field(converter=_whole)


@attrs.frozen(eq=False)
class RunAllFactories(Move):
    """Let all of one's factories produce."""


@attrs.frozen(eq=False)
class RunFactory(Move):
    """Let one of one's factories produce. Indexes after the deck's are the start factories, by seat."""

    factory: int = attrs.field(converter=_whole)


@attrs.frozen(eq=False)
class BuyLoad(Move):
    """Buy the load of a ship or storage house. ``source`` is an index into `Components.sources`."""

    source: int = attrs.field(converter=_whole)


@attrs.frozen(eq=False)
class ProduceInvention(Move):
    """Produce the invention on a card. ``cubes`` are those chosen for the question marks of a fake card."""

    card: int = attrs.field(converter=_whole)
    cubes: Goods = attrs.field(default=0, converter=_whole, repr=show)


@attrs.frozen(eq=False)
class TakeCog(Move):
    """Take one development cog instead of trading at the exchange market."""


@attrs.frozen(eq=False)
class Exchange(Move):
    """One trade at the exchange market: give goods on a line, and take goods (or influence, or a bonus disc)."""

    line: Line = attrs.field(converter=_line)
    give: Goods = attrs.field(converter=_whole, repr=show)
    take: Goods = attrs.field(default=0, converter=_whole, repr=show)


TWO_COINS = 2 * ONE[Good.COIN]
BUY_COG = Exchange(Line.BUY_COG, TWO_COINS, ONE[Good.COG])
SELL_COG = Exchange(Line.SELL_COG, ONE[Good.COG], TWO_COINS)
COINS_FOR_INFLUENCE = Exchange(Line.COINS_FOR_INFLUENCE, TWO_COINS)
COG_FOR_INFLUENCE = Exchange(Line.COG_FOR_INFLUENCE, ONE[Good.COG])
BUY_BONUS_DISC = Exchange(Line.BONUS_DISC, TWO_COINS)


@attrs.frozen(eq=False)
class Develop(Move):
    """Develop an invention. ``space`` is an index into `Components.spaces`."""

    space: int = attrs.field(converter=_whole)


@attrs.frozen(eq=False)
class RegisterPatent(Move):
    """Register a patent and place a marker on a space of one's own, or on none (``space=None``)."""

    space: int | None = attrs.field(default=None, converter=attrs.converters.optional(_whole))


@attrs.frozen(eq=False)
class UseBonusDisc(Move):
    """Put down a bonus disc for one extra action."""


@attrs.frozen(eq=False)
class EndAction(Move):
    """End the action one is carrying out, or one's use of the final market."""


@attrs.frozen(eq=False)
class EndTurn(Move):
    """End one's turn without (another) bonus disc."""


@attrs.frozen(eq=False)
class RevealCard(Move):
    """Chance: this invention card is turned over onto the next open space."""

    card: int = attrs.field(converter=_whole)


@attrs.frozen(eq=False)
class RevealFactory(Move):
    """Chance: this factory is turned over onto the next open space."""

    factory: int = attrs.field(converter=_whole)


BONUS_MOVES = (BuildFactory, RunFactory, BuyLoad, ProduceInvention, Exchange, Develop, RegisterPatent)
"""The kinds of moves a bonus disc can carry out."""
