"""Task 2b: development cards come out set by set."""

from __future__ import annotations

from operator import add

from era_of_inventions.tabletop import Cite, changed, definition, effect, grant, trigger
from phoenicia.moves import Reveal
from phoenicia.position import Stage, State, StateDraft
from phoenicia.rules import income
from phoenicia.rules.moments import TURNED_UP
from phoenicia.rules.round import one_card_each

SECTION = "Nieuwe ontwikkelingskaarten blootleggen"
FORT_AND_GRANARY = ("fort", "granary")


@definition("display.sets-in-order", nl="de voorgaande set is opgebruikt")
def sets_in_order(position: State) -> int:
    """Cards come from set 1 first, then from sets 2, 3 and 4, each when the set before it is used up."""
    cards = zip(position.components.cards, position.table.deck, strict=True)
    return min([card.set for card, left in cards if left], default=0)


@grant("display.turned-up", when=TURNED_UP, nl="worden nu zoveel ontwikkelingskaarten blootgelegd")
def turned_up(position: State, move: Reveal) -> bool:
    """A card that is turned up comes from the shuffled cards of the current set."""
    there = position.table.deck[move.kind] > 0
    return there and position.components.cards[move.kind].set == sets_in_order(position)


@trigger("display.as-many-as-players", rulings="display_refill", nl="als er deelnemers aan de veiling")
def as_many_as_players(draft: StateDraft) -> None:
    """As many new cards are turned up as there are players, as long as there are any; unsold cards stay."""
    turn = draft.edit_turn()
    turn.stage, turn.due = Stage.REFILL, new_cards(draft)
    if not turn.due:
        laid(draft)


def new_cards(position: State) -> int:
    """Return how many cards are turned up when the refill begins."""
    lying = sum(position.table.display) if position.ruleset.display_refill == "fill-up" else 0
    return min(max(0, len(position.players) - lying), sum(position.table.deck))


@effect("display.laid-out", rulings="first_display", nl=Cite("Spelvoorbereiding", "Deze blootgelegde kaarten worden"))
def laid_out(draft: StateDraft, move: Reveal) -> None:
    """A card turned up lies in the display, where it can be put up for auction."""
    table, turn = draft.edit_table(), draft.edit_turn()
    table.deck = changed(table.deck, move.kind, -1)
    if put_aside(draft, move.kind):
        table.aside = changed(table.aside, move.kind)
        return
    table.display, turn.due = changed(table.display, move.kind), turn.due - 1
    if not turn.due:
        laid(draft)


@definition("display.first-game", rulings="first_display", nl=Cite("Spelvoorbereiding", "terug in de stapel te mixen"))
def put_aside(position: State, kind: int) -> bool:
    """In a first game a Fort or Granary turned up at first is replaced, and shuffled back once the display is laid."""
    first = position.turn.stage is Stage.FIRST_DISPLAY and position.ruleset.first_display == "no-fort-granary"
    return first and position.components.cards[kind].id in FORT_AND_GRANARY


def laid(draft: StateDraft) -> None:
    """When the cards lie there, the first production cards follow, or the income."""
    table, turn = draft.edit_table(), draft.edit_turn()
    table.deck = tuple(map(add, table.deck, table.aside))
    table.aside = (0,) * len(table.aside)
    if turn.stage is Stage.FIRST_DISPLAY:
        draft.apply(one_card_each)
    else:
        turn.seat = turn.overlord
        draft.apply(income.everybody)
