"""Task 2d: the limits of storehouses and treasury."""

from __future__ import annotations

from collections.abc import Iterable

from era_of_inventions.tabletop import ABSENT, definition, effect, grant, limit, trigger
from phoenicia.moves import GiveUp
from phoenicia.position import Stage, State, StateDraft, held
from phoenicia.rules import round as rounds
from phoenicia.rules import supply, treasury
from phoenicia.rules.moments import LIMITS

SECTION = "Limieten van pakhuizen en vermogen"


@definition("limits.cards-per-storehouse", nl="meer productiekaarten hebben als pakhuizen")
def cards_per_storehouse(position: State, seat: int) -> int:
    """One keeps at most one production card for each storehouse, and gives up the rest."""
    player = position.players[seat]
    return max(0, player.hand.size - player.storehouses)


@trigger("limits.after-income", nl="Na de verdeling van de productiekaarten")
def after_income(draft: StateDraft) -> None:
    """After the income, disks above the limit are lost and surplus cards are given up, clockwise from the Overlord."""
    for player in map(draft.edit_player, draft.seats):
        player.disks = min(player.disks, treasury.disk_limit(draft, player))
    _ask(draft, rounds.clockwise(draft))


def _ask(draft: StateDraft, seats: Iterable[int]) -> None:
    """Ask the first of these players with a surplus to give up cards; without one, the next round begins."""
    for seat in seats:
        if surplus := cards_per_storehouse(draft, seat):
            turn = draft.edit_turn()
            turn.stage, turn.seat, turn.due = Stage.LIMITS, seat, surplus
            return
    draft.apply(rounds.begins)


@grant("limits.own-choice", when=LIMITS, nl="zelf kiezen welke")
def own_choice(position: State, move: GiveUp) -> bool:
    """Each player chooses which cards to give up."""
    return True


@limit("limits.own-card", nl="overtollige productiekaarten afgeven")
def own_card(position: State, move: GiveUp) -> bool:
    """A card that is given up comes from one's own hand."""
    return held(position, position.me.hand.known, move.value) != ABSENT


@effect("limits.value-to-treasury", rulings="supplies", nl="puntwaarde van zijn afgelegde kaart omzetten")
def value_to_treasury(draft: StateDraft, move: GiveUp) -> None:
    """The value of a card given up fills the treasury as far as there is room; the rest is lost."""
    me, turn = draft.edit_me(), draft.edit_turn()
    value = treasury.discard(draft, move.value)
    me.disks += max(0, min(value, supply.disks_left(draft), treasury.disk_limit(draft, me) - me.disks))
    turn.due -= 1
    if not turn.due:
        _ask(draft, draft.later(turn.seat))
