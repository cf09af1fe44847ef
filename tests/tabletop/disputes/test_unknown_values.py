"""What nobody has seen decides a claim only where some of it would make the claim true and some would not."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import dispute_text, judge_dispute, parse_dispute


def judged(game: str, position: str, claim: str) -> tuple[str, str]:
    """The result, and the report, of a claim in a file of three players that states this of the position."""
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{position}\n[[claim]]\n{claim}\n'
    dispute = parse_dispute(text)
    (judgement,) = judgements = judge_dispute(dispute)
    return judgement.result, dispute_text(dispute, judgements)


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


def test_a_card_that_lies_elsewhere_is_not_among_those_nobody_has_seen() -> None:
    position = 'stage = "exchange"\n[player.Anna]\nhand = "mill-3"\n[player.Bob]\nhand = "?, ?"'
    assert judged("oh-my-goods", position, 'happens = "place of mill-3 = Bob hand"')[0] == "fails"
    assert judged("oh-my-goods", position, 'happens = "place of mill-4 = Bob hand"')[0] == "open"
