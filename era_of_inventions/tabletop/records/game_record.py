"""A record: everything that was decided and turned over in a game, enough to play it again from its first position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from era_of_inventions.tabletop.errors import (
    Code,
    GameError,
    Phrase,
    Problem,
    Verbatim,
    describe,
    from_to,
)
from era_of_inventions.tabletop.law.verdict import Event, Verdict
from era_of_inventions.tabletop.play.effects import effects
from era_of_inventions.tabletop.play.following import unsealed_since
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.knowledge import (
    IllegalMoveError,
    move_seen_by,
    owner,
)
from era_of_inventions.tabletop.play.partial_moves import is_whole
from era_of_inventions.tabletop.play.rulebook import MOVES_MAX
from era_of_inventions.tabletop.play.setting import AnyPosition, AnySetting, require_position
from era_of_inventions.tabletop.play.worlds import is_known, lacking
from era_of_inventions.tabletop.records.header import ABOUT
from era_of_inventions.tabletop.records.names import LINE, LINE_FORM, PlayerNames, signed
from era_of_inventions.tabletop.records.notation import nearest, show_move
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values import (
    Count,
    Field,
    InvalidDataError,
    Seat,
    carried,
    evolve,
    field,
    layout_of,
    record,
)
from era_of_inventions.tabletop.values.moves import OneOfKinds
from era_of_inventions.tabletop.values.plain import Items, Many, accept_all, all_of, word
from era_of_inventions.tabletop.values.problems import invalid, within
from era_of_inventions.tabletop.values.records import Listed, listed
from era_of_inventions.tabletop.values.views import as_seen

S = TypeVar("S", bound=AnyPosition)
M = TypeVar("M")

AHEAD = 30
"""How many later moves are looked at to find out which cards are in a hand that is unknown."""


class RecordError(GameError, ValueError):
    """A move of a record cannot be made at its place in the game. ``number`` is its number, counted from 0.

    ``cause`` is the error that the game raised. If the record was read from a text,
    ``line`` and ``column`` are the place of the move there; if the text was read from a
    file, ``path`` is that of the file.
    """

    def __init__(
        self, record: AnyRecord, number: int, cause: GameError, path: str = ""
    ) -> None:
        """Remember which move it is, and why it cannot be made."""
        self.record = record
        self.number = number
        self.cause = cause
        self.path = path
        super().__init__(record, number, cause, path)

    @property
    def move(self) -> Any:
        """The move that cannot be made."""
        return self.record.moves[self.number]

    @property
    def line(self) -> int | None:
        """The line on which the move stands in the text, counted from 1; None if the record came from no text."""
        return self.record.places[self.number][0] if self.record.places else None

    @property
    def column(self) -> int | None:
        """The column at which the move begins on its line, counted from 1; None if the record came from no text."""
        return self.record.places[self.number][1] if self.record.places else None

    @property
    def place(self) -> str:
        """The place of the move: its line and column or, if there is no text, its number counted from 1."""
        return (
            f"move {self.number + 1}"
            if self.line is None
            else f"line {self.line}, column {self.column}"
        )

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the move; None if it cannot be judged, being about something that does not exist."""
        return self.cause.verdict if isinstance(self.cause, IllegalMoveError) else None

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        if not isinstance(self.cause, IllegalMoveError):
            return str(self.cause)
        text = show_move(self.move, self.record.setting)
        against = "; ".join(
            f"{clause.statement} [{clause.id}]" for clause in self.cause.verdict.forbidden_by
        )
        near = nearest(self.cause.state, text)
        broken = against and f"it is against the rules: {against}"
        return f"{text!r} is not legal: {broken or 'no clause permits it at this moment'}{near and '; '}{near}"

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problem of the move, as errors of files and documents have it."""
        return (Problem.at(self.place, Code.IMPOSSIBLE, self.sentence),)

    def __str__(self) -> str:
        """Return the place, and what is wrong there."""
        return f"{self.path and f'{self.path}: '}{self.place}: {self.sentence}"


@attrs.frozen
class Step(Generic[S, M]):
    """One move of a record: its number, counted from 0, the position before it, the move, and the position after it."""

    number: int
    before: S
    move: M
    state: S

    @property
    def seat(self) -> int | None:
        """The seat that made the move; None if chance made it."""
        return Game.from_state(self.before).rulebook.seat_to_move(self.before)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the move certainly caused, each with its clause. They are computed when this is read."""
        return effects(self.before, self.move).events


def _is_known_to(seat: int | None, step: AnyStep) -> bool:
    """Return whether everything in a move is known that the seat knew when it was made."""
    whose, setting = owner(step.before), step.before.setting
    if whose != seat or is_whole(step.move):
        return True
    can_be = setting.masked_moves[step.move]
    return as_seen(can_be[0], setting.terms, seat, whose) is step.move


def _default_names(record: AnyRecord) -> tuple[str, ...]:
    return record.setting.rulebook.grammar.seat_names(record.setting.players)


@record
class Entry:
    """An entry of the head of a record."""

    key: Field[str] = field(word(ABOUT), "what the text is about")
    text: Field[str] = field(LINE, "the text")


@record
class Comment:
    """A comment, and the number of the move that follows it, counted from 0."""

    before: Field[int] = field(
        Count(0, MOVES_MAX), "the number of the move that follows it, counted from 0"
    )
    text: Field[str] = field(LINE, "the text")


@record
class Decider:
    """The number of a move, counted from 0, and the seat that makes it."""

    move: Field[int] = field(Count(0, MOVES_MAX), "the number of the move, counted from 0")
    seat: Field[int] = field(Seat(), "the seat that makes it")


@record
class Record(Generic[S, M]):
    """A game, or a part of one, that begins with the position ``start``.

    ``moves`` are all decisions of players and all moves of chance, in order. ``names``
    are the players' names by seat. ``about`` holds entries such as ``("Title", "A long
    evening")``, under the keys in `ABOUT`. ``comments`` are pairs of a number and a
    text on one line: the comment stands before the move with this number, counted from
    0, or at the end, if it is the number of all moves. Where several decide at the same
    time, ``deciders`` are pairs of the number of a move and the seat that makes it, if
    it is not the one to move. If the record came from a text, ``places`` are pairs of
    the line and the column at which each move stands there, counted from 1; equality
    ignores them.

    The record of a seat, in which something is unknown, shows all that this seat knows
    at its end: what is still unknown there was never shown.

    A record can hold moves that are not legal, or a first position that is not
    possible: `replay` raises an error for them. Lists do as well as tuples. Raises
    `GameError` if a name or a text is not possible, or a type is wrong.
    """

    start: S = carried(converter=require_position)
    moves: Listed[M] = listed(
        Many(OneOfKinds(), MOVES_MAX),
        "all moves of the players and of chance, in order",
        default=attrs.Factory(tuple),
    )
    names: Listed[str] = listed(
        PlayerNames(),
        "the players' names, by seat",
        default=attrs.Factory(_default_names, takes_self=True),
    )
    about: Listed[tuple[str, str]] = listed(
        Many(Items(Entry), len(ABOUT)), "the entries of the head", default=()
    )
    comments: Listed[tuple[int, str]] = listed(
        Many(Items(Comment), MOVES_MAX), "the comments, in order", default=()
    )
    deciders: Listed[tuple[int, int]] = listed(
        Many(Items(Decider), MOVES_MAX),
        "who makes a move that is not of the seat to move, in order",
        default=(),
    )
    places: tuple[tuple[int, int], ...] = carried(default=(), eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Refuse values that could not be written down. Raises `GameError` with every problem."""
        terms = self.setting.terms
        accepts = {
            field.name: field.shape.accept for field in layout_of(type(self), terms).fields
        }
        accepts |= {
            "moves": all_of(self.setting.vocabulary.kinds, "a move"),
            "places": lambda places: accept_all(places, _accept_place, MOVES_MAX),
        }
        problems: list[Problem] = []
        for name, accept in accepts.items():
            try:
                object.__setattr__(self, name, accept(getattr(self, name)))
            except InvalidDataError as error:
                problems += within(name, error)
                if name == "moves":
                    break  # the others are compared with them
            else:
                problems += _CONFLICTS[name](self)
        if problems:
            raise InvalidDataError(problems).of_arguments()

    @property
    def setting(self) -> AnySetting:
        """The number of players, the readings and the components."""
        return self.start.setting

    def checked_start(self) -> S:
        """Return the first position. Raises `GameError` with every reason if it is not possible."""
        if problems := Game.from_state(self.start).check(self.start):
            reasons = "; ".join(problem.render(self.names) for problem in problems)
            raise GameError(f"the first position is not possible: {reasons}")
        return self.start

    def replay(self) -> Iterator[Step[S, M]]:
        """Play the game again, and yield each move with its positions. Every move is checked.

        Raises `GameError` if the first position is not possible, and `RecordError` at
        the first move that is not legal.
        """
        state = self.checked_start()
        game: Game[S, M] = Game.from_state(state)
        deciders, start = dict(self.deciders), state
        for number, move in enumerate(self.moves):
            try:
                if number in deciders:
                    state = game.in_turn(state, deciders[number])
                if is_known(state) and is_whole(move):
                    after = game.play(state, move)
                else:
                    ahead = self.moves[number + 1 : number + 1 + AHEAD]
                    after = game.follow(state, move, ahead, start)
                    start = unsealed_since(start, after)
            except GameError as error:
                raise RecordError(self, number, error) from None
            yield Step(number, state, move, after)
            state = after

    def end(self) -> S:
        """Return the position after the last move. Raises the errors of `replay`."""
        state = self.start
        for step in self.replay():
            state = step.state
        return state

    def seen_by(self, seat: int | None) -> Record[S, M]:
        """Return the record as a seat, or a spectator (None), can know it at its end. Hidden things become unknown.

        The result can be written, read and replayed like any other record. If the
        record begins with the start of a game, its first position stays the same,
        because everybody knows what is in the box. The only comments that stay are
        those of the seat, which begin with its player's name and a colon. Places are
        removed, because columns show how long hidden names are.

        Raises the errors of `replay`, and `GameError` if there is no such seat, or if
        the record is that of another one, so that it does not hold what this seat
        knows.
        """
        game: Game[S, M] = Game.from_state(self.start)
        lacks = any(lacking(self.start, seat))
        start = self.start if lacks else game.view(self.start, seat)
        steps = list(self.replay())
        if lacks or not all(_is_known_to(seat, step) for step in steps):
            whose = "" if seat is None else self.names[seat]
            raise GameError(
                f"the record does not hold all that {whose} knows; expected the whole record, or that of {whose}"
            )
        positions = [step.state for step in steps]
        seen = tuple(
            move_seen_by(step.before, step.move, seat, islice(positions, step.number, None))
            for step in steps
        )
        begun = any(self.start == game.new(start) for start in range(self.setting.players))
        return evolve(
            self,
            start=self.start if begun else start,
            moves=seen,
            comments=tuple(self._comments_of(seat)),
            places=(),
        )

    def _comments_of(self, seat: int | None) -> Iterator[tuple[int, str]]:
        mine = None if seat is None else fold(signed(self.names[seat], "").strip())
        return (one for one in self.comments if mine and fold(one[1]).startswith(mine))

    def then(self, *moves: M, seat: int | None = None) -> Record[S, M]:
        """Return the record with further moves, which `replay` checks. Raises `GameError` if something is no move.

        Where several decide at the same time, ``seat`` is who makes the moves, by
        default the seat to move. With a seat the moves are made: raises the errors of
        `replay` and `Game.follow`, and `GameError` if it does not decide.
        """
        if seat is None:
            return evolve(self, moves=self.moves + moves, places=())
        record, end = self, self.end()
        game: Game[S, M] = Game.from_state(end)
        for move in moves:
            turned = game.in_turn(end, seat)
            pair = () if turned is end else ((len(record.moves), seat),)
            record = evolve(
                record,
                moves=(*record.moves, move),
                deciders=record.deciders + pair,
                places=(),
            )
            if is_known(end) and is_whole(move):
                end = game.play(end, move, seat=seat)
                continue
            try:
                end = game.follow(turned, move)
            except IllegalMoveError:
                raise IllegalMoveError(turned, move, seat) from None
        return record

    def deal(self, rng: random.Random) -> Record[S, M]:
        """Return the record with all moves of chance that are pending at its end, drawn from ``rng``.

        Raises the errors of `replay`, and `GameError` if ``rng`` is not a source of
        randomness.
        """
        end = self.end()
        game: Game[S, M] = Game.from_state(end)
        return self.then(*[move for move, _ in game.deal_steps(end, rng)])

    def back(self, decisions: int = 1) -> Record[S, M]:
        """Return the record without its last ``decisions`` decisions and without the moves of chance after them.

        Comments after that place are removed too. Raises `GameError` if there are fewer
        decisions.
        """
        chance = self.setting.rulebook.grammar.chance
        made = [number for number, move in enumerate(self.moves) if type(move) not in chance]
        if not isinstance(decisions, int) or not 0 <= decisions <= len(made):
            raise GameError(
                f"decisions is {describe(decisions)}; {_at_most(len(made), 'decisions')}"
            )
        return self.until(made[-decisions]) if decisions else self

    def until(self, number: int) -> Record[S, M]:
        """Return the record of the first ``number`` moves, with its comments. Raises `GameError` if it has fewer."""
        if not isinstance(number, int) or not 0 <= number <= len(self.moves):
            raise GameError(
                f"there is no move {describe(number)}; {_at_most(len(self.moves), 'moves')}"
            )
        return evolve(
            self,
            moves=self.moves[:number],
            comments=tuple(comment for comment in self.comments if comment[0] <= number),
            deciders=tuple(pair for pair in self.deciders if pair[0] < number),
            places=self.places[:number],
        )


def _at_most(most: int, what: str) -> str:
    return f"expected {from_to(0, most)}" if most else f"the record has no {what} yet"


AnyRecord: TypeAlias = Record[Any, Any]
AnyStep: TypeAlias = Step[Any, Any]


def _of_names(record: AnyRecord) -> Iterator[Problem]:
    names, players = record.names, record.setting.players
    if len(names) != players:
        yield _conflict(
            f"there are {len(names)} names", f"one for each of the {players} players"
        )
    folded = [fold(name) for name in names]
    for seat, name in enumerate(folded):
        if name in folded[:seat]:
            yield _conflict(
                f"the name {describe(names[seat])} is there twice", "different names"
            )


def _of_about(record: AnyRecord) -> Iterator[Problem]:
    keys = [key for key, _ in record.about]
    for place, (key, text) in enumerate(record.about):
        if key in keys[:place]:
            yield _conflict(f"{describe(key)} is there twice", "it once")
        if not text:
            yield _conflict(f"the entry {describe(key)} is ''", LINE_FORM)


def _of_comments(record: AnyRecord) -> Iterator[Problem]:
    before = 0
    for number, _ in record.comments:
        if not before <= number <= len(record.moves):
            yield _conflict(
                f"a comment stands before move {number}",
                f"{from_to(before, len(record.moves))}, in order",
            )
        before = max(before, number)


def _of_deciders(record: AnyRecord) -> Iterator[Problem]:
    least, last = 0, len(record.moves) - 1
    for number, _ in record.deciders:
        if not least <= number <= last:
            expected = f"{from_to(least, last)}, in order" if least <= last else "none"
            yield _conflict(f"a decider is named for move {number}", expected)
        least = max(least, number + 1)


def _of_places(record: AnyRecord) -> Iterator[Problem]:
    if record.places and len(record.places) != len(record.moves):
        yield _conflict(
            f"there are {len(record.places)} places for {len(record.moves)} moves",
            "one for each",
        )


def _accept_place(value: Any) -> tuple[int, int]:
    if (
        isinstance(value, tuple | list)
        and [*map(type, value)] == [int, int]
        and min(value) > 0
    ):
        return value[0], value[1]
    raise invalid(
        Code.WRONG_TYPE, Verbatim(describe(value)), "a line and a column, counted from 1"
    )


def _conflict(found: str, expected: str) -> Problem:
    return Problem((), Code.INCONSISTENT, Phrase(found), expected)


_CONFLICTS: Mapping[str, Callable[[AnyRecord], Iterable[Problem]]] = {
    "moves": lambda _: (),
    "names": _of_names,
    "about": _of_about,
    "comments": _of_comments,
    "deciders": _of_deciders,
    "places": _of_places,
}
"""For each field of a record, a function that yields its contradictions to the moves or within itself."""
