"""The names that a rulebook is written with, each with the module that it is imported from when first asked for."""

from era_of_inventions.tabletop import (
    disputes as disputes,
    documents as documents,
    records as records,
)
from era_of_inventions.tabletop.box import (
    AsTuple as AsTuple,
    ComponentSets as ComponentSets,
    Index as Index,
    InFile as InFile,
    Joined as Joined,
    Label as Label,
    Lookup as Lookup,
    Many as Many,
    OrNone as OrNone,
    OwnTables as OwnTables,
    PrintedValue as PrintedValue,
    Provenance as Provenance,
    Spelled as Spelled,
    Thing as Thing,
    component_set as component_set,
    of_each as of_each,
    sourced as sourced,
)
from era_of_inventions.tabletop.disputes import (
    judge_dispute as judge_dispute,
    read_dispute as read_dispute,
    with_facts as with_facts,
)
from era_of_inventions.tabletop.disputes.stated import StatedPosition as StatedPosition
from era_of_inventions.tabletop.documents import (
    converter as converter,
    from_json as from_json,
    to_data as to_data,
    to_json as to_json,
)
from era_of_inventions.tabletop.documents.schemas import every_schema as every_schema
from era_of_inventions.tabletop.errors import (
    Code as Code,
    GameError as GameError,
    Phrase as Phrase,
    Problem as Problem,
    one_of as one_of,
)
from era_of_inventions.tabletop.front_door import FrontDoor as FrontDoor
from era_of_inventions.tabletop.law.citation import (
    Cite as Cite,
    Edition as Edition,
    Section as Section,
)
from era_of_inventions.tabletop.law.clause import (
    Chapter as Chapter,
    Facts as Facts,
    Moment as Moment,
    Sentence as Sentence,
    Sentences as Sentences,
    Tally as Tally,
    check as check,
    check_each as check_each,
    check_total as check_total,
    checks_of as checks_of,
    component as component,
    cost as cost,
    definition as definition,
    effect as effect,
    grant as grant,
    limit as limit,
    moments_of as moments_of,
    scoring as scoring,
    trigger as trigger,
)
from era_of_inventions.tabletop.law.drafts import (
    RootDraft as RootDraft,
    drafts as drafts,
    each as each,
    part as part,
    passing as passing,
    steps as steps,
)
from era_of_inventions.tabletop.law.law import Law as Law
from era_of_inventions.tabletop.law.ruleset import BaseRuleset as BaseRuleset
from era_of_inventions.tabletop.law.ruling import Reading as Reading, ruling as ruling
from era_of_inventions.tabletop.law.verdict import Verdict as Verdict
from era_of_inventions.tabletop.pictures.canvas import (
    INNER as INNER,
    Canvas as Canvas,
    Symbols as Symbols,
)
from era_of_inventions.tabletop.pictures.columns import columns as columns, wrapped as wrapped
from era_of_inventions.tabletop.pictures.frame import View as View, plural as plural
from era_of_inventions.tabletop.pictures.gallery import (
    Part as Part,
    gallery as gallery,
    whose_turn as whose_turn,
)
from era_of_inventions.tabletop.pictures.panels import (
    Cell as Cell,
    Framed as Framed,
    Line as Line,
    Rows as Rows,
    each_player as each_player,
    in_rows as in_rows,
)
from era_of_inventions.tabletop.play.bots import Beginner as Beginner
from era_of_inventions.tabletop.play.dispute_form import (
    DisputeForm as DisputeForm,
)
from era_of_inventions.tabletop.play.game import (
    Game as Game,
)
from era_of_inventions.tabletop.play.grammar import (
    Grammar as Grammar,
    Verb as Verb,
)
from era_of_inventions.tabletop.play.knowledge import (
    IllegalMoveError as IllegalMoveError,
)
from era_of_inventions.tabletop.play.occasions import (
    ActsNow as ActsNow,
    Occasion as Occasion,
    SetUp as SetUp,
)
from era_of_inventions.tabletop.play.places import (
    elsewhere as elsewhere,
    in_one_place as in_one_place,
    left_over as left_over,
    places as places,
)
from era_of_inventions.tabletop.play.position_form import (
    Positions as Positions,
)
from era_of_inventions.tabletop.play.rulebook import (
    CHANCE as CHANCE,
    GENERATED as GENERATED,
    OVER as OVER,
    MoveFilter as MoveFilter,
    Rulebook as Rulebook,
    TestData as TestData,
    ToMove as ToMove,
)
from era_of_inventions.tabletop.play.setting import (
    BasePosition as BasePosition,
    Setting as Setting,
    described as described,
)
from era_of_inventions.tabletop.play.simulate import simulate as simulate
from era_of_inventions.tabletop.play.verdict_text import verdict_lines as verdict_lines
from era_of_inventions.tabletop.records import (
    Record as Record,
    parse_game as parse_game,
    save_game as save_game,
    show_game as show_game,
    show_move as show_move,
)
from era_of_inventions.tabletop.values import (
    ABSENT as ABSENT,
    ALL_THINGS as ALL_THINGS,
    COUNT_MAX as COUNT_MAX,
    LANE as LANE,
    NO_THINGS as NO_THINGS,
    UNKNOWN as UNKNOWN,
    Amounts as Amounts,
    Bag as Bag,
    Cards as Cards,
    CardSet as CardSet,
    Choice as Choice,
    Copies as Copies,
    Count as Count,
    Counts as Counts,
    Draft as Draft,
    Earlier as Earlier,
    Faces as Faces,
    Field as Field,
    Flag as Flag,
    Hidden as Hidden,
    History as History,
    InvalidDataError as InvalidDataError,
    Mask as Mask,
    Maybe as Maybe,
    Move as Move,
    Names as Names,
    Nested as Nested,
    PerPlayer as PerPlayer,
    Position as Position,
    Row as Row,
    Seal as Seal,
    Sealed as Sealed,
    Seat as Seat,
    Seats as Seats,
    Stack as Stack,
    Stacks as Stacks,
    Terms as Terms,
    Text as Text,
    Things as Things,
    bag as bag,
    carried as carried,
    changed as changed,
    count as count,
    evolve as evolve,
    field as field,
    has as has,
    laid as laid,
    lifted as lifted,
    mask as mask,
    members as members,
    minus as minus,
    move as move,
    other_words as other_words,
    plus as plus,
    record as record,
    some as some,
)
from era_of_inventions.tabletop.values.completions import complete as complete
from era_of_inventions.tabletop.values.domains import Domain as Domain
from era_of_inventions.tabletop.values.outline import (
    PartialPosition as PartialPosition,
    Values as Values,
)
from era_of_inventions.tabletop.values.packed import SeatNumber as SeatNumber
from era_of_inventions.tabletop.values.quantities import Quantity as Quantity
from era_of_inventions.tabletop.values.veiled import value_of_sets as value_of_sets
