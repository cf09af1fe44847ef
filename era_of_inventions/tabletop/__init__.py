"""What any rulebook needs, whatever the game. Authors of rulebooks import from here.

The rooms stand in layers, each of which needs only those before it: errors, text, values, law, box, play, pictures,
record, disputes, documents, testing, cli. None of them knows a game.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from era_of_inventions.tabletop._names import *  # noqa: F403
    from era_of_inventions.tabletop._names import __all__ as __all__
else:
    # Loaded when first asked for: the rooms themselves do not need their face, and importing one must not load all.

    def __getattr__(name: str) -> Any:
        """A name that a rulebook is written with."""
        if (name.startswith("_") and name != "__all__") or find_spec(f"{__name__}.{name}"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        names = import_module("era_of_inventions.tabletop._names")
        return names.__all__ if name == "__all__" else _found(names, name)

    def _found(names: Any, name: str) -> Any:
        if name not in names.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(names, name)

    def __dir__() -> list[str]:
        """The names that a rulebook is written with."""
        return [*import_module("era_of_inventions.tabletop._names").__all__]
