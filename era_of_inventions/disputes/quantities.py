"""What can be claimed of a position besides its fields and the score: what the rules derive from several fields."""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.model.state import EMPTY, State
from era_of_inventions.rulebook.develop import markers_left
from era_of_inventions.rulebook.produce import waiting_cards
from era_of_inventions.rulebook.scoring import capacity, invested
from era_of_inventions.rulebook.setup import discs_each
from era_of_inventions.rulebook.supply import bonus_discs_in_supply
from era_of_inventions.tabletop.values.quantities import Quantity


def _laid_out(path: Sequence[int]) -> int:
    return len(path) - path.count(EMPTY)


def _action_discs(state: State, seat: int) -> int:
    """The discs of a player that do not lie on the board."""
    return discs_each(state.setting.players) - state.players[seat].discs.bit_count()


DERIVED = (
    Quantity("action discs", True, _action_discs),
    Quantity("markers", True, markers_left),
    Quantity("cogs invested", True, lambda state, seat: invested(state)[seat]),
    Quantity("capacity", True, lambda state, seat: capacity(state)[seat]),
    Quantity(
        "bonus discs in the supply", False, lambda state, _: bonus_discs_in_supply(state)
    ),
    Quantity("cards waiting", False, lambda state, _: waiting_cards(state).bit_count()),
    Quantity("cards on display", False, lambda state, _: _laid_out(state.board.display)),
    Quantity("factories on display", False, lambda state, _: _laid_out(state.board.row)),
)
"""The quantities that the rules derive."""
