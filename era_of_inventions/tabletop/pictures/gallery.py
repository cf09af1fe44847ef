"""The pictures of a game: the parts of its table, each as text and as panels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from era_of_inventions.tabletop.pictures.canvas import INNER, Canvas, Symbols
from era_of_inventions.tabletop.pictures.columns import WIDTH_MIN, rendered, wrapped
from era_of_inventions.tabletop.pictures.frame import V
from era_of_inventions.tabletop.pictures.svg import Panel, Svg, document
from era_of_inventions.tabletop.play.renderer import Pictures


class Part(NamedTuple, Generic[V]):
    """A part of the table: a function that renders it as text of a given width, and the panels that draw it."""

    text: Callable[[V, int], Iterator[str]]
    panels: Callable[[V], Iterable[Panel[V]]]


def each_player(text: Callable[[V, int, int], Iterator[str]], draw: Callable[[Canvas[V], int], float]) -> Part[V]:
    """Return the part with the lines and panel of each player; both functions take the seat last."""

    def lines(view: V, width: int) -> Iterator[str]:
        for number, seat in enumerate(view.seats):
            if number:
                yield ""
            yield from text(view, width, seat)

    def panel(seat: int) -> Callable[[Canvas[V]], float]:
        return lambda canvas: draw(canvas, seat)

    return Part(lines, lambda view: [(view.names[seat], panel(seat)) for seat in view.seats])


def whose_turn(about: Callable[[V], Iterable[str]]) -> Part[V]:
    """Return the part with the next decision of the table, and a line for each of the words ``about`` it."""

    def lines(view: V, width: int) -> Iterator[str]:
        yield f"{view.round_words.upper()}: {view.situation}"
        for words in filter(None, about(view)):
            yield from wrapped(width, "  ", words.split(", "))

    def draw(canvas: Canvas[V]) -> float:
        canvas.text(0, 4, canvas.view.situation, "b", INNER)
        y = 4.0
        for words in filter(None, about(canvas.view)):
            y = canvas.lines(0, y + 18, words, "s", INNER)
        return y + 4

    return Part(lines, lambda view: [(view.round_words, draw)])


def gallery(kind: type[V], shown: Mapping[str, Part[V]], symbols: Symbols) -> Pictures:
    """Return the pictures of a game whose positions are shown as this kind of view, in parts by their names."""
    every = tuple(shown)
    renderers = {name: part.text for name, part in shown.items()}

    def text(
        state: Any,
        *,
        names: Sequence[str] | None = None,
        parts: Collection[str] = every,
        seats: Collection[int] | None = None,
        width: int | None = None,
    ) -> str:
        """Render a position in lines of at most ``width`` columns, by default 80.

        ``names`` are the players' names by seat, ``parts`` the parts of the table to show, ``seats`` the players to
        show. Raises `GameError` for a width below 80, and for invalid names, parts and seats.
        """
        return rendered(kind.of(state, every, names, parts, seats), renderers, width or WIDTH_MIN)

    def svg(
        state: Any,
        *,
        names: Sequence[str] | None = None,
        parts: Collection[str] = every,
        seats: Collection[int] | None = None,
        title: str | None = None,
        columns: int | None = None,
        prefix: str | None = None,
    ) -> Svg:
        """Render a position as a picture with a light and a dark color scheme.

        The arguments are those of `text`, and ``title``, ``columns`` (1 for a phone) and ``prefix`` those of
        `document`. Raises `GameError` for invalid names, parts, seats and columns.
        """
        view = kind.of(state, every, names, parts, seats)
        panels = (panel for name in view.parts for panel in shown[name].panels(view))
        return document(view, symbols, panels, rendered(view, renderers), title=title, columns=columns, prefix=prefix)

    return Pictures(parts=every, text=text, svg=svg)
