"""The end of a turn, and task 2a: the end of the game or a new Overlord."""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.tabletop import Cite, definition, effect, trigger
from phoenicia.moves import EndTurn
from phoenicia.position import Stage, State, StateDraft
from phoenicia.rules import display
from phoenicia.rules.round import turn_begins

SECTION = "Zegepunten en nieuwe Overlord"
CITY_STATE = 32


@effect("overlord.next-turn", nl=Cite("De speelbeurt van de spelers", "met de wijzers van de klok"))
def next_turn(draft: StateDraft, move: EndTurn) -> None:
    """After a turn, the player on the left has a turn; after the last turn the administration begins."""
    seat = draft.following(draft.turn.active)
    if seat is None:
        draft.apply(end_check)
    else:
        draft.apply(turn_begins, seat)


@definition("overlord.city-state", nl=Cite("Overzicht en doel van het spel", "32 of meer zegepunten"))
def city_state(position: State) -> bool:
    """Whoever has 32 victory points or more has founded a city-state."""
    return max(player.vp for player in position.players) >= CITY_STATE


@trigger("overlord.end-check", nl="nadat alle spelers hun speelbeurt hebben")
def end_check(draft: StateDraft) -> None:
    """If there is a city-state when all turns of a round are over, the game ends; the Overlord stays Overlord."""
    if city_state(draft):
        draft.edit_turn().stage = Stage.OVER
    else:
        draft.apply(most_points)


@trigger("overlord.most-points", nl="speler met de meeste zegepunten de")
def most_points(draft: StateDraft) -> None:
    """If the game goes on after a round, the player with the most victory points becomes Overlord."""
    turn = draft.edit_turn()
    most = max(player.vp for player in draft.players)
    turn.overlord = turn.active = turn.seat = tie_order(draft, [player.vp == most for player in draft.players])
    draft.apply(display.as_many_as_players)


@definition("overlord.tie-order", nl="als eerste aan de beurt")
def tie_order(position: State, leads: Sequence[bool]) -> int:
    """Of tied players the first in turn after the old Overlord takes over; an old Overlord who ties does not stay."""
    return next(seat for seat in position.clockwise(position.after(position.turn.overlord)) if leads[seat])
