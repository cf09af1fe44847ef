"""Phases II and III: the market supply of the morning and the evening."""

from __future__ import annotations

from era_of_inventions.tabletop import Cite, definition, effect, grant, plus
from oh_my_goods.moves import Reveal
from oh_my_goods.position import Stage, State, StateDraft
from oh_my_goods.rules import plan, produce
from oh_my_goods.rules.moments import CARDS_REVEALED, SUNRISE, SUNSET

SECTION = "Zonsopgang"
HALF_SUNS = 2


@grant("market.from-draw-pile", when=CARDS_REVEALED, nl="draait één voor één kaarten")
def from_draw_pile(position: State, move: Reveal) -> bool:
    """The active player turns over cards of the draw pile, one by one, at sunrise and again at sunset."""
    return move.card in position.table.draw


@effect("market.first-row", when=SUNRISE, nl="open in een rij midden")
def first_row(draft: StateDraft, move: Reveal) -> None:
    """Cards turned over at sunrise lie face up in a row: the market supply. Only their raw materials count."""
    table = draft.edit_table()
    table.draw, table.morning = table.draw.minus(move.card), plus(table.morning, move.card)


@effect("market.second-row", when=SUNSET, nl=Cite("Zonsondergang", "in een tweede rij"))
def second_row(draft: StateDraft, move: Reveal) -> None:
    """Cards turned over at sunset form a second row of the market supply; in phase IV both rows count."""
    table = draft.edit_table()
    table.draw, table.evening = table.draw.minus(move.card), plus(table.evening, move.card)


@definition("market.two-half-suns", nl=Cite("Zonsondergang", "2 halve zonnen in deze rij"))
def two_half_suns(position: State) -> bool:
    """A row is complete as soon as it shows two half suns; the card with the second one belongs to the row."""
    table, suns = position.table, position.components.suns
    row = table.morning if position.turn.stage is Stage.SUNRISE else table.evening
    return (row & suns).bit_count() >= HALF_SUNS


@effect("market.row-complete", nl="in totaal 2 halve zonnen")
def row_complete(draft: StateDraft, move: Reveal) -> None:
    """When a row is complete, no more cards are turned over: at sunrise the market is open, at sunset closed."""
    if two_half_suns(draft):
        row_laid(draft)


def row_laid(draft: StateDraft) -> None:
    """When the row is laid, planning follows after sunrise, and producing after sunset."""
    if draft.turn.stage is Stage.SUNRISE:
        draft.apply(plan.begins)
    else:
        draft.apply(produce.turn_begins, draft.active)
