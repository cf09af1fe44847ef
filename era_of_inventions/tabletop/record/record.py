"""A record: everything that was decided and turned over in a game, enough to play it again from its first position."""

from __future__ import annotations

import difflib
import random
import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Generic, TypeVar

import attrs

from era_of_inventions.tabletop.errors import SHOWN_MAX, GameError, describe, hint
from era_of_inventions.tabletop.fields.outline import subjects
from era_of_inventions.tabletop.files.stretch import MARKS, fold, quoted
from era_of_inventions.tabletop.law.verdict import Event, Verdict
from era_of_inventions.tabletop.play.game import Game, IllegalMoveError
from era_of_inventions.tabletop.play.grammar import vocabulary_of
from era_of_inventions.tabletop.play.knowledge import effects, move_seen_by
from era_of_inventions.tabletop.play.rulebook import AnyPosition, Rulebook
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.record import arguments
from era_of_inventions.tabletop.record.moves import show_move

S = TypeVar("S", bound=AnyPosition)
M = TypeVar("M")

ABOUT = ("Title", "Event", "Place", "Date", "Author", "Bots")
"""The keys of what a record can hold besides the game."""
POSITION = "Position"
"""The heading under which a position stands."""
NAME_MAX = 40
"""The most characters of a name."""
LINE_MAX = 1000
"""The most characters of a comment or an entry."""
AHEAD = 30
"""How many further moves are looked at to tell which cards a player holds whose hand is unknown."""
LINE_FORM = f"a text on one line of up to {LINE_MAX} characters, all printable, without blanks around it"
"""What a comment or an entry has to be like, in words."""


class RecordError(GameError, ValueError):
    """A record with a move that cannot be made where it stands. ``number`` counts moves from 0.

    ``cause`` is the error of the game, ``line`` and ``column`` the place where it stands if the record came from
    a text, and ``path`` the file that the text came from, if it came from one.
    """

    def __init__(self, record: Record[Any, Any], number: int, cause: GameError, path: str = "") -> None:
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
        """The line of the text on which it stands, counted from 1."""
        places = self.record.places
        return places[self.number][0] if places else None

    @property
    def column(self) -> int | None:
        """The column at which it begins on that line, counted from 1."""
        places = self.record.places
        return places[self.number][1] if places else None

    @property
    def place(self) -> str:
        """Where it stands: its line and column, or its number counted from 1."""
        return f"move {self.number + 1}" if self.line is None else f"line {self.line}, column {self.column}"

    @property
    def verdict(self) -> Verdict | None:
        """The judgement of the move; None if it is about something that does not exist, and cannot be judged."""
        return self.cause.verdict if isinstance(self.cause, IllegalMoveError) else None

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        if not isinstance(self.cause, IllegalMoveError):
            return str(self.cause)
        text = show_move(self.move, self.record.setting)
        against = "; ".join(f"{clause.statement} [{clause.id}]" for clause in self.cause.verdict.forbidden_by)
        near = nearest(self.cause.state, text)
        return f"{text!r} is not legal: {against or 'no clause permits it at this moment'}{near and '; '}{near}"

    def __str__(self) -> str:
        """The place, and what is wrong there."""
        return f"{self.path and f'{self.path}: '}{self.place}: {self.sentence}"


def nearest(state: AnyPosition, text: str) -> str:
    """The legal moves that are nearest to a text, to be added to a message; an empty text if there are none."""
    game: Game[Any, Any] = Game.of(state)
    legal = [show_move(move, state.setting) for move in game.legal_moves(state)]
    near = difflib.get_close_matches(text[:SHOWN_MAX].casefold(), legal, n=3, cutoff=0)
    return f"nearest of what is legal: {', '.join(map(repr, near))}" if near else ""


@attrs.frozen
class Step(Generic[S, M]):
    """One move of a record: its number from 0, the positions before and after it, and what it was."""

    number: int
    before: S
    move: M
    state: S

    @property
    def seat(self) -> int | None:
        """Who made the move; None if chance did."""
        to_move = Game.of(self.before).to_move(self.before)
        return to_move if isinstance(to_move, int) else None

    @property
    def events(self) -> tuple[Event, ...]:
        """What the move certainly caused, each event with its clause. Worked out when it is asked for."""
        return effects(self.before, self.move)[1]


def _default_names(record: Record[Any, Any]) -> tuple[str, ...]:
    return record.setting.rulebook.grammar.seat_names(record.setting.players)


@attrs.frozen
class Record(Generic[S, M]):
    """A game, or a part of one, from a position on.

    ``moves`` are all decisions and all that was turned over, in order; ``names`` the players by seat. ``about`` holds
    entries such as ``("Title", "A long evening")``, under the keys in `ABOUT`. ``comments`` are pairs: the number of
    the move before which a comment stands (the number of all moves, if it stands at the end) and its text on one line.
    ``places`` are pairs of the line and the column at which the moves stand, counted from 1, if the record came from
    a text; they do not count for equality.

    A record can hold moves that are not legal, and a first position that is not possible: `replay` raises.
    Lists do as well as tuples. Raises `GameError` if a name or text is not possible, or something is of another type.
    """

    start: S = attrs.field(converter=arguments.position_of)
    moves: tuple[M, ...] = attrs.field(default=(), converter=arguments.moves_of)
    names: tuple[str, ...] = attrs.field(
        default=attrs.Factory(_default_names, takes_self=True), converter=arguments.names_of
    )
    about: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=arguments.about_of)
    comments: tuple[tuple[int, str], ...] = attrs.field(default=(), converter=arguments.comments_of)
    places: tuple[tuple[int, int], ...] = attrs.field(default=(), eq=False, repr=False, converter=arguments.places_of)

    def __attrs_post_init__(self) -> None:
        """Refuse what could not be written down."""
        problems = [*_of_moves(self), *_of_names(self), *_of_about(self), *_of_comments(self)]
        if self.places and len(self.places) != len(self.moves):
            problems.append(f"there are {len(self.places)} places for {len(self.moves)} moves; expected one for each")
        if problems:
            raise GameError("; ".join(problems))

    @property
    def setting(self) -> Setting[Any, Any]:
        """The number of players, the readings and the components."""
        return self.start.setting

    def checked_start(self) -> S:
        """The first position. Raises `GameError` with every reason if it is not possible."""
        if problems := Game.of(self.start).check(self.start):
            reasons = "; ".join(problem.render(self.names) for problem in problems)
            raise GameError(f"the first position is not possible: {reasons}")
        return self.start

    def replay(self) -> Iterator[Step[S, M]]:
        """Play it again, every move checked.

        Raises `GameError` if the first position is not possible, and `RecordError` at the first move that is not legal.
        """
        state = self.checked_start()
        game: Game[S, M] = Game.of(state)
        for number, move in enumerate(self.moves):
            try:
                after = game.follow(state, move, self.moves[number + 1 : number + 1 + AHEAD])
            except GameError as error:
                raise RecordError(self, number, error) from None
            yield Step(number, state, move, after)
            state = after

    def end(self) -> S:
        """The position after the last move. Raises what `replay` does."""
        state = self.start
        for step in self.replay():
            state = step.state
        return state

    def seen_by(self, seat: int | None) -> Record[S, M]:
        """The record as a seat, or a spectator (None), can know it at its end: what it was not told of is unknown.

        It can be written, read and replayed like any other. A game from its beginning begins as it did, for everybody
        knows what is in the box. Comments stay as they are; places go, for columns tell how long hidden names are.
        Raises what `replay` does.
        """
        game: Game[S, M] = Game.of(self.start)
        steps = list(self.replay())
        positions = [step.state for step in steps]
        told = tuple(
            move_seen_by(step.before, step.move, seat, islice(positions, step.number + 1, None)) for step in steps
        )
        begun = any(self.start == game.new(start) for start in range(self.setting.players))
        return attrs.evolve(self, start=self.start if begun else game.view(self.start, seat), moves=told, places=())

    def then(self, *moves: M) -> Record[S, M]:
        """The record with further moves, which `replay` checks. Raises `GameError` for what is no move."""
        return attrs.evolve(self, moves=self.moves + moves, places=())

    def deal(self, rng: random.Random) -> Record[S, M]:
        """The record with all moves of chance that are pending at its end, drawn from ``rng``.

        Raises what `replay` does, and `GameError` if ``rng`` is not a source of randomness.
        """
        end = self.end()
        game: Game[S, M] = Game.of(end)
        return self.then(*[move for move, _ in game.draws(end, rng)])

    def back(self, decisions: int = 1) -> Record[S, M]:
        """The record without its last ``decisions`` decisions, and without all that was turned over after them.

        Comments after that place go too. Raises `GameError` if there are fewer decisions.
        """
        chance = self.setting.rulebook.grammar.chance
        made = [number for number, move in enumerate(self.moves) if type(move) not in chance]
        if not isinstance(decisions, int) or not 0 <= decisions <= len(made):
            raise GameError(f"decisions is {describe(decisions)}; expected 0 to {len(made)}")
        return self.until(made[-decisions]) if decisions else self

    def until(self, number: int) -> Record[S, M]:
        """The record of its first ``number`` moves, and the comments there. Raises `GameError` if it is shorter."""
        if not isinstance(number, int) or not 0 <= number <= len(self.moves):
            raise GameError(f"there is no move {describe(number)}; expected 0 to {len(self.moves)}")
        comments = tuple(comment for comment in self.comments if comment[0] <= number)
        return attrs.evolve(self, moves=self.moves[:number], comments=comments, places=self.places[:number])


def is_name(name: str, rulebook: Rulebook[Any, Any]) -> bool:
    """Whether a text can be a player's name: words with single blanks between them, and as `name_form` describes."""
    return (
        name.isprintable()
        and name == " ".join(name.split()) != ""
        and len(name) <= NAME_MAX
        and fold(name) not in _reserved(rulebook)
        and rulebook.grammar.heading(fold(name)) is None
    )


def written(names: Iterable[str]) -> tuple[str, ...]:
    """Names as they stand in a text: in quotation marks if they hold marks that mean something there."""
    return tuple(quoted(name) if re.search('[#"]', name) or set(name) & set(MARKS) else name for name in names)


def name_form(rulebook: Rulebook[Any, Any]) -> str:
    """What a name has to be like, in words."""
    headings = [fold(heading).replace("#", "with a number") for heading in rulebook.grammar.headings]
    others = ", ".join((*_reserved(rulebook), *headings))
    return f"a name of up to {NAME_MAX} characters other than {others}"


def _reserved(rulebook: Rulebook[Any, Any]) -> tuple[str, ...]:
    """Words that lines begin with besides headings, so that nobody can have them as a name."""
    return tuple(map(fold, (POSITION, *subjects(rulebook.state), *rulebook.grammar.chance_verbs)))


def with_blanks(text: str) -> str:
    """A text with plain blanks in place of tabs and of blanks of other widths."""
    return "".join(" " if letter == "\t" or unicodedata.category(letter) == "Zs" else letter for letter in text)


def is_line(text: str) -> bool:
    """Whether a text can stand on a line of its own: it is printable, and has no blanks around it."""
    return text.isprintable() and text == text.strip() and len(text) <= LINE_MAX


def _of_moves(record: Record[Any, Any]) -> Iterator[str]:
    kinds = vocabulary_of(record.setting).kinds
    for number, move in enumerate(record.moves):
        if not isinstance(move, kinds):
            example = record.setting.rulebook.moves(record.setting)[0]
            yield f"moves[{number}] is {describe(move)}; expected moves=[…] of moves such as {example}"


def _of_names(record: Record[Any, Any]) -> Iterator[str]:
    rulebook = record.setting.rulebook
    if len(record.names) != record.setting.players:
        yield f"there are {len(record.names)} names; expected one for each of the {record.setting.players} players"
    for seat, name in enumerate(record.names):
        if not is_name(name, rulebook):
            yield f"the name of player {seat + 1} is {describe(name)}; expected {name_form(rulebook)}"
    folded = [fold(name) for name in record.names]
    for seat, name in enumerate(folded):
        if name in folded[:seat]:
            yield f"the name {describe(record.names[seat])} is there twice; expected different names"


def _of_about(record: Record[Any, Any]) -> Iterator[str]:
    keys = [key for key, _ in record.about]
    for place, (key, text) in enumerate(record.about):
        if key not in ABOUT:
            yield f"{describe(key)} is not known; expected one of {', '.join(ABOUT)}{hint(key, ABOUT)}"
        if key in keys[:place]:
            yield f"{describe(key)} is there twice; expected it once"
        yield from _of_line(f"the entry {describe(key)}", text)
        if not text:
            yield f"the entry {describe(key)} is ''; expected {LINE_FORM}"


def _of_comments(record: Record[Any, Any]) -> Iterator[str]:
    before = 0
    for number, text in record.comments:
        if not before <= number <= len(record.moves):
            yield f"a comment stands before move {number}; expected {before} to {len(record.moves)}, in order"
        before = max(before, number)
        yield from _of_line("a comment", text)


def _of_line(what: str, text: str) -> Iterator[str]:
    if not is_line(text):
        wrong = f"is {describe(text)}" if len(text) <= LINE_MAX else f"has {len(text)} characters"
        yield f"{what} {wrong}; expected {LINE_FORM}"
