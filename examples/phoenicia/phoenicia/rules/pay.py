"""Paying with production cards and disks."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from era_of_inventions.tabletop import ABSENT, Cite, changed, effect, grant, limit, trigger
from phoenicia.moves import BuyPoint, BuyTool, Employ, MoveWorker, PayCard, PayDisks, Train
from phoenicia.position import Purpose, Stage, State, StateDraft, Turn, held
from phoenicia.rules import gain, supply, treasury, workers
from phoenicia.rules.moments import PAYMENT

SECTION = "Kaarten veilen"
Priced: TypeAlias = Train | Employ | MoveWorker | BuyTool | BuyPoint
"""The moves that cost something, other than a bid."""
FOLLOWS = {
    Purpose.CARD: gain.after_payment,
    Purpose.TRAINING: workers.trained,
    Purpose.EMPLOYMENT: workers.employed,
    Purpose.MOVE: workers.moved,
    Purpose.TOOL: treasury.tool_covers,
    Purpose.POINT: treasury.point_bought,
}
"""The effect of each payment."""
STAGE_OF = {Purpose.CARD: Stage.OFFER, Purpose.TOOL: Stage.TOOLS, Purpose.POINT: Stage.TOOLS}
"""The stage that goes on after a payment, unless it is that of the workers."""
PURPOSE_OF: dict[type, Purpose] = {
    Train: Purpose.TRAINING,
    Employ: Purpose.EMPLOYMENT,
    MoveWorker: Purpose.MOVE,
    BuyTool: Purpose.TOOL,
    BuyPoint: Purpose.POINT,
}


WITH_PLACE = frozenset({Purpose.EMPLOYMENT, Purpose.MOVE, Purpose.TOOL})
"""The purposes that name an activity."""


def paid_for(turn: Turn) -> Priced | None:
    """Return the move that is being paid for; None for a bid, or if the position does not name it."""
    if turn.purpose is None or turn.purpose is Purpose.CARD or (turn.purpose in WITH_PLACE and turn.place == ABSENT):
        return None
    paid: dict[Purpose, Priced] = {
        Purpose.TRAINING: Train(),
        Purpose.EMPLOYMENT: Employ(turn.place),
        Purpose.MOVE: MoveWorker(turn.origin, turn.place),
        Purpose.TOOL: BuyTool(turn.place),
        Purpose.POINT: BuyPoint(),
    }
    return paid[turn.purpose]


def price(position: State, move: Priced) -> int:
    """Return the price of a move."""
    return treasury.price(position, move) if isinstance(move, BuyTool | BuyPoint) else workers.price(position, move)


def owe(draft: StateDraft, purpose: Purpose, amount: int) -> None:
    """Have the player who decides pay; without a production card there is nothing to choose."""
    turn = draft.edit_turn()
    turn.purpose, turn.owed, turn.lowest, turn.stage = purpose, amount, 0, Stage.PAYMENT
    if not amount or not draft.me.hand.size:
        draft.apply(change)


@effect(
    "pay.owed",
    rulings="moved_onto_tool",
    nl=Cite("Arbeiders opleiden, inzetten, verplaatsen", "kan hij zijn vermogen inzetten om"),
)
def owed(draft: StateDraft, move: Priced) -> None:
    """Workers, tools and points are paid for with one's wealth: production cards and disks."""
    turn = draft.edit_turn()
    turn.place, turn.origin = getattr(move, "activity", ABSENT), getattr(move, "origin", ABSENT)
    owe(draft, PURPOSE_OF[type(move)], price(draft, move))


@grant("pay.cards-or-disks", when=PAYMENT, nl="met productiekaarten en/of geldschijven")
def cards_or_disks(position: State, move: PayCard | PayDisks) -> bool:
    """One pays with production cards, with disks, or with both."""
    return True


@limit("pay.own-card", nl=Cite("Etiquette", "niet onder elkaar handelen"))
def own_card(position: State, move: PayCard) -> bool:
    """A card that is handed in comes from one's own hand, for players give each other nothing."""
    return held(position, position.me.hand.known, move.value) != ABSENT


@limit(
    "pay.needed-cards",
    rulings="overpay",
    facts=lambda p, _: {"still owed": p.turn.owed},
    nl="zonder probleem mag worden gewisseld",
)
def needed_cards(position: State, move: PayCard) -> bool:
    """Every card handed in is needed: the others alone would not be enough. Disks need not be used first."""
    turn, value = position.turn, position.components.values[move.value]
    hand = position.components.money.counts(position.me.hand.known)
    others = changed(hand, move.value, -1) if hand[move.value] else hand
    return payable(position, turn.owed - value, min(turn.lowest or value, value), others)


def payable(position: State, owed: int, lowest: int, hand: tuple[int, ...]) -> bool:
    """Return whether the deciding player can pay the debt from a hand without a card that ends up superfluous."""
    disks, overpay = position.me.disks, position.ruleset.overpay
    spare = disks if overpay == "no-card-if-disks-do" else 0
    return overpay == "freely" or _payable(owed, lowest, hand, position.components.values, disks, spare)


@lru_cache(maxsize=1 << 14)
def _payable(owed: int, lowest: int, hand: tuple[int, ...], values: tuple[int, ...], disks: int, counted: int) -> bool:
    """Return whether the rest can be paid without a card that the others and the disks make superfluous."""
    if owed <= disks:
        return owed + lowest > counted
    return any(
        _payable(owed - value, min(lowest, value), changed(hand, face, -1), values, disks, counted)
        for face, value in enumerate(values)
        if hand[face]
    )


@limit(
    "pay.enough-disks",
    facts=lambda p, _: {"still owed": p.turn.owed, "disks": p.me.disks},
    nl="Deze speler betaalt het geboden bedrag",
)
def enough_disks(position: State, move: PayDisks) -> bool:
    """Whoever pays in disks has as many disks as are still owed."""
    return position.turn.owed <= position.me.disks


@effect("pay.to-discard", nl=Cite("Productiekaarten uitdelen", "wordt de aflegstapel zeer grondig gemixt"))
def to_discard(draft: StateDraft, move: PayCard) -> None:
    """Spent production cards go to the open discard pile; a preset card leaves the game."""
    turn = draft.edit_turn()
    value = treasury.discard(draft, move.value)
    turn.owed, turn.lowest = turn.owed - value, min(turn.lowest or value, value)
    if turn.owed <= 0 or not draft.me.hand.size:
        draft.apply(change)


@effect("pay.in-disks", nl="met productiekaarten en/of geldschijven")
def in_disks(draft: StateDraft, move: PayDisks) -> None:
    """The rest is paid in disks, each worth 1."""
    draft.apply(change)


@trigger("pay.change", rulings="supplies", nl="neemt één schijf als wisselgeld")
def change(draft: StateDraft) -> None:
    """Change comes back in disks; during a turn one's treasury may hold more than its limit."""
    turn, me = draft.edit_turn(), draft.edit_me()
    purpose = turn.purpose
    left = max(0, supply.disks_left(draft) - (purpose is Purpose.TOOL))
    me.disks += min(-turn.owed, left)
    turn.owed, turn.lowest, turn.purpose = 0, 0, None
    if purpose is None:
        return
    turn.stage = STAGE_OF.get(purpose, Stage.WORKERS)
    draft.apply(FOLLOWS[purpose])
    turn = draft.edit_turn()
    turn.kind = turn.place = turn.origin = ABSENT
    turn.bid, turn.bidders, turn.seat = 0, turn.bidders & 0, turn.active
