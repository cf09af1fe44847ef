"""The engine: moves carried out at speed, for positions of one setting."""

from __future__ import annotations

from era_of_inventions.engine.generate import Generator
from era_of_inventions.engine.table import all_moves
from era_of_inventions.model.draft import draft_of
from era_of_inventions.model.moves import Move
from era_of_inventions.model.occasions import SetUp
from era_of_inventions.model.state import Setting, State
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.setup import blank_state


class Engine:
    """Legal moves and their effects, compiled for a setting."""

    def __init__(self, setting: Setting) -> None:
        """Compile for this setting, and all equal to it."""
        self.moves = all_moves(setting.components, setting.players)
        self.number = {move: number for number, move in enumerate(self.moves)}
        self._generator = Generator(setting)
        self.legal_moves = self._generator.legal_moves
        self._effects = LAW.effects

    def set_up(self, setting: Setting, start: int) -> State:
        """The position at the beginning of a game, before the first card is turned over."""
        draft = draft_of(blank_state(setting, start), LAW)
        LAW.carry_out(draft, SetUp())
        return draft.seal()

    def play(self, state: State, move: Move) -> State:
        """The position after a move, which is not checked."""
        draft = draft_of(state, LAW)
        for clause in self._effects[type(move)]:
            clause.function(draft, move)
        return draft.seal()
