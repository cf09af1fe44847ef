"""The closed table of moves: every move there is with a set of components, each with a stable number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from era_of_inventions.model.components import Area, Components
from era_of_inventions.model.goods import FINE_CUBES, NO_GOODS, ONE, Good, Goods
from era_of_inventions.model.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    SELL_COG,
    BuildFactory,
    BuyLoad,
    Develop,
    EndAction,
    EndTurn,
    Exchange,
    Line,
    Move,
    PlaceDisc,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    RevealCard,
    RevealFactory,
    RunAllFactories,
    RunFactory,
    TakeCog,
    UseBonusDisc,
    Withdraw,
)


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
    """Return the table. A move's number is its index."""
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
