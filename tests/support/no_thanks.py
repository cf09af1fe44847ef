"""No Thanks! as a rulebook: a card a turn, taken or declined for a counter; nobody shows how many counters are left.

Cards count against whoever takes them, a run only with its lowest card, and each counter counts one for its owner. The
lowest total wins.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import attrs

from era_of_inventions.tabletop import (
    ABSENT,
    CHANCE,
    OVER,
    ActsNow,
    BasePosition,
    BaseRuleset,
    Cards,
    CardSet,
    Chapter,
    Choice,
    ComponentSets,
    Count,
    Draft,
    Field,
    Grammar,
    Hidden,
    Law,
    Mask,
    Maybe,
    Move,
    Names,
    Nested,
    PerPlayer,
    RootDraft,
    Rulebook,
    Seat,
    SetUp,
    TestData,
    Text,
    Things,
    ToMove,
    check_total,
    checks_of,
    component_set,
    definition,
    drafts,
    each,
    effect,
    field,
    grant,
    limit,
    mask,
    members,
    move,
    part,
    record,
    scoring,
)
from era_of_inventions.tabletop.play.setting import Setting as BaseSetting


@attrs.frozen(cache_hash=True, repr=False, kw_only=True)
class Ruleset(BaseRuleset):
    presets = ("default",)


@component_set
class Box:
    name: Field[str] = field(Text(), "the name of the set", eq=False)
    lowest: Field[int] = field(Count(1, 99), "the lowest card", file="{} is the lowest card")
    highest: Field[int] = field(Count(1, 99), "the highest card", file="{} is the highest card")
    removed: Field[int] = field(Count(0, 99), "how many cards stay out of the game", file="{} cards stay out")
    counters: Field[int] = field(Count(1, 99), "how many counters each player gets", file="{} counters each")


Setting = BaseSetting[Ruleset, Box]


class Card:
    """A card with a number."""


def card_ids(setting: Setting) -> list[str]:
    box = setting.components
    return [f"card-{number}" for number in range(box.lowest, box.highest + 1)]


CARDS = Names.indexed(Card, card_ids, "the id of a card", "card-[0-9]+")
NOTHING: Mask[Card] = mask(Card)


@record
class Player:
    """What one player has."""

    cards: Field[Mask[Card]] = field(Things(CARDS), "which lie open", default=NOTHING)
    counters: Field[int] = field(Hidden(Count()), "which nobody else counts", seen="owner", default=0)


@record
class Table:
    """What lies in the middle."""

    pile: Field[Cards[Card]] = field(CardSet(CARDS, pile=True), "of face-down cards", seen="nobody")
    card: Field[int] = field(Maybe(Choice(CARDS), ABSENT), "the card that is offered", words="offer", default=ABSENT)
    counters: Field[int] = field(Count(), words="counters on the card", phrase="on the card", default=0)


@record
class State(BasePosition[Ruleset, Box]):
    """A position."""

    players: Field[tuple[Player, ...]] = field(PerPlayer(lambda: Player))
    table: Field[Table] = field(Nested(lambda: Table))
    seat: Field[int] = field(Seat(), "who decides", words="player", reported=False)

    @property
    def me(self) -> Player:
        return self.players[self.seat]


class PlayerDraft(Draft, Player):
    __slots__ = ()


class TableDraft(Draft, Table):
    __slots__ = ()


class StateDraft(RootDraft["State"], State):
    __slots__ = ()
    edit_player = each(State.players, PlayerDraft)
    edit_table = part(State.table, TableDraft)


@move
class Turn(Move):
    """Chance: this card is offered."""

    card: Field[int] = field(Choice(CARDS))


@move
class Take(Move):
    """Take the card, and the counters on it."""


@move
class Decline(Move):
    """Pay a counter, so that the next player decides."""


AnyMove: TypeAlias = Turn | Take | Decline


# --- The law --------------------------------------------------------------------------


@definition("thanks.players")
def players() -> tuple[int, ...]:
    """Three to five play."""
    return (3, 4, 5)


@effect("thanks.counters", on=SetUp)
def counters(draft: StateDraft, _: SetUp) -> None:
    """Everybody gets as many counters, and all cards lie in the pile."""
    draft.edit_table().pile = Cards(mask(Card, range(len(card_ids(draft.setting)))))
    for seat in draft.seats:
        draft.edit_player(seat).counters = draft.setting.components.counters


@grant("thanks.offer", on=Turn)
def offer(position: State, move: Turn) -> bool:
    """A card of the pile is offered when none is; those that are out of the game stay in the pile."""
    return to_move(position) is CHANCE and move.card in position.table.pile


@grant("thanks.decide", on=(Take, Decline))
def decide(position: State, move: Take | Decline) -> bool:
    """Whoever is in turn takes the card that is offered, or declines."""
    return position.table.card != ABSENT


@limit("thanks.has-counter", on=Decline, facts=lambda position, _: {"counters": position.me.counters})
def has_counter(position: State, move: Decline) -> bool:
    """Nobody declines without a counter."""
    return position.me.counters > 0


@limit("thanks.turn", on=ActsNow)
def in_turn(position: State, acts: ActsNow) -> bool:
    """The players take turns."""
    return acts.seat == position.seat


@effect("thanks.offered", on=Turn)
def offered(draft: StateDraft, move: Turn) -> None:
    """The card leaves the pile."""
    table = draft.edit_table()
    table.card, table.pile = move.card, table.pile.minus(move.card)


@effect("thanks.taken", on=Take)
def taken(draft: StateDraft, move: Take) -> None:
    """Who takes the card gets the counters on it, and decides about the next."""
    table, player = draft.edit_table(), draft.edit_player(draft.seat)
    player.cards |= mask(Card, [table.card])
    player.counters += table.counters
    table.card, table.counters = ABSENT, 0


@effect("thanks.declined", on=Decline)
def declined(draft: StateDraft, move: Decline) -> None:
    """Who declines lays a counter on the card, and the next player decides."""
    draft.edit_player(draft.seat).counters -= 1
    draft.edit_table().counters += 1
    draft.seat = draft.after(draft.seat)


@scoring("thanks.runs")
def runs(position: State) -> tuple[int, ...]:
    """Of each run of cards the lowest counts."""
    lowest, each_has = position.setting.components.lowest, [player.cards for player in position.players]
    return tuple(sum(lowest + card for card in members(has) if card - 1 not in members(has)) for has in each_has)


@scoring("thanks.left")
def left(position: State) -> tuple[int, ...]:
    """Each counter that is left takes one point away."""
    return tuple(-player.counters for player in position.players)


@definition("thanks.lowest")
def winners(_: State, totals: Sequence[int]) -> tuple[int, ...]:
    """The lowest total wins."""
    return tuple(seat for seat, total in enumerate(totals) if total == min(totals))


@check_total(counters, of=("players.counters", "table.counters"))
def counters_stay(setting: Setting) -> int:
    """No counter leaves the game."""
    return setting.components.counters * setting.players


# --- The rulebook ---------------------------------------------------------------------


def to_move(position: State) -> ToMove:
    table = position.table
    if table.card == ABSENT:
        return CHANCE if table.pile.size > position.setting.components.removed else OVER
    return position.seat


NO_THANKS: Rulebook[State, AnyMove] = Rulebook(
    name="no-thanks",
    title="No Thanks!",
    home="tests.support.no_thanks:NO_THANKS",
    law=Law([Chapter.of(sys.modules[__name__])], checks_of(sys.modules[__name__])),
    editions=(),
    ruleset=Ruleset,
    components=ComponentSets(kind=Box, folder=Path(__file__).parent / "no_thanks_sets", default="printed"),
    player_counts=players,
    state=State,
    blank=lambda setting, seat: State(setting, (Player(),) * setting.players, Table(Cards(NOTHING)), seat),
    to_move=to_move,
    draft=drafts(StateDraft),
    winners=winners,
    lowest_wins=True,
    grammar=Grammar(chance={Turn: ("card", "cards")}),
    samples=TestData(plies=150),
)
