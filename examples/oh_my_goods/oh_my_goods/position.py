"""The position: players, the table, and the decision that is awaited."""

from __future__ import annotations

import enum
from typing import TypeAlias

from era_of_inventions.tabletop import (
    ABSENT,
    NO_THINGS,
    Amounts,
    Bag,
    BasePosition,
    Cards,
    CardSet,
    Choice,
    Count,
    Draft,
    Earlier,
    Field,
    Hidden,
    Mask,
    Maybe,
    Names,
    Nested,
    PerPlayer,
    RootDraft,
    Seal,
    Seat,
    Stack,
    Stacks,
    Things,
    bag,
    drafts,
    each,
    field,
    mask,
    members,
    part,
    passing,
    plus,
    record,
    steps,
)
from era_of_inventions.tabletop import Setting as BaseSetting
from oh_my_goods import words
from oh_my_goods.box import Building, Card, Components, Item, Side
from oh_my_goods.rulings import Ruleset

Setting: TypeAlias = BaseSetting[Ruleset, Components]


class Stage(enum.IntEnum):
    """The stages, in the order of a game."""

    CHARBURNERS = 0
    ASSISTANTS_OFFERED = 1
    HANDS = 2
    COAL = 3
    EXCHANGE = 4
    EXCHANGED_CARDS = 5
    NEW_CARDS = 6
    SUNRISE = 7
    ASSISTANTS_MOVED = 8
    WORK = 9
    PLAN = 10
    SUNSET = 11
    PRODUCTION = 12
    HAND_CARDS_SPENT = 13
    GOODS = 14
    CHAIN = 15
    BUILDING = 16
    PAYMENT = 17
    ASSISTANT_PLACED = 18
    LAST_CHAINS = 19
    HALVING = 20
    OVER = 21


DEALING = frozenset({Stage.HANDS, Stage.EXCHANGED_CARDS, Stage.NEW_CARDS})
"""The stages at which cards are dealt to a hand."""
COVERING = frozenset({Stage.COAL, Stage.GOODS})
"""The stages at which cards are laid face down on a building."""
REVEALING = frozenset({Stage.SUNRISE, Stage.SUNSET})
"""The stages at which cards are turned over for the market."""
DRAWING = DEALING | COVERING | REVEALING
"""The stages at which a card of the draw pile is needed."""
CHANCE_STAGES = DRAWING | {Stage.CHARBURNERS, Stage.ASSISTANTS_OFFERED}


class Mode(enum.Enum):
    """How the craftsman works."""

    NEAT = "neat"
    SLOPPY = "sloppy"


class Plan:
    """A card that is planned, or nothing."""


def building_ids(setting: Setting) -> list[str]:
    """Return the ids of all cards that can be a building."""
    return [card.id for card in setting.components.buildings]


NO_CARD = "nothing"
ID = "[a-z]+(-[a-z0-9]+)*"
CARDS = Names.indexed(
    Card,
    building_ids,
    "the id of a card",
    ID,
    words.for_buildings,
    lambda s: s.components.resource_of,
    only_enough=True,
)
DECK = CARDS.some(lambda s: members(s.components.deck))
CHARBURNERS = CARDS.some(lambda s: members(s.components.fires))
BUILDINGS = Names.indexed(Building, building_ids, "the id of a building", ID, words.for_buildings)
PRODUCTIVE = BUILDINGS.some(lambda s: members(s.components.productive))
PLANS = Names.indexed(
    Plan, lambda s: [*building_ids(s), NO_CARD], "the id of a card, or nothing", ID, words.for_buildings
)
SIDES = Names.indexed(Side, lambda s: [side.id for side in s.components.assistants], "the id of an assistant", ID)
ITEMS = Names.indexed(Item, lambda s: s.components.items, "a raw material or a good", "[a-z]+")
MODES = Names.members(Mode, also=words.FOR_MODES)
MAYBE_BUILDING = Maybe(Choice(BUILDINGS), ABSENT)
MAYBE_MODE = Maybe(Choice(MODES), None)
STAGES = Names.members(Stage, also=words.FOR_STAGES)
NO_CARDS: Cards[Card] = Cards(NO_THINGS)
STACKS = Stacks(CARDS, "goods", "building")
BEFORE_MAX = 2
"""The most steps that are interrupted at once: building by a payment, and the payment by the halving."""


@record
class Player:
    """One player's part of a position."""

    hand: Field[Cards[Card]] = field(
        CardSet(CARDS), "cards that nobody else sees", seen="owner", also="hand cards, handkaarten"
    )
    buildings: Field[tuple[Stack, ...]] = field(
        STACKS,
        "the buildings with the goods on them, which nobody looks at",
        also="gebouwen",
        phrase="{}",
        seen="nobody",
        default=(),
    )
    planned: Field[Cards[Card]] = field(
        CardSet(CARDS), "the card laid face down to be built", seen="owner", default=NO_CARDS
    )
    craftsman: Field[int] = field(MAYBE_BUILDING, "where the craftsman works", default=ABSENT)
    mode: Field[Mode | None] = field(MAYBE_MODE, "how the craftsman works", default=None)
    assistants: Field[Mask[Side]] = field(Things(SIDES), "the assistants who have been hired", default=NO_THINGS)
    posts: Field[Mask[Building]] = field(Things(BUILDINGS), "the buildings where assistants work", default=NO_THINGS)
    extra: Field[int] = field(
        Count(), "the extra cards drawn in this round, besides the usual two", words="extra cards", default=0
    )
    aside: Field[Cards[Card]] = field(
        CardSet(CARDS),
        "hand cards laid aside to be exchanged or given up",
        words="laid aside",
        seen="owner",
        default=NO_CARDS,
    )
    sealed_place: Field[int] = field(
        Hidden(MAYBE_BUILDING, among="buildings"),
        "where the craftsman will work, until all have decided",
        seen="owner",
        default=ABSENT,
    )
    sealed_mode: Field[Mode | int | None] = field(
        Hidden(MAYBE_MODE), "how the craftsman will work, until all have decided", seen="owner", default=None
    )
    sealed_plan: Field[int] = field(
        Hidden(Maybe(Choice(PLANS)), among="hand"),
        "the card that will be laid face down; until then it stays in the hand",
        seen="owner",
        default=ABSENT,
    )


SEALED_PLANS = Seal(Player.sealed_place, Player.sealed_mode, Player.sealed_plan, hides_only_things=True)


@record
class Table:
    """The middle of the table."""

    draw: Field[Cards[Card]] = field(
        CardSet(CARDS, pile=True),
        "the face-down pile of cards",
        words="draw pile",
        seen="nobody",
        default=NO_CARDS,
        also="deck, trekstapel",
    )
    discards: Field[Cards[Card]] = field(
        CardSet(CARDS, pile=True),
        "the discarded cards, which nobody searches",
        words="discard pile",
        also="discards, aflegstapel",
        seen="nobody",
        default=NO_CARDS,
    )
    morning: Field[Mask[Card]] = field(
        Things(CARDS), "the first row of the market supply", words="first row", default=NO_THINGS
    )
    evening: Field[Mask[Card]] = field(
        Things(CARDS), "the second row of the market supply", words="second row", default=NO_THINGS
    )
    offer: Field[Mask[Side]] = field(Things(SIDES), "assistants for hire", default=NO_THINGS)
    box: Field[Mask[Card]] = field(Things(CARDS), "charburners that nobody has", default=NO_THINGS)


@record
class Turn:
    """The decision that is awaited, and whose it is."""

    stage: Field[Stage] = field(Choice(STAGES), "what is awaited")
    seat: Field[int] = field(Seat(), "who decides", words="player", phrase="player to move", also="to move")
    due: Field[int] = field(Count(), "how many cards are still to be drawn or given up", default=0)
    at: Field[int] = field(MAYBE_BUILDING, "the building that the decision is about", default=ABSENT)
    missing: Field[Bag[Item]] = field(
        Amounts(ITEMS, 99), "what is still to be given", phrase="missing {}", default=bag(Item)
    )
    owed: Field[int] = field(Count(), "the coins still to be paid", default=0)
    hiring: Field[int] = field(Maybe(Choice(SIDES)), "the assistant who is being paid for", default=ABSENT)
    before: Field[Turn | None] = field(
        Earlier(lambda: Turn, BEFORE_MAX),
        "what a chain, a payment or the halving has interrupted; it goes on after that",
        default=None,
        reported=False,
    )


@record
class State(BasePosition[Ruleset, Components]):
    """A position."""

    players: Field[tuple[Player, ...]] = field(
        PerPlayer(lambda: Player), "the players in clockwise order; a seat is an index into them"
    )
    table: Field[Table] = field(Nested(lambda: Table), "the middle of the table")
    turn: Field[Turn] = field(Nested(lambda: Turn), "the decision that is awaited, and whose it is")
    active: Field[int] = field(Seat(), "who begins the round", words="active player")
    round: Field[int] = field(Count(), "the number of the round", default=0)
    last_round: Field[int] = field(Maybe(Count()), "the number of the last round, once it is known", default=ABSENT)
    produced: Field[Mask[Building]] = field(
        Things(BUILDINGS), "the buildings that have had their turn to produce", default=NO_THINGS
    )
    chains: Field[Mask[Building]] = field(
        Things(BUILDINGS), "the buildings that may use their chain because they have produced", default=NO_THINGS
    )
    moved: Field[Mask[Building]] = field(
        Things(BUILDINGS), "the buildings to which assistants were moved in this round", default=NO_THINGS
    )

    @property
    def me(self) -> Player:
        """The player who decides."""
        return self.players[self.turn.seat]

    @property
    def step(self) -> Turn:
        """The turn; during the halving, the step that the halving has interrupted."""
        turn = self.turn
        return turn.before if turn.stage is Stage.HALVING and turn.before is not None else turn


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
    interrupt, resume = steps(State.turn, TurnDraft)
    pass_on = passing(State.turn, TurnDraft, Turn.seat)

    def edit_me(self) -> PlayerDraft:
        """Return the player who decides, to be edited."""
        return self.edit_player(self.turn.seat)


draft_of = drafts(StateDraft)


def builder(position: State) -> int:
    """Return the seat that is paying for a building, whose card is shown; `ABSENT` if nobody is paying for one."""
    step = position.step
    return step.seat if step.stage is Stage.PAYMENT and step.at == step.hiring == ABSENT else ABSENT


# --- Cards and places -----------------------------------------------------------------


def owned(player: Player) -> Mask[Building]:
    """Return the buildings of a player."""
    return mask(Building, [stack.base for stack in player.buildings])


def people(player: Player) -> Mask[Building]:
    """Return the buildings where the people of a player are."""
    return player.posts if player.craftsman < 0 else plus(player.posts, player.craftsman)


def goods_on(player: Player, building: int) -> int:
    """Return how many goods lie on a building of a player; 0 if it is not theirs."""
    return next((len(stack.cards) for stack in player.buildings if stack.base == building), 0)


def goods_of(player: Player) -> int:
    """Return how many goods a player has."""
    return sum(len(cards) for _, cards in player.buildings)


def worth(state: State, player: Player) -> int:
    """Return the worth of all goods of a player."""
    values = state.components.value_of
    return sum(values[base] * len(cards) for base, cards in player.buildings)
