"""Disputes about this game: how positions are written in them, and what can be claimed of a position."""

from __future__ import annotations

from era_of_inventions.component_sets.printed_values import (
    values_of_quantity,
    values_of_verdict,
)
from era_of_inventions.disputes.position import RULES, read_position
from era_of_inventions.disputes.quantities import DERIVED
from era_of_inventions.model.components import FactoryCard, InventionCard
from era_of_inventions.model.goods import STOCK_MAX
from era_of_inventions.model.moves import EndAction, EndTurn, Move
from era_of_inventions.model.state import State
from era_of_inventions.record.positions import removed_cards
from era_of_inventions.rulebook.produce import waiting_cards
from era_of_inventions.tabletop.play.dispute_form import DisputeForm

DISPUTES: DisputeForm[State, Move] = DisputeForm(
    read_position=read_position,
    lying={
        InventionCard: {"waiting": waiting_cards, "removed": removed_cards},
        FactoryCard: {},
    },
    most=STOCK_MAX,
    rules=RULES,
    stops=(EndAction(), EndTurn()),
    quantities=DERIVED,
    values_of_verdict=values_of_verdict,
    values_of_quantity=values_of_quantity,
)
"""What is special about disputes over Era of Inventions."""
