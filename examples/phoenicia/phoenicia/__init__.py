"""The rules of Phoenicia (Tom Lehmann): immutable states, legal moves, verdicts with reasons."""

from era_of_inventions.tabletop import (
    CHANCE,
    OVER,
    GameError,
    IllegalMoveError,
    judge_dispute,
    save_game,
    show_game,
    show_move,
    simulate,
)
from phoenicia import moves
from phoenicia.box import Activity, Components
from phoenicia.moves import Move
from phoenicia.position import Player, Purpose, Setting, Stage, State, Table, Turn
from phoenicia.rulebook import (
    PHOENICIA,
    Game,
    Record,
    Step,
    from_json,
    parse_dispute,
    parse_game,
    parse_move,
    read_dispute,
    read_game,
    to_data,
    to_json,
)
from phoenicia.rules import LAW
from phoenicia.rulings import Ruleset

__all__ = [
    "CHANCE",
    "LAW",
    "OVER",
    "PHOENICIA",
    "Activity",
    "Components",
    "Game",
    "GameError",
    "IllegalMoveError",
    "Move",
    "Player",
    "Purpose",
    "Record",
    "Ruleset",
    "Setting",
    "Stage",
    "State",
    "Step",
    "Table",
    "Turn",
    "from_json",
    "judge_dispute",
    "moves",
    "parse_dispute",
    "parse_game",
    "parse_move",
    "read_dispute",
    "read_game",
    "save_game",
    "show_game",
    "show_move",
    "simulate",
    "to_data",
    "to_json",
]
