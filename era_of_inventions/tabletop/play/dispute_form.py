"""What a game adds to disputes: how positions are written in them, and what can be claimed of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.fields.quantities import Quantity
from era_of_inventions.tabletop.fields.values import COUNT_MAX, Mask
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.law.verdict import Verdict

if TYPE_CHECKING:
    from era_of_inventions.tabletop.play.game import Game
    from era_of_inventions.tabletop.play.rulebook import AnyPosition

S = TypeVar("S", bound="AnyPosition")
M = TypeVar("M")


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


def values_at(sets: ComponentSets[Any], components: Any, paths: Iterable[str]) -> Iterator[PrintedValue]:
    """Yield what is printed at these key paths of a component set, as far as anything is."""
    texts = sets.printed(components)
    for path in paths:
        if path in texts:
            yield PrintedValue(path, texts[path], sets.source(components, path).source)


@attrs.frozen(eq=False, kw_only=True)
class DisputeForm(Generic[S, M]):
    """What is special about disputes over a game. Everything has a default.

    ``read_position`` makes a position of the tables ``[position]`` and ``[player]`` for the players of these names, and
    notes what is wrong in the readers; without it, `era_of_inventions.tabletop.disputes.position.read_position` does.
    ``lying`` are the kinds of things of which can be claimed where each lies, with the places that no field holds, such
    as that of cards out of the game: by their words, what lies there.
    ``most`` is the most of anything that can be written, and ``rules`` are the clauses that bound the numbers of
    fields.
    ``foregone`` is the move of chance in a position that goes without saying, because any other would come to the same,
    such as an unknown card that is laid face down; None if there is none. It is made where a claim does not make it.
    ``stops`` are the moves by which a player only stops, the innermost first: an action before the turn.
    ``quantities`` can be measured besides those of the declared fields and the score. ``values_of_verdict`` and
    ``values_of_quantity`` list the printed values that the judgement of a move in a position, and a quantity in it,
    depend on.
    """

    read_position: Callable[[Reader, Reader, Game[S, M], tuple[str, ...]], S] | None = None
    lying: Mapping[type, Mapping[str, Callable[[S], Mask[Any]]]] = attrs.field(factory=dict)
    most: int = COUNT_MAX
    rules: Mapping[str, str] = attrs.field(factory=dict)
    foregone: Callable[[S], M | None] = lambda _: None
    stops: tuple[M, ...] = ()
    quantities: Sequence[Quantity] = ()
    values_of_verdict: Callable[[S, Verdict], Iterable[PrintedValue]] = lambda *_: ()
    values_of_quantity: Callable[[S, str], Iterable[PrintedValue]] = lambda *_: ()
