"""A position: everything the players see at the table, immutable.

`State`, `Player`, `Board` and `Turn` are frozen, and their fields are declared here
once, each with its domain, words and bounds. Moves change drafts of them, which are
declared at the end of this module.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs

from era_of_inventions import words
from era_of_inventions.box.components import (
    Area,
    Components,
    FactoryCard,
    InventionCard,
    Space,
)
from era_of_inventions.box.goods import GOODS, Goods
from era_of_inventions.box.names import AREAS, CARDS, DECK, FACTORIES, SOURCES, SPACES
from era_of_inventions.moves import LINES, Line
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop import values
from era_of_inventions.tabletop.law.drafts import RootDraft, drafts, each, part, steps
from era_of_inventions.tabletop.play.setting import BasePosition, Setting as BaseSetting
from era_of_inventions.tabletop.values import (
    ABSENT,
    Amounts,
    Choice,
    Count,
    Counts,
    Earlier,
    Field,
    Flag,
    History,
    Mask,
    Maybe,
    Names,
    Nested,
    PerPlayer,
    Row,
    Seat,
    Shape,
    Terms,
    Things,
    field,
    record,
)
from era_of_inventions.tabletop.values.domains import Cell

EMPTY: Final = ABSENT
"""A display space without a card; also no area, and a pawn or marker that is not on its track yet."""
NO_EXCHANGES = (0,) * len(Line)
"""No uses of any market line."""
DISPLAY_PLACES, ROW_PLACES = 7, 5
"""How many invention cards and how many factories are laid out."""
MADE_MAX = 100
"""The most cards that the record of an action holds."""
BEFORE_MAX = 20
"""The most earlier actions that the record of a turn holds."""


class Phase(enum.StrEnum):
    """What the table is waiting for."""

    SETUP_FACTORIES = "setup-factories"
    """The first factories are turned over."""
    SETUP_CARDS = "setup-cards"
    """The first cards are turned over."""
    PLACEMENT = "placement"
    """A player places an action disc."""
    CHOICE = "choice"
    """A player chooses which of their discs to resolve."""
    ACTION = "action"
    """A player carries out the action of an area."""
    BONUS_OFFER = "bonus-offer"
    """The action is over; the player may put down a bonus disc or end the turn."""
    BONUS_ACTION = "bonus-action"
    """A player carries out the extra action of a bonus disc."""
    REFRESH_CARDS = "refresh-cards"
    """New cards are turned over at the end of a round."""
    REFRESH_FACTORIES = "refresh-factories"
    """New factories are turned over at the end of a round."""
    FINAL_MARKET = "final-market"
    """A player uses the market once more after the last round."""
    GAME_OVER = "game-over"
    """The game is over."""


SETUP_FACTORIES: Final = Phase.SETUP_FACTORIES
SETUP_CARDS: Final = Phase.SETUP_CARDS
PLACEMENT: Final = Phase.PLACEMENT
CHOICE: Final = Phase.CHOICE
ACTION: Final = Phase.ACTION
BONUS_OFFER: Final = Phase.BONUS_OFFER
BONUS_ACTION: Final = Phase.BONUS_ACTION
REFRESH_CARDS: Final = Phase.REFRESH_CARDS
REFRESH_FACTORIES: Final = Phase.REFRESH_FACTORIES
FINAL_MARKET: Final = Phase.FINAL_MARKET
GAME_OVER: Final = Phase.GAME_OVER
# The law asks for the phase all the time, and Python 3.11 is slow to find a member in its enum.

REVEALS = frozenset({SETUP_FACTORIES, SETUP_CARDS, REFRESH_CARDS, REFRESH_FACTORIES})
"""The phases in which chance is to move."""


if TYPE_CHECKING:
    Setting: TypeAlias = BaseSetting[Ruleset, Components]
else:
    Setting = BaseSetting

PHASES = Names.members(Phase, also=words.FOR_PHASES)


@attrs.frozen
class Waiting(Things[Space]):
    """Developed spaces. People refer to them by the cards of their inventions, which wait beside the piles."""

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return the shape, with the waiting cards of each invention as its quantities."""
        components: Components = terms.setting.components
        cards = [
            components.cards_of(invention).bit_count()
            for invention in range(len(components.inventions))
        ]
        counted = zip(components.inventions, cards, strict=True)
        return attrs.evolve(
            super().bind(terms),
            quantities=tuple(Cell(invention, 0, most) for invention, most in counted),
            measure=lambda spaces: [
                most * (spaces >> 2 * invention & 1) for invention, most in enumerate(cards)
            ],
        )


@record
class Player:
    """What one player has."""

    goods: Field[Goods] = field(
        Amounts(GOODS), "the goods in the player's stock", also="stock, resources"
    )
    influence: Field[int] = field(
        Count(), "how far the pawn has come on the influence track", also=words.INFLUENCE
    )
    bonus_discs: Field[int] = field(
        Count(), "the bonus discs in hand", also=words.BONUS_DISCS
    )
    patents: Field[int] = field(
        Count(),
        "the square of the patent track with the player's marker, 0 for none",
        also="patents registered, patent track",
    )
    developed: Field[Mask[Space]] = field(
        Things(SPACES),
        "spaces with a marker of the player on the left number",
        phrase="marker on {}",
    )
    patented: Field[Mask[Space]] = field(
        Things(SPACES),
        "spaces with a marker of the player on the scroll",
        phrase="patent on {}",
    )
    factories: Field[Mask[FactoryCard]] = field(
        Things(FACTORIES), "the player's factories", phrase="factory {}"
    )
    discs: Field[Mask[Area]] = field(
        Things(AREAS), "areas with an action disc of the player", phrase="disc on {}"
    )
    built_this_round: Field[int] = field(
        Count(), "factories built this round", default=0, reported=False
    )
    exchanges_this_round: Field[tuple[int, ...]] = field(
        Counts(LINES),
        "uses of each line of the market this round",
        default=NO_EXCHANGES,
        phrase="{} this round",
        reported=False,
    )
    discs_bought_this_round: Field[int] = field(
        Count(), "bonus discs bought this round", default=0, reported=False
    )
    discs_used_this_round: Field[int] = field(
        Count(), "bonus discs put down this round", default=0, reported=False
    )


@record
class Board:
    """The board and the piles beside it. A face-down pile is a set: nobody knows its order."""

    loads: Field[tuple[int, ...]] = field(
        Counts(SOURCES), "the cubes on each ship and storage house", phrase="load of {}"
    )
    row: Field[tuple[int, ...]] = field(
        Row(DECK, ROW_PLACES),
        "the factories laid out, from the start of the path to its exit",
        phrase="factory row",
        also="factory row, factories on display",
    )
    factory_deck: Field[Mask[FactoryCard]] = field(
        Things(DECK, pile=True), "the factories in the face-down pile"
    )
    factory_discards: Field[Mask[FactoryCard]] = field(
        Things(DECK, pile=True), "the factories that were discarded"
    )
    display: Field[tuple[int, ...]] = field(
        Row(CARDS, DISPLAY_PLACES),
        "the invention cards laid out, from the start of the path to its exit",
    )
    deck: Field[Mask[InventionCard]] = field(
        Things(CARDS, pile=True),
        "the invention cards in the face-down pile",
        phrase="invention deck",
        also="invention deck",
    )
    discards: Field[Mask[InventionCard]] = field(
        Things(CARDS, pile=True),
        "the invention cards that were discarded",
        phrase="invention discards",
        also="invention discards, discard pile",
    )
    developed_this_round: Field[Mask[Space]] = field(
        Waiting(SPACES),
        "spaces developed since the last refresh, whose cards wait beside the piles",
        default=0,
        phrase="cards of {} waiting",
    )


@record
class Turn:
    """Whose turn it is, what is awaited, and what the current action has done so far."""

    phase: Field[Phase] = field(Choice(PHASES), "what the table is waiting for")
    seat: Field[int] = field(
        Seat(), "whose turn it is", words="player", phrase="player to move", also="to move"
    )
    area: Field[Area | int] = field(
        Maybe(Choice(AREAS), EMPTY),
        "the area whose disc was resolved; nothing if the disc was withdrawn, or outside of an action",
        default=EMPTY,
        reported=False,
    )
    built: Field[int] = field(Count(), "factories built", default=0, reported=False)
    ran: Field[Mask[FactoryCard]] = field(
        Things(FACTORIES), "factories that produced", default=0, reported=False
    )
    loads: Field[int] = field(Count(), "loads bought", default=0, reported=False)
    made: Field[tuple[int, ...]] = field(
        History(Choice(CARDS), MADE_MAX),
        "the cards produced, in order",
        default=(),
        reported=False,
    )
    took_cog: Field[bool] = field(
        Flag(), "whether a cog was taken instead of exchanging", default=False, reported=False
    )
    exchanges: Field[tuple[int, ...]] = field(
        Counts(LINES),
        "uses of each line of the market",
        default=NO_EXCHANGES,
        phrase="{} this action",
        reported=False,
    )
    developed: Field[Mask[Space]] = field(
        Things(SPACES), "spaces developed", default=0, reported=False
    )
    patents: Field[int] = field(Count(), "patents registered", default=0, reported=False)
    moved: Field[int] = field(
        Count(), "how far the player's own pawn has come", default=0, reported=False
    )
    before: Field[Turn | None] = field(
        Earlier(lambda: Turn, BEFORE_MAX),
        "the record of the action before the present bonus action, or before the offer of one; where the order of the "
        "final market is free, of whoever used it before",
        default=None,
        reported=False,
    )


@record
class State(BasePosition[Ruleset, Components]):
    """A position. It is equal by value and hashable, and shares unchanged parts with the position before it."""

    players: Field[tuple[Player, ...]] = field(
        PerPlayer(lambda: Player),
        "the players in clockwise order; a seat is an index into them",
    )
    board: Field[Board] = field(Nested(lambda: Board), "the board and the piles beside it")
    round: Field[int] = field(Count(), "the number of the round")
    start: Field[int] = field(Seat(), "the seat of the start player", words="start player")
    turn: Field[Turn] = field(
        Nested(lambda: Turn), "whose turn it is, and what has been done in it"
    )

    @property
    def me(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn.seat]


Position: TypeAlias = State
"""A position, or a draft of one, for clauses to judge."""
Counted = Literal["built", "loads", "took_cog", "patents", "moved"]
"""The fields of a turn record that count something, each action for itself."""


def so_far(turn: Turn, what: Counted, *, whole_turn: bool) -> int:
    """Return the count in a field, for the present action or, with ``whole_turn``, for all actions of the turn."""
    return sum([getattr(record, what) for record in counted(turn, whole_turn=whole_turn)])


def counted(turn: Turn, *, whole_turn: bool) -> list[Turn]:
    """Return the records of all actions of the turn, or of the present action, if it is not over."""
    if whole_turn:
        return [record for record in records(turn) if record.seat == turn.seat]
    return [] if turn.phase is BONUS_OFFER else [turn]


def records(turn: Turn | None) -> list[Turn]:
    """Return the records of the actions of the turn, from the present one back to the first."""
    found = []
    while turn is not None:
        found.append(turn)
        turn = turn.before
    return found


def with_turn(state: State, turn: Turn) -> State:
    """Return the position with this turn record."""
    return State(
        state.setting, tuple(state.players), state.board, state.round, state.start, turn
    )


def steps_taken(turn: Turn) -> bool:
    """Return whether the action has had at least one real step."""
    counts = (
        turn.built,
        turn.ran,
        turn.loads,
        turn.made,
        turn.took_cog,
        any(turn.exchanges),
        turn.developed,
        turn.patents,
    )
    return any(counts)


def fresh_turn(phase: Phase, seat: int, area: int = EMPTY) -> Turn:
    """Return the turn record in which nothing has been done yet."""
    return _FRESH[phase][seat][area]


_AREAS = (*Area, EMPTY)  # so that `EMPTY`, which is -1, is an index as well
_FRESH = {
    phase: tuple(tuple(Turn(phase, seat, area) for area in _AREAS) for seat in range(5))
    for phase in Phase
}


# --- Drafts ---------------------------------------------------------------------------


class PlayerDraft(values.Draft, Player):
    """A `Player` while a move is carried out."""

    __slots__ = ()


class BoardDraft(values.Draft, Board):
    """A `Board` while a move is carried out."""

    __slots__ = ()


class TurnDraft(values.Draft, Turn):
    """A `Turn` while a move is carried out."""

    __slots__ = ()


class Draft(RootDraft[State], State):
    """A `State` while a move is carried out. Its parts stay frozen until they are asked for with ``edit_…``."""

    __slots__ = ()
    edit_player = each(State.players, PlayerDraft)
    edit_board = part(State.board, BoardDraft)
    edit_turn = part(State.turn, TurnDraft)
    interrupt = steps(State.turn, TurnDraft)[
        0
    ]  # the earlier actions of a turn are kept, but never resumed

    def edit_me(self) -> PlayerDraft:
        """Return the player whose turn it is, to be changed."""
        return self.edit_player(self.turn.seat)

    def go_on(self, phase: Phase) -> None:
        """Continue the turn in another phase. Equal turns in which nothing has been done yet share one record."""
        turn = self.turn
        if turn is fresh_turn(turn.phase, turn.seat, turn.area):
            self.turn = fresh_turn(phase, turn.seat, turn.area)
        else:
            self.edit_turn().phase = phase


draft_of = drafts(Draft)
"""Return a draft of a position, to be changed by a law, or by an observer that traces the law."""
