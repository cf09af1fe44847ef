"""``era replay``, ``era convert``, ``era show``: replay, convert and show recorded games."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from era_of_inventions.tabletop.cli.command import (
    FAILS,
    HOLDS,
    Commands,
    add_components,
    add_seat,
    chosen_sets,
    drawing_width,
    ending,
    pictures_of,
    print_json,
    print_verdict,
    query,
    seat_of,
    whole,
    write_new,
    written,
)
from era_of_inventions.tabletop.cli.converting import (
    discreet,
    known_position,
    played,
    read_position,
    read_record,
    save_record,
)
from era_of_inventions.tabletop.documents import to_data
from era_of_inventions.tabletop.errors import Code, FileError, GameError
from era_of_inventions.tabletop.law.verdict import Event
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.play.verdict_text import event_values
from era_of_inventions.tabletop.records import AnyRecord, RecordError
from era_of_inventions.tabletop.records.notation import show_move

PICTURE = ".svg"
SETS = "a component file, if the game was played with a set that is not shipped"


class _Move(NamedTuple):
    """A replayed move: its number, counted from 1, the name of the player (None for chance), and its text.

    ``events`` are the events of the move that are to be shown.
    """

    number: int
    player: str | None
    move: str
    events: tuple[Event, ...]


def add_to(commands: Commands, rulebook: AnyRulebook) -> None:
    """Add the commands."""
    replay = query(commands, "replay", _replay, "replay a recorded game and check every move")
    replay.add_file("file", "a game, .era or .json")
    replay.add_argument(
        "--to", type=whole, metavar="N", help="stop after move N and show the table"
    )
    replay.add_flag("--events", "print the events of each move, with their clauses")
    replay.add_flag(
        "--check", "print only whether all moves (up to --to) are legal, and the scores"
    )
    add_components(replay, rulebook, "--components", help=SETS)
    add_seat(replay, "print")

    convert = query(
        commands, "convert", _convert, "convert a recorded game to the other format"
    )
    convert.add_file("file", "a game, .era or .json")
    convert.add_file("into", "the new file, .era or .json; must not exist", "NEW")
    add_components(convert, rulebook, "--components", help=SETS)
    add_seat(convert, "write")

    parts = pictures_of(rulebook).parts
    show = query(commands, "show", _show, "show the table of a game or a dispute")
    show.add_file("file", "a game (.era, .json), a position (.json) or a dispute (.toml)")
    show.add_argument(
        "--at",
        type=whole,
        metavar="N",
        help="after move N of the game (default: after its last)",
    )
    show.add_file("--svg", "draw it as a picture in this file, .svg; must not exist", "NEW")
    show.add_argument("--parts", nargs="+", metavar="PART", help=", ".join(parts))
    add_components(show, rulebook, "--components", help=SETS)
    add_seat(show, "show")


def _replay(options: argparse.Namespace) -> int:
    try:
        with discreet(options.file, options.seat):
            record = read_record(
                options.file, options.rulebook, chosen_sets(options), until=options.to
            )
            record, state = played(record, options.file, options.to)
    except RecordError as error:
        if options.json:
            print_json(to_data(error.record.setting.rulebook, error))
            return FAILS
        print(error)
        if error.verdict is not None:
            print_verdict(error.verdict, error.record.names, error.record.setting.ruleset)
        return FAILS
    known = _known(options, record)
    moves = () if options.check else _moves(record, known, options)
    if options.json:
        game: AnyGame = Game.from_state(state)
        over = game.is_over(state)
        replayed = [
            {**move._asdict(), "events": to_data(game.rulebook, move.events)}
            for move in moves
        ]
        score = None
        with suppress(GameError):  # of a seat's record, it can depend on what is unknown
            score = to_data(game.rulebook, game.score(state)) if over else None
        print_json({"moves": replayed, "over": over, "score": score})
        return HOLDS
    for move in moves:
        print("\n".join(_move_lines(move, record.names)))
    if options.check or options.to is None:
        print("\n".join(_result_lines(record, state, options.file)))
    else:
        state = known_position(state, options.seat, record.names)
        print(
            f"\n{pictures_of(state.setting.rulebook).text(state, names=record.names, width=drawing_width())}"
        )
    return HOLDS


def _known(options: argparse.Namespace, record: AnyRecord) -> AnyRecord:
    """Return the record as the chosen seat may know it."""
    if options.seat is None:
        return record
    return record.seen_by(seat_of(options.seat, record.names, spectator=True))


def _moves(
    record: AnyRecord, known: AnyRecord, options: argparse.Namespace
) -> Iterator[_Move]:
    """Yield the moves, with their events if asked for, as the chosen seat may know them."""
    every = options.seat is None
    seat = None if every else seat_of(options.seat, record.names, spectator=True)
    for step, move in zip(record.replay(), known.moves, strict=True):
        player = None if step.seat is None else record.names[step.seat]
        caused = step.events if options.events else ()
        events = tuple(event for event in caused if every or event.is_seen_by(seat))
        yield _Move(step.number + 1, player, show_move(move, record.setting), events)


def _move_lines(move: _Move, names: Sequence[str]) -> Iterator[str]:
    yield f"{move.number:4}  {f'{move.player}: ' if move.player else ''}{move.move}"
    for event in move.events:
        whose = "" if event.seat is None else f"{names[event.seat]} "
        was, now = event_values(event, names)
        yield f"        {whose}{event.what}: {was} > {now}  [{event.clause}]"


def _result_lines(record: AnyRecord, end: AnyPosition, path: Path) -> Iterator[str]:
    game: AnyGame = Game.from_state(end)
    yield f"{path}: {len(record.moves)} moves, all legal"
    if not game.is_over(end):
        yield "the game is not over"
        return
    try:
        score = game.score(end)
    except GameError as unknown:
        yield f"  {unknown}"
        return
    for seat, points in enumerate(score.totals):
        yield f"  {record.names[seat]}: {points}{' (wins)' if seat in score.winners else ''}"


def _convert(options: argparse.Namespace) -> int:
    with discreet(options.file, options.seat):
        record = _known(
            options, read_record(options.file, options.rulebook, chosen_sets(options))
        )
    save_record(options.into, record, overwrite=False)
    return written(options.into, options)


def _show(options: argparse.Namespace) -> int:
    if options.svg is not None and ending(options.svg) != PICTURE:
        raise FileError.whole(
            options.svg,
            Code.UNKNOWN_WORD,
            f"cannot be written; expected a name that ends in {PICTURE}",
        )
    with discreet(options.file, options.seat):
        state, names = read_position(
            options.file, options.rulebook, options.at, chosen_sets(options)
        )
    state = known_position(state, options.seat, names)
    if options.svg is None and options.json:
        print_json(to_data(state.setting.rulebook, state))
        return HOLDS
    pictures = pictures_of(state.setting.rulebook)
    parts = options.parts or pictures.parts
    if options.svg is None:
        print(pictures.text(state, names=names, parts=parts, width=drawing_width()))
        return HOLDS
    return write_new(options.svg, pictures.svg(state, names=names, parts=parts), options)
