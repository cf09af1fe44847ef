"""What chance may come to, against every order in which its moves can be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from era_of_inventions.tabletop.disputes import parse_dispute
from era_of_inventions.tabletop.disputes.chance import outcomes_of_chance
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.rulebook import CHANCE

FACTORIES = ("mint-1", "mint-2", "mint-3", "smelter-1", "smelter-2")
ROW = 'phase = "refresh-factories"\nboard.row = "-, {}-, -, sawmill-1"\nboard.factory_deck = "{}"'
DEALS = """stage = "income"
due = 1
player = "Anna"
round = 3
[position.table]
discard_pile = "{} four, 15 five, {} six"
[player.Anna]
workers = "3 hunting, 1 farming"
disks = 0
"""
DISPLAY = 'stage = "refill"\ndue = 2\n[position.table]\ndisplay = "fort"\ndeck = "{}"\n'


def every_end(state: Any) -> Iterator[Any]:
    """Every position to which the next moves of chance can come, by trying all of them in every order."""
    game: AnyGame = Game.unchecked(state.setting)
    found, left = {state}, [state]
    while left:
        position = left.pop()
        if game.to_move(position) is not CHANCE:
            yield position
            continue
        after = {game.play(position, move) for move in game.legal_moves(position)} - found
        found |= after
        left += after


@pytest.mark.guest
@pytest.mark.parametrize(
    ("game", "stated", "claims"),
    [
        ("era-of-inventions", ROW.format("", ", ".join(FACTORIES)), [f"place of {name} = row" for name in FACTORIES]),
        ("era-of-inventions", ROW.format("-, ", ", ".join(FACTORIES)), ["factory deck = 1", "place of mint-1 = row"]),
        ("phoenicia", DISPLAY.format("2 granary, glassmaking"), ["granary displayed = 1", "glassmaking displayed = 0"]),
        (
            "phoenicia",
            DEALS.format(11, 11),
            [f"{name} hand {value} = 1" for name in ("Anna", "Bob", "Cem") for value in ("four", "six")],
        ),
        ("phoenicia", DEALS.format(12, 9), [f"{name} hand six = 2" for name in ("Anna", "Bob", "Cem")]),
    ],
)
def test_every_value_that_a_quantity_can_have_is_found(game: str, stated: str, claims: list[str]) -> None:
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{stated}'
    dispute = parse_dispute(text, claimless=True, unchecked=True)
    quantities = dispute.game.setting.for_players(dispute.names).quantities
    outcomes = outcomes_of_chance(dispute.state)
    every = [*every_end(dispute.state)]
    assert outcomes.complete
    assert len(every) > 1
    for effect in map(quantities.parse, claims):
        found, possible = ({quantities.measure(effect, end) for end in ends} for ends in (outcomes.ends, every))
        assert found == possible, effect.text
