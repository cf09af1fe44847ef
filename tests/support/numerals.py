"""Numerals as a rulebook: cards are named by numbers, and nothing lies before a player.

Two players take cards in turn, and the last card wins.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from era_of_inventions.tabletop import (
    OVER,
    ActsNow,
    BasePosition,
    BaseRuleset,
    Chapter,
    Choice,
    Field,
    Grammar,
    Law,
    Mask,
    Move,
    Names,
    RootDraft,
    Rulebook,
    Seat,
    TestData,
    Things,
    ToMove,
    definition,
    drafts,
    effect,
    field,
    grant,
    has,
    limit,
    minus,
    move,
    record,
    scoring,
)
from tests.support.nim import SETS, Box


class Card:
    """A card with a number."""


CARDS = Names.indexed(Card, ("1", "2", "3", "4", "5", "6"))


@record
class State(BasePosition[BaseRuleset, Box]):
    cards: Field[Mask[Card]] = field(Things(CARDS))
    seat: Field[int] = field(Seat(), "who is in turn", words="player")


class StateDraft(RootDraft[State], State):
    __slots__ = ()


@move
class Take(Move):
    """Take a card."""

    card: Field[int] = field(Choice(CARDS))


@definition("cards.two")
def two() -> tuple[int, ...]:
    """Two play."""
    return (2,)


@grant("cards.turn", on=ActsNow)
def turn(position: State, acts: ActsNow) -> bool:
    """The players take turns."""
    return acts.seat == position.seat


@grant("cards.take", on=Take)
def take(position: State, move: Take) -> bool:
    """Whoever is in turn takes a card."""
    return True


@limit("cards.there", on=Take)
def there(position: State, move: Take) -> bool:
    """A card that is taken is there."""
    return has(position.cards, move.card)


@effect("cards.taken", on=Take)
def taken(draft: StateDraft, move: Take) -> None:
    """The card is gone, and the next player is in turn."""
    draft.cards, draft.seat = minus(draft.cards, move.card), 1 - draft.seat


@scoring("cards.last")
def last(position: State) -> tuple[int, ...]:
    """Whoever took the last card gets a point."""
    return tuple(int(not position.cards and seat != position.seat) for seat in (0, 1))


def _winners(_position: State, totals: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, points in enumerate(totals) if points == max(totals))


def _to_move(position: State) -> ToMove:
    return position.seat if position.cards else OVER


def _blank(setting: Any, seat: int) -> State:
    cards: Any = (1 << len(CARDS.names)) - 1  # type: ignore[arg-type]
    return State(setting, cards, seat)


NUMERALS: Rulebook[State, Take] = Rulebook(
    name="numerals",
    title="Numerals",
    home="tests.support.numerals:NUMERALS",
    law=Law([Chapter.of(sys.modules[__name__])]),
    editions=(),
    ruleset=BaseRuleset,
    components=SETS,
    player_counts=two,
    state=State,
    blank=_blank,
    to_move=_to_move,
    draft=drafts(StateDraft),
    winners=_winners,
    grammar=Grammar(unspoken="take"),
    samples=TestData(plies=6),
)
