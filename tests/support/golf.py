"""Golf as a rulebook: hands are hidden, the lowest total wins, and who never keeps a card never ends the game.

In turn each player is dealt a card, which nobody else sees, and keeps it for good, swaps it for another, or waits. When
all have kept a card, the lowest wins.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TypeAlias

import attrs

from era_of_inventions.tabletop import (
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
    Flag,
    Grammar,
    Hidden,
    Law,
    Mask,
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
    plus,
    record,
    scoring,
)
from era_of_inventions.tabletop.play.setting import Setting as BaseSetting


@attrs.frozen(cache_hash=True, repr=False, kw_only=True)
class Ruleset(BaseRuleset):
    presets = ("default",)


@component_set
class Box:
    name: Field[str] = field(Text(), "the name of the set")
    highest: Field[int] = field(Count(1, 20), "the highest card of both suits", file="up to {}")


Setting: TypeAlias = BaseSetting[Ruleset, Box]


class Card:
    """A card."""


def card_ids(setting: Setting) -> list[str]:
    return [f"{suit}-{worth}" for suit in ("birch", "oak") for worth in range(1, setting.components.highest + 1)]


def worth(setting: Setting, card: int) -> int:
    return card % setting.components.highest + 1


CARDS = Names.indexed(Card, card_ids, "the id of a card", "[a-z]+-[0-9]+")


@record
class Player:
    hand: Field[Cards[Card]] = field(CardSet(CARDS), "the card that nobody else sees", seen="owner")
    kept: Field[bool] = field(Flag(), "whether the player has kept it", default=False)


@record
class Table:
    deck: Field[Cards[Card]] = field(CardSet(CARDS, pile=True), "the face-down pile", seen="nobody")
    discards: Field[Mask[Card]] = field(Things(CARDS, pile=True), default=0)


@record
class State(BasePosition[Ruleset, Box]):
    players: Field[tuple[Player, ...]] = field(PerPlayer(lambda: Player))
    table: Field[Table] = field(Nested(lambda: Table))
    seat: Field[int] = field(Seat(), "who is in turn", words="player")

    @property
    def me(self) -> Player:
        return self.players[self.seat]


class PlayerDraft(Draft, Player):
    __slots__ = ()


class TableDraft(Draft, Table):
    __slots__ = ()


class StateDraft(RootDraft[State], State):
    __slots__ = ()
    edit_player = each(State.players, PlayerDraft)
    edit_table = part(State.table, TableDraft)


@move
class Deal(Move):
    """Chance: this card is dealt to the player in turn."""

    card: Field[int] = field(Hidden(Choice(CARDS)), seen="owner")


@move
class Keep(Move):
    """Keep the card for good."""


@move
class Swap(Move):
    """Lay the card aside face up, for another."""

    card: Field[int] = field(Choice(CARDS))


@move
class Wait(Move):
    """Leave the decision for later."""


# --- The law --------------------------------------------------------------------------


@definition("golf.two-to-four")
def two_to_four() -> tuple[int, ...]:
    """Two, three or four play."""
    return (2, 3, 4)


@effect("golf.pile", on=SetUp)
def pile(draft: StateDraft, _: SetUp) -> None:
    """All cards lie in the face-down pile."""
    draft.edit_table().deck = Cards(mask(Card, range(len(card_ids(draft.setting)))))


@grant("golf.turn", on=ActsNow)
def turn(position: State, acts: ActsNow) -> bool:
    """The players act in turn."""
    return acts.seat == position.seat


@grant("golf.dealt", on=Deal)
def dealt(position: State, move: Deal) -> bool:
    """Whoever is in turn without a card is dealt one from the pile."""
    return not position.me.hand.size and move.card in position.table.deck


@grant("golf.decides", on=(Keep, Swap, Wait))
def decides(position: State, _: Keep | Swap | Wait) -> bool:
    """A player with a card keeps it, swaps it or waits."""
    return position.me.hand.size > 0 and not position.me.kept


@limit("golf.own", on=Swap)
def own(position: State, move: Swap) -> bool:
    """Nobody lays another card aside than their own."""
    return move.card in position.me.hand


@limit("golf.enough", on=Swap)
def enough(position: State, _: Swap) -> bool:
    """Nobody takes the last cards from those who have none yet."""
    return position.table.deck.size > sum(not player.hand.size for player in position.players)


@effect("golf.in-hand", on=Deal)
def in_hand(draft: StateDraft, move: Deal) -> None:
    """The card goes from the pile to the hand."""
    table, player = draft.edit_table(), draft.edit_player(draft.seat)
    table.deck, player.hand = table.deck.minus(move.card), player.hand.plus(move.card)


@effect("golf.aside", on=Swap)
def aside(draft: StateDraft, move: Swap) -> None:
    """The card is laid aside face up."""
    player, table = draft.edit_player(draft.seat), draft.edit_table()
    table.discards, player.hand = plus(table.discards, move.card), player.hand.minus(move.card)


@effect("golf.kept", on=Keep)
def kept(draft: StateDraft, _: Keep) -> None:
    """The card is kept for good."""
    draft.edit_player(draft.seat).kept = True


@effect("golf.next", on=(Keep, Wait))
def next_player(draft: StateDraft, _: Keep | Wait) -> None:
    """Then the next player who has kept none is in turn."""
    following = draft.clockwise(draft.after(draft.seat))
    draft.seat = next((seat for seat in following if not draft.players[seat].kept), draft.seat)


@scoring("golf.worth")
def points(position: State) -> tuple[int, ...]:
    """A card counts its number."""
    hands = (members(player.hand.known) for player in position.players)
    return tuple(sum(worth(position.setting, card) for card in hand) for hand in hands)


# --- The rulebook ---------------------------------------------------------------------


def _to_move(position: State) -> ToMove:
    if position.me.kept:
        return OVER
    return position.seat if position.me.hand.size else CHANCE


def _blank(setting: Setting, start: int) -> State:
    nothing = Cards(mask(Card))
    return State(setting, (Player(nothing),) * setting.players, Table(nothing), start)


AnyMove: TypeAlias = Deal | Keep | Swap | Wait
GOLF: Rulebook[State, AnyMove] = Rulebook(
    name="golf",
    title="Golf",
    home="tests.support.golf:GOLF",
    law=Law([Chapter.of(sys.modules[__name__])]),
    editions=(),
    ruleset=Ruleset,
    components=ComponentSets(kind=Box, folder=Path(__file__).parent / "golf_sets", default="two-suits"),
    player_counts=two_to_four,
    state=State,
    blank=_blank,
    to_move=_to_move,
    served=lambda position: position.seat,
    draft=drafts(StateDraft),
    lowest_wins=True,
    grammar=Grammar(chance={Deal: ("card", "cards")}),
    samples=TestData(plies=12),
)
