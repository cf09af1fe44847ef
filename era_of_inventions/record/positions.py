"""Positions in words: one line for each player, the board, the turn, and each earlier action of that turn.

A line is a subject, a colon, and entries with semicolons between them; an entry is a word and its value. What is not
said is as after the setup, before anything is turned over; cards and factories that lie nowhere else are in their deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

import attrs

from era_of_inventions.model.components import CardKind, Components, FactoryCard, InventionCard
from era_of_inventions.model.names import CARDS
from era_of_inventions.model.state import (
    BEFORE_MAX,
    Board,
    Phase,
    Player,
    Setting,
    State,
    Turn,
    records,
)
from era_of_inventions.rulebook.display import lying
from era_of_inventions.rulebook.produce import waiting_cards
from era_of_inventions.rulebook.refresh import start_cards_removed
from era_of_inventions.rulebook.setup import cards_in_play, own_start_factory
from era_of_inventions.tabletop.errors import NotationError
from era_of_inventions.tabletop.fields import (
    NO_THINGS,
    Field,
    Mask,
    Things,
    field,
    layout_of,
    mask,
    members,
    record,
    replace,
)
from era_of_inventions.tabletop.fields.layout import fields_of
from era_of_inventions.tabletop.fields.lines import Lines
from era_of_inventions.tabletop.files.stretch import Stretch, fold
from era_of_inventions.tabletop.law.verdict import Problem
from era_of_inventions.tabletop.play.grammar import Place, Positions
from era_of_inventions.tabletop.play.setting import terms_of
from era_of_inventions.tabletop.record.moves import WIDTH

BOARD, TURN, BEFORE = "Board", "Turn", "Before"
ON_BOARD = ("display", "discards", "removed", "row", "factory_discards", "loads", "developed_this_round")
"""What is said of the board: all but the decks, in which lies what lies nowhere else."""
Values = dict[str, Any]


@record
class OutOfTheGame:
    """Cards that lie nowhere, which no field of a position says."""

    removed: Field[Mask[InventionCard]] = field(
        Things(CARDS), "removed", "start cards that have left the game", default=0
    )


@attrs.frozen
class Words:
    """What can be said of each kind of subject."""

    player: Lines
    board: Lines
    turn: Lines
    before: Lines


@lru_cache(maxsize=32)
def words(setting: Setting, names: tuple[str, ...]) -> Words:
    """The words for positions of a setting, and players with these names."""
    board = {field.name: field for kind in (Board, OutOfTheGame) for field in layout_of(kind, terms_of(setting)).fields}
    actions = [field for field in layout_of(Turn, terms_of(setting, names)).fields if field.name != "before"]
    rounds = [field for field in layout_of(State, terms_of(setting, names)).fields if field.name == "round"]
    return Words(
        Lines(layout_of(Player, terms_of(setting)).fields),
        Lines(board[name] for name in ON_BOARD),
        Lines([*rounds, *actions]),
        Lines(actions),
    )


# --- Writing ----------------------------------------------------------------------------------------------------------


def show_position(state: State, base: State, names: tuple[str, ...]) -> Iterator[str]:
    """The lines of a position, without what is as in ``base``, the position after the setup."""
    known = words(state.setting, names)
    yield from _lines(TURN, known.turn.show({"round": state.round, **held(state.turn)}, _fresh()))
    for action in records(state.turn.before):
        yield from _lines(BEFORE, known.before.show(held(action), _fresh()))
    for seat, name in enumerate(names):
        own = own_start_factory(state, seat)
        player = {**held(state.players[seat]), "factories": state.players[seat].factories & ~own}
        yield from _lines(name, known.player.show(player, {**held(base.players[seat]), "factories": 0}))
    board = state.board
    removed = state.components.start_cards & ~(board.deck | board.discards | lying(InventionCard, board.display))
    yield from _lines(BOARD, known.board.show({**held(board), "removed": removed}, {**held(base.board), "removed": 0}))


def _lines(subject: str, entries: Iterable[str]) -> Iterator[str]:
    """The lines of a subject; none if there is nothing to say. A line that gets too long is continued by another."""
    line = ""
    for entry in entries:
        if line and len(line) + len(entry) + 2 > WIDTH and subject != BEFORE:
            yield line
            line = ""
        line = f"{line}; {entry}" if line else f"{subject}: {entry}"
    if line:
        yield line


def held(part: Player | Board | Turn) -> Values:
    """What the fields of a part hold, by their names."""
    return {declared.name: getattr(part, declared.name) for declared, _ in fields_of(type(part))}


def _fresh() -> Values:
    """What need not be said of a turn: all that is as in one in which nothing has been done."""
    return {name: value for name, value in held(Turn(Phase.PLACEMENT, 0)).items() if name not in ("phase", "seat")}


def undealt(state: State, removed: Mask[InventionCard]) -> tuple[Mask[InventionCard], Mask[FactoryCard]]:
    """The cards and the factories that are in play and lie nowhere else, so that they are in their deck."""
    board = state.board
    cards = cards_in_play(state) & ~(
        lying(InventionCard, board.display) | board.discards | removed | waiting_cards(state)
    )
    factories = mask(FactoryCard, range(len(state.components.factories))) & ~(
        lying(FactoryCard, board.row) | board.factory_discards
    )
    for player in state.players:
        factories &= ~player.factories
    return cards, factories


# --- Reading ----------------------------------------------------------------------------------------------------------


class Described:
    """What the lines of a position say, collected line by line."""

    def __init__(self, base: State, names: tuple[str, ...]) -> None:
        """Start from the position after the setup."""
        self._base = base
        self._words = words(base.setting, names)
        self._seats = {fold(name): seat for seat, name in enumerate(names)}
        self._players: list[Values] = [{} for _ in names]
        self._board: Values = {}
        self._turn: Values = {}
        self._before: list[Values] = []
        self._places: dict[str, Place] = {}
        self.subjects = (*names, BOARD, TURN, BEFORE)

    def read(self, number: int, line: str) -> Iterator[NotationError]:
        """Take in a line of that number, and tell what is wrong with it."""
        subject, *rest = Stretch.of(line).split(":")
        if subject.folded == BEFORE.casefold() and len(self._before) == BEFORE_MAX:
            yield subject.error(f"at most {BEFORE_MAX} actions in a row")
            return
        about = self._about(subject.folded)
        if about is None or not rest:
            near = self.subjects if about is None else ()
            yield subject.error(f"one of {', '.join(self.subjects)}, and ':'", near, subject.plain)
            return
        name = self._earlier(len(self._before)) if subject.folded == BEFORE.casefold() else subject.folded
        self._places.setdefault(name, (number, subject))
        values, lines, base = about
        for part in Stretch(line, rest[0].start, len(line)).phrases():
            entry = lines.read(part, base)
            yield from entry.errors
            if entry.name in values:
                yield part.error("every entry once")
            elif entry.name is not None:
                values[entry.name] = entry.value
                self._places.setdefault(f"{name}.{entry.name}", (number, part))

    @staticmethod
    def _earlier(number: int) -> str:
        """What the line about an earlier action is called, so that nobody is called the same."""
        return f"{BEFORE.casefold()}:{number}"

    def place(self, problem: Problem, state: State) -> Place | None:
        """Where the lines speak of what a problem is about, as nearly as can be told; None if they do not.

        Of several lines about the turn it is the one without which this problem of the position would not be there.
        """
        law = state.setting.rulebook.law
        part, _, field = problem.about.partition(".")
        subjects = [fold(subject) for subject in self._subjects_of(part, problem.seats)]
        if part == "turn" and self._before:
            subjects.sort(
                key=lambda subject: problem in law.problems(replace(state, turn=self._turn_without(subject, field)))
            )
        names = [*(f"{subject}.{field or part}" for subject in subjects), *subjects]
        return next((self._places[name] for name in names if name in self._places), None)

    def _subjects_of(self, part: str, seats: Sequence[int]) -> tuple[str, ...]:
        """What the lines about a part of the position, or else about seats, begin with."""
        if part in ("turn", "round"):
            return TURN, *(self._earlier(number) for number, _ in enumerate(self._before, 1))
        if part == "board":
            return (BOARD,)
        return tuple(self.subjects[seat] for seat in seats if seat in self._seats.values())

    def _about(self, subject: str) -> tuple[Values, Lines, Values] | None:
        """Where to collect what is said about a subject, the words for it, and what holds if nothing is said."""
        if subject == BOARD.casefold():
            return self._board, self._words.board, held(self._base.board)
        if subject == TURN.casefold():
            return self._turn, self._words.turn, _fresh()
        if subject == BEFORE.casefold():
            self._before.append({})
            return self._before[-1], self._words.before, _fresh()
        seat = self._seats.get(subject)
        return None if seat is None else (self._players[seat], self._words.player, held(self._base.players[seat]))

    def position(self) -> tuple[State, tuple[Problem, ...]]:
        """The position, and what cannot be in it."""
        base = self._base
        players = tuple(
            replace(player, **{**said, "factories": said.get("factories", NO_THINGS) | player.factories})
            for player, said in zip(base.players, self._players, strict=True)
        )
        said = dict(self._board)
        removed = said.pop("removed", NO_THINGS)
        round_ = self._turn.get("round", base.round)
        board = replace(base.board, **said)
        state = replace(
            base, players=players, board=board, round=round_, turn=self._turn_record(self._turn, *self._before)
        )
        deck, factory_deck = undealt(state, removed)
        board = replace(board, deck=deck, factory_deck=factory_deck)
        return replace(state, board=board), tuple(out_of_place(base.components, board, removed))

    def _turn_without(self, subject: str, field: str) -> Turn:
        """The record of the turn if a line about it did not speak of a field, or of anything if none is named."""
        told = [self._turn, *self._before]
        line = int(subject.partition(":")[2] or 0)
        told[line] = {name: value for name, value in told[line].items() if field and name != field}
        return self._turn_record(*told)

    def _turn_record(self, turn: Values, *actions: Values) -> Turn:
        """The record of a turn, and of the actions before it."""
        said = {"phase": Phase.PLACEMENT, "seat": self._base.start, **turn}
        said.pop("round", None)
        before = None
        for earlier in reversed(actions):
            before = Turn(**{"phase": Phase.BONUS_OFFER, "seat": said["seat"], **earlier}, before=before)
        return Turn(**said, before=before)


def out_of_place(components: Components, board: Board, removed: Mask[InventionCard]) -> Iterator[Problem]:
    """What cannot be about the cards that are said to have left the game."""
    elsewhere = board.deck | board.discards | lying(InventionCard, board.display)
    for index in members(removed):
        card = components.cards[index]
        if card.kind is not CardKind.START:
            sentence = f"{card.id!r} cannot be removed; only start cards leave the game"
            yield Problem(start_cards_removed.id, sentence, "board.removed")
        elif elsewhere >> index & 1:
            sentence = f"{card.id!r} is removed and lies elsewhere too; expected cards that are out of the game"
            yield Problem(start_cards_removed.id, sentence, "board.removed")


POSITIONS: Positions[State] = Positions((BOARD, TURN, BEFORE), attrgetter("start"), show_position, Described)
"""How positions are written."""
