"""Reports of disputes for programs."""

from __future__ import annotations

import json

import pytest

from era_of_inventions import Components, Setting, Verdict, from_json, to_data
from era_of_inventions.rulebook import parse_dispute
from era_of_inventions.tabletop import FrontDoor
from era_of_inventions.tabletop.disputes import judge_dispute
from era_of_inventions.tabletop.disputes import parse_dispute as parse_any_dispute
from era_of_inventions.tabletop.documents.judged import dispute_data
from era_of_inventions.tabletop.errors import DocumentError, FileError
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
        "sentence": "After the moves before, Green may use a bonus disc.",
        "decided_by": [{"clause": "bonus.after-regular-action", "counted": "action carried out: no"}],
        "holds": False,
        "expected": "holds",
        "stands": False,
        "surprises": ["expected that it holds", "expected the clause bonus.must-hold to decide"],
        "problems": [],
        "fails_at": 1,
        "passed_over": [],
        "turns_ended": [],
        "completed": [],
        "comes_first": [],
        "after": [*turns, "withdraw buy"],
        "moves": [{"move": "Green: use bonus disc"}],
        "effects": [],
        "claimed_winners": None,
        "score": None,
        "due": None,
        "other_numbers_asked": True,
        "outstanding": [],
        "facts": None,
        "rests_on": [{"ruling": "bonus-after-withdrawal", "reading": "no", "other_readings": ["yes"]}],
        "rests_together_on": [],
        "taken": None,
        "moments": [],
        "not_now": [],
        "not_then_either": [],
        "only_for_now": False,
        "unsaid": [],
        "as_set_up": [{"seat": None, "what": "earlier moves of the round", "enough": False}],
        "rests_on_numbers": [],
        "rests_later_on": [],
        "presets_later": [],
        "presets_otherwise": ["de"],
        "open_otherwise": [],
        "presets_open": [],
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


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize(
    ("game", "tables", "replaced"),
    [
        ("era-of-inventions", "[space.telephone]\ncogs = 3", {"space": {"telephone": {"cogs": 3}}}),
        ("phoenicia", "[card.fort]\nminimum = 9", {"card": {"fort": {"minimum": 9}}}),
        ("oh-my-goods", "[card.mill-3]\npoints = 4", {"card": {"mill-3": {"points": 4}}}),
        ("era-of-inventions", "[track.signs]\n3 = 'nothing'", {"track": {"signs": {"3": "nothing"}}}),
        ("era-of-inventions", "[track]\nend = 79", {"track": {"end": 79}}),
        ("phoenicia", "[production.1]\ncount = 11", {"production": {"1": {"count": 11}}}),
    ],
)  # fmt: skip
def test_values_of_ones_own_are_reported_without_the_whole_set(game: str, tables: str, replaced: object) -> None:
    text = f'game = "{game}"\n{tables}\n[position]\nplayers = "Anna, Bob, Cem"\n[[claim]]\nhappens = "Bob score +1"\n'
    dispute = parse_any_dispute(text)
    setting = dispute.game.setting
    data = json.loads(json.dumps(dispute_data(dispute, judge_dispute(dispute))))
    assert data["components"]["base"] == setting.rulebook.components.default
    assert data["components"]["replaced"] == replaced
    read = FrontDoor(setting.rulebook).from_json
    components = read(json.dumps(data["components"]), setting.rulebook.components.kind)
    again = read(json.dumps(data["setting"]), Setting, components=[components])
    assert again == setting
    assert setting.rulebook.components.sources(components) == setting.rulebook.components.sources(setting.components)


def test_a_set_with_other_sources_is_reported_whole() -> None:
    """A dispute would state the value; here it is only assumed to be another."""
    dispute = parse_dispute(FREE_COG)
    sets = dispute.game.setting.rulebook.components
    changed, _ = sets.override({"space": {"telephone": {"cogs": 3}}}, dispute.game.setting.components)
    assert sets.replaced_in(changed) == ("reconstructed", {"space": {"telephone": {"cogs": 3}}})
    assumed = sets.with_sources(changed, sets.sources(dispute.game.setting.components))
    assert sets.replaced_in(assumed) is None


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"base": "elsewhere"}, "base"),
        ({"replaced": {"space": {"telefone": {"cogs": 3}}}}, "replaced.space.telefone"),
        ({"replaced": {"space": {"telephone": {"cogs": "three"}}}}, "replaced.space.telephone.cogs"),
        ({"replaced": []}, "replaced"),
        ({"name": "mine"}, "name"),
    ],
)
def test_what_cannot_be_replaced_is_refused_at_its_place(changed: dict[str, object], place: str) -> None:
    head = {"format": "era-of-inventions/components", "version": 1}
    document = {**head, "base": "reconstructed", "replaced": {}, **changed}
    with pytest.raises(DocumentError) as refused:
        from_json(json.dumps(document), Components)
    assert [problem.place for problem in refused.value.problems] == [place]


def test_a_position_that_breaks_a_rule_has_the_clause_among_its_data() -> None:
    files = {
        "market.three-per-box": 'phase = "action"\narea = "market"\nexchanges = "4 barter"',
        "market.five-max": 'phase = "action"\narea = "market"\nexchanges = "2 barter, 3 buy-cog, 1 cog-for-influence"',
        "placement.own-discs": 'phase = "choice"\n[player.Bob]\ndiscs = ["build", "buy", "goods", "market"]',
    }
    for clause, position in files.items():
        text = f'[position]\nplayers = "Anna, Bob, Cem"\n{position}\n[[claim]]\nmoves = "end action"\n'
        with pytest.raises(FileError) as refused:
            parse_dispute(text)
        problems = to_data(refused.value)["problems"]
        assert clause in [problem["clause"] for problem in problems]
