"""What people leave out of their first draft is completed if only one thing can be meant, and it decides."""

from __future__ import annotations

import pytest

from tests.support.disputes import judged_claim

ERA, GOODS, PHOENICIA = "era-of-inventions", "oh-my-goods", "phoenicia"
BUILDINGS = '[player.Anna]\nbuildings = "charburner-clay 2, mill-1 1, bakery-1"'
LAST = f'round = 6\nlast_round = 6\nstage = "production"\n{BUILDINGS}'
DISCS = '[player.Bob]\ndiscs = "market, buy"\n[player.Cem]\ndiscs = "produce"\n[player.Anna]\ndiscs = "goods"'
INCOME = """player = "Cem"
Overlord = "Anna"
[position.table]
deck = "nothing"
[player.Bob]
hand = "four, six"
storehouses = 2
disks = 0
workers = { hunting = 3, farming = 2 }"""


@pytest.mark.parametrize(
    ("game", "stated", "claim", "result"),
    [
        (PHOENICIA, 'stage = "setup"', 'happens = "Bob disks = 2"', "holds"),
        (PHOENICIA, 'stage = "setup"', 'happens = "Bob hand cards = 1"', "holds"),
        (GOODS, 'stage = "setup"', 'happens = "Bob hand cards = 5"', "holds"),
        (GOODS, LAST, 'moves = "Anna: chain bakery-1"', "holds"),
        (GOODS, LAST.replace("last_round = 6", ""), 'moves = "Anna: chain bakery-1"', "fails"),
        (GOODS, "", 'moves = "Bob: work charburner-wool neat"', "holds"),
        (ERA, 'factory_deck = "mint-1"', 'happens = "place of coal-mine-1 = factory discards"', "fails"),
        (ERA, 'factory_deck = "mint-1"', 'happens = "place of workshop-4 = factory discards"', "holds"),
        (ERA, 'deck = "nothing"\n[player.Bob]\ndeveloped = "telephone"', 'happens = "invention discards = 3"', "holds"),
    ],
)
def test_what_is_left_out_is_as_it_must_be(game: str, stated: str, claim: str, result: str) -> None:
    assert judged_claim(game, stated, claim).result == result


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize(
    ("after", "result"),
    [
        ("Anna: put up dyer; bid 3; Bob: bid 5; Cem: pass; Anna: pass", "holds"),
        ("Anna: put up dyer; bid 12; Bob: bid 13; Cem: pass; Anna: pass", "holds"),
        ("Anna: put up dyer; Bob: bid 5; Cem: pass; Anna: pass", "unusable"),
    ],
)
def test_whoever_bid_before_had_the_means(after: str, result: str) -> None:
    """Anna's hand is not mentioned, and no bid is too high for hands that hold enough; but the turn is hers."""
    judgement = judged_claim(
        PHOENICIA,
        '[position.table]\ndisplay = "dyer"',
        f'after = "{after}"\nmoves = "Bob: pay disks, six, six"\nlegal = false',
    )
    assert judgement.result == result
    if result == "holds":
        assert judgement.taken is not None
        assert "Anna's" in judgement.taken.words


@pytest.mark.parametrize(
    ("moves", "result"),
    [("Anna: withdraw goods", "fails"), ("Bob: withdraw buy", "holds"), ("Cem: withdraw produce", "fails")],
)
def test_whose_turn_it_is_follows_from_the_discs_of_all(moves: str, result: str) -> None:
    """Bob has one disc more than the players after him, so that he is the next to resolve one."""
    judgement = judged_claim(ERA, DISCS, f'moves = "{moves}"')
    assert judgement.result == result
    against = ["execution.only-active-player"] if result == "fails" else []
    assert [clause.id for clause in judgement.forbidden_by] == against


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ('after = "end turn; deal five"\nmoves = "Bob: give up six"', "holds"),
        ('after = "end turn; deal five"\nmoves = "Bob: give up four"\nhappens = "Bob hand five = 1"', "holds"),
        ('after = "end turn; deal five; deal ?; deal ?"\nmoves = "Bob: give up six"', "holds"),
        ('after = "end turn"\nmoves = "Bob: give up five"', "open"),
        ('after = "end turn; deal six"\nmoves = "Bob: give up five"', "fails"),
    ],
)
def test_cards_that_nobody_else_sees_need_not_be_dealt_in_a_claim(claim: str, result: str) -> None:
    """Bob, the new Overlord, is dealt a card for his points, then the others one for points and disks together."""
    assert judged_claim(PHOENICIA, INCOME, claim).result == result
