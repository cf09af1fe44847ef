"""The rulings a result rests on: it is another where they are read otherwise."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import asking as claims_module
from era_of_inventions.tabletop.disputes import judge_dispute
from era_of_inventions.tabletop.disputes.readings import Budget
from era_of_inventions.tabletop.disputes.report import dispute_text
from era_of_inventions.tabletop.documents.judged import dispute_data
from era_of_inventions.tabletop.law.ruling import OtherReadings
from tests.support.disputes import CLAIM, COIN_FOR_COIN, FOUR, FREE_COG, THREE, Judged, Read

RESTS: dict[str, tuple[str, bool, list[tuple[str, str]]]] = {
    "influence of a factory": (
        f"""{FOUR}phase = "action"
area = "build"
[position.board]
row = ["smelter-4"]
[player.Orange]
goods = "2 wood, 2 coal"
[[claim]]
moves = ["build smelter-4"]
happens = ["Orange influence +1"]""",
        True,
        [("factory-influence", "each-production"), ("factory-influence", "ignored")],
    ),
    "an action without a step": (
        f"""{FOUR}phase = "action"
area = "market"
[[claim]]
after = ["end action"]
moves = ["use bonus disc"]""",
        False,
        [("bonus-after-withdrawal", "yes"), ("zero-steps", "carried-out")],
    ),
    "a withdrawn action": (
        f"""{FOUR}phase = "choice"
[player.Orange]
discs = ["market"]
[[claim]]
after = ["withdraw market"]
moves = ["use bonus disc"]""",
        False,
        [("bonus-after-withdrawal", "yes")],
    ),
    "the free cog": (
        FREE_COG,
        True,
        [("free-cog-ends", "turn")],
    ),
    "a bonus disc in the final market": (
        f"""{THREE}phase = "final-market"
[[claim]]
moves = ["exchange 2 coins > bonus disc"]""",
        False,
        [("final-market-disc", "allowed")],
    ),
    "a patent on what was developed just now": (
        f"""{FOUR}phase = "action"
area = "develop"
[[claim]]
after = ["develop sewing machine", "end action", "use bonus disc"]
moves = ["patent sewing machine"]""",
        True,
        [("develop-or-patent", "turn"), ("patent-same-turn", "later-turn")],
    ),
    "a technical space without its original": (
        f"""{FOUR}phase = "action"
area = "develop"
[player.Orange]
goods = "9 cogs"
[player.Brown]
developed = ["camera"]
[[claim]]
moves = ["develop telephone technical"]""",
        False,
        [("technical-needs", "any-original")],
    ),
    "a coin for a coin": (
        COIN_FOR_COIN,
        False,
        [("lower-same-kind", "coins"), ("lower-same-kind", "any")],
    ),
    "a fourth factory": (
        f"""{FOUR}phase = "action"
area = "build"
[player.Orange]
goods = "9 wood, 9 coal"
[[claim]]
after = ["build sawmill-1", "build sawmill-2", "build sawmill-3", "end action", "use bonus disc"]
moves = ["build coal-mine-1"]""",
        True,
        [("build-cap", "turn"), ("build-cap", "round")],
    ),
    "a tie for second place": (
        f"""{FOUR}phase = "game-over"
[player.Orange]
patents = 2
[player.Brown]
patents = 1
[player.Green]
patents = 1
[[claim]]
happens = ["Orange points scoring.most-patents = 5", "Green points scoring.most-patents = 0"]""",
        True,
        [("category-ties", "every-tie")],
    ),
    "a tie at nothing": (
        f"""{FOUR}phase = "game-over"
[[claim]]
happens = ["Green points scoring.most-patents = 1"]""",
        True,
        [("zero-ties", "unpaid")],
    ),
    "a coal mine of capacity": (
        f"""{FOUR}phase = "game-over"
[factory.mint-1]
output = "2 coins"
[factory.smelter-4]
output = "1 metal"
influence = 1
[player.Green]
factories = ["mint-1", "smelter-4"]
[[claim]]
happens = ["Green capacity = 4"]""",
        True,
        [("capacity", "cubes-only"), ("capacity", "with-influence")],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("text", "holds", "rests"), RESTS.values(), ids=RESTS)
def test_what_a_judgement_rests_on(text: str, holds: bool, rests: list[tuple[str, str]], judged: Judged) -> None:
    (judgement,) = judged(text)
    assert judgement.holds is holds
    alone = judgement.rests_on.alone
    assert len({rest.ruling for rest in alone}) == len(alone)
    assert [(rest.ruling, reading) for rest in alone for reading in rest.other_readings] == rests
    for ruling, reading in rests:
        (other,) = judged(f'[rulings]\n{ruling} = "{reading}"\n{text}')
        assert other.holds is not holds
        (back,) = [rest.other_readings for rest in other.rests_on.alone if rest.ruling == ruling]
        assert {rest.reading for rest in alone if rest.ruling == ruling} <= {*back}


def test_readings_under_which_the_question_does_not_arise(judged: Judged) -> None:
    position = f'[rulings]\nlower-same-kind = "any"\n{FOUR}phase = "action"\narea = "market"\n'
    (judgement,) = judged(
        f'{position}[[claim]]\nafter = ["exchange wood, metal > metal", "end action"]\nmoves = ["use bonus disc"]\n'
    )
    assert judgement.rests_on.alone == ()
    assert judgement.rests_on.not_asked == (OtherReadings("lower-same-kind", "any", ("never", "coins")),)


def test_readings_under_which_the_position_cannot_be_are_not_asked(read: Read) -> None:
    """With the twenty bonus discs of the box nobody has 21, which says nothing of what would hold then."""
    discs = "[player.Orange]\nbonus_discs = 21\n"
    dispute = read(f'[rulings]\nbonus-supply = "unlimited"\n{FOUR}{discs}{CLAIM}')
    (judgement,) = judge_dispute(dispute)
    assert judgement.holds
    assert (judgement.rests_on.rulings, judgement.rests_on.presets) == ((), ())
    assert judgement.rests_on.not_asked == (OtherReadings("bonus-supply", "unlimited", ("twenty",)),)
    assert judgement.rests_on.presets_not_asked == dispute.game.setting.ruleset.presets
    report = " ".join(dispute_text(dispute, [judgement]).split())
    assert "no open question" not in report
    assert "It would hold under every other reading and preset that allows the position and" in report
    assert "bonus-supply as 'twenty'; the presets default, nl, de and en" in report


def test_a_file_can_choose_its_readings(judged: Judged) -> None:
    text = COIN_FOR_COIN
    for line, holds in (
        ("", False),
        ('ruleset = "nl"\n', True),
        ('ruleset = "nl"\n[rulings]\nlower-same-kind = "never"\n', False),
        ('[rulings]\nlower-same-kind = "any"\n', True),
        ('[rulings]\nlower-same-kind = "any"\nbuild-cap = "turn"\n', True),
    ):
        (judgement,) = judged(line + text)
        assert judgement.holds is holds


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "holds"), [("default", False), ("nl", True), ("de", True), ("en", True)])
def test_a_preset_that_is_asked_for_goes_before_what_the_file_says(ruleset: str, holds: bool, judged: Judged) -> None:
    text = COIN_FOR_COIN
    for line in (
        "",
        'ruleset = "de"\n',
        '[rulings]\nlower-same-kind = "never"\n',
        '[rulings]\nlower-same-kind = "any"\n',
    ):
        (judgement,) = judged(line + text, ruleset=ruleset)
        assert judgement.holds is holds


def test_a_file_with_too_many_moves_is_judged_and_says_what_was_not_asked(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under other readings every move is judged again, which would take minutes for a file of hostile length."""
    claims = '[[claim]]\nmoves = ["place buy"]\n' * 3
    asked: list[int] = []
    monkeypatch.setattr(Budget, "spend", lambda _, moves: asked.append(moves))
    judge_dispute(read(f"{FOUR}{claims}"))
    monkeypatch.undo()
    short = sum(asked) - 1
    monkeypatch.setattr(claims_module, "Budget", lambda moves=short: Budget(moves))
    judgements = judge_dispute(read(f"{FOUR}{claims}"))
    assert [judgement.holds for judgement in judgements] == [True] * 3
    whole = [judgement.rests_on.asked for judgement in judgements]
    assert whole == [True, True, False]
    text = dispute_text(read(f"{FOUR}{claims}"), judgements)
    assert text.count("was not asked") == 1
    report = dispute_data(read(f"{FOUR}{claims}"), judgements)
    assert [claim["other_readings_asked"] for claim in report["claims"]] == whole
