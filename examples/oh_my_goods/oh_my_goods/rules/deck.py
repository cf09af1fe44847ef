"""The draw pile, which serves every phase, and what happens when it is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from era_of_inventions.tabletop import Cite, Move, definition, effect, grant, lifted, limit, trigger
from oh_my_goods.moves import Cover, Deal, GiveUp, GiveUpGood
from oh_my_goods.position import DRAWING, NO_CARDS, Stage, State, StateDraft, Turn, goods_of, goods_on
from oh_my_goods.rules import hand, market, produce, setup
from oh_my_goods.rules.moments import HALVING
from oh_my_goods.rules.round import clockwise

SECTION = "Nieuwe handkaarten"

SERVED: dict[Stage, Callable[[StateDraft], None]] = {
    Stage.HANDS: lambda draft: draft.apply(setup.coal),
    Stage.COAL: lambda draft: draft.apply(setup.next_player),
    Stage.EXCHANGED_CARDS: lambda draft: draft.apply(hand.exchange_first),
    Stage.NEW_CARDS: hand.new_cards_drawn,
    Stage.SUNRISE: market.row_laid,
    Stage.SUNSET: market.row_laid,
    Stage.GOODS: produce.served,
}
"""The continuation of each stage when its cards are drawn, or no more can be."""


@definition("deck.card-needed", nl=Cite("Zonsopgang", "kaarten van de trekstapel om en"))
def card_needed(position: State) -> bool:
    """Cards are needed in every phase: for hands, for the market, and for goods."""
    return position.turn.stage in DRAWING


# --- Giving up cards ------------------------------------------------------------------


@definition("deck.half-rounded-down", rulings="exhaustion_cards", nl="eventueel naar beneden afgerond")
def half_rounded_down(position: State, seat: int) -> int:
    """Half of one's hand cards is rounded down; goods and a planned card are no hand cards."""
    player = position.players[seat]
    cards = player.hand.size
    if position.ruleset.exhaustion_cards == "hand-and-goods":
        cards += goods_of(player)
    return cards // 2


@grant("deck.half-own-choice", when=HALVING, nl="de speler kiest zelf welke")
def half_own_choice(position: State, move: GiveUp | GiveUpGood) -> bool:
    """Each player chooses which cards to give up."""
    return True


@limit("deck.own-hand", nl="de helft van zijn kaarten")
def own_hand(position: State, move: GiveUp) -> bool:
    """A hand card that is given up comes from one's own hand."""
    return move.card in position.me.hand


@limit("deck.goods-stay", rulings="exhaustion_cards", nl="de helft van zijn kaarten")
def goods_stay(position: State, move: GiveUpGood) -> bool:
    """Goods need not be given up; by another reading they are cards like any others."""
    goods_count = position.ruleset.exhaustion_cards == "hand-and-goods"
    return goods_count and goods_on(position.me, move.building) > 0


@effect("deck.card-given-up", nl="iedere speler de helft van zijn")
def card_given_up(draft: StateDraft, move: GiveUp) -> None:
    """One player after another lays aside the cards to be given up; then all of them are discarded together."""
    me = draft.edit_me()
    me.hand, me.aside = me.hand.minus(move.card), me.aside.plus(move.card)
    draft.apply(given_up)


@effect("deck.good-given-up")
def good_given_up(draft: StateDraft, move: GiveUpGood) -> None:
    """A good that is given up is the card laid last."""
    me, table = draft.edit_me(), draft.edit_table()
    me.buildings, card = lifted(me.buildings, move.building)
    table.discards = table.discards.plus(card)
    draft.apply(given_up)


@trigger("deck.given-up", rulings="exhaustion_cards", nl="moet iedere speler de helft")
def given_up(draft: StateDraft) -> None:
    """When everybody has given up half, the interrupted stage goes on."""
    turn, table = draft.edit_turn(), draft.edit_table()
    turn.due -= 1
    if turn.due:
        return
    later = draft.later(turn.seat)  # taken before the interrupted stage goes on, in which somebody else may decide
    draft.resume()
    if not _asked(draft, later):
        for player in map(draft.edit_player, draft.seats):
            table.discards, player.aside = table.discards.together(player.aside), NO_CARDS


def _asked(draft: StateDraft, seats: Iterable[int]) -> bool:
    """Ask the first of these players who has cards to give up."""
    for seat in seats:
        if half := half_rounded_down(draft, seat):
            draft.interrupt(Turn(Stage.HALVING, seat, due=half))
            return True
    return False


# --- The piles ------------------------------------------------------------------------


@effect("deck.all-drawn", nl="van de trekstapel")
def all_drawn(draft: StateDraft, move: Deal | Cover) -> None:
    """When somebody has drawn all the cards that are due, the game goes on."""
    if not draft.turn.due:
        SERVED[draft.turn.stage](draft)


@effect("deck.reshuffle", rulings="reshuffle", nl="schud dan de aflegstapel")
def reshuffle(draft: StateDraft, move: Move) -> None:
    """If the draw pile is empty, the discard pile is shuffled and becomes the draw pile."""
    table = draft.table
    if table.draw.size or not table.discards.size or draft.turn.stage is Stage.HALVING:
        return
    if draft.ruleset.reshuffle == "at-once" or card_needed(draft):
        table = draft.edit_table()
        table.draw, table.discards = table.discards, NO_CARDS


@effect("deck.both-empty", rulings=("exhaustion_when", "exhaustion_cards"), nl="zowel de trekstapel als de")
def both_empty(draft: StateDraft, move: Move) -> None:
    """With both piles empty, everybody gives up half their hand cards once a card is needed; by one reading at once."""
    turn, table = draft.turn, draft.table
    if table.draw.size or table.discards.size or turn.stage in (Stage.HALVING, Stage.OVER):
        return
    if draft.ruleset.exhaustion_when == "at-once" or card_needed(draft):
        _asked(draft, clockwise(draft))


@effect("deck.not-drawn")
def not_drawn(draft: StateDraft, move: Move) -> None:
    """If there is no card left to draw, the cards due are not drawn, and nothing is owed for them."""
    while card_needed(draft) and not draft.table.draw.size:
        SERVED[draft.turn.stage](draft)
