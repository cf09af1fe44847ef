"""Placing the action discs.

A round begins with placement: pass after pass, each player in seat order puts one disc
on an area.
"""

from __future__ import annotations

from era_of_inventions.moves import PlaceDisc
from era_of_inventions.position import CHOICE, PLACEMENT, Draft, Position, fresh_turn
from era_of_inventions.rules.moments import DISC_PLACED
from era_of_inventions.rules.setup import discs_each
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Tally, definition, effect, grant, limit


def occupancy(position: Position, area: int) -> int:
    """Return how many discs lie on an area."""
    return sum(player.discs >> area & 1 for player in position.players)


@definition(
    "placement.next-to-place",
    nl=Cite("Spelverloop", "Een spelronde bestaat uit 2 delen"),
    de=Cite("Spielverlauf", "Eine Spielrunde besteht aus 2 Phasen"),
    en=Cite("Game Play", "A round consists of two parts"),
)
def next_to_place(position: Position) -> int | None:
    """In a round all action discs are first placed and then resolved; resolving waits for the last disc."""
    each = discs_each(position.setting.players)
    for seat in position.clockwise(position.after(position.turn.seat)):
        if position.players[seat].discs.bit_count() < each:
            return seat
    return None


@grant(
    "placement.one-at-a-time",
    when=DISC_PLACED,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Het plaatsen van de actieschijven", "plaatsen de spelers om de beurt"),
    de=Cite("Setzen der Aktionsscheiben", "setzen die Spieler nacheinander im Uhrzeigersinn"),
    en=Cite("Placing the Action Tokens", "each player places one of his"),
)
def one_at_a_time(position: Position, move: PlaceDisc) -> bool:
    """In placement the player in turn puts one of their discs on any area, even one that they cannot use later."""
    return True


@limit(
    "placement.two-per-area",
    facts=lambda p, m: {"discs there": occupancy(p, m.area)},
    count=lambda p, m: Tally(occupancy(p, m.area) + 1, 2, "discs on the area"),
    nl=Cite("Het plaatsen van de actieschijven", "nooit meer dan 2 actieschijven op"),
    de=Cite("Setzen der Aktionsscheiben", "darf sich nur eine Aktionsscheibe befinden"),
    en=Cite("Placing the Action Tokens", "No more than two action tokens"),
)
def two_per_area(position: Position, move: PlaceDisc) -> bool:
    """No area ever holds more than two action discs."""
    return occupancy(position, move.area) < 2


@limit(
    "placement.one-per-color",
    facts=lambda p, m: {"own disc there": bool(p.me.discs >> m.area & 1)},
    nl=Cite("Het plaatsen van de actieschijven", "per spelerkleur niet meer dan"),
    de=Cite(
        "Setzen der Aktionsscheiben", "niemals beide Aktionsfelder einer Aktion besetzen"
    ),
    en=Cite("Placing the Action Tokens", "no more than one of their"),
)
def one_per_color(position: Position, move: PlaceDisc) -> bool:
    """No player has two action discs on one area."""
    return not position.me.discs >> move.area & 1


@limit(
    "placement.own-discs",
    facts=lambda p, _: {"discs placed": p.me.discs.bit_count()},
    count=lambda p, _: Tally(
        p.me.discs.bit_count() + 1, discs_each(p.setting.players), "discs of the round"
    ),
    nl=Cite("Voorbereiding van het spel", "ontvangt iedere speler 2 actieschijven"),
    de=Cite("Spielvorbereitung", "bekommt jeder Spieler 2 Aktionsscheiben"),
    en=Cite("Setup", "each player receives 2 action tokens"),
)
def own_discs(position: Position, move: PlaceDisc) -> bool:
    """A player places no more action discs in a round than were dealt to each: two, or three with three players."""
    return position.me.discs.bit_count() < discs_each(position.setting.players)


@effect(
    "placement.disc-placed",
    nl=Cite("Het plaatsen van de actieschijven", "plaatsen de spelers om de beurt"),
    de=Cite("Setzen der Aktionsscheiben", "setzen die Spieler nacheinander im Uhrzeigersinn"),
    en=Cite("Placing the Action Tokens", "each player places one of his"),
)
def disc_placed(draft: Draft, move: PlaceDisc) -> None:
    """The disc lies on the area until it is resolved or withdrawn."""
    draft.edit_me().discs |= 1 << move.area


@effect(
    "placement.next-pass",
    nl=Cite("Het plaatsen van de actieschijven", "wederom te beginnen bij de startspeler"),
    de=Cite("Setzen der Aktionsscheiben", "bis alle Aktionsscheiben eingesetzt wurden"),
    en=Cite("Placing the Action Tokens", "they each place a second token"),
)
def next_pass(draft: Draft, move: PlaceDisc) -> None:
    """The next player clockwise places a disc; every pass begins with the start player, and so does resolving."""
    seat = next_to_place(draft)
    draft.turn = (
        fresh_turn(CHOICE, draft.start) if seat is None else fresh_turn(PLACEMENT, seat)
    )
