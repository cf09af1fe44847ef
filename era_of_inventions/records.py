"""Records of games of Era of Inventions."""

from typing import TYPE_CHECKING, TypeAlias

from era_of_inventions.moves import Move
from era_of_inventions.position import State
from era_of_inventions.tabletop import records

if TYPE_CHECKING:
    Record: TypeAlias = records.Record[State, Move]
    Step: TypeAlias = records.Step[State, Move]
else:
    Record, Step = records.Record, records.Step
