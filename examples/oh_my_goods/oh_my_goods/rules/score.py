"""Scoring, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.tabletop import definition, members, scoring
from oh_my_goods.position import State, worth
from oh_my_goods.rules.round import clockwise

SECTION = "Einde van het spel"
COINS_A_POINT = 5


def _worths(position: State) -> Sequence[int]:
    return [worth(position, player) for player in position.players]


@scoring("score.buildings", nl="overwinningspunten op zijn gebouwen")
def buildings(position: State) -> Sequence[int]:
    """Buildings count the victory points on them."""
    cards = position.components.buildings
    return [sum(cards[base].points for base, _ in player.buildings) for player in position.players]


@scoring("score.assistants", nl="gebouwen en assistenten")
def assistants(position: State) -> Sequence[int]:
    """Assistants count the victory points on them."""
    sides = position.components.assistants
    return [sum(sides[side].points for side in members(player.assistants)) for player in position.players]


@scoring("score.goods", facts=lambda state: {"goods worth": _worths(state)}, nl="1 overwinningspunt per 5 munten")
def goods(position: State, worths: Sequence[int]) -> Sequence[int]:
    """All goods left count one point for every five coins that they are worth together, rounded down."""
    return [coins // COINS_A_POINT for coins in worths]


@definition("score.tie-leftover-coins", nl="die de meeste munten overheeft")
def leftover_coins(position: State) -> Sequence[int]:
    """Of players with equal points, whoever has the most coins left after exchanging five for each point wins."""
    return [coins % COINS_A_POINT for coins in _worths(position)]


@definition("score.winner", rulings="full_tie", nl="met de meeste overwinningspunten wint")
def winner(position: State, totals: Sequence[int]) -> tuple[int, ...]:
    """The most points win; players who are still equal after the tie-break share the victory."""
    ranks = list(zip(totals, leftover_coins(position), strict=True))
    best = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    if position.ruleset.full_tie == "later-in-order":
        return (max(best, key=clockwise(position).index),)
    return tuple(best)
