"""The parser of game texts: it reads the head, the first position and the moves, and makes each move to check it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import attrs

from era_of_inventions.tabletop.errors import (
    Code,
    DocumentError,
    GameError,
    NotationError,
    Phrase,
    Problem,
    RulebookError,
    describe,
    joined,
    one_of,
)
from era_of_inventions.tabletop.play.following import unsealed_since
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.play.registry import known_rulebooks, rulebook_titled
from era_of_inventions.tabletop.play.reserved import POSITION
from era_of_inventions.tabletop.play.rulebook import CHANCE, MOVES_MAX, OVER, AnyRulebook
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.records.game_record import (
    AHEAD,
    AnyRecord,
    Record,
    RecordError,
)
from era_of_inventions.tabletop.records.header import HeadReader, Located, is_chance
from era_of_inventions.tabletop.records.names import LINE_MAX, is_line, with_blanks
from era_of_inventions.tabletop.records.notation import nearest, parse_moves, show_move
from era_of_inventions.tabletop.records.position_text import PositionReader
from era_of_inventions.tabletop.text.span import Span, fold
from era_of_inventions.tabletop.values import Move

VERSION = 1
"""The version of the texts that are written, and the highest that is read."""
TEXT_LINE_MAX = 5000
"""The most characters of a line."""
PROBLEMS_MAX = 50
"""The most problems that an error lists."""
NAMED_MAX = 6
"""The most moves of chance that are named when one of them has to come."""


def section(state: AnyPosition) -> str | None:
    """Return the heading under which the next move stands; None if the game is over.

    Raises `RulebookError` if it is not one of the headings of the rulebook.
    """
    rulebook = state.setting.rulebook
    if rulebook.to_move(state) is OVER:
        return None
    found, grammar = rulebook.grammar.section(state), rulebook.grammar
    if grammar.heading(fold(found)) is None:
        returned = f"{describe(found)}; expected {one_of(grammar.headings)}"
        raise RulebookError(rulebook.title, (f"grammar.section returns {returned}",))
    return found


@attrs.frozen
class _Heading:
    """A heading of the body."""

    line: int
    text: Span
    section: str


@attrs.frozen
class _ParsedMove:
    """A move of the body, or the error if it cannot be parsed.

    ``speaker`` is the text before the moves of the line; ``seat`` is the player whose
    name it is, None if it is no name. ``text`` is the stretch of the line with the
    move. ``first`` is whether the move is the first on its line.
    """

    line: int
    speaker: Span
    seat: int | None
    text: Span
    first: bool
    words: str
    move: Any | NotationError

    @property
    def place(self) -> tuple[int, int]:
        """The line and the column of the move, counted from 1."""
        return self.line, self.text.column

    def error(self, expected: str) -> NotationError:
        """Return the error of a misplaced move, at the speaker if the move is the first on its line."""
        return (self.speaker if self.first else self.text).error(expected)


class StopParsing(Exception):  # noqa: N818 - no error, but the end of parsing
    """Parsing ends early because a text has more problems than are reported."""


class Parser:
    """Parses the lines of a text from first to last, noting everything that is wrong."""

    def __init__(self, lines: list[str], until: int | None) -> None:
        """Start before the first line. Only the first ``until`` moves are needed; all of them if it is None."""
        self._lines = lines
        self._until = until
        self._at = 0
        self._rulebook: AnyRulebook
        self._game: AnyGame
        self._about: tuple[tuple[str, str], ...] = ()
        self._names: tuple[str, ...] = ()
        self._seats: dict[str, int] = {}
        self._body: list[
            _Heading | _ParsedMove | None
        ] = []  # None for a line that is too long to be parsed
        self._moves = 0
        self._comments: list[tuple[int, str]] = []
        self._deciders: list[tuple[int, int]] = []
        self.problems: list[Located] = []

    def error(self) -> DocumentError:
        """Return the error with everything that is wrong, in the order of the text."""
        ordered = sorted(self.problems, key=lambda located: located.where)
        problems = [located.problem for located in ordered[:PROBLEMS_MAX]]
        if len(ordered) > PROBLEMS_MAX:
            problems.append(Problem.at("", Code.MORE, "and more problems"))
        return DocumentError("game", problems)

    def title(self, rulebooks: Sequence[AnyRulebook]) -> AnyRulebook | None:
        """Return the rulebook that the first line names, after blank lines and comments; None if there is a problem."""
        line = self._next()
        text = Span.of(self._lines[-1]).after() if line is None else Span.of(line)
        parts = re.fullmatch("(.+) ([0-9]{1,6})", text.plain)
        rulebook = rulebook_titled(parts[1], rulebooks) if parts else None
        if parts is None or rulebook is None:
            titles = dict.fromkeys(
                f"{known.title} {VERSION}" for known in known_rulebooks(rulebooks)
            )
            self._note(
                text.error(
                    f"{joined(map(repr, titles))}, with which every text of a game begins"
                )
            )
        elif int(parts[2]) != VERSION:
            self._note_line(
                Code.OUT_OF_RANGE, f"the text has version {int(parts[2])}; expected {VERSION}"
            )
        else:
            return rulebook
        return None

    def record(self, rulebook: AnyRulebook, reader: HeadReader) -> AnyRecord | None:
        """Parse the rest of the text and return the record; None if there are problems.

        Raises `RecordError` if the only problem is a move that is not legal.
        """
        self._rulebook = rulebook
        self._head_lines(reader)
        ended = self._at == len(self._lines)
        head = reader.head(self._last() if ended else self._at + 1, ended=ended)
        if head is None:
            return None
        self._names, self._about = head.players, head.about
        self._game = Game(rulebook, len(head.players), head.ruleset, head.components)
        self._seats = {fold(name): seat for seat, name in enumerate(head.players)}
        start = self._position(self._game.new(head.start))
        with suppress(StopParsing):  # what was parsed before is played all the same
            self._body_lines()
        return None if start is None else self._play(start)

    def _last(self) -> int:
        """Return the number of the last line that is not blank."""
        return max(number for number, line in enumerate(self._lines, 1) if line.strip())

    # What stands on a line

    def _next(self) -> str | None:
        """Return the next line that is neither blank nor a comment, None at the end; note comments on the way."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            text = line.strip()
            if len(line) > TEXT_LINE_MAX:
                self._body.append(None)
                self._note_line(
                    Code.TOO_LONG,
                    f"is {len(line)} characters long; expected at most {TEXT_LINE_MAX}",
                )
            elif text.startswith("#"):
                self._comment(line, with_blanks(text[1:]).strip())
            elif text:
                return line
        return None

    def _comment(self, line: str, text: str) -> None:
        if is_line(text):
            self._comments.append((self._moves, text))
        else:
            self._note(
                Span.of(line).error(
                    f"a comment of up to {LINE_MAX} characters, all printable"
                )
            )

    def _note_line(self, code: Code, message: str) -> None:
        self.problems.append(Located.at(self._at, 0, code, message))
        self._stop_at_many()

    def _note(self, error: NotationError) -> None:
        self.problems.append(Located.of(self._at, error))
        self._stop_at_many()

    def _stop_at_many(self) -> None:
        if len(self.problems) > PROBLEMS_MAX:
            raise StopParsing

    def _heading(self, line: str) -> str | None:
        """Return the heading on a line, which may end with a colon; None if the line is no heading."""
        text = fold(line).removesuffix(":").rstrip()
        return POSITION if text == fold(POSITION) else self._rulebook.grammar.heading(text)

    # The parts of a text

    def _head_lines(self, reader: HeadReader) -> None:
        while (line := self._next()) is not None:
            if self._heading(line) or reader.is_past(line):
                self._at -= 1
                return
            reader.add(self._at, line)
            self._stop_at_many()

    def _position(self, base: Any) -> Any | None:
        """Return the first position, where a text may leave out values equal to ``base``; None if it is impossible."""
        line = self._next()
        if line is None or self._heading(line) != POSITION:
            self._at -= line is not None
            return base
        title, before = self._at, len(self.problems)
        reader = PositionReader(base, self._names)
        while (line := self._next()) is not None:
            if self._heading(line) not in (None, POSITION) or is_chance(line, self._rulebook):
                self._at -= 1
                break
            for error in reader.read(self._at, line):
                self._note(error)
        if len(self.problems) > before:
            return None
        state, problems = reader.position()
        problems = problems or self._game.check(state)
        for problem in problems:
            place = reader.place(problem) or (title, 0)
            text = f"the position is not possible: {problem.render(self._names)}"
            self.problems.append(Located.at(*place, Code.IMPOSSIBLE, text, problem.clause))
        return None if problems else state

    def _body_lines(self) -> None:
        while (line := self._next()) is not None:
            whole, heading = Span.of(line), self._heading(line)
            if heading not in (None, POSITION):
                self._body.append(_Heading(self._at, whole, heading))
            elif is_chance(line, self._rulebook):
                self._parse_moves(whole.head_and_rest()[0], None, whole)
            else:
                self._parse_line(whole)

    def _parse_line(self, whole: Span) -> None:
        """Parse a line with a name and a colon before its moves."""
        name, *rest = whole.split(":")
        seat = self._seats.get(name.folded)
        if rest and seat is not None:
            self._parse_moves(name, seat, whole.part(rest[0].start, whole.stop))
            return
        chance = self._rulebook.grammar.chance_verbs
        known = () if seat is not None else (*self._names, *chance)
        marks = ", ".join(map(repr, (*chance, "#")))
        expected = f"a name and a colon, of {', '.join(self._names)}, or {marks} or a heading"
        if name.folded in chance:
            known, expected = (), f"{name.folded!r} without a colon"
        error = name.error(expected, known, name.plain)
        words = whole.text[rest[0].start if rest else 0 :].strip()
        self._body.append(_ParsedMove(self._at, name, None, whole, True, words, error))
        self._note(error)

    def _parse_moves(self, speaker: Span, seat: int | None, moves: Span) -> None:
        for place, (verb, rest, move) in enumerate(
            parse_moves(moves, self._game.setting, seat=seat, partly=True)
        ):
            text = rest.part(verb.start if rest.start == verb.stop else rest.start, rest.stop)
            words = f"{verb.plain} {rest.plain}"
            self._body.append(
                _ParsedMove(self._at, speaker, seat, text, place == 0, words, move)
            )
            if isinstance(move, NotationError):
                self._note(move)
            self._moves += 1
            if self._moves > MOVES_MAX:
                self._note_line(
                    Code.TOO_LONG, f"there are more than {MOVES_MAX} moves; expected a game"
                )
                raise StopParsing

    # Playing

    def _play(self, start: Any) -> AnyRecord | None:
        """Make the moves one after another and return their record; None if there are problems."""
        state, since, heading, made = start, start, None, list[_ParsedMove]()
        for number, item in enumerate(self._body):
            if item is None or self._is_enough(made):
                break
            if isinstance(item, _Heading):
                if item.section != section(state):
                    error = item.text.error(self._awaited(state, heading))
                    self._note_stop(Located.of(item.line, error))
                    break
                heading = item.section
                continue
            before, state = state, self._rulebook.as_decider(state, item.seat)
            if item.seat is not None and state is not before:
                self._deciders.append((len(made), item.seat))
            if misplaced := self._misplaced(item, state, heading):
                self._note_stop(Located.of(item.line, misplaced))
                if misplaced is item.move:
                    self._add_candidates(item, state)
                break
            made.append(item)
            try:
                state = self._game.follow(state, item.move, self._ahead(number + 1), since)
            except GameError as cause:
                self._note_illegal(self._record(start, made), cause)
                return None
            since = unsealed_since(since, state)
        return (
            self._record(start, made) if self._is_enough(made) or not self.problems else None
        )

    def _ahead(self, number: int) -> list[Any]:
        """Return the moves that could be parsed among the next `AHEAD` items of the body, from ``number`` on."""
        items = self._body[number : number + AHEAD]
        return [
            item.move
            for item in items
            if isinstance(item, _ParsedMove) and isinstance(item.move, Move)
        ]

    def _is_enough(self, made: Sequence[_ParsedMove]) -> bool:
        """Return whether all moves that were asked for are made, and no problem stands before the end of the last."""
        end = (made[-1].line, made[-1].text.stop) if made else (0, 0)
        return len(made) == self._until and all(
            located.where > end for located in self.problems
        )

    def _record(self, start: Any, made: Sequence[_ParsedMove]) -> AnyRecord:
        moves = tuple(parsed.move for parsed in made)
        comments = tuple(comment for comment in self._comments if comment[0] <= len(moves))
        return Record(
            start,
            moves,
            self._names,
            self._about,
            comments,
            tuple(pair for pair in self._deciders if pair[0] < len(moves)),
            tuple(parsed.place for parsed in made),
        )

    def _note_illegal(self, record: AnyRecord, cause: GameError) -> None:
        """Note that the last move of a record is not legal. Raises `RecordError` if nothing else is wrong."""
        error = RecordError(record, len(record.moves) - 1, cause)
        if not self.problems:
            raise error
        self.problems.append(Located.at(*record.places[-1], Code.IMPOSSIBLE, error.sentence))

    def _note_stop(self, located: Located) -> None:
        """Note why no further move can be made; replace problems at the same place. Do nothing if enough are noted."""
        if len(self.problems) > PROBLEMS_MAX:
            return
        others = [other for other in self.problems if other.where != located.where]
        self.problems[:] = [*others, located]

    def _add_candidates(self, parsed: _ParsedMove, state: Any) -> None:
        """Add the nearest legal moves to the error of a move; if chance moves next, to all errors on its line."""
        line = [
            other
            for other in self._body
            if isinstance(other, _ParsedMove) and other.line == parsed.line
        ]
        for other in line if self._rulebook.to_move(state) is CHANCE else [parsed]:
            if isinstance(other.move, NotationError) and (
                near := nearest(state, other.words)
            ):
                located = Located.of(parsed.line, other.move)
                found = located.problem.found
                more = Phrase(f"{found}{'' if found.endswith('?') else ';'} {near}")
                self._note_stop(
                    located._replace(problem=located.problem._replace(found=more))
                )

    def _misplaced(
        self, parsed: _ParsedMove, state: Any, heading: str | None
    ) -> NotationError | None:
        """Return the error if a move cannot stand at its place; None if only its legality remains to be checked."""
        under, to_move = section(state), self._rulebook.to_move(state)
        if under is not None and under != heading:
            over = (
                ""
                if parsed.first or parsed.seat is not None
                else ", for nothing more is turned over"
            )
            return parsed.error(f"{self._awaited(state, heading)} first{over}")
        if isinstance(parsed.move, NotationError):
            return parsed.move
        if to_move is OVER or parsed.seat == (None if to_move is CHANCE else to_move):
            return None
        if to_move is CHANCE:
            return parsed.error(_to_come(state))
        law = self._rulebook.law
        clauses = ", ".join(
            clause.id
            for clause in (*law.grants.get(ActsNow, ()), *law.limits.get(ActsNow, ()))
        )
        line = "" if parsed.first else "a new line with "
        whose = joined(
            [repr(f"{self._names[seat]}:") for seat in self._rulebook.deciders(state)]
        )
        return parsed.error(f"{line}{whose}, whose turn it is{clauses and f' [{clauses}]'}")

    def _awaited(self, state: Any, heading: str | None) -> str:
        """Return what must come next, for errors about a heading that comes too early or moves under a wrong one."""
        under, to_move = section(state), self._rulebook.to_move(state)
        if to_move is OVER:
            return "the end of the text, for the game is over"
        if under != heading:
            return f"the heading {under!r}"
        if to_move is CHANCE:
            return f"{_to_come(state)} first"
        return f"a move of {self._names[to_move]}, for {under!r} is not over"


def _to_come(state: Any) -> str:
    """Return the moves of chance that must come before the next decision, and which ones they can be, if few."""
    game: AnyGame = Game.from_state(state)
    grammar = game.rulebook.grammar
    legal_moves, kinds = state.setting.engine.legal_moves, Counter[type]()
    possible = legal_moves(state)
    while game.to_move(state) is CHANCE and (legal := legal_moves(state)):
        move = legal[0]
        kinds[type(move)] += 1
        state = game.play_unchecked(state, move)
    numbers = [
        f"{kinds[kind]} more {nouns[kinds[kind] > 1]}"
        for kind, nouns in grammar.chance.items()
        if kinds[kind]
    ]
    few = (
        ", ".join(show_move(move, state.setting) for move in possible)
        if len(possible) <= NAMED_MAX
        else ""
    )
    verbs = joined(map(repr, grammar.chance_verbs))
    return f"{joined(numbers, 'and')} with {verbs}{few and f' ({few})'}"
