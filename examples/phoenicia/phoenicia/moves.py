"""The moves of players and of chance. Each setting has a fixed table of them, in which the bids come last."""

from __future__ import annotations

from typing import TypeAlias

from era_of_inventions.tabletop import Choice, Count, Field, Hidden, field, move
from era_of_inventions.tabletop import Move as BaseMove
from phoenicia.position import FACES, KINDS, WORK


@move
class Reveal(BaseMove):
    """Chance: a development card of this kind is turned up."""

    kind: Field[int] = field(Choice(KINDS), "the card turned up")


@move
class Deal(BaseMove):
    """Chance: a production card of this value is dealt to the player who is served."""

    value: Field[int] = field(Hidden(Choice(FACES)), "the value of the card", seen="owner")


@move
class PutUp(BaseMove):
    """Put a card of the display up for auction."""

    kind: Field[int] = field(Choice(KINDS), "the card put up")


@move
class Pass(BaseMove):
    """Leave the auction."""


@move
class EndAuctions(BaseMove):
    """Go on to the workers."""


@move
class Train(BaseMove):
    """Train a worker."""


@move
class Employ(BaseMove):
    """Employ a trained worker."""

    activity: Field[int] = field(Choice(WORK), "where the worker is employed")


@move
class MoveWorker(BaseMove):
    """Move a worker from one activity to another."""

    origin: Field[int] = field(Choice(WORK), "where the worker comes from")
    activity: Field[int] = field(Choice(WORK), "where the worker goes")


@move
class EndWorkers(BaseMove):
    """Go on to tools and the treasury."""


@move
class BuyTool(BaseMove):
    """Buy a tool for a worker still to come."""

    activity: Field[int] = field(Choice(WORK), "where the tool will wait")


@move
class BuyPoint(BaseMove):
    """Buy a victory point in the City Center."""


@move
class ConvertCard(BaseMove):
    """Turn a production card into disks."""

    value: Field[int] = field(Choice(FACES), "the value of the card")


@move
class EndTurn(BaseMove):
    """End the turn."""


@move
class PayCard(BaseMove):
    """Pay with a production card."""

    value: Field[int] = field(Choice(FACES), "the value of the card")


@move
class PayDisks(BaseMove):
    """Pay all that is still owed in disks."""


@move
class MakeCard(BaseMove):
    """Turn four disks into a production card."""


@move
class KeepDisks(BaseMove):
    """Keep the disks."""


@move
class GiveUp(BaseMove):
    """Give up a production card for which there is no storehouse."""

    value: Field[int] = field(Choice(FACES), "the value of the card")


@move
class Bid(BaseMove):
    """Bid an amount for the card put up."""

    amount: Field[int] = field(Count(1, lambda s: s.components.most_means), "the bid")


PlayerMove: TypeAlias = (
    PutUp
    | Pass
    | EndAuctions
    | Train
    | Employ
    | MoveWorker
    | EndWorkers
    | BuyTool
    | BuyPoint
    | ConvertCard
    | EndTurn
    | PayCard
    | PayDisks
    | MakeCard
    | KeepDisks
    | GiveUp
    | Bid
)
ChanceMove: TypeAlias = Reveal | Deal
Move: TypeAlias = PlayerMove | ChanceMove
