"""Task 2c: production cards and disks."""

from __future__ import annotations

from era_of_inventions.tabletop import ABSENT, Cite, definition, effect, grant, trigger
from phoenicia.moves import Deal, KeepDisks, MakeCard
from phoenicia.position import NO_CARDS, Stage, State, StateDraft, held
from phoenicia.rules import limits, supply
from phoenicia.rules.moments import DEALT, DISKS
from phoenicia.rules.round import first_dealt

SECTION = "Productiekaarten uitdelen"
POINTS_A_CARD = 4


@trigger("income.everybody", rulings="disk_sets", nl="Voor elke 4 productiepunten ontvangt")
def everybody(draft: StateDraft) -> None:
    """Each player in turn, the Overlord first, gets a production card for every full 4 production points."""
    turn = draft.edit_turn()
    turn.stage, turn.points, turn.due = Stage.INCOME, 0, draft.me.pp // POINTS_A_CARD
    served(draft)


def _rest(position: State) -> int:
    """Return the production points for which no card is received; a card made of disks has used them up."""
    return 0 if position.turn.points else position.me.pp % POINTS_A_CARD


@trigger("income.rest-in-disks", rulings="supplies", nl="2 neutrale geldschijven")
def rest_in_disks(draft: StateDraft) -> None:
    """For each production point that is still left over, the player gets a disk."""
    draft.edit_me().disks += min(_rest(draft), supply.disks_left(draft))


@definition("income.disks-make-four", rulings="disk_sets", nl="geeft de speler twee van de")
def disks_make_four(position: State) -> bool:
    """Disks in the treasury and points left over are counted together: every four make a further card."""
    again = position.ruleset.disk_sets == "every-four" or not position.turn.points
    cards = position.table.pile.size or position.table.discards.size
    return position.me.disks + _rest(position) >= POINTS_A_CARD and again and bool(cards)


def served(draft: StateDraft) -> None:
    """Go on with the income of the player who is served, and then of the next."""
    if draft.turn.due:
        refill(draft)
        if draft.table.pile.size:
            return
        draft.apply(no_cards)
    if disks_make_four(draft):
        draft.apply(card_for_disks)
        return
    _next_player(draft)


def _next_player(draft: StateDraft) -> None:
    draft.apply(rest_in_disks)
    draft.edit_turn().points = 0
    draft.apply(everybody if draft.pass_on() else limits.after_income)


@trigger("income.no-cards", rulings=("no_cards_left", "supplies"))
def no_cards(draft: StateDraft) -> None:
    """For each card that cannot be dealt, because none is left, its player receives four disks."""
    turn, me = draft.edit_turn(), draft.edit_me()
    if draft.ruleset.no_cards_left == "four-disks":
        me.disks += min(POINTS_A_CARD * turn.due, supply.disks_left(draft))
    turn.due = 0


@trigger("income.card-for-disks", rulings="disks_to_card", nl="ontvangt nog 1 volgende productiekaart")
def card_for_disks(draft: StateDraft) -> None:
    """If the disks in the treasury and the points left over make four, they are given up for a card."""
    turn = draft.edit_turn()
    if draft.ruleset.disks_to_card == "may":
        turn.stage = Stage.DISKS
    else:
        _made(draft)


def _made(draft: StateDraft) -> None:
    turn = draft.edit_turn()
    draft.edit_me().disks -= POINTS_A_CARD - _rest(draft)
    turn.points, turn.due, turn.stage = turn.points + 1, 1, Stage.INCOME
    refill(draft)


@grant("income.may-make", when=DISKS)
def may_make(position: State, move: MakeCard | KeepDisks) -> bool:
    """By one reading each player chooses whether four disks become a card."""
    return True


@effect("income.make")
def make(draft: StateDraft, move: MakeCard) -> None:
    """Whoever gives up four disks is dealt a card for them, after the cards for production points."""
    _made(draft)


@effect("income.keep")
def keep(draft: StateDraft, move: KeepDisks) -> None:
    """Whoever keeps the disks goes without the card; the next player has income."""
    _next_player(draft)


# --- Dealing --------------------------------------------------------------------------


@grant("income.from-pile", when=DEALT, nl=Cite("Spelvoorbereiding", "ontvangt verdekt één productiekaart"))
def from_pile(position: State, move: Deal) -> bool:
    """Production cards are dealt face down from the pile."""
    return held(position, position.table.pile.known, move.value) != ABSENT


@effect(
    "income.dealt",
    rulings=("reshuffle", "disk_sets"),
    nl=Cite("Etiquette", "moeten hun productiekaarten geheim houden"),
)
def dealt(draft: StateDraft, move: Deal) -> None:
    """Whoever is dealt a card takes it in hand and keeps it secret; the number of cards, and all else, is open."""
    me, table, turn = draft.edit_me(), draft.edit_table(), draft.edit_turn()
    card = held(draft, table.pile.known, move.value)
    table.pile, me.hand = table.pile.minus(card), me.hand.plus(card)
    turn.due -= 1
    if draft.ruleset.reshuffle == "at-once":
        refill(draft)
    if turn.stage is Stage.INCOME:
        served(draft)
    else:
        first_dealt(draft)


def refill(draft: StateDraft) -> None:
    """Make the discards the pile if it is empty."""
    if not draft.table.pile.size and draft.table.discards.size:
        draft.apply(reshuffle)


@trigger("income.reshuffle", nl="als nieuwe voorraadstapel klaargelegd")
def reshuffle(draft: StateDraft) -> None:
    """When the pile is used up, the discards are shuffled and become the pile."""
    table = draft.edit_table()
    table.pile, table.discards = table.discards, NO_CARDS
