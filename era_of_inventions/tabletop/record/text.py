"""Whole games as texts that people write and read: a head, a position if it is not the first of a game, sections."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import Code, DocumentError, GameError, InputProblem, NotationError, describe
from era_of_inventions.tabletop.fields import Move
from era_of_inventions.tabletop.files.stretch import Stretch, fold
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import Problem as Impossible
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.play.registry import known_rulebooks, rulebook_titled
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, AnyPosition, Rulebook
from era_of_inventions.tabletop.record.arguments import text_of
from era_of_inventions.tabletop.record.header import Head, Header, is_chance, show_header
from era_of_inventions.tabletop.record.moves import WIDTH, parse_moves, show_move, show_moves
from era_of_inventions.tabletop.record.positions import Place, PositionReader, show_position
from era_of_inventions.tabletop.record.record import (
    AHEAD,
    LINE_MAX,
    POSITION,
    Record,
    RecordError,
    Step,
    is_line,
    nearest,
    with_blanks,
    written,
)

VERSION = 1
"""The version of the texts that are written, and the highest that is read."""
SIZE_MAX = 300_000
"""The most bytes or characters of a text: many times as many as a long game has without comments."""
TEXT_LINE_MAX = 5000
"""The most characters of a line."""
MOVES_MAX = 5000
"""The most moves of a text: several times as many as a long game has."""
PROBLEMS_MAX = 50
"""The most problems that an error lists."""
NAMED_MAX = 6
"""The most moves of chance that are named when one of them has to come."""
Problem = tuple[int, NotationError | InputProblem]
"""The number of a line, and what is wrong there."""


def section(state: AnyPosition) -> str | None:
    """The heading under which the next move stands; None if the game is over."""
    rulebook = state.setting.rulebook
    return None if rulebook.to_move(state) is OVER else rulebook.grammar.section(state)


# --- Writing ----------------------------------------------------------------------------------------------------------


def show_game(record: Record[Any, Any]) -> str:
    """The text of a record, from which ``parse_game`` reads an equal one.

    Raises `RecordError` if a move is not legal, and `GameError` if the first position is not possible.
    """
    if not isinstance(record, Record):
        raise GameError(f"{describe(record)} is no recorded game; expected a Record")
    body = list(_body(record))  # which checks the first position
    state, rulebook = record.start, record.setting.rulebook
    start = (rulebook.positions.start or _start)(state)
    base = Game.of(state).new(start)
    lines = [f"{rulebook.title} {VERSION}", *show_header(record, start)]
    if state != base:
        lines += ["", POSITION, *show_position(state, base, written(record.names))]
    lines += body
    size, width = sum(len(line.encode()) + 1 for line in lines), max(map(len, lines))
    if size > SIZE_MAX or width > TEXT_LINE_MAX:
        raise GameError(
            f"the text would be longer than can be read: {size} bytes, up to {width} characters on a line; "
            f"expected at most {SIZE_MAX} and {TEXT_LINE_MAX}"
        )
    return "\n".join(lines) + "\n"


def _start(state: AnyPosition) -> int:
    """The seat of the start player, if a game begins with this position."""
    game: Game[Any, Any] = Game.of(state)
    return next((seat for seat in range(state.setting.players) if game.new(seat) == state), 0)


def _body(record: Record[Any, Any]) -> Iterator[str]:
    comments: dict[int, list[str]] = {}
    for number, text in record.comments:
        comments.setdefault(number, []).append(f"# {text}".rstrip())
    heading = None
    line: list[Step[Any, Any]] = []
    for step in record.replay():
        changed = section(step.before) != heading
        if line and (changed or step.number in comments or not _goes_on(line, step, record)):
            yield _line(line, record)
            line = []
        if changed:
            heading = section(step.before)
            yield from ("", str(heading))
        yield from comments.get(step.number, ())
        line.append(step)
    if line:
        yield _line(line, record)
    yield from comments.get(len(record.moves), ())


def _goes_on(line: Sequence[Step[Any, Any]], step: Step[Any, Any], record: Record[Any, Any]) -> bool:
    """Whether a move stands on the same line as those before it."""
    last = line[-1]
    if step.seat != last.seat or isinstance(last.move, record.setting.rulebook.grammar.ends_line):
        return False
    if step.seat is None and type(step.move) is not type(last.move):
        return False
    return len(_line([*line, step], record)) <= WIDTH


def _line(steps: Sequence[Step[Any, Any]], record: Record[Any, Any]) -> str:
    moves = show_moves([step.move for step in steps], record.setting)
    seat = steps[0].seat
    return moves if seat is None else f"{written(record.names)[seat]}: {moves}"


# --- Reading ----------------------------------------------------------------------------------------------------------


def parse_game(
    text: str | bytes,
    rulebooks: Iterable[Rulebook[Any, Any]] = (),
    *,
    components: Iterable[Any] = (),
    rulesets: Iterable[BaseRuleset] = (),
    until: int | None = None,
) -> Record[Any, Any]:
    """The record in a text, or that of its first ``until`` moves: what stands after them need not be in order.

    The game that the text names is looked for among ``rulebooks``, then among those that are installed; the component
    set among ``components``, then among those that come with the rulebook; a preset whose readings have changed since
    among ``rulesets``. Bytes are UTF-8.

    Every move is made on the way. Raises `RecordError` at the first that is not legal, if nothing else is wrong, and
    otherwise `DocumentError` with everything that is wrong, each with its line and column; `GameError` if
    ``components`` or ``rulesets`` holds something else.
    """
    parser = _Parser(_lines(text_of(text, "game")), until)
    with suppress(_StopParsing):
        if rulebook := parser.title(tuple(rulebooks)):
            record = parser.record(rulebook, Header(rulebook, components, rulesets, parser.problems))
            if record is not None:
                return record
    raise _error(parser.problems)


def _error(problems: Iterable[Problem]) -> DocumentError:
    ordered = sorted(problems, key=_where)
    located = [error.on(line) if isinstance(error, NotationError) else error for line, error in ordered]
    more = [InputProblem("", Code.MORE, "and more problems")] * (len(located) > PROBLEMS_MAX)
    return DocumentError("game", [*located[:PROBLEMS_MAX], *more])


def _where(problem: Problem) -> tuple[int, int]:
    """The line and the column of a problem, which is 0 if it is about the line as a whole."""
    line, error = problem
    return line, error.column if isinstance(error, NotationError) else 0


def _lines(text: str | bytes) -> list[str]:
    if len(text) > SIZE_MAX:
        unit = "bytes" if isinstance(text, bytes) else "characters"
        message = f"is {len(text)} {unit} long; expected at most {SIZE_MAX}"
        raise DocumentError("game", [InputProblem("", Code.TOO_LONG, message)])
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            problem = f"byte 0x{error.object[error.start]:02x} is not UTF-8; expected a text in UTF-8"
            raise DocumentError("game", [InputProblem(f"line {line}", Code.ENCODING, problem)]) from None
    return [line.removesuffix("\r") for line in text.split("\n")]


@attrs.frozen
class _Heading:
    """A heading of the body."""

    line: int
    text: Stretch
    section: str


@attrs.frozen
class _ParsedMove:
    """A move of the body, or why there is none.

    ``speaker`` is what stands before the moves of the line, ``seat`` whose name it is, None if it is nobody's.
    ``text`` is where the move stands, ``first`` whether it is the first one of the line.
    """

    line: int
    speaker: Stretch
    seat: int | None
    text: Stretch
    first: bool
    words: str
    move: Any | NotationError

    @property
    def place(self) -> tuple[int, int]:
        """The line and the column of the move, counted from 1."""
        return self.line, self.text.words()[0].start + 1

    def error(self, expected: str) -> NotationError:
        """That it cannot stand there, at the name before it if it is the first of its line, else at the move."""
        return (self.speaker if self.first else self.text).error(expected)


class _StopParsing(Exception):  # noqa: N818 - no error, but the end of parsing
    """Enough is wrong with a text."""


class _Parser:
    """Parses the lines of a text from first to last, noting everything that is wrong."""

    def __init__(self, lines: list[str], until: int | None) -> None:
        self._lines = lines
        self._until = until
        self._at = 0
        self._rulebook: Rulebook[Any, Any]
        self._names: tuple[str, ...] = ()
        self._seats: dict[str, int] = {}
        self._body: list[_Heading | _ParsedMove | None] = []  # None for a line that is not even looked at
        self._moves = 0
        self._comments: list[tuple[int, str]] = []
        self.problems: list[Problem] = []

    def title(self, rulebooks: Sequence[Rulebook[Any, Any]]) -> Rulebook[Any, Any] | None:
        """The rulebook that the first line names that is neither blank nor a comment; None if there is a problem."""
        line = self._next()
        text = Stretch.of(self._lines[-1]).after() if line is None else Stretch.of(line)
        parts = re.fullmatch("(.+) ([0-9]{1,6})", text.plain)
        rulebook = rulebook_titled(parts[1], rulebooks) if parts else None
        if parts is None or rulebook is None:
            titles = dict.fromkeys(f"{known.title} {VERSION}" for known in known_rulebooks(rulebooks))
            self._note(text.error(f"{_either(titles)}, with which every text of a game begins"))
        elif int(parts[2]) != VERSION:
            self._note_line(Code.OUT_OF_RANGE, f"the text has version {int(parts[2])}; expected {VERSION}")
        else:
            return rulebook
        return None

    def record(self, rulebook: Rulebook[Any, Any], header: Header) -> Record[Any, Any] | None:
        """The record, None if there are problems. Raises `RecordError` if the only one is a move that is not legal."""
        self._rulebook = rulebook
        self._head_lines(header)
        ended = self._at == len(self._lines)
        head = header.head(self._last() if ended else self._at + 1, ended=ended)
        if head is None:
            return None
        self._names = head.names
        self._seats = {fold(name): seat for seat, name in enumerate(head.names)}
        start = self._position(head)
        with suppress(_StopParsing):  # what was parsed before is played all the same
            self._body_lines(head)
        return None if start is None else self._play(head, start)

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
                self._note_line(Code.TOO_LONG, f"is {len(line)} characters long; expected at most {TEXT_LINE_MAX}")
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

    def _note_line(self, code: Code, message: str) -> None:
        self._note(InputProblem(f"line {self._at}", code, message))

    def _note(self, error: NotationError | InputProblem) -> None:
        self.problems.append((self._at, error))
        if len(self.problems) > PROBLEMS_MAX:
            raise _StopParsing

    def _heading(self, line: str) -> str | None:
        """The heading that a line is, with or without a colon; None if it is none."""
        text = fold(line).removesuffix(":").rstrip()
        return POSITION if text == fold(POSITION) else self._rulebook.grammar.heading(text)

    # The parts of a text

    def _head_lines(self, header: Header) -> None:
        while (line := self._next()) is not None:
            if self._heading(line) or header.is_past(line):
                self._at -= 1
                return
            header.add(self._at, line)
            if len(self.problems) > PROBLEMS_MAX:
                raise _StopParsing

    def _position(self, head: Head) -> Any | None:
        """The first position; None if it cannot be."""
        base = head.game.new(head.start)
        line = self._next()
        if line is None or self._heading(line) != POSITION:
            self._at -= line is not None
            return base
        title, before = self._at, len(self.problems)
        reader = PositionReader(base, head.names)
        while (line := self._next()) is not None:
            if self._heading(line) not in (None, POSITION) or is_chance(line, self._rulebook):
                self._at -= 1
                break
            for error in reader.read(self._at, line):
                self._note(error)
        if len(self.problems) > before:
            return None
        state, problems = reader.position()
        problems = problems or head.game.check(state)
        for problem in problems:
            self.problems.append(self._impossible(problem, reader.place(problem), title, head))
        return None if problems else state

    @staticmethod
    def _impossible(problem: Impossible, place: Place | None, title: int, head: Head) -> Problem:
        text = f"the position is not possible: {problem.render(head.names)}"
        if place is None:
            return title, InputProblem(f"line {title}", Code.IMPOSSIBLE, text)
        line, stretch = place
        column = stretch.words()[0].start + 1
        return line, NotationError(
            f"column {column}: {text}", stretch.text, column, "what is possible", Code.IMPOSSIBLE
        )

    def _body_lines(self, head: Head) -> None:
        while (line := self._next()) is not None:
            whole, heading = Stretch.of(line), self._heading(line)
            if heading not in (None, POSITION):
                self._body.append(_Heading(self._at, whole, heading))
            elif is_chance(line, self._rulebook):
                self._parse_moves(whole.head_and_rest()[0], None, whole, head)
            else:
                self._parse_line(whole, head)

    def _parse_line(self, whole: Stretch, head: Head) -> None:
        """A line with a name and a colon before its moves."""
        name, *rest = whole.split(":")
        seat = self._seats.get(name.folded)
        if rest and seat is not None:
            self._parse_moves(name, seat, whole.part(rest[0].start, whole.stop), head)
            return
        chance = self._rulebook.grammar.chance_verbs
        known = () if seat is not None else (*head.names, *chance)
        marks = ", ".join(map(repr, (*chance, "#")))
        expected = f"a name and a colon, of {', '.join(head.names)}, or {marks} or a heading"
        if name.folded in chance:
            known, expected = (), f"{name.folded!r} without a colon"
        error = name.error(expected, known, name.plain)
        words = whole.text[rest[0].start if rest else 0 :].strip()
        self._body.append(_ParsedMove(self._at, name, None, whole, True, words, error))
        self._note(error)

    def _parse_moves(self, speaker: Stretch, seat: int | None, moves: Stretch, head: Head) -> None:
        for place, (verb, rest, move) in enumerate(parse_moves(moves, head.game.setting, seat=seat, partly=True)):
            text = rest.part(verb.start if rest.start == verb.stop else rest.start, rest.stop)
            words = f"{verb.plain} {rest.plain}"
            self._body.append(_ParsedMove(self._at, speaker, seat, text, place == 0, words, move))
            if isinstance(move, NotationError):
                self._note(move)
            self._moves += 1
            if self._moves > MOVES_MAX:
                self._note_line(Code.TOO_LONG, f"there are more than {MOVES_MAX} moves; expected a game")
                raise _StopParsing

    # Playing

    def _play(self, head: Head, start: Any) -> Record[Any, Any] | None:
        """The record of the moves, which are made one after another; None if that cannot be done to the end."""
        state, heading, made = start, None, list[_ParsedMove]()
        for number, item in enumerate(self._body):
            if item is None or self._is_enough(made):
                break
            if isinstance(item, _Heading):
                if item.section != section(state):
                    self._note_stop(item.line, item.text.error(self._awaited(state, heading)))
                    break
                heading = item.section
                continue
            if error := self._misplaced(item, state, heading):
                self._note_stop(item.line, error)
                if error is item.move:
                    self._add_candidates(item, state)
                break
            made.append(item)
            try:
                state = head.game.follow(state, item.move, self._ahead(number + 1))
            except GameError as error:
                self._note_illegal(self._record(head, start, made), error, item.text.text)
                return None
        return self._record(head, start, made) if self._is_enough(made) or not self.problems else None

    def _ahead(self, number: int) -> list[Any]:
        """The moves from there on that were understood."""
        items = self._body[number : number + AHEAD]
        return [item.move for item in items if isinstance(item, _ParsedMove) and isinstance(item.move, Move)]

    def _is_enough(self, made: Sequence[_ParsedMove]) -> bool:
        """Whether these are the moves that were asked for, with nothing wrong before the end of the last one."""
        end = (made[-1].line, made[-1].text.stop) if made else (0, 0)
        return len(made) == self._until and all(_where(problem) > end for problem in self.problems)

    def _record(self, head: Head, start: Any, made: Sequence[_ParsedMove]) -> Record[Any, Any]:
        moves = tuple(parsed.move for parsed in made)
        comments = tuple(comment for comment in self._comments if comment[0] <= len(moves))
        return Record(start, moves, head.names, head.about, comments, tuple(parsed.place for parsed in made))

    def _note_illegal(self, record: Record[Any, Any], cause: GameError, text: str) -> None:
        """Note that the last move of a record is not legal. Raises `RecordError` if nothing else is wrong."""
        error = RecordError(record, len(record.moves) - 1, cause)
        if not self.problems:
            raise error
        line, column = record.places[-1]
        message = f"column {column}: {error.sentence}"
        self.problems.append((line, NotationError(message, text, column, "a legal move", Code.IMPOSSIBLE)))

    def _note_stop(self, line: int, error: NotationError) -> None:
        """Note why no further move can be made, in place of what was noted there, unless enough is noted."""
        if len(self.problems) > PROBLEMS_MAX:
            return
        self.problems[:] = [problem for problem in self.problems if _where(problem) != (line, error.column)]
        self.problems.append((line, error))

    def _add_candidates(self, parsed: _ParsedMove, state: Any) -> None:
        """Add the nearest legal moves to what is wrong with a move; if chance is to move, with all on its line."""
        line = [other for other in self._body if isinstance(other, _ParsedMove) and other.line == parsed.line]
        for other in line if self._rulebook.to_move(state) is CHANCE else [parsed]:
            if isinstance(other.move, NotationError) and (near := nearest(state, other.words)):
                error = other.move
                message = f"{error}{'' if str(error).endswith('?') else ';'} {near}"
                self._note_stop(
                    parsed.line, NotationError(message, error.text, error.column, error.expected, error.code)
                )

    def _misplaced(self, parsed: _ParsedMove, state: Any, heading: str | None) -> NotationError | None:
        """Why a move cannot stand where it does, unless it is a move that is not legal."""
        under, to_move = section(state), self._rulebook.to_move(state)
        if under is not None and under != heading:
            over = "" if parsed.first or parsed.seat is not None else ", for nothing more is turned over"
            return parsed.error(f"{self._awaited(state, heading)} first{over}")
        if isinstance(parsed.move, NotationError):
            return parsed.move
        if to_move is OVER or parsed.seat == (None if to_move is CHANCE else to_move):
            return None
        if to_move is CHANCE:
            return parsed.error(_to_come(state))
        law = self._rulebook.law
        clauses = ", ".join(clause.id for clause in (*law.grants.get(ActsNow, ()), *law.limits.get(ActsNow, ())))
        line = "" if parsed.first else "a new line with "
        return parsed.error(f"{line}{self._names[to_move]!r} and ':', who is in turn{clauses and f' [{clauses}]'}")

    def _awaited(self, state: Any, heading: str | None) -> str:
        """What has to come first, where a heading comes too early or moves stand under the wrong one."""
        under, to_move = section(state), self._rulebook.to_move(state)
        if to_move is OVER:
            return "the end of the text, for the game is over"
        if under != heading:
            return f"the heading {under!r}"
        if to_move is CHANCE:
            return f"{_to_come(state)} first"
        return f"a move of {self._names[to_move]}, for {under!r} is not over"


def _to_come(state: Any) -> str:
    """What chance has to do before the next decision, and what it can be, if that is little."""
    game: Game[Any, Any] = Game.of(state)
    grammar = game.rulebook.grammar
    possible = game.legal_moves(state)
    kinds = Counter[type]()
    while game.to_move(state) is CHANCE and (legal := game.legal_moves(state)):
        move = legal[0]
        kinds[type(move)] += 1
        state = game.play_unchecked(state, move)
    numbers = [f"{kinds[kind]} more {nouns[kinds[kind] > 1]}" for kind, nouns in grammar.chance.items() if kinds[kind]]
    few = ", ".join(show_move(move, state.setting) for move in possible) if len(possible) <= NAMED_MAX else ""
    return f"{_either(grammar.chance_verbs)} and {' and '.join(numbers)}{few and f' ({few})'}"


def _either(words: Iterable[str]) -> str:
    """Words in quotation marks, of which one is expected."""
    return " or ".join(map(repr, words))
