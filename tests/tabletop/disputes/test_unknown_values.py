"""What nobody has seen decides a claim only where some of it would make the claim true and some would not."""

from __future__ import annotations

import attrs
import pytest

from era_of_inventions.tabletop import Law
from era_of_inventions.tabletop.disputes import dispute_text, judge_dispute, parse_dispute
from era_of_inventions.tabletop.law.verdict import Outcome
from tests.support.no_thanks import NO_THANKS


def judged(game: str, position: str, claim: str) -> tuple[str, str]:
    """The result, and the report, of a claim in a file of three players that states this of the position."""
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{position}\n[[claim]]\n{claim}\n'
    dispute = parse_dispute(text)
    (judgement,) = judgements = judge_dispute(dispute)
    return judgement.result, dispute_text(dispute, judgements)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("effect", "result"),
    [  # two cards of 4 to 6, and 2 disks
        ("wealth = 9", "fails"),
        ("wealth = 10", "open"),
        ("wealth = 14", "open"),
        ("wealth = 15", "fails"),
        ("hand cards = 2", "holds"),
        ("hand six = 3", "fails"),
        ("hand six = 2", "open"),
        ("wealth +1", "fails"),
        ("disks = 2", "holds"),
    ],
)
def test_the_claim_is_asked_of_all_that_is_possible(effect: str, result: str) -> None:
    position = 'stage = "offer"\n[player.Bob]\nhand = "?, ?"\nstorehouses = 2'
    found, report = judged("phoenicia", position, f'happens = "Bob {effect}"')
    assert found == result
    assert (": open (" in report) is (result == "open")


def test_what_is_denied_is_asked_in_the_same_way() -> None:
    position = 'stage = "offer"\n[player.Bob]\nhand = "?, ?"\nstorehouses = 2'
    assert judged("phoenicia", position, 'happens_not = "Bob wealth = 15"')[0] == "holds"
    assert judged("phoenicia", position, 'happens_not = "Bob wealth = 14"')[0] == "open"


@pytest.mark.slow
def test_a_card_that_lies_elsewhere_is_not_among_those_nobody_has_seen() -> None:
    position = 'stage = "exchange"\n[player.Anna]\nhand = "mill-3"\n[player.Bob]\nhand = "?, ?"'
    assert judged("oh-my-goods", position, 'happens = "place of mill-3 = Bob hand"')[0] == "fails"
    assert judged("oh-my-goods", position, 'happens = "place of mill-4 = Bob hand"')[0] == "open"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "position", "effect", "bounds"),
    [  # cards of Phoenicia are worth 4 to 6
        ("phoenicia", 'stage = "offer"\n[player.Bob]\nhand = "?, ?"\ndisks = 1', "Bob wealth = 9", (9, 13)),
        ("phoenicia", 'stage = "offer"\n[player.Cem]\nhand = "?, five"\ndisks = 0', "Cem wealth = 9", (9, 11)),
        ("oh-my-goods", 'stage = "exchange"\n[player.Bob]\nhand = "?"', "Bob hand cards = 1", (None, None)),
    ],
)
def test_what_an_unknown_number_can_be_is_said(
    game: str, position: str, effect: str, bounds: tuple[int | None, int | None]
) -> None:
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{position}\n[[claim]]\nhappens = "{effect}"\n'
    (judgement,) = judge_dispute(parse_dispute(text))
    (measured,) = judgement.measured
    assert (measured.least, measured.greatest) == bounds


def test_an_open_verdict_says_what_the_number_that_decides_can_be() -> None:
    position = (
        'stage = "bidding"\nplayer = "Anna"\nactive_player = "Cem"\nput_up = "fort"\nbid = 8\n'
        '[player.Anna]\nhand = "?, four"\ndisks = 2'
    )
    text = f'game = "phoenicia"\n[position]\nplayers = "Anna, Bob, Cem"\n{position}\n[[claim]]\nmoves = "bid 11"\n'
    (judgement,) = judge_dispute(parse_dispute(text))
    ((_, verdict),) = judgement.verdicts
    (limit,) = [finding for finding in verdict.findings if finding.outcome is Outcome.OPEN]
    assert dict(limit.facts) == {"means at least": 10, "means at most": 12, "minimum bid": 7}


NO_THANKS_POSITION = """
player = "Bob"
[position.table]
pile = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
offer = "card-12"
counters_on_the_card = 4
[player.Anna]
counters = 3
[player.Bob]
counters = "?"
cards = "card-3"
[player.Cem]
counters = "?"
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "result"),
    [  # Bob and Cem have 26 counters together, and Bob takes 4 more
        ('moves = "take"\nhappens = "Bob counters +4"', "holds"),
        ('moves = "take"\nhappens = "Bob counters +3"', "fails"),
        ('moves = "take"\nhappens = "Bob counters = 4"', "open"),
        ('moves = "take"\nhappens = "Bob counters = 3"', "fails"),
        ('moves = "take"\nhappens = "Bob counters = 31"', "fails"),
        ('moves = "take"\nhappens = "Bob score = 12"', "fails"),
        ('moves = "take"\nhappens = "Cem counters +1"', "fails"),
        ('happens = "Bob counters = 26"', "open"),
        ('happens = "Bob counters = 27"', "fails"),
        ('happens = "Bob score = 3"', "open"),
        ('happens = "Anna score = -3"', "holds"),
        ('winners = "Anna"', "fails"),
        ('winners = "Bob, Cem"', "fails"),
        ('winners = "Bob"', "open"),
        ('moves = "decline"', "open"),
        ('moves = "take"', "holds"),
    ],
)
def test_hidden_numbers_are_independent_within_their_total(claim: str, result: str) -> None:
    text = f'game = "no-thanks"\n[position]\nplayers = "Anna, Bob, Cem"{NO_THANKS_POSITION}[[claim]]\n{claim}\n'
    (judgement,) = judge_dispute(parse_dispute(text, NO_THANKS))
    assert judgement.result == result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ('winners = "Anna"', "open"),
        ('happens = "Anna counters = 500"', "open"),
        ('moves = "take"\nhappens = "Bob counters +4"', "holds"),
        ('moves = "decline"', "open"),
    ],
)
def test_nothing_is_concluded_of_numbers_that_can_be_anything(claim: str, result: str) -> None:
    position = NO_THANKS_POSITION.replace("counters = 3", 'counters = "?"')
    text = f'game = "no-thanks"\n[position]\nplayers = "Anna, Bob, Cem"{position}[[claim]]\n{claim}\n'
    (judgement,) = judge_dispute(parse_dispute(text, attrs.evolve(NO_THANKS, law=Law(NO_THANKS.law.chapters))))
    assert judgement.result == result
