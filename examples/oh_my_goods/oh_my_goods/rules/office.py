"""Market offices: gray buildings with a lasting advantage."""

from __future__ import annotations

from operator import add

from era_of_inventions.tabletop import definition
from oh_my_goods.box import ANY, Numbers
from oh_my_goods.position import Player, State

SECTION = "De kaarten"
EXTRA_UP_TO = 3


@definition("office.permanent", nl="Deze geven een permanent voordeel")
def permanent(position: State, player: Player) -> tuple[int, ...]:
    """A gray building gives its owner an advantage as long as the game lasts."""
    kind_of = position.components.kind_of
    return tuple(base for base, _ in player.buildings if kind_of[base].is_office)


@definition("office.extra-card", rulings="extra_cards_add_up", nl="krijgt in fase 1 één")
def extra_card(position: State, player: Player) -> int:
    """The owner of a market office for cards draws one extra card in phase I."""
    offices = sum(position.components.kind_of[base].extra_card for base in permanent(position, player))
    return offices if position.ruleset.extra_cards_add_up == "yes" else min(offices, 1)


@definition("office.extra-card-unless", nl="begin van die fase al meer")
def extra_card_unless(position: State, player: Player) -> bool:
    """Whoever holds more than three hand cards when phase I begins draws no extra card."""
    return player.hand.size > EXTRA_UP_TO


def extra(position: State, player: Player) -> int:
    """Return how many extra cards a player draws in phase I after beginning it with this hand."""
    return 0 if extra_card_unless(position, player) else extra_card(position, player)


@definition("office.resource", nl="voegt uitsluitend voor de eigenaar")
def resource(position: State, player: Player) -> Numbers:
    """A market office adds the raw material that it shows to the market supply, for its owner alone."""
    added = [0] * (ANY + 1)
    for base in permanent(position, player):
        if (kind := position.components.kind_of[base].adds) is not None:
            added[kind] += 1
            added[ANY] += 1
    return tuple(added)


@definition("office.for-production", nl="maar niet via een productieketen")
def for_production(position: State, player: Player) -> Numbers:
    """The owner of a market office may use its raw material to produce, at the glassworks too, but not in a chain."""
    market = position.components.resources(position.table.morning | position.table.evening)
    return tuple(map(add, market, resource(position, player)))
