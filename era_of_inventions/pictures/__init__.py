"""Pictures of positions: `svg` for pages and notebooks, `text` for terminals. Both show the same `PARTS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from era_of_inventions import moves
from era_of_inventions.box.components import Area, FactoryCard, InventionCard
from era_of_inventions.box.goods import ONE, Good, count, show, show_reward
from era_of_inventions.pictures import panels
from era_of_inventions.pictures.symbols import GOOD_SYMBOLS, SYMBOLS
from era_of_inventions.pictures.view import BOXES, LINE_WORDS, SPACE_KINDS, View
from era_of_inventions.position import EMPTY, State
from era_of_inventions.rules.components import display_rows
from era_of_inventions.rules.develop import markers_left
from era_of_inventions.rules.scoring import capacity
from era_of_inventions.tabletop.pictures.canvas import Canvas, Thing
from era_of_inventions.tabletop.pictures.characters import clipped
from era_of_inventions.tabletop.pictures.columns import columns, padded, wrapped
from era_of_inventions.tabletop.pictures.frame import plural
from era_of_inventions.tabletop.pictures.gallery import Part, gallery
from era_of_inventions.tabletop.values import members

_NAME = 12
_INVENTION = 14
_STOCK = {
    "tech" if good is Good.TECHNOLOGY else symbol: good
    for good, symbol in GOOD_SYMBOLS.items()
}


def _status(view: View, width: int) -> Iterator[str]:
    yield f"{view.round_words.upper()}: {view.situation}"
    for words in (view.so_far, view.result):
        if words:
            yield from wrapped(width, "  ", words.split(", "))
    players = [
        view.names[seat]
        if view.tags[seat] == view.names[seat][:1]
        else f"{view.tags[seat]} = {view.names[seat]}"
        for seat in view.order
    ]
    yield from wrapped(width, "  clockwise from the start player: ", players)


def _areas(view: View, width: int) -> Iterator[str]:
    yield "ACTION AREAS"
    places = [
        f"{'ABCDEF'[area]} {padded(area.title, 19)} {' '.join(padded(disc, 2) for disc in _discs(view, area))}"
        for area in Area
    ]
    most = 3 if width >= 3 * 28 + 4 else 1
    for left in range(0, len(places), most):
        yield ("  " + "  ".join(places[left : left + most])).rstrip()


def _discs(view: View, area: Area) -> list[str]:
    tags = [view.tags[seat] for seat in view.discs_on(area)]
    return tags + ["-"] * (2 - len(tags))


def _market(view: View, width: int) -> Iterator[str]:
    turn = view.state.turn
    yield "EXCHANGE MARKET"
    rows = []
    for box, title in enumerate(BOXES):
        lines = [line for line in moves.Line if line.box == box]
        uses = turn.exchanges
        used = [
            f"{LINE_WORDS[line]}{f' (used {uses[line]}x)' if uses[line] else ''}"
            for line in lines
        ]
        rows.append((title, *used))
    yield from columns(rows)
    yield f"  or one cog for nothing{' (taken)' if turn.took_cog else ''}"


def _path(
    title: str, piles: Sequence[str], cards: Sequence[Sequence[str]], width: int
) -> Iterator[str]:
    """Yield the lines of a path: its title, the cards on it, ``-`` for each empty space, and the piles."""
    yield f"{title} along their path; those marked x leave at the end of the round"
    exits, most = len(cards) - display_rows()[2], max(map(len, cards))
    spaces = [card or ("-", *[""] * (most - 1)) for card in cards]
    yield from columns(
        [(f"{n + 1}{'x' if n >= exits else ' '}", *space) for n, space in enumerate(spaces)]
    )
    yield from wrapped(width, "  ", piles)


def _factories(view: View, width: int) -> Iterator[str]:
    board, printed = view.state.board, view.components.factories
    piles = (
        f"deck {board.factory_deck.bit_count()}",
        f"discards {board.factory_discards.bit_count()}",
    )
    rows = [() if card == EMPTY else _factory(view, printed[card]) for card in board.row]
    yield from _path("FACTORIES", piles, rows, width)


def _factory(view: View, card: FactoryCard) -> tuple[str, str, str]:
    mark, marks = view.factory_marks(card)
    at_once = (
        f", when built {card.influence} influence{marks['influence']}"
        if card.influence
        else ""
    )
    return (
        f"{card.id}{mark}",
        f"{_short(show(card.output))}{marks['output']}",
        f"for {show(card.cost)}{marks['cost']}{at_once}",
    )


def _short(amounts: str) -> str:
    return amounts.replace("development cog", "cog")


def _display(view: View, width: int) -> Iterator[str]:
    board, printed = view.state.board, view.components.cards
    piles = [f"deck {board.deck.bit_count()}", f"discards {board.discards.bit_count()}"]
    if view.waiting:
        piles.append(f"waiting: {', '.join(view.waiting)}")
    rows = [() if card == EMPTY else _card(view, printed[card]) for card in board.display]
    yield from _path("INVENTION CARDS", piles, rows, width)


def _card(view: View, card: InventionCard) -> tuple[str, str, str, str]:
    mark, marks = view.card_marks(card)
    choice = (
        f"{card.question_marks} of choice{marks['question_marks']}, "
        if card.question_marks
        else ""
    )
    return (
        f"{card.id}{mark}",
        card.kind.value,
        f"{_short(show_reward(card.profit))}{marks['profit']}",
        f"for {choice}{_short(show(card.cost))}{marks['cost']}",
    )


def _loads(view: View, width: int) -> Iterator[str]:
    yield "SHIPS AND STORAGE HOUSES"
    pieces = [
        f"{source.id}{view.source_mark(source)}: {show(load * ONE[source.good]) if load else 0}"
        for source, load in zip(view.components.sources, view.state.board.loads, strict=True)
    ]
    yield from wrapped(width, "  ", pieces, "   ")


def _inventions(view: View, width: int) -> Iterator[str]:
    yield from wrapped(
        width,
        "INVENTIONS ",
        ["influence / cogs / income,", "then marker,", "+ patented"],
        " ",
    )
    rows = [("", "original", "", "technical", "")]
    for index, name in reversed(list(enumerate(view.components.inventions))):
        mark, marks = view.invention_marks(index)
        rows.append(
            (
                f"{clipped(name, _INVENTION)}{mark}",
                *_space(view, 2 * index, marks),
                *_space(view, 2 * index + 1, marks),
            )
        )
    yield from columns(rows)


def _space(view: View, index: int, marks: Mapping[str, str]) -> tuple[str, str]:
    space, kind = view.components.spaces[index], SPACE_KINDS[index % 2]
    printed = {
        "influence": space.influence,
        "cogs": space.cogs,
        "income": _short(show_reward(space.income)),
    }
    owner, patented = view.owners(index)
    marker = "-" if owner is None else view.tags[owner]
    numbers = " / ".join(
        f"{value}{marks[f'{kind}.{field}']}" for field, value in printed.items()
    )
    return numbers, marker if patented is None else f"{marker}+"


def _patents(view: View, width: int) -> Iterator[str]:
    yield "PATENT TRACK"
    squares = view.components.patent_squares
    rows = []
    for number in range(len(squares), -1, -1):
        words = "start"
        if number:
            square, (mark, marks) = squares[number - 1], view.square_marks(number)
            coins = f"{plural(square.coins, 'coin')}{marks['coins']}"
            words = (
                f"{number}{mark}: {coins}, {square.influence} influence{marks['influence']}"
            )
        there = [
            view.tags[seat]
            for seat in view.order
            if view.state.players[seat].patents == number
        ]
        rows.append((words, " ".join(there) or "-"))
    yield from columns(rows)


def _influence(view: View, width: int) -> Iterator[str]:
    yield f"INFLUENCE TRACK to {view.components.track_end}{view.mark('track.end')}"
    players = view.state.players
    ranked = sorted(view.order, key=lambda seat: -players[seat].influence)
    pawns = [
        f"{' '.join(view.tags[seat] for seat in seats)} {number}"
        for number, seats in groupby(ranked, key=lambda seat: players[seat].influence)
    ]
    yield from wrapped(width, "  pawns  ", pawns)
    signs = [
        f"{space} {good.word}{view.sign_mark(space)}"
        for space, good in view.components.sign_on.items()
    ]
    yield from wrapped(width, "  signs  ", signs)


def _mats(view: View, width: int) -> Iterator[str]:
    heads = (*_STOCK, "infl", "discs", "bonus", "patents", f"markers{view.mark('markers')}")
    yield padded("PLAYERS", _NAME) + "".join(f" {head}" for head in heads)
    for seat in view.seats:
        player = view.state.players[seat]
        numbers = (
            *(count(player.goods, good) for good in _STOCK.values()),
            player.influence,
            view.discs_in_hand(seat),
            player.bonus_discs,
            player.patents,
            markers_left(view.state, seat),
        )
        name = (
            f"{'>' if seat == view.to_move else ' '} {clipped(view.names[seat], _NAME - 2)}"
        )
        yield padded(name, _NAME) + "".join(
            f" {n:>{len(head)}}" for n, head in zip(numbers, heads, strict=True)
        )
        yield from _belongings(view, seat, width)


def _belongings(view: View, seat: int, width: int) -> Iterator[str]:
    components, player = view.components, view.state.players[seat]
    factories = [components.factory(index) for index in members(player.factories)]
    outputs = [
        f"{card.id} ({_short(show(card.output))}{view.output_mark(card)})"
        for card in factories
    ]
    yield from wrapped(
        width, f"    factories, capacity {capacity(view.state)[seat]}: ", outputs
    )
    spaces = [
        f"{components.space_name(i)}{'+' if player.patented >> i & 1 else ''}"
        for i in members(player.developed)
    ]
    if spaces:
        yield from wrapped(width, "    developed: ", spaces)


def _panel(
    title: str,
    lines: Callable[[View, int], Iterator[str]],
    draw: Callable[[Canvas[View]], float],
) -> Part[View]:
    return Part(lines, lambda _: [(title, draw)])


def _things_of(move: moves.Move, state: State) -> Iterator[Thing]:
    """Yield the things that a move refers to; none for moves such as ending a turn."""
    match move:
        case moves.PlaceDisc(area) | moves.Resolve(area) | moves.Withdraw(area):
            yield "area", area
        case moves.BuildFactory(factory):
            yield "factory", factory
        case moves.RunFactory(factory):
            yield "run", factory
        case moves.RunAllFactories():
            yield from (("run", factory) for factory in members(state.me.factories))
        case moves.BuyLoad(source):
            yield "source", source
        case moves.ProduceInvention(card):
            yield "card", card
        case moves.TakeCog():
            yield "cog", 0
        case moves.Exchange(line):
            yield "line", line
        case moves.Develop(space):
            yield "space", space
        case moves.RegisterPatent(space):
            yield "square", state.me.patents + 1
            if space is not None:
                yield "space", space


PICTURES = gallery(
    View,
    {
        "status": Part(_status, lambda view: [(view.round_words, panels.status)]),
        "areas": _panel("Action areas", _areas, panels.areas),
        "market": _panel("Exchange market", _market, panels.market),
        "factories": _panel("Factories", _factories, panels.factories),
        "display": _panel("Invention cards", _display, panels.display),
        "loads": _panel("Ships and storage houses", _loads, panels.loads),
        "inventions": _panel("Inventions", _inventions, panels.inventions),
        "patents": _panel("Patent track", _patents, panels.patents),
        "influence": _panel("Influence track", _influence, panels.influence),
        "mats": Part(
            _mats, lambda view: [("", partial(panels.mat, seat=seat)) for seat in view.seats]
        ),
    },
    SYMBOLS,
    _things_of,
)
"""The pictures of the game."""
PARTS = PICTURES.parts
"""The names of the parts of the table, in the order in which they are shown."""
text = PICTURES.text
"""Renders a position for a terminal, in lines of at most ``width`` columns.

``names`` are the players' names by seat, ``parts`` the `PARTS` to show, ``seats`` the
players to show. Raises `GameError` for a width below 80, and for invalid names, parts
and seats.
"""
svg = PICTURES.svg
"""Renders a position as a picture with a light and a dark color scheme.

The first arguments are those of `text`. The things that the moves of ``highlight``
refer to get a bold border. ``title`` is the accessible title, ``columns`` the number of
columns of panels, 1 for a phone, ``prefix`` the prefix of the ids in the document.
Raises `GameError` for invalid names, parts, seats and columns.
"""
