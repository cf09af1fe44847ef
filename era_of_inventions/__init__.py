"""The rules of the board game Era of Inventions: immutable states, legal moves, verdicts with reasons.

>>> import random
>>> from era_of_inventions import Area, Game, moves
>>> game = Game(players=4)
>>> state = game.new(rng=random.Random(1))
>>> state = game.play(state, moves.PlaceDisc(Area.MARKET))
>>> game.judge(state, moves.PlaceDisc(Area.MARKET)).legal
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from era_of_inventions._names import *  # noqa: F403
    from era_of_inventions._names import __all__ as __all__

    __version__: str
else:
    # Loaded when first asked for, because Hypothesis imports this package wherever both are installed, to ask for
    # strategies, and because most commands and programs need a part of it alone.

    def __getattr__(name: str) -> Any:
        """A public name, or the version of the package."""
        if name == "__version__":
            return import_module("importlib.metadata").version("era-of-inventions")
        if name != "__all__" and name.startswith("__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        _names = import_module("era_of_inventions._names")
        globals().update(
            {known: getattr(_names, known) for known in (*_names.__all__, "__all__")}
        )
        if name not in globals():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return globals()[name]

    def __dir__() -> list[str]:
        """The public names."""
        return [*__getattr__("__all__")]
