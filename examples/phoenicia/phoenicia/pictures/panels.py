"""The parts of a picture: what stands on cards, tiles and tracks, as text and as a drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from era_of_inventions.tabletop import INNER, Canvas, Cell, Framed, Line, Rows, Symbols, columns, plural
from phoenicia.box import LEVELS, Activity
from phoenicia.pictures.view import View
from phoenicia.position import Player
from phoenicia.rules import produce
from phoenicia.rules.overlord import CITY_STATE
from phoenicia.rules.treasury import disk_limit
from phoenicia.rules.workers import training_cost

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
GIVEN = {"pp": "", "vp": "", "storehouses": "storehouse", "untrained": "worker", "trained": "trained worker"}
"""The benefits of a card that are numbers, in the order in which they are shown; with words, except for points."""
_RIGHT = INNER - 6
_TRACK = 40
"""The number of points at which a track is full."""


def display(view: View) -> Rows:
    """Yield the cards that can be put up, and those still to come."""
    table = view.state.table
    for kind, number in enumerate(table.display):
        if number:
            yield _card(view, kind, number, up=kind == view.state.turn.kind)
    if not any(table.display):
        yield Line("nothing", "s m")
    sets = Counter({card.set: 0 for card in view.components.cards})
    for card, left in zip(view.components.cards, table.deck, strict=True):
        sets[card.set] += left
    yield Line(", ".join(f"set {number}: {left} to come" for number, left in sorted(sets.items())))
    discards = view.values(table.discards.known)
    cards = f"pile {table.pile.size}, discard pile {table.discards.size}{discards and f' ({discards})'}"
    yield Line(f"production cards: {cards}")


def _card(view: View, kind: int, number: int, *, up: bool | None = None) -> Framed:
    """Return a development card with the number of its copies; on display it may be ``up`` for auction."""
    card = view.components.cards[kind]
    place, name = f"card.{card.id}", f"{number} {card.id}"
    named = "" if card.title else ", name not known"
    of_set = view.marked(f"set {card.set}{card.type}", f"{place}.set", f"{place}.type") + named
    minimum = "" if up is None else view.marked(f"minimum bid {card.minimum}", f"{place}.minimum")
    given = [(key, amount, view.mark(f"{place}.{key}")) for key in GIVEN if (amount := getattr(card, key))]
    words = [(plural(n, GIVEN[key]) if GIVEN[key] else f"{n} {key.upper()}") + mark for key, n, mark in given]
    abilities = [*view.abilities(kind)]
    return Framed(
        name,
        [of_set, "put up" if up else "", minimum, *words, *abilities],
        44,
        [
            Cell(6, 15, name, "s b", 130),
            Cell(142, 15, of_set, "s m", 110),
            Cell(_RIGHT, 15, minimum, "s e", 84),
            Cell(2, 35, ""),
            *(Cell(None, 35, [(amount, key)], "", 0, mark) for key, amount, mark in given),
            Cell(None, 35, ", ".join(abilities)),
        ],
        "au" if up else "k",
    )


def written_tracks(view: View, width: int) -> Iterator[str]:
    """Yield the lines of the tracks."""
    yield f"TRACKS: a city-state has {CITY_STATE} VP"
    pairs = zip(view.names, view.state.players, strict=True)
    yield from columns([(name, f"{player.vp:2} VP", f"{player.pp:2} PP") for name, player in pairs])


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


def player(view: View, seat: int) -> Rows:
    """Yield the mat of a player: points and storage, training, tiles with workers and tools, cards, hand."""
    mine = view.state.players[seat]
    cards, disks = mine.hand.size, mine.disks
    room = f"in {plural(mine.storehouses, 'storehouse')}"
    limit = view.marked(f"of {disk_limit(view.state, mine)}", *view.places(mine, "treasury"))
    bought = f"{mine.bought} VP bought" if mine.bought else ""
    training = view.marked(f"training for {training_cost(view.state, mine)}", *view.places(mine, "training"))
    yield Framed(
        "",
        [
            f"{mine.vp} VP",
            f"{mine.pp} PP",
            f"{plural(cards, 'production card')} {room}",
            f"{plural(disks, 'disk')} {limit}",
            bought,
        ],
        36,
        [
            Cell(0, 10, [(getattr(mine, key), key) for key in ("vp", "pp", "untrained", "trained")], ""),
            Cell(INNER, 10, training, "s e", 150),
            Cell(0, 29, [(cards, "card")], "b"),
            Cell(None, 29, room, "s m"),
            Cell(150, 29, [(disks, "disk")], "b"),
            Cell(None, 29, limit, "s m"),
            Cell(INNER, 29, bought, "s e", 110),
        ],
    )
    yield Framed("training", [f"{mine.untrained} untrained", f"{mine.trained} trained", training])
    for activity in Activity:
        if circles := produce.circles(view.state, mine, activity):
            yield _tile(view, mine, activity, circles)
    for kind, number in enumerate(mine.cards):
        if number:
            yield _card(view, kind, number)
    if known := view.values(mine.hand.known):
        yield Line(f"hand: {known}")


def _tile(view: View, mine: Player, activity: Activity, circles: int) -> Framed:
    """Return the tile of an activity with the workers and tools of a player."""
    workers, tools, place = mine.workers[activity], mine.tools[activity], f"tile.{activity.word}"
    level = produce.improved_only_two(view.state, mine, activity)
    keys = LEVELS[level - 1] if level else ("pp",)
    points = produce.points(view.state, mine, activity)
    makes = view.marked(f"{points} PP", *(f"{place}.{key}" for key in keys))
    cost = view.marked(f"tool cost {view.components.tiles[activity].tool_cost}", f"{place}.tool_cost")
    room = view.marked(f"of {circles}", f"{place}.circles")
    return Framed(
        activity.word,
        [f"{workers} {room}", makes, plural(tools, "tool") if tools else "", cost],
        20,
        [
            Cell(6, 14, activity.word, "s", 68),
            Cell.number(78, 14, workers, "trained"),
            Cell(None, 14, room, "s m"),
            Cell(144, 14, [(tools, "tool")] if tools else "", "b"),
            Cell(252, 14, cost, "s e", 72),
            Cell(_RIGHT, 14, makes, "s e", 60),
        ],
        "k",
    )
