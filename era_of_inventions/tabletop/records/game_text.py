"""Whole games as texts that people write and read.

A text has a head, then a position unless the record begins with the first position of a
game, then sections of moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from era_of_inventions.tabletop.errors import (
    Code,
    DocumentError,
    GameError,
    Problem,
    describe,
)
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.reserved import POSITION
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.records.game_record import AnyRecord, AnyStep, Record
from era_of_inventions.tabletop.records.header import HeadReader, show_head
from era_of_inventions.tabletop.records.names import written
from era_of_inventions.tabletop.records.notation import WIDTH, show_moves
from era_of_inventions.tabletop.records.parser import (
    TEXT_LINE_MAX,
    VERSION,
    Parser,
    StopParsing,
    section,
)
from era_of_inventions.tabletop.records.position_text import show_position
from era_of_inventions.tabletop.records.supplied import Supplied
from era_of_inventions.tabletop.text.bounded import not_utf8, unmarked

SIZE_MAX = 300_000
"""The most bytes or characters of a text: many times the size of a long game without comments."""


# --- Writing --------------------------------------------------------------------------


def show_game(record: AnyRecord) -> str:
    """Return the text of a record, from which ``parse_game`` reads an equal one.

    Raises `RecordError` if a move is not legal, and `GameError` if the first position
    is not possible.
    """
    if not isinstance(record, Record):
        raise GameError(f"{describe(record)} is no recorded game; expected a Record")
    body = list(_body(record))  # which checks the first position
    state, rulebook = record.start, record.setting.rulebook
    start = rulebook.positions.starting(state)
    start = _start(state) if start is None else start
    base = Game.from_state(state).new(start)
    lines = [
        f"{rulebook.title} {VERSION}",
        *show_head(record.setting, record.names, start, record.about),
    ]
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
    """Return the seat of the start player if a game begins with this position, else 0."""
    game: AnyGame = Game.from_state(state)
    return next((seat for seat in range(state.setting.players) if game.new(seat) == state), 0)


def _body(record: AnyRecord) -> Iterator[str]:
    comments: dict[int, list[str]] = {}
    for number, text in record.comments:
        comments.setdefault(number, []).append(f"# {text}".rstrip())
    heading = None
    line: list[AnyStep] = []
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


def _goes_on(line: Sequence[AnyStep], step: AnyStep, record: AnyRecord) -> bool:
    """Return whether a move stands on the same line as those before it."""
    last = line[-1]
    if step.seat != last.seat or isinstance(
        last.move, record.setting.rulebook.grammar.ends_line
    ):
        return False
    if step.seat is None and type(step.move) is not type(last.move):
        return False
    return len(_line([*line, step], record)) <= WIDTH


def _line(steps: Sequence[AnyStep], record: AnyRecord) -> str:
    moves = show_moves([step.move for step in steps], record.setting)
    seat = steps[0].seat
    return moves if seat is None else f"{written(record.names)[seat]}: {moves}"


# --- Reading --------------------------------------------------------------------------


def parse_game(
    text: str | bytes,
    rulebooks: Iterable[AnyRulebook] = (),
    *,
    components: Iterable[Any] = (),
    rulesets: Iterable[BaseRuleset] = (),
    until: int | None = None,
) -> AnyRecord:
    """Parse the record in a text, or only its first ``until`` moves. Errors after these moves are ignored.

    The game that the text names is looked up in ``rulebooks``, then among the installed
    ones. The component set is looked up in ``components``, then among those shipped
    with the rulebook. If the readings of a preset have changed since the text was
    written, the old ruleset is looked up in ``rulesets``. Bytes must be UTF-8.

    Every move is made, to check it. If the only problem is a move that is not legal,
    raises `RecordError`. Otherwise raises `DocumentError` with all problems, each with
    its line and column. Raises `GameError` if ``components`` or ``rulesets`` holds an
    object of another type.
    """
    if not isinstance(rulebooks, Iterable):
        raise GameError(f"rulebooks is {describe(rulebooks)}; expected a list of rulebooks")
    parser = Parser(_lines(text), until)
    with suppress(StopParsing):
        if rulebook := parser.title(tuple(rulebooks)):
            supplied = Supplied.of(rulebook, components, rulesets)
            record = parser.record(rulebook, HeadReader(rulebook, supplied, parser.problems))
            if record is not None:
                return record
    raise parser.error()


def _lines(text: str | bytes) -> list[str]:
    if not isinstance(text, str | bytes):
        raise _refused(
            Code.WRONG_TYPE, f"is of type {type(text).__name__}; expected a text or bytes"
        )
    text = unmarked(text)
    if len(text) > SIZE_MAX:
        unit = "bytes" if isinstance(text, bytes) else "characters"
        raise _refused(
            Code.TOO_LONG, f"is {len(text)} {unit} long; expected at most {SIZE_MAX}"
        )
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise DocumentError("game", [not_utf8(error)]) from None
    return [line.removesuffix("\r") for line in text.split("\n")]


def _refused(code: Code, message: str) -> DocumentError:
    return DocumentError("game", [Problem.at("", code, message)])
