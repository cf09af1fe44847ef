"""What chance may come to, against every order in which its moves can be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop.disputes import parse_dispute
from era_of_inventions.tabletop.disputes.chance import Chance
from era_of_inventions.tabletop.law.ruleset import watched
from era_of_inventions.tabletop.law.ruling import other_readings
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.values import evolve

pytestmark = pytest.mark.repeats

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
    outcomes = Chance(dispute.game.setting).outcomes(dispute.state)
    every = [*every_end(dispute.state)]
    assert outcomes.complete
    assert len(every) > 1
    for effect in map(quantities.parse, claims):
        found, possible = ({quantities.measure(effect, end) for end in ends} for ends in (outcomes.ends, every))
        assert found == possible, effect.text


@pytest.mark.parametrize("empty", ["", "-, "])
def test_of_few_moves_all_that_can_come_together_is_found(empty: str) -> None:
    """What depends on two cards together shows only if both were tried together."""
    stated = ROW.format(empty, ", ".join(FACTORIES))
    text = f'game = "era-of-inventions"\n[position]\nplayers = "Anna, Bob, Cem"\n{stated}'
    dispute = parse_dispute(text, claimless=True, unchecked=True)
    outcomes = Chance(dispute.game.setting).outcomes(dispute.state)
    assert {*outcomes.ends} == {*every_end(dispute.state)}


def test_what_is_kept_is_what_would_be_found_under_each_reading() -> None:
    """And whatever is consulted to look for it is noted, although it is kept."""
    text = f'game = "era-of-inventions"\n[position]\nplayers = "Anna, Bob, Cem"\n{ROW.format("", ", ".join(FACTORIES))}'
    state = parse_dispute(text, claimless=True, unchecked=True).state
    kept, different = Chance(state.setting), set[Any]()
    usual = state.setting.ruleset
    rulesets = [usual, *(usual.with_reading(other.ruling, other.other_reading) for other in other_readings(usual))]
    for ruleset in [*rulesets, *rulesets]:
        setting = attrs.evolve(state.setting, ruleset=ruleset)
        looking, consulted = watched(ruleset)
        fresh = Chance(setting).outcomes(evolve(state, setting=attrs.evolve(setting, ruleset=looking)))
        different.add(tuple(evolve(end, setting=setting.without_readings) for end in fresh.ends))
        observed, noted = watched(ruleset)
        again = attrs.evolve(setting, ruleset=observed)
        found = kept.outcomes(evolve(state, setting=again))
        ends = ([evolve(end, setting=setting) for end in one.ends] for one in (found, fresh))
        assert next(ends) == next(ends)
        assert "fill_order" in consulted
        assert consulted <= noted
    assert len(different) > 1
