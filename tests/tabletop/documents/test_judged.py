"""Reports of disputes for programs."""

from __future__ import annotations

import json

from era_of_inventions import Setting, Verdict, from_json, to_data
from era_of_inventions.rulebook import parse_dispute
from era_of_inventions.tabletop.disputes import judge_dispute
from era_of_inventions.tabletop.documents.judged import dispute_data
from tests.support.disputes import FOUR, FREE_COG, NAMES, THREE


def test_programs_are_told_the_rest() -> None:
    dispute = parse_dispute(f'title = "Free?"\n{FREE_COG}')
    (judgement,) = judge_dispute(dispute)
    data = json.loads(json.dumps(dispute_data(dispute, [judgement])))
    assert to_data(judgement) == data["claims"][0]
    assert to_data([judgement, judgement]) == data["claims"] * 2
    assert (data["title"], data["names"]) == ("Free?", list(NAMES[:4]))
    setting = from_json(json.dumps(data["setting"]), Setting)
    assert setting == dispute.game.setting
    (claim,) = data["claims"]
    assert claim["after"] == ["take cog"]
    assert claim["rests_on"] == [{"ruling": "free-cog-ends", "reading": "action", "other_readings": ["turn"]}]
    (move,) = claim["moves"]
    assert move["move"] == "use bonus disc"
    assert from_json(json.dumps(move["verdict"]), Verdict, setting=setting) == judgement.verdicts[0][1]


def test_programs_are_told_every_field_of_a_claim() -> None:
    """Green withdraws a disc and uses a bonus disc after it, which German allows, the only preset that is asked.

    For the coin that was exchanged for coins before is not possible where that is forbidden.
    """
    turns = ["resolve market", "exchange 2 coins > coin", "end action", "end turn"]
    turns += ["resolve market", "end action", "end turn"]
    text = f"""[rulings]
lower-same-kind = "any"
{THREE}phase = "choice"
to_move = "Green"
[player.Green]
goods = "2 coins"
discs = ["market", "buy"]
[player.Orange]
discs = ["market"]
[[claim]]
claim = "Green may"
after = {[*turns, "withdraw buy"]}
moves = ["Green: use bonus disc"]
expect = "holds"
expect_clauses = ["bonus.must-hold"]
"""
    dispute = parse_dispute(text)
    data = json.loads(json.dumps(dispute_data(dispute, judge_dispute(dispute))))
    [claim] = data["claims"]
    del claim["moves"][0]["verdict"]
    assert claim == {
        "claim": "Green may",
        "holds": False,
        "expected": "holds",
        "stands": False,
        "surprises": ["expected that it holds", "expected the clause bonus.must-hold to decide"],
        "problems": [],
        "fails_at": 1,
        "passed_over": [],
        "after": [*turns, "withdraw buy"],
        "moves": [{"move": "Green: use bonus disc"}],
        "effects": [],
        "claimed_winners": None,
        "score": None,
        "due": None,
        "rests_on": [{"ruling": "bonus-after-withdrawal", "reading": "no", "other_readings": ["yes"]}],
        "rests_together_on": [],
        "taken": None,
        "moments": [],
        "not_now": [],
        "only_for_now": False,
        "unsaid": [],
        "rests_on_numbers": [],
        "rests_later_on": [],
        "presets_later": [],
        "presets_otherwise": ["de"],
        "open_on": [],
        "other_readings_asked": True,
        "not_asked": [{"ruling": "lower-same-kind", "reading": "any", "other_readings": ["never"]}],
        "presets_not_asked": ["default"],
        "unstated_numbers": [],
    }


def test_programs_are_told_scores_and_what_contradicts_the_rulebooks() -> None:
    claim = '[player.Green]\ninfluence = 30\n[card.light-bulb-1]\ncost = "2 wood"\n[[claim]]\nwinners = ["Brown"]\n'
    dispute = parse_dispute(f"{FOUR}{claim}")
    data = json.loads(json.dumps(dispute_data(dispute, judge_dispute(dispute))))
    (wooden,) = (problem for problem in data["disagreements"] if problem["clause"] == "components.no-wood")
    assert wooden["text"].startswith("card light-bulb-1 costs 2 wood")
    (claim,) = data["claims"]
    assert (claim["claimed_winners"], claim["score"]["winners"], claim["score"]["totals"]) == ([1], [2], [3, 3, 33, 3])
    assert {"seat": 2, "clause": "scoring.track", "points": 30, "basis": ""} in claim["score"]["lines"]
