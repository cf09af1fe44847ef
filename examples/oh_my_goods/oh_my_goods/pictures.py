"""Pictures of positions: `text` for terminals, `svg` for pages. Both show the same `PARTS` of what they are given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from era_of_inventions.tabletop.fields import members
from era_of_inventions.tabletop.play.pictures import Pictures
from era_of_inventions.tabletop.render.document import Panel, Svg, document
from era_of_inventions.tabletop.render.text import WIDTH_MIN, rendered, wrapped
from oh_my_goods import panels
from oh_my_goods.components import NEEDED, RESOURCES, counted
from oh_my_goods.model import State, goods_on
from oh_my_goods.rules.market import HALF_SUNS
from oh_my_goods.shown import Face, View, plural


def _turn(view: View, width: int) -> Iterator[str]:
    yield f"{view.round_words.upper()}: {view.situation}"
    for words in (view.details, view.result, f"order of play: {view.order}"):
        if words:
            yield from wrapped(width, "  ", words.split(", "))


def _market(view: View, width: int) -> Iterator[str]:
    yield "MARKET"
    for row in view.market:
        counts = [f"{n}{mark} {name}" for n, mark, name in zip(row.counts, row.marks, RESOURCES, strict=True)]
        suns = f"{row.suns}{row.sun_mark} of {HALF_SUNS} half suns"
        yield from wrapped(width, f"  {row.title}: ", [plural(row.cards, "card"), suns, *counts])
    for words in (*view.offices, view.piles):
        yield from wrapped(width, "  ", words.split(", "))


def _offer(view: View, width: int) -> Iterator[str]:
    yield "ASSISTANTS ON OFFER"
    for side in view.offer:
        needs = f"needs {counted(side.needs, NEEDED)}{side.needs_mark}"
        yield from wrapped(width, f"  {side.id}: ", [side.cost, side.points, needs])
    if not view.state.table.offer:
        yield "  nobody"


def _players(view: View, width: int) -> Iterator[str]:
    for number, seat in enumerate(view.seats):
        if number:
            yield ""
        yield from _player(view, width, seat)


def _player(view: View, width: int, seat: int) -> Iterator[str]:
    mine = view.state.players[seat]
    yield f"{view.names[seat].upper()}: {view.head(seat)}"
    for base, _ in mine.buildings:
        face, goods = view.face(base), goods_on(mine, base)
        yield from _card(width, face, [view.person(mine, base), f"{goods} {face.makes}" if face.makes else ""], "")
    for side in members(mine.assistants):
        yield f"  {view.components.assistants[side].id}: {view.side_points(side)}"
    for words in view.apart(mine):
        yield from wrapped(width, "  ", words.split(", "))
    for card in members(mine.hand.known):
        face = view.face(card)
        yield from _card(width, face, [face.cost, face.makes], "hand ")
    if mine.hand.unknown:
        yield f"  hand {plural(mine.hand.unknown, 'unseen card')}"


def _card(width: int, face: Face, own: Sequence[str], where: str) -> Iterator[str]:
    """A building or a hand card."""
    pieces = (face.color, *own, face.needs, face.chain, face.gives, face.points)
    yield from wrapped(width - 1, f"  {where}{face.id}: ", [piece for piece in pieces if piece])


RENDERERS: Mapping[str, Callable[[View, int], Iterator[str]]] = {
    "turn": _turn,
    "market": _market,
    "offer": _offer,
    "players": _players,
}
"""What renders each part as text."""
PARTS = tuple(RENDERERS)
"""The parts of the table, in the order in which they are drawn."""


def text(
    state: State,
    *,
    names: Sequence[str] | None = None,
    parts: Collection[str] = PARTS,
    seats: Collection[int] | None = None,
    width: int | None = None,
) -> str:
    """Render a position in lines of at most ``width`` columns, by default 80.

    ``names`` are the players' names by seat, ``parts`` the parts of the table to show, ``seats`` the players to show.
    Raises `GameError` for a width below 80, and for invalid names, parts and seats.
    """
    return rendered(View.of(state, PARTS, names, parts, seats), RENDERERS, width or WIDTH_MIN)


def svg(
    state: State,
    *,
    names: Sequence[str] | None = None,
    parts: Collection[str] = PARTS,
    seats: Collection[int] | None = None,
    title: str | None = None,
    columns: int | None = None,
    prefix: str | None = None,
) -> Svg:
    """Render a position as a picture with a light and a dark color scheme.

    The arguments are those of `text`, and ``title``, ``columns`` (1 for a phone) and ``prefix`` those of `document`.
    Raises `GameError` for invalid names, parts, seats and columns.
    """
    view = View.of(state, PARTS, names, parts, seats)
    text = rendered(view, RENDERERS)
    return document(view, panels.SYMBOLS, _panels(view), text, title=title, columns=columns, prefix=prefix)


def _panels(view: View) -> Iterator[Panel[View]]:
    titled: dict[str, Panel[View]] = {
        "turn": (view.round_words, panels.turn),
        "market": ("Market", panels.market),
        "offer": ("Assistants on offer", panels.offer),
    }
    yield from (panel for part, panel in titled.items() if part in view.parts)
    for seat in view.seats if "players" in view.parts else ():
        yield view.names[seat], partial(panels.player, seat=seat)


PICTURES = Pictures(parts=PARTS, text=text, svg=svg)
"""The pictures of the game."""
