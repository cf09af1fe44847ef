"""What is said, and what is not, where something is unknown: the facts of verdicts, results of claims, and events."""

from __future__ import annotations

import pytest
from goods_tables import NEAT, SET, Has, card, game_of, side, table
from oh_my_goods.moves import Build, Hire
from oh_my_goods.position import Stage, State
from oh_my_goods.rulebook import OH_MY_GOODS

from era_of_inventions import Outcome
from era_of_inventions.tabletop.disputes import dispute_text, judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.asking import judge_claim
from era_of_inventions.tabletop.disputes.readings import Budget

BUILDER = Has({"charburner-wool": 2, "sawmill-1": 2}, hand="1 wood", planned="cooperage-1")
"""Whose goods are worth 6, and whose planned building costs 11."""
COSTS = [card.cost for card in SET.cards]
ANY_COST = {"cost at least": min(COSTS), "cost at most": max(COSTS)}


def building() -> State:
    return table(Has(), BUILDER, Has(), stage=Stage.BUILDING, seat=1, active=2, offer=["assistant-4a"])


def finding(state: State, move: Build | Hire, clause: str) -> tuple[Outcome, dict[str, object]]:
    findings = game_of(state).judge(state, move).findings
    [found] = [found for found in findings if found.clause.id == clause]
    return found.outcome, dict(found.facts)


@pytest.mark.parametrize(
    ("seat", "outcome", "facts"),
    [
        (1, Outcome.FORBIDS, {"cost": 11, "goods worth": 6}),
        (0, Outcome.OPEN, {**ANY_COST, "goods worth": 6}),
        (None, Outcome.OPEN, {**ANY_COST, "goods worth": 6}),
    ],
)
def test_an_open_finding_has_the_facts_that_are_known(
    seat: int | None, outcome: Outcome, facts: dict[str, object]
) -> None:
    """What the hidden plan costs is known to its owner alone; what lies on the buildings, to all."""
    state = building()
    assert finding(game_of(state).view(state, seat), Build(), "build.at-least-cost") == (outcome, facts)


def test_a_fact_that_is_known_though_other_things_are_not_stays() -> None:
    state = building()
    view = game_of(state).view(state, None)
    assert finding(view, Hire(side("assistant-4a")), "hire.affordable") == (
        Outcome.SATISFIED,
        {"cost": 3, "goods worth": 6},
    )
    assert view.players[1].planned.known == 0


def test_a_certain_finding_says_of_an_unknown_number_what_it_can_be() -> None:
    """Whatever is planned, no building costs as little as nothing or as much as 40 coins."""
    for goods, outcome in ((0, Outcome.FORBIDS), (40, Outcome.SATISFIED)):
        has = Has({"charburner-wool": goods}, planned="cooperage-1")
        state = table(Has(), has, stage=Stage.BUILDING, seat=1)
        seen = finding(game_of(state).view(state, 0), Build(), "build.at-least-cost")
        assert seen == (outcome, {**ANY_COST, "goods worth": goods})


# --- Claims ---------------------------------------------------------------------------

CANDIDATES = ("mill-2", "mill-3", "tailor-1", "sawmill-1")
"""The cards of which Ben has laid one aside; the others are the draw pile."""
ASIDE = f"""game = "oh-my-goods"
[position]
players = ["Ann", "Ben"]
stage = "exchange"
player = "Ben"
[position.table]
draw_pile = ["?", "?", "?"]
discard_pile = {[one.id for one in SET.cards if one.id not in (*CANDIDATES, "mill-1")]}
[player.Ann]
buildings = "charburner-grain 0"
[player.Ben]
buildings = "charburner-wool 0"
hand = ["mill-1"]
laid_aside = ["?"]
"""
RESULTS = {
    "Ben laid aside mill-2 = 0": "holds",
    "Ben laid aside mill-2 +0": "open",
    "Ben laid aside mill-2 -1": "open",
    "Ben laid aside mill-1 +0": "holds",
}


def test_what_was_unknown_before_matters_for_a_change_alone() -> None:
    """Nothing is laid aside any more after the exchange; of the card that was, only which one it is not is known."""
    claims = [f'[[claim]]\nmoves = ["exchange"]\nhappens = ["{claim}"]\n' for claim in RESULTS]
    dispute = parse_dispute(ASIDE + "".join(claims), OH_MY_GOODS)
    judgements = [judge_claim(dispute, claim, Budget(0)) for claim in dispute.claims]
    assert [judgement.problems for judgement in judgements] == [()] * len(claims)
    assert [judgement.result for judgement in judgements] == [*RESULTS.values()]
    assert [[thing.seat for thing in judgement.open_on] for judgement in judgements] == [[], [1], [1], []]
    # Of what is open nothing is said of other readings, under which it may be open as well.
    _, *reports = dispute_text(dispute, judgements, width=1000).split("\nClaim ")
    assert ["open question" in report for report in reports] == [True, False, False, True]
    assert ["is OPEN: it depends on" in report for report in reports] == [False, True, True, False]


@pytest.mark.slow
def test_where_a_card_lies_is_known_although_unknown_cards_are_moved() -> None:
    text = """game = "oh-my-goods"
[position]
players = ["Ann", "Ben"]
[position.table]
first_row = ["sawmill-1", "mill-2", "mill-3"]
[player.Ann]
buildings = "charburner-grain"
craftsman = "charburner-grain"
mode = "neat"
[charburner.charburner-grain]
inputs = "1 wood, 2 grain"
[[claim]]
after = ["Ann: produce charburner-grain; cover ?; cover ?"]
moves = ["Ann: done"]
happens = ["place of sawmill-1 = first row"]
"""
    (judgement,) = judge_dispute(parse_dispute(text, OH_MY_GOODS))
    assert (judgement.problems, judgement.result) == ((), "holds")


# --- Events ---------------------------------------------------------------------------


def test_a_seat_is_not_told_what_is_hidden_and_a_referee_is() -> None:
    """Ben is the last to plan, and opens what Ann has sealed: who judges the dispute sees it, he does not know it."""
    text = """game = "oh-my-goods"
[position]
players = ["Ann", "Ben"]
stage = "plan"
player = "Ben"
active_player = "Ann"
[player.Ann]
hand = ["mill-1"]
sealed_place = "charburner-grain"
sealed_mode = "neat"
sealed_plan = "mill-1"
[player.Ben]
sealed_place = "charburner-wool"
sealed_mode = "sloppy"
[[claim]]
moves = ["Ben: plan nothing"]
"""
    dispute = parse_dispute(text, OH_MY_GOODS)
    (judgement,) = judge_dispute(dispute)
    assert (judgement.problems, judgement.result) == ((), "holds")
    opened = {("players.planned", 0), ("players.craftsman", 0), ("players.mode", 0)}
    assert opened <= {(event.field, event.seat) for event in judgement.events}
    own = dispute.game.judge(dispute.state, judgement.verdicts[0][0].move, seat=1)
    assert {(event.field, event.seat) for event in own.events} & opened == {
        ("players.craftsman", 0)
    }  # her one building
    assert ("players.craftsman", 1) in {(event.field, event.seat) for event in own.events}


def test_the_cases_rest_on_these_printed_values() -> None:
    state = building()
    assert state.players[1].planned.known >> card("cooperage-1") & 1
    assert (state.components.buildings[card("cooperage-1")].cost, NEAT.value) == (11, "neat")


@pytest.mark.parametrize("card", ["office-wool-3", "sawmill-2", "shoemaker-2", "tailor-5"])
def test_a_sealed_plan_can_be_any_card_that_lies_nowhere_else(card: str) -> None:
    text = f"""game = "oh-my-goods"
[position]
players = "Anna, Bob, Cem"
player = "Anna"
active_player = "Cem"
stage = "work"
round = 1
[position.table]
first_row = "brick-manufacture-2, office-wool-2"
[player.Anna]
hand = "sawmill-4, cooperage-2, tool-maker-2, glassmaker-2, weaving-mill-1, butcher-1, brick-manufacture-3"
[player.Bob]
hand = "?, ?, ?, ?, ?, ?, ?"
[player.Cem]
hand = "?, ?, ?, ?, ?, ?, ?"
sealed_place = "?"
sealed_mode = "?"
sealed_plan = "?"
[[claim]]
happens = "Cem sealed plan = {card}"
"""
    (judgement,) = judge_dispute(parse_dispute(text, OH_MY_GOODS))
    assert judgement.result == "open"
