"""The moves of players and of chance: a closed table of each setting, in which the bids come last."""

from __future__ import annotations

from typing import TypeAlias

from era_of_inventions.tabletop import Choice, Count, Field, Hidden, Move, field, move
from phoenicia.position import FACES, KINDS, WORK


@move
class Reveal(Move):
    """Chance: a development card of this kind is turned up."""

    kind: Field[int] = field(Choice(KINDS), "kind")


@move
class Deal(Move):
    """Chance: a production card of this value is dealt to the player who is served."""

    value: Field[int] = field(Hidden(Choice(FACES)), "value", seen="owner")


@move
class PutUp(Move):
    """Put a displayed card up for auction."""

    kind: Field[int] = field(Choice(KINDS), "kind")


@move
class Pass(Move):
    """Leave the auction."""


@move
class EndAuctions(Move):
    """Go on to the workers."""


@move
class Train(Move):
    """Train a worker."""


@move
class Employ(Move):
    """Employ a trained worker."""

    activity: Field[int] = field(Choice(WORK), "activity")


@move
class MoveWorker(Move):
    """Move a worker from one activity to another."""

    origin: Field[int] = field(Choice(WORK), "origin")
    activity: Field[int] = field(Choice(WORK), "activity")


@move
class EndWorkers(Move):
    """Go on to tools and the treasury."""


@move
class BuyTool(Move):
    """Buy a tool for a worker still to come."""

    activity: Field[int] = field(Choice(WORK), "activity")


@move
class BuyPoint(Move):
    """Buy a victory point in the City Center."""


@move
class ConvertCard(Move):
    """Turn a production card into disks."""

    value: Field[int] = field(Choice(FACES), "value")


@move
class EndTurn(Move):
    """End the turn."""


@move
class PayCard(Move):
    """Hand in a production card toward the debt."""

    value: Field[int] = field(Choice(FACES), "value")


@move
class PayDisks(Move):
    """Pay the rest of the debt in disks."""


@move
class MakeCard(Move):
    """Turn four disks into a production card."""


@move
class KeepDisks(Move):
    """Keep the disks."""


@move
class GiveUp(Move):
    """Give up a production card for which there is no storehouse."""

    value: Field[int] = field(Choice(FACES), "value")


@move
class Bid(Move):
    """Bid an amount for the card put up."""

    amount: Field[int] = field(Count(1, lambda s: s.components.most_means), "amount")


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
AnyMove: TypeAlias = PlayerMove | ChanceMove
