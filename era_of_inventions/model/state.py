"""A position: everything the players see at the table, immutable, and its draft while a move is carried out.

`State`, `Player`, `Board` and `Turn` are frozen. A move edits drafts of the parts it changes and seals them; what it
did not touch is shared with the position before. Sealing switches the class of the draft object to the frozen one (both
have the same slots), which costs a fraction of building a frozen object field by field.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import attrs

from era_of_inventions.kernel.clause import Clause
from era_of_inventions.kernel.law import Law
from era_of_inventions.kernel.verdict import Event, Finding
from era_of_inventions.model.components import Area, Components, members
from era_of_inventions.model.goods import Goods, show
from era_of_inventions.model.moves import Line
from era_of_inventions.rulings import Ruleset

FREE_THREADED = "free-threading" in sys.version
"""Whether this Python was built to run threads beside each other."""
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
    """A player chooses which own disc to take up."""
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


@attrs.frozen(cache_hash=True)
class Setting:
    """What the table agreed on before the game: how many play, by which readings, with which components."""

    players: int
    ruleset: Ruleset
    components: Components

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Show the names alone where Hypothesis or a notebook pretty-prints; the tables would fill pages."""
        printer.text(f"Setting({self.players} players, {self.ruleset.name}, {self.components.name})")


@attrs.frozen(weakref_slot=False)
class Player:
    """What one player has. Masks are sets of indexes, one bit each.

    ``spaces`` are the development spaces that carry an own marker on the left number, ``patented`` those that carry one
    on the scroll; ``placed`` the areas with an own action disc; ``patents`` the square of the own patent marker. The
    last four count what happened this round, for the readings that limit it.
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


@attrs.define(eq=False, weakref_slot=False)
class PlayerDraft:
    """A `Player` while a move is carried out."""

    goods: Goods
    influence: int
    bonus_discs: int
    patents: int
    spaces: int
    patented: int
    factories: int
    placed: int
    built_this_round: int
    trades_this_round: tuple[int, ...]
    discs_bought_this_round: int
    discs_used_this_round: int


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


@attrs.define(eq=False, weakref_slot=False)
class BoardDraft:
    """A `Board` while a move is carried out."""

    loads: tuple[int, ...]
    row: tuple[int, ...]
    factory_deck: int
    factory_discard: int
    display: tuple[int, ...]
    deck: int
    discard: int
    developed_this_round: int


@attrs.frozen(weakref_slot=False)
class Turn:
    """Whose turn it is, what is awaited, and what the current action has done so far.

    ``area`` is where the disc was taken up (`EMPTY` if withdrawn, or in no action). ``ran`` and ``developed`` are masks
    of factories and spaces, ``made`` the cards produced in order, ``trades`` the uses of each market line, ``moved``
    how far the own pawn has come. ``before`` is the record of the action that the present bonus action, or offer of
    one, follows.
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


@attrs.define(eq=False, weakref_slot=False)
class TurnDraft:
    """A `Turn` while a move is carried out."""

    phase: Phase
    seat: int
    area: Area | int
    built: int
    ran: int
    loads: int
    made: tuple[int, ...]
    took_cog: bool
    trades: tuple[int, ...]
    developed: int
    patents: int
    moved: int
    before: Turn | None


class Position:
    """What `State` and `Draft` have in common: all that clauses may ask about."""

    __slots__ = ("law",)  # a draft's alone; but it becomes a state by switching its class, and slots cannot differ
    setting: Setting
    players: Sequence[Player | PlayerDraft]
    board: Board | BoardDraft
    round: int
    start: int
    turn: Turn | TurnDraft
    law: Law | Witness

    @property
    def me(self) -> Player | PlayerDraft:
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

    setting: Setting = attrs.field(repr=lambda s: f"<{s.players} players, {s.ruleset.name}, {s.components.name}>")
    players: tuple[Player, ...]
    board: Board
    round: int
    start: int
    turn: Turn


@attrs.define(eq=False, weakref_slot=False)
class Draft(Position):
    """A `State` while a move is carried out. Its parts stay frozen until they are asked for with ``edit_…``.

    ``law`` carries out what follows from the move: the law itself, or a witness in its stead.
    """

    setting: Setting
    players: tuple[Player, ...] | list[Player | PlayerDraft]
    board: Board | BoardDraft
    round: int
    start: int
    turn: Turn | TurnDraft

    def edit_player(self, seat: int) -> PlayerDraft:
        """The player of that seat, to be changed."""
        players = self.players
        if type(players) is tuple:
            players = self.players = list(players)
        player = players[seat]
        if type(player) is Player:
            player = players[seat] = _edit_player(player)  # type: ignore[index]
        return player  # type: ignore[return-value]

    def edit_me(self) -> PlayerDraft:
        """The player whose turn it is, to be changed."""
        return self.edit_player(self.turn.seat)

    def edit_board(self) -> BoardDraft:
        """The board, to be changed."""
        if type(self.board) is Board:
            self.board = _edit_board(self.board)
        return self.board  # type: ignore[return-value]

    def edit_turn(self) -> TurnDraft:
        """The turn record, to be changed."""
        if type(self.turn) is Turn:
            self.turn = _edit_turn(self.turn)
        return self.turn  # type: ignore[return-value]

    def go_on(self, phase: Phase) -> None:
        """Let the turn go on in another phase. As long as nothing was done, positions share its record."""
        turn = self.turn
        if turn is fresh_turn(turn.phase, turn.seat, turn.area):
            self.turn = fresh_turn(phase, turn.seat, turn.area)
        else:
            self.edit_turn().phase = phase

    def apply(self, clause: Clause[..., Any], *args: object) -> None:
        """Carry out an effect or trigger, noting what it changed if anybody watches."""
        law = self.law
        if type(law) is Witness:
            law.apply(self, clause, *args)
        else:
            clause.function(self, *args)

    def happens(self, occasion: object) -> bool:
        """Whether the law lets an occasion take effect, noting every reason if anybody watches."""
        return self.law.allows(self, occasion)

    @property
    def watched(self) -> bool:
        """Whether anybody wants to know about occasions that come to nothing."""
        return type(self.law) is Witness

    def seal(self) -> State:
        """The finished position. The draft must not be used afterwards."""
        parts: Any = self  # switching classes is beyond what types can say
        players = parts.players
        if type(players) is list:
            for player in players:
                if type(player) is PlayerDraft:
                    player.__class__ = Player  # type: ignore[assignment]
            parts.players = tuple(players)
        if type(parts.board) is BoardDraft:
            parts.board.__class__ = Board  # type: ignore[assignment]
        if type(parts.turn) is TurnDraft:
            parts.turn.__class__ = Turn  # type: ignore[assignment]
        parts.law = None
        parts.__class__ = State
        return parts  # type: ignore[no-any-return]

    def snapshot(self) -> State:
        """The position as it stands. The draft may be used further, but its parts must be asked for anew."""
        return draft_of(self, self.law).seal()


Changes = Callable[[State, State], list[tuple[int | None, str, object, object]]]


class Witness:
    """Stands in for the law and watches: which clause changed what, and what clauses said about occasions that arose.

    What changes while a clause is carried out is put down to that clause; what changes while it carries out another
    clause, to that one. ``changes`` tells two positions apart in the players' words.
    """

    def __init__(self, law: Law, changes: Changes) -> None:
        """Watch with this way of telling positions apart."""
        self._law = law
        self.events: list[Event] = []
        self.occasions: list[Finding] = []
        self._changes = changes
        self._stack: list[str] = []
        self._last: State | None = None

    def apply(self, draft: Draft, clause: Clause[..., Any], *args: object) -> None:
        """Carry out a clause and note its events."""
        self._note(draft)
        self._stack.append(clause.id)
        clause.function(draft, *args)
        self._note(draft)
        self._stack.pop()

    def allows(self, draft: Draft, occasion: object) -> bool:
        """Ask every clause about an occasion and note the answers."""
        self.occasions += self._law.hear(draft, occasion)
        return self._law.allows(draft, occasion)

    def _note(self, draft: Draft) -> None:
        now = draft.snapshot()
        if self._last is not None:
            cause = self._stack[-1] if self._stack else ""
            self.events += [Event(cause, *change) for change in self._changes(self._last, now)]
        self._last = now


def _copier(frozen: type[Any], draft: type[Any], *more: str) -> Callable[..., Any]:
    """A function that copies a value, field by field, into a draft of it; ``more`` are fields it is given."""
    names = [field.name for field in attrs.fields(frozen)]
    lines = "".join(f"    twin.{name} = value.{name}\n" for name in names)
    lines += "".join(f"    twin.{name} = {name}\n" for name in more)
    scope: dict[str, Any] = {"new": object.__new__, "Draft": draft}
    # The copy is written out once per class, as attrs itself writes its __init__.
    exec(f"def edit({', '.join(['value', *more])}):\n    twin = new(Draft)\n{lines}    return twin\n", scope)
    edit: Callable[[Any], Any] = scope["edit"]
    return edit


draft_of: Callable[[State | Draft, Law | Witness], Draft] = _copier(State, Draft, "law")
"""A draft of a position, to be changed by a law, or by one that is watched."""
_edit_player = _copier(Player, PlayerDraft)
_edit_board = _copier(Board, BoardDraft)
_edit_turn = _copier(Turn, TurnDraft)


def _freezer(frozen: type[Any]) -> Callable[[Any], Any]:
    """A function that builds a frozen value of a draft, field by field."""
    values = ", ".join(f"draft.{field.name}" for field in attrs.fields(frozen))
    scope: dict[str, Any] = {"Frozen": frozen}
    exec(f"def freeze(draft):\n    return Frozen({values})\n", scope)
    freeze: Callable[[Any], Any] = scope["freeze"]
    return freeze


def _sealed_by_copying(draft: Draft) -> State:
    """What `Draft.seal` does where threads run free, because switching a class stops all of them there."""
    players: Any = [_freeze_player(player) if type(player) is PlayerDraft else player for player in draft.players]
    board: Any = _freeze_board(draft.board) if type(draft.board) is BoardDraft else draft.board
    turn: Any = _freeze_turn(draft.turn) if type(draft.turn) is TurnDraft else draft.turn
    return State(draft.setting, tuple(players), board, draft.round, draft.start, turn)


_freeze_player = _freezer(Player)
_freeze_board = _freezer(Board)
_freeze_turn = _freezer(Turn)
if FREE_THREADED:
    Draft.seal = _sealed_by_copying  # type: ignore[assignment, method-assign]


def so_far(turn: Turn | TurnDraft, what: str, *, whole_turn: bool) -> int:
    """What a field of the turn record counts: in the present action alone, or in all actions of the turn."""
    number: int = getattr(turn, what)
    while whole_turn and turn.before is not None:
        turn = turn.before
        number += getattr(turn, what)
    return number


def records(turn: Turn | None) -> Iterator[Turn]:
    """The record of the present action and those of the actions before it in the turn, the last one first."""
    while turn is not None:
        yield turn
        turn = turn.before


def with_turn(state: State, turn: Turn) -> State:
    """The position, if this were the record of its turn."""
    return State(state.setting, tuple(state.players), state.board, state.round, state.start, turn)


def steps_taken(turn: Turn | TurnDraft) -> bool:
    """Whether the action has had a single real step."""
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
    """The turn record itself, or the equal one that all turns share in which nothing has been done yet."""
    return _EVERY_FRESH.get(turn, turn)


@lru_cache(maxsize=256)
def _setting(players: int, ruleset: Ruleset, components: Components, *_names: str) -> Setting:
    return Setting(players, ruleset, components)


def one_setting(players: int, ruleset: Ruleset, components: Components) -> Setting:
    """The setting, as one object for all who ask, so that games and positions know their own.

    Names are no part of the value of a setting; those with other names are other objects.
    """
    return _setting(players, ruleset, components, ruleset.name, components.name)


_AREAS = (*Area, EMPTY)  # so that `EMPTY`, which is -1, is an index as well
_FRESH = {phase: tuple(tuple(Turn(phase, seat, area) for area in _AREAS) for seat in range(5)) for phase in Phase}
_EVERY_FRESH = {turn: turn for of_phase in _FRESH.values() for of_seat in of_phase for turn in of_seat}
