"""What all commands share: the exit statuses, and how an option is read."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.errors import GameError, describe
from era_of_inventions.tabletop.play.pictures import Pictures
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.verdict_text import WIDTH
from era_of_inventions.tabletop.record.positions import show_position

HOLDS, FAILS, UNUSABLE = 0, 1, 2
"""Exit statuses: all is as expected (or the claims hold), it is not, the input cannot be used."""
ENDED = 128
"""The exit status of a program that a signal has ended is this plus the number of the signal."""
UNREAD = ENDED + 13
"""The exit status if nobody reads the output any more: that of a program that SIGPIPE has ended."""
WIDTH_MIN = 40
"""The fewest columns that texts are wrapped to, as on a phone."""
DIGITS_MAX = 40
"""The most digits of a number that is typed in."""
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], text: str
) -> argparse.ArgumentParser:
    """Add a command that is carried out by ``run``, which returns the exit status."""
    added = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    added.set_defaults(run=run)
    return added


def number(text: str) -> int | None:
    """The whole number that a text says; None if it says none, or one of more than `DIGITS_MAX` digits."""
    return int(text) if re.fullmatch(rf"\s*[+-]?[0-9]{{1,{DIGITS_MAX}}}\s*", text) else None


def brief(text: str) -> str:
    """A number, which may have very many digits, as a message shows it."""
    return text if len(text) <= DIGITS_MAX else f"{text[:DIGITS_MAX]}..."


def whole(text: str) -> int:
    """A whole number."""
    return _expected(text, number(text), "a whole number")


def positive(text: str) -> int:
    """A whole number, 1 or more."""
    found = number(text)
    return _expected(text, found if found and found > 0 else None, "a whole number, 1 or more")


def _expected(text: str, found: int | None, what: str) -> int:
    if found is None:
        digits = f", with up to {DIGITS_MAX} digits" if len(text) > DIGITS_MAX else ""
        raise argparse.ArgumentTypeError(f"{describe(text)} cannot be used; expected {what}{digits}")
    return found


def ending(path: Path) -> str:
    """What the name of a file ends in, in lower case."""
    return path.suffix.lower()


def component_set(sets: ComponentSets[Any], name: str) -> Any:
    """The shipped set of that name, or the set in the file of that name."""
    if name in sets.shipped():
        return sets.load(name)
    if ending(Path(name)) != ".toml":
        raise GameError(f"there is no set {name!r}; expected {', '.join(sets.shipped())} or a file that ends in .toml")
    return sets.read(Path(name))


def text_width() -> int:
    """How many columns a text has in this terminal."""
    return min(WIDTH, max(WIDTH_MIN, shutil.get_terminal_size((WIDTH, 24)).columns))


def give_up_output() -> None:
    """Discard what is still to be written, so that Python does not try to write it once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def usual_players(rulebook: Rulebook[Any, Any]) -> int:
    """How many play if nobody says so: the middle one of the numbers there are."""
    counts = rulebook.player_counts()
    return counts[len(counts) // 2]


def pictures_of(state: Any) -> Pictures:
    """The pictures of the game that a position belongs to: its own, or the lines in which a position is written."""
    rulebook = state.setting.rulebook
    pictures: Pictures = _LINES if rulebook.pictures is None else rulebook.pictures()
    return pictures


def _lines(state: Any, *, names: tuple[str, ...] | None = None, **_: Any) -> str:
    return "\n".join(
        show_position(state, None, names or state.setting.rulebook.grammar.seat_names(state.setting.players))
    )


def _no_svg(state: Any, **_: Any) -> str:
    raise GameError(f"there are no drawings of {state.setting.rulebook.title}; leave out --svg")


_LINES = Pictures(parts=(), text=_lines, svg=_no_svg)
