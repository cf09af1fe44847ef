"""The public names of the package."""

import sys

from era_of_inventions import hypothesis_plugin, moves
from era_of_inventions.box.components import (
    Area,
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    LoadSource,
    PatentSquare,
    Reward,
    Space,
)
from era_of_inventions.box.files import load_shipped, read_components
from era_of_inventions.box.goods import Good, Goods, count, pack, unpack
from era_of_inventions.moves import Move
from era_of_inventions.position import Board, Phase, Player, Setting, State, Turn
from era_of_inventions.rulebook import (
    ERA,
    Game,
    Record,
    Step,
    check_components,
    from_json,
    parse_dispute,
    parse_game,
    parse_move,
    read_dispute,
    read_game,
    to_data,
    to_json,
)
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.box import PrintedValue
from era_of_inventions.tabletop.box.provenance import Provenance
from era_of_inventions.tabletop.disputes import Claim, Dispute, Judgement, judge_dispute
from era_of_inventions.tabletop.disputes.claim import ClaimedMove
from era_of_inventions.tabletop.disputes.judgement import Measured
from era_of_inventions.tabletop.disputes.readings import Dependence
from era_of_inventions.tabletop.documents import converter
from era_of_inventions.tabletop.errors import (
    Code,
    DocumentError,
    FileError,
    GameError,
    NotationError,
    Problem,
    RulesetError,
)
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.law.ruling import OtherReading, OtherReadings, Reading, Ruling
from era_of_inventions.tabletop.law.verdict import (
    Due,
    Event,
    Finding,
    OpenOn,
    Outcome,
    RestsOn,
    Verdict,
    Violation,
)
from era_of_inventions.tabletop.play.consistency import RulebookError
from era_of_inventions.tabletop.play.game import IllegalMoveError
from era_of_inventions.tabletop.play.knowledge import UnclearError
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Choose, Nobody, Rulebook
from era_of_inventions.tabletop.play.score import Comparison, Score, ScoreColumn, ScoreLine
from era_of_inventions.tabletop.play.simulate import (
    LostGamesError,
    Summary,
    at_random,
    simulate,
)
from era_of_inventions.tabletop.records import RecordError, save_game, show_game
from era_of_inventions.tabletop.records.notation import show_move
from era_of_inventions.tabletop.values import Mask, evolve, mask, members
from era_of_inventions.tabletop.values.features import Feature
from era_of_inventions.tabletop.values.quantities import Effect

__all__ = [
    "CHANCE",
    "ERA",
    "LAW",
    "OVER",
    "Area",
    "Board",
    "CardKind",
    "Choose",
    "Cite",
    "Claim",
    "ClaimedMove",
    "Clause",
    "Code",
    "Comparison",
    "Components",
    "Dependence",
    "Dispute",
    "DocumentError",
    "Due",
    "Effect",
    "Event",
    "FactoryCard",
    "Feature",
    "FileError",
    "Finding",
    "Game",
    "GameError",
    "Good",
    "Goods",
    "IllegalMoveError",
    "InventionCard",
    "Judgement",
    "Kind",
    "LoadSource",
    "LostGamesError",
    "Mask",
    "Measured",
    "Move",
    "Nobody",
    "NotationError",
    "OpenOn",
    "OtherReading",
    "OtherReadings",
    "Outcome",
    "PatentSquare",
    "Phase",
    "Player",
    "PrintedValue",
    "Problem",
    "Provenance",
    "Reading",
    "Record",
    "RecordError",
    "RestsOn",
    "Reward",
    "Rulebook",
    "RulebookError",
    "Ruleset",
    "RulesetError",
    "Ruling",
    "Score",
    "ScoreColumn",
    "ScoreLine",
    "Setting",
    "Space",
    "State",
    "Step",
    "Summary",
    "Turn",
    "UnclearError",
    "Verdict",
    "Violation",
    "at_random",
    "check_components",
    "converter",
    "count",
    "evolve",
    "from_json",
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
    "save_game",
    "show_game",
    "show_move",
    "simulate",
    "to_data",
    "to_json",
    "unpack",
]

if "hypothesis" in sys.modules:
    hypothesis_plugin.register()
