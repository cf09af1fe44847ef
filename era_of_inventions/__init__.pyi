"""The public names of the package, each with the module that it is imported from when it is first asked for."""

from era_of_inventions import moves as moves
from era_of_inventions.box.components import (
    Area as Area,
    CardKind as CardKind,
    Components as Components,
    FactoryCard as FactoryCard,
    InventionCard as InventionCard,
    LoadSource as LoadSource,
    PatentSquare as PatentSquare,
    Reward as Reward,
    Space as Space,
)
from era_of_inventions.box.files import (
    load_shipped as load_shipped,
    read_components as read_components,
)
from era_of_inventions.box.goods import (
    Good as Good,
    Goods as Goods,
    count as count,
    pack as pack,
    unpack as unpack,
)
from era_of_inventions.moves import Move as Move
from era_of_inventions.position import (
    Board as Board,
    Phase as Phase,
    Player as Player,
    Setting as Setting,
    State as State,
    Turn as Turn,
)
from era_of_inventions.records import Record as Record, Step as Step
from era_of_inventions.rulebook import (
    ERA as ERA,
    Game as Game,
    check_components as check_components,
    from_json as from_json,
    parse_dispute as parse_dispute,
    parse_game as parse_game,
    parse_move as parse_move,
    read_dispute as read_dispute,
    read_game as read_game,
    to_data as to_data,
    to_json as to_json,
)
from era_of_inventions.rules import LAW as LAW
from era_of_inventions.rulings import Ruleset as Ruleset
from era_of_inventions.tabletop.box import PrintedValue as PrintedValue
from era_of_inventions.tabletop.box.provenance import Provenance as Provenance
from era_of_inventions.tabletop.disputes import (
    Claim as Claim,
    Dispute as Dispute,
    Judgement as Judgement,
    judge_dispute as judge_dispute,
    with_facts as with_facts,
)
from era_of_inventions.tabletop.disputes.claim import ClaimedMove as ClaimedMove
from era_of_inventions.tabletop.disputes.judgement import Measured as Measured
from era_of_inventions.tabletop.disputes.readings import Dependence as Dependence
from era_of_inventions.tabletop.documents import converter as converter
from era_of_inventions.tabletop.errors import (
    Code as Code,
    DocumentError as DocumentError,
    FileError as FileError,
    GameError as GameError,
    NotationError as NotationError,
    Problem as Problem,
    RulebookError as RulebookError,
    RulesetError as RulesetError,
)
from era_of_inventions.tabletop.law.citation import Cite as Cite
from era_of_inventions.tabletop.law.clause import Clause as Clause, Kind as Kind
from era_of_inventions.tabletop.law.ruling import (
    OtherReading as OtherReading,
    OtherReadings as OtherReadings,
    Reading as Reading,
    Ruling as Ruling,
)
from era_of_inventions.tabletop.law.verdict import (
    Due as Due,
    Event as Event,
    Finding as Finding,
    OpenOn as OpenOn,
    Outcome as Outcome,
    Outstanding as Outstanding,
    RestsOn as RestsOn,
    Verdict as Verdict,
)
from era_of_inventions.tabletop.law.violation import Violation as Violation
from era_of_inventions.tabletop.play.bots import (
    EndlessGameError as EndlessGameError,
    StuckGameError as StuckGameError,
    at_random as at_random,
)
from era_of_inventions.tabletop.play.knowledge import (
    IllegalMoveError as IllegalMoveError,
    UnclearError as UnclearError,
)
from era_of_inventions.tabletop.play.rulebook import (
    CHANCE as CHANCE,
    OVER as OVER,
    Choose as Choose,
    Nobody as Nobody,
    Rulebook as Rulebook,
)
from era_of_inventions.tabletop.play.score import (
    Comparison as Comparison,
    Score as Score,
    ScoreColumn as ScoreColumn,
    ScoreLine as ScoreLine,
)
from era_of_inventions.tabletop.play.simulate import (
    LostGamesError as LostGamesError,
    Summary as Summary,
    simulate as simulate,
)
from era_of_inventions.tabletop.records import (
    RecordError as RecordError,
    save_game as save_game,
    show_game as show_game,
)
from era_of_inventions.tabletop.records.notation import show_move as show_move
from era_of_inventions.tabletop.values import (
    Mask as Mask,
    evolve as evolve,
    mask as mask,
    members as members,
)
from era_of_inventions.tabletop.values.features import Feature as Feature
from era_of_inventions.tabletop.values.quantities import Effect as Effect

__version__: str
