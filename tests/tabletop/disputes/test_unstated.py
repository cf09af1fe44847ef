"""The numbers a result rests on that nobody states."""

from __future__ import annotations

from typing import Any

import pytest

from era_of_inventions.box.components import Area
from era_of_inventions.moves import BUY_BONUS_DISC, BUY_COG
from era_of_inventions.position import Phase
from era_of_inventions.rulebook import Game
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.disputes import Judgement
from era_of_inventions.tabletop.play.judge import judge
from era_of_inventions.tabletop.values import evolve
from tests.support.disputes import FOUR, SET, Judged
from tests.support.positions import position

PRODUCE = f"""{FOUR}phase = "action"
area = "produce"
[position.board]
display = ["camera-2"]
[player.Orange]
goods = "9 metal, 9 technology, 9 tools, 9 coal"
[player.Green]
developed = ["camera"]
[[claim]]
"""


def unstated(judgement: Judgement) -> tuple[str, ...]:
    """The printed values that nobody states, with their sources."""
    return tuple(map(str, judgement.unstated))


def test_assumed_numbers_are_named(judged: Judged) -> None:
    (judgement,) = judged(f'{PRODUCE}moves = ["produce camera-2"]\n')
    assert unstated(judgement) == (
        "card.camera-2.cost = 2 technology, 1 tool, 1 coal (assumed)".replace(
            "2 technology, 1 tool, 1 coal", "1 coal, 2 technology, 1 tool"
        ),
        "card.camera-2.profit = 3 influence (assumed)",
        "track.signs.3 = coal (assumed)",
        "invention.camera.original.income = 2 influence (assumed)",
        "track.signs.2 = no sign (assumed)",
    )


def test_numbers_of_moves_made_before_are_named_too(judged: Judged) -> None:
    (judgement,) = judged(f'{PRODUCE}after = ["produce camera-2"]\nmoves = ["end action"]\n')
    assert "card.camera-2.profit = 3 influence (assumed)" in unstated(judgement)


def test_numbers_that_are_told_or_stated_are_not_named(judged: Judged) -> None:
    told = 'card.camera-2 = { cost = "2 coal", profit = "4 influence" }\nspace.camera.income = "3 influence"\n'
    (judgement,) = judged(f'{told}{PRODUCE}moves = ["produce camera-2"]\nhappens = ["Orange coal -2"]\n')
    assert judgement.holds
    assert unstated(judgement) == ("track.signs.4 = no sign (assumed)", "track.signs.3 = coal (assumed)")
    (judgement,) = judged(f'{FOUR}phase = "action"\narea = "develop"\n[[claim]]\nmoves = ["patent unplaced"]\n')
    assert [line for line in unstated(judgement) if "patent_square" in line] == []


def test_scores_name_what_they_add_up(judged: Judged) -> None:
    (judgement,) = judged(
        f'{FOUR}[player.Green]\nfactories = ["mint-1"]\n[[claim]]\nhappens = ["Green capacity = 2"]\n'
    )
    assert judgement.holds
    assert unstated(judgement) == ("factory.mint-1.output = 1 coin (assumed)",)


@pytest.mark.parametrize(("reading", "values"), [("twenty", ["bonus_discs = 11 (assumed)"]), ("unlimited", [])])
def test_whether_a_bonus_disc_can_be_bought_rests_on_how_many_there_are(reading: Any, values: list[str]) -> None:
    ruleset, box = Ruleset(bonus_supply=reading), evolve(SET, bonus_discs=11, provenance={})
    state = position(3, phase=Phase.ACTION, area=Area.MARKET, ruleset=ruleset, components=box)
    form = Game.from_state(state).rulebook.disputes
    for move, expected in ((BUY_BONUS_DISC, values), (BUY_COG, [])):
        assert [str(value) for value in form.values_of_verdict(state, judge(state, move))] == expected
    assert list(map(str, form.values_of_quantity(state, "bonus discs in the supply"))) == ["bonus_discs = 11 (assumed)"]
