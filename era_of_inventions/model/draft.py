"""Drafts: a position and its parts while a move is carried out.

A move edits drafts of the parts it changes and seals them; the other parts are shared with the position before.
See `era_of_inventions.tabletop.values.records`.
"""

from __future__ import annotations

from era_of_inventions.model.state import Board, Phase, Player, State, Turn, fresh_turn
from era_of_inventions.tabletop import values
from era_of_inventions.tabletop.law.drafts import RootDraft, drafts, each, kept, part


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
    keep_turn = kept(State.turn, TurnDraft)

    def edit_me(self) -> PlayerDraft:
        """Return the player whose turn it is, to be changed."""
        return self.edit_player(self.turn.seat)

    def go_on(self, phase: Phase) -> None:
        """Let the turn go on in another phase. As long as nothing was done, positions share its record."""
        turn = self.turn
        if turn is fresh_turn(turn.phase, turn.seat, turn.area):
            self.turn = fresh_turn(phase, turn.seat, turn.area)
        else:
            self.edit_turn().phase = phase


draft_of = drafts(Draft)
"""A draft of a position, to be changed by a law, or by one that is traced."""
