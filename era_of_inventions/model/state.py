"""A position: everything the players see at the table, immutable.

`State`, `Player`, `Board` and `Turn` are frozen. How a move changes them is the matter of `model.draft`.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import attrs

from era_of_inventions.model.components import Area, Components, members
from era_of_inventions.model.goods import Goods, show
from era_of_inventions.model.moves import Line
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.play.setting import Setting as BaseSetting

EMPTY = -1
"""A display space without a card; also no area, and a pawn or marker that is not on its track yet."""
NO_TRADES = (0,) * len(Line)
"""No uses of any market line."""


class Phase(enum.StrEnum):
    """What the table is waiting for."""

    SETUP_FACTORIES = "setup-factories"
    SETUP_CARDS = "setup-cards"
    PLACEMENT = "placement"
    CHOICE = "choice"
    """A player chooses which of their discs to take up."""
    ACTION = "action"
    BONUS_OFFER = "bonus-offer"
    """The action is over; the player may put down a bonus disc or end the turn."""
    BONUS_ACTION = "bonus-action"
    REFRESH_CARDS = "refresh-cards"
    REFRESH_FACTORIES = "refresh-factories"
    FINAL_MARKET = "final-market"
    GAME_OVER = "game-over"


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


@attrs.frozen(weakref_slot=False)
class Player:
    """What one player has. Masks are sets of indexes, one bit each.

    ``spaces`` are the development spaces with a marker of the player on the left number, ``patented`` those with one on
    the scroll; ``placed`` the areas with an action disc of the player; ``patents`` the square of the player's patent
    marker. The last four count what happened this round, for the readings that limit it.
    """

    goods: Goods = attrs.field(repr=show)
    influence: int
    bonus_discs: int
    patents: int
    spaces: int = attrs.field(repr=lambda mask: str(members(mask)))
    patented: int = attrs.field(repr=lambda mask: str(members(mask)))
    factories: int = attrs.field(repr=lambda mask: str(members(mask)))
    placed: int = attrs.field(repr=lambda mask: str(members(mask)))
    built_this_round: int = 0
    trades_this_round: tuple[int, ...] = NO_TRADES
    discs_bought_this_round: int = 0
    discs_used_this_round: int = 0


@attrs.frozen(weakref_slot=False)
class Board:
    """The board and the piles beside it. A face-down pile is a set: nobody knows its order.

    ``loads`` counts the cubes on each source; ``row`` and ``display`` hold factory and card indexes from the start of
    the path to its exit, `EMPTY` where there is none; ``developed_this_round`` is the mask of spaces developed since
    the last refresh, whose cards wait beside the piles.
    """

    loads: tuple[int, ...]
    row: tuple[int, ...]
    factory_deck: int
    factory_discard: int
    display: tuple[int, ...]
    deck: int
    discard: int
    developed_this_round: int = 0


@attrs.frozen(weakref_slot=False)
class Turn:
    """Whose turn it is, what is awaited, and what the current action has done so far.

    ``area`` is where the disc was taken up (`EMPTY` if withdrawn, or in no action). ``ran`` and ``developed`` are masks
    of factories and spaces, ``made`` the cards produced in order, ``trades`` the uses of each market line, ``moved``
    how far the player's own pawn has come. ``before`` is the record of the action that the present bonus action, or the
    offer of one, follows.
    """

    phase: Phase
    seat: int
    area: Area | int = EMPTY
    built: int = 0
    ran: int = 0
    loads: int = 0
    made: tuple[int, ...] = ()
    took_cog: bool = False
    trades: tuple[int, ...] = NO_TRADES
    developed: int = 0
    patents: int = 0
    moved: int = 0
    before: Turn | None = None


class Position:
    """What `State` and `Draft` have in common: all that clauses may ask about."""

    __slots__ = ("law",)  # only a draft's; but a draft becomes a state by switching classes, so slots cannot differ
    setting: Setting
    players: Sequence[Player]
    board: Board
    round: int
    start: int
    turn: Turn

    @property
    def me(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn.seat]

    @property
    def ruleset(self) -> Ruleset:
        """The readings in force."""
        return self.setting.ruleset

    @property
    def components(self) -> Components:
        """The components in use."""
        return self.setting.components


@attrs.frozen(weakref_slot=False)
class State(Position):
    """A position. Equal by value, hashable, and sharing with the position before it what did not change.

    ``players`` are in clockwise order; a seat is an index into them. ``start`` is the seat of the start player.
    """

    setting: Setting = attrs.field(repr=lambda setting: f"<{setting}>")
    players: tuple[Player, ...]
    board: Board
    round: int
    start: int
    turn: Turn


Count = Literal["built", "loads", "took_cog", "patents", "moved"]
"""The fields of a turn record that count something, each action for itself."""


def so_far(turn: Turn, what: Count, *, whole_turn: bool) -> int:
    """What a field of the turn record counts: in the present action alone, or in all actions of the turn."""
    number: int = getattr(turn, what)
    while whole_turn and turn.before is not None:
        turn = turn.before
        number += getattr(turn, what)
    return number


def records(turn: Turn | None) -> list[Turn]:
    """The record of the present action and those of the actions before it in the turn, the last one first."""
    found = []
    while turn is not None:
        found.append(turn)
        turn = turn.before
    return found


def with_turn(state: State, turn: Turn) -> State:
    """The position, if this were the record of its turn."""
    return State(state.setting, tuple(state.players), state.board, state.round, state.start, turn)


def steps_taken(turn: Turn) -> bool:
    """Whether the action has had at least one real step."""
    counts = (
        turn.built,
        turn.ran,
        turn.loads,
        turn.made,
        turn.took_cog,
        any(turn.trades),
        turn.developed,
        turn.patents,
    )
    return any(counts)


def fresh_turn(phase: Phase, seat: int, area: int = EMPTY) -> Turn:
    """The turn record in which nothing has been done yet."""
    return _FRESH[phase][seat][area]


def as_fresh(turn: Turn) -> Turn:
    """The turn record itself or, if nothing has been done in it, the equal one that all such turns share."""
    return _EVERY_FRESH.get(turn, turn)


_AREAS = (*Area, EMPTY)  # so that `EMPTY`, which is -1, is an index as well
_FRESH = {phase: tuple(tuple(Turn(phase, seat, area) for area in _AREAS) for seat in range(5)) for phase in Phase}
_EVERY_FRESH = {turn: turn for of_phase in _FRESH.values() for of_seat in of_phase for turn in of_seat}
