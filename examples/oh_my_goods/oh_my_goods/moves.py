"""The moves of players and of chance. Each setting has a fixed table of them."""

from __future__ import annotations

from typing import TypeAlias

from era_of_inventions.tabletop import Choice, Field, Hidden, Sealed, field, move
from era_of_inventions.tabletop import Move as BaseMove
from oh_my_goods.position import (
    BUILDINGS,
    CHARBURNERS,
    DECK,
    MODES,
    PRODUCTIVE,
    SEALED_PLANS,
    SIDES,
    Mode,
    State,
    builder,
)


def _planned(position: State, seat: int) -> bool:
    """Return whether the plan of a seat is sealed, or its card lies face down."""
    face_down = position.players[seat].planned.size > 0 and builder(position) != seat
    return face_down or SEALED_PLANS.holds(position, seat)


def _built(position: State, seat: int, plan: BaseMove) -> bool:
    """Return whether a plan was to build nothing, or the card is shown because it is being built."""
    return not isinstance(plan, PlanBuilding) or builder(position) == seat


PLANNED = Sealed(_planned, _built)
A_CARD = Choice(DECK)
AN_UNSEEN_CARD = Hidden(A_CARD)
A_PRODUCER = Choice(PRODUCTIVE)

# --- Chance ---------------------------------------------------------------------------


@move
class DealCharburner(BaseMove):
    """Chance: this charburner is dealt to the next player."""

    card: Field[int] = field(Choice(CHARBURNERS), "the charburner")


@move
class Offer(BaseMove):
    """Chance: this side of an assistant is laid out."""

    assistant: Field[int] = field(Choice(SIDES), "the side that is laid out")


@move
class Deal(BaseMove):
    """Chance: this card is drawn by the player who is served."""

    card: Field[int] = field(AN_UNSEEN_CARD, "the card that is drawn", seen="owner")


@move
class Cover(BaseMove):
    """Chance: this card is laid face down on a building."""

    card: Field[int] = field(AN_UNSEEN_CARD, "the card that is laid on the building", seen="nobody")


@move
class Reveal(BaseMove):
    """Chance: this card is turned over for the market."""

    card: Field[int] = field(A_CARD, "the card turned over")


# --- New hand cards -------------------------------------------------------------------


@move
class LayAside(BaseMove):
    """Lay a hand card aside, to be exchanged."""

    card: Field[int] = field(AN_UNSEEN_CARD, "the card laid aside", seen="owner")


@move
class Exchange(BaseMove):
    """Discard the cards laid aside, and draw as many."""


@move
class GiveUp(BaseMove):
    """Give up a hand card, because both piles are empty."""

    card: Field[int] = field(AN_UNSEEN_CARD, "the card given up", seen="owner")


@move
class GiveUpGood(BaseMove):
    """Give up a good, because both piles are empty."""

    building: Field[int] = field(A_PRODUCER, "the building whose good is given up")


# --- Planning -------------------------------------------------------------------------


@move
class MoveAssistant(BaseMove):
    """Take an assistant from a building, to be put at another."""

    building: Field[int] = field(Choice(BUILDINGS), "where the assistant works")


@move
class Stay(BaseMove):
    """Move no more assistants."""


@move
class Work(BaseMove):
    """Put the craftsman under a building, to work neatly or sloppily."""

    building: Field[int] = field(Hidden(Choice(BUILDINGS)), "where the craftsman works", seen=SEALED_PLANS)
    mode: Field[Mode | int] = field(Hidden(Choice(MODES)), "how he works", seen=SEALED_PLANS)


@move
class NoWork(BaseMove):
    """Keep the craftsman out, because there is no place for him."""


@move
class PlanBuilding(BaseMove):
    """Lay a hand card face down: the building of this round."""

    card: Field[int] = field(AN_UNSEEN_CARD, "the card laid face down", seen=PLANNED)


@move
class PlanNothing(BaseMove):
    """Plan no building."""

    looks_like = PlanBuilding


# --- Producing and building -----------------------------------------------------------


@move
class Produce(BaseMove):
    """Have the person at a building produce there."""

    building: Field[int] = field(A_PRODUCER, "the building that produces")


@move
class Spend(BaseMove):
    """Discard a hand card as a raw material that the market lacks."""

    card: Field[int] = field(A_CARD, "the card that is discarded")


@move
class UseChain(BaseMove):
    """Use the production chain of a building once."""

    building: Field[int] = field(A_PRODUCER, "the building whose chain is used")


@move
class Lay(BaseMove):
    """Lay a hand card on the building whose chain is used."""

    card: Field[int] = field(A_CARD, "the card that is laid on the building")


@move
class Shift(BaseMove):
    """Move a good from a building to the one whose chain is used."""

    building: Field[int] = field(A_PRODUCER, "where the good comes from")


@move
class EndProduction(BaseMove):
    """Produce no more in this turn."""


@move
class Build(BaseMove):
    """Build the planned building."""


@move
class Hire(BaseMove):
    """Hire an assistant."""

    assistant: Field[int] = field(Choice(SIDES), "the side of the assistant")


@move
class Pay(BaseMove):
    """Pay with a good from a building."""

    building: Field[int] = field(A_PRODUCER, "where the good comes from")


@move
class Post(BaseMove):
    """Put the assistant who was hired or taken up at a building."""

    building: Field[int] = field(Choice(BUILDINGS), "where the assistant will work")


@move
class Pass(BaseMove):
    """Neither build nor hire."""


PlayerMove: TypeAlias = (
    LayAside
    | Exchange
    | GiveUp
    | GiveUpGood
    | MoveAssistant
    | Stay
    | Work
    | NoWork
    | PlanBuilding
    | PlanNothing
    | Produce
    | Spend
    | UseChain
    | Lay
    | Shift
    | EndProduction
    | Build
    | Hire
    | Pay
    | Post
    | Pass
)
ChanceMove: TypeAlias = DealCharburner | Offer | Deal | Cover | Reveal
Move: TypeAlias = PlayerMove | ChanceMove
