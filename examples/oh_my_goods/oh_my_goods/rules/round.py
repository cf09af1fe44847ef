"""The round: four phases, and turns in the order of play."""

from __future__ import annotations

from era_of_inventions.tabletop import NO_THINGS, ActsNow, Cards, Cite, SeatNumber, definition, effect, grant, trigger
from oh_my_goods.moves import EndProduction
from oh_my_goods.position import Stage, State, StateDraft, Turn
from oh_my_goods.rules import end, office, produce
from oh_my_goods.rules.moments import DECIDED_IN_ORDER, IN_TURNS, LAST_CHAINS


@definition("round.clockwise", nl=Cite("Nieuwe handkaarten", "vervolg met de klok mee"))
def clockwise(position: State) -> tuple[int, ...]:
    """Where players decide one after another, the active player comes first, and the others follow clockwise."""
    return position.clockwise(position.active)


@grant(
    "round.order-by-active",
    when=DECIDED_IN_ORDER,
    facts=lambda p, _: {"active player": SeatNumber(p.active)},
    nl=Cite("Nieuwe handkaarten", "start dan bij de huidige actieve"),
)
def order_by_active(position: State, occasion: ActsNow) -> bool:
    """Where a decision may depend on what others do, the active player decides first, then the others clockwise."""
    return position.turn.seat == occasion.seat


@grant("round.turn-order", when=IN_TURNS, nl=Cite("Produceren en bouwen", "Te beginnen met de actieve speler"))
def turn_order(position: State, occasion: ActsNow) -> bool:
    """In phase IV turns are taken one after another, the active player first, then clockwise."""
    return position.turn.seat == occasion.seat


@trigger("round.begins", rulings="extra_cards_add_up", nl=Cite("Spelverloop", "Elke ronde bestaat uit 4 fasen"))
def begins(draft: StateDraft) -> None:
    """A round begins with new hand cards; its other three phases are sunrise, sunset, and producing and building."""
    draft.round += 1
    for player in map(draft.edit_player, draft.seats):
        player.extra = office.extra(draft, player)
    draft.turn = Turn(Stage.EXCHANGE, draft.active)


@trigger("round.turn-ends", rulings="last_chains_when", nl=Cite("Produceren en bouwen", "daarna met de klok mee"))
def turn_ends(draft: StateDraft) -> None:
    """After a turn, the player on the left has a turn; after the last turn the round is over."""
    if end.chains_after_building(draft) and draft.turn.stage is not Stage.LAST_CHAINS:
        draft.turn = Turn(Stage.LAST_CHAINS, draft.turn.seat)
    elif (seat := draft.following(draft.turn.seat)) is not None:
        draft.apply(produce.turn_begins, seat)
    else:
        draft.apply(market_discarded)
        draft.apply(end.eight_buildings)
        draft.apply(end.one_more_round)
        draft.apply(next_active)


@effect("round.last-chains-over", when=LAST_CHAINS)
def last_chains_over(draft: StateDraft, move: EndProduction) -> None:
    """When the chains of the last round are used after building, the turn ends with them."""
    draft.apply(turn_ends)


@trigger("round.market-discarded", nl=Cite("Assistent in plaats van bouwen", "kaarten die in het marktaanbod liggen"))
def market_discarded(draft: StateDraft) -> None:
    """At the end of phase IV all market cards go to the discard pile."""
    table = draft.edit_table()
    table.discards = table.discards.together(Cards(table.morning | table.evening))
    table.morning = table.evening = NO_THINGS


@trigger("round.next-active", nl=Cite("Assistent in plaats van bouwen", "wordt de nieuwe actieve speler"))
def next_active(draft: StateDraft) -> None:
    """In the next round, the player on the left of the active player is the active player."""
    if draft.turn.stage is not Stage.OVER:
        draft.active = draft.after(draft.active)
        draft.apply(begins)
