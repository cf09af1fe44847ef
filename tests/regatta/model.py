"""The nouns of Regatta: cards, boats, positions and moves."""

from __future__ import annotations

import enum
from typing import TypeAlias

import attrs

from era_of_inventions.tabletop import (
    ABSENT,
    AsTuple,
    BasePosition,
    BaseRuleset,
    Cards,
    CardSet,
    Choice,
    Count,
    Counts,
    Draft,
    Field,
    Hidden,
    InFile,
    Label,
    Many,
    Mask,
    Maybe,
    Move,
    Names,
    Nested,
    PerPlayer,
    Reading,
    RootDraft,
    Seal,
    Seat,
    Seats,
    Text,
    Things,
    component_set,
    drafts,
    each,
    field,
    mask,
    move,
    part,
    passing,
    record,
    ruling,
)
from era_of_inventions.tabletop.play.setting import Setting as BaseSetting


class Card:
    """A card, which is worth some coins."""


class Boat:
    """A kind of boat."""


class Stage(enum.Enum):
    DEAL = "deal"
    ARRIVAL = "arrival"
    PLEDGE = "pledge"
    AUCTION = "auction"
    PAYMENT = "payment"
    OVER = "over"


LABEL = Label("[a-z]+(-[0-9])?", "a word, perhaps with a number")


@record
class CardPrinted:
    id: Field[str] = field(LABEL, "the unique id")
    worth: Field[int] = field(Count(1, 20), "what it is worth", file="worth {}")


@record
class BoatPrinted:
    id: Field[str] = field(LABEL, "the unique id")
    number: Field[int] = field(Count(1, 9), "how many there are", file="{} of them")
    points: Field[int] = field(Count(0, 20), "the points for one", file="{} points")


@component_set
class Components:
    """What is in the box: cards with their worth, and kinds of boats with their number and points."""

    name: Field[str] = field(Text(), "the name of the set", eq=False)
    cards: Field[tuple[tuple[str, int], ...]] = field(Many(AsTuple(CardPrinted)), "the cards", file=InFile(key="card"))
    boats: Field[tuple[tuple[str, int, int], ...]] = field(
        Many(AsTuple(BoatPrinted)), "the kinds of boats", file=InFile(key="boat")
    )


@attrs.frozen(cache_hash=True, repr=False, kw_only=True)
class Ruleset(BaseRuleset):
    presets = ("default", "en")

    equal_pledges: str = ruling(
        "Who opens the auction if the highest pledges are equal?",
        Reading("first", "The first of them from the harbor master on.", "Everything else goes round in this order."),
        Reading("master", "The harbor master.", "The letter says 'the master decides'."),
        sureness="medium",
        questions=("G1",),
        en="master",
    )


Setting: TypeAlias = BaseSetting[Ruleset, Components]


def worths(setting: Setting) -> list[int]:
    return [worth for _, worth in setting.components.cards]


def card_ids(setting: Setting) -> list[str]:
    return [name for name, _ in setting.components.cards]


CARDS = Names.indexed(Card, card_ids, "the id of a card", "[a-z]+-[0-9]+")
NO_CARD = "no-card"
PLEDGES = Names.indexed(
    Card, lambda setting: [*card_ids(setting), NO_CARD], "the id of a card, or no-card", "[a-z]+-[a-z0-9]+"
)
BOATS = Names.indexed(Boat, lambda setting: [boat for boat, _, _ in setting.components.boats], "a boat", "[a-z]+")
STAGES = Names.members(Stage)
BID_MAX = 40


@record
class Player:
    """What one player has."""

    hand: Field[Cards[Card]] = field(CardSet(CARDS), "cards that nobody else sees", seen="owner")
    coins: Field[int] = field(Count(), default=0)
    points: Field[int] = field(Count(), default=0)
    pledge: Field[int] = field(
        Hidden(Maybe(Choice(PLEDGES), ABSENT), among="hand"),
        "sealed until all have pledged",
        default=ABSENT,
        seen="owner",
    )


@record
class Table:
    """What lies in the middle."""

    deck: Field[Cards[Card]] = field(CardSet(CARDS, pile=True), "the face-down pile", seen="nobody")
    fleet: Field[tuple[int, ...]] = field(Counts(BOATS, 9), "boats still to come", phrase="{} to come")
    discards: Field[Mask[Card]] = field(Things(CARDS, pile=True), default=0)
    boat: Field[int] = field(Maybe(Choice(BOATS), ABSENT), "the boat for sale", default=ABSENT)


@record
class Turn:
    """What is awaited of whom."""

    stage: Field[Stage] = field(Choice(STAGES))
    seat: Field[int] = field(Seat(), "who decides", words="player", phrase="player to move")
    master: Field[int] = field(Seat(), words="harbor master")
    bid: Field[int] = field(Count(0, BID_MAX), default=0)
    owed: Field[int] = field(Count(0, BID_MAX), default=0)
    bidders: Field[Mask[Seat]] = field(Seats(), "who has not passed", phrase="bidder", default=0)
    due: Field[int] = field(Count(0, 99), "cards still to be dealt", default=0)


@record
class State(BasePosition[Ruleset, Components]):
    """A position."""

    players: Field[tuple[Player, ...]] = field(PerPlayer(lambda: Player))
    table: Field[Table] = field(Nested(lambda: Table))
    turn: Field[Turn] = field(Nested(lambda: Turn))

    @property
    def me(self) -> Player:
        return self.players[self.turn.seat]


class PlayerDraft(Draft, Player):
    __slots__ = ()


class TableDraft(Draft, Table):
    __slots__ = ()


class TurnDraft(Draft, Turn):
    __slots__ = ()


class StateDraft(RootDraft["State"], State):
    __slots__ = ()
    edit_player = each(State.players, PlayerDraft)
    edit_table = part(State.table, TableDraft)
    edit_turn = part(State.turn, TurnDraft)
    pass_on = passing(State.turn, TurnDraft, Turn.seat)


draft_of = drafts(StateDraft)


PLEDGED = Seal(Player.pledge)


def only(index: int) -> Mask[Card]:
    return mask(Card, [index])


@move
class Deal(Move):
    """Chance: this card is dealt to the next player."""

    card: Field[int] = field(Hidden(Choice(CARDS)), seen="owner")


@move
class Arrive(Move):
    """Chance: a boat of this kind arrives."""

    boat: Field[int] = field(Choice(BOATS))


@move
class Pledge(Move):
    """Put a card face down, or none."""

    card: Field[int] = field(Hidden(Choice(PLEDGES)), seen=PLEDGED)


@move
class Bid(Move):
    """Bid so many coins for the boat."""

    amount: Field[int] = field(Count(1, BID_MAX))


@move
class Pass(Move):
    """Bid no more."""


@move
class PayCard(Move):
    """Pay with a card; change is given in coins."""

    card: Field[int] = field(Choice(CARDS))


@move
class PayCoins(Move):
    """Pay what is still owed in coins."""


PlayerMove: TypeAlias = Pledge | Bid | Pass | PayCard | PayCoins
ChanceMove: TypeAlias = Deal | Arrive
AnyMove: TypeAlias = PlayerMove | ChanceMove
