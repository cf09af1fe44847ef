"""Rendering of positions as SVG, for pages, notebooks and files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

from era_of_inventions.model import moves
from era_of_inventions.model.state import State
from era_of_inventions.render import panels
from era_of_inventions.render.symbols import SYMBOLS
from era_of_inventions.render.text import PARTS, RENDERERS
from era_of_inventions.render.view import View
from era_of_inventions.tabletop.pictures.canvas import Canvas, Thing
from era_of_inventions.tabletop.pictures.columns import rendered
from era_of_inventions.tabletop.pictures.svg import Panel, Svg, document
from era_of_inventions.tabletop.values import members

_PANELS: dict[str, tuple[str, Callable[[Canvas[View]], float]]] = {
    "status": ("", panels.status),
    "areas": ("Action areas", panels.areas),
    "market": ("Exchange market", panels.market),
    "factories": ("Factories", panels.factories),
    "display": ("Invention cards", panels.display),
    "loads": ("Ships and storage houses", panels.loads),
    "inventions": ("Inventions", panels.inventions),
    "patents": ("Patent track", panels.patents),
    "influence": ("Influence track", panels.influence),
}


def svg(
    state: State,
    *,
    names: Sequence[str] | None = None,
    parts: Collection[str] = PARTS,
    seats: Collection[int] | None = None,
    highlight: Iterable[moves.Move] = (),
    title: str | None = None,
    columns: int | None = None,
    prefix: str | None = None,
) -> Svg:
    """Render a position as a picture with a light and a dark color scheme.

    ``names`` are the players' names by seat, ``parts`` the parts of the table to draw, ``seats`` the players whose mats
    are drawn. The things that the moves of ``highlight`` refer to get a bold border. ``title`` is the accessible title.
    ``columns`` is the number of columns of panels, 1 for a phone; by default two if there are more than three panels.
    ``prefix`` is the prefix of the ids in the document; by default it is a hash of the content, so that different
    pictures can be on one page. Raises `GameError` for invalid names, parts, seats and columns.
    """
    view = View.of(state, PARTS, names, parts, seats)
    hot = frozenset(thing for move in highlight for thing in _things_of(move, state))
    text = rendered(view, RENDERERS)
    return document(view, SYMBOLS, _panels(view), text, hot=hot, title=title, columns=columns, prefix=prefix)


def _panels(view: View) -> Iterator[Panel[View]]:
    for part, (title, draw) in _PANELS.items():
        if part in view.parts:
            yield title or view.round_words, draw
    for seat in view.seats if "mats" in view.parts else ():
        yield "", partial(panels.mat, seat=seat)


def _things_of(move: moves.Move, state: State) -> Iterator[Thing]:
    """Yield the things that a move refers to; none for moves such as ending a turn."""
    match move:
        case moves.PlaceDisc(area) | moves.Resolve(area) | moves.Withdraw(area):
            yield "area", area
        case moves.BuildFactory(factory):
            yield "factory", factory
        case moves.RunFactory(factory):
            yield "run", factory
        case moves.RunAllFactories():
            yield from (("run", factory) for factory in members(state.me.factories))
        case moves.BuyLoad(source):
            yield "source", source
        case moves.ProduceInvention(card):
            yield "card", card
        case moves.TakeCog():
            yield "cog", 0
        case moves.Exchange(line):
            yield "line", line
        case moves.Develop(space):
            yield "space", space
        case moves.RegisterPatent(space):
            yield "square", state.me.patents + 1
            if space is not None:
                yield "space", space
