"""The command line: judge disputes, play, replay and show games, look up clauses, cover texts, check sets, simulate.

The package of a game calls `main` with its rulebook; ``--game`` selects another installed one.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from era_of_inventions.tabletop.cli import (
    completing,
    components,
    coverage,
    judging,
    lookup,
    output,
    playing,
    records,
    simulating,
)
from era_of_inventions.tabletop.cli.command import (
    FAILS,
    HOLDS,
    UNREAD,
    UNUSABLE,
    Parser,
    give_up_output,
    print_json,
    query,
)
from era_of_inventions.tabletop.cli.examples import add_examples
from era_of_inventions.tabletop.documents import to_data
from era_of_inventions.tabletop.errors import Code, FileError, GameError
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.rulebook import Rulebook

PROGRAM = "era"
"""The name of the command."""
__all__ = ["FAILS", "HOLDS", "UNREAD", "UNUSABLE", "main", "parser"]


def main(rulebook: Rulebook[Any, Any], arguments: Sequence[str] | None = None) -> int:
    """Run the command, by default for this rulebook, and return the exit status."""
    try:
        chosen = _selected(rulebook, arguments)
        start = PROGRAM if chosen is rulebook else f"{PROGRAM} --game {chosen.name}"
        options = parser(chosen, start).parse_args(arguments)
    except GameError as error:
        return _refuse(error)
    refuse = partial(_refuse_in_json, options.rulebook) if getattr(options, "json", False) else _refuse
    if sys.stdout is None:
        return UNUSABLE
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may not support every character
    try:
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except GameError as error:
        return refuse(error)
    except BrokenPipeError:
        # The reader has closed the pipe, so there is nowhere to report it.
        give_up_output()
        return UNREAD
    except OSError as error:
        if error.filename is not None:  # an input path; errors of the output have no file name
            return refuse(FileError.whole(error.filename, Code.UNREADABLE, f"cannot be read: {error.strerror}"))
        give_up_output()
        return _refuse(f"the output cannot be written: {error.strerror}")
    except KeyboardInterrupt:
        return _refuse("interrupted")


def _games(options: argparse.Namespace) -> int:
    titles = {}
    for name in registry.names():
        try:
            titles[name] = registry.rulebook_named(name).title
        except GameError as error:
            titles[name] = str(error)
    titles[options.rulebook.name] = options.rulebook.title
    if options.json:
        print_json([{"name": name, "title": title} for name, title in sorted(titles.items())])
        return HOLDS
    output.table(("name", "game"), sorted(titles.items()))
    return HOLDS


def _refuse(reason: object) -> int:
    """Print the reason, if standard error is open."""
    with suppress(OSError):
        print(reason, file=sys.stderr)
    return UNUSABLE


def _refuse_in_json(rulebook: Rulebook[Any, Any], error: GameError) -> int:
    """Print the error as JSON, on standard output."""
    print_json(to_data(rulebook, error))
    return UNUSABLE


class _Version(argparse.Action):
    """Look up the version on demand."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # slow to import

        print(f"era {version('era-of-inventions')}")
        parser.exit()


def _selected(rulebook: Rulebook[Any, Any], arguments: Sequence[str] | None) -> Rulebook[Any, Any]:
    """The rulebook that ``--game`` names. It is parsed first because the other options depend on it."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--game")
    name = first.parse_known_args(arguments)[0].game
    return rulebook if name in (None, rulebook.name) else registry.rulebook_named(name)


def parser(rulebook: Rulebook[Any, Any], start: str = PROGRAM) -> argparse.ArgumentParser:
    """The command-line parser for a rulebook. Its examples begin with ``start``."""
    top = Parser(prog=PROGRAM, description=f"The rules of {rulebook.title}.")
    top.add_argument("--game", metavar="NAME", help="another installed game (`games` lists them)")
    top.set_defaults(rulebook=rulebook)
    top.add_argument("--version", nargs=0, action=_Version, help="print the version and exit")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for part in (judging, playing, records, lookup, coverage, components, simulating):
        part.add_to(commands, rulebook)
    query(commands, "games", _games, "list the installed games")
    completing.add_to(commands, rulebook, parser)
    add_examples(top, start, "", rulebook)
    return top
