"""Pictures of positions: `text` for terminals, `svg` for pages. Both show the same `PARTS` of a position."""

from __future__ import annotations

from era_of_inventions.tabletop import Part, each_player, gallery, in_rows, whose_turn
from phoenicia.pictures import panels
from phoenicia.pictures.view import View

PICTURES = gallery(
    View,
    {
        "turn": whose_turn(lambda view: (*view.auction, *view.details)),
        "display": in_rows("Display", panels.display),
        "tracks": Part(panels.written_tracks, lambda _: [("Tracks", panels.tracks)]),
        "players": each_player(View.head, panels.player),
    },
    panels.SYMBOLS,
)
"""The pictures of the game."""
PARTS, text, svg = PICTURES.parts, PICTURES.text, PICTURES.svg
