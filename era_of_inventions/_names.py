"""The public names of the package."""

import sys

from era_of_inventions import hypothesis_plugin
from era_of_inventions.component_sets.files import check_components, load_shipped, read_components
from era_of_inventions.game import (
    ERA,
    Game,
    Record,
    from_json,
    parse_dispute,
    parse_game,
    read_dispute,
    read_game,
    to_data,
    to_json,
)
from era_of_inventions.model import moves
from era_of_inventions.model.components import (
    Area,
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    PatentSquare,
    Reward,
    Source,
    Space,
)
from era_of_inventions.model.goods import Good, Goods, count, items, pack
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import Board, Phase, Player, Setting, State, Turn
from era_of_inventions.notation import parse_move
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.disputes import judge_dispute
from era_of_inventions.tabletop.errors import DocumentError, FileError, GameError, NotationError, RulesetError
from era_of_inventions.tabletop.fields import Mask, mask, members, replace
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.ruling import Ruling
from era_of_inventions.tabletop.law.verdict import Event, Finding, Outcome, Problem, Verdict
from era_of_inventions.tabletop.play.game import IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Rulebook
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.simulation import Choose, at_random, simulate
from era_of_inventions.tabletop.record import RecordError, save_game, show_game
from era_of_inventions.tabletop.record.moves import show_move

__all__ = [
    "CHANCE",
    "ERA",
    "LAW",
    "OVER",
    "Area",
    "Board",
    "CardKind",
    "Choose",
    "Clause",
    "Components",
    "DocumentError",
    "Event",
    "FactoryCard",
    "FileError",
    "Finding",
    "Game",
    "GameError",
    "Good",
    "Goods",
    "IllegalMoveError",
    "InventionCard",
    "Mask",
    "Move",
    "NotationError",
    "Outcome",
    "PatentSquare",
    "Phase",
    "Player",
    "Problem",
    "Provenance",
    "Record",
    "RecordError",
    "Reward",
    "Rulebook",
    "Ruleset",
    "RulesetError",
    "Ruling",
    "Score",
    "Setting",
    "Source",
    "Space",
    "State",
    "Turn",
    "Verdict",
    "at_random",
    "check_components",
    "count",
    "from_json",
    "items",
    "judge_dispute",
    "load_shipped",
    "mask",
    "members",
    "moves",
    "pack",
    "parse_dispute",
    "parse_game",
    "parse_move",
    "read_components",
    "read_dispute",
    "read_game",
    "replace",
    "save_game",
    "show_game",
    "show_move",
    "simulate",
    "to_data",
    "to_json",
]

if "hypothesis" in sys.modules:
    hypothesis_plugin.register()
