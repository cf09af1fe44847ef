"""Disputes about this game: how positions and moves are written in them, and what can be claimed of a position."""

from __future__ import annotations

from era_of_inventions.component_sets.printed_values import values_of_quantity, values_of_verdict
from era_of_inventions.disputes.position import read_position
from era_of_inventions.disputes.quantities import quantities
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State
from era_of_inventions.tabletop.play.dispute_form import DisputeForm

DISPUTES: DisputeForm[State, Move] = DisputeForm(
    read_position=read_position,
    quantities=lambda setting, names: quantities(setting, tuple(names)),
    values_of_verdict=values_of_verdict,
    values_of_quantity=values_of_quantity,
)
"""How disputes about Era of Inventions are written."""
