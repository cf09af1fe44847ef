"""The numbers a result rests on that nobody states."""

from __future__ import annotations

import re
from typing import Any

import pytest

from era_of_inventions.rulebook import ERA
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.disputes import Judgement, judge_dispute, parse_dispute, read_dispute
from era_of_inventions.tabletop.disputes.report import dispute_text, qualified
from era_of_inventions.tabletop.documents import dispute_data
from era_of_inventions.tabletop.play.registry import rulebook_named
from era_of_inventions.tabletop.text.toml import toml_key, toml_value
from era_of_inventions.tabletop.values import evolve
from tests import ROOT
from tests.support.disputes import FOUR, SET, Judged

pytestmark = pytest.mark.repeats

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


CLAIM = """
[position]
players = "Anna, Bob, Cem"
[[claim]]
happens = ["round = 1"]
"""


def unstated(judgement: Judgement) -> set[str]:
    """The printed values that nobody states, with their sources."""
    return set(map(str, judgement.unstated))


def test_assumed_numbers_are_named(judged: Judged) -> None:
    (judgement,) = judged(f'{PRODUCE}moves = ["produce camera-2"]\n')
    assert unstated(judgement) == {
        'card.camera-2.cost = "1 coal, 2 technology, 1 tool" (assumed)',
        'card.camera-2.profit = "3 influence" (assumed)',
        'track.signs.3 = "coal" (assumed)',
        'space.camera.income = "2 influence" (assumed)',
        'track.signs.2 = "nothing" (assumed)',
    }


def test_numbers_of_moves_made_before_are_named_too(judged: Judged) -> None:
    (judgement,) = judged(f'{PRODUCE}after = ["produce camera-2"]\nmoves = ["end action"]\n')
    assert 'card.camera-2.profit = "3 influence" (assumed)' in unstated(judgement)


def test_numbers_that_are_told_or_stated_are_not_named(judged: Judged) -> None:
    told = 'card.camera-2 = { cost = "2 coal", profit = "4 influence" }\nspace.camera.income = "3 influence"\n'
    (judgement,) = judged(f'{told}{PRODUCE}moves = ["produce camera-2"]\nhappens = ["Orange coal -2"]\n')
    assert judgement.holds
    assert unstated(judgement) == {'track.signs.4 = "nothing" (assumed)', 'track.signs.3 = "coal" (assumed)'}
    (judgement,) = judged(f'{FOUR}phase = "action"\narea = "develop"\n[[claim]]\nmoves = ["patent unplaced"]\n')
    assert [line for line in unstated(judgement) if "patent_square" in line] == []


def test_scores_name_what_they_add_up(judged: Judged) -> None:
    (judgement,) = judged(
        f'{FOUR}[player.Green]\nfactories = ["mint-1"]\n[[claim]]\nhappens = ["Green capacity = 2"]\n'
    )
    assert judgement.holds
    assert unstated(judgement) == {'factory.mint-1.output = "1 coin" (assumed)'}


@pytest.mark.parametrize(("reading", "values"), [("twenty", {"box.bonus_discs = 21 (assumed)"}), ("unlimited", set())])
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
        {"box.bonus_discs = 21 (assumed)"},
    ]


def test_a_refusal_names_no_number_of_what_would_have_come_after_it(judged: Judged) -> None:
    table = f'{FOUR}phase = "action"\narea = "build"\n[position.board]\nrow = ["mint-1"]\n'
    (judgement,) = judged(f'{table}[player.Orange]\ngoods = "1 wood"\n[[claim]]\nmoves = ["build mint-1"]\n')
    assert not judgement.holds
    assert unstated(judgement) == {'factory.mint-1.cost = "1 wood, 1 coal" (assumed)'}


def test_a_printed_sign_on_the_track_can_turn_a_result(judged: Judged) -> None:
    """That a coal is gained by landing on space 3 is only assumed of the track."""
    text = f'{PRODUCE}moves = ["produce camera-2"]\nhappens = ["Orange coal +0"]\n'
    (judgement,) = judged(text)
    assert judgement.holds
    assert ("track.signs.3", "nothing") in {(rest.number.place, rest.other) for rest in judgement.numbers}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "game"),
    [
        ("examples/disputes/e06-income.toml", "era-of-inventions"),
        ("examples/phoenicia/disputes/tie-at-the-end.toml", "phoenicia"),
        ("examples/oh_my_goods/disputes/x07-neat.toml", "oh-my-goods"),
    ],
)
def test_every_report_has_lines_that_state_the_numbers_in_the_file(file: str, game: str) -> None:
    """People read them in the text, programs find them as data; at the head of the file they settle the numbers."""
    path, rulebook = ROOT / file, rulebook_named(game)
    dispute = read_dispute(path, rulebook)
    judgements = judge_dispute(dispute)
    claims = dispute_data(dispute, judgements)["claims"]
    numbers = {number["line"]: number for claim in claims for number in claim["unstated_numbers"]}
    assert set(re.findall("(?m)^    (.*)  # (?:assumed|reported)$", dispute_text(dispute, judgements))) == set(numbers)
    for line, number in numbers.items():
        assert line.startswith(f"{toml_key(number['written_at'])} = ")
    again = judge_dispute(parse_dispute("\n".join([*numbers, path.read_text(encoding="utf-8")]), rulebook))
    assert [judgement.result for judgement in again] == [judgement.result for judgement in judgements]
    assert {value.line for judgement in again for value in judgement.unstated}.isdisjoint(numbers)


def test_the_line_of_a_result_names_a_number_as_the_file_states_it(judged: Judged) -> None:
    text = f'{PRODUCE}moves = ["produce camera-2"]\nhappens = ["Orange coal +0"]\n'
    (judgement,) = judged(text)
    (first,) = [rest for rest in judgement.numbers if rest.number.place == "card.camera-2.cost"]
    assert f"if {first}" in "; ".join(qualified(judgement, ()))
    (stated,) = judged(f"{first.number.line}\n{text}")
    (turned,) = judged(f"{toml_key(first.number.written_at)} = {toml_value(first.other)}\n{text}")
    assert (stated.result, turned.result) == ("holds", "fails")


def test_a_sign_that_the_file_states_settles_it(judged: Judged) -> None:
    text = f'{PRODUCE}moves = ["produce camera-2"]\nhappens = ["Orange coal +0"]\n'
    for sign, result in (("coal", "holds"), ("nothing", "fails")):
        (judgement,) = judged(f'track.signs.3 = "{sign}"\n{text}')
        assert judgement.result == result
        assert "track.signs.3" not in {value.place for value in judgement.unstated}
        assert judgement.setting
        assert judgement.setting.components.signs[-1] == SET.signs[-1]


def test_a_result_can_rest_on_the_last_space_of_the_track(judged: Judged) -> None:
    ruling = '[rulings]\ntrack-end = "stops"\n[player.Orange]\ninfluence = 79\ngoods = "1 cog"\n'
    text = f'{FOUR}phase = "action"\narea = "market"\n{ruling}[[claim]]\nmoves = "exchange cog > 1 influence"\n'
    (judgement,) = judged(f'{text}happens = "Orange influence +1"\n')
    assert judgement.holds
    assert ("track.end", "79") in {(rest.number.place, rest.other) for rest in judgement.numbers}


@pytest.mark.parametrize("game", ["era-of-inventions", "oh-my-goods", "phoenicia"])
def test_a_dispute_can_state_everything_that_no_rulebook_states(game: str) -> None:
    """Each value is written where `written_at` says; then it comes from the dispute, and the set is the same."""
    rulebook = rulebook_named(game)
    sets = rulebook.components
    box = sets.load(sets.default)
    terms, printed, sources = sets.terms(box), sets.printed(box), sets.sources(box)
    values = [value for value in sets.values(box) if getattr(value.key.spec.holds, "sourced", False)]
    texts = {value.path: value.text(terms) for value in values if value.path in {*printed, *sources}}
    texts |= {value.place: value.text for value in sets.values_at(box, {*sources, "track.signs.2"})}
    assert sources.keys() - texts.keys() <= {"track.signs"}  # the source of the spaces that the table does not list
    unstated = [path for path in texts if sets.source(box, path).source != "stated"]
    lines = [f"{toml_key(sets.written_at(box, path))} = {toml_value(texts[path])}" for path in unstated]
    dispute = parse_dispute("\n".join([*lines, CLAIM]), rulebook)
    stated = dispute.game.setting.components
    assert stated == box
    assert {path for path in unstated if sets.source(stated, path).source != "stated"} == set()
