"""The panels of the board, of the status, and of the mat of each player.

Each function draws on a canvas and returns the height it used. The layout follows the
board as the rulebooks describe it: the path of the display starts at the lower right
and ends at the upper right, the most expensive invention is at the top, and the patent
track goes upward.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from era_of_inventions.box.components import Area, CardKind, FactoryCard, InventionCard
from era_of_inventions.box.goods import NO_GOODS, ONE, Good, count
from era_of_inventions.moves import Line
from era_of_inventions.pictures.symbols import (
    GOOD_SYMBOLS,
    KINDS,
    amounts_of,
    amounts_of_reward,
)
from era_of_inventions.pictures.view import BOXES, SPACE_KINDS, View
from era_of_inventions.position import EMPTY
from era_of_inventions.rules.components import display_rows
from era_of_inventions.rules.develop import markers_left
from era_of_inventions.rules.scoring import capacity, last_round
from era_of_inventions.tabletop.pictures.canvas import (
    INNER,
    ROW,
    Canvas,
    amount_width,
    rows_of,
    text_width,
)
from era_of_inventions.tabletop.values import members

_EXITS = "leave at the end of the round"


def areas(canvas: Canvas[View]) -> float:
    """Draw the six action areas with their disc spaces."""
    width, height, gap = 110, 50, 5
    for area in Area:
        row, column = divmod(area, 3)
        x, y = column * (width + gap), row * (height + gap)
        canvas.rect(x, y, width, height, "k", ("area", area))
        canvas.text(x + width / 2, y + 15, f"{area.letter} {area.title}", "s c", width - 8)
        discs = canvas.view.discs_on(area)
        for place in range(2):
            center = x + width / 2 + (place * 2 - 1) * 14
            if place < len(discs):
                canvas.piece("disc", discs[place], center, y + 33)
            else:
                canvas.path(
                    f"M{center - 10:g} {y + 33}a10 10 0 1 1 20 0a10 10 0 1 1-20 0", "o"
                )
    return 2 * height + gap


def market(canvas: Canvas[View]) -> float:
    """Draw the three boxes of the exchange market, with the uses of each line in this action."""
    turn = canvas.view.state.turn
    height, gap, left = 30, 5, 52
    half = (INNER - left) / 2
    for box, title in enumerate(BOXES):
        y = box * (height + gap)
        canvas.rect(0, y, INNER, height, "k")
        canvas.text(8, y + 19, title, "s m")
        canvas.path(f"M{left} {y}v{height}m{half:g} 0v-{height}", "l")
    for line in Line:
        x, y = left + line % 2 * half, line.box * (height + gap)
        if ("line", line) in canvas.hot:
            canvas.rect(x, y, half, height, "l", ("line", line))
        _exchange(canvas, line, x + 8, y + height / 2)
        if turn.exchanges[line]:
            canvas.text(x + half - 6, y + 19, f"used {turn.exchanges[line]}", "s b e")
    y = len(BOXES) * (height + gap)
    canvas.rect(0, y, INNER, height, "k", ("cog", 0))
    canvas.text(8, y + 19, "or", "s m")
    end = canvas.amount(left + 8, y + height / 2, 1, "cog")
    canvas.text(end + 6, y + 19, "for nothing, instead of exchanging", "s")
    if turn.took_cog:
        canvas.text(INNER - 6, y + 19, "taken", "s b e")
    return y + height


def _exchange(canvas: Canvas[View], line: Line, x: float, y: float) -> None:
    exchanges: dict[Line, tuple[Sequence[str], int, Sequence[str]]] = {
        Line.BUY_COG: (("coin",), 2, ("cog",)),
        Line.SELL_COG: (("cog",), 1, ("coin",)),
        Line.COINS_FOR_INFLUENCE: (("coin",), 2, ("influence",)),
        Line.COG_FOR_INFLUENCE: (("cog",), 1, ("influence",)),
        Line.BARTER: (("cube", "coin"), 2, ("cube", "coin")),
        Line.BONUS_DISC: (("coin",), 2, ("bonus",)),
    }
    paid, price, taken = exchanges[line]
    x = _any_of(canvas, x, y, price, paid)
    canvas.path(f"M{x + 3:g} {y:g}h10m-4-4l4 4-4 4", "l")
    _any_of(canvas, x + 18, y, 2 if line is Line.SELL_COG else 1, taken)


def _any_of(
    canvas: Canvas[View], x: float, y: float, count: int, symbols: Sequence[str]
) -> float:
    x = canvas.amount(x, y, count, symbols[0])
    for symbol in symbols[1:]:
        canvas.text(x + 1, y + 4, "/", "m")
        canvas.symbol(symbol, x + 6, y)
        x += 19
    return x


def factories(canvas: Canvas[View]) -> float:
    """Draw the row of factories, from the entry to the exit."""
    board, printed = canvas.view.state.board, canvas.view.components.factories
    piles = f"deck {board.factory_deck.bit_count()} · discards {board.factory_discards.bit_count()}"
    canvas.text(INNER, -12, piles, "s m e")
    width, gap, top = 60, 10, 18
    height = max(
        84,
        *(
            _factory_lines(width, printed[index])[-1] + 12
            for index in board.row
            if index != EMPTY
        ),
        0,
    )
    _exit_line(canvas, (len(board.row) - display_rows()[2]) * (width + gap), INNER)
    for place, index in enumerate(board.row):
        x = place * (width + gap)
        if place:
            _chevron(canvas, x - gap / 2, top + height / 2, 1)
        if index == EMPTY:
            canvas.rect(x, top, width, height, "o")
        else:
            canvas.rect(x, top, width, height, "k", ("factory", index))
            _factory(canvas, x, top, width, printed[index])
    return top + height


def _factory_lines(width: float, card: FactoryCard) -> tuple[int, int, int, int]:
    """Return the vertical offsets of a factory's output, the line below it, its cost and its influence."""
    line = 39 + ROW * (len(rows_of(amounts_of(card.output), width - 8)) - 1) + 12
    cost = line + 14
    influence = cost + ROW * (
        len(rows_of(amounts_of(card.cost), width - 8)) - 1 + bool(card.influence)
    )
    return 39, line, cost, influence


def _factory(
    canvas: Canvas[View], x: float, y: float, width: float, card: FactoryCard
) -> None:
    mark, marks = canvas.view.factory_marks(card)
    output, line, cost, influence = _factory_lines(width, card)
    _name(canvas, x, y, width, card.id + mark)
    canvas.amounts(x + 5, y + output, amounts_of(card.output), marks["output"], width - 8)
    canvas.path(f"M{x + 5} {y + line}h{width - 10}", "l")
    canvas.amounts(x + 5, y + cost, amounts_of(card.cost), marks["cost"], width - 8)
    if card.influence:
        canvas.text(x + 5, y + influence + 4, "+", "m")
        canvas.amounts(
            x + 14, y + influence, amounts_of(NO_GOODS, card.influence), marks["influence"]
        )


def _exit_line(canvas: Canvas[View], left: float, right: float) -> None:
    """Draw the bracket above the spaces whose cards leave at the end of the round."""
    canvas.text((left + right) / 2, 8, _EXITS, "s m c", right - left - 24)
    canvas.path(f"M{left:.1f} 14V12H{right:.1f}v2", "l")
    for x in (left + 4, right - 8):
        canvas.path(f"M{x:.1f} 8V1m-3 3l3-3 3 3", "l")


def _chevron(canvas: Canvas[View], x: float, y: float, direction: int) -> None:
    canvas.path(
        f"M{x - 2 * direction:.1f} {y - 5:.1f}l{4 * direction} 5l{-4 * direction} 5", "l"
    )


def _name(
    canvas: Canvas[View], x: float, y: float, width: float, name: str, taken: float = 0
) -> None:
    """Draw the id of a card, split at a hyphen if it is too long; ``taken`` is the width used before it."""
    room = width - 8
    head, tail = name, ""
    while text_width(head, 11) > room - taken and "-" in head.rstrip("-"):
        cut = head.rstrip("-").rindex("-") + 1
        head, tail = head[:cut], head[cut:] + tail
    canvas.text(x + 5, y + 14, head, "s", room - taken)
    if tail:
        canvas.text(x + 5, y + 26, tail, "s", room)


def display(canvas: Canvas[View]) -> float:
    """Draw the invention cards on their path, three below and four above, and the piles."""
    board, printed = canvas.view.state.board, canvas.view.components.cards
    width, gap, space, top = 77, 10, 16, 18
    height = max(
        86,
        *(
            _card_lines(width, printed[index])[-1]
            for index in board.display
            if index != EMPTY
        ),
        0,
    )
    above = 4
    below = len(board.display) - above
    _exit_line(canvas, (above - display_rows()[2]) * (width + gap), INNER)
    for place, index in enumerate(board.display):
        column, row = (below - 1 - place, 1) if place < below else (place - below, 0)
        x, y = column * (width + gap), top + row * (height + space)
        if 0 < place < below:
            _chevron(canvas, x + width + gap / 2, y + height / 2, -1)
        elif place == below:
            canvas.path(f"M{x + width / 2 - 5:g} {y + height + space / 2 + 2:g}l5-4l5 4", "l")
        elif place > below:
            _chevron(canvas, x - gap / 2, y + height / 2, 1)
        if index == EMPTY:
            canvas.rect(x, y, width, height, "o")
        else:
            fake = printed[index].kind is CardKind.FAKE
            canvas.rect(x, y, width, height, "f" if fake else "k", ("card", index))
            _card(canvas, x, y, width, printed[index])
    _piles(canvas, below * (width + gap), top + height + space, width)
    return top + 2 * height + space


def _card_lines(width: float, card: InventionCard) -> tuple[int, int, int]:
    """Return the vertical offsets of a card's profit, its cost and its end."""
    profit = len(rows_of(amounts_of_reward(card.profit), width - 8))
    price = len(rows_of(amounts_of(card.cost, 0, card.question_marks), width - 8))
    cost = 60 + ROW * (profit - 1)
    return 39, cost, cost + ROW * (price - 1) + 11


def _card(
    canvas: Canvas[View], x: float, y: float, width: float, card: InventionCard
) -> None:
    mark, marks = canvas.view.card_marks(card)
    profit, cost, _ = _card_lines(width, card)
    letter = KINDS[card.kind]
    canvas.marks.add(letter)
    canvas.text(x + width - 5, y + 14, letter, "b e m")
    _name(canvas, x, y, width, card.id + mark, taken=16)
    canvas.amounts(
        x + 4, y + profit, amounts_of_reward(card.profit), marks["profit"], width - 8
    )
    canvas.path(f"M{x + 5} {y + cost - 11}h{width - 10}", "l")
    cost_mark = max(marks["cost"], marks.get("question_marks", ""))
    canvas.amounts(
        x + 4, y + cost, amounts_of(card.cost, 0, card.question_marks), cost_mark, width - 8
    )


def _piles(canvas: Canvas[View], x: float, y: float, room: float) -> None:
    board, view = canvas.view.state.board, canvas.view
    lines = [f"deck {board.deck.bit_count()}", f"discards {board.discards.bit_count()}"]
    lines += ["waiting:", *view.waiting] if view.waiting else []
    for place, line in enumerate(lines):
        canvas.text(x, y + 14 + 14 * place, line, "s m", room)


def loads(canvas: Canvas[View]) -> float:
    """Draw the ships and storage houses with their loads."""
    view = canvas.view
    width, height, gap = 81, 66, 5.3
    sources = view.components.sources
    for place, (source, load) in enumerate(zip(sources, view.state.board.loads, strict=True)):
        row, column = divmod(place, 4)
        x, y = column * (width + gap), row * (height + gap)
        outline = (
            f"M{x + 3:.1f} {y + 46:.1f}V{y + 14:.1f}L{x + 40:.1f} {y + 2:.1f}l37.5 12v32z"
        )
        if not source.house:
            outline = f"M{x + 1:.1f} {y + 29:.1f}h79l-9 17H{x + 10:.1f}zM{x + 70:.1f} {y + 29:.1f}v-17h6v17"
        canvas.path(outline, "k", ("source", place))
        level = y + (31 if source.house else 22)
        canvas.text(x + 7, level + 4, str(load), "b")
        beside = x + 11 + max(11, text_width(str(load)))
        for cube in range(min(load, 3)):
            canvas.symbol(GOOD_SYMBOLS[source.good], beside + 14 * cube, level)
        if not load:
            canvas.text(beside, level + 4, source.good.word, "s m", 44)
        canvas.text(x + 2, y + 60, source.id + view.source_mark(source), "s", width - 4)
    rows = -(-len(sources) // 4)
    return rows * (height + gap) - gap


def inventions(canvas: Canvas[View]) -> float:
    """Draw the inventions, each with its original and its technical space."""
    view = canvas.view
    left, width, height = 80, 127, 28
    canvas.text(INNER, -12, "influence, cogs, income, patent", "s m e")
    for technical, kind in enumerate(SPACE_KINDS):
        canvas.text(left + technical * (width + 6), 4, kind, "s m")
    y = 10
    for index, name in reversed(list(enumerate(view.components.inventions))):
        mark, marks = view.invention_marks(index)
        canvas.text(0, y + 18, name + mark, "s", left - 4)
        for technical in range(2):
            _space(
                canvas, left + technical * (width + 6), y, width, 2 * index + technical, marks
            )
        y += height + 4
    return y - 4


def _space(
    canvas: Canvas[View],
    x: float,
    y: float,
    width: float,
    index: int,
    marks: Mapping[str, str],
) -> None:
    view, kind = canvas.view, SPACE_KINDS[index % 2]
    space = view.components.spaces[index]
    canvas.rect(x, y, width, 28, ("au", "ag")[space.technical], ("space", index))
    middle = y + 14
    owner, patented = view.owners(index)
    if owner is None:
        canvas.rect(x + 4, y + 5, 18, 18, "o")
    else:
        canvas.piece("marker", owner, x + 13, middle)
    canvas.amounts(
        x + 26, middle, amounts_of(NO_GOODS, space.influence), marks[f"{kind}.influence"]
    )
    canvas.amounts(
        x + 54, middle, amounts_of(space.cogs * ONE[Good.COG]), marks[f"{kind}.cogs"]
    )
    canvas.amounts(x + 82, middle, amounts_of_reward(space.income), marks[f"{kind}.income"])
    if patented is None:
        canvas.symbol("scroll", x + width - 18, middle)
    else:
        canvas.piece("marker", patented, x + width - 12, middle)


def patents(canvas: Canvas[View]) -> float:
    """Draw the patent track, with its start at the bottom."""
    view = canvas.view
    squares = view.components.patent_squares
    height = 26
    for number in range(len(squares), -1, -1):
        y = (len(squares) - number) * height
        canvas.rect(0, y, INNER, height, "k" if number else "o", ("square", number))
        if number:
            square, (mark, marks) = squares[number - 1], view.square_marks(number)
            canvas.text(8, y + 17, f"{number}{mark}", "b")
            canvas.amounts(
                40, y + 13, amounts_of(square.coins * ONE[Good.COIN]), marks["coins"]
            )
            canvas.amounts(
                82, y + 13, amounts_of(NO_GOODS, square.influence), marks["influence"]
            )
        else:
            canvas.text(8, y + 17, "start", "s m")
        there = [seat for seat in view.order if view.state.players[seat].patents == number]
        for place_there, seat in enumerate(there):
            canvas.piece("patent", seat, 140 + 26 * place_there, y + 13)
    return height * (len(squares) + 1)


def influence(canvas: Canvas[View]) -> float:
    """Draw the influence track up to the last pawn or sign, and the pawns beyond its end."""
    view = canvas.view
    components, players = view.components, view.state.players
    signs, end = components.sign_on, components.track_end
    on_track = {
        seat: players[seat].influence for seat in view.order if players[seat].influence <= end
    }
    last = max([*signs, *on_track.values(), 0])
    y = 0.0
    for first in range(0, last + 1, 10):
        spaces = range(first, min(first + 10, end + 1))
        there = {
            space: [seat for seat, at in on_track.items() if at == space] for space in spaces
        }
        y += _track_row(canvas, y, there, signs)
    canvas.text(INNER, -12, f"to {end}{view.mark('track.end')}", "s m e")
    beyond = [seat for seat in view.order if seat not in on_track]
    if beyond:
        canvas.text(0, y + 19, "beyond the end:", "s m")
    for place, seat in enumerate(beyond):
        canvas.piece("pawn", seat, 95 + 50 * place, y + 15)
        canvas.text(106 + 50 * place, y + 19, str(players[seat].influence), "b")
    return y + (26 if beyond else 0)


def _track_row(
    canvas: Canvas[View], y: float, there: dict[int, list[int]], signs: Mapping[int, Good]
) -> float:
    width = INNER / 10
    lines = max(-(-len(seats) // 2) for seats in there.values())
    height = 20 + 19 * lines
    canvas.rect(0, y, width * len(there), height, "k")
    for column, (space, seats) in enumerate(there.items()):
        x = column * width
        if column:
            canvas.path(f"M{x:g} {y:g}v{height}", "l")
        canvas.text(x + 3, y + 14, str(space), "s" if space in signs else "s m")
        if space in signs:
            canvas.symbol(GOOD_SYMBOLS[signs[space]], x + (16 if space > 9 else 12), y + 10)
            canvas.mark(x + (28 if space > 9 else 24), y + 10, canvas.view.sign_mark(space))
        for place, seat in enumerate(seats):
            alone = len(seats) == 1
            canvas.piece(
                "pawn",
                seat,
                x + (17 if alone else 9 + place % 2 * 16.5),
                y + 28 + 19 * (place // 2),
            )
    return height


def status(canvas: Canvas[View]) -> float:
    """Draw the round track, the situation, and the players in order."""
    view = canvas.view
    rounds = last_round(len(view.names))
    width = INNER / rounds
    for number in range(1, rounds + 1):
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
    for seat in view.order:
        name = view.names[seat]
        room = min(text_width(name, 11) + 2, INNER - 24)
        if x and x + room + 22 > INNER:
            x, y = 0.0, y + 24
        canvas.key("disc", seat, x, y - 4)
        canvas.text(x + 23, y, name, "s", room)
        x += room + 34
    return y + 6


def mat(canvas: Canvas[View], seat: int) -> float:
    """Draw the mat of a player: goods, discs, markers and factories."""
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
        number = count(player.goods, good)
        canvas.amount(place * 48.5, 10, number, GOOD_SYMBOLS[good], "b" if number else "m")
    counts = {
        "hand": view.discs_in_hand(seat),
        "bonus": player.bonus_discs,
        "scroll": player.patents,
        "box": markers_left(view.state, seat),
    }
    end = 0.0
    for place, (symbol, number) in enumerate(counts.items()):
        end = canvas.amount(place * 48.5, 32, number, symbol, "b" if number else "m")
    canvas.mark(end + 1, 32, view.mark("markers"))
    canvas.text(INNER, 36, f"capacity {capacity(view.state)[seat]}", "s m e")
    return _chips(canvas, seat)


def _chips(canvas: Canvas[View], seat: int) -> float:
    """Draw each factory of a player as a chip. Returns the height used."""
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
        canvas.amounts(x + 9 + room, y + 10, outputs)
        x += width + gap
    return y + 20
