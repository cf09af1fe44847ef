"""What is still owed is said with the result, as long as what the moves of a claim have begun is not paid for."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import Judgement, dispute_text, judge_dispute, parse_dispute
from era_of_inventions.tabletop.documents.judged import judgement_data
from era_of_inventions.tabletop.errors import FileError
from tests.support.disputes import judged_claim

TRAINING = 'stage = "workers"\n[player.Anna]\nhand = "five"\nuntrained = 2'
BUILDING = 'stage = "building"\n[player.Anna]\nplanned = "mill-3"\nbuildings = "charburner-grain 7, mill-1"'


def judged(game: str, position: str, claim: str) -> tuple[Judgement, str]:
    """The judgement, and the report, of a claim in a file of three players that states this of the position."""
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{position}\n[[claim]]\n{claim}\n'
    dispute = parse_dispute(text)
    (judgement,) = judgements = judge_dispute(dispute)
    return judgement, dispute_text(dispute, judgements)


@pytest.mark.parametrize(
    ("game", "position", "claim", "result", "owed"),
    [
        ("phoenicia", TRAINING, 'moves = "train"\nhappens = "Anna wealth = 7"', "holds", [("owed", 2)]),
        ("phoenicia", TRAINING, 'moves = "train"\nhappens = "Anna trained +1"', "fails", [("owed", 2)]),
        ("phoenicia", TRAINING, 'moves = "train; pay five"\nhappens = "Anna trained +1"', "holds", []),
        ("phoenicia", TRAINING.replace("five", ""), 'moves = "train"\nhappens = "Anna wealth = 0"', "holds", []),
        (
            "oh-my-goods",
            BUILDING,
            'moves = ["build", "pay from charburner-grain"]\nhappens = "Anna number of buildings +1"',
            "fails",
            [("owed", 2)],
        ),
        (
            "oh-my-goods",
            BUILDING,
            'moves = ["build", "pay from charburner-grain, charburner-grain, charburner-grain"]\n'
            'happens = "Anna number of buildings +1"',
            "holds",
            [],
        ),
    ],
)
def test_a_payment_that_is_not_complete(
    game: str, position: str, claim: str, result: str, owed: list[tuple[str, int]]
) -> None:
    judgement, report = judged(game, position, claim)
    assert judgement.result == result
    assert [(one.what, one.number) for one in judgement.outstanding] == owed
    assert [(one["what"], one["number"]) for one in judgement_data(judgement)["outstanding"]] == owed
    result_line = " ".join(report.partition("The claim")[2].partition("It rests")[0].split())
    assert all(f"still {what} {number}" in result_line for what, number in owed)
    assert ("complete" in result_line) is bool(owed)


SURPLUS = 'stage = "limits"\nplayer = "Bob"\n[player.Bob]\nhand = "four, five, six"\ndisks = 1\nstorehouses = 2'
HALVING = 'stage = "halving"\n[[position.before]]\nstage = "sunrise"\n[player.Anna]\nhand = "mill-3, mill-4, mill-5"'


@pytest.mark.parametrize(
    ("game", "position", "claim", "result"),
    [
        ("phoenicia", SURPLUS, 'happens = "Bob hand six = 1"', "open"),
        ("phoenicia", SURPLUS, 'happens_not = "Bob hand six = 1"', "open"),
        ("phoenicia", SURPLUS, 'moves = "give up four"\nhappens = "Bob hand six = 1"', "holds"),
        ("phoenicia", SURPLUS, 'happens = "Bob hand cards = 2"', "fails"),
        ("phoenicia", SURPLUS, 'happens = "Bob disks = 3"', "fails"),
        ("phoenicia", TRAINING, 'moves = "train"\nhappens = "Anna hand five = 1"', "open"),
        ("phoenicia", TRAINING, 'moves = "train; pay disks"\nhappens = "Anna hand five = 1"', "holds"),
        ("oh-my-goods", HALVING, 'happens = "place of mill-4 = Anna hand"', "open"),
        (
            "oh-my-goods",
            BUILDING.replace("mill-1", "mill-1 1"),
            'moves = "build"\nhappens = "Anna goods on mill-1 = 1"',
            "open",
        ),
    ],
)
def test_what_its_player_still_chooses_is_open(game: str, position: str, claim: str, result: str) -> None:
    """Which card goes, and what is paid with, is the player's choice; how many cards are left is not."""
    judgement, _ = judged(game, position, claim)
    assert judgement.result == result
    chooser = 1 if position == SURPLUS else 0
    assert [one.seat for one in judgement.open_on] == [chooser] * (result == "open")


@pytest.mark.parametrize("happens", ["Bob hand cards = 2", "Bob disks = 3"])
def test_what_comes_of_every_choice_is_dated(happens: str) -> None:
    judgement, _ = judged("phoenicia", SURPLUS, f'happens = "{happens}"')
    assert judgement.only_for_now


def test_what_no_choice_leaves_as_claimed_is_only_for_now() -> None:
    """Bo may keep any two of the cards, so each claim alone is open, but never all three."""
    every = [f"Bob hand {card} = 1" for card in ("four", "five", "six")]
    together, _ = judged("phoenicia", SURPLUS, f"happens = {every}")
    assert (together.result, together.only_for_now) == ("holds", True)
    alone, _ = judged("phoenicia", SURPLUS, f"happens = {every[:1]}")
    assert alone.result == "open"


def test_a_legal_verdict_names_what_is_owed() -> None:
    judgement, report = judged("phoenicia", TRAINING, 'moves = "train"')
    assert "still owed 2" in judgement.verdicts[-1][1].reason
    assert judgement.outstanding == ()  # nothing is claimed that it could delay
    assert "not complete" not in report


def test_half_of_one_card_is_none() -> None:
    position = 'stage = "halving"\n[[position.before]]\nstage = "sunrise"\n[player.Anna]\nhand = "mill-3"'
    with pytest.raises(FileError) as refused:
        judged("oh-my-goods", position, 'moves = "give up mill-3"')
    (problem,) = refused.value.problems
    assert "half of 1, rounded down, is 0" in str(problem)
    three = position.replace("mill-3", "mill-3, mill-4, mill-5")
    assert judged("oh-my-goods", three, 'moves = "give up mill-4"')[0].result == "holds"


def test_a_quantity_of_players_without_a_name_is_refused_with_one() -> None:
    judgement, _ = judged("phoenicia", TRAINING, 'moves = "train"\nhappens = "hand six = 1"')
    (problem,) = judgement.problems
    assert problem.place == "claim[1].happens"
    assert "'Anna hand six'" in str(problem)


# --- Payments that a claim does not mention -------------------------------------------

WORKERS = '[player.Anna]\nhand = "six"\ndisks = 3\nuntrained = 2\n'
BUILDER = """stage = "building"
player = "Anna"
[player.Anna]
buildings = "charburner-grain 7, mill-1 2"
planned = "mill-2"
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "stated", "claim", "result"),
    [
        ("phoenicia", WORKERS, 'after = "Anna: train"\nmoves = "Anna: employ hunting"', "holds"),
        ("phoenicia", WORKERS, 'after = "Anna: train"\nmoves = "Anna: employ mining"', "fails"),
        ("phoenicia", WORKERS, 'moves = "Anna: train; pay disks; train; employ farming"', "holds"),
        ("phoenicia", WORKERS, 'moves = "Anna: train; train; employ farming; employ hunting"', "fails"),
        ("oh-my-goods", BUILDER, 'after = "Anna: build"\nmoves = "Bob: pass"', "holds"),
        ("oh-my-goods", BUILDER, 'after = "Anna: build"\nmoves = "Bob: build"', "fails"),
    ],
)
def test_a_claim_that_says_nothing_of_a_payment_is_judged_as_if_it_were_made(
    game: str, stated: str, claim: str, result: str
) -> None:
    """The same is asked both ways: as something that is legal, and as something that is not."""
    opposite = {"holds": "fails", "fails": "holds"}
    for more, expected in (("", result), ("\nlegal = false", opposite[result])):
        judgement = judged_claim(game, stated, claim + more)
        assert judgement.result == expected
        assert judgement.completed
        assert not any(verdict.due for _, verdict in judgement.verdicts)


@pytest.mark.parametrize(
    ("game", "stated", "claim"),
    [
        ("phoenicia", WORKERS, 'moves = "Anna: train; employ hunting; pay disks"\nhappens = "Anna hand six = 1"'),
        ("phoenicia", WORKERS, 'moves = "Anna: train; end turn"\nhappens_not = "Anna disks = 1"'),
        ("oh-my-goods", BUILDER, 'moves = "Anna: build; Bob: pass"\nhappens = "Anna goods -3"'),
    ],
)
def test_how_something_is_paid_for_is_nothing_to_be_sure_of(game: str, stated: str, claim: str) -> None:
    judgement = judged_claim(game, stated, claim)
    assert judgement.result == "open"
    assert [(one.seat, one.what.split()[:2]) for one in judgement.open_on] == [(0, ["the", "next"])]


@pytest.mark.parametrize(
    ("game", "stated", "moves"),
    [("phoenicia", WORKERS, "Anna: train; employ hunting"), ("oh-my-goods", BUILDER, "Anna: build; Bob: pass")],
)
def test_that_something_has_to_be_paid_first_can_be_claimed(game: str, stated: str, moves: str) -> None:
    judgement = judged_claim(game, stated, f'moves = "{moves}"\nfails_at = 2')
    assert (judgement.result, judgement.completed) == ("holds", ())


@pytest.mark.guest
@pytest.mark.parametrize(
    "moves", ["Anna: put up fort; bid 7; Bob: pass; Cem: pass; Bob: bid 8", "Anna: train; Anna: put up fort"]
)
def test_a_payment_is_not_spoken_of_where_it_makes_no_difference(moves: str) -> None:
    position = f'[position.table]\ndisplay = "fort"\n{WORKERS.replace("six", "six, six")}'
    judgement = judged_claim("phoenicia", position, f'moves = "{moves}"')
    assert (judgement.result, judgement.completed) == ("fails", ())


@pytest.mark.guest
@pytest.mark.parametrize(
    ("game", "stated", "moves"),
    [
        (
            "phoenicia",
            WORKERS.replace("untrained = 2", "trained = 2\nworkers = '1 hunting'"),
            "employ farming; pay disks",
        ),
        ("oh-my-goods", BUILDER, "build; pay from mill-1"),
        ("oh-my-goods", BUILDER, "build; 2 x pay from charburner-grain"),
    ],
)
def test_a_payment_that_is_stated_in_part_is_not_completed(game: str, stated: str, moves: str) -> None:
    """Who says what was paid claims that it is enough."""
    judgement = judged_claim(game, stated, f'moves = "Anna: {moves}; Bob: pass"')
    assert (judgement.result, judgement.completed) == ("fails", ())


def test_a_reading_with_which_nothing_is_owed_turns_a_claim_about_what_is_owed_and_does_not_only_delay_it() -> None:
    """In the end nothing is owed in any case, but under the other reading nothing was ever to be paid."""
    text = """game = "phoenicia"
[position]
players = ["Anne", "Marc", "Bo"]
player = "Anne"
stage = "workers"
[player.Anne]
hand = "six, five"
disks = 1
workers = "1 hunting, 1 farming"
tools = "1 farming"
[[claim]]
moves = "move hunting to farming"
happens = "owed = 5"
"""
    (judgement,) = judge_dispute(parse_dispute(text))
    assert judgement.result == "holds"
    assert "moved-onto-tool" in judgement.rests_on.rulings
    assert not judgement.rests_on.later
    assert not judgement.only_for_now
