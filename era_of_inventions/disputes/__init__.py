"""Disputes about this game: how positions and moves are written in them, and what can be claimed of a position."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from era_of_inventions.component_sets.printed_values import values_of_quantity, values_of_verdict
from era_of_inventions.disputes.position import read_position
from era_of_inventions.disputes.quantities import measure, parse_effect
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import Setting, State
from era_of_inventions.tabletop.play.dispute_form import DisputeForm, Effect


@attrs.frozen
class _Quantities:
    setting: Setting
    names: Sequence[str]

    def parse(self, text: str) -> Effect:
        return parse_effect(text, self.names, self.setting.components)

    def measure(self, effect: Effect, position: State) -> int | str:
        return measure(effect, position, self.names)


DISPUTES: DisputeForm[State, Move] = DisputeForm(
    read_position=read_position,
    quantities=_Quantities,
    values_of_verdict=values_of_verdict,
    values_of_quantity=values_of_quantity,
)
"""How disputes about Era of Inventions are written."""
