"""What all commands share: the exit statuses, and how an option is read."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from era_of_inventions.component_files import load_shipped, read_components, shipped
from era_of_inventions.errors import EraError
from era_of_inventions.model.components import Components

HOLDS, FAILS, UNUSABLE = 0, 1, 2
"""Exit statuses: all is as expected (or the claims hold), it is not, the input cannot be used."""
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], text: str
) -> argparse.ArgumentParser:
    """Add a command that is carried out by ``run``, which returns the exit status."""
    added = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    added.set_defaults(run=run)
    return added


def whole(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be used; expected a whole number") from None


def positive(text: str) -> int:
    """A whole number, 1 or more."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be used; expected a whole number, 1 or more")
    return number


def ending(path: Path) -> str:
    """What the name of a file ends in, in small letters."""
    return path.suffix.lower()


def component_set(name: str) -> Components:
    """The shipped set of that name, or that of the file."""
    if name in shipped():
        return load_shipped(name)
    if ending(Path(name)) != ".toml":
        raise EraError(f"there is no set {name!r}; expected {', '.join(shipped())} or a file that ends in .toml")
    return read_components(Path(name))
