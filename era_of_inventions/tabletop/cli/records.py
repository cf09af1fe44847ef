"""``era replay``, ``era convert``, ``era show``: replay, convert and show recorded games."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from era_of_inventions.tabletop.cli import output
from era_of_inventions.tabletop.cli.command import (
    FAILS,
    HOLDS,
    Commands,
    add_seat,
    component_set,
    drawing_width,
    ending,
    pictures_of,
    print_json,
    query,
    seat_of,
    text_width,
    whole,
    written,
)
from era_of_inventions.tabletop.cli.documents import after, read_position, read_record, save_record
from era_of_inventions.tabletop.documents import to_data
from era_of_inventions.tabletop.errors import Code, FileError, GameError
from era_of_inventions.tabletop.law.verdict import Event
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.verdict_text import event_values, verdict_lines
from era_of_inventions.tabletop.record import Record, RecordError, Step
from era_of_inventions.tabletop.record.files import save_bytes
from era_of_inventions.tabletop.record.moves import show_move

PICTURE = ".svg"
SETS = "a component file, if the game was played with a set that is not shipped"


def add_to(commands: Commands, rulebook: Rulebook[Any, Any]) -> None:
    """Add the commands."""
    replay = query(commands, "replay", _replay, "replay a recorded game and check every move")
    replay.add_argument("file", type=Path, metavar="FILE", help="a game, .era or .json")
    replay.add_argument("--to", type=whole, metavar="N", help="stop after move N and show the table")
    replay.add_argument("--events", action="store_true", help="print the events of each move, with their clauses")
    replay.add_argument(
        "--check", action="store_true", help="print only whether all moves (up to --to) are legal, and the scores"
    )
    replay.add_argument("--components", metavar="SET", help=SETS)
    add_seat(replay, "tell")

    convert = query(commands, "convert", _convert, "convert a recorded game to the other format")
    convert.add_argument("file", type=Path, metavar="FILE", help="a game, .era or .json")
    convert.add_argument("into", type=Path, metavar="NEW", help="the new file, .era or .json; must not exist")
    convert.add_argument("--components", metavar="SET", help=SETS)
    add_seat(convert, "write")

    parts = pictures_of(rulebook).parts
    show = query(commands, "show", _show, "show the table of a game or a dispute")
    show.add_argument(
        "file", type=Path, metavar="FILE", help="a game (.era, .json), a position (.json) or a dispute (.toml)"
    )
    show.add_argument("--at", type=whole, metavar="N", help="after move N of the game (default: after its last)")
    show.add_argument("--svg", type=Path, metavar="NEW", help="draw it as a picture in this file, .svg; must not exist")
    show.add_argument("--parts", nargs="+", metavar="PART", help=", ".join(parts))
    show.add_argument("--components", metavar="SET", help=SETS)
    add_seat(show, "show")


def _sets(options: argparse.Namespace) -> list[Any]:
    return [] if options.components is None else [component_set(options.rulebook.components, options.components)]


@contextmanager
def _discreet(options: argparse.Namespace) -> Iterator[None]:
    """Tell a seat only where something is wrong in a file: the reason could name what is hidden from it."""
    try:
        yield
    except (RecordError, FileError) as error:
        problems = () if isinstance(error, RecordError) else error.problems
        found = [error.place] if isinstance(error, RecordError) else [one.place for one in problems if one.place]
        places = dict.fromkeys(place.partition(",")[0] for place in found)  # columns tell how long hidden names are
        if options.seat is None or not (places or any(one.code is Code.IMPOSSIBLE for one in problems)):
            raise
        where = f" at {'; '.join(places)}" if places else ""
        raise GameError(f"{options.file}: something is wrong{where}; without --seat you are told what") from None


def _replay(options: argparse.Namespace) -> int:
    try:
        with _discreet(options):
            record = read_record(options.file, options.rulebook, _sets(options), until=options.to)
            state = after(record, options.file, options.to)
    except RecordError as error:
        if options.json:
            print_json(to_data(error.record.setting.rulebook, error))
            return FAILS
        print(error)
        if error.verdict is not None:
            ruleset = error.record.setting.ruleset
            output.verdict("\n".join(verdict_lines(error.verdict, error.record.names, ruleset, width=text_width())))
        return FAILS
    record = record if options.to is None else record.until(options.to)
    told = _told(options, record)
    steps = () if options.check else record.replay()
    if options.json:
        moves = [_step_data(step, record, told, options) for step in steps]
        print_json({"moves": moves, **_result_data(state)})
        return HOLDS
    for step in steps:
        print("\n".join(_step_lines(step, record, told, options)))
    if options.check:
        print("\n".join(_result_lines(record, options.file)))
    elif options.to is not None:
        shown = _shown(options, state, record.names)
        print(f"\n{pictures_of(state.setting.rulebook).text(shown, names=record.names, width=drawing_width())}")
    else:
        print("\n".join(_result_lines(record, options.file)))
    return HOLDS


def _told(options: argparse.Namespace, record: Record[Any, Any]) -> Record[Any, Any]:
    """The record as far as it is to be told."""
    if options.seat is None:
        return record
    return record.seen_by(seat_of(options.seat, record.names, spectator=True))


def _shown(options: argparse.Namespace, state: Any, names: tuple[str, ...] | None) -> Any:
    """The position as far as it is to be shown."""
    if options.seat is None:
        return state
    known = names or state.setting.rulebook.grammar.seat_names(state.setting.players)
    return Game.of(state).view(state, seat_of(options.seat, known, spectator=True))


def _step_lines(
    step: Step[Any, Any], record: Record[Any, Any], told: Record[Any, Any], options: argparse.Namespace
) -> Iterator[str]:
    who = "" if step.seat is None else f"{record.names[step.seat]}: "
    yield f"{step.number + 1:4}  {who}{show_move(told.moves[step.number], record.setting)}"
    for event in _events(step, record, options):
        whose = "" if event.seat is None else f"{record.names[event.seat]} "
        was, now = event_values(event, record.names)
        yield f"        {whose}{event.what}: {was} > {now}  [{event.clause}]"


def _events(step: Step[Any, Any], record: Record[Any, Any], options: argparse.Namespace) -> list[Event]:
    """The events of a step, as far as they are to be told."""
    if not options.events:
        return []
    if options.seat is None:
        return list(step.events)
    seat = seat_of(options.seat, record.names, spectator=True)
    return [event for event in step.events if event.is_seen_by(seat)]


def _step_data(
    step: Step[Any, Any], record: Record[Any, Any], told: Record[Any, Any], options: argparse.Namespace
) -> dict[str, Any]:
    """The same as `_step_lines`, as plain data."""
    return {
        "number": step.number + 1,
        "player": None if step.seat is None else record.names[step.seat],
        "move": show_move(told.moves[step.number], record.setting),
        "events": to_data(record.setting.rulebook, _events(step, record, options)),
    }


def _result_data(end: Any) -> dict[str, Any]:
    """The same as `_result_lines`, as plain data."""
    game: Game[Any, Any] = Game.of(end)
    over = game.is_over(end)
    return {"over": over, "score": to_data(game.rulebook, game.score(end)) if over else None}


def _result_lines(record: Record[Any, Any], path: Path) -> Iterator[str]:
    end = record.end()
    game: Game[Any, Any] = Game.of(end)
    yield f"{path}: {len(record.moves)} moves, all legal"
    if not game.is_over(end):
        yield "the game is not over"
        return
    score = game.score(end)
    for name, points in zip(record.names, score.totals, strict=True):
        yield f"  {name}: {points}{' (wins)' if record.names.index(name) in score.winners else ''}"


def _convert(options: argparse.Namespace) -> int:
    with _discreet(options):
        record = _told(options, read_record(options.file, options.rulebook, _sets(options)))
    save_record(options.into, record, overwrite=False)
    return written(options.into, options)


def _show(options: argparse.Namespace) -> int:
    if options.svg is not None and ending(options.svg) != PICTURE:
        raise FileError.whole(
            options.svg, Code.UNKNOWN_WORD, f"cannot be written; expected a name that ends in {PICTURE}"
        )
    with _discreet(options):
        state, names = read_position(options.file, options.rulebook, options.at, _sets(options))
    state = _shown(options, state, names)
    if options.svg is None and options.json:
        print_json(to_data(state.setting.rulebook, state))
        return HOLDS
    pictures = pictures_of(state.setting.rulebook)
    parts = options.parts or pictures.parts
    if options.svg is None:
        print(pictures.text(state, names=names, parts=parts, width=drawing_width()))
        return HOLDS
    picture = pictures.svg(state, names=names, parts=parts)
    save_bytes(options.svg, picture.encode(), overwrite=False)
    return written(options.svg, options)
