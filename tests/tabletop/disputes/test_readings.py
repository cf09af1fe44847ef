"""Disputes in which several open questions bar the same claim, or a whole preset decides otherwise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions import Ruleset
from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.disputes import Dispute, Judgement, judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.readings import Answer, dependence
from era_of_inventions.tabletop.disputes.report import dispute_text
from era_of_inventions.tabletop.documents.judged import dispute_data

DECLINED = """
[position]
players = ["Ann", "Bob", "Cem", "Dea"]
phase = "choice"
to_move = "Ann"
[player.Ann]
discs = ["market"]
[[claim]]
moves = ["withdraw market", "use bonus disc", "run start", "use bonus disc"]
"""
DEVELOPED = """
ruleset = "en"
[position]
players = ["Ann", "Bob", "Cem", "Dea"]
phase = "action"
area = "develop"
to_move = "Ann"
[player.Ann]
goods = "5 coins, 7 cogs"
[[claim]]
after = ["develop sewing machine", "end action", "use bonus disc"]
moves = ["patent unplaced"]
"""
WAITING = """
[position]
players = ["Ann", "Bob", "Cem", "Dea"]
phase = "choice"
to_move = "Ann"
[position.board]
display = ["sewing-machine-1"]
[space."sewing machine"]
income = "1 influence"
[player.Ann]
discs = ["market"]
goods = "9 metal, 9 technology, 9 tools, 9 coal"
[player.Bob]
influence = 5
developed = ["sewing machine"]
[[claim]]
moves = ["withdraw market", "use bonus disc", "produce sewing-machine-1"]
happens = ["Bob tools +1"]
"""
FIFTH_BOX = """
[position]
players = ["Ann", "Bob", "Cem", "Dea"]
phase = "action"
area = "market"
to_move = "Ann"
[player.Ann]
goods = "20 coins"
[[claim]]
after = [
    "exchange 2 coins > cog", "exchange 2 coins > cog", "exchange 2 coins > cog", "exchange 2 coins > influence",
    "exchange 2 coins > influence", "end action", "use bonus disc",
]
moves = ["exchange 2 coins > influence"]
"""


def judge(tmp_path: Path, text: str) -> tuple[Judgement, str]:
    dispute = read(tmp_path, text)
    (judgement,) = judge_dispute(dispute)
    return judgement, dispute_text(dispute, [judgement])


def read(tmp_path: Path, text: str) -> Dispute:
    path = tmp_path / "quarrel.toml"
    path.write_text(text, encoding="utf-8")
    return read_dispute(path)


def changed(judgement: Judgement) -> list[dict[str, str]]:
    return [{rest.ruling: rest.other_reading for rest in rests} for rests in judgement.rests_on.together]


def test_two_questions_that_bar_one_after_the_other(tmp_path: Path) -> None:
    judgement, text = judge(tmp_path, DECLINED)
    assert not judgement.holds
    assert judgement.rests_on.alone == ()
    assert changed(judgement) == [{"bonus-after-withdrawal": "yes", "bonus-timing": "within-round"}]
    assert judgement.rests_on.presets == ()
    assert "no open question" not in text


@pytest.mark.repeats
def test_two_questions_that_bar_the_same_move(tmp_path: Path) -> None:
    judgement, text = judge(tmp_path, DEVELOPED)
    assert not judgement.holds
    assert judgement.rests_on.alone == ()
    # Where the new invention cannot be patented in the same turn, there is no space that must be chosen.
    assert changed(judgement) == [
        {"develop-or-patent": "action", "patent-placing": "may"},
        {"develop-or-patent": "action", "patent-same-turn": "later-turn"},
    ]
    assert judgement.rests_on.presets == ("default", "nl", "de")
    (rests,) = " ".join(text.split()).split("It rests on")[1:]
    for ruling, reading in (("develop-or-patent", "turn"), ("patent-placing", "must"), ("patent-same-turn", "allowed")):
        assert rests.count(f"{ruling} (read as '{reading}')") == 1
    assert rests.count("develop-or-patent as 'action'") == 1
    assert "if develop-or-patent and patent-placing, or develop-or-patent and patent-same-turn were" in rests
    lines = [
        " were read otherwise. ",
        "develop-or-patent as 'action': May you develop and register a patent in the same turn? "
        "Yes: one of them as the action, the other by a bonus disc after it. ",
        "de Erfindungen machen oder Patente anmelden, “müssen sich für eine der beiden” ",
        "patent-placing as 'may': Must you place the marker of a new patent when you have an unpatented space? "
        "No: it may be left out, and is then lost for good. ",
        "patent-same-turn as 'later-turn': May you patent an invention in the very turn in which you developed it? "
        "No: a space can take a patent only in a later turn than its development. ",
        "Under the presets default, nl and de it would hold.",
    ]
    assert re.search(".*".join(map(re.escape, lines)) + "$", rests)
    assert "here patent-placing is read as 'must'" in text


def test_programs_are_told_all_of_it(tmp_path: Path) -> None:
    """Both combinations with both members, and every preset that decides otherwise."""
    dispute = read(tmp_path, DEVELOPED)
    (claim,) = dispute_data(dispute, judge_dispute(dispute))["claims"]
    both = [
        [("develop-or-patent", "turn", "action"), ("patent-placing", "must", "may")],
        [("develop-or-patent", "turn", "action"), ("patent-same-turn", "allowed", "later-turn")],
    ]
    assert claim["rests_together_on"] == [
        [{"ruling": ruling, "reading": reading, "other_reading": other} for ruling, reading, other in rests]
        for rests in both
    ]
    assert claim["presets_otherwise"] == ["default", "nl", "de"]
    assert (claim["rests_on"], claim["not_asked"], claim["expected"], claim["stands"]) == ([], [], None, False)


OF_MARKET_CAP = {
    "action": "Per market action; a bonus disc may add a sixth exchange.",
    "turn": "Per turn, an exchange by bonus disc included.",
    "round": "Per round, exchanges by bonus discs in any turn included.",
}


@pytest.mark.repeats
@pytest.mark.parametrize(("reading", "holds"), [("action", True), ("turn", False), ("round", False)])
def test_a_sixth_exchange_by_bonus_disc(tmp_path: Path, reading: str, holds: bool) -> None:
    judgement, text = judge(tmp_path, f'[rulings]\nmarket-cap = "{reading}"\n{FIFTH_BOX}')
    assert judgement.holds is holds
    (rest,) = judgement.rests_on.alone
    turning = ("turn", "round") if holds else ("action",)
    assert (rest.ruling, rest.other_readings) == ("market-cap", turning)
    (rests,) = " ".join(text.split()).split("It rests on")[1:]
    otherwise = [f"Read as '{name}' it would {'fail' if holds else 'hold'}: {OF_MARKET_CAP[name]}" for name in turning]
    assert rests.startswith(
        f" the ruling market-cap, read as '{reading}' (sureness medium). "
        "Do you have five exchanges, and three in a box, per action, per turn or per round? "
        f"{' '.join(otherwise)}"
    )
    assert text.count("the ruling ") == 1
    assert [rests.count(said) for said in OF_MARKET_CAP.values()] == [name in turning for name in OF_MARKET_CAP]
    assert (f"here market-cap is read as '{reading}'" in text) is not holds


def test_a_preset_that_turns_two_readings_at_once(tmp_path: Path) -> None:
    judgement, text = judge(tmp_path, WAITING)
    assert not judgement.holds
    assert judgement.rests_on.alone == ()
    assert changed(judgement) == [{"bonus-after-withdrawal": "yes", "signs-on-income": "any-award"}]
    assert judgement.rests_on.presets == ("de",)
    assert "Under the preset de it would hold." in text


def test_a_claim_no_reading_turns(tmp_path: Path) -> None:
    """Nothing is left to pay with, and one sign of the track, which is assumed to pay nothing, would not pay for it."""
    barred = FIFTH_BOX.replace("20 coins", "10 coins")
    judgement, text = judge(tmp_path, barred)
    assert not judgement.holds
    assert judgement.rests_on.rulings == ()
    assert judgement.rests_on.presets == ()
    assert "It rests on no open question" in text


# --- Questions made up ----------------------------------------------------------------

THREE = {"bonus_timing": "within-round", "patent_cap": "turn", "award_steps": "once"}
"""The readings that turn a question together, and that no two of them turn."""


def otherwise(ruleset: Ruleset, readings: dict[str, str]) -> frozenset[str]:
    """Which of these readings a ruleset has."""
    return frozenset(field for field, reading in readings.items() if getattr(ruleset, field) == reading)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_exactly_the_readings_that_turn_an_answer_together_are_told(number: int) -> None:
    """Another reading changes the reasons too, but never the answer: it belongs to no combination."""
    turning = dict(list(THREE.items())[:number])
    beside = {"zero_steps": "carried-out"}

    def answer(ruleset: Ruleset) -> Answer:
        result = "holds" if otherwise(ruleset, turning) == turning.keys() else "fails"
        return Answer(result, otherwise(ruleset, turning | beside))

    found = dependence(Ruleset(), answer)
    together = tuple((rest.ruling.replace("-", "_"), rest.other_reading) for rests in found.together for rest in rests)
    alone = tuple((rest.ruling.replace("-", "_"), *rest.other_readings) for rest in found.alone)
    assert sorted(together or alone) == sorted(turning.items())
    assert (len(found.alone), len(found.together)) == ((1, 0) if number == 1 else (0, 1))


def test_four_readings_together_are_not_looked_for() -> None:
    four = {**THREE, "zero_steps": "carried-out"}

    def answer(ruleset: Ruleset) -> Answer:
        return Answer("holds" if otherwise(ruleset, four) == four.keys() else "fails", otherwise(ruleset, four))

    found = dependence(Ruleset(), answer)
    assert (found.alone, found.together) == ((), ())


@given(
    st.lists(st.sampled_from(sorted(THREE)), min_size=1, unique=True),
    st.sampled_from(sorted(Ruleset.presets)),
    st.data(),
)
def test_nothing_is_asked_twice_and_every_preset_has_its_own_answer(
    fields: list[str], start: str, data: st.DataObject
) -> None:
    """A question that consults one ruling after another, as long as they have a certain reading."""
    first = Ruleset.preset(start)
    asked = list[tuple[str, ...]]()

    def result(ruleset: Ruleset) -> tuple[str, ...]:
        found = list[str]()
        for field in fields:
            found.append(getattr(ruleset, field))
            if found[-1] != stops[field]:
                break
        return tuple(found)

    stops = {
        field: data.draw(st.sampled_from([one.name for one in Ruleset.ruling(field).readings])) for field in fields
    }

    def answer(ruleset: Ruleset) -> Answer:
        asked.append(result(ruleset))
        return Answer("holds" if asked[-1] == result(first) else "fails", asked[-1])

    found = dependence(first, answer)
    assert len({*asked}) == len(asked)
    assert {*found.presets} == {name for name in Ruleset.presets if result(Ruleset.preset(name)) != result(first)}


SCORE = """
[position]
players = ["Ann", "Bob", "Cem"]
[player.Bob]
factories = ["sawmill-2"]
[player.Cem]
factories = ["smelter-4"]
[[claim]]
happens = ["Bob score = 0"]
"""


def test_a_number_that_only_two_readings_change_enough(tmp_path: Path) -> None:
    """Bob gets 2 each for no patents and no inventions, as all three have none, and 3 for a capacity of 3, as Cem has.

    If nobody is paid for having nothing, Bob is left with the 3; if influence counts, Cem leads with 4, and Bob is left
    with the 4 for having nothing. Only both together leave nothing.
    """
    judgement, _ = judge(tmp_path, SCORE)
    assert not judgement.holds
    assert [measured.after for measured in judgement.measured] == [7]
    assert judgement.rests_on.alone == ()
    assert changed(judgement) == [{"capacity": "with-influence", "zero-ties": "unpaid"}]


ENOUGH = """
[position]
players = ["Ann", "Ben", "Cleo"]
[position.board]
display = ["camera-1"]
[player.Ann]
developed = "camera"
[player.Ben]
goods = "enough"
developed = "camera technical"
[player.Cleo]
goods = "enough"
[[claim]]
moves = ["Ben: produce camera-1"]
happens = ["Ann influence +2"]
happens_not = ["Ben coins +2"]
"""


def test_how_much_is_enough_under_a_reading_is_no_reason(tmp_path: Path) -> None:
    """If goods are limited, there is less of them to have enough of. What changes is the same."""
    judgement, _ = judge(tmp_path, ENOUGH)
    assert judgement.holds
    assert (judgement.rests_on.alone, judgement.rests_on.together) == ((), ())
    assert {other.ruling for other in judgement.rests_on.later} == {"produce-order"}


REFILL = """game = "phoenicia"
[position]
players = "Ann, Bob, Cem"
stage = "tools"
player = "Cem"
Overlord = "Ann"
[position.table]
display = "fort"
deck = "2 granary, glassmaking"
[[claim]]
moves = "end turn"
happens = "granary displayed = {}"
"""
"""Three cards are turned up, or two with which there are three."""


@pytest.mark.guest
@pytest.mark.parametrize(("number", "result"), [(2, "holds"), (1, "fails")])
def test_a_reading_under_which_a_claim_is_open_does_not_turn_it_into_the_opposite(number: int, result: str) -> None:
    dispute = parse_dispute(REFILL.format(number))
    (judgement,) = judge_dispute(dispute)
    (other,) = judgement.rests_on.alone
    assert (judgement.result, judgement.rests_on.unclear, other.other_readings) == (result, (other,), ("fill-up",))
    text = " ".join(dispute_text(dispute, [judgement]).split())
    assert "'fill-up' it would be open" in text
    assert "every other reading" not in text
