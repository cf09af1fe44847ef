"""The panels of a picture. Each function draws on a canvas and returns the height it used."""

from __future__ import annotations

from era_of_inventions.tabletop import INNER, Canvas, Symbols, members, plural
from oh_my_goods.box import RESOURCES
from oh_my_goods.pictures.view import Face, View
from oh_my_goods.position import goods_on
from oh_my_goods.rules.market import HALF_SUNS

_EDGE = 'stroke="var(--ink)" stroke-linejoin="round"'
_DARK = 'fill="none" stroke="#26282a"'
SYMBOLS = Symbols(
    things={
        "wood": f'<path fill="#3c8a4b" {_EDGE} d="M1 2h10v8H1z"/><path {_DARK} d="M1 4.7h7M4 7.3h7"/>',
        "grain": f'<path fill="#e8c53a" {_EDGE} d="M6 .8 10 6 6 11.2 2 6z"/><path {_DARK} d="M6 3v6"/>',
        "clay": f'<path fill="#c9503f" {_EDGE} d="M3 3h6l2.5 7H.5z"/>',
        "wool": f'<circle fill="#ffffff" {_EDGE} cx="6" cy="6" r="5"/><path {_DARK} d="M3.4 6.6q1.3-3 2.6 0t2.6 0"/>',
        "stone": f'<path fill="#8d949a" {_EDGE} d="M3 11 .8 6.5 3.6 1.5 8.8 1l2.4 5L8.6 11z"/>',
        "any": f'<path fill="none" {_EDGE} stroke-dasharray="2 1.4" d="M1 1h10v10H1z"/>'
        '<path fill="var(--ink)" d="M5 5h2v2H5z"/>',
        "blue": f'<path fill="#2f5fa8" {_EDGE} d="M1 1h10v10H1zM1 11 11 1"/>',
        "good": f'<path fill="var(--silver)" {_EDGE} d="M2.5.8h7v10.4h-7z"/><path fill="none" stroke="var(--ink)" '
        'd="M2.5.8l7 10.4m0-10.4l-7 10.4"/>',
        "sun": f'<path fill="#f2c230" {_EDGE} d="M1 10a5 5 0 0 1 10 0zM6 1v2M1.5 3.5l1.5 1.5m7.5-1.5L9 5"/>',
    },
    words={
        "wood": "wood, green buildings",
        "grain": "grain, yellow buildings",
        "clay": "clay, red buildings",
        "wool": "wool, white buildings",
        "stone": "stone, gray buildings",
        "any": "any raw material",
        "blue": "charburner",
        "good": "good, a card face down",
        "sun": "half sun",
    },
)
_CARD = 48
"""The height of a building or a hand card."""


def market(canvas: Canvas[View]) -> float:
    """Draw the two rows, the additions of offices for their owners, and the piles."""
    view = canvas.view
    y = 0.0
    for row in view.market:
        canvas.rect(0, y, INNER, 44, "k")
        canvas.text(8, y + 15, f"{row.title}: {row.cards} cards", "s")
        end = canvas.amount(INNER - 70, y + 11, row.suns, "sun", "b" if row.suns else "m")
        canvas.mark(end + 1, y + 11, row.sun_mark)
        canvas.text(INNER - 6, y + 15, f"of {HALF_SUNS}", "s m e")
        for kind, (number, mark) in enumerate(zip(row.counts, row.marks, strict=True)):
            end = canvas.amount(8 + kind * 66, y + 31, number, RESOURCES[kind], "b" if number else "m")
            canvas.mark(end + 1, y + 31, mark)
        y += 49
    for words in (*view.offices, view.piles):
        y = canvas.lines(0, y + 10, words, "s", INNER) + 6
    return y


def offer(canvas: Canvas[View]) -> float:
    """Draw the assistants for hire."""
    y = 0.0
    for side in canvas.view.offer:
        canvas.rect(0, y, INNER, 24, "k")
        canvas.text(6, y + 16, side.id, "s", 70)
        needed = [(number, RESOURCES[at]) for at, number in enumerate(side.needs) if number]
        canvas.text(78, y + 16, "needs", "s m")
        canvas.amounts(111, y + 12, needed, side.needs_mark)
        canvas.text(INNER - 57, y + 16, side.cost, "s e", 44)
        canvas.text(INNER - 6, y + 16, side.points, "s e", 49)
        y += 28
    if not y:
        canvas.text(0, 12, "nobody", "s m")
    return max(y - 4, 16)


def player(canvas: Canvas[View], seat: int) -> float:
    """Draw a player's buildings with people and goods, assistants, and the known part of the hand."""
    view = canvas.view
    mine = view.state.players[seat]
    canvas.text(0, 2, view.head(seat), "s m", INNER)
    y = 10.0
    for base, _ in mine.buildings:
        canvas.rect(0, y, INNER, _CARD, "k")
        face = view.face(base)
        _face(canvas, y, face, view.person(mine, base))
        if face.makes:
            end = canvas.amount(22, y + 24, goods := goods_on(mine, base), "good", "b" if goods else "m")
            canvas.text(end + 4, y + 28, face.makes, "s", 210 - end)
        y += _CARD + 4
    hired = [f"{view.components.assistants[side].id}: {view.side_points(side)}" for side in members(mine.assistants)]
    hand = mine.hand
    unseen = f"hand: {plural(hand.unknown, 'unseen card')}" if hand.unknown else ""
    for words in (*hired, *view.apart(mine), unseen, "hand:" if hand.known else ""):
        if words:
            y = canvas.lines(0, y + 12, words, "s m" if words.startswith("hand") else "s", INNER) + 6
    for card in members(hand.known):
        canvas.rect(0, y, INNER, _CARD, "o")
        face = view.face(card)
        _face(canvas, y, face, face.cost)
        if face.makes:
            canvas.text(22, y + 28, face.makes, "s", 190)
        y += _CARD + 4
    return y


def _face(canvas: Canvas[View], y: float, face: Face, corner: str) -> None:
    """Draw the parts that a building and a hand card have in common."""
    canvas.symbol(RESOURCES[face.resource] if face.resource >= 0 else "blue", 6, y + 11)
    for x, line, words, style, room in (
        (22, 15, face.id, "s b", 112),
        (138, 15, face.color, "s", 48),
        (INNER - 6, 15, corner, "s e", 140),
        (22, 28, face.gives, "s", 160),
        (INNER - 6, 28, face.points, "s e", 80),
        (INNER - 6, 42, face.chain, "s e", 190),
    ):
        if words:
            canvas.text(x, y + line, words, style, room)
    if face.needs:
        inputs = [(number, canvas.view.components.items[at]) for at, number in enumerate(face.inputs) if number]
        canvas.text(22, y + 42, "needs", "s m")
        canvas.amounts(56, y + 38, inputs, face.inputs_mark)
