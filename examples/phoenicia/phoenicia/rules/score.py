"""Victory points, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.tabletop import Cite, definition, scoring
from phoenicia.position import State, owned
from phoenicia.rules.produce import victory_of_workers
from phoenicia.rules.round import clockwise

SECTION = "Einde van het spel en overwinnaar"


@scoring("score.workers", nl=Cite("Arbeider verplaatsen", "mijnbouw 2 ZP, jacht 1 ZP"))
def workers(position: State) -> Sequence[int]:
    """Workers who are employed count the victory points of their activity."""
    return [victory_of_workers(position, player) for player in position.players]


@scoring("score.cards", nl=Cite("Kaarten veilen", "wat 1 zegepunt oplevert"))
def cards(position: State) -> Sequence[int]:
    """Development cards count the victory points on them."""
    return [sum(card.vp * n for card, n in owned(position, player)) for player in position.players]


@scoring("score.bought")
def bought(position: State) -> Sequence[int]:
    """Victory points that were bought count."""
    return [player.bought for player in position.players]


@definition("score.tie-order", nl="eerste aan de beurt zou komen")
def tie_order(position: State) -> Sequence[int]:
    """Of tied players the first in the order of turns wins: the Overlord if tied, otherwise the next clockwise."""
    order = clockwise(position)
    return [len(order) - order.index(seat) for seat in position.seats]


@definition("score.winner", nl="meeste zegepunten wordt de winnaar")
def winner(position: State, totals: Sequence[int]) -> tuple[int, ...]:
    """The player with the most victory points wins, no matter who reached 32 first."""
    order = tie_order(position)
    return (max(range(len(totals)), key=lambda seat: (totals[seat], order[seat])),)
