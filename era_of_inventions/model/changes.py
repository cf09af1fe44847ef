"""What is different between two positions, in the players' words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from era_of_inventions.model.components import Area, Components, FactoryCard, InventionCard, members
from era_of_inventions.model.goods import Good, count
from era_of_inventions.model.state import EMPTY, Board, Player, State
from era_of_inventions.tabletop.law.clause import Seat
from era_of_inventions.tabletop.law.verdict import Change

COUNTS = {"influence": "influence", "bonus discs": "bonus_discs", "patents": "patents"}
"""Countable quantities of a player besides goods, by the name players use."""
GOODS_WORDS = {
    "wood": Good.WOOD,
    "coal": Good.COAL,
    "metal": Good.METAL,
    "technology": Good.TECHNOLOGY,
    "tools": Good.TOOL,
    "coins": Good.COIN,
    "cogs": Good.COG,
}
"""Countable goods of a player, by the name players use."""
DISCS = tuple(f"disc on {area.title}" for area in Area)
"""Whether a player's disc lies on an area, by the area."""


def changes(before: State, after: State) -> list[Change]:
    """Everything that differs, players in seat order first, then the board, then the game's progress."""
    found: list[Change] = []
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old is not new:
            found += [(seat, *change) for change in _player(old, new, after.components)]
    if before.board is not after.board:
        found += [(None, *change) for change in _board(before.board, after.board, after.components)]
    progress = (
        ("round", before.round, after.round),
        ("start player", Seat(before.start), Seat(after.start)),
        ("phase", before.turn.phase.value, after.turn.phase.value),
        ("player to move", Seat(before.turn.seat), Seat(after.turn.seat)),
    )
    return found + [(None, *change) for change in progress if change[1] != change[2]]


def _player(old: Player, new: Player, components: Components) -> Iterator[tuple[str, object, object]]:
    for word, good in GOODS_WORDS.items():
        if count(old.goods, good) != count(new.goods, good):
            yield word, count(old.goods, good), count(new.goods, good)
    for word, field in COUNTS.items():
        if getattr(old, field) != getattr(new, field):
            yield word, getattr(old, field), getattr(new, field)
    for space in members(old.spaces ^ new.spaces):
        yield f"marker on {components.space_name(space)}", old.spaces >> space & 1, new.spaces >> space & 1
    for space in members(old.patented ^ new.patented):
        yield f"patent on {components.space_name(space)}", old.patented >> space & 1, new.patented >> space & 1
    for factory in members(old.factories ^ new.factories):
        name = components.factory(factory).id
        yield f"factory {name}", old.factories >> factory & 1, new.factories >> factory & 1
    for area in members(old.placed ^ new.placed):
        yield DISCS[area], old.placed >> area & 1, new.placed >> area & 1


def _board(old: Board, new: Board, components: Components) -> Iterator[tuple[str, object, object]]:
    for source, (was, now) in enumerate(zip(old.loads, new.loads, strict=True)):
        if was != now:
            yield f"load of {components.sources[source].id}", was, now
    piles = (
        ("invention deck", old.deck, new.deck),
        ("invention discards", old.discard, new.discard),
        ("factory deck", old.factory_deck, new.factory_deck),
        ("factory discards", old.factory_discard, new.factory_discard),
    )
    for word, was, now in piles:
        if was != now:
            yield word, was.bit_count(), now.bit_count()
    if old.display != new.display:
        yield "display", _names(old.display, components.cards), _names(new.display, components.cards)
    if old.row != new.row:
        yield "factory row", _names(old.row, components.factories), _names(new.row, components.factories)
    for space in members(old.developed_this_round ^ new.developed_this_round):
        if not components.spaces[space].technical:
            invention = components.spaces[space].invention
            cards = components.cards_of(invention).bit_count()
            were_and_are = (0, cards) if new.developed_this_round >> space & 1 else (cards, 0)
            yield f"cards of {components.inventions[invention]} waiting", *were_and_are


def _names(path: tuple[int, ...], printed: Sequence[InventionCard | FactoryCard]) -> str:
    return " ".join("-" if index == EMPTY else printed[index].id for index in path)
