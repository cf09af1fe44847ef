"""The command line: judge disputes, play and show games, look up clauses, check rulebook texts and component sets.

The package of a game calls `main` with its rulebook. The option ``--game`` selects
another installed game.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from era_of_inventions.tabletop.cli import (
    coverage,
    inspecting,
    judging,
    lookup,
    output,
    playing,
    replaying,
    simulating,
)
from era_of_inventions.tabletop.cli.command import (
    FAILS,
    HOLDS,
    UNREAD,
    UNUSABLE,
    Parser,
    command,
    complete,
    give_up_output,
    print_json,
    query,
)
from era_of_inventions.tabletop.cli.examples import add_examples
from era_of_inventions.tabletop.documents import to_data
from era_of_inventions.tabletop.errors import Code, FileError, GameError
from era_of_inventions.tabletop.play import registry
from era_of_inventions.tabletop.play.rulebook import AnyRulebook

PROGRAM = "era"
"""The name of the command."""
SHELLS = ("bash", "zsh", "fish")
EXTRA = ("argcomplete", "rich", "snowballstemmer")
"""The packages that the extra `cli` installs."""
__all__ = ["FAILS", "HOLDS", "UNREAD", "UNUSABLE", "main", "parser"]


def main(rulebook: AnyRulebook, arguments: Sequence[str] | None = None) -> int:
    """Run a command, for ``rulebook`` unless ``--game`` names another game, and return the exit status."""
    if "_ARGCOMPLETE" in os.environ:
        _complete(rulebook)
    if sys.stdout is None:
        return UNUSABLE
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="backslashreplace"
            )  # a terminal may not support every character
    try:
        status = _run(rulebook, sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader has closed the pipe, so there is nowhere to report it.
        give_up_output()
        return UNREAD
    except OSError as error:
        give_up_output()
        return _refuse(f"the output cannot be written: {error.strerror}")


def _run(rulebook: AnyRulebook, words: Sequence[str]) -> int:
    """Run the command that ``words`` state and return the exit status. Raises `OSError` if the output fails."""
    reason: GameError
    chosen = rulebook
    try:
        chosen = _selected(rulebook, words)
        start = PROGRAM if chosen is rulebook else f"{PROGRAM} --game {chosen.name}"
        options = parser(chosen, start).parse_args(words)
        return int(options.run(options))
    except SystemExit:  # from argparse, after the help or the version
        return HOLDS
    except GameError as error:
        reason = error
    except OSError as error:
        if error.filename is None:  # unlike an input path, the output has no file name
            raise
        reason = FileError.whole(
            error.filename, Code.UNREADABLE, f"cannot be read: {error.strerror}"
        )
    except ModuleNotFoundError as error:
        if (package := str(error.name).partition(".")[0]) not in EXTRA:
            raise
        reason = GameError(
            f"this needs {package}, which `pip install 'era-of-inventions[cli]'` installs"
        )
    if any(word[2:] and "--json".startswith(word) for word in words):  # it can be abbreviated
        print_json(to_data(chosen, reason))
        return UNUSABLE
    return _refuse(reason)


def _complete(rulebook: AnyRulebook) -> None:
    """Print how the command line that is typed in a shell may go on, and exit."""
    from argcomplete import autocomplete

    with suppress(GameError):  # the name of the game may still be incomplete
        rulebook = _selected(rulebook, os.environ["COMP_LINE"].split())
    autocomplete(parser(rulebook), always_complete_options=False, exit_method=sys.exit)


def _completion(options: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode([PROGRAM], shell=options.shell))
    return HOLDS


def _games(options: argparse.Namespace) -> int:
    titles = {}
    for name in registry.names():
        try:
            titles[name] = registry.rulebook_named(name).title
        except GameError as error:
            titles[name] = str(error)
    titles[options.rulebook.name] = options.rulebook.title
    rows = sorted(titles.items())
    if options.json:
        print_json([{"name": name, "title": title} for name, title in rows])
    else:
        output.table(("name", "game"), rows)
    return HOLDS


def _refuse(reason: object) -> int:
    """Print the reason, if standard error is open, and return the exit status `UNUSABLE`."""
    try:
        print(f"{getattr(reason, 'usage', '')}{reason}", file=sys.stderr, flush=True)
    except OSError:
        give_up_output(sys.stderr)
    return UNUSABLE


class _Version(argparse.Action):
    """Print the version, which is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # slow to import

        print(f"era {version('era-of-inventions')}")
        parser.exit()


def _selected(rulebook: AnyRulebook, words: Sequence[str]) -> AnyRulebook:
    """Return the rulebook that ``--game`` names. This option is parsed first because the others depend on the game."""
    first = Parser(prog=PROGRAM, add_help=False, allow_abbrev=False)
    first.add_argument("--game")
    name = first.parse_known_args(words)[0].game
    return rulebook if name in (None, rulebook.name) else registry.rulebook_named(name)


def parser(rulebook: AnyRulebook, start: str = PROGRAM) -> Parser:
    """Return the command-line parser for a rulebook. Its examples begin with ``start``."""
    top = Parser(prog=PROGRAM, description=f"The rules of {rulebook.title}.")
    game = top.add_argument(
        "--game", metavar="NAME", help="another installed game (`games` lists them)"
    )
    complete(game, registry.names)
    top.set_defaults(rulebook=rulebook)
    top.add_argument("--version", nargs=0, action=_Version, help="print the version and exit")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for part in (judging, playing, replaying, lookup, coverage, inspecting, simulating):
        part.add_to(commands, rulebook)
    query(commands, "games", _games, "list the installed games")
    completion = command(
        commands,
        "completion",
        _completion,
        "print the script with which a shell completes commands",
    )
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    add_examples(top, start, "", rulebook)
    return top
