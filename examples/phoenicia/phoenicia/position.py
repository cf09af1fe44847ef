"""The position: players, the table, and the decision that is awaited."""

from __future__ import annotations

import enum
from typing import TypeAlias

from era_of_inventions.tabletop import (
    ABSENT,
    NO_THINGS,
    BasePosition,
    Cards,
    CardSet,
    Choice,
    Count,
    Counts,
    Draft,
    Faces,
    Field,
    Mask,
    Maybe,
    Names,
    Nested,
    PerPlayer,
    RootDraft,
    Seat,
    Seats,
    Things,
    drafts,
    each,
    field,
    part,
    passing,
    record,
)
from era_of_inventions.tabletop.play.setting import Setting as BaseSetting
from phoenicia import words
from phoenicia.box import ACTIVITIES, WORDS, Activity, Components, DevelopmentCard, Kind, ProductionCard, Value
from phoenicia.rulings import Ruleset

Setting: TypeAlias = BaseSetting[Ruleset, Components]


class Stage(enum.IntEnum):
    """The stages, in the order of a round."""

    FIRST_DISPLAY = 0
    FIRST_CARDS = 1
    OFFER = 2
    OPENING = 3
    BIDDING = 4
    PAYMENT = 5
    WORKERS = 6
    TOOLS = 7
    CONVERTED = 8
    REFILL = 9
    INCOME = 10
    DISKS = 11
    LIMITS = 12
    OVER = 13


REVEALING = frozenset({Stage.FIRST_DISPLAY, Stage.REFILL})
DEALING = frozenset({Stage.FIRST_CARDS, Stage.INCOME})


class Purpose(enum.Enum):
    """The purposes of a payment."""

    CARD = "card"
    TRAINING = "training"
    EMPLOYMENT = "employment"
    MOVE = "move"
    TOOL = "tool"
    POINT = "point"


FACES = Faces.of_copies(
    Value, lambda s: s.components.money, "the value of a production card", "[a-z]+(-[a-z]+)?", lambda s: _numbers(s)
)
PRODUCTION = FACES.copied(ProductionCard, "the value of a production card, or its id")
KINDS = Names.indexed(
    Kind,
    lambda s: {card.id: card.id for card in s.components.cards},
    "a development card",
    "[a-z]+(-[a-z]+)*",
    words.FOR_CARDS,
)
WORK = Names.indexed(Activity, ACTIVITIES, also=words.FOR_WORK)
STAGES = Names.members(Stage, also=words.FOR_STAGES)
PURPOSES = Names.members(Purpose)
GONE = "out of the game"
NO_CARDS: Cards[ProductionCard] = Cards(NO_THINGS)


def _numbers(setting: Setting) -> dict[str, str]:
    """Return the values of production cards as numbers, but not those of preset cards."""
    return {str(value): WORDS[value] for value, _ in setting.components.production}


def no_kinds(setting: Setting) -> tuple[int, ...]:
    """Return the number 0 for each kind of development card."""
    return (0,) * len(setting.components.cards)


@record
class Player:
    """One player's part of a position."""

    hand: Field[Cards[ProductionCard]] = field(
        CardSet(PRODUCTION),
        "production cards that nobody else sees",
        seen="owner",
        also="production cards, production card, productiekaarten, productiekaart",
    )
    cards: Field[tuple[int, ...]] = field(
        Counts(KINDS), "the development cards of the player", also="development cards, ontwikkelingskaarten"
    )
    disks: Field[int] = field(Count(), "the disks in the treasury", default=0, also="discs, coins, treasury, schijven")
    storehouses: Field[int] = field(
        Count(), "the storehouses, each for one production card", default=0, also="storehouse, warehouses, pakhuizen"
    )
    untrained: Field[int] = field(Count(), "the untrained workers", default=0)
    trained: Field[int] = field(Count(), "the trained workers who are not employed", default=0)
    workers: Field[tuple[int, ...]] = field(
        Counts(WORK), "the workers in each activity", phrase="workers in {}", default=(0, 0, 0, 0)
    )
    tools: Field[tuple[int, ...]] = field(
        Counts(WORK), "the tools that wait for workers in each activity", phrase="tools for {}", default=(0, 0, 0, 0)
    )
    bought: Field[int] = field(Count(), "the victory points bought in a City Center", words="points bought", default=0)
    pp: Field[int] = field(
        Count(), "production points", words="PP", default=0, also="production points, production, productiepunten"
    )
    vp: Field[int] = field(
        Count(), "victory points", words="VP", default=0, also="victory points, points, ZP, zegepunten"
    )


@record
class Table:
    """The middle of the table."""

    display: Field[tuple[int, ...]] = field(Counts(KINDS), "the cards that can be put up", phrase="{} displayed")
    deck: Field[tuple[int, ...]] = field(Counts(KINDS), "the cards still to come, set by set", phrase="{} to come")
    aside: Field[tuple[int, ...]] = field(
        Counts(KINDS), "the cards set aside until the display is laid", words="set aside", phrase="{} aside"
    )
    pile: Field[Cards[ProductionCard]] = field(
        CardSet(PRODUCTION, pile=True), "the face-down pile of production cards", seen="nobody"
    )
    discards: Field[Cards[ProductionCard]] = field(
        CardSet(PRODUCTION, pile=True), "the production cards handed in", words="discard pile", default=NO_CARDS
    )
    gone: Field[Mask[ProductionCard]] = field(
        Things(PRODUCTION, pile=True),
        "the preset production cards that have left the game",
        words=GONE,
        default=NO_THINGS,
    )


@record
class Turn:
    """The decision that is awaited, and whose it is."""

    stage: Field[Stage] = field(Choice(STAGES), "what is awaited")
    seat: Field[int] = field(Seat(), "who decides", words="player", phrase="player to move", also="to move")
    active: Field[int] = field(Seat(), "whose turn it is", words="active player")
    overlord: Field[int] = field(Seat(), "who is Overlord", words="Overlord")
    round: Field[int] = field(Count(), "the number of the round", default=0)
    kind: Field[int] = field(Maybe(Choice(KINDS)), "the card put up", words="put up", default=ABSENT)
    bid: Field[int] = field(Count(), "the highest bid so far", default=0)
    bidders: Field[Mask[Seat]] = field(Seats(), "who has not passed", phrase="bidder", default=NO_THINGS)
    winners: Field[Mask[Seat]] = field(
        Seats(), "who has won an auction in this round", phrase="winner", default=NO_THINGS
    )
    purpose: Field[Purpose | None] = field(
        Maybe(Choice(PURPOSES), None), "what is being paid for", words="paying for", default=None
    )
    owed: Field[int] = field(Count(-99), "what is still to be paid; a number below 0 is change", default=0)
    lowest: Field[int] = field(Count(), "the lowest value of a card handed in so far", words="lowest paid", default=0)
    place: Field[int] = field(Maybe(Choice(WORK)), "the activity that the decision is about", default=ABSENT)
    origin: Field[int] = field(
        Maybe(Choice(WORK)), "the activity from which the worker is moved", words="from", default=ABSENT
    )
    points: Field[int] = field(
        Count(),
        "the points bought in this turn; during the income, the cards made of disks",
        words="points of the turn",
        default=0,
    )
    due: Field[int] = field(Count(), "how many cards are still to be turned up, dealt or given up", default=0)


@record
class State(BasePosition[Ruleset, Components]):
    """A position."""

    players: Field[tuple[Player, ...]] = field(
        PerPlayer(lambda: Player), "the players in clockwise order; a seat is an index into them"
    )
    table: Field[Table] = field(Nested(lambda: Table), "the middle of the table")
    turn: Field[Turn] = field(Nested(lambda: Turn), "the decision that is awaited, and whose it is")

    @property
    def me(self) -> Player:
        """The player who decides."""
        return self.players[self.turn.seat]


class PlayerDraft(Draft, Player):
    """A player while a move is carried out."""

    __slots__ = ()


class TableDraft(Draft, Table):
    """A table while a move is carried out."""

    __slots__ = ()


class TurnDraft(Draft, Turn):
    """A turn while a move is carried out."""

    __slots__ = ()


class StateDraft(RootDraft["State"], State):
    """A position while a move is carried out."""

    __slots__ = ()
    edit_player = each(State.players, PlayerDraft)
    edit_table = part(State.table, TableDraft)
    edit_turn = part(State.turn, TurnDraft)
    pass_on = passing(State.turn, TurnDraft, Turn.seat)

    def edit_me(self) -> PlayerDraft:
        """Return the player who decides, to be edited."""
        return self.edit_player(self.turn.seat)


draft_of = drafts(StateDraft)


# --- Things ---------------------------------------------------------------------------


def owned(position: State, player: Player) -> tuple[tuple[DevelopmentCard, int], ...]:
    """Return the development cards of a player, and how many there are of each."""
    return position.components.counted(player.cards)


def wealth(position: State, player: Player) -> int:
    """Return the wealth of a player: production cards and disks."""
    return position.components.worth(player.hand.known) + player.disks


def held(position: State, cards: Mask[ProductionCard], face: int) -> int:
    """Return a card with this face from among ``cards``; `ABSENT` if there is none."""
    return position.components.money.one(cards, face)
