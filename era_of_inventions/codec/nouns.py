"""The shapes of positions and moves. Everything is named by its id, so they depend on the setting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import attrs

from era_of_inventions.codec.shapes import (
    FLAG,
    STOCK,
    Shape,
    WrongError,
    all_at,
    counts,
    integer,
    mask,
    optional,
    sequence,
    structure,
    tagged,
    word,
)
from era_of_inventions.model import moves
from era_of_inventions.model.components import Area, Components
from era_of_inventions.model.goods import COUNT_MAX
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import (
    EMPTY,
    Board,
    Phase,
    Player,
    Setting,
    State,
    Turn,
)
from era_of_inventions.notation import LINES, space_words
from era_of_inventions.rulebook.components import display_rows
from era_of_inventions.rulebook.setup import player_counts

BEFORE_MAX = 20
"""The most actions that the record of a turn goes back."""
MADE_MAX = 100
"""The most cards that the record of an action holds."""
ID = "[a-z0-9]+(-[a-z0-9]+)*"
SPACE = "[a-z]+( [a-z]+)*"
AREAS = {area.name.lower(): area for area in Area}
PHASES = {phase.value: phase for phase in Phase}
COUNT = integer(0, COUNT_MAX)
AREA = word(AREAS)
SEATS = max(player_counts())
SEAT = integer(0, SEATS - 1)
LINE = word(LINES)
AREA_SET = mask(tuple(AREAS), f"one of {', '.join(AREAS)}", "|".join(AREAS))
TRADES = counts(tuple(LINES), COUNT_MAX)


class Nouns:
    """The shapes of what belongs to one set of components and number of players."""

    def __init__(self, components: Components, players: int) -> None:
        """List the ids of the components."""
        self.components = components
        self.players = players
        self._cards = [card.id for card in components.cards]
        self._deck = [card.id for card in components.factories]
        self._factories = [*self._deck, *(f"start-{seat + 1}" for seat in range(players))]
        self._spaces = [space_words(components, space) for space in range(len(components.spaces))]
        self._sources = [source.id for source in components.sources]

    @cached_property
    def card(self) -> Shape[int]:
        """An invention card."""
        return _one(self._cards, "the id of an invention card", ID)

    @cached_property
    def deck_factory(self) -> Shape[int]:
        """A factory of the deck."""
        return _one(self._deck, "the id of a factory", ID)

    @cached_property
    def factory(self) -> Shape[int]:
        """A factory of the deck, or the start factory of a seat, which is counted from 1."""
        return _one(self._factories, f"the id of a factory, or 'start-1' to 'start-{self.players}'", ID)

    @cached_property
    def space(self) -> Shape[int]:
        """A development space."""
        return _one(self._spaces, "an invention, with 'technical' for its technical space", SPACE)

    @cached_property
    def source(self) -> Shape[int]:
        """A ship or storage house."""
        return _one(self._sources, "the id of a ship or storage house", ID)

    @cached_property
    def seat(self) -> Shape[int]:
        """A seat at the table."""
        return attrs.evolve(integer(0, self.players - 1), schema=SEAT.schema)

    @cached_property
    def space_set(self) -> Shape[int]:
        """Some development spaces."""
        return mask(self._spaces, "an invention, with 'technical' for its technical space", SPACE)

    @cached_property
    def player(self) -> Shape[Player]:
        """What one player has."""
        return structure(
            Player,
            {
                "goods": STOCK,
                "influence": COUNT,
                "bonus_discs": COUNT,
                "patents": COUNT,
                "spaces": self.space_set,
                "patented": self.space_set,
                "factories": mask(self._factories, "the id of a factory", ID),
                "placed": AREA_SET,
                "built_this_round": COUNT,
                "trades_this_round": TRADES,
                "discs_bought_this_round": COUNT,
                "discs_used_this_round": COUNT,
            },
        )

    @cached_property
    def board(self) -> Shape[Board]:
        """The board and the piles beside it."""
        inventions, factories, _ = display_rows()
        cards = mask(self._cards, "the id of an invention card", ID)
        deck = mask(self._deck, "the id of a factory", ID)
        return structure(
            Board,
            {
                "loads": counts(self._sources, COUNT_MAX, "ships and storage houses"),
                "row": sequence(optional(self.deck_factory, EMPTY), factories, factories),
                "factory_deck": deck,
                "factory_discard": deck,
                "display": sequence(optional(self.card, EMPTY), inventions, inventions),
                "deck": cards,
                "discard": cards,
                "developed_this_round": self.space_set,
            },
        )

    @cached_property
    def turn(self) -> Shape[Turn]:
        """Whose turn it is, and what has been done in it."""
        before: Shape[Any] = Shape({"$ref": "#/$defs/Turn"}, self._read_turn, self._write_turn)
        return structure(
            Turn,
            {
                "phase": word(PHASES),
                "seat": self.seat,
                "area": optional(AREA, EMPTY),
                "built": COUNT,
                "ran": mask(self._factories, "the id of a factory", ID),
                "loads": COUNT,
                "made": sequence(self.card, MADE_MAX),
                "took_cog": FLAG,
                "trades": TRADES,
                "developed": self.space_set,
                "patents": COUNT,
                "moved": COUNT,
                "before": optional(before),
            },
        )

    @cached_property
    def whole_turn(self) -> Shape[Turn]:
        """The same, at most `BEFORE_MAX` actions deep, and shared by all positions if nothing has been done in it."""
        return Shape(self.turn.schema, self._read_turn, self.turn.write)

    def _read_turn(self, value: object, _: object = None) -> Turn:
        depth, outer = 0, value
        while isinstance(outer, dict) and depth <= BEFORE_MAX:
            depth, outer = depth + 1, outer.get("before")
        if depth > BEFORE_MAX:
            raise WrongError(value, f"at most {BEFORE_MAX} actions in a row")
        return self.turn.read(value)

    def _write_turn(self, turn: Turn) -> str:
        return self.turn.write(turn)

    @cached_property
    def move(self) -> Shape[Move]:
        """Any move: an object whose key ``move`` says which kind."""
        return tagged(
            "move", {name: structure(kind, self._of_move(kind)) for name, kind in MOVES.items()}, MOVES.values()
        )

    @cached_property
    def seated(self) -> Shape[tuple[Player, ...]]:
        """The players in seat order."""
        shape = sequence(self.player, self.players, self.players)
        return attrs.evolve(shape, schema=sequence(self.player, SEATS, min(player_counts())).schema)

    def state(self, setting: Shape[Setting]) -> Shape[State]:
        """A position of a setting, whose shape is given."""
        shape = structure(
            State,
            {
                "setting": setting,
                "players": self.seated,
                "board": self.board,
                "round": COUNT,
                "start": self.seat,
                "turn": self.whole_turn,
            },
        )

        return Shape(shape.schema, lambda value, _=None: consistent(shape.read(value)), shape.write)

    def _of_move(self, kind: type[Move]) -> dict[str, Shape[Any]]:
        """The shapes of the fields of a kind of move."""
        shapes: dict[str, Shape[Any]] = {
            "area": AREA,
            "factory": self.factory if kind is moves.RunFactory else self.deck_factory,
            "source": self.source,
            "card": self.card,
            "cubes": STOCK,
            "line": LINE,
            "give": STOCK,
            "take": STOCK,
            "space": optional(self.space) if kind is moves.RegisterPatent else self.space,
        }
        return {field.name: shapes[field.name] for field in attrs.fields(kind)}  # type: ignore[arg-type]


CARD_REVEALS = (Phase.SETUP_FACTORIES, Phase.SETUP_CARDS, Phase.REFRESH_CARDS)
FACTORY_REVEALS = (Phase.SETUP_FACTORIES, Phase.REFRESH_FACTORIES)
MOVES: dict[str, type[Move]] = {
    "place-disc": moves.PlaceDisc,
    "resolve": moves.Resolve,
    "withdraw": moves.Withdraw,
    "build-factory": moves.BuildFactory,
    "run-all-factories": moves.RunAllFactories,
    "run-factory": moves.RunFactory,
    "buy-load": moves.BuyLoad,
    "produce-invention": moves.ProduceInvention,
    "take-cog": moves.TakeCog,
    "exchange": moves.Exchange,
    "develop": moves.Develop,
    "register-patent": moves.RegisterPatent,
    "use-bonus-disc": moves.UseBonusDisc,
    "end-action": moves.EndAction,
    "end-turn": moves.EndTurn,
    "reveal-card": moves.RevealCard,
    "reveal-factory": moves.RevealFactory,
}
"""The kinds of moves by the words that documents have for them."""


@lru_cache(maxsize=16)
def nouns_of(components: Components, players: int) -> Nouns:
    """The shapes of a set of components and number of players."""
    return Nouns(components, players)


def consistent(state: State) -> State:
    """The position, if its parts go together. Raises all that is wrong if one of them lacks what the phase needs."""
    board, phase = state.board, state.turn.phase
    problems = []
    if phase in CARD_REVEALS and board.deck and EMPTY not in board.display:
        problems.append(("board.display", f"is full; expected null somewhere in the phase '{phase}'"))
    if phase in FACTORY_REVEALS and board.factory_deck and EMPTY not in board.row:
        problems.append(("board.row", f"is full; expected null somewhere in the phase '{phase}'"))
    if phase is Phase.ACTION and state.turn.area == EMPTY:
        problems.append(("turn.area", "is missing; expected the area of the action"))
    if problems:
        raise all_at(problems)
    return state


def _one(names: Sequence[str], what: str, pattern: str) -> Shape[int]:
    return word({name: index for index, name in enumerate(names)}, what, pattern=pattern)
