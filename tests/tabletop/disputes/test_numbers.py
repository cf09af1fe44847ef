"""Results that rest on a number that is only assumed say so, and a number that the file states settles it."""

from __future__ import annotations

import gc
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions.tabletop.disputes import (
    Dispute,
    Judgement,
    asking,
    dispute_text,
    judge_dispute,
    parse_dispute,
    read_dispute,
)
from era_of_inventions.tabletop.disputes.asking import judge_alone, judge_claim
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.registry import rulebook_named
from era_of_inventions.tabletop.values import evolve
from tests import ROOT

ERA, PHOENICIA = "era-of-inventions", "phoenicia"
RESTING = [
    ("examples/rules/income.toml", ERA),
    ("examples/rules/scoring.toml", ERA),
    ("examples/phoenicia/disputes/tie-at-the-end.toml", PHOENICIA),
    ("examples/phoenicia/disputes/x09-shipyard-and-ships.toml", PHOENICIA),
]
MATTERS = pytest.mark.parametrize(("file", "game"), RESTING, ids=[Path(file).stem for file, _ in RESTING])
OPPOSITE = {"holds": "fails", "fails": "holds"}


def stating(path: Path, game: str, place: str, value: str) -> Dispute:
    """The dispute of a file to which the value of a number is added, as somebody would who looks at the card."""
    rulebook = rulebook_named(game)
    dispute = read_dispute(path, rulebook)
    thing, _, key = place.rpartition(".")
    (header,) = (
        (
            f'[{table}."{name}"]'
            for table, names in rulebook.components.override_names(dispute.game.setting.components).items()
            for name, at in names.items()
            if at == thing
        )
        if thing
        else ("[box]",)
    )
    written = value if value.isdecimal() else f'"{value}"'
    text = path.read_text(encoding="utf-8")
    return parse_dispute(f"{text}\n{header}\n{key} = {written}\n", rulebook)


@cache
def resting(file: str, game: str) -> list[tuple[int, Judgement]]:
    judgements = judge_dispute(read_dispute(ROOT / file, rulebook_named(game)))
    return [(at, judgement) for at, judgement in enumerate(judgements) if judgement.numbers]


@pytest.mark.slow
@MATTERS
def test_the_number_that_is_named_turns_the_result(file: str, game: str) -> None:
    found = resting(file, game)
    assert found
    for at, judgement in found:
        for rest in judgement.numbers:
            other = stating(ROOT / file, game, rest.number.place, rest.other)
            assert judge_alone(other, other.claims[at]).result == OPPOSITE[judgement.result]


@pytest.mark.slow
@MATTERS
def test_a_number_that_the_file_states_settles_it(file: str, game: str) -> None:
    for at, judgement in resting(file, game):
        for rest in judgement.numbers:
            dispute = stating(ROOT / file, game, rest.number.place, rest.number.text)
            stated = judge_claim(dispute, dispute.claims[at])
            assert stated.result == judgement.result
            assert rest.number.place not in {one.number.place for one in stated.numbers}


@pytest.mark.parametrize(
    ("paid", "result", "named"),
    [("4 coins", "holds", {"patent_square[6].coins"}), ("30 coins", "holds", set()), ("0 coins", "fails", set())],
)
def test_only_a_number_within_two_steps_of_turning_it_is_named(paid: str, result: str, named: set[str]) -> None:
    position: dict[str, Any] = {"players": "Anna, Bob, Cem", "phase": "action", "area": "develop"}
    text = "[position]\n" + "".join(f'{key} = "{value}"\n' for key, value in position.items())
    player = f'[player.Anna]\ngoods = "{paid}"\ndeveloped = "car"\npatents = 5\n'
    (judgement,) = judge_dispute(parse_dispute(f'{text}{player}[[claim]]\nmoves = "patent car"\n', rulebook_named(ERA)))
    assert (judgement.result, {rest.number.place for rest in judgement.numbers}) == (result, named)


@pytest.mark.parametrize(("count", "same"), [(16, True), (15, False), (17, False)])
def test_a_position_means_the_same_only_with_a_set_of_the_same_cards(count: int, same: bool) -> None:
    """With one five more or fewer all later cards have other indexes, and others would lie everywhere."""
    setting = Game(rulebook_named(PHOENICIA), 3).setting
    fours, (value, usual), sixes = setting.components.production
    assert (value, usual) == (5, 16)
    changed = evolve(setting.components, production=(fours, (value, count), sixes), training=9)
    assert setting.has_same_things(changed) is same


def test_whether_every_number_was_tried_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    dispute = read_dispute(ROOT / "examples/rules/income.toml", rulebook_named(ERA))
    assert all(judgement.numbers_asked for judgement in judge_dispute(dispute))
    assert "Not every assumed number" not in dispute_text(dispute, judge_dispute(dispute))
    monkeypatch.setattr(asking, "OTHER_NUMBERS", 3)
    few = judge_dispute(dispute)
    assert not all(judgement.numbers_asked for judgement in few)
    assert "Not every assumed number" in dispute_text(dispute, few)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "claim"),
    [
        ("era-of-inventions", 'moves = "develop steam train"'),
        ("oh-my-goods", 'moves = "produce charburner-grain; spend sawmill-1"'),
        ("phoenicia", 'happens = "Anna score = 3"'),
    ],
)
def test_no_component_set_is_kept_once_its_claim_is_judged(game: str, claim: str) -> None:
    """Whoever judges many disputes in one process would run out of memory."""
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n[[claim]]\n{claim}\n'

    def components_kept() -> int:
        judge_dispute(parse_dispute(text))
        gc.collect()
        kind = type(Game(rulebook_named(game), 3).setting.components)
        return sum(isinstance(one, kind) for one in gc.get_objects())

    components_kept()
    before = components_kept()
    assert components_kept() <= before  # caches of other tests may be emptied meanwhile
