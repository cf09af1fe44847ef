"""What somebody changes by touch takes along what else has to be different, so that something can be asked."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions import ERA
from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.controls import rewritten
from era_of_inventions.tabletop.disputes.mending import mended
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.play.registry import rulebook_named

Place = tuple[str, ...]
USUAL = """
[position]
players = ["Orange", "Brown", "Green", "Yellow"]
[player.Orange]
goods = "enough"
bonus_discs = "enough"
[[claim]]
moves = "Orange: {move}"
"""
DEVELOPED: Place = ("player", "Orange", "developed")
OTHERS: Place = ("player", "Brown", "developed")
PATENTED: Place = ("player", "Orange", "patented")
PHASE: Place = ("position", "phase")
TECHNICAL = "telephone technical"
EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*/disputes/*.toml"))
"""Disputes; some are possible only at the moments of their claims."""


def changed(move: str, *changes: tuple[Place, Any]) -> tuple[str, dict[Place, Any]]:
    """Return the text of a dispute with some changes and what they take along, and that alone by its places."""
    text = USUAL.format(move=move)
    for place, value in changes:
        text = rewritten(text, place, value)
    along = mended(text, ERA, [place for place, _ in changes])
    for one in along:
        text = rewritten(text, one.place, one.value, one.also)
    return text, {one.place: one.value for one in along}


def decided(text: str) -> list[str]:
    (judgement,) = judge_dispute(parse_dispute(text, ERA))
    return [one.clause for one in judgement.decided_by]


def test_another_players_marker_gives_way_to_the_one_that_was_put_last() -> None:
    text, along = changed("develop car", (DEVELOPED, ["camera", "telephone"]), (OTHERS, ["camera"]))
    assert along == {DEVELOPED: ["telephone"]}
    assert parse_dispute(text, ERA).state.players[1].developed


def test_a_bonus_action_takes_nothing_along_for_some_action_before_it_goes_without_saying() -> None:
    text, along = changed("take cog", (PHASE, "bonus-action"))
    assert not along
    assert decided(text) == ["bonus.no-free-cog"]


def test_what_was_done_before_a_bonus_disc_is_no_part_of_the_bonus_action() -> None:
    text, along = changed("exchange cog > influence", (("position", "took_cog"), True), (PHASE, "bonus-action"))
    assert along["position", "before"] == [{"phase": "bonus-offer", "took_cog": True}]
    assert "bonus.market-one" in decided(text)
    assert "took_cog" not in tomllib.loads(text)["position"]
    spent = ["steam train", "car"]
    text, along = changed("develop camera", (("position", "developed"), spent), (PHASE, "bonus-action"))
    (judgement,) = judge_dispute(parse_dispute(text, ERA))
    assert judgement.holds


def test_a_patent_takes_along_its_marker_and_that_the_marker_of_its_original() -> None:
    text, along = changed("develop car", (PATENTED, [TECHNICAL]))
    assert along == {DEVELOPED: ["telephone", TECHNICAL]}
    assert decided(text)


def test_what_does_not_go_with_what_was_chosen_is_left_out() -> None:
    area: Place = ("position", "area")
    text, along = changed("end action", (area, "market"), (PHASE, "placement"))
    assert along == {area: None}
    assert decided(text)


def test_a_possible_position_stays_as_it_is() -> None:
    assert changed("develop car", (DEVELOPED, ["telephone"]))[1] == {}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_dispute_that_can_be_asked_takes_nothing_along(path: Path) -> None:
    rulebook = rulebook_named(path.parents[1].name.replace("_", "-"))
    assert mended(path.read_text(encoding="utf-8"), rulebook) == ()


def test_what_is_no_position_at_all_is_refused() -> None:
    with pytest.raises(FileError, match="round"):
        changed("develop car", (("position", "round"), 99))
