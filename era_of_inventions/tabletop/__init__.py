"""What any rulebook needs, whatever the game. Authors of rulebooks import from here.

The modules and subpackages are layered. Each imports only those before it in this list:
errors, text, values, law, box, play, pictures, records, disputes, documents, testing,
cli. None of them knows a game.
"""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Return what this package offers under a name: something that rulebooks are written with, or a subpackage."""
    return import_module(f"{__name__}.face").offered(__name__, name)


def __dir__() -> list[str]:
    """Return the names with which rulebooks are written."""
    return [*__getattr__("__all__")]
