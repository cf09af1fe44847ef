"""``era play``: a game at the terminal, for one or more people and bots."""

from __future__ import annotations

import argparse
import random
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from era_of_inventions.tabletop.cli.autosave import Autosave
from era_of_inventions.tabletop.cli.command import (
    ENDED,
    HOLDS,
    Commands,
    add_game,
    chosen_game,
    chosen_sets,
    command,
    give_up_output,
    seat_of,
    whole,
)
from era_of_inventions.tabletop.cli.converting import read_record
from era_of_inventions.tabletop.cli.session import Session
from era_of_inventions.tabletop.errors import Code, FileError, GameError, describe
from era_of_inventions.tabletop.play.bots import bot_named
from era_of_inventions.tabletop.play.rulebook import RANDOM, AnyRulebook
from era_of_inventions.tabletop.play.worlds import named_fields, worlds_of
from era_of_inventions.tabletop.records import AnyRecord, Record
from era_of_inventions.tabletop.records.names import written
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.values import evolve

BOTS = "Bots"
"""The key of a record's entry that lists which players are bots."""
NO_BOTS = "none"


def add_to(commands: Commands, rulebook: AnyRulebook) -> None:
    """Add the command."""
    play = command(commands, "play", _play, "play at the terminal")
    play.add_file("file", "the file of a game to continue, or of a new game", nargs="?")
    add_game(play, rulebook)
    play.add_argument(
        "--names", metavar="A,B,…", help="the names of the players in clockwise order"
    )
    bots = ", ".join([RANDOM, *rulebook.bots])
    play.add_argument(
        "--bots",
        metavar="A,B=BOT,…",
        help=f"who is a bot, and which one: {bots} (default random), or {NO_BOTS!r}; the file keeps it",
    )
    play.add_argument(
        "-s", "--seed", type=whole, help="seed for chance and bots, to repeat a game"
    )
    play.add_flag("--by-hand", "ask what has been turned over, instead of dealing")


def _play(options: argparse.Namespace) -> int:
    with suppress(ImportError):
        import readline  # noqa: F401  # enables line editing and history
    saved = _saved(options) if options.file and options.file.exists() else None
    record, autosave = saved or _begun(options), Autosave(options.file, saved)
    if options.bots is not None:
        record = _with_bots(record, options.bots)
    try:
        names = dict(_bots(_parts(dict(record.about).get(BOTS, "")), record))
    except GameError as error:
        raise GameError(f"{options.file}: {error}; `--bots` replaces what it says") from None
    bots = {seat: bot_named(record.setting.rulebook, name) for seat, name in names.items()}
    session = Session(record, autosave, random.Random(options.seed), options.by_hand, bots)
    with session.lines.handling_signals():
        autosave.keep(record)
        return _run(session, options)


def _run(session: Session, options: argparse.Namespace) -> int:
    """Play and return the exit status. At the end, print where the game is saved, and the command that continues it.

    Raises `GameError` if the game is not saved in its file, unless a signal ended it.
    """
    lines, autosave = session.lines, session.autosave
    try:
        session.play()
        if autosave.file is not None and not autosave.given_up:
            again = (
                ""
                if session.is_over
                else f"; continue it with `{_command(autosave.file, options)}`"
            )
            print(f"{autosave.file}: the game is saved{again}", flush=True)
        if not lines.ended:
            return HOLDS
    except GameError as error:
        if not lines.ended:
            raise
        print(error, file=sys.stderr)
    except OSError:
        if not lines.received:
            raise
        give_up_output()  # the terminal was closed
    return ENDED + lines.received


def _command(file: Path, options: argparse.Namespace) -> str:
    """Return the command that continues a game. It need not name the game and the bots, because the file does."""
    components = [] if options.components is None else ["--components", options.components]
    return shlex.join(
        ["era", "play", str(file), *components, *(["--by-hand"] if options.by_hand else [])]
    )


def _saved(options: argparse.Namespace) -> AnyRecord:
    """Return the game in the file."""
    for name in ("players", "names", "ruleset"):
        if getattr(options, name) is not None:
            message = f"holds a game with its own players and readings; leave out --{name}"
            raise GameError(f"{options.file}: {message}")
    record = read_record(options.file, options.rulebook, chosen_sets(options))
    if hidden := named_fields(worlds_of(record.end()).unknown):
        what = ", ".join(thing.render(record.names) for thing in hidden)
        message = f"does not say all that lies on the table ({what}); expected the game as it was played"
        raise FileError.whole(options.file, Code.INCONSISTENT, message)
    return record


def _begun(options: argparse.Namespace) -> AnyRecord:
    """Return a new game."""
    names = _listed("--names", options.names)
    start = chosen_game(options, len(names)).new()
    return Record(start, names=names) if names else Record(start)


def _listed(option: str, text: str | None) -> tuple[str, ...]:
    """Return the names in the value of an option, none if it is not used. Raises `GameError` if a name is empty."""
    if text is None:
        return ()
    names = _parts(text)
    if "" in names:
        raise GameError(
            f"{option}: name {names.index('') + 1} of {describe(text)} is empty; expected names separated by commas"
        )
    return names


def _parts(text: str) -> tuple[str, ...]:
    """Return the parts of a text between its commas."""
    return tuple(part.plain for part in Span.of(text).split(","))


def _with_bots(record: AnyRecord, text: str) -> AnyRecord:
    """Return the record with the bots that the option ``--bots`` names in its head."""
    parts = () if text.strip().casefold() == NO_BOTS else _listed("--bots", text)
    bots = ", ".join(
        written(f"{record.names[seat]}={name}" for seat, name in _bots(parts, record))
    )
    others = [entry for entry in record.about if entry[0] != BOTS]
    return evolve(record, about=(*others, *([(BOTS, bots)] if bots else [])))


def _bots(texts: Iterable[str], record: AnyRecord) -> Iterator[tuple[int, str]]:
    """Yield the seat of each bot, and the bot's name. Raises `GameError` if a player or a bot is not known."""
    for text in filter(None, texts):
        name, _, bot = (
            (text, "", RANDOM)
            if "=" not in text or text in record.names
            else text.rpartition("=")
        )
        bot_named(record.setting.rulebook, bot.strip())
        if (seat := seat_of(name.strip(), record.names)) is not None:
            yield seat, bot.strip()
