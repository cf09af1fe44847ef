"""What can be claimed of a position: the quantities of its fields, the score, and those that the rulebook adds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from era_of_inventions.tabletop.fields.quantities import Quantities, Quantity
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.rulebook import AnyPosition
from era_of_inventions.tabletop.play.score import column_of, score
from era_of_inventions.tabletop.play.setting import Setting


@lru_cache(maxsize=64)
def quantities_of(setting: Setting[Any, Any], names: tuple[str, ...]) -> Quantities:
    """What can be claimed at a table of players with these names."""
    rulebook = setting.rulebook
    return Quantities(rulebook.layout(setting, names), (*_of_score(rulebook.law), *rulebook.disputes.quantities))


def _of_score(law: Law) -> Iterator[Quantity]:
    yield Quantity("score", True, lambda state, seat: score(state).totals[seat])
    for clause in law.scorings:
        yield Quantity(f"points {clause.id}", True, partial(_points, clause))


def _points(clause: Clause[..., Any], state: AnyPosition, seat: int) -> int:
    return column_of(clause, state).points[seat]
