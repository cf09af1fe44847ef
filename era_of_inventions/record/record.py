"""A record: everything that was decided and turned over in a game, enough to play it again from its first position."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator

import attrs

from era_of_inventions.game import Game
from era_of_inventions.model.moves import Move, RevealCard, RevealFactory
from era_of_inventions.model.state import REVEALS, Setting, State
from era_of_inventions.notation import SEAT_NAMES, show_move
from era_of_inventions.record import given
from era_of_inventions.tabletop.errors import SHOWN_MAX, GameError, describe, hint
from era_of_inventions.tabletop.files.stretch import fold
from era_of_inventions.tabletop.law.verdict import Event, Verdict
from era_of_inventions.tabletop.play.game import IllegalMoveError

ABOUT = ("Title", "Event", "Place", "Date", "Author")
"""What a record can say about itself."""
RESERVED = ("board", "turn", "before", "setup", "position", "final market", "reveal")
"""Words that lines of a game text begin with, so that nobody can have them as a name."""
NAME_MAX = 40
"""The most characters of a name."""
LINE_MAX = 1000
"""The most characters of a comment or an entry."""
LINE_FORM = f"a text on one line of up to {LINE_MAX} characters, all printable, without blanks around it"
"""What a comment or an entry has to be like, in words."""
NAME_FORM = (
    f"a name of up to {NAME_MAX} characters without ':', ';', ',' and '#', other than {', '.join(RESERVED)} "
    "and 'round' with a number"
)
"""What a name has to be like, in words."""


class RecordError(GameError, ValueError):
    """A record with a move that cannot be made where it stands. ``number`` counts moves from 0.

    ``cause`` is what the game says of it, ``line`` and ``column`` the place where it stands if the record came from
    a text, and ``path`` the file that the text came from, if it came from one.
    """

    def __init__(self, record: Record, number: int, cause: GameError, path: str = "") -> None:
        """Remember which move it is, and why it cannot be made."""
        self.record = record
        self.number = number
        self.cause = cause
        self.path = path
        super().__init__(record, number, cause, path)

    @property
    def move(self) -> Move:
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
    def verdict(self) -> Verdict | None:
        """The judgement of the move; None if it is about something that does not exist, and cannot be judged."""
        return self.cause.verdict if isinstance(self.cause, IllegalMoveError) else None

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        if not isinstance(self.cause, IllegalMoveError):
            return str(self.cause)
        said = show_move(self.move, self.record.setting)
        against = "; ".join(f"{clause.statement} [{clause.id}]" for clause in self.cause.verdict.forbidden_by)
        near = nearest(self.cause.state, said)
        return f"{said!r} is not legal: {against or 'no clause permits it at this moment'}{near and '; '}{near}"

    def __str__(self) -> str:
        """The place, and what is wrong there."""
        place = f"move {self.number + 1}" if self.line is None else f"line {self.line}, column {self.column}"
        return f"{self.path and f'{self.path}: '}{place}: {self.sentence}"


def nearest(state: State, said: str) -> str:
    """The legal moves that are nearest to a text, to be added to a message; an empty text if there are none."""
    legal = [show_move(move, state.setting) for move in Game.of(state).legal_moves(state)]
    near = difflib.get_close_matches(said[:SHOWN_MAX].casefold(), legal, n=3, cutoff=0)
    return f"nearest of what is legal: {', '.join(map(repr, near))}" if near else ""


@attrs.frozen
class Step:
    """One move of a record: its number from 0, the positions before and after it, and what it was."""

    number: int
    before: State
    move: Move
    state: State

    @property
    def seat(self) -> int | None:
        """Who made the move; None if chance did."""
        return None if self.before.turn.phase in REVEALS else self.before.turn.seat

    @property
    def events(self) -> tuple[Event, ...]:
        """What the move caused, each event with its clause. Worked out when it is asked for."""
        return Game.of(self.before).events(self.before, self.move)


def _default_names(record: Record) -> tuple[str, ...]:
    return SEAT_NAMES[: record.start.setting.players]


@attrs.frozen
class Record:
    """A game, or a part of one, from a position on.

    ``moves`` are all decisions and all that was turned over, in order; ``names`` the players by seat. ``about`` holds
    entries such as ``("Title", "A long evening")``, under the keys in `ABOUT`. ``comments`` are pairs: the number of
    the move before which a comment stands (the number of all moves, if it stands at the end) and its text on one line.
    ``places`` are pairs of the line and the column at which the moves stand, counted from 1, if the record came from
    a text; they do not count for equality.

    A record can hold moves that are not legal, and a first position that is not possible: `replay` tells.
    Lists do as well as tuples. Raises `GameError` if a name or text is not possible, or something is of another type.
    """

    start: State = attrs.field(converter=given.start_of)
    moves: tuple[Move, ...] = attrs.field(default=(), converter=given.moves_of)
    names: tuple[str, ...] = attrs.field(
        default=attrs.Factory(_default_names, takes_self=True), converter=given.names_of
    )
    about: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=given.about_of)
    comments: tuple[tuple[int, str], ...] = attrs.field(default=(), converter=given.comments_of)
    places: tuple[tuple[int, int], ...] = attrs.field(default=(), eq=False, repr=False, converter=given.places_of)

    def __attrs_post_init__(self) -> None:
        """Refuse what could not be written down."""
        problems = [*_of_names(self), *_of_about(self), *_of_comments(self)]
        if self.places and len(self.places) != len(self.moves):
            problems.append(f"there are {len(self.places)} places for {len(self.moves)} moves; expected one for each")
        if problems:
            raise GameError("; ".join(problems))

    @property
    def setting(self) -> Setting:
        """The number of players, the readings and the components."""
        return self.start.setting

    def checked_start(self) -> State:
        """The first position. Raises `GameError` with every reason if it is not possible."""
        if problems := Game.of(self.start).check(self.start):
            told = "; ".join(problem.told(self.names) for problem in problems)
            raise GameError(f"the first position is not possible: {told}")
        return self.start

    def replay(self) -> Iterator[Step]:
        """Play it again, every move checked.

        Raises `GameError` if the first position is not possible, and `RecordError` at the first move that is not legal.
        """
        state = self.checked_start()
        game = Game.of(state)
        for number, move in enumerate(self.moves):
            try:
                after = game.play(state, move)
            except GameError as error:
                raise RecordError(self, number, error) from None
            yield Step(number, state, move, after)
            state = after

    def end(self) -> State:
        """The position after the last move. Raises what `replay` does."""
        state = self.start
        for step in self.replay():
            state = step.state
        return state

    def then(self, *moves: Move) -> Record:
        """The record with further moves, which `replay` checks. Raises `GameError` for what is no move."""
        return attrs.evolve(self, moves=self.moves + moves, places=())

    def back(self, decisions: int = 1) -> Record:
        """The record without its last ``decisions`` decisions, and without all that was turned over after them.

        Comments after that place go too. Raises `GameError` if there are fewer decisions.
        """
        made = [number for number, move in enumerate(self.moves) if not isinstance(move, RevealCard | RevealFactory)]
        if not isinstance(decisions, int) or not 0 <= decisions <= len(made):
            raise GameError(f"{describe(decisions)} decisions cannot be taken back; expected 0 to {len(made)}")
        return self.until(made[-decisions]) if decisions else self

    def until(self, number: int) -> Record:
        """The record of its first ``number`` moves, and the comments there. Raises `GameError` if it is shorter."""
        if not isinstance(number, int) or not 0 <= number <= len(self.moves):
            raise GameError(f"there is no move {describe(number)}; expected 0 to {len(self.moves)}")
        comments = tuple(comment for comment in self.comments if comment[0] <= number)
        return attrs.evolve(self, moves=self.moves[:number], comments=comments, places=self.places[:number])


def is_name(name: str) -> bool:
    """Whether a text can be a player's name: words with single blanks between them, and what `NAME_FORM` says."""
    return (
        name.isprintable()
        and name == " ".join(name.split()) != ""
        and not re.search(r"[:;,#]", name)
        and len(name) <= NAME_MAX
        and fold(name) not in RESERVED
        and not re.fullmatch(r"round [0-9]+", fold(name))
    )


def with_blanks(text: str) -> str:
    """A text with plain blanks in place of tabs and of blanks of other widths."""
    return "".join(" " if letter == "\t" or unicodedata.category(letter) == "Zs" else letter for letter in text)


def is_line(text: str) -> bool:
    """Whether a text can stand on a line of its own: it is printable, and has no blanks around it."""
    return text.isprintable() and text == text.strip() and len(text) <= LINE_MAX


def _of_names(record: Record) -> Iterator[str]:
    if len(record.names) != record.setting.players:
        yield f"there are {len(record.names)} names; expected one for each of the {record.setting.players} players"
    for seat, name in enumerate(record.names):
        if not is_name(name):
            yield f"the name of player {seat + 1} is {describe(name)}; expected {NAME_FORM}"
    folded = [fold(name) for name in record.names]
    for seat, name in enumerate(folded):
        if name in folded[:seat]:
            yield f"the name {describe(record.names[seat])} is there twice; expected different names"


def _of_about(record: Record) -> Iterator[str]:
    keys = [key for key, _ in record.about]
    for place, (key, text) in enumerate(record.about):
        if key not in ABOUT:
            yield f"{describe(key)} is not known; expected one of {', '.join(ABOUT)}{hint(key, ABOUT)}"
        if key in keys[:place]:
            yield f"{describe(key)} is there twice; expected it once"
        yield from _of_line(f"the entry {describe(key)}", text)
        if not text:
            yield f"the entry {describe(key)} is ''; expected {LINE_FORM}"


def _of_comments(record: Record) -> Iterator[str]:
    before = 0
    for number, text in record.comments:
        if not before <= number <= len(record.moves):
            yield f"a comment stands before move {number}; expected {before} to {len(record.moves)}, in order"
        before = max(before, number)
        yield from _of_line("a comment", text)


def _of_line(what: str, text: str) -> Iterator[str]:
    if not is_line(text):
        found = f"is {describe(text)}" if len(text) <= LINE_MAX else f"has {len(text)} characters"
        yield f"{what} {found}; expected {LINE_FORM}"
