"""Phase I: new hand cards."""

from __future__ import annotations

from era_of_inventions.tabletop import definition, effect, grant, limit, trigger
from oh_my_goods.moves import Deal, Exchange, LayAside
from oh_my_goods.position import NO_CARDS, Stage, State, StateDraft, Turn
from oh_my_goods.rules.moments import CARDS_DEALT, EXCHANGE

SECTION = "Nieuwe handkaarten"
KEPT_MAX = {"all-or-none": 0, "all-but-one": 1}
"""How many cards can be kept by whoever exchanges others, by reading."""


@grant("hand.exchange-any", when=EXCHANGE, nl="zoveel handkaarten als hij wil")
def exchange_any(position: State, move: LayAside) -> bool:
    """Each player may discard as many hand cards as they like, chosen before any new card is seen."""
    return True


@limit("hand.own-cards", nl="handkaarten als hij wil afleggen")
def own_cards(position: State, move: LayAside) -> bool:
    """The cards to be exchanged come from one's own hand."""
    return move.card in position.me.hand


@grant("hand.exchange-once", when=EXCHANGE, nl="mag zoveel handkaarten")
def exchange_once(position: State, move: Exchange) -> bool:
    """Each player exchanges once in a round; exchanging nothing counts too."""
    return True


@limit(
    "hand.exchange-all",
    rulings="exchange",
    facts=lambda p, _: {"laid aside": p.me.aside.size, "hand cards left": p.me.hand.size},
)
def exchange_all(position: State, move: Exchange) -> bool:
    """By other readings one exchanges the whole hand or nothing; by one of them, also all but one card."""
    kept = position.me.hand.size if position.me.aside.size else 0
    return position.ruleset.exchange == "any" or kept <= KEPT_MAX[position.ruleset.exchange]


@effect("hand.laid-aside", nl="handkaarten als hij wil afleggen")
def laid_aside(draft: StateDraft, move: LayAside) -> None:
    """Cards to be exchanged are laid aside until all of them have been chosen."""
    me = draft.edit_me()
    me.hand, me.aside = me.hand.minus(move.card), me.aside.plus(move.card)


@effect("hand.exchange-same-number", nl="hetzelfde aantal kaarten")
def exchange_same_number(draft: StateDraft, move: Exchange) -> None:
    """The exchanged cards go to the discard pile, and as many cards are drawn."""
    me, table = draft.edit_me(), draft.edit_table()
    if me.aside.size:
        draft.turn = Turn(Stage.EXCHANGED_CARDS, draft.turn.seat, me.aside.size)
        table.discards, me.aside = table.discards.together(me.aside), NO_CARDS
    else:
        draft.apply(exchange_first)


@trigger("hand.exchange-first", nl="Daarna pakt iedere speler")
def exchange_first(draft: StateDraft) -> None:
    """All exchange in the order of play; only then are the two new cards drawn."""
    if draft.pass_on():
        draft.turn = Turn(Stage.EXCHANGE, draft.turn.seat)
    else:
        draft.turn = Turn(Stage.NEW_CARDS, draft.turn.seat, draw_two(draft))


@definition("hand.draw-two", nl="pakt iedere speler 2 kaarten")
def draw_two(position: State) -> int:
    """Each player draws two cards, and those that market offices give; a hand may be of any size."""
    return 2 + position.me.extra


@grant("hand.from-draw-pile", when=CARDS_DEALT, nl="van de trekstapel pakken")
def from_draw_pile(position: State, move: Deal) -> bool:
    """Cards are drawn from the draw pile."""
    return move.card in position.table.draw


@effect("hand.drawn", nl="kaarten van de trekstapel")
def drawn(draft: StateDraft, move: Deal) -> None:
    """Whoever draws a card takes it into the hand, unseen by the others."""
    me, table, turn = draft.edit_me(), draft.edit_table(), draft.edit_turn()
    me.hand, table.draw, turn.due = me.hand.plus(move.card), table.draw.minus(move.card), turn.due - 1


def new_cards_drawn(draft: StateDraft) -> None:
    """When a player has drawn the new cards, the next one does; after the last one the sun rises."""
    if draft.pass_on():
        draft.edit_turn().due = draw_two(draft)
    else:
        draft.turn = Turn(Stage.SUNRISE, draft.active)
