"""Era of Inventions as a `Rulebook`, games of it, their records, and disputes about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from operator import attrgetter
from pathlib import Path
from pkgutil import resolve_name
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

from era_of_inventions.bots import apprentice, inventor
from era_of_inventions.box.components import Components
from era_of_inventions.box.files import SETS
from era_of_inventions.disputes import DISPUTES
from era_of_inventions.fast import Generator
from era_of_inventions.moves import EndAction, Move, all_moves
from era_of_inventions.notation import GRAMMAR, POSITIONS
from era_of_inventions.position import (
    ACTION,
    BONUS_ACTION,
    GAME_OVER,
    REVEALS,
    Setting,
    State,
    draft_of,
    fresh_turn,
    with_turn,
)
from era_of_inventions.rules import LAW
from era_of_inventions.rules.editions import EDITIONS
from era_of_inventions.rules.scoring import (
    inventions_developed,
    last_round,
    totals,
    winners,
)
from era_of_inventions.rules.setup import blank_state, player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.samples import SAMPLES
from era_of_inventions.tabletop import disputes, documents, records
from era_of_inventions.tabletop.law.verdict import Violation
from era_of_inventions.tabletop.play.game import Game as BaseGame
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Rulebook, ToMove


def _to_move(state: State) -> ToMove:
    phase = state.turn.phase
    return CHANCE if phase in REVEALS else OVER if phase is GAME_OVER else state.turn.seat


def _in_turn(state: State, seat: int) -> State:
    return with_turn(state, fresh_turn(state.turn.phase, seat, state.turn.area))


def _settled(state: State) -> State:
    end = EndAction()
    if state.turn.phase not in (ACTION, BONUS_ACTION) or not LAW.allows(state, end):
        return state
    draft = draft_of(state, LAW)
    LAW.carry_out(draft, end)
    return draft.seal()


ERA: Rulebook[State, Move] = Rulebook(
    name="era-of-inventions",
    title="Era of Inventions",
    home="era_of_inventions.rulebook:ERA",
    law=LAW,
    editions=EDITIONS,
    ruleset=Ruleset,
    components=SETS,
    player_counts=player_counts,
    blank=blank_state,
    to_move=_to_move,
    moves=lambda setting: all_moves(setting.components, setting.players),
    state=State,
    in_turn=_in_turn,
    settle=_settled,
    draft=draft_of,
    winners=winners,
    tie_breaks=(inventions_developed,),
    grammar=GRAMMAR,
    totals=totals,
    generator=lambda setting: Generator(setting).legal_moves,
    disputes=DISPUTES,
    samples=SAMPLES,
    passages=Path(__file__).parent / "data" / "passages.toml",
    glossary=Path(__file__).parent / "data" / "glossary.toml",
    templates=Path(__file__).parent / "data" / "disputes",
    pictures=partial(resolve_name, "era_of_inventions.pictures:PICTURES"),
    positions=POSITIONS,
    stock=("goods", "bonus_discs"),
    obvious=("players.discs", "round"),
    bots={"apprentice": apprentice, "inventor": inventor},
    measures={
        "inventions developed": lambda state: sum(
            player.developed.bit_count() for player in state.players
        ),
        "patents": lambda state: sum(map(attrgetter("patents"), state.players)),
    },
)
"""The rulebook of Era of Inventions."""


class Game(BaseGame[State, Move]):
    """Everything that can be done with positions of one setting.

    ``ruleset`` is a `Ruleset` or the name of a preset, ``components`` a set or the name of a shipped one. Games of
    equal settings are equal. Raises `GameError` if the number of players or a name is unknown, and `DocumentError`,
    with all problems, for a component set that no file could hold.
    """

    setting: Setting

    def __init__(
        self,
        players: int = 4,
        ruleset: Ruleset | str = "default",
        components: Components | str = "reconstructed",
    ) -> None:
        """Prepare the tables of the setting, or reuse those of an equal game."""
        super().__init__(ERA, players, ruleset, components)

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return last_round(self.setting.players)


def check_components(components: Components) -> tuple[Violation, ...]:
    """The contradictions between a set and the rulebooks, each with its clause."""
    return LAW.disagreements(SETS.resolve(components))


if TYPE_CHECKING:
    Record: TypeAlias = records.Record[State, Move]
    Step: TypeAlias = records.Step[State, Move]
else:
    Record, Step = records.Record, records.Step


def parse_game(
    text: str | bytes,
    *,
    components: Iterable[Components] = (),
    rulesets: Iterable[Ruleset] = (),
) -> Record:
    """Parse the text of a record; bytes are UTF-8.

    ``components`` are sets that do not come with the package, ``rulesets`` earlier versions of presets. See
    `era_of_inventions.tabletop.records.game_text.parse_game`, also for the errors raised.
    """
    return records.parse_game(text, (ERA,), components=components, rulesets=rulesets)


def read_game(
    path: Path | str,
    *,
    components: Iterable[Components] = (),
    rulesets: Iterable[Ruleset] = (),
) -> Record:
    """Read the record in a file; see `parse_game`.

    See `era_of_inventions.tabletop.records.saving.read_game`, also for the errors raised.
    """
    return records.read_game(path, (ERA,), components=components, rulesets=rulesets)


def read_dispute(
    path: Path | str,
    *,
    ruleset: Ruleset | str | None = None,
    components: Components | str | None = None,
) -> disputes.Dispute:
    """Read a dispute file. By default it is about this game.

    See `era_of_inventions.tabletop.disputes.read_dispute`, also for the errors raised.
    """
    return disputes.read_dispute(path, ERA, ruleset=ruleset, components=components)


def parse_dispute(
    text: str | bytes,
    *,
    ruleset: Ruleset | str | None = None,
    components: Components | str | None = None,
) -> disputes.Dispute:
    """Parse the text of a dispute, without opening any file. By default it is about this game.

    See `era_of_inventions.tabletop.disputes.parse_dispute`, also for the errors raised.
    """
    return disputes.parse_dispute(text, ERA, ruleset=ruleset, components=components)


T = TypeVar("T")


def to_json(value: object, *, setting: Setting | None = None) -> str:
    """Serialize a value as JSON, in ASCII and on one line.

    The value is a `State`, `Record`, `Move`, `Verdict`, `Ruleset`, `Components` or `Setting`, or a
    value that can only be written: `Score`, `Event`, `Clause`, `Ruling`, `GameError`. A list or
    tuple of them is an array. ``setting``, which defines the ids, is required for a move and a
    verdict, and ignored otherwise. Raises `GameError` for a value of another type, and for one that
    refers to something that is not among its components.
    """
    return documents.to_json(ERA, value, setting=setting)


def to_data(value: object, *, setting: Setting | None = None) -> Any:
    """Return the plain data of the JSON of a value: dicts, lists, texts, whole numbers, booleans and None.

    See `to_json`.
    """
    return documents.to_data(ERA, value, setting=setting)


@overload
def from_json(
    text: str | bytes | Mapping[str, Any],
    kind: type[T],
    *,
    setting: Setting | None = None,
    components: Iterable[Components] = (),
    rulesets: Iterable[Ruleset] = (),
) -> T: ...
@overload
def from_json(
    text: str | bytes | Mapping[str, Any], kind: UnionType, *, setting: Setting | None = None
) -> Any: ...
def from_json(
    text: str | bytes | Mapping[str, Any],
    kind: Any,
    *,
    setting: Setting | None = None,
    components: Iterable[Components] = (),
    rulesets: Iterable[Ruleset] = (),
) -> Any:
    """Read a value of the class ``kind`` from JSON: a text, bytes in UTF-8, or the plain data that it stands for.

    See `era_of_inventions.tabletop.documents.from_json`, also for the errors raised.
    """
    return documents.from_json(
        ERA, text, kind, setting=setting, components=components, rulesets=rulesets
    )
