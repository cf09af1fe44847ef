"""The numbers a result rests on that nobody states."""

from __future__ import annotations

from typing import Any

import pytest

from era_of_inventions.rulebook import ERA
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.disputes import Judgement, judge_dispute, parse_dispute
from era_of_inventions.tabletop.values import evolve
from tests.support.disputes import FOUR, SET, Judged

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


KIND = "card.camera-2.kind = official (assumed)"


def unstated(judgement: Judgement) -> set[str]:
    """The printed values that nobody states, with their sources."""
    return set(map(str, judgement.unstated))


def test_assumed_numbers_are_named(judged: Judged) -> None:
    (judgement,) = judged(f'{PRODUCE}moves = ["produce camera-2"]\n')
    assert unstated(judgement) == {
        KIND,
        "card.camera-2.cost = 1 coal, 2 technology, 1 tool (assumed)",
        "card.camera-2.profit = 3 influence (assumed)",
        "track.signs.3 = coal (assumed)",
        "invention.camera.original.income = 2 influence (assumed)",
        "track.signs.2 = no sign (assumed)",
    }


def test_numbers_of_moves_made_before_are_named_too(judged: Judged) -> None:
    (judgement,) = judged(f'{PRODUCE}after = ["produce camera-2"]\nmoves = ["end action"]\n')
    assert "card.camera-2.profit = 3 influence (assumed)" in unstated(judgement)


def test_numbers_that_are_told_or_stated_are_not_named(judged: Judged) -> None:
    told = 'card.camera-2 = { cost = "2 coal", profit = "4 influence" }\nspace.camera.income = "3 influence"\n'
    (judgement,) = judged(f'{told}{PRODUCE}moves = ["produce camera-2"]\nhappens = ["Orange coal -2"]\n')
    assert judgement.holds
    assert unstated(judgement) == {KIND, "track.signs.4 = no sign (assumed)", "track.signs.3 = coal (assumed)"}
    (judgement,) = judged(f'{FOUR}phase = "action"\narea = "develop"\n[[claim]]\nmoves = ["patent unplaced"]\n')
    assert [line for line in unstated(judgement) if "patent_square" in line] == []


def test_scores_name_what_they_add_up(judged: Judged) -> None:
    (judgement,) = judged(
        f'{FOUR}[player.Green]\nfactories = ["mint-1"]\n[[claim]]\nhappens = ["Green capacity = 2"]\n'
    )
    assert judgement.holds
    assert unstated(judgement) == {"factory.mint-1.output = 1 coin (assumed)"}


@pytest.mark.parametrize(("reading", "values"), [("twenty", {"bonus_discs = 21 (assumed)"}), ("unlimited", set())])
def test_whether_a_bonus_disc_can_be_bought_rests_on_how_many_there_are(reading: Any, values: set[str]) -> None:
    box = evolve(SET, bonus_discs=21, provenance={})
    text = f"""{FOUR}phase = "action"
area = "market"
[player.Orange]
goods = "2 coins, 1 coal"
[[claim]]
moves = ["exchange 2 coins > bonus disc"]
[[claim]]
moves = ["exchange coal > wood"]
[[claim]]
happens_not = ["bonus discs in the supply = 99"]
"""
    dispute = parse_dispute(text, ERA, ruleset=Ruleset(bonus_supply=reading), components=box)
    assert [unstated(judgement) for judgement in judge_dispute(dispute)] == [
        values,
        set(),
        {"bonus_discs = 21 (assumed)"},
    ]


def test_a_refusal_names_no_number_of_what_would_have_come_after_it(judged: Judged) -> None:
    table = f'{FOUR}phase = "action"\narea = "build"\n[position.board]\nrow = ["mint-1"]\n'
    (judgement,) = judged(f'{table}[player.Orange]\ngoods = "1 wood"\n[[claim]]\nmoves = ["build mint-1"]\n')
    assert not judgement.holds
    assert unstated(judgement) == {"factory.mint-1.cost = 1 wood, 1 coal (assumed)"}


def test_a_printed_sign_on_the_track_can_turn_a_result(judged: Judged) -> None:
    """That a coal is gained by landing on space 3 is only assumed of the track."""
    text = f'{PRODUCE}moves = ["produce camera-2"]\nhappens = ["Orange coal +0"]\n'
    (judgement,) = judged(text)
    assert judgement.holds
    assert ("track.signs.3", "no sign") in {(number.place, number.other) for number in judgement.numbers}
