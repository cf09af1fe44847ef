"""What a move is about, among the things that are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from era_of_inventions.model.moves import (
    BuildFactory,
    BuyLoad,
    Develop,
    Exchange,
    Move,
    PlaceDisc,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    RunAllFactories,
    RunFactory,
    TakeCog,
    Withdraw,
)
from era_of_inventions.model.state import State
from era_of_inventions.tabletop.fields import members

Thing = tuple[str, int]
"""A kind of thing that can be marked, and which of them: an area, a space, a card, a source, a line and so on."""


def things_of(move: Move, state: State) -> Iterator[Thing]:
    """What a move is about; nothing for moves that only say that one is done."""
    match move:
        case PlaceDisc(area) | Resolve(area) | Withdraw(area):
            yield "area", area
        case BuildFactory(factory):
            yield "factory", factory
        case RunFactory(factory):
            yield "run", factory
        case RunAllFactories():
            yield from (("run", factory) for factory in members(state.me.factories))
        case BuyLoad(source):
            yield "source", source
        case ProduceInvention(card):
            yield "card", card
        case TakeCog():
            yield "cog", 0
        case Exchange(line):
            yield "line", line
        case Develop(space):
            yield "space", space
        case RegisterPatent(space):
            yield "square", state.me.patents + 1
            if space is not None:
                yield "space", space
