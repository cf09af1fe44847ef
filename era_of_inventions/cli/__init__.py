"""The command ``era``: judge disputes, play, replay and show games, look up clauses, check sets, simulate."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from contextlib import suppress

from era_of_inventions.cli import components, judging, lookup, playing, records, simulating
from era_of_inventions.cli.command import FAILS, HOLDS, UNREAD, UNUSABLE, give_up_output
from era_of_inventions.tabletop.errors import GameError

__all__ = ["FAILS", "HOLDS", "UNREAD", "UNUSABLE", "main", "parser"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is returned."""
    options = parser().parse_args(arguments)
    if sys.stdout is None:
        return UNUSABLE
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal can show every character
    try:
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except GameError as error:
        return _refuse(error)
    except BrokenPipeError:
        # The reader of the pipe has gone away, and there is nobody to tell.
        give_up_output()
        return UNREAD
    except OSError as error:
        if error.filename is not None:  # a path that cannot even be looked at; an output has no name
            return _refuse(f"{error.filename}: cannot be read: {error.strerror}")
        give_up_output()
        return _refuse(f"the output cannot be written: {error.strerror}")
    except KeyboardInterrupt:
        return _refuse("interrupted")


def _refuse(why: object) -> int:
    """Tell why, if anybody reads it."""
    with suppress(OSError):
        print(why, file=sys.stderr)
    return UNUSABLE


class _Version(argparse.Action):
    """Look up the version only if it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # it takes as long to load as the whole library

        print(f"era {version('era-of-inventions')}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The command-line parser."""
    top = argparse.ArgumentParser(prog="era", description="The rules of Era of Inventions.")
    top.add_argument("--version", nargs=0, action=_Version, help="say which version this is, and exit")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for part in (judging, playing, records, lookup, components, simulating):
        part.add_to(commands)
    return top
