"""Shared by all commands: exit statuses, types of options, and helpers for output."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO, TypeAlias

from era_of_inventions.tabletop.box import ComponentSets
from era_of_inventions.tabletop.cli import output
from era_of_inventions.tabletop.errors import GameError, describe, hint
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.pictures.characters import printable
from era_of_inventions.tabletop.play.calls import called
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.reserved import SPECTATOR
from era_of_inventions.tabletop.play.rulebook import AnyRulebook, Pictures
from era_of_inventions.tabletop.play.verdict_text import WIDTH, verdict_lines, wrapped
from era_of_inventions.tabletop.records.position_text import show_position
from era_of_inventions.tabletop.records.saving import save_bytes
from era_of_inventions.tabletop.values.outline import TURN, subjects

HOLDS, FAILS, UNUSABLE = 0, 1, 2
"""Exit statuses: everything is as expected (or the claims hold); something is not; the input is unusable."""
ENDED = 128
"""The exit status after a signal is this plus the number of the signal."""
UNREAD = ENDED + 13
"""The exit status if the reader closes the output: the same as if SIGPIPE ended the program."""
PLAYERS = "players"
"""The name of the part with the players' lines, if positions are shown as lines of text."""
WIDTH_MIN = 40
"""The minimum width to which text is wrapped, as on a phone."""
DIGITS_MAX = 40
"""The most digits of a number in the input."""
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


class UsageError(GameError):
    """Arguments do not fit the command. ``usage`` is the text that shows which arguments it takes."""

    def __init__(self, message: str, usage: str) -> None:
        """Store the usage."""
        super().__init__(message)
        self.usage = usage


class Parser(argparse.ArgumentParser):
    """A parser of arguments that suggests similar words for a wrong one, and whose help ends with examples."""

    examples: Callable[[], Iterable[str]] = tuple
    """A function that returns the examples of the command."""

    def add_file(self, name: str, text: str, metavar: str = "FILE", **options: Any) -> None:
        """Add an argument that is the path of a file or folder."""
        self.add_argument(name, type=file_path, metavar=metavar, help=text, **options)

    def add_flag(self, name: str, text: str) -> None:
        """Add an option without a value, which is false unless it is used."""
        self.add_argument(name, action="store_true", help=text)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse all arguments. Unknown ones are an error, with the usage of the subcommand that they follow."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            parser = getattr(options, "parser", self)
            known = [text for action in parser._actions for text in action.option_strings]
            parser.error(
                f"unrecognized arguments: {' '.join(unknown)}{hint(unknown[0].partition('=')[0], known)}"
            )
        return options

    def error(self, message: str) -> NoReturn:
        """Raise a `UsageError`, which suggests similar words if a choice is wrong."""
        if match := re.search(r"invalid choice: '(.*)' \(choose from (.*)\)$", message):
            message += hint(match[1], [choice.strip("'") for choice in match[2].split(", ")])
        raise UsageError(f"{self.prog}: error: {printable(message)}", self.format_usage())

    def format_help(self) -> str:
        """Return the help, with examples at the end."""
        examples = "".join(f"  {example}\n" for example in self.examples())
        return super().format_help() + (examples and f"\nexamples:\n{examples}")


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], text: str
) -> Parser:
    """Add a command. ``run`` executes it and returns the exit status."""
    added = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    added.set_defaults(run=run, parser=added)
    hidden = argparse.SUPPRESS  # the game is chosen before a command is parsed
    added.add_argument("--game", default=hidden, help=hidden)
    return added


def subcommands(parser: Parser) -> dict[str, Parser]:
    """Return the parsers of a parser's subcommands, by name; an empty dict if it has no subcommands."""
    groups = (
        action for action in parser._actions if isinstance(action, argparse._SubParsersAction)
    )
    return next((dict(action.choices) for action in groups), {})


def query(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], text: str
) -> Parser:
    """Add a command that can answer in JSON."""
    added = command(commands, name, run, text)
    added.add_flag("--json", "print the answer, or the error, as JSON")
    return added


def complete(action: argparse.Action, words: Callable[[], Iterable[str]]) -> None:
    """Let shells offer the words that ``words`` returns when they complete an argument."""
    action.completer = lambda **_: words()  # type: ignore[attr-defined]  # argcomplete looks for it


def add_components(parser: Parser, rulebook: AnyRulebook, name: str, **options: Any) -> None:
    """Add an argument that is the name of a shipped component set or of a file."""

    def names(prefix: str, **_: object) -> list[str]:
        from argcomplete.completers import FilesCompleter

        return [*rulebook.components.shipped(), *FilesCompleter()(prefix)]

    parser.add_argument(name, metavar="SET", **options).completer = names  # type: ignore[attr-defined]


def add_game(parser: Parser, rulebook: AnyRulebook) -> None:
    """Add the options that choose the setting of a game."""
    usual = usual_players(rulebook)
    counts = rulebook.player_counts()
    parser.add_argument(
        "-p", "--players", type=whole, choices=counts, help=f"how many play (default {usual})"
    )
    parser.add_argument(
        "--ruleset",
        choices=rulebook.ruleset.presets,
        help="the preset of readings (default 'default')",
    )
    usual_set = f"a shipped set or a file (default {rulebook.components.default!r})"
    add_components(parser, rulebook, "--components", help=usual_set)


def chosen_game(options: argparse.Namespace, players: int = 0) -> AnyGame:
    """Return the game that the options choose.

    If they do not state the number of players, it is ``players``, or the usual number
    if that is 0.
    """
    players = options.players or players or usual_players(options.rulebook)
    return Game(
        options.rulebook, players, options.ruleset or "default", *chosen_sets(options)
    )


def chosen_sets(options: argparse.Namespace) -> list[Any]:
    """Return a list with the component set of the option ``--components``, empty if the option is not used."""
    return (
        []
        if options.components is None
        else [component_set(options.rulebook.components, options.components)]
    )


def print_json(data: object) -> None:
    """Print plain data as JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=True))


def write_new(path: Path, text: str, options: argparse.Namespace, more: str = "") -> int:
    """Write a text into a new file, and report it like `written`. Raises `FileError` if the file exists."""
    save_bytes(path, text.encode(), overwrite=False)
    return written(path, options, more)


def written(path: Path, options: argparse.Namespace, more: str = "") -> int:
    """Report that a file was written, and return the exit status."""
    if options.json:
        print_json({"written": str(path)})
    else:
        print(f"{path}: written{more}")
    return HOLDS


def number(text: str) -> int | None:
    """Parse a whole number; None if the text is not one, or has more than `DIGITS_MAX` digits."""
    return int(text) if re.fullmatch(rf"\s*[+-]?[0-9]{{1,{DIGITS_MAX}}}\s*", text) else None


def brief(text: str) -> str:
    """Shorten a number with very many digits for a message."""
    return text if len(text) <= DIGITS_MAX else f"{text[:DIGITS_MAX]}..."


def file_path(text: str) -> Path:
    """Return a text as a path. Raises `GameError` if it is empty or has control characters."""
    if not text:
        raise GameError("the path is empty; expected the name of a file or folder")
    if re.search(r"[\x00-\x1f\x7f-\x9f]", text):
        raise GameError(
            f"the path is {describe(text)}; expected one without control characters"
        )
    return Path(text)


def whole(text: str) -> int:
    """Parse a whole number in an option. Raises ``ArgumentTypeError`` if the text is none."""
    return _expected(text, number(text), "a whole number")


def positive(text: str) -> int:
    """Parse a whole number, 1 or more, in an option. Raises ``ArgumentTypeError`` if the text is none."""
    value = number(text)
    return _expected(
        text, value if value and value > 0 else None, "a whole number, 1 or more"
    )


def _expected(text: str, value: int | None, what: str) -> int:
    if value is None:
        digits = f", with up to {DIGITS_MAX} digits" if len(text) > DIGITS_MAX else ""
        raise argparse.ArgumentTypeError(
            f"{describe(text)} cannot be used; expected {what}{digits}"
        )
    return value


def ending(path: Path) -> str:
    """Return the suffix of a file name, in lower case."""
    return path.suffix.lower()


def add_seat(parser: Parser, verb: str) -> None:
    """Add the option ``--seat``, which restricts the output to what a player or a spectator may know."""
    text = f"{verb} only what this player or, with {SPECTATOR!r}, a spectator may know (default: everything)"
    parser.add_argument("--seat", metavar="NAME", help=text)


def seat_of(name: str, names: Sequence[str], *, spectator: bool = False) -> int | None:
    """Return the seat of the player with this name, or None for a spectator. Raises `GameError` if nobody has it."""
    folded = [other.casefold() for other in names]
    if name.casefold() in folded:
        return folded.index(name.casefold())
    if spectator and name.casefold() == SPECTATOR:
        return None
    expected = (*names, SPECTATOR) if spectator else names
    raise GameError(
        f"nobody is called {describe(name)}; expected one of {', '.join(expected)}"
    )


def component_set(sets: ComponentSets[Any], name: str, *, every: bool = False) -> Any:
    """Return the shipped set of that name, or the set in the file of that name.

    Raises `GameError` if there is none. If ``every`` is true, each unfilled value is a
    problem of its own; otherwise one problem counts them all.
    """
    if name in sets.shipped():
        return sets.load(name)
    path = file_path(name)
    if ending(path) != ".toml":
        raise GameError(
            f"there is no set {describe(name)}; expected {', '.join(sets.shipped())} or a file that ends in .toml"
        )
    return sets.read(path) if every else sets.playable(path)


def text_width() -> int:
    """Return the width to which text is wrapped in this terminal."""
    return min(WIDTH, max(WIDTH_MIN, shutil.get_terminal_size((WIDTH, 24)).columns))


def drawing_width() -> int:
    """Return the width of drawings of positions in this terminal."""
    return max(80, min(shutil.get_terminal_size((100, 24)).columns, 100))


def print_verdict(verdict: Verdict, names: Sequence[str], ruleset: BaseRuleset) -> None:
    """Print everything in a verdict, wrapped to the width of the terminal."""
    output.verdict("\n".join(verdict_lines(verdict, names, ruleset, width=text_width())))


def paragraph(head: str, text: str, indent: str | None = None) -> None:
    """Print a text after a head, wrapped to the width of the terminal.

    Further lines begin with ``indent``, by default as many blanks as the head has
    characters.
    """
    print("\n".join(wrapped(head, text, text_width(), indent)))


def give_up_output(stream: TextIO | None = None) -> None:
    """Discard what a stream (default standard output) holds, so that Python does not try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())


def usual_players(rulebook: AnyRulebook) -> int:
    """Return the default number of players: the middle one of the possible numbers."""
    counts = rulebook.player_counts()
    return counts[len(counts) // 2]


def pictures_of(rulebook: AnyRulebook) -> Pictures:
    """Return the pictures of a game: its own or, if it has none, pictures that are lines of text."""
    if rulebook.pictures is None:
        return _as_lines(rulebook)
    pictures: Pictures = called(rulebook, "pictures")
    return pictures


def _as_lines(rulebook: AnyRulebook) -> Pictures:
    """Return pictures that draw a position as the lines of a file; a part is what a line is about, such as a player."""
    parts = (TURN, *(part for part in subjects(rulebook.state) if part != TURN), PLAYERS)

    def text(
        state: Any,
        *,
        names: Sequence[str] | None = None,
        parts: Collection[str] = parts,
        seats: Collection[int] | None = None,
        width: int = 0,
    ) -> str:
        known = tuple(names or rulebook.grammar.seat_names(state.setting.players))
        seated = [name for seat, name in enumerate(known) if seats is None or seat in seats]
        shown = {*map(str.casefold, (*parts, *(seated if PLAYERS in parts else ())))}
        lines = (
            line
            for line in show_position(state, None, known)
            if line.partition(":")[0].casefold() in shown
        )
        return "\n".join(
            part
            for line in lines
            for part in wrapped("", line, width or text_width(), "    ")
        )

    return Pictures(parts=parts, text=text, svg=_no_svg)


def _no_svg(state: Any, **_: Any) -> str:
    raise GameError(
        f"there are no drawings of {state.setting.rulebook.title}; leave out --svg"
    )
