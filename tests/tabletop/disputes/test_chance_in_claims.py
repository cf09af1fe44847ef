"""What chance decides in a claim: cards that nobody sees, and moves that nobody makes."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import Judgement, judge_dispute, parse_dispute

GOODS, PHOENICIA = "oh-my-goods", "phoenicia"


def judged(game: str, claim: str, stated: str = "") -> Judgement:
    """The judgement of a claim in a file of three players."""
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{stated}\n[[claim]]\n{claim}\n'
    (judgement,) = judge_dispute(parse_dispute(text))
    return judgement


@pytest.mark.parametrize(
    "card", ["office-card-1", "office-stone-1", "office-clay-3", "office-wool-2", "mill-6", "tailor-1"]
)
def test_every_card_can_be_turned_over_whatever_lies_face_down(card: str) -> None:
    """Goods are cards that nobody sees; none of them is taken to be the one that is claimed to be turned over."""
    assert judged(GOODS, f'moves = "reveal {card}"').holds


def test_a_name_before_moves_does_not_make_those_of_chance() -> None:
    deals = "; ".join(["deal ?"] * 6)
    moves = f'moves = "Anna: exchange; Bob: exchange; Cem: exchange; {deals}"\nhappens = "Bob hand cards +2"'
    assert judged(GOODS, moves).holds


@pytest.mark.parametrize(("stated", "unsaid"), [("", ["Overlord"]), ('Overlord = "Anna"', [])])
def test_a_tie_that_is_broken_by_where_players_sit_rests_on_who_is_first(stated: str, unsaid: list[str]) -> None:
    judgement = judged(PHOENICIA, 'winners = "Anna"', stated)
    assert judgement.result == "holds"
    assert [one.what for one in judgement.unsaid] == unsaid


@pytest.mark.parametrize(("happens", "surely"), [("start player = Bob", True), ("place of coal-mine-3 = row", False)])
def test_what_comes_after_chance_is_open_and_says_whether_it_came_at_every_try(happens: str, surely: bool) -> None:
    judgement = judged("era-of-inventions", f'moves = "Cem: end turn"\nhappens = "{happens}"')
    assert judgement.result == "open"
    assert ("tried" in judgement.unclear[0].what) is surely


@pytest.mark.parametrize(
    ("claim", "result", "for_now"),
    [
        ('happens_not = "start player = Cem"', "holds", False),
        ('happens_not = "start player = Bob"', "holds", True),
        ('happens = "round = 1"', "holds", True),
        ('happens = "start player = Anna"', "holds", True),
        ('happens_not = "place of coal-mine-3 = row"', "open", False),
    ],
)
def test_what_is_so_before_chance_acts_and_not_after_is_so_for_now_alone(
    claim: str, result: str, for_now: bool
) -> None:
    """Anna began, and Cem's turn is the last of the round: whatever is turned over, Bob begins the next one."""
    judgement = judged("era-of-inventions", f'moves = "Cem: end turn"\n{claim}')
    assert (judgement.result, judgement.only_for_now) == (result, for_now)
