"""Building, and paying with goods."""

from __future__ import annotations

from era_of_inventions.tabletop import ABSENT, Facts, Stack, Tally, cost, effect, grant, lifted, limit, members, trigger
from oh_my_goods.moves import Build, Pass, Pay
from oh_my_goods.position import NO_CARDS, Stage, State, StateDraft, Turn, goods_on, worth
from oh_my_goods.rules.moments import BUILDING, PAYMENT
from oh_my_goods.rules.round import turn_ends

SECTION = "Bouwen"


def _planned(position: State) -> int:
    """Return the card that is planned; `ABSENT` without one."""
    return next(iter(members(position.me.planned.known)), ABSENT)


def _price(position: State) -> Tally | None:
    """Return how much of the worth of the goods the planned card costs; None without one."""
    if (card := _planned(position)) == ABSENT:
        return None
    return Tally(cost_printed(position, card), worth(position, position.me), "coins in goods")


def _means(position: State, _: object) -> Facts:
    price = _price(position)
    return {"cost": price.number if price else "nothing planned", "goods worth": worth(position, position.me)}


@cost("build.cost-printed", on=Build, nl="aangegeven bouwkosten")
def cost_printed(position: State, card: int) -> int:
    """A building costs the number of coins on it."""
    return position.components.buildings[card].cost


@grant("build.may", when=BUILDING, nl="de speler mag nu het gebouw")
def may(position: State, move: Build) -> bool:
    """After producing a player may build."""
    return True


@limit("build.planned-only", nl="dat hij in fase 2 gedekt")
def planned_only(position: State, move: Build) -> bool:
    """Only the card that was laid face down in phase II is built."""
    return position.me.planned.size > 0


@limit("build.at-least-cost", facts=_means, count=lambda p, _: _price(p), nl="gelijk aan of hoger dan de")
def at_least_cost(position: State, move: Build) -> bool:
    """The goods of the player have to be worth at least as much as the building costs."""
    card = _planned(position)
    return card == ABSENT or worth(position, position.me) >= cost_printed(position, card)


@effect("build.pay-with-goods", nl="dan moet hij goederen afleggen")
def pay_with_goods(draft: StateDraft, move: Build) -> None:
    """A building is paid for with goods before it is put on the table."""
    draft.interrupt(Turn(Stage.PAYMENT, draft.turn.seat, owed=cost_printed(draft, _planned(draft))))


# --- Paying ---------------------------------------------------------------------------


@grant("build.any-goods", when=PAYMENT, nl="goederen afleggen met een totale")
def any_goods(position: State, move: Pay) -> bool:
    """One pays with any goods of one's own, from any buildings, even goods made in this turn; never with hand cards."""
    return goods_on(position.me, move.building) > 0


@effect("build.goods-discarded", nl="goederen afleggen met een totale")
def goods_discarded(draft: StateDraft, move: Pay) -> None:
    """Goods that are paid go to the discard pile; from a building goes the good laid last."""
    me, table, turn = draft.edit_me(), draft.edit_table(), draft.edit_turn()
    me.buildings, card = lifted(me.buildings, move.building)
    table.discards = table.discards.plus(card)
    turn.owed = max(0, turn.owed - draft.components.value_of[move.building])
    if not turn.owed:
        draft.apply(no_change)


@trigger("build.no-change", nl="ontvangt de speler geen wisselgeld")
def no_change(draft: StateDraft) -> None:
    """Once the cost is covered no more is paid, and nobody gives change if too much was paid."""
    turn = draft.edit_turn()
    if turn.hiring != ABSENT or turn.at != ABSENT:
        turn.stage = Stage.ASSISTANT_PLACED
    else:
        draft.resume()
        draft.apply(built)


@trigger("build.built", nl="gedekt voor zich heeft gelegd bouwen")
def built(draft: StateDraft) -> None:
    """A new building lies in front of its owner, without goods; people work there from the next phase II on."""
    me = draft.edit_me()
    me.buildings, me.planned = (*me.buildings, Stack(_planned(draft))), NO_CARDS
    draft.apply(turn_ends)


# --- Not building ---------------------------------------------------------------------


@grant("build.need-not", when=BUILDING, nl="Wil of kan hij dat niet")
def need_not(position: State, move: Pass) -> bool:
    """Nobody has to build or to hire."""
    return True


@trigger("build.back-to-hand", nl="neemt hij de kaart weer in")
def back_to_hand(draft: StateDraft) -> None:
    """A planned card that is not built returns to the hand, unseen."""
    me = draft.edit_me()
    me.hand, me.planned = me.hand.together(me.planned), NO_CARDS


@effect("build.passed", nl="neemt hij de kaart weer in")
def passed(draft: StateDraft, move: Pass) -> None:
    """Whoever neither builds nor hires takes the card back, and the turn is over."""
    draft.apply(back_to_hand)
    draft.apply(turn_ends)
