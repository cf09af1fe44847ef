"""Records of games: kept while playing, replayed with every move checked, written and read as texts."""

from era_of_inventions.tabletop.record.files import read_game, save_game
from era_of_inventions.tabletop.record.moves import parse_move, show_move
from era_of_inventions.tabletop.record.record import Record, RecordError, Step
from era_of_inventions.tabletop.record.text import parse_game, show_game

__all__ = [
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
