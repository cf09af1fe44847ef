"""Amounts in component files and disputes: a text, a table of numbers, or a table with a source."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.errors import FileError

PLACE = (
    'game = "era-of-inventions"\n[position]\nplayers = "Ann, Ben, Cem"\n[player.Ann]\nfactories = "coal-mine-1"\n{}\n'
)
CLAIM = '[[claim]]\nmoves = "Ann: place build"\n'


def cost(line: str) -> str:
    dispute = parse_dispute(PLACE.format(f"[card.telephone-1]\n{line}") + CLAIM)
    judge_dispute(dispute)
    components = dispute.game.setting.components
    return repr(next(card.cost for card in components.cards if card.id == "telephone-1"))


@pytest.mark.repeats
@pytest.mark.parametrize(
    "line",
    [
        "cost = { coal = 2, metal = 1 }",
        "cost.coal = 2\ncost.metal = 1",
        'cost = { value = "2 coal, 1 metal" }',
        "cost = { value = { coal = 2, metal = 1 } }",
    ],
)
def test_amounts_are_a_table_as_well_as_a_text(line: str) -> None:
    assert cost(line) == cost('cost = "2 coal, 1 metal"') != cost('cost = "1 coal, 2 metal"')


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("cost = { coal = -1 }", "card.telephone-1.cost"),
        ('cost = { coal = "two" }', "card.telephone-1.cost"),
        ("cost = { coals_ = 1 }", "card.telephone-1.cost"),
        ("question_marks = { coal = 1 }", "card.telephone-1.question_marks.coal"),
        ("cost = { coal = 1, source = 3 }", "card.telephone-1.cost.coal"),
    ],
)
def test_what_is_no_amount_is_refused_at_its_place(line: str, place: str) -> None:
    with pytest.raises(FileError) as caught:
        cost(line)
    assert place in str(caught.value)
