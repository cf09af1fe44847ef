"""The rules of the board game Era of Inventions: immutable states, legal moves, verdicts with reasons.

>>> import random
>>> from era_of_inventions import Area, Game, moves
>>> game = Game(players=4)
>>> state = game.new(rng=random.Random(1))
>>> state = game.play(state, moves.PlaceDisc(Area.MARKET))
>>> game.judge(state, moves.PlaceDisc(Area.MARKET)).legal
True
"""

import sys
from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Return a public name, or the version of the package."""
    if name == "__version__":
        return import_module("importlib.metadata").version("era-of-inventions")
    value = import_module("era_of_inventions.tabletop.face").offered(__name__, name)
    if "hypothesis" in sys.modules:
        import_module("era_of_inventions.hypothesis_plugin").register()
    return value


def __dir__() -> list[str]:
    """The public names."""
    return [*__getattr__("__all__")]
