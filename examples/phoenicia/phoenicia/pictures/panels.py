"""The panels of a picture. Each function draws on a canvas and returns the height it used."""

from __future__ import annotations

from era_of_inventions.tabletop import INNER, Canvas, Symbols
from phoenicia.pictures.view import Face, View
from phoenicia.rules.overlord import CITY_STATE

_EDGE = 'stroke="var(--ink)" stroke-linejoin="round"'
_DARK = 'fill="none" stroke="#26282a"'
_PERSON = f'{_EDGE} d="M6 1a2 2 0 0 1 0 4.5a2 2 0 0 1 0-4.5zM2.5 11q0-5 3.5-5t3.5 5z"/>'
_STAR = "M6 .8 7.6 4.4l3.8.4-2.8 2.6.8 3.8L6 9.2l-3.4 2 .8-3.8L.6 4.8l3.8-.4z"
SYMBOLS = Symbols(
    things={
        "pp": f'<path fill="#d99a3a" {_EDGE} d="M1 11V6l3-2v2l3-2v2l4-3v8z"/>',
        "vp": f'<path fill="#f2c230" {_EDGE} d="{_STAR}"/>',
        "storehouses": f'<path fill="#b5763f" {_EDGE} d="M1 11V5l5-4 5 4v6z"/><path {_DARK} d="M4.5 11V7.5h3V11"/>',
        "untrained": f'<path fill="none" stroke-dasharray="2 1.2" {_PERSON}<path {_DARK} d="M4 8.5h4"/>',
        "trained": f'<path fill="#6a8fc4" {_PERSON}',
        "disk": f'<circle fill="#c9503f" {_EDGE} cx="6" cy="6" r="5"/><circle {_DARK} cx="6" cy="6" r="2.5"/>',
        "tool": f'<path fill="#8d949a" {_EDGE} d="M1 1.5h10v3H7.5V11h-3V4.5H1z"/>',
        "card": f'<path fill="var(--silver)" {_EDGE} d="M2.5.8h7v10.4h-7z"/>',
    },
    words={
        "pp": "production points",
        "vp": "victory points",
        "untrained": "untrained worker",
        "trained": "trained worker",
        "disk": "disk",
        "tool": "tool that waits",
        "card": "production card",
        "storehouses": "storehouse",
    },
)
_CARD = 44
"""The height of a development card."""
_TRACK = 40
"""The number of points that a track shows; more of them fill it."""


def display(canvas: Canvas[View]) -> float:
    """Draw the cards that can be put up, and those still to come."""
    view = canvas.view
    y = 0.0
    for kind, number, face in view.display:
        canvas.rect(0, y, INNER, _CARD, "au" if kind == view.state.turn.kind else "k")
        _card(canvas, y, face, number, face.minimum)
        y += _CARD + 4
    for words in view.piles:
        y = canvas.lines(0, y + 10, words, "s", INNER) + 5
    return y


def tracks(canvas: Canvas[View]) -> float:
    """Draw the victory and production points of all players."""
    y = 0.0
    for name, player in zip(canvas.view.names, canvas.view.state.players, strict=True):
        canvas.text(0, y + 12, name, "s", 96)
        for symbol, points, style in (("vp", player.vp, "au"), ("pp", player.pp, "ag")):
            canvas.amount(100, y + 8, points, symbol, "b")
            canvas.rect(140, y + 3, (INNER - 140) * _share(_TRACK), 10, "o")
            canvas.rect(140, y + 3, (INNER - 140) * _share(points), 10, style)
            y += 18
        y += 4
    canvas.text(0, y + 8, f"a city-state has {CITY_STATE} victory points", "s m")
    return y + 12


def _share(points: int) -> float:
    return min(points, _TRACK) / _TRACK


def player(canvas: Canvas[View], seat: int) -> float:
    """Draw the mat of a player: points and storage, tiles with workers and tools, development cards, hand."""
    view = canvas.view
    mine = view.state.players[seat]
    canvas.text(0, 2, view.head(seat), "s m", INNER)
    y = _storage(canvas, seat, 16)
    for tile in view.tiles(mine):
        canvas.rect(0, y, INNER, 20, "k")
        canvas.text(6, y + 14, tile.name, "s", 68)
        end = canvas.amount(78, y + 10, tile.workers, "trained", "b" if tile.workers else "m")
        canvas.text(end + 3, y + 14, tile.circles, "s m")
        if tile.tools:
            canvas.amount(144, y + 10, tile.tools, "tool", "b")
        canvas.text(252, y + 14, tile.cost, "s e", 72)
        canvas.text(INNER - 6, y + 14, tile.makes, "s e", 60)
        y += 24
    for _, number, face in view.faces(mine.cards):
        canvas.rect(0, y, INNER, _CARD, "k")
        _card(canvas, y, face, number, "")
        y += _CARD + 4
    if known := view.values(mine.hand.known):
        y = canvas.lines(0, y + 10, f"hand: {known}", "s", INNER) + 5
    return y


def _storage(canvas: Canvas[View], seat: int, y: float) -> float:
    """Draw the points, the training tile, the hand with its room, and the treasury of a player."""
    view = canvas.view
    mine = view.state.players[seat]
    room, limit = view.storage(mine)
    canvas.amounts(0, y, [(mine.vp, "vp"), (mine.pp, "pp"), (mine.untrained, "untrained"), (mine.trained, "trained")])
    canvas.text(INNER, y + 4, view.training(mine), "s e", 150)
    end = canvas.amount(0, y + 19, mine.hand.size, "card", "b")
    canvas.text(end + 3, y + 23, room, "s m")
    end = canvas.amount(150, y + 19, mine.disks, "disk", "b")
    canvas.text(end + 3, y + 23, limit, "s m")
    if mine.bought:
        canvas.text(INNER, y + 23, f"{mine.bought} VP bought", "s e", 110)
    return y + 34


def _card(canvas: Canvas[View], y: float, face: Face, number: int, corner: str) -> None:
    """Draw a development card with the number of its copies."""
    canvas.text(6, y + 15, f"{number} {face.id}", "s b", 130)
    canvas.text(142, y + 15, face.set, "s m", 110)
    if corner:
        canvas.text(INNER - 6, y + 15, corner, "s e", 84)
    x = 6.0
    for symbol, amount, mark in face.given:
        x = canvas.mark(canvas.amount(x, y + 31, amount, symbol), y + 31, mark) + 4
    if face.abilities:
        canvas.text(x + 2, y + 35, ", ".join(face.abilities), "s", INNER - 8 - x)
