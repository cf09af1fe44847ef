"""Reports of disputes for people."""

from __future__ import annotations

import json

import pytest

from era_of_inventions.rulebook import read_dispute
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.disputes import Dispute, judge_dispute
from era_of_inventions.tabletop.disputes.report import dispute_text
from tests import ROOT
from tests.support.disputes import AT_PRODUCE, FOUR, FREE_COG, MARKET, NAMES, Read


def reported(dispute: Dispute) -> str:
    """The report for people."""
    return dispute_text(dispute, judge_dispute(dispute))


def test_a_report_says_what_speaks_for_and_against(read: Read) -> None:
    text = reported(read(f'title = "Two or three?"\n{MARKET}[[claim]]\nmoves = ["exchange 3 coins > cog"]\n'))
    lines = text.splitlines()
    assert lines[0].startswith("Two or three?  (")
    assert lines[1] == "Readings: default. Components: reconstructed."
    assert lines[3:5] == ["Claim 1: exchange 3 coins > cog", "  exchange 3 coins > cog: NOT LEGAL"]
    clause = LAW.clause("market.upper-buy-cog")
    assert f"    broken   {clause.id}: {clause.statement}" in lines
    for edition, cite in clause.cites.items():
        assert f"             {edition}  {cite.section}, “{cite.anchor}”" in lines
    assert lines[-2:] == [
        "  The claim FAILS.",
        "  It rests on no open question: it would fail under every other reading and preset.",
    ]


def test_a_report_says_what_was_measured_and_by_which_clause(read: Read) -> None:
    claim = '[[claim]]\nafter = ["exchange 2 coins > cog"]\nmoves = ["exchange 2 coins > influence"]\n'
    effects = (
        'happens = ["Orange influence +1", "Orange coins +1"]\nhappens_not = ["Orange coins -2", "Brown coins +2"]\n'
    )
    lines = reported(read(f"{MARKET}{claim}{effects}")).splitlines()
    assert lines[4] == "  After: exchange 2 coins > cog"
    assert "  Orange influence +1: true (0 before, 1 after)" in lines
    assert "    by market.middle-influence: 0 to 1" in lines
    assert "  Orange coins +1: not so (2 before, 0 after)" in lines
    assert "  denied: Orange coins -2: true (2 before, 0 after)" in lines
    assert "  denied: Brown coins +2: not so (2 before, 2 after)" in lines


def test_a_report_names_the_clauses_of_quantities_that_follow_from_others(read: Read) -> None:
    claim = '[[claim]]\nmoves = ["take cog"]\nhappens = ["Orange action discs +1"]\n'
    lines = reported(read(f"{MARKET}{claim}")).splitlines()
    (shown,) = (number for number, line in enumerate(lines) if line.startswith("  Orange action discs +1: true"))
    assert lines[shown + 1].startswith("    by execution.disc-returned: ")


def test_a_report_lists_under_each_effect_the_events_of_its_own_player(read: Read) -> None:
    """Brown produces a gramophone for 6 coins, whose technical space pays Green 2 coins and whose original Red 1."""
    text = f"""[position]
players = {json.dumps(NAMES)}
phase = "action"
area = "produce"
to_move = "Brown"
[position.board]
display = "gramophone-2"
[player.Brown]
goods = "coal, metal, technology, tool"
[player.Green]
goods = "3 coins"
developed = "gramophone technical"
[player.Red]
goods = "4 coins"
developed = "gramophone"
[[claim]]
moves = ["produce gramophone-2"]
happens = ["Green coins +2", "Brown coins +6", "Red coins +1", "Red influence +1"]
"""
    lines = reported(read(text)).splitlines()
    first = next(number for number, line in enumerate(lines) if "Green coins" in line)
    assert lines[first : first + 7] == [
        "  Green coins +2: true (3 before, 5 after)",
        "    by income.right-number: 3 to 5",
        "  Brown coins +6: true (0 before, 6 after)",
        "    by produce.profit-goods: 0 to 6",
        "  Red coins +1: not so (4 before, 4 after)",
        "  Red influence +1: true (0 before, 1 after)",
        "    by income.right-number: 0 to 1",
    ]


def test_a_report_says_who_wins_and_why(read: Read) -> None:
    claim = '[player.Green]\ninfluence = 30\n[[claim]]\nwinners = ["Brown", "Green"]\nexpect = "holds"\n'
    lines = reported(read(f"{FOUR}{claim}")).splitlines()
    assert any(line.startswith("  Green: 33 = 30 scoring.track + 1 scoring.most-patents (patents 0)") for line in lines)
    assert "  winners = Brown and Green: not so" in lines
    assert "  Winner, if the game ended here: Green" in lines
    assert lines[-2].startswith("  The claim FAILS: counted as if the game ended here.")
    assert lines[-2].endswith("UNEXPECTED: expected that it holds.")


def test_a_report_says_what_rests_on_a_ruling(read: Read) -> None:
    text = FREE_COG
    lines = reported(read(text)).splitlines()
    assert "  It rests on the ruling free-cog-ends, read as 'action' (sureness high)." in lines
    assert "    Read as 'turn' it would fail: The turn: no bonus disc may follow." in lines


def test_a_report_says_when_nothing_permits_a_move(read: Read) -> None:
    lines = reported(read(f'{FOUR}phase = "placement"\n[[claim]]\nmoves = ["end turn"]\n')).splitlines()
    assert "    against  No clause permits it at this moment; these would at another:" in lines
    assert any(line.startswith("    not now  execution.turn-over, when an action is over: ") for line in lines)


@pytest.mark.slow
def test_lines_of_reports_are_not_long() -> None:
    for path in sorted((ROOT / "examples" / "disputes").glob("*.toml"))[:12]:
        text = reported(read_dispute(path)).replace(str(path), path.name)
        assert max(map(len, text.splitlines())) <= 120


TIED = """
[position]
players = ["Ann", "Bob", "Cem"]
phase = "game-over"
[player.Ann]
influence = 25
developed = ["telephone"]
[player.Bob]
influence = 20
developed = ["car", "camera"]
[player.Cem]
influence = 11
[[claim]]
winners = ["Bob"]
"""


def test_a_claim_about_the_winners_tells_what_was_compared(read: Read) -> None:
    """Ann and Bob have as many points; Bob has developed more."""
    dispute = read(TIED)
    (judgement,) = judge_dispute(dispute)
    assert judgement.holds
    assert judgement.score is not None
    totals = judgement.score.totals
    assert totals[0] == totals[1] > totals[2]
    first, second = judgement.score.decided_by
    assert (first.clause, [seat for seat, _ in first.numbers]) == ("scoring.winners", [0, 1, 2])
    assert (second.clause, second.numbers) == ("scoring.inventions-developed", ((1, 2), (0, 1)))
    assert "    by scoring.inventions-developed: Bob 2, Ann 1" in dispute_text(dispute, (judgement,))


def test_a_claim_about_reasons_is_told_which_are_others(read: Read) -> None:
    claim = 'moves = ["produce telephone-1"]\nforbidden_by = ["fakes.own-original"]\n'
    dispute = read(f"{AT_PRODUCE}[[claim]]\n{claim}")
    (judgement,) = judge_dispute(dispute)
    report = " ".join(dispute_text(dispute, (judgement,)).split())
    (displayed_only,) = judgement.forbidden_by
    assert f"also forbidden by {displayed_only.id}" in report
    assert "not forbidden by fakes.own-original" in report
