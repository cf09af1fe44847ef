"""The panels about the game and its players: whose turn it is, and what lies before each player."""

from __future__ import annotations

from era_of_inventions.model.goods import Good, count
from era_of_inventions.render.canvas import INNER, Canvas, amount_width, amounts_of, text_width
from era_of_inventions.render.symbols import GOOD_SYMBOLS
from era_of_inventions.rulebook.develop import markers_left
from era_of_inventions.rulebook.scoring import capacity
from era_of_inventions.tabletop.fields import members


def status(canvas: Canvas) -> float:
    """The round track, what the table is waiting for, and who sits where."""
    view = canvas.view
    width = INNER / view.rounds
    for number in range(1, view.rounds + 1):
        x, now = (number - 1) * width, number == view.state.round
        canvas.rect(x + 1, 0, width - 2, 22, "now" if now else "k")
        canvas.text(x + width / 2, 15, str(number), "b c n" if now else "s c m")
    y = 42.0
    canvas.text(0, y, view.situation, "b", INNER)
    for words in (view.so_far, view.result):
        if words:
            y = canvas.lines(0, y + 18, words, "s", INNER)
    y += 22
    x = 0.0
    for seat in view.clockwise:
        name = view.names[seat]
        room = min(text_width(name, 11) + 2, INNER - 24)
        if x and x + room + 22 > INNER:
            x, y = 0.0, y + 24
        canvas.key("disc", seat, x, y - 4)
        canvas.text(x + 23, y, name, "s", room)
        x += room + 34
    return y + 6


def mat(canvas: Canvas, seat: int) -> float:
    """What lies before a player."""
    view = canvas.view
    player = view.state.players[seat]
    canvas.key("pawn", seat, -1, -16)
    x = 30 + min(text_width(view.names[seat], 14) * 1.08, 190)
    canvas.text(24, -11, view.names[seat], "t", 190)
    if seat == view.state.start:
        canvas.symbol("start", x, -16)
        x += 20
    if seat == view.to_move:
        canvas.text(x, -11, "to move", "s b i")
    influence = str(player.influence)
    canvas.text(INNER - 18, -11, influence, "t e")
    canvas.symbol("influence", INNER - 15, -16)
    for place, good in enumerate(Good):
        held = count(player.goods, good)
        canvas.amount(place * 48.5, 10, held, GOOD_SYMBOLS[good], "b" if held else "m")
    counts = {
        "hand": view.discs_in_hand(seat),
        "bonus": player.bonus_discs,
        "scroll": player.patents,
        "box": markers_left(view.state, seat),
    }
    for place, (symbol, held) in enumerate(counts.items()):
        canvas.amount(place * 48.5, 32, held, symbol, "b" if held else "m")
    canvas.text(INNER, 36, f"capacity {capacity(view.state)[seat]}", "s m e")
    return _factories(canvas, seat)


def _factories(canvas: Canvas, seat: int) -> float:
    """The factories of a player, one chip for each."""
    view = canvas.view
    x, y, gap = 0.0, 48.0, 5
    for index in members(view.state.players[seat].factories):
        card = view.components.factory(index)
        outputs, name = amounts_of(card.output), card.id + view.output_mark(card)
        taken = 10 + sum(amount_width(amount) + 3 for amount in outputs)
        room = min(text_width(name, 11) + 3, INNER - taken)
        width = taken + room
        if x and x + width > INNER:
            x, y = 0.0, y + 24
        canvas.rect(x, y, width, 20, "k", ("run", index))
        canvas.text(x + 5, y + 14, name, "s", room)
        canvas.goods(x + 9 + room, y + 10, outputs)
        x += width + gap
    return y + 20
