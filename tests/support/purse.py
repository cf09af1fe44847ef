"""Purses: the smallest game in which players hide cards, coins and whether they are ready, beside a hidden pot.

Cards are asked for by name, from whoever may have them. What the clause ``purse.limit`` says is for tests to replace.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from era_of_inventions.tabletop import (
    ABSENT,
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
    Maybe,
    Move,
    Names,
    Nested,
    PerPlayer,
    RootDraft,
    Rulebook,
    Seat,
    SetUp,
    Stack,
    Stacks,
    TestData,
    Text,
    Things,
    component_set,
    definition,
    drafts,
    each,
    effect,
    field,
    grant,
    limit,
    mask,
    move,
    part,
    record,
    scoring,
)
from era_of_inventions.tabletop.play.setting import Setting as BaseSetting

CARDS_IN_PLAY = 12


@attrs.frozen(cache_hash=True, repr=False, kw_only=True)
class Ruleset(BaseRuleset):
    presets = ("default",)


@component_set
class Box:
    name: Field[str] = field(Text(), "the name of the set")
    suits: Field[int] = field(Count(0, 12), "how many suits the cards have, if any", default=0)
    cards: Field[int] = field(Count(1, 99), "how many cards there are", default=CARDS_IN_PLAY)


Setting: TypeAlias = BaseSetting[Ruleset, Box]


class Card:
    """A card."""


def _suits(setting: Setting) -> list[int]:
    suits, cards = setting.components.suits, setting.components.cards
    return [card % suits for card in range(cards)] if suits else []


CARDS = Names.indexed(
    Card,
    lambda setting: [f"card-{number}" for number in range(setting.components.cards)],
    "the id of a card",
    "card-[0-9]+",
    sort_of=_suits,
)


def hand(*cards: int) -> Cards[Card]:
    return Cards(mask(Card, cards))


NO_CARDS = hand()


@record
class Player:
    hand: Field[Cards[Card]] = field(CardSet(CARDS), "the player's cards", seen="owner", default=NO_CARDS)
    wish: Field[Cards[Card]] = field(CardSet(CARDS), "cards laid face down", seen="owner", default=NO_CARDS)
    coins: Field[int] = field(Hidden(Count(0, 5)), "the player's coins", seen="owner", default=3)
    ready: Field[Any] = field(Hidden(Flag()), "whether the player is ready", seen="owner", default=False)
    picked: Field[int] = field(
        Hidden(Maybe(Choice(CARDS), ABSENT), among="hand"),
        "the card of the hand that the player has picked",
        seen="owner",
        default=ABSENT,
    )
    rows: Field[tuple[Stack, ...]] = field(Stacks(CARDS), "cards under cards", seen="nobody", default=())


@record
class Table:
    bank: Field[int] = field(Count(0, 99), "the coins taken out of the pot", default=0)
    pot: Field[int] = field(Hidden(Count(0, 12)), "what is left in it", seen="nobody", default=5)
    laid: Field[Any] = field(Things(CARDS), "cards that lie open", default=0)
    deck: Field[Cards[Card]] = field(CardSet(CARDS, pile=True), seen="nobody", default=NO_CARDS)
    away: Field[Cards[Card]] = field(CardSet(CARDS, pile=True), words="cards put away", seen="nobody", default=NO_CARDS)


@record
class State(BasePosition[Ruleset, Box]):
    players: Field[tuple[Player, ...]] = field(PerPlayer(lambda: Player))
    table: Field[Table] = field(Nested(lambda: Table))
    seat: Field[int] = field(Seat(), "who is in turn", words="player")

    @property
    def me(self) -> Player:
        """The player in turn."""
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
class Give(Move):
    """A coin is taken out of the pot."""


@move
class Call(Move):
    """A card is asked for."""

    card: Field[int] = field(Choice(CARDS))


@move
class Lay(Move):
    """A card of the hand is laid face down, at a price that only its player knows."""

    card: Field[int] = field(Hidden(Choice(CARDS)), seen="owner")
    price: Field[int] = field(Hidden(Count(0, 3)), seen="owner")


@move
class Show(Move):
    """A card is named openly, and another one, which only its player knows."""

    card: Field[int] = field(Choice(CARDS))
    other: Field[int] = field(Hidden(Choice(CARDS)), seen="owner")


@definition("purse.players")
def players() -> tuple[int, ...]:
    """Two to four play."""
    return (2, 3, 4)


@effect("purse.setup", on=SetUp)
def setup(draft: StateDraft, _: SetUp) -> None:
    """Everybody begins with the same coins."""


@grant("purse.turn", on=ActsNow)
def turn(position: State, acts: ActsNow) -> bool:
    """The players act in turn."""
    return acts.seat == position.seat


@grant("purse.give", on=Give)
def gives(position: State, _: Give) -> bool:
    """Whoever is in turn takes a coin out."""
    return True


@limit("purse.limit", on=(Give, Call, Lay, Show))
def allowed(position: State, _: Give | Call | Lay | Show) -> bool:
    """Nothing forbids it; tests replace this."""
    return True


@effect("purse.given", on=Give)
def given(draft: StateDraft, _: Give) -> None:
    """The coin goes to the bank, and the next player is in turn."""
    table = draft.edit_table()
    table.pot, table.bank = table.pot - 1, table.bank + 1
    draft.seat = draft.after(draft.seat)


@grant("purse.call", on=Call)
def calls(position: State, asked: Call) -> bool:
    """Whoever is in turn asks the next player for any card."""
    return True


@effect("purse.called", on=Call)
def called(draft: StateDraft, asked: Call) -> None:
    """Whoever has the card lays it open; then the next player is in turn."""
    other = draft.edit_player(draft.after(draft.seat))
    if asked.card in other.hand:
        other.hand = other.hand.minus(asked.card)
        table = draft.edit_table()
        table.laid |= 1 << asked.card
    draft.seat = draft.after(draft.seat)


@grant("purse.lay", on=Lay)
def lays(position: State, laid: Lay) -> bool:
    """Whoever is in turn lays a card of their hand, at a price that they can pay."""
    return laid.card in position.me.hand and laid.price <= position.me.coins


@effect("purse.laid", on=Lay)
def laid_down(draft: StateDraft, laid: Lay) -> None:
    """The card lies face down; the price is for tests to use."""
    player = draft.edit_player(draft.seat)
    player.hand, player.wish = player.hand.minus(laid.card), player.wish.plus(laid.card)
    draft.seat = draft.after(draft.seat)


@grant("purse.show", on=Show)
def shows(position: State, shown: Show) -> bool:
    """Whoever is in turn names any two cards."""
    return True


@effect("purse.shown", on=Show)
def shown(draft: StateDraft, _: Show) -> None:
    """The next player is in turn."""
    draft.seat = draft.after(draft.seat)


@scoring("purse.coins")
def points(position: State) -> tuple[int, ...]:
    """A coin is a point."""
    return tuple(player.coins for player in position.players)


def _blank(setting: Setting, start: int) -> State:
    return State(setting, (Player(),) * setting.players, Table(), start)


PURSE: Rulebook[State, Give] = Rulebook(
    name="purse",
    title="Purses",
    home="tests.support.purse:PURSE",
    law=Law([Chapter.of(sys.modules[__name__])]),
    editions=(),
    ruleset=Ruleset,
    components=ComponentSets(kind=Box, folder=Path(__file__).parent / "purse_sets", default="twelve"),
    player_counts=players,
    state=State,
    blank=_blank,
    to_move=lambda position: position.seat,
    draft=drafts(StateDraft),
    grammar=Grammar(),
    samples=TestData(plies=8),
)
