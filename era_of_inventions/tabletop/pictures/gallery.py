"""The pictures of a game: the parts of its table, each as text and as panels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from era_of_inventions.tabletop.errors import GameError, describe
from era_of_inventions.tabletop.pictures.canvas import INNER, Canvas, Symbols, Thing
from era_of_inventions.tabletop.pictures.columns import WIDTH, rendered, wrapped
from era_of_inventions.tabletop.pictures.frame import V
from era_of_inventions.tabletop.pictures.svg import Panel, Svg, document
from era_of_inventions.tabletop.play.rulebook import Pictures


class Part(NamedTuple, Generic[V]):
    """A part of the table: a function that renders it as text of a given width, and the panels that draw it."""

    text: Callable[[V, int], Iterator[str]]
    panels: Callable[[V], Iterable[Panel[V]]]


def whose_turn(about: Callable[[V], Iterable[str]] = lambda view: ()) -> Part[V]:
    """Return the part with the next decision, lines ``about`` it, the result, and the order of play."""

    def words_of(view: V) -> Iterator[str]:
        order = ", ".join(view.names[seat] for seat in view.order)
        return filter(None, (*about(view), view.result, f"order of play: {order}"))

    def lines(view: V, width: int) -> Iterator[str]:
        yield f"{view.round_words.upper()}: {view.situation}"
        for words in words_of(view):
            yield from wrapped(width, "  ", words.split(", "))

    def draw(canvas: Canvas[V]) -> float:
        canvas.text(0, 4, canvas.view.situation, "b", INNER)
        y = 4.0
        for words in words_of(canvas.view):
            y = canvas.lines(0, y + 18, words, "s", INNER)
        return y + 4

    return Part(lines, lambda view: [(view.round_words, draw)])


def gallery(
    kind: type[V],
    shown: Mapping[str, Part[V]],
    symbols: Symbols,
    things_of: Callable[[Any, Any], Iterable[Thing]] = lambda move, state: (),
) -> Pictures:
    """Return the pictures of a game. ``kind`` is the class of its views, and ``shown`` has the parts by their names.

    ``things_of`` returns the things to which a move in a position refers, so that they
    can be highlighted.
    """
    every = tuple(shown)
    renderers = {name: part.text for name, part in shown.items()}

    def text(
        state: Any,
        *,
        names: Sequence[str] | None = None,
        parts: Collection[str] = every,
        seats: Collection[int] | None = None,
        width: int = WIDTH,
    ) -> str:
        """Render a position in lines of at most ``width`` columns.

        ``names`` are the players' names by seat, ``parts`` the parts of the table to
        show, ``seats`` the players to show. Raises `GameError` for a width below 80,
        and for invalid names, parts and seats.
        """
        return rendered(kind.of(state, every, names, parts, seats), renderers, width)

    def svg(
        state: Any,
        *,
        names: Sequence[str] | None = None,
        parts: Collection[str] = every,
        seats: Collection[int] | None = None,
        highlight: Iterable[Any] = (),
        title: str | None = None,
        columns: int | None = None,
        prefix: str | None = None,
    ) -> Svg:
        """Render a position as a picture with a light and a dark color scheme.

        The first arguments are those of `text`. The things that the moves of
        ``highlight`` refer to get a bold border. ``title`` is the accessible title.
        ``columns`` is the number of columns of panels, 1 for a phone; by default two if
        there are more than three panels. ``prefix`` is the prefix of the ids in the
        document; by default it is a hash of the content, so that different pictures can
        be on one page. Raises `GameError` for invalid names, parts, seats and columns.
        """
        if not isinstance(highlight, Iterable):
            raise GameError(f"highlight is {describe(highlight)}; expected a list of moves")
        view = kind.of(state, every, names, parts, seats)
        panels = (panel for name in view.parts for panel in shown[name].panels(view))
        hot = frozenset(thing for move in highlight for thing in things_of(move, state))
        lines = rendered(view, renderers)
        return document(
            view, symbols, panels, lines, hot=hot, title=title, columns=columns, prefix=prefix
        )

    return Pictures(parts=every, text=text, svg=svg)
