"""What turns a result: each fact that is named does so, as the same file shows in which it is stated otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from era_of_inventions.tabletop.disputes import (
    Judgement,
    dispute_text,
    facts,
    judge_claim,
    judge_dispute,
    parse_dispute,
    read_dispute,
    with_facts,
)
from era_of_inventions.tabletop.disputes.controls import rewritten
from era_of_inventions.tabletop.disputes.facts import restated
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.play.registry import rulebook_named
from tests import ROOT

BUYING = """game = "era-of-inventions"
[position]
players = ["Orange", "Brown", "Green"]
area = "market"
[player.Orange]
goods = "{goods}"
bonus_discs = {discs}
[[claim]]
moves = ["exchange 2 coins > bonus disc"]
"""
BIDDING = """game = "phoenicia"
[position]
players = ["Anne", "Bo", "Cem"]
stage = "bidding"
player = "Bo"
active_player = "Anne"
put_up = "dye-house"
bid = 14
[player.Bo]
hand = "five, five"
disks = {disks}
cards = "{cards}"
[[claim]]
moves = ["bid 16"]
"""
HIRING = """game = "oh-my-goods"
[position]
players = ["Ann", "Ben"]
stage = "building"
[player.Ann]
buildings = "charburner-grain {coal}"
planned = ["mill-1"]
[card.mill-1]
cost = 7
[[claim]]
moves = ["build"]
"""
MOVING = """game = "phoenicia"
[position]
players = ["Anne", "Bo", "Cem"]
stage = "workers"
[player.Anne]
disks = 5
trained = 1
tools = "farming"
{hand}
[[claim]]
moves = "move hunting farming"
happens = "Anne wealth -0"
"""


def asked(text: str) -> Judgement:
    dispute = parse_dispute(text)
    (judgement,) = judge_dispute(dispute)
    return with_facts(dispute, judgement)


def turning(text: str) -> dict[str, str]:
    """The facts that turn the result, by what they are about, with their words."""
    facts = asked(text).facts
    assert facts is not None
    return {fact.about: fact.words for fact in facts.turning}


def test_a_number_of_a_player_that_would_turn_it_is_named_with_its_clause() -> None:
    text = BUYING.format(goods="2 coins", discs=1)
    found = asked(text)
    assert found.facts is not None
    (coins,) = (fact for fact in found.facts.turning if fact.about == "players.0.goods")
    assert (found.result, coins.words, coins.result) == ("holds", "Orange's coins 1 instead of 2", "fails")
    assert coins.clauses == ("market.must-own",)
    assert asked(BUYING.format(goods="1 coin", discs=1)).result == "fails"


def test_a_thing_more_in_a_further_game_turns_a_refusal() -> None:
    """Two fives and two disks are 12; the discount of a dyer is worth 4."""
    assert asked(BIDDING.format(disks=2, cards="")).result == "fails"
    assert turning(BIDDING.format(disks=2, cards=""))["players.1.cards"] == "Bo's dyer 1 instead of 0"
    assert asked(BIDDING.format(disks=2, cards="dyer")).result == "holds"


def test_nothing_else_turns_what_no_number_on_the_table_can_change() -> None:
    text = 'game = "era-of-inventions"\n[position]\nplayers = ["Orange", "Brown", "Green"]\narea = "buy"\n'
    found = asked(f'{text}[[claim]]\nmoves = ["take cog"]\n')
    assert found.result == "fails"
    assert found.facts is not None
    assert (found.facts.turning, found.facts.complete) == ((), True)


def test_a_goods_card_fewer_turns_a_building_in_a_game_with_hands() -> None:
    """Seven coal pay the seven coins exactly; the judge cannot have tried every building more."""
    holds, fails = (asked(HIRING.format(coal=coal)) for coal in (7, 6))
    assert (holds.result, fails.result) == ("holds", "fails")
    words = {fact.words for found in (holds, fails) if found.facts for fact in found.facts.turning}
    assert {f"Ann's buildings: {now} instead of {was} on charburner-grain" for now, was in ((6, 7), (7, 6))} <= words
    assert not (holds.facts and holds.facts.complete)


def test_an_open_result_is_turned_by_nothing() -> None:
    text = BIDDING.format(disks=2, cards="dyer").replace("five, five", "?, ?")
    assert asked(text).result == "open"
    assert asked(text).facts is None


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize(
    ("file", "game"),
    [
        ("examples/disputes/e01-five-exchanges.toml", "era-of-inventions"),
        ("examples/oh_my_goods/disputes/x14-glassworks.toml", "oh-my-goods"),
        ("examples/phoenicia/disputes/x15-hunter-to-mining.toml", "phoenicia"),
    ],
)
def test_at_most_three_facts_are_named_those_of_the_clause_against_it_first(file: str, game: str) -> None:
    dispute: Dispute = read_dispute(Path(ROOT, file), rulebook_named(game))
    for judgement in judge_dispute(dispute):
        facts = with_facts(dispute, judgement).facts
        assert facts is not None
        against = {clause.id for clause in judgement.forbidden_by}
        beside = [against.isdisjoint(fact.clauses) for fact in facts.turning] if against else []
        assert len(facts.turning) <= 3
        assert beside == sorted(beside)
        assert len({fact.about for fact in facts.turning}) == len(facts.turning)
        assert all({fact.result, judgement.result} == {"holds", "fails"} for fact in facts.turning)


CHANGED = [
    ("era-of-inventions", "examples/clauses/market-1.toml"),
    ("era-of-inventions", "examples/clauses/refresh-6.toml"),
    ("era-of-inventions", "examples/rules/placement.toml"),
    ("oh-my-goods", "examples/oh_my_goods/disputes/x14-glassworks.toml"),
    ("oh-my-goods", "examples/oh_my_goods/disputes/x15-one-card-more.toml"),
    ("phoenicia", "examples/phoenicia/disputes/x17-six-points.toml"),
    ("phoenicia", "examples/phoenicia/disputes/paid-already.toml"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "file"), CHANGED)
def test_what_a_file_would_state_turns_the_result(game: str, file: str) -> None:
    text, rulebook = (ROOT / file).read_text(encoding="utf-8"), rulebook_named(game)
    dispute = parse_dispute(text, rulebook)
    found = 0
    for number, claim in enumerate(dispute.claims):
        judged = with_facts(dispute, judge_claim(dispute, claim)).facts
        for fact in judged.turning if judged else ():
            changed = text
            for one in fact.states:
                changed = rewritten(changed, one.place, one.value, one.also)
            again = parse_dispute(changed, rulebook)
            if fact.states:
                assert judge_claim(again, again.claims[number]).result == fact.result, fact.words
                found += 1
    assert found


DEVELOPING = """game = "era-of-inventions"
[position]
players = ["Orange", "Brown", "Green"]
to_move = "Brown"
[player.Brown]
goods = "enough"
{developed}
[[claim]]
moves = ["develop telephone technical"]
"""


@pytest.mark.repeats
def test_a_fact_that_needs_others_to_change_with_it_is_tried_as_a_file_would_state_it() -> None:
    """With the telephone its cards come into play, which no position holds that differs in the marker alone."""
    assert asked(DEVELOPING.format(developed="")).result == "fails"
    assert turning(DEVELOPING.format(developed=""))["players.1.developed"] == "telephone among Brown's developed"
    assert asked(DEVELOPING.format(developed='developed = ["telephone"]')).result == "holds"


def test_what_was_not_tried_is_not_said_to_change_nothing() -> None:
    dispute = parse_dispute(HIRING.format(coal=7).replace('moves = ["build"]', 'winners = ["Ben"]'))
    judgements = [with_facts(dispute, judgement) for judgement in judge_dispute(dispute)]
    assert [judgement.facts and judgement.facts.complete for judgement in judgements] == [False]
    assert "Nothing else" not in dispute_text(dispute, judgements)


def test_what_comes_after_the_last_fact_tried_is_not_said_to_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = BIDDING.format(disks=2, cards="dyer")
    assert (whole := asked(text).facts) is not None
    monkeypatch.setattr(facts, "TRIED_MAX", 1)
    assert (first := asked(text).facts) is not None
    assert len(first.turning) <= 1 < len(whole.turning)
    assert not first.complete


def test_a_player_is_called_by_name() -> None:
    text = HIRING.format(coal=7).replace('moves = ["build"]', 'happens = ["active player = Ann"]')
    assert turning(text)["active"] == "active player Ben instead of Ann"


def test_a_card_can_take_the_place_of_another_in_a_full_row() -> None:
    text = DEVELOPING.format(developed='developed = ["telephone"]')
    text = text.replace("develop telephone technical", "produce telephone-1")
    assert asked(text).result == "fails"
    assert turning(text)["telephone-1"] == "telephone-1 in display instead of deck"
    shown = text.replace("[player.Brown]", '[position.board]\ndisplay = ["telephone-1"]\n[player.Brown]')
    assert asked(shown).result == "holds"


@pytest.mark.parametrize("name", ["Anna", "anna"])
def test_a_fact_is_restated_in_the_table_of_its_player_whatever_letters_name_it(name: str) -> None:
    table = f'players = "Anna, Bob, Cem"\n[player.{name}]\ngoods = "2 coins"\n'
    dispute = parse_dispute(f'game = "era-of-inventions"\n[position]\n{table}[[claim]]\nmoves = "take cog"\n')
    stated, again = dispute.premise.state, restated(dispute.premise, ("players", 0, "influence"), 7)
    assert (again.players[0].influence, again.players[0].goods) == (7, stated.players[0].goods)


def test_a_fact_with_which_nothing_is_paid_only_until_it_is_paid_turns_nothing() -> None:
    """With a card in hand she pays no longer at once, but chooses what she pays with: still 5."""
    with_a_card = asked(MOVING.format(hand='hand = "four"'))
    assert with_a_card.result == "holds"
    assert with_a_card.only_for_now
    judgement = asked(MOVING.format(hand=""))
    assert judgement.result == "fails"
    assert judgement.facts
    assert judgement.facts.turning == ()
