"""Carrying out the actions.

In seat order each player takes up one of their discs and carries out, or does without, the action of its area.
"""

from __future__ import annotations

from collections.abc import Iterator

from era_of_inventions.model.components import Area
from era_of_inventions.model.draft import Draft
from era_of_inventions.model.moves import EndAction, EndTurn, Resolve, Withdraw
from era_of_inventions.model.state import (
    ACTION,
    BONUS_ACTION,
    BONUS_OFFER,
    CHOICE,
    EMPTY,
    FINAL_MARKET,
    GAME_OVER,
    NO_TRADES,
    REVEALS,
    Position,
    State,
    Turn,
    fresh_turn,
    records,
    steps_taken,
)
from era_of_inventions.rulebook import influence, produce, refresh
from era_of_inventions.rulebook.moments import AFTER_ACTION, DISC_TAKEN_UP, IN_ACTION
from era_of_inventions.rulebook.placement import clockwise
from era_of_inventions.rulebook.setup import discs_each
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Seat, Sentence, check, effect, grant, limit, trigger
from era_of_inventions.tabletop.law.occasions import ActsNow


@limit(
    "execution.only-active-player",
    on=ActsNow,
    facts=lambda p, _: {"seat in turn": Seat(p.turn.seat)},
    nl=Cite("Grondstoffen produceren", "fabrieken van de andere spelers produceren"),
    de=Cite("Rohstoffe produzieren", "Die Fabriken der anderen Spieler produzieren"),
    en=Cite("Action Area", "only the player whose turn it"),
)
def only_active_player(position: Position, speaker: ActsNow) -> bool:
    """Only the player in turn acts; what others get then comes to them without their acting."""
    return position.turn.phase not in REVEALS and speaker.seat == position.turn.seat


@grant(
    "execution.free-disc-choice",
    on=Resolve,
    when=DISC_TAKEN_UP,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Het uitvoeren van de actievelden", "vrije keuze tussen beide actieschijven"),
    de=Cite("Ausführen der Aktionen", "freie Wahl zwischen seinen Aktionsscheiben"),
    en=Cite("Resolving the Action Areas", "may choose either of his action"),
)
def free_disc_choice(position: Position, move: Resolve) -> bool:
    """In turn a player takes up any one of their discs and carries out the action of its area."""
    return True


@grant(
    "execution.decline-free",
    on=Withdraw,
    when=DISC_TAKEN_UP,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Het uitvoeren van de actievelden", "zonder kosten (maar ook zonder opbrengsten)"),
    de=Cite("Ausführen der Aktionen", "Möchten Sie auf eine Aktion verzichten"),
    en=Cite("Resolving the Action Areas", "also forfeit their profits from"),
)
def decline_free(position: Position, move: Withdraw) -> bool:
    """A player may take up a disc and do without its action, at no cost and with no gain."""
    return True


@limit(
    "execution.own-disc",
    on=(Resolve, Withdraw),
    facts=lambda p, m: {"own disc there": bool(p.me.placed >> m.area & 1)},
    nl=Cite("Het uitvoeren van de actievelden", "Hij kiest 1 van zijn actieschijven"),
    de=Cite("Ausführen der Aktionen", "führt die entsprechende Aktion aus"),
    en=Cite("Resolving the Action Areas", "chooses one of his action tokens"),
)
def own_disc(position: Position, move: Resolve | Withdraw) -> bool:
    """The disc taken up is one's own and lies on that area."""
    return bool(position.me.placed >> move.area & 1)


@check(own_disc, about="turn.phase")
def disc_to_take_up(state: State) -> Iterator[Sentence]:
    """Whoever is to take up a disc has one on the board."""
    turn = state.turn
    if turn.phase is CHOICE and not state.me.placed:
        yield turn.seat, "is to take up a disc, but has none on the board"
    if turn.phase is ACTION and turn.area != EMPTY and not state.me.placed >> turn.area & 1:
        yield turn.seat, f"carries out the action of {Area(turn.area).title!r}, but has no disc there"


@trigger(
    "execution.disc-returned",
    nl=Cite("Het uitvoeren van de actievelden", "legt deze terug in zijn persoonlijke"),
    de=Cite("Ausführen der Aktionen", "legt sie in seinen persönlichen Vorrat"),
    en=Cite("Resolving the Action Areas", "places it back into his stock"),
)
def disc_returned(draft: Draft, area: int) -> None:
    """After its action the disc goes back to its owner; the space it leaves stays free for the rest of the round."""
    draft.edit_me().placed &= ~(1 << area)


@check(disc_returned, about="players.placed")
def discs_taken_up_are_gone(state: State) -> Iterator[Sentence]:
    """The disc of an action that is over does not lie on its area any more."""
    regular = regular_action(state.turn)
    if state.turn.phase is not ACTION and regular.area != EMPTY and state.me.placed >> regular.area & 1:
        yield state.turn.seat, f"has carried out the action of {Area(regular.area).title!r}, but has a disc there"


@effect(
    "execution.one-disc-per-turn",
    on=Resolve,
    nl=Cite("Het uitvoeren van de actievelden", "Hij kiest 1 van zijn actieschijven"),
    de=Cite("Ausführen der Aktionen", "führt die entsprechende Aktion aus"),
    en=Cite("Resolving the Action Areas", "chooses one of his action tokens"),
)
def one_disc_per_turn(draft: Draft, move: Resolve) -> None:
    """In a turn a player carries out the action of one disc of theirs and of no other."""
    draft.turn = fresh_turn(ACTION, draft.turn.seat, move.area)


@effect(
    "execution.decline-takes-disc",
    on=Withdraw,
    nl=Cite("Het uitvoeren van de actievelden", "halen enkel hun actieschijf van het"),
    de=Cite("Ausführen der Aktionen", "legen sie zurück in den eigenen"),
    en=Cite("Resolving the Action Areas", "free to withdraw their action token"),
)
def decline_takes_disc(draft: Draft, move: Withdraw) -> None:
    """A declined action uses up the disc and with it the action of that turn."""
    draft.apply(disc_returned, move.area)
    draft.turn = fresh_turn(BONUS_OFFER, draft.turn.seat)


@grant(
    "execution.may-stop",
    on=EndAction,
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
    nl=Cite("Het uitvoeren van de actievelden", "legt deze terug in zijn persoonlijke"),
    de=Cite("Ausführen der Aktionen", "legt sie in seinen persönlichen Vorrat"),
    en=Cite("Resolving the Action Areas", "places it back into his stock"),
)
def action_over(draft: Draft) -> None:
    """When an action ends, readings that wait for its end take effect; then a bonus disc may follow."""
    produce.settle_batch(draft)
    influence.settle_landing(draft)
    if draft.turn.phase is ACTION:
        draft.apply(disc_returned, draft.turn.area)
    draft.go_on(BONUS_OFFER)


@effect(
    "execution.stop",
    on=EndAction,
    nl=Cite("De ruilmarkt", "ook minder handelingen uitvoeren indien"),
    de=Cite("Der Tauschmarkt", "auch weniger als die maximal 5"),
    en=Cite("Exchange Market", "may make less than 5 exchanges"),
)
def stop(draft: Draft, move: EndAction) -> None:
    """Whoever stops ends the action."""
    if draft.turn.phase is ACTION:
        draft.apply(action_over)


@grant(
    "execution.turn-over",
    on=EndTurn,
    when=AFTER_ACTION,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Het uitvoeren van de actievelden", "overige spelers voeren daarna (kloksgewijs) ook"),
    de=Cite("Ausführen der Aktionen", "folgen im Uhrzeigersinn, bis alle Aktionen"),
    en=Cite("Resolving the Action Areas", "one action (in clockwise order)"),
)
def turn_over(position: Position, move: EndTurn) -> bool:
    """After the action a player passes the turn on; using a bonus disc is never compulsory."""
    return True


@effect(
    "execution.next-turn",
    on=EndTurn,
    nl=Cite("Het uitvoeren van de actievelden", "overige spelers voeren daarna (kloksgewijs) ook"),
    de=Cite("Ausführen der Aktionen", "folgen im Uhrzeigersinn, bis alle Aktionen"),
    en=Cite("Resolving the Action Areas", "one action (in clockwise order)"),
)
def next_turn(draft: Draft, move: EndTurn) -> None:
    """The next player clockwise follows with one disc, pass after pass until no disc is left on the board."""
    for seat in clockwise(draft):
        if draft.players[seat].placed:
            draft.turn = fresh_turn(CHOICE, seat)
            return


@effect(
    "execution.round-ends",
    on=EndTurn,
    nl=Cite("Het uitvoeren van de actievelden", "het einde van deze spelronde"),
    de=Cite("Ausführen der Aktionen", "bis alle Aktionen ausgeführt wurden"),
    en=Cite("Resolving the Action Areas", "their actions, the round ends"),
)
def round_ends(draft: Draft, move: EndTurn) -> None:
    """The round ends when the last turn is over and no disc is left on the board."""
    for player in draft.players:
        if player.placed:
            return
    refresh.end_round(draft)


@check(round_ends, about="players.placed")
def no_discs_between_rounds(state: State) -> Iterator[Sentence]:
    """Between rounds and after the last one no disc lies on the board."""
    if state.turn.phase in REVEALS | {FINAL_MARKET, GAME_OVER}:
        for seat, player in enumerate(state.players):
            if player.placed:
                yield seat, f"has action discs on the board in the phase {state.turn.phase.value}"


@check(one_disc_per_turn, about="turn.area")
def action_has_an_area(state: State) -> Iterator[Sentence]:
    """An action is that of an area, and outside of actions there is none."""
    turn = state.turn
    if turn.phase is ACTION and turn.area == EMPTY:
        yield turn.seat, "carries out an action, but of no area"
    if turn.phase not in (ACTION, BONUS_OFFER) and turn.area != EMPTY:
        yield turn.seat, f"is on the area {Area(turn.area).title!r}, but in the phase {turn.phase.value}"


@check(one_disc_per_turn, about="turn")
def steps_belong_to_the_action(state: State) -> Iterator[Sentence]:
    """What has been done in the action of a disc belongs to its area, and nothing has been done outside of actions."""
    for record in records(state.turn):
        if record.phase is BONUS_OFFER and record.before is not None:
            continue
        possible, place = _steps_of(record)
        for field, words in DONE.items():
            value = getattr(record, field)
            if field not in possible and value and value != NO_TRADES:
                yield state.turn.seat, f"has {words} {place}"


def _steps_of(record: Turn) -> tuple[tuple[str, ...], str]:
    """The fields of a record that can tell something, and what it is about."""
    if record.phase in (ACTION, BONUS_OFFER) and record.area != EMPTY:
        area = Area(record.area)
        return STEPS[area], f"in the action of {area.title!r}"
    if record.phase is BONUS_OFFER:
        return (), "in an action that was withdrawn"
    return ("trades", "moved") if record.phase is FINAL_MARKET else (), f"in the phase {record.phase.value}"


STEPS = {
    Area.BUILD: ("built", "moved"),
    Area.GOODS: ("ran",),
    Area.BUY: ("loads",),
    Area.PRODUCE: ("made", "moved"),
    Area.MARKET: ("took_cog", "trades", "moved"),
    Area.DEVELOP: ("developed", "patents", "moved"),
}
"""The fields of the turn record that the action of each area counts in."""
DONE = {
    "built": "built factories",
    "ran": "let factories produce",
    "loads": "bought loads",
    "made": "produced inventions",
    "took_cog": "taken the free cog",
    "trades": "traded",
    "developed": "developed inventions",
    "patents": "registered patents",
    "moved": "gained influence",
}
"""What a player has done, by the field of the turn record that tells it."""


@check(only_active_player, about="turn.seat", shape=True)
def somebody_is_in_turn(state: State) -> Iterator[Sentence]:
    """Whoever is in turn sits at the table."""
    if not 0 <= state.turn.seat < state.setting.players:
        yield state.turn.seat, f"is in turn; expected 0 to {state.setting.players - 1}"


@check(one_disc_per_turn, about="turn", shape=True)
def steps_are_of_what_exists(state: State) -> Iterator[str]:
    """What the record of the turn names exists, and what it counts can be counted."""
    cards, spaces = len(state.components.cards), len(state.components.spaces)
    for record in records(state.turn):
        if not EMPTY <= record.area < len(Area):
            yield f"the turn tells of area {record.area}; expected 0 to {len(Area) - 1}"
        if record.developed >> spaces or any(not 0 <= card < cards for card in record.made):
            yield "the turn tells of a card or a space that does not exist"
        counts = (record.built, record.loads, record.patents, record.moved, *record.trades)
        if len(record.trades) != len(NO_TRADES) or min(counts) < 0:
            yield "the turn counts less than nothing, or trades of other lines than the market has"


def most_this_round(state: State, seat: int, area: Area, by_disc: int, now: int) -> int:
    """How many steps of a kind a player can have made this round.

    Bonus discs make one each. The disc of the area makes ``by_disc`` at most: none while it still lies there or no
    disc has been taken up, and ``now`` while its action is being carried out.
    """
    player, turn = state.players[seat], state.turn
    acting = seat == turn.seat
    by_bonus_discs = player.discs_used_this_round - (acting and turn.phase is BONUS_ACTION)
    if player.placed >> area & 1:
        return by_bonus_discs + (now if acting and turn.phase is ACTION and turn.area == area else 0)
    return by_bonus_discs + (by_disc if discs_taken_up(state, seat) else 0)


def discs_taken_up(state: State, seat: int) -> int:
    """How many action discs a player has taken up this round, once all are placed; not that of an action going on."""
    return max(0, discs_each(state.setting.players) - state.players[seat].placed.bit_count())


def regular_action(turn: Turn) -> Turn:
    """The record of the turn's regular action, which those of all bonus actions follow."""
    while turn.before is not None:
        turn = turn.before
    return turn


def carried_out(position: Position) -> bool:
    """Whether the regular action of this turn counts as carried out, and not as withdrawn."""
    regular = regular_action(position.turn)
    if regular.area == EMPTY:
        return False
    return position.ruleset.zero_steps == "carried-out" or steps_taken(regular)
