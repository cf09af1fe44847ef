"""The rules of Oh My Goods! (Alexander Pfister): immutable states, legal moves, verdicts with reasons."""

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
from oh_my_goods import moves
from oh_my_goods.box import Color, Components, Resource
from oh_my_goods.moves import Move
from oh_my_goods.position import Mode, Player, Setting, Stage, State, Table, Turn
from oh_my_goods.rulebook import (
    OH_MY_GOODS,
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
from oh_my_goods.rules import LAW
from oh_my_goods.rulings import Ruleset

__all__ = [
    "CHANCE",
    "LAW",
    "OH_MY_GOODS",
    "OVER",
    "Color",
    "Components",
    "Game",
    "GameError",
    "IllegalMoveError",
    "Mode",
    "Move",
    "Player",
    "Record",
    "Resource",
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
