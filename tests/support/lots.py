"""Lots: a game in which players secretly lay a card or nothing, and only nothing is ever shown.

Each has a secret number, too, which stays sealed beside it. Another kind of moves, which is never shown, names the same
cards or none.
"""

from __future__ import annotations

import sys
from typing import Any

from era_of_inventions.tabletop import (
    ABSENT,
    ActsNow,
    BasePosition,
    Cards,
    CardSet,
    Chapter,
    Choice,
    Count,
    Draft,
    Field,
    Grammar,
    Hidden,
    Law,
    Maybe,
    Move,
    Names,
    PerPlayer,
    RootDraft,
    Rulebook,
    Seal,
    Sealed,
    Seat,
    SetUp,
    TestData,
    drafts,
    each,
    effect,
    field,
    grant,
    move,
    record,
    scoring,
    trigger,
)
from tests.support.purse import CARDS, CARDS_IN_PLAY, PURSE, Box, Card, Ruleset, Setting, hand, players

NOTHING = CARDS_IN_PLAY
WHAT_IS_LAID = Names.indexed(
    Card,
    lambda setting: [*(f"card-{number}" for number in range(NOTHING)), "no-card"],
    "the id of a card, or no-card",
    "card-[0-9]+|no-card",
)


@record
class Player:
    hand: Field[Cards[Card]] = field(CardSet(CARDS), "the player's cards", seen="owner", default=hand())
    laid: Field[int] = field(
        Hidden(Maybe(Choice(WHAT_IS_LAID), ABSENT), among="hand"), "what is laid", seen="owner", default=ABSENT
    )
    number: Field[int] = field(Hidden(Maybe(Count(0, 3), ABSENT)), "a number", seen="owner", default=ABSENT)


@record
class State(BasePosition[Ruleset, Box]):
    players: Field[tuple[Player, ...]] = field(PerPlayer(lambda: Player), "the players")
    cards: Field[int] = field(Count(0, 99), "how many cards were laid", default=0)
    pile: Field[Cards[Card]] = field(CardSet(CARDS, pile=True), "cards aside", seen="nobody", default=hand())
    laid: Field[int] = field(
        Hidden(Maybe(Choice(WHAT_IS_LAID), ABSENT), among="pile"),
        "which of them lies apart",
        seen="nobody",
        default=ABSENT,
    )
    seat: Field[int] = field(Seat(), "who is in turn", words="player", default=0)


class PlayerDraft(Draft, Player):
    __slots__ = ()


class StateDraft(RootDraft[State], State):
    __slots__ = ()
    edit_player = each(State.players, PlayerDraft)


LAID = Seal(Player.laid, hides_only_things=True)
NUMBERS = Seal(Player.number)


def shows_nothing(position: State, seat: int, laid: Move) -> bool:
    """Return whether everybody learns what was laid: only that it was nothing. Tests replace this."""
    return isinstance(laid, Skip)


SHOWN_IF_NOTHING = Sealed(LAID.holds, lambda position, seat, laid: shows_nothing(position, seat, laid))
NEVER_SHOWN = Sealed(lambda position, seat: False, lambda position, seat, dropped: False)


@move
class Note(Move):
    """A number is noted."""

    number: Field[int] = field(Hidden(Count(0, 3)), "the number", seen=NUMBERS)


@move
class Lay(Move):
    """A card is laid face down."""

    card: Field[int] = field(Hidden(Choice(CARDS)), "the card", seen=SHOWN_IF_NOTHING)


@move
class Skip(Move):
    """Nothing is laid."""

    looks_like = Lay


@move
class Drop(Move):
    """A card is dropped."""

    card: Field[int] = field(Hidden(Choice(CARDS)), "the card", seen=NEVER_SHOWN)


@move
class Keep(Move):
    """All cards are kept."""

    looks_like = Drop


@move
class End(Move):
    """The numbers are shown."""


@effect("lots.setup")
def setup(draft: StateDraft, _: SetUp) -> None:
    """Each has two cards, and two lie aside, one of them apart."""
    for seat in draft.seats:
        draft.edit_player(seat).hand = hand(2 * seat, 2 * seat + 1)
    draft.pile, draft.laid = hand(10, 11), 11


@grant("lots.turn")
def turn(position: State, acts: ActsNow) -> bool:
    """The players act in turn."""
    return acts.seat == position.seat


@grant("lots.note")
def notes(position: State, _: Note) -> bool:
    """Each notes a number first."""
    return position.players[position.seat].number == ABSENT


@effect("lots.noted")
def noted(draft: StateDraft, note: Note) -> None:
    """The next player is in turn."""
    draft.edit_player(draft.seat).number = note.number
    draft.seat = draft.after(draft.seat)


@grant("lots.lay")
def lays(position: State, laid: Lay | Skip) -> bool:
    """Then each lays a card of the hand, or nothing."""
    player = position.players[position.seat]
    is_there = isinstance(laid, Skip) or laid.card in player.hand
    return ABSENT not in {one.number for one in position.players} and player.laid == ABSENT and is_there


@effect("lots.laid")
def lies(draft: StateDraft, laid: Lay | Skip) -> None:
    """The next player is in turn; when all have laid something, it is counted."""
    draft.edit_player(draft.seat).laid = laid.card if isinstance(laid, Lay) else NOTHING
    draft.seat = draft.after(draft.seat)
    if not LAID.undecided(draft):
        draft.apply(counted)


@trigger("lots.counted", opens=LAID)
def counted(draft: StateDraft) -> None:
    """How many cards were laid is counted."""
    draft.cards += sum(player.laid != NOTHING for player in draft.players)


@grant("lots.drop")
def drops(position: State, dropped: Drop | Keep) -> bool:
    """With nine cards counted, one may be dropped."""
    return position.cards > 8 and (isinstance(dropped, Keep) or dropped.card in position.players[position.seat].hand)


@effect("lots.dropped")
def dropped(draft: StateDraft, _: Drop | Keep) -> None:
    """The next player is in turn."""
    draft.seat = draft.after(draft.seat)


@grant("lots.end")
def ends(position: State, _: End) -> bool:
    """With nine cards counted, the game ends."""
    return position.cards > 8


@effect("lots.ended")
def ended(draft: StateDraft, _: End) -> None:
    """The numbers are shown."""
    draft.apply(shown)


@trigger("lots.shown", opens=NUMBERS)
def shown(draft: StateDraft) -> None:
    """Everybody sees the numbers."""


@scoring("lots.points")
def points(position: State) -> tuple[int, ...]:
    """Each card that was laid is a point for all."""
    return (position.cards,) * len(position.players)


def _blank(setting: Setting, start: int) -> State:
    return State(setting, (Player(),) * setting.players, seat=start)


LOTS: Rulebook[State, Any] = Rulebook(
    name="lots",
    title="Lots",
    home="tests.support.lots:LOTS",
    law=Law([Chapter.of(sys.modules[__name__])]),
    editions=(),
    ruleset=Ruleset,
    components=PURSE.components,
    player_counts=players,
    state=State,
    blank=_blank,
    to_move=lambda position: position.seat,
    draft=drafts(StateDraft),
    grammar=Grammar(),
    samples=TestData(plies=8),
)
