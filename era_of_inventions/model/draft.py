"""Drafts: a position and its parts while a move is carried out.

A move edits drafts of the parts it changes and seals them; what it did not touch is shared with the position before. A
draft has the same slots as the frozen class, but can be written to. Sealing switches the class of the object, which
costs a fraction of building a frozen one field by field.

The fields are named once more here, because a type checker takes the fields of a frozen class as read-only in its
subclasses too, until they are declared anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import attrs

from era_of_inventions.model.components import Area
from era_of_inventions.model.goods import Goods
from era_of_inventions.model.state import Board, Phase, Player, Position, State, Turn, fresh_turn
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import Law

FREE_THREADED = "free-threading" in sys.version
"""Whether this Python was built to run threads in parallel."""

T = TypeVar("T")


class _Writable:
    """Undoes what attrs does to freeze a class."""

    __slots__ = ()
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__


class PlayerDraft(_Writable, Player):
    """A `Player` while a move is carried out."""

    __slots__ = ()
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


class BoardDraft(_Writable, Board):
    """A `Board` while a move is carried out."""

    __slots__ = ()
    loads: tuple[int, ...]
    row: tuple[int, ...]
    factory_deck: int
    factory_discard: int
    display: tuple[int, ...]
    deck: int
    discard: int
    developed_this_round: int


class TurnDraft(_Writable, Turn):
    """A `Turn` while a move is carried out."""

    __slots__ = ()
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


class Watcher(Protocol):
    """What a draft needs of one who stands in for the law and watches."""

    def apply(self, draft: Draft, clause: Clause[..., Any], *args: object) -> None:
        """Carry out an effect or trigger."""

    def allows(self, draft: Draft, occasion: object) -> bool:
        """Whether the law lets an occasion take effect."""


class Draft(Position):
    """A `State` while a move is carried out. Its parts stay frozen until they are asked for with ``edit_…``.

    ``law`` carries out what follows from the move: the law itself, or a watcher in its stead.
    """

    __slots__ = tuple(field.name for field in attrs.fields(State))
    players: tuple[Player, ...] | list[Player]
    law: Law | Watcher
    __repr__ = State.__repr__

    def edit_player(self, seat: int) -> PlayerDraft:
        """The player of that seat, to be changed."""
        players = self.players
        if type(players) is tuple:
            players = self.players = list(players)
        player = players[seat]
        if type(player) is not PlayerDraft:
            player = players[seat] = _edit_player(player)  # type: ignore[index]
        return player

    def edit_me(self) -> PlayerDraft:
        """The player whose turn it is, to be changed."""
        return self.edit_player(self.turn.seat)

    def edit_board(self) -> BoardDraft:
        """The board, to be changed."""
        board = self.board
        if type(board) is not BoardDraft:
            board = self.board = _edit_board(board)
        return board

    def edit_turn(self) -> TurnDraft:
        """The turn record, to be changed."""
        turn = self.turn
        if type(turn) is not TurnDraft:
            turn = self.turn = _edit_turn(turn)
        return turn

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
        if isinstance(law, Law):
            clause.function(self, *args)
        else:
            law.apply(self, clause, *args)

    def happens(self, occasion: object) -> bool:
        """Whether the law lets an occasion take effect, noting every reason if anybody watches."""
        return self.law.allows(self, occasion)

    @property
    def watched(self) -> bool:
        """Whether anybody wants to know about occasions that come to nothing."""
        return not isinstance(self.law, Law)

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


def _copier(frozen: type[Any], draft: type[T], *more: str) -> Callable[..., T]:
    """A function that copies a value, field by field, into a draft of it; ``more`` are fields it is given."""
    names = [field.name for field in attrs.fields(frozen)]
    lines = "".join(f"    twin.{name} = value.{name}\n" for name in names)
    lines += "".join(f"    twin.{name} = {name}\n" for name in more)
    scope: dict[str, Any] = {"new": object.__new__, "Draft": draft}
    # The copy is written out once per class, as attrs itself writes its __init__.
    exec(f"def edit({', '.join(['value', *more])}):\n    twin = new(Draft)\n{lines}    return twin\n", scope)
    edit: Callable[..., T] = scope["edit"]
    return edit


draft_of: Callable[[State | Draft, Law | Watcher], Draft] = _copier(State, Draft, "law")
"""A draft of a position, to be changed by a law, or by one that is watched."""
_edit_player = _copier(Player, PlayerDraft)
_edit_board = _copier(Board, BoardDraft)
_edit_turn = _copier(Turn, TurnDraft)


def _freezer(frozen: type[Any]) -> Callable[[Any], Any]:
    """A function that builds a frozen value from a draft, field by field."""
    values = ", ".join(f"draft.{field.name}" for field in attrs.fields(frozen))
    scope: dict[str, Any] = {"Frozen": frozen}
    exec(f"def freeze(draft):\n    return Frozen({values})\n", scope)
    freeze: Callable[[Any], Any] = scope["freeze"]
    return freeze


def _sealed_by_copying(draft: Draft) -> State:
    """What `Draft.seal` does where threads run free, because switching a class stops all of them there."""
    players = [_freeze_player(player) if type(player) is PlayerDraft else player for player in draft.players]
    board = _freeze_board(draft.board) if type(draft.board) is BoardDraft else draft.board
    turn = _freeze_turn(draft.turn) if type(draft.turn) is TurnDraft else draft.turn
    return State(draft.setting, tuple(players), board, draft.round, draft.start, turn)


_freeze_player = _freezer(Player)
_freeze_board = _freezer(Board)
_freeze_turn = _freezer(Turn)
if FREE_THREADED:
    Draft.seal = _sealed_by_copying  # type: ignore[assignment, method-assign]
