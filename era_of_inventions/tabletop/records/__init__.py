"""Records of games: kept while playing, replayed with every move checked, written and read as texts."""

from era_of_inventions.tabletop.records.game_record import (
    AnyRecord,
    AnyStep,
    Record,
    RecordError,
    Step,
)
from era_of_inventions.tabletop.records.game_text import parse_game, show_game
from era_of_inventions.tabletop.records.notation import parse_move, show_move
from era_of_inventions.tabletop.records.saving import read_game, save_game

__all__ = [
    "AnyRecord",
    "AnyStep",
    "Record",
    "RecordError",
    "Step",
    "parse_game",
    "parse_move",
    "read_game",
    "save_game",
    "show_game",
    "show_move",
]
