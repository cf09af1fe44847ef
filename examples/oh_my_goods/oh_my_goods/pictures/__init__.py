"""Pictures of positions: `text` for terminals, `svg` for pages. Both show the same `PARTS` of a position."""

from __future__ import annotations

from era_of_inventions.tabletop import each_player, gallery, in_rows, whose_turn
from oh_my_goods.pictures import panels
from oh_my_goods.pictures.view import View

PICTURES = gallery(
    View,
    {
        "turn": whose_turn(lambda view: [", ".join(view.details)]),
        "market": in_rows("Market", panels.market),
        "offer": in_rows("Assistants on offer", panels.offer),
        "players": each_player(View.head, panels.player),
    },
    panels.SYMBOLS,
)
"""The pictures of the game."""
PARTS, text, svg = PICTURES.parts, PICTURES.text, PICTURES.svg
