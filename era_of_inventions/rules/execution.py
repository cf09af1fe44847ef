"""Carrying out the actions.

In seat order each player resolves one of their discs, carrying out the action of its
area, or withdraws it.
"""

from __future__ import annotations

from era_of_inventions.moves import EndAction, EndTurn, Resolve, Withdraw
from era_of_inventions.position import (
    ACTION,
    BONUS_OFFER,
    CHOICE,
    EMPTY,
    REVEALS,
    Draft,
    Position,
    Turn,
    fresh_turn,
    steps_taken,
)
from era_of_inventions.rules import influence, produce, refresh, scoring
from era_of_inventions.rules.moments import AFTER_ACTION, DISC_RESOLVED, IN_ACTION
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import effect, grant, limit, trigger
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.values.packed import SeatNumber


@limit(
    "execution.only-active-player",
    rulings="final_market_order",
    facts=lambda p, _: {"seat in turn": SeatNumber(p.turn.seat)},
    nl=Cite("Het uitvoeren van de actievelden", "als eerste 1 van zijn acties"),
    de=Cite("Ausführen der Aktionen", "wählt eine seiner Aktionsscheiben"),
    en=Cite("Action Area", "only the player whose turn it"),
)
def only_active_player(position: Position, speaker: ActsNow) -> bool:
    """Only the player in turn acts; whatever others get then comes to them without any action of theirs."""
    in_turn = position.turn.phase not in REVEALS and speaker.seat == position.turn.seat
    return in_turn or speaker.seat in scoring.deciders(position)


@grant(
    "execution.free-disc-choice",
    when=DISC_RESOLVED,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Het uitvoeren van de actievelden", "vrije keuze tussen beide actieschijven"),
    de=Cite("Ausführen der Aktionen", "freie Wahl zwischen seinen Aktionsscheiben"),
    en=Cite("Resolving the Action Areas", "may choose either of his action"),
)
def free_disc_choice(position: Position, move: Resolve) -> bool:
    """The player in turn resolves any one of their discs and so carries out the action of its area."""
    return True


@grant(
    "execution.withdraw-free",
    when=DISC_RESOLVED,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite(
        "Het uitvoeren van de actievelden", "zonder kosten (maar ook zonder opbrengsten)"
    ),
    de=Cite("Ausführen der Aktionen", "Möchten Sie auf eine Aktion verzichten"),
    en=Cite("Resolving the Action Areas", "also forfeit their profits from"),
)
def withdraw_free(position: Position, move: Withdraw) -> bool:
    """A player may withdraw a disc and do without its action, at no cost and with no gain."""
    return True


@limit(
    "execution.own-disc",
    facts=lambda p, m: {"own disc there": bool(p.me.discs >> m.area & 1)},
    nl=Cite("Het uitvoeren van de actievelden", "Hij kiest 1 van zijn actieschijven"),
    de=Cite("Ausführen der Aktionen", "führt die entsprechende Aktion aus"),
    en=Cite("Resolving the Action Areas", "chooses one of his action tokens"),
)
def own_disc(position: Position, move: Resolve | Withdraw) -> bool:
    """A player can resolve or withdraw a disc only on an area where one of their own lies."""
    return bool(position.me.discs >> move.area & 1)


@trigger(
    "execution.disc-returned",
    nl=Cite("Het uitvoeren van de actievelden", "legt deze terug in zijn persoonlijke"),
    de=Cite("Ausführen der Aktionen", "legt sie in seinen persönlichen Vorrat"),
    en=Cite("Resolving the Action Areas", "places it back into his stock"),
)
def disc_returned(draft: Draft, area: int) -> None:
    """After its action the disc goes back to its owner's stock."""
    draft.edit_me().discs &= ~(1 << area)


@effect(
    "execution.one-disc-per-turn",
    nl=Cite("Het uitvoeren van de actievelden", "Hij kiest 1 van zijn actieschijven"),
    de=Cite("Ausführen der Aktionen", "führt die entsprechende Aktion aus"),
    en=Cite("Resolving the Action Areas", "chooses one of his action tokens"),
)
def one_disc_per_turn(draft: Draft, move: Resolve) -> None:
    """In a turn a player carries out the action of one of their discs, and of no other."""
    draft.turn = fresh_turn(ACTION, draft.turn.seat, move.area)


@effect(
    "execution.withdraw-takes-disc",
    nl=Cite("Het uitvoeren van de actievelden", "halen enkel hun actieschijf van het"),
    de=Cite("Ausführen der Aktionen", "legen sie zurück in den eigenen"),
    en=Cite("Resolving the Action Areas", "free to withdraw their action token"),
)
def withdraw_takes_disc(draft: Draft, move: Withdraw) -> None:
    """Withdrawing a disc uses it up, and with it the action of that turn."""
    draft.apply(disc_returned, move.area)
    draft.turn = fresh_turn(BONUS_OFFER, draft.turn.seat)


@grant(
    "execution.may-stop",
    when=IN_ACTION,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("De ruilmarkt", "ook minder handelingen uitvoeren indien"),
    de=Cite("Der Tauschmarkt", "auch weniger als die maximal 5"),
    en=Cite("Exchange Market", "may make less than 5 exchanges"),
)
def may_stop(position: Position, move: EndAction) -> bool:
    """A player may stop before the limits of an action are reached."""
    return True


@trigger(
    "execution.action-over",
    rulings=("produce_order", "patent_steps", "award_steps", "track_end"),
    nl=Cite("De zwarte bonus-actieschijf", "Na het uitvoeren van de gewone"),
    de=Cite(
        "Die schwarze Bonus-Aktionsscheibe",
        "nach einer normalen Aktionsscheibe gesetzt werden",
    ),
    en=Cite("The Black Bonus Action Tokens", "directly after a regular action has"),
)
def action_over(draft: Draft) -> None:
    """When an action ends, a bonus disc may follow; what a reading has put off until then takes place before it."""
    produce.settle_batch(draft)
    influence.settle_landing(draft)
    if draft.turn.phase is ACTION:
        draft.apply(disc_returned, draft.turn.area)
    draft.go_on(BONUS_OFFER)


@effect(
    "execution.stop",
    when=IN_ACTION,
    nl=Cite("De ruilmarkt", "ook minder handelingen uitvoeren indien"),
    de=Cite("Der Tauschmarkt", "auch weniger als die maximal 5"),
    en=Cite("Exchange Market", "may make less than 5 exchanges"),
)
def stop(draft: Draft, move: EndAction) -> None:
    """Whoever stops ends the action."""
    draft.apply(action_over)


@grant(
    "execution.turn-over",
    when=AFTER_ACTION,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("De zwarte bonus-actieschijf", "De zwarte bonus-actieschijf mag"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "kann einmalig eine (bzw. Teile einer)"),
    en=Cite("The Black Bonus Action Tokens", "may use a black bonus action"),
)
def turn_over(position: Position, move: EndTurn) -> bool:
    """After the action a player passes the turn on; using a bonus disc is never compulsory."""
    return True


@effect(
    "execution.next-turn",
    nl=Cite(
        "Het uitvoeren van de actievelden", "overige spelers voeren daarna (kloksgewijs) ook"
    ),
    de=Cite("Ausführen der Aktionen", "folgen im Uhrzeigersinn, bis alle Aktionen"),
    en=Cite("Resolving the Action Areas", "one action (in clockwise order)"),
)
def next_turn(draft: Draft, move: EndTurn) -> None:
    """The next player clockwise follows with one disc, pass after pass until no disc is left on the board."""
    for seat in draft.clockwise(draft.after(draft.turn.seat)):
        if draft.players[seat].discs:
            draft.turn = fresh_turn(CHOICE, seat)
            return


@effect(
    "execution.round-ends",
    nl=Cite("Het uitvoeren van de actievelden", "het einde van deze spelronde"),
    de=Cite("Ausführen der Aktionen", "bis alle Aktionen ausgeführt wurden"),
    en=Cite("Resolving the Action Areas", "their actions, the round ends"),
)
def round_ends(draft: Draft, move: EndTurn) -> None:
    """The round ends when the last turn is over and no disc is left on the board."""
    for player in draft.players:
        if player.discs:
            return
    refresh.end_round(draft)


def regular_action(turn: Turn) -> Turn:
    """Return the record of the turn's regular action, which comes before all bonus actions."""
    while turn.before is not None:
        turn = turn.before
    return turn


def carried_out(position: Position) -> bool:
    """Return whether the regular action of this turn counts as carried out, and not as withdrawn."""
    regular = regular_action(position.turn)
    if regular.area == EMPTY:
        return False
    return position.ruleset.zero_steps == "carried-out" or steps_taken(regular)
