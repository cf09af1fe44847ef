"""What a game adds to disputes: how positions and moves are written in them, and what can be claimed of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import attrs

from era_of_inventions.tabletop.fields.quantities import Effect as Effect
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.setting import Setting

if TYPE_CHECKING:
    from era_of_inventions.tabletop.play.game import Game
    from era_of_inventions.tabletop.play.rulebook import Position

S = TypeVar("S", bound="Position")
M = TypeVar("M")


class Quantities(Protocol):
    """What can be measured in the positions of a setting, by the names people use.

    Each player has a quantity ``score``, and ``points ID`` for each clause that gives points.
    """

    def parse(self, text: str) -> Effect:
        """Read a claim about a quantity. Raises ValueError, in one sentence, if it is none."""

    def measure(self, effect: Effect, position: Any) -> int | str:
        """The value of the quantity in a position."""


@attrs.frozen
class PrintedValue:
    """A value printed on a component: its place in a component file, what is printed there, and where that comes from.

    ``source`` is "stated" (in a rulebook or in the dispute), "reported" or "assumed".
    """

    place: str
    text: str
    source: str

    def __str__(self) -> str:
        """The place and the value, with its source."""
        return f"{self.place} = {self.text} ({self.source})"


@attrs.frozen(eq=False, kw_only=True)
class DisputeForm(Generic[S, M]):
    """How disputes about a game are written.

    ``read_position`` makes a position of the tables ``[position]`` and
    ``[player]`` for the players of these names, and notes what is wrong in the readers. ``quantities`` are those that
    can be measured in a setting by players of these names. ``values_of_verdict`` and ``values_of_quantity`` list the
    printed values that the judgement of a move in a position, and a quantity in it, depend on.
    """

    read_position: Callable[[Reader, Reader, Game[S, M], tuple[str, ...]], S]
    quantities: Callable[[Setting[Any, Any], Sequence[str]], Quantities]
    values_of_verdict: Callable[[S, Verdict], Iterable[PrintedValue]] = lambda *_: ()
    values_of_quantity: Callable[[S, str], Iterable[PrintedValue]] = lambda *_: ()
