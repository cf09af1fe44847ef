"""Every ruling is told apart: a position and a move, or a short play, whose results differ by the reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from phoenicia.position import Purpose, Stage, State
from phoenicia.rulings import Ruleset
from phoenicia_tables import Has, allowed, chance, hand, play, table, under

IDLE = Has(workers=(0, 0, 0, 0), disks=0)


def _income(*players: Has, pile: str | None = None) -> State:
    return table(*players, stage=Stage.REFILL, due=1, deck="fort", pile=pile)


CASES: dict[str, tuple[State, Callable[[State], object], tuple[object, ...]]] = {
    "first_display": (
        table(stage=Stage.FIRST_DISPLAY, due=2, deck="fort, dyer, tracker", round=0),
        lambda s: play(s, "reveal fort", "reveal dyer").turn.stage,
        (Stage.FIRST_CARDS, Stage.FIRST_DISPLAY),
    ),
    "first_hand": (
        table(stage=Stage.FIRST_DISPLAY, due=1, deck="dyer", round=0),
        lambda s: play(s, "reveal dyer").turn.stage,
        (Stage.FIRST_CARDS, Stage.OFFER),
    ),
    "display_refill": (
        table(stage=Stage.TOOLS, seat=1, display="dyer", deck="4 fort"),
        lambda s: play(s, "end turn").turn.due,
        (2, 1),
    ),
    "overpay": (
        table(Has("4, 6", disks=5, trained=1), stage=Stage.PAYMENT, owed=5, purpose=Purpose.EMPLOYMENT, place=1),
        lambda s: (allowed(s, "pay six"), allowed(s, "pay four") and allowed(play(s, "pay four"), "pay six")),
        ((True, False), (False, False), (True, True)),
    ),
    "wins_per_round": (
        table(Has("6"), stage=Stage.OFFER, winners=[0], display="dyer"),
        lambda s: allowed(s, "put up dyer"),
        (True, False),
    ),
    "granary_again": (
        table(Has(disks=4, cards="granary", storehouses=4), stage=Stage.OFFER, display="granary"),
        lambda s: play(s, "put up granary", "bid 4", "pass").players[0].storehouses,
        (6, 4),
    ),
    "second_tile": (
        table(Has(disks=8, trained=1, workers=(1, 1, 5, 0), cards="2 prospector"), stage=Stage.WORKERS),
        lambda s: allowed(s, "employ mining"),
        (False, True),
    ),
    "smelter_without_mine": (
        table(Has(disks=8, trained=1, cards="smelter"), stage=Stage.WORKERS),
        lambda s: allowed(s, "employ mining"),
        (False, True),
    ),
    "city_center": (
        table(Has(disks=3, cards="city-center", bought=3), stage=Stage.TOOLS),
        lambda s: allowed(s, "point"),
        (False, True),
    ),
    "training_room": (
        table(Has(disks=7, untrained=4), stage=Stage.OFFER, display="fort"),
        lambda s: play(s, "put up fort", "bid 7", "pass").players[0].untrained,
        (7, 5),
    ),
    "more_lucrative": (
        table(Has(disks=5, cards="2 tracker"), stage=Stage.WORKERS),
        lambda s: allowed(s, "move hunting farming"),
        (True, False),
    ),
    "moved_onto_tool": (
        table(Has(disks=0, tools=(0, 1, 0, 0)), stage=Stage.WORKERS),
        lambda s: allowed(s, "move hunting farming"),
        (False, True),
    ),
    "tools_per_tile": (
        table(Has(disks=2, tools=(1, 0, 0, 0)), stage=Stage.TOOLS),
        lambda s: allowed(s, "tool hunting"),
        (True, False),
    ),
    "disks_to_card": (
        _income(Has(disks=4, workers=(0, 0, 0, 0)), IDLE),
        lambda s: play(s, "reveal fort").turn.stage,
        (Stage.INCOME, Stage.DISKS),
    ),
    "disk_sets": (
        _income(Has(disks=6, workers=(0, 1, 0, 0), cards="granary"), IDLE),
        lambda s: len(hand(chance(play(s, "reveal fort")))),
        (2, 1),
    ),
    "no_cards_left": (
        _income(
            Has("12x4, 8x5", 0, workers=(0, 2, 0, 0), storehouses=20),
            Has("8x5, 12x6", 0, workers=(0, 0, 0, 0), storehouses=20),
        ),
        lambda s: play(s, "reveal fort").players[0].disks,
        (3, 0),
    ),
    "reshuffle": (
        _income(Has(disks=0, workers=(0, 2, 0, 0)), IDLE, pile="6"),
        lambda s: play(s, "reveal fort", "deal six").table.pile.size,
        (39, 0),
    ),
    "supplies": (
        table(Has("6", disks=0), Has(disks=35), stage=Stage.TOOLS),
        lambda s: allowed(s, "tool hunting"),
        (True, False),
    ),
}


def test_every_ruling_has_a_case() -> None:
    assert list(CASES) == [ruling.field for ruling in Ruleset.rulings()]


@pytest.mark.parametrize("ruling", Ruleset.rulings(), ids=lambda ruling: ruling.id)
def test_its_readings_differ(ruling: Any) -> None:
    field, names = ruling.field, ruling.names
    position, result, expected = CASES[field]
    found = tuple(result(under(position, **{field: name})) for name in names)
    assert found == expected
    assert len(set(map(repr, expected))) == len(names)
