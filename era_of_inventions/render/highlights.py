"""The things in a picture that a move refers to."""

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
"""A kind of thing that can be highlighted (an area, a space, a card and so on), and its number."""


def things_of(move: Move, state: State) -> Iterator[Thing]:
    """Yield the things that a move refers to; none for moves such as ending a turn."""
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
