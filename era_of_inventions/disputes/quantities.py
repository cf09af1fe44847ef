"""What can be claimed of a position: the quantities of its fields, and those that the rules derive from several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from era_of_inventions.model.state import EMPTY, Setting, State
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.develop import markers_left
from era_of_inventions.rulebook.produce import waiting_cards
from era_of_inventions.rulebook.scoring import capacity, invested
from era_of_inventions.rulebook.setup import discs_each
from era_of_inventions.rulebook.supply import bonus_discs_in_supply
from era_of_inventions.tabletop.fields import layout_of
from era_of_inventions.tabletop.fields.quantities import Quantities, Quantity
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.score import score
from era_of_inventions.tabletop.play.setting import terms_of

POINTS = {clause: f"points {clause.id}" for clause in LAW.of_kind(Kind.SCORING)}
"""The points that each clause gives, by name."""


@lru_cache(maxsize=64)
def quantities(setting: Setting, names: Sequence[str]) -> Quantities:
    """What can be claimed at a table of players with these names."""
    return Quantities(layout_of(State, terms_of(setting, tuple(names))), _derived())


def _derived() -> Iterator[Quantity]:
    of_player: dict[str, Callable[[State, int], int]] = {
        "action discs": lambda state, _: discs_each(state.setting.players),
        "markers": markers_left,
        "score": lambda state, seat: score(state).totals[seat],
        "cogs invested": lambda state, seat: invested(state)[seat],
        "capacity": lambda state, seat: capacity(state)[seat],
    }
    for clause, name in POINTS.items():
        of_player[name] = lambda state, seat, clause=clause: clause(state)[seat]  # type: ignore[misc]
    of_table: dict[str, Callable[[State], int]] = {
        "bonus discs in the supply": bonus_discs_in_supply,
        "cards waiting": lambda state: waiting_cards(state).bit_count(),
        "cards on display": lambda state: _laid_out(state.board.display),
        "factories on display": lambda state: _laid_out(state.board.row),
    }
    for name, measure in of_player.items():
        yield Quantity(name, True, measure)
    for name, of in of_table.items():
        yield Quantity(name, False, lambda state, _, of=of: of(state))  # type: ignore[misc]


def _laid_out(path: Sequence[int]) -> int:
    return len(path) - path.count(EMPTY)
