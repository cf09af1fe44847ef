"""The rows of the panels: what stands on cards and between them, as text and as a drawing."""

from __future__ import annotations

from era_of_inventions.tabletop import INNER, Cell, Framed, Line, Rows, Symbols, members, plural
from oh_my_goods.box import INPUTS, NEEDED, RESOURCES, Resource, counted, place_of_side
from oh_my_goods.pictures.view import View
from oh_my_goods.rules.market import HALF_SUNS
from oh_my_goods.rules.office import permanent

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
_RIGHT = INNER - 6


def market(view: View) -> Rows:
    """Yield the two rows of the market, what offices add for their owners, and the piles."""
    box, table = view.components, view.state.table
    for title, row in (("first row", table.morning), ("second row", table.evening)):
        cards, suns = members(row), (row & box.suns).bit_count()
        sun_mark = view.mark(*(f"{box.places[card][0]}.half_sun" for card in cards))
        shown = [[card for card in cards if box.resource_of[card] == one] for one in Resource]
        marks = [view.mark(*(f"{box.places[card][1]}.color" for card in each)) for each in shown]
        kinds = [*zip(map(len, shown), marks, RESOURCES, strict=True)]
        yield Framed(
            title,
            [
                plural(len(cards), "card"),
                f"{suns}{sun_mark} of {HALF_SUNS} half suns",
                *(f"{number}{mark} {name}" for number, mark, name in kinds),
            ],
            44,
            [
                Cell(8, 15, f"{title}: {plural(len(cards), 'card')}"),
                Cell.number(INNER - 70, 15, suns, "sun", sun_mark),
                Cell(_RIGHT, 15, f"of {HALF_SUNS}", "s m e"),
                *(Cell.number(8 + 66 * at, 35, number, name, mark) for at, (number, mark, name) in enumerate(kinds)),
            ],
            "k",
        )
    for name, player in zip(view.names, view.state.players, strict=True):
        if gives := [view.gives(base) for base in permanent(view.state, player)]:
            yield Line(f"{name} alone: {', '.join(gives)}")
    yield Line(f"draw pile {table.draw.size}, discard pile {table.discards.size}")


def offer(view: View) -> Rows:
    """Yield the assistants for hire."""
    sides = view.state.table.offer
    for side in (view.components.assistants[index] for index in members(sides)):
        place = place_of_side(side.id)
        needs = [(number, name) for number, name in zip(side.needs, RESOURCES, strict=True) if number]
        mark, cost = view.mark(f"{place}.needs"), view.marked(f"costs {side.cost}", f"{place}.cost")
        yield Framed(
            side.id,
            [cost, view.side_points(side), f"needs {counted(side.needs, NEEDED)}{mark}"],
            24,
            [
                Cell(6, 16, side.id, "s", 70),
                Cell(78, 16, "needs", "s m"),
                Cell(None, 16, needs, "", 0, mark),
                Cell(INNER - 57, 16, cost, "s e", 44),
                Cell(_RIGHT, 16, view.side_points(side), "s e", 49),
            ],
            "k",
        )
    if not sides:
        yield Line("nobody", "s m")


def player(view: View, seat: int) -> Rows:
    """Yield a player's buildings with people and goods, assistants, and the known part of the hand."""
    mine = view.state.players[seat]
    hand = mine.hand
    for base, goods in mine.buildings:
        yield _card(view, base, view.person(mine, base), len(goods))
    for side in members(mine.assistants):
        assistant = view.components.assistants[side]
        yield Line(f"{assistant.id}: {view.side_points(assistant)}")
    yield from map(Line, view.apart(mine))
    if hand.unknown:
        unseen = plural(hand.unknown, "unseen card")
        yield Line(f"hand: {unseen}", "s m", f"hand {unseen}")
    if hand.known:
        yield Line("hand:", "s m", "")
    for card in members(hand.known):
        yield _card(view, card)


def _card(view: View, building: int, person: str = "", goods: int | None = None) -> Framed:
    """Return the picture of a building, with the person and goods on it; if ``goods`` is None, that of a hand card."""
    box = view.components
    card, kind, place, of_kind = box.buildings[building], box.kind_of[building], *box.places[building]
    color = view.marked(kind.color.name.lower(), f"{of_kind}.color")
    inputs = [(number, name) for number, name in zip(card.inputs, INPUTS, strict=True) if number]
    mark = view.mark(f"{place}.inputs")
    makes = view.marked(kind.good and f"{kind.good} worth {kind.value}", f"{of_kind}.value")
    chain = view.marked(kind.chain and f"chain {' + '.join(kind.chain)}", f"{of_kind}.chain")
    gives = view.gives(building)
    points = view.marked(plural(card.points, "point"), f"{place}.points")
    needs = f"needs {counted(card.inputs, INPUTS)}{mark}" if inputs else ""
    if goods is None:
        name, corner, made = f"hand {card.id}", view.marked(f"costs {card.cost}", f"{place}.cost"), makes
        production = [Cell(22, 28, makes, "s", 190)]
    else:
        name, corner, made = card.id, person, makes and f"{goods} {makes}"
        production = [Cell.number(22, 28, goods, "good"), Cell(None, 28, makes, "s", 160)] if makes else []
    return Framed(
        name,
        [color, corner, made, needs, chain, gives, points],
        48,
        [
            Cell(22, 15, card.id, "s b", 112),
            Cell(138, 15, color, "s", 48),
            Cell(_RIGHT, 15, corner, "s e", 140),
            Cell(_RIGHT, 28, points, "s e", 80),
            Cell(_RIGHT, 42, chain, "s e", 190),
            Cell(22, 42, needs and "needs", "s m"),
            Cell(None, 42, inputs, "", 0, mark),
            Cell(22, 28, gives, "s", 160),
            *production,
        ],
        "o" if goods is None else "k",
        RESOURCES[box.resource_of[building]] if box.resource_of[building] >= 0 else "blue",
    )
