"""Claims are judged: their moves one after the other, then what happens, and who wins."""

from __future__ import annotations

import json

import pytest

from era_of_inventions.tabletop.disputes import judge_dispute
from era_of_inventions.tabletop.disputes.report import dispute_text
from era_of_inventions.tabletop.law.verdict import Due
from era_of_inventions.tabletop.values import evolve
from tests.support.disputes import AT_PRODUCE, CLAIM, FOUR, MARKET, NAMES, RICH, SET, Judged, Read
from tests.support.problems import place_and_code


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ('moves = ["exchange 2 coins > cog"]', True),
        ('moves = ["exchange 2 cogs > coin"]', False),
        ('moves = ["exchange 2 coins > cog", "exchange 2 coins > influence"]', True),
        ('moves = ["exchange 2 coins > cog", "exchange 2 coins > cog", "exchange 2 coins > cog"]', False),
        ('moves = ["exchange 2 coins > cog"]\nlegal = true', True),
        ('moves = ["exchange 2 coins > cog"]\nlegal = false', False),
        ('moves = ["exchange 2 cogs > coin"]\nlegal = false', True),
        ('moves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins -2", "Orange cogs +1"]', True),
        ('moves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins -2", "Orange cogs +2"]', False),
        ('moves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins = 2"]', True),
        ('moves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins = 4"]', False),
        ('moves = ["exchange 2 coins > cog"]\nhappens_not = ["Orange coins -4", "Brown cogs +1"]', True),
        ('moves = ["exchange 2 coins > cog"]\nhappens_not = ["Orange coins -2"]', False),
        ('moves = ["exchange 2 cogs > coin"]\nhappens_not = ["Orange coins -2"]', False),
        ('after = ["exchange 2 coins > cog"]\nmoves = ["exchange 2 coins > cog"]\nhappens = ["Orange coins -2"]', True),
        ('after = ["exchange 2 coins > cog"]\nhappens = ["Orange coins = 2", "Orange coins +0"]', True),
        ('moves = ["Orange: exchange 2 coins > cog"]', True),
        ('moves = ["Brown: exchange 2 coins > cog"]', True),
        ('after = ["Orange: exchange 2 coins > cog"]\nmoves = ["Brown: exchange 2 coins > cog"]', True),
        ('happens = ["Orange coins = 4"]', True),
        ('winners = ["Orange", "Brown", "Green", "Yellow"]', True),
        ('winners = ["Yellow", "Orange", "Green", "Brown"]', True),
        ('winners = ["Orange"]', False),
        ('moves = ["exchange 2 coins > influence"]\nwinners = ["Orange"]', True),
        ('moves = ["exchange 2 coins > influence"]\nwinners = ["Orange", "Brown"]', False),
    ],
)
def test_claims_are_judged(claim: str, holds: bool, judged: Judged) -> None:
    (judgement,) = judged(f"{MARKET}[[claim]]\n{claim}\n")
    assert judgement.holds is holds
    assert judgement.stands is holds
    assert judgement.surprises == ()


@pytest.mark.parametrize(
    ("scores", "winners", "holds", "rests_on"),
    [
        ("Orange 40, Brown 41, Green 38, Yellow 3", "Brown", True, ()),
        ("Orange 40, Brown 41, Green 38, Yellow 3", "Orange", False, ()),
        ("Orange 40, Brown 1, Green 40, Yellow 3", "Green", True, ()),
        ("Orange 40, Brown 40, Green 40, Yellow 3", "Green", True, ("final-tie",)),
    ],
)
def test_scores_that_a_claim_states_are_not_counted(
    scores: str, winners: str, holds: bool, rests_on: tuple[str, ...], judged: Judged
) -> None:
    """Ties are broken by what the position holds, and nothing else of it matters."""
    claim = f'[[claim]]\nscores = "{scores}"\nwinners = "{winners}"\n'
    (judgement,) = judged(f'{FOUR}[player.Green]\ndeveloped = "telephone"\n{claim}')
    assert (judgement.holds, judgement.rests_on.rulings) == (holds, rests_on)
    assert judgement.score
    assert judgement.score.totals == tuple(int(one.split()[1]) for one in scores.split(", "))
    assert judgement.score.lines == ()
    assert judgement.due is None


def test_what_is_no_score_is_not_scored(read: Read) -> None:
    """A factory may be called as scores are."""
    factories = (evolve(SET.factories[0], id="score-mill"), *SET.factories[1:])
    ours = evolve(SET, factories=factories)
    claims = '[[claim]]\nhappens = ["Green factory score-mill = 0"]\n[[claim]]\nhappens = ["Green score = 0"]\n'
    factory, score = judge_dispute(read(f"{FOUR}{claims}", components=ours))
    assert (factory.score, factory.unstated) == (None, ())
    assert score.score is not None


def test_nothing_is_judged_behind_a_move_that_is_not_legal(judged: Judged) -> None:
    moves = ["exchange 2 coins > cog", "develop car", "end turn"]
    (judgement,) = judged(f"{MARKET}[[claim]]\nmoves = {json.dumps(moves)}\nhappens = ['Orange cogs +1']\n")
    assert [(step.text, verdict.legal) for step, verdict in judgement.verdicts] == [(moves[0], True), (moves[1], False)]
    assert judgement.measured == ()


def test_only_the_player_in_turn_can_act(judged: Judged) -> None:
    (judgement,) = judged(f'{FOUR}to_move = "Orange"\n[[claim]]\nmoves = ["Brown: place market"]\n')
    assert [clause.id for clause in judgement.verdicts[0][1].forbidden_by] == ["execution.only-active-player"]
    assert judgement.rests_on.alone == ()
    (judgement,) = judged(f'{FOUR}to_move = "Brown"\n[[claim]]\nmoves = ["Brown: place market"]\n')
    assert judgement.holds


def test_each_player_has_a_start_factory_of_their_own(judged: Judged) -> None:
    position = '[rulings]\ngoods-choice = "chosen"\n' + FOUR + 'phase = "action"\narea = "goods"\nto_move = "Green"\n'
    own, other = judged(
        f'{position}[[claim]]\nmoves = ["Green: run start"]\nhappens = ["Green wood +1"]\n'
        '[[claim]]\nmoves = ["Green: run start-1"]\n'
    )
    assert own.holds
    assert not other.holds


def test_moves_made_before_must_be_legal(read: Read) -> None:
    dispute = read(
        f'{FOUR}phase = "placement"\n[[claim]]\nafter = ["end turn"]\nmoves = ["place buy"]\n{CLAIM}'
        '[[claim]]\nafter = ["place buy", "Orange: place buy", "x"]\nmoves = ["place buy"]\n'.replace(', "x"', "")
    )
    first, second, third = judge_dispute(dispute)
    assert list(map(place_and_code, first.problems)) == ["claim[1].after[1] impossible"]
    assert list(map(place_and_code, third.problems)) == ["claim[3].after[2] impossible [placement.one-per-color]"]
    assert [judgement.result for judgement in (first, second, third)] == ["unusable", "holds", "unusable"]
    assert [judgement.stands for judgement in (first, second, third)] == [False, True, False]


def test_all_clauses_against_a_move_out_of_turn_count_wherever_it_is_asked(read: Read) -> None:
    against = '["execution.only-active-player", "placement.one-per-color"]'
    dispute = read(
        f'{FOUR}phase = "placement"\nstart = "Orange"\n[[claim]]\nafter = ["place buy"]\n'
        f'moves = ["Orange: place buy"]\nforbidden_by = {against}\n'
    )
    (judgement,) = judge_dispute(dispute)
    assert judgement.result == "holds"
    assert judgement.unsaid == (), "with more goods the same clauses are against it"


def test_where_a_card_lies_can_be_claimed(judged: Judged) -> None:
    claims = '[[claim]]\nmoves = ["produce light-bulb-1"]\nhappens = ["place of light-bulb-1 = discards"]\n'
    (judgement,) = judged(f"{AT_PRODUCE}{RICH}{claims}")
    assert judgement.holds
    assert [(one.before, one.after) for one in judgement.measured] == [("display", "discards")]


def test_what_comes_later_is_told_where_it_could_bring_what_is_claimed(judged: Judged) -> None:
    """The refresh is not over before cards are turned up, and a game is not before its end."""
    last = f'{FOUR}round = 2\narea = "market"\nto_move = "Brown"\nstart = "Green"\n'
    claims = (
        'moves = ["end action", "end turn"]\nhappens = ["round = 3"]',
        'moves = ["end action", "end turn"]\nhappens = ["round = 4"]',
        'moves = ["end action", "end turn"]\nhappens_not = ["round = 3"]',
        'moves = ["end action"]\nhappens = ["round = 2"]',
        'winners = ["Orange"]',
    )
    refresh, never, first, known, winners = judged(last + "".join(f"[[claim]]\n{claim}\n" for claim in claims))
    assert (refresh.result, refresh.due) == ("holds", Due(None, ("reveal",)))
    assert str(refresh.due) == "first chance decides: 'reveal'"
    assert (never.result, never.due) == ("fails", Due(None, ("reveal",)))
    assert (first.result, first.due) == ("holds", Due(None, ("reveal",)))
    assert (known.holds, known.due) == (True, None)
    assert winners.due is not None
    assert winners.due.seat == NAMES.index("Brown")


@pytest.mark.parametrize(
    ("claimed", "holds"),
    [
        ("legal = false", True),
        ("fails_at = 2", True),
        ("fails_at = 1", False),
        ('forbidden_by = ["produce.displayed-only"]', True),
        ("forbidden_by = []", False),
        ('forbidden_by = ["produce.displayed-only", "produce.must-afford"]', False),
        ('fails_at = 2\nforbidden_by = ["produce.displayed-only"]', True),
    ],
)
def test_which_move_fails_and_by_what_can_be_claimed(claimed: str, holds: bool, read: Read) -> None:
    moves = 'moves = ["produce light-bulb-1", "produce light-bulb-1", "end action"]\n'
    dispute = read(f"{AT_PRODUCE}{RICH}[[claim]]\n{moves}{claimed}\n")
    (judgement,) = judge_dispute(dispute)
    assert (judgement.holds, judgement.fails_at) == (holds, 2)
    assert "Of the 3 moves, number 2 is not legal." in dispute_text(dispute, (judgement,))
