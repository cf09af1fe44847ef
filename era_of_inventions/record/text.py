"""Whole games as texts that people write and read: a head, a position if it is not the one after the setup, rounds."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import attrs

from era_of_inventions.game import Game
from era_of_inventions.model.components import Components
from era_of_inventions.model.moves import EndTurn, Move, PlaceDisc, RevealFactory
from era_of_inventions.model.state import REVEALS, Phase, State
from era_of_inventions.notation import Stretch, parse_moves, show_move, show_moves
from era_of_inventions.record.header import Head, Header, is_reveal, show_header
from era_of_inventions.record.positions import WIDTH, Described, Place, show_position
from era_of_inventions.record.record import LINE_MAX, Record, RecordError, Step, is_line, nearest, with_blanks
from era_of_inventions.rulebook.execution import only_active_player
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import DocumentError, GameError, NotationError
from era_of_inventions.tabletop.fields import replace
from era_of_inventions.tabletop.files.stretch import fold
from era_of_inventions.tabletop.law.verdict import Problem as Impossible

TITLE = "Era of Inventions"
VERSION = 1
"""The version of the texts that are written, and the highest that is read."""
POSITION, SETUP, FINAL_MARKET = "Position", "Setup", "Final market"
HEADINGS = {heading.casefold(): heading for heading in (POSITION, SETUP, FINAL_MARKET)}
SIZE_MAX = 300_000
"""The most bytes or characters of a text: many times as many as the longest game has without comments."""
TEXT_LINE_MAX = 5000
"""The most characters of a line."""
MOVES_MAX = 5000
"""The most moves of a text: several times as many as the longest game has."""
TOLD_MAX = 50
"""The most problems that an error tells."""
NAMED_MAX = 6
"""The most cards or factories that are named when one of them has to be turned over."""
Problem = tuple[int, NotationError | str]
"""The number of a line, and what is wrong there."""


# --- Writing ----------------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The text of a record."""
    body = list(_body(record))  # which checks the first position
    start = record.start
    lines = [f"{TITLE} {VERSION}", *show_header(record)]
    base = Game.of(start).new(start.start)
    if start != base:
        lines += ["", POSITION, *show_position(start, base, record.names)]
    lines += body
    size, width = sum(len(line.encode()) + 1 for line in lines), max(map(len, lines))
    if size > SIZE_MAX or width > TEXT_LINE_MAX:
        raise GameError(
            f"the text would be longer than can be read: {size} bytes, up to {width} characters on a line; "
            f"expected at most {SIZE_MAX} and {TEXT_LINE_MAX}"
        )
    return "\n".join(lines) + "\n"


def _body(record: Record) -> Iterator[str]:
    comments: dict[int, list[str]] = {}
    for number, text in record.comments:
        comments.setdefault(number, []).append(f"# {text}".rstrip())
    heading = None
    said: list[Step] = []
    for step in record.replay():
        changed = section(step.before) != heading
        if said and (changed or step.number in comments or not _goes_on(said, step, record)):
            yield _line(said, record)
            said = []
        if changed:
            heading = section(step.before)
            yield from ("", str(heading))
        yield from comments.get(step.number, ())
        said.append(step)
    if said:
        yield _line(said, record)
    yield from comments.get(len(record.moves), ())


def _goes_on(said: Sequence[Step], step: Step, record: Record) -> bool:
    """Whether a move stands on the same line as those before it."""
    last = said[-1]
    if step.seat != last.seat or isinstance(last.move, EndTurn | PlaceDisc):
        return False
    if step.seat is None and type(step.move) is not type(last.move):
        return False
    return len(_line([*said, step], record)) <= WIDTH


def _line(said: Sequence[Step], record: Record) -> str:
    moves = show_moves([step.move for step in said], record.setting)
    seat = said[0].seat
    return moves if seat is None else f"{record.names[seat]}: {moves}"


def section(state: State) -> str | None:
    """The heading under which the next move stands; None if the game is over."""
    phase = state.turn.phase
    if phase in (Phase.SETUP_FACTORIES, Phase.SETUP_CARDS):
        return SETUP
    if phase is Phase.FINAL_MARKET:
        return FINAL_MARKET
    return None if phase is Phase.GAME_OVER else f"Round {state.round}"


# --- Reading ----------------------------------------------------------------------------------------------------------


def read(
    text: str | bytes, components: Iterable[Components], rulesets: Iterable[Ruleset], *, until: int | None = None
) -> Record:
    """The record in a text, or that of its first ``until`` moves: what stands after them need not be in order."""
    reader = _Reader(_lines(text), Header(components, rulesets), until)
    record = reader.record()
    if record is None:
        raise _refused(reader.problems)
    return record


def _refused(problems: Iterable[Problem]) -> DocumentError:
    found = sorted(problems, key=_where)
    told = [f"line {line}{', ' if isinstance(error, NotationError) else ': '}{error}" for line, error in found]
    return DocumentError("game", told if len(told) <= TOLD_MAX else [*told[:TOLD_MAX], "and more problems"])


def _where(problem: Problem) -> tuple[int, int]:
    """The line and the column of a problem, which is 0 if it is about the line as a whole."""
    line, error = problem
    return line, error.column if isinstance(error, NotationError) else 0


def _lines(text: str | bytes) -> list[str]:
    if len(text) > SIZE_MAX:
        unit = "bytes" if isinstance(text, bytes) else "characters"
        raise DocumentError("game", [f"is {len(text)} {unit} long; expected at most {SIZE_MAX}"])
    if isinstance(text, bytes):
        data = text.removeprefix(codecs.BOM_UTF8)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            problem = f"byte 0x{data[error.start]:02x} is not UTF-8; expected a text in UTF-8"
            raise DocumentError("game", [f"line {line}: {problem}"]) from None
    return [line.removesuffix("\r") for line in text.split("\n")]


def _heading(line: Stretch) -> str | None:
    """The heading that a line is, with or without a colon; None if it is none."""
    folded = line.folded.removesuffix(":").rstrip()
    round_ = re.fullmatch(r"round ([0-9]{1,3})", folded)
    return f"Round {int(round_[1])}" if round_ else HEADINGS.get(folded)


@attrs.frozen
class _Heading:
    """A heading of the body."""

    line: int
    stretch: Stretch
    section: str


@attrs.frozen
class _Said:
    """A move of the body, or why there is none.

    ``name`` is what stands before the moves of the line, ``seat`` whose name it is, None if it is nobody's. ``own`` is
    where the move stands, ``first`` whether it is the first one of the line.
    """

    line: int
    name: Stretch
    seat: int | None
    own: Stretch
    first: bool
    words: str
    move: Move | NotationError

    @property
    def place(self) -> tuple[int, int]:
        """The line and the column of the move, counted from 1."""
        return self.line, self.own.words()[0].start + 1

    def error(self, expected: str) -> NotationError:
        """That it cannot stand there: told of the name before it if it is the first of its line, else of the move."""
        return (self.name if self.first else self.own).error(expected)


class _Full(Exception):  # noqa: N818 - no error, but the end of reading
    """Enough is wrong with a text."""


class _Reader:
    """Reads the lines of a text from first to last, noting everything that is wrong."""

    def __init__(self, lines: list[str], header: Header, until: int | None) -> None:
        self._lines = lines
        self._until = until
        self._at = 0
        self._header = header
        self._names: tuple[str, ...] = ()
        self._seats: dict[str, int] = {}
        self._body: list[_Heading | _Said | None] = []  # None for a line that is not even looked at
        self._moves = 0
        self._comments: list[tuple[int, str]] = []
        self.problems: list[Problem] = header.problems

    def record(self) -> Record | None:
        """The record, None if there are problems. Raises `RecordError` if the only one is a move that is not legal."""
        try:
            return self._whole() if self._first_line() else None
        except _Full:
            return None

    def _whole(self) -> Record | None:
        self._head_lines()
        ended = self._at == len(self._lines)
        head = self._header.head(self._last() if ended else self._at + 1, ended=ended)
        if head is None:
            return None
        self._names = head.names
        self._seats = {fold(name): seat for seat, name in enumerate(head.names)}
        start = self._position(head)
        with suppress(_Full):  # what was read before is played all the same
            self._body_lines(head)
        return None if start is None else self._played(head, start)

    def _last(self) -> int:
        """The number of the last line that is not blank."""
        return max(number for number, line in enumerate(self._lines, 1) if line.strip())

    # What stands on a line

    def _next(self) -> str | None:
        """The next line that is neither blank nor a comment, None at the end; comments on the way are noted."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            text = line.strip()
            if len(line) > TEXT_LINE_MAX:
                self._body.append(None)
                self._note(f"is {len(line)} characters long; expected at most {TEXT_LINE_MAX}")
            elif text.startswith("#"):
                self._comment(line, with_blanks(text[1:]).strip())
            elif text:
                return line
        return None

    def _comment(self, line: str, text: str) -> None:
        if is_line(text):
            self._comments.append((self._moves, text))
        else:
            self._note(Stretch.of(line).error(f"a comment of up to {LINE_MAX} characters, all printable"))

    def _note(self, error: NotationError | str) -> None:
        self.problems.append((self._at, error))
        if len(self.problems) > TOLD_MAX:
            raise _Full

    # The parts of a text

    def _first_line(self) -> bool:
        """Whether the first line that is neither blank nor a comment is the one that every text begins with."""
        line = self._next()
        stretch = Stretch.of(self._lines[-1]).after() if line is None else Stretch.of(line)
        found = re.fullmatch(rf"{TITLE} ([0-9]{{1,6}})", stretch.plain, re.IGNORECASE)
        if found is None:
            self._note(stretch.error(f"'{TITLE} {VERSION}', with which every text of a game begins"))
        elif int(found[1]) != VERSION:
            self._note(f"the text has version {int(found[1])}; expected {VERSION}")
        return found is not None and int(found[1]) == VERSION

    def _head_lines(self) -> None:
        while (line := self._next()) is not None:
            if _heading(Stretch.of(line)) or self._header.is_past(line):
                self._at -= 1
                return
            self._header.take(self._at, line)
            if len(self.problems) > TOLD_MAX:
                raise _Full

    def _position(self, head: Head) -> State | None:
        """The first position; None if it cannot be."""
        base = head.game.new(head.start)
        line = self._next()
        if line is None or _heading(Stretch.of(line)) != POSITION:
            self._at -= line is not None
            return base
        title, before = self._at, len(self.problems)
        described = Described(base, head.names)
        while (line := self._next()) is not None:
            if _heading(Stretch.of(line)) not in (None, POSITION) or is_reveal(line):
                self._at -= 1
                break
            for error in described.read(self._at, line):
                self._note(error)
        if len(self.problems) > before:
            return None
        state, problems = described.position()
        problems = problems or head.game.check(state)
        for problem in problems:
            place = described.place(problem, lambda turn: head.game.check(replace(state, turn=turn)))
            self.problems.append(self._impossible(problem, place, title, head))
        return None if problems else state

    @staticmethod
    def _impossible(problem: Impossible, place: Place | None, title: int, head: Head) -> Problem:
        told = f"the position is not possible: {problem.told(head.names)}"
        if place is None:
            return title, told
        line, stretch = place
        column = stretch.words()[0].start + 1
        return line, NotationError(f"column {column}: {told}", stretch.text, column, "what is possible")

    def _body_lines(self, head: Head) -> None:
        while (line := self._next()) is not None:
            whole = Stretch.of(line)
            heading = _heading(whole)
            if heading not in (None, POSITION):
                self._body.append(_Heading(self._at, whole, heading))
            elif is_reveal(line):
                self._said(whole.head_and_rest()[0], None, whole, head)
            else:
                self._turn(whole, head)

    def _turn(self, whole: Stretch, head: Head) -> None:
        name, *rest = whole.split(":")
        seat = self._seats.get(name.folded)
        if rest and seat is not None:
            self._said(name, seat, Stretch(whole.text, rest[0].start, whole.stop), head)
        else:
            known = () if seat is not None else (*head.names, "reveal")
            expected = f"a name and a colon, of {', '.join(head.names)}, or 'reveal', '#' or a heading"
            if name.folded == "reveal":
                known, expected = (), "'reveal' without a colon"
            error = name.error(expected, known, name.plain)
            words = whole.text[rest[0].start if rest else 0 :].strip()
            self._body.append(_Said(self._at, name, None, whole, True, words, error))
            self._note(error)

    def _said(self, name: Stretch, seat: int | None, moves: Stretch, head: Head) -> None:
        for place, (verb, stretch, move) in enumerate(parse_moves(moves, head.game.setting, seat=seat)):
            start = verb.start if stretch.start == verb.stop else stretch.start
            own, words = Stretch(stretch.text, start, stretch.stop), f"{verb.plain} {stretch.plain}"
            self._body.append(_Said(self._at, name, seat, own, place == 0, words, move))
            if isinstance(move, NotationError):
                self._note(move)
            self._moves += 1
            if self._moves > MOVES_MAX:
                self._note(f"there are more than {MOVES_MAX} moves; expected a game")
                raise _Full

    # Playing

    def _played(self, head: Head, start: State) -> Record | None:
        """The record of the moves, which are made one after another; None if that cannot be done to the end."""
        state, heading, made = start, None, list[_Said]()
        for item in self._body:
            if item is None or self._is_enough(made):
                break
            if isinstance(item, _Heading):
                if item.section != section(state):
                    self._stopped(item.line, item.stretch.error(self._awaited(state, heading)))
                    break
                heading = item.section
                continue
            if error := self._unexpected(item, state, heading):
                self._stopped(item.line, error)
                if error is item.move:
                    self._with_candidates(item, state)
                break
            made.append(item)
            try:
                state = head.game.play(state, item.move)  # type: ignore[arg-type]  # not an error, which would be unexpected
            except GameError as error:
                self._refused(self._record(head, start, made), error, item.own.text)
                return None
        return self._record(head, start, made) if self._is_enough(made) or not self.problems else None

    def _is_enough(self, made: Sequence[_Said]) -> bool:
        """Whether these are the moves that were asked for, with nothing wrong before the end of the last one."""
        end = (made[-1].line, made[-1].own.stop) if made else (0, 0)
        return len(made) == self._until and all(_where(problem) > end for problem in self.problems)

    def _record(self, head: Head, start: State, made: Sequence[_Said]) -> Record:
        moves = tuple(said.move for said in made if isinstance(said.move, Move))
        comments = tuple(comment for comment in self._comments if comment[0] <= len(moves))
        return Record(start, moves, head.names, head.about, comments, tuple(said.place for said in made))

    def _refused(self, record: Record, cause: GameError, text: str) -> None:
        error = RecordError(record, len(record.moves) - 1, cause)
        if not self.problems:
            raise error
        line, column = record.places[-1]
        told = f"column {column}: {error.sentence}"
        self.problems.append((line, NotationError(told, text, column, "a legal move")))

    def _stopped(self, line: int, error: NotationError) -> None:
        """Note why no further move can be made, in place of what was noted there, unless enough is noted."""
        if len(self.problems) > TOLD_MAX:
            return
        self.problems[:] = [problem for problem in self.problems if _where(problem) != (line, error.column)]
        self.problems.append((line, error))

    def _with_candidates(self, said: _Said, state: State) -> None:
        """Add the nearest legal moves to what is wrong with a move; if cards are turned over, with all on its line."""
        line = [other for other in self._body if isinstance(other, _Said) and other.line == said.line]
        for other in line if state.turn.phase in REVEALS else [said]:
            if isinstance(other.move, NotationError) and (near := nearest(state, other.words)):
                error = other.move
                told = f"{error}{'' if str(error).endswith('?') else ';'} {near}"
                self._stopped(said.line, NotationError(told, error.text, error.column, error.expected))

    def _unexpected(self, said: _Said, state: State, heading: str | None) -> NotationError | None:
        """Why a move cannot stand where it does, unless it is a move that is not legal."""
        under = section(state)
        if under is not None and under != heading:
            over = "" if said.first or said.seat is not None else ", for nothing more is turned over"
            return said.error(f"{self._awaited(state, heading)} first{over}")
        if isinstance(said.move, NotationError):
            return said.move
        chance, seat = state.turn.phase in REVEALS, state.turn.seat
        if under is None or said.seat == (None if chance else seat):
            return None
        if chance:
            return said.error(_to_reveal(state))
        line = "" if said.first else "a new line with "
        return said.error(f"{line}{self._names[seat]!r} and ':', who is in turn [{only_active_player.id}]")

    def _awaited(self, state: State, heading: str | None) -> str:
        """What has to come first, where a heading comes too early or moves stand under the wrong one."""
        under = section(state)
        if under is None:
            return "the end of the text, for the game is over"
        if under != heading:
            return f"the heading {under!r}"
        if state.turn.phase in REVEALS:
            return f"{_to_reveal(state)} first"
        return f"a move of {self._names[state.turn.seat]}, for {under!r} is not over"


def _to_reveal(state: State) -> str:
    """What has to be turned over before the next decision, and what it can be, if that is little."""
    game = Game.of(state)
    possible = game.legal_moves(state)
    factories = cards = 0
    while state.turn.phase in REVEALS:
        move = game.legal_moves(state)[0]
        factories, cards = (factories + 1, cards) if isinstance(move, RevealFactory) else (factories, cards + 1)
        state = game.play_unchecked(state, move)
    numbers = ((factories, "factory", "factories"), (cards, "card", "cards"))
    told = " and ".join(f"{number} more {one if number == 1 else many}" for number, one, many in numbers if number)
    few = ", ".join(show_move(move, state.setting) for move in possible) if len(possible) <= NAMED_MAX else ""
    return f"'reveal' and {told}{few and f' ({few})'}"
