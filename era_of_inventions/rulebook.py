"""Era of Inventions as a `Rulebook`, its class of games, and functions such as `parse_move` and `to_json`."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from pathlib import Path
from pkgutil import resolve_name

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
    FINAL_MARKET,
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
    deciders,
    inventions_developed,
    last_round,
    totals,
    winners,
)
from era_of_inventions.rules.setup import blank_state, player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.samples import SAMPLES
from era_of_inventions.tabletop.front_door import FrontDoor
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.game import Game as BaseGame
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Rulebook, ToMove
from era_of_inventions.tabletop.values import evolve


def _to_move(state: State) -> ToMove:
    phase = state.turn.phase
    return CHANCE if phase in REVEALS else OVER if phase is GAME_OVER else state.turn.seat


def _in_turn(state: State, seat: int) -> State:
    fresh = fresh_turn(state.turn.phase, seat, state.turn.area)
    before = state.turn.before if state.turn.phase is FINAL_MARKET else None
    return with_turn(state, evolve(fresh, before=before) if before else fresh)


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
    simultaneous=deciders,
    settle=_settled,
    draft=draft_of,
    order=lambda state: state.clockwise(state.start),
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
    ready=Path(__file__).parent / "data" / "ready.toml",
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

    ``ruleset`` is a `Ruleset` or the name of a preset, ``components`` a set or the name
    of a shipped one. Games of equal settings are equal. Raises `GameError` if the
    number of players or a name is unknown, and `DocumentError`, with all problems, for
    a component set that no file could hold.
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
    """Return the contradictions between a set and the rulebooks, each with its clause."""
    return LAW.disagreements(SETS.resolve(components))


_DOOR = FrontDoor(ERA)
parse_move, parse_game, read_game = _DOOR.parse_move, _DOOR.parse_game, _DOOR.read_game
parse_dispute, read_dispute = _DOOR.parse_dispute, _DOOR.read_dispute
to_json, to_data, from_json = _DOOR.to_json, _DOOR.to_data, _DOOR.from_json
