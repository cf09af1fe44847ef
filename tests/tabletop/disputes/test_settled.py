"""What a table has settled is part of its disputes, unless a dispute says otherwise."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from era_of_inventions import ERA
from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.settled import with_settled
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.text.toml import toml_text

SETTLED = {"rulings": {"a": "settled", "b": "settled"}, "card": {"x": {"cost": 1, "profit": 2}, "y": {"cost": 3}}}


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ({}, SETTLED),
        ({"title": "T"}, {"title": "T", **SETTLED}),
        (
            {"rulings": {"a": "said"}, "card": {"x": {"cost": 9}}},
            {
                "rulings": {"a": "said", "b": "settled"},
                "card": {"x": {"cost": 9, "profit": 2}, "y": {"cost": 3}},
            },
        ),
        ({"ruleset": "de"}, {"ruleset": "de", "card": SETTLED["card"]}),
        ({"components": "other"}, {"components": "other", "rulings": SETTLED["rulings"]}),
        ({"card": "no table"}, {"card": "no table", "rulings": SETTLED["rulings"]}),
    ],
)
def test_what_a_dispute_says_stays_and_the_rest_is_added(said: dict[str, Any], whole: dict[str, Any]) -> None:
    assert tomllib.loads(with_settled(toml_text(said), SETTLED)) == whole


def test_a_text_to_which_nothing_is_added_stays_as_it_was() -> None:
    text = "# a comment\n[position]\n"
    assert with_settled(text, {}) == text


def test_what_is_not_toml_is_refused() -> None:
    with pytest.raises(FileError):
        with_settled("[", SETTLED)


def test_a_settled_reading_turns_a_verdict() -> None:
    text = """
    [position]
    players = ["Orange", "Brown", "Green", "Yellow"]
    round = 2
    phase = "action"
    area = "market"
    to_move = "Green"
    [player.Green]
    goods = "6 coins"
    bonus_discs = 1
    discs_bought_this_round = 1
    discs_used_this_round = 1
    [[claim]]
    after = ["exchange 2 coins > cog", "end action"]
    moves = ["use bonus disc"]
    """
    (usual,) = judge_dispute(parse_dispute(text, ERA))
    other_reading = {one.ruling: one.other_readings[0] for one in usual.rests_on.alone}
    settled = with_settled(text, {"rulings": other_reading})
    (other,) = judge_dispute(parse_dispute(settled, ERA))
    assert (usual.result, other.result) == ("holds", "fails")
