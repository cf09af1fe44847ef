"""The round: turns, and the administration after them."""

from __future__ import annotations

from era_of_inventions.tabletop import NO_THINGS, ActsNow, Cite, SeatNumber, definition, grant, members, minus, trigger
from phoenicia.position import Stage, State, StateDraft
from phoenicia.rules.moments import IN_TURN, TOGETHER

SECTION = "De speelbeurt van de spelers"


@definition("round.clockwise", nl="met de wijzers van de klok")
def clockwise(position: State) -> tuple[int, ...]:
    """In turns and administration the Overlord comes first, and the others follow clockwise."""
    return position.clockwise(position.turn.overlord)


@grant(
    "round.one-turn-each",
    when=IN_TURN,
    facts=lambda p, _: {"Overlord": SeatNumber(p.turn.overlord)},
    nl="om de beurt zijn speelbeurt uit",
)
def one_turn_each(position: State, occasion: ActsNow) -> bool:
    """Each player has one turn in a round, the Overlord first and then clockwise."""
    return position.turn.seat == occasion.seat


@grant("round.who-is-asked", when=TOGETHER, nl=Cite("Kaarten veilen", "de andere spelers om de beurt"))
def who_is_asked(position: State, occasion: ActsNow) -> bool:
    """In an auction, at a payment and in the administration whoever is asked acts, no matter whose turn it is."""
    return position.turn.seat == occasion.seat


@trigger("round.begins", nl="Te beginnen met de Overlord")
def begins(draft: StateDraft) -> None:
    """A round begins with the turn of the Overlord and ends when the administration after the turns is done."""
    turn = draft.edit_turn()
    turn.round, turn.winners, turn.due = turn.round + 1, NO_THINGS, 0
    draft.apply(turn_begins, turn.overlord)


@trigger("round.turn-begins", nl="kaarten veilen")
def turn_begins(draft: StateDraft, seat: int) -> None:
    """A turn has three steps in this order: auctions; workers; tools and treasury."""
    turn = draft.edit_turn()
    turn.stage, turn.seat, turn.active, turn.points = Stage.OFFER, seat, seat, 0


@trigger(
    "round.one-card-each", rulings="first_hand", nl=Cite("Spelvoorbereiding", "ontvangt verdekt één productiekaart")
)
def one_card_each(draft: StateDraft) -> None:
    """Each player is dealt one production card face down; in a first game each gets a preset card instead."""
    turn, table = draft.edit_turn(), draft.edit_table()
    turn.stage, turn.seat, turn.due = Stage.FIRST_CARDS, turn.overlord, 1
    if draft.ruleset.first_hand == "preset-five":
        for player, card in zip(map(draft.edit_player, draft.seats), members(table.gone), strict=False):
            table.gone, player.hand = minus(table.gone, card), player.hand.plus(card)
        draft.apply(begins)


def first_dealt(draft: StateDraft) -> None:
    """When a player has the first production card, the next gets one; after the last one the first round begins."""
    if draft.pass_on():
        draft.edit_turn().due = 1
    else:
        draft.apply(begins)
