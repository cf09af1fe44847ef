"""Pictures of positions: `text` for terminals, `svg` for pages. Both show the same `PARTS` of a position."""

from __future__ import annotations

from collections.abc import Iterator

from era_of_inventions.tabletop import Part, columns, each_player, gallery, plural, whose_turn, wrapped
from phoenicia.pictures import panels
from phoenicia.pictures.view import Face, View
from phoenicia.rules.overlord import CITY_STATE

PIECES = {"storehouses": "storehouse", "untrained": "worker", "trained": "trained worker"}
"""The benefits of cards besides points, in words."""


def _display(view: View, width: int) -> Iterator[str]:
    yield "DISPLAY"
    for kind, number, face in view.display:
        up = ["put up"] if kind == view.state.turn.kind else []
        yield from _card(width, number, face, [*up, face.minimum])
    if not view.display:
        yield "  nothing"
    yield from wrapped(width, "  ", view.piles)


def _tracks(view: View, width: int) -> Iterator[str]:
    yield f"TRACKS: a city-state has {CITY_STATE} VP"
    pairs = zip(view.names, view.state.players, strict=True)
    yield from columns([(name, f"{player.vp:2} VP", f"{player.pp:2} PP") for name, player in pairs])


def _player(view: View, width: int, seat: int) -> Iterator[str]:
    mine = view.state.players[seat]
    room, limit = view.storage(mine)
    yield ": ".join(filter(None, (view.names[seat].upper(), view.head(seat))))
    bought = [f"{mine.bought} VP bought"] if mine.bought else []
    storage = (plural(mine.hand.size, "production card") + f" {room}", plural(mine.disks, "disk") + f" {limit}")
    yield from wrapped(width, "  ", [f"{mine.vp} VP", f"{mine.pp} PP", *storage, *bought])
    training = (f"{mine.untrained} untrained", f"{mine.trained} trained", view.training(mine))
    yield from wrapped(width, "  training: ", training)
    for tile in view.tiles(mine):
        tools = [plural(tile.tools, "tool")] if tile.tools else []
        yield from wrapped(width, f"  {tile.name}: ", [f"{tile.workers} {tile.circles}", tile.makes, *tools, tile.cost])
    for _, number, face in view.faces(mine.cards):
        yield from _card(width, number, face, [])
    if known := view.values(mine.hand.known):
        yield from wrapped(width, "  hand: ", known.split(", "))


def _card(width: int, number: int, face: Face, more: list[str]) -> Iterator[str]:
    """Yield a development card with the number of its copies."""
    given = [
        (plural(amount, PIECES[key]) if key in PIECES else f"{amount} {key.upper()}") + mark
        for key, amount, mark in face.given
    ]
    yield from wrapped(width, f"  {number} {face.id}: ", [face.set, *more, *given, *face.abilities])


PICTURES = gallery(
    View,
    {
        "turn": whose_turn(lambda view: (*view.auction, *view.details, view.result, f"order of play: {view.order}")),
        "display": Part(_display, lambda _: [("Display", panels.display)]),
        "tracks": Part(_tracks, lambda _: [("Tracks", panels.tracks)]),
        "players": each_player(_player, panels.player),
    },
    panels.SYMBOLS,
)
"""The pictures of the game."""
PARTS, text, svg = PICTURES.parts, PICTURES.text, PICTURES.svg
