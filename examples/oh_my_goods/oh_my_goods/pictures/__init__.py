"""Pictures of positions: `text` for terminals, `svg` for pages. Both show the same `PARTS` of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from era_of_inventions.tabletop import Part, each_player, gallery, members, plural, whose_turn, wrapped
from oh_my_goods.box import NEEDED, RESOURCES, counted
from oh_my_goods.pictures import panels
from oh_my_goods.pictures.view import Face, View
from oh_my_goods.position import goods_on
from oh_my_goods.rules.market import HALF_SUNS


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
    """Yield a building or a hand card."""
    pieces = (face.color, *own, face.needs, face.chain, face.gives, face.points)
    yield from wrapped(width - 1, f"  {where}{face.id}: ", [piece for piece in pieces if piece])


PICTURES = gallery(
    View,
    {
        "turn": whose_turn(lambda view: (view.details, view.result, f"order of play: {view.order}")),
        "market": Part(_market, lambda _: [("Market", panels.market)]),
        "offer": Part(_offer, lambda _: [("Assistants on offer", panels.offer)]),
        "players": each_player(_player, panels.player),
    },
    panels.SYMBOLS,
)
"""The pictures of the game."""
PARTS, text, svg = PICTURES.parts, PICTURES.text, PICTURES.svg
