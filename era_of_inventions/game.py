"""Era of Inventions as a `Rulebook`, and games of it."""

from __future__ import annotations

from operator import attrgetter

from era_of_inventions.component_sets.files import SETS
from era_of_inventions.engine.generate import Generator
from era_of_inventions.engine.table import all_moves
from era_of_inventions.model.components import Components
from era_of_inventions.model.draft import draft_of
from era_of_inventions.model.layouts import changes
from era_of_inventions.model.moves import Move, RunFactory
from era_of_inventions.model.state import GAME_OVER, REVEALS, Setting, State
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.editions import EDITIONS
from era_of_inventions.rulebook.scoring import last_round, totals, winners
from era_of_inventions.rulebook.setup import blank_state, player_counts
from era_of_inventions.rulings import Ruleset
from era_of_inventions.samples import SAMPLES
from era_of_inventions.tabletop.play.engine import engine_of
from era_of_inventions.tabletop.play.game import Game as BaseGame
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Rulebook, ToMove


def _to_move(state: State) -> ToMove:
    phase = state.turn.phase
    return CHANCE if phase in REVEALS else OVER if phase is GAME_OVER else state.turn.seat


def _chances(state: State) -> list[tuple[Move, int]]:
    return [(move, 1) for move in engine_of(state.setting).legal_moves(state)]


def _no_move(move: object, setting: Setting) -> str:
    if not isinstance(move, Move):
        return f"{move!r} is not a move; expected one of era_of_inventions.moves, or parse_move of a text"
    components = setting.components
    start_factories = setting.players if isinstance(move, RunFactory) else 0
    sizes = {
        "card": len(components.cards),
        "factory": len(components.factories) + start_factories,
        "source": len(components.sources),
        "space": len(components.spaces),
    }
    for field, size in sizes.items():
        index = getattr(move, field, None)
        if index is not None and not 0 <= index < size:
            return f"{move} speaks of {field} {index}; expected 0 to {size - 1}"
    return ""


ERA: Rulebook[State, Move] = Rulebook(
    name="era-of-inventions",
    title="Era of Inventions",
    home="era_of_inventions.game:ERA",
    law=LAW,
    editions=EDITIONS,
    ruleset=Ruleset,
    components=SETS,
    player_counts=player_counts,
    blank=blank_state,
    to_move=_to_move,
    moves=lambda setting: all_moves(setting.components, setting.players),
    chances=_chances,
    draft=draft_of,
    changes=changes,
    winners=winners,
    totals=totals,
    generator=lambda setting: Generator(setting).legal_moves,
    no_move=_no_move,
    samples=SAMPLES,
    measures={
        "inventions developed": lambda state: sum(player.spaces.bit_count() for player in state.players),
        "patents": lambda state: sum(map(attrgetter("patents"), state.players)),
    },
)
"""The rulebook of Era of Inventions."""


class Game(BaseGame[State, Move]):
    """Everything one can ask about positions of one setting.

    ``ruleset`` is a `Ruleset` or the name of a preset, ``components`` a set or the name of a shipped one. Games of
    equal settings are equal. Raises `GameError` if the number of players or a name is not known, and `DocumentError`
    with all that is wrong with a set that no file could hold.
    """

    setting: Setting

    def __init__(
        self, players: int = 4, ruleset: Ruleset | str = "default", components: Components | str = "reconstructed"
    ) -> None:
        """Prepare the tables of this setting, or take them from an equal game made before."""
        super().__init__(ERA, players, ruleset, components)

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return last_round(self.setting.players)
