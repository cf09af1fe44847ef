"""What any rulebook needs, whatever the game. Authors of rulebooks import from here.

The rooms stand in layers, each of which needs only those before it: errors, text, values, law, box, play, pictures,
record, disputes, documents, testing, cli. None of them knows a game.
"""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Return a name that a rulebook is written with, or a room."""
    return import_module(f"{__name__}.face").offered(__name__, name)


def __dir__() -> list[str]:
    """The names that a rulebook is written with."""
    return [*__getattr__("__all__")]
