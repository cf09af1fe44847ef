"""Claims about positions in which nobody knows all: what no completion that was tried shows is open."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import FrontDoor, Law, limit, members
from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.disputes.chance import Chance, courses
from era_of_inventions.tabletop.disputes.facts import with_facts
from era_of_inventions.tabletop.disputes.judgement import Judgement
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import completions
from tests.support import purse
from tests.support.no_thanks import NO_THANKS
from tests.support.purse import PURSE, Give, State

DOOR = FrontDoor(PURSE)


def judged(claim: str, ben: str, cid: str = "") -> tuple[Any, Judgement]:
    """A dispute of three players about Ann taking a coin out of the pot, and the judgement of its claim."""
    dispute = DOOR.parse_dispute(
        f'game = "purse"\n[position]\nplayers = "Ann, Ben, Cid"\nplayer = "Ann"\n[player.Ben]\n{ben}\n'
        f'[player.Cid]\n{cid}\n[[claim]]\nmoves = "give"\n{claim}\n'
    )
    (judgement,) = judge_dispute(dispute)
    return dispute, judgement


SCORES = ('happens = "Ann score +0"', 'happens = "Ann points purse.coins +0"', 'happens_not = "Ann score +5"')


@pytest.mark.parametrize("claim", [*SCORES, 'happens = "Ann score = 3"'])
def test_a_change_of_a_score_by_hidden_cards_is_open_unless_all_were_tried(
    claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann has five points more once the coin is taken, if the others have just these cards."""

    def points(position: State) -> tuple[int, ...]:
        ben, cid = ({*members(player.hand.known)} for player in position.players[1:])
        extra = 5 * position.table.bank if {3, 9} <= ben and 7 in cid else 0
        return tuple(player.coins + extra * (not seat) for seat, player in enumerate(position.players))

    monkeypatch.setattr(purse.points, "function", points)
    known = ('hand = "card-3, card-9, card-1"', 'hand = "card-7, card-8, card-2"')
    _, truth = judged(claim, *known)
    _, other = judged(claim, 'hand = "card-3, card-8, card-1"', 'hand = "card-7, card-9, card-2"')
    _, found = judged(claim, 'hand = "?, ?, ?"', 'hand = "?, ?, ?"')
    assert {truth.result, other.result} == {"holds", "fails"}
    assert found.result == "open"
    assert (found.measured[0].after, found.measured[0].least) == ("?", None)


def test_a_score_depends_on_nothing_that_others_hide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wins does; but what Ben has is all that his score is about, in whatever combinations it was tried."""
    monkeypatch.setattr(completions, "GUESSES_MAX", 10)
    coins = 'coins = "?"'
    _, found = judged('happens = "Ben score +0"', coins, coins)
    _, other = judged('happens = "Ben score = 3"', coins, coins)
    assert (found.result, other.result) == ("holds", "open")


@pytest.mark.parametrize(
    ("claimed", "results"),
    [
        (["purse.limit"], ("open", "holds", "fails")),
        (["purse.limit", "purse.few"], ("open", "fails", "holds")),
        (["purse.few"], ("fails", "fails", "fails")),
        ([], ("fails", "fails", "fails")),
    ],
)
def test_which_clauses_forbid_a_move_is_open_where_one_of_them_is(
    claimed: list[str], results: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    @limit("purse.few", on=Give)
    def few(position: State, _: Give) -> bool:
        """Whoever sits on the left has few coins."""
        return position.players[1].coins < 4

    monkeypatch.setattr(purse.allowed, "function", lambda *_: False)
    (chapter,) = PURSE.law.chapters
    law = Law([attrs.evolve(chapter, clauses=(*chapter.clauses, few))])
    door = FrontDoor(attrs.evolve(PURSE, law=law))
    text = 'game = "purse"\n[position]\nplayers = "Ann, Ben"\nplayer = "Ann"\n[player.Ben]\ncoins = {}\n'
    claim = f'[[claim]]\nmoves = "give"\nforbidden_by = {claimed}\n'
    found = [judge_dispute(door.parse_dispute(text.format(coins) + claim))[0] for coins in ('"?"', 2, 5)]
    assert tuple(one.result for one in found) == results


def test_facts_that_would_turn_a_result_leave_unknown_numbers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purse.allowed, "function", lambda state, _: state.players[1].coins > 5)
    dispute, judgement = judged("", 'coins = "?"')
    assert judgement.result == "fails"
    assert with_facts(dispute, judgement).facts is not None


def test_outcomes_of_chance_in_a_position_that_is_partly_known_are_never_complete() -> None:
    game: Game[Any, Any] = Game(NO_THANKS, 3)
    start, chance = game.new(), Chance(game.setting)
    assert {*chance.outcomes(start).ends} == {game.play(start, move) for move in game.legal_moves(start)}
    assert chance.outcomes(start).complete
    assert not chance.outcomes(game.view(start, 0)).complete


def test_chance_is_tried_in_many_completions_of_a_position_that_is_partly_known() -> None:
    game: Game[Any, Any] = Game(NO_THANKS, 3)
    view = game.view(game.new(), 0)
    found = [*courses(view)]
    assert {end.table.card for _, end in found} == {*range(33)}
    assert len({whole for whole, _ in found}) > 1
    for whole, end in found:
        assert game.view(whole, 0) == view
        assert end in {game.play(whole, move) for move in game.legal_moves(whole)}


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize(
    ("claim", "result"),
    [
        ('happens = "Bob counters +4"', "holds"),
        ('happens = "Cem counters +1"', "fails"),
        ('happens_not = "Bob counters +3"', "holds"),
        ('happens = "offer = card-5"', "open"),
        ('happens_not = "offer = card-5"', "open"),
    ],
)
def test_what_chance_does_not_touch_is_certain_before_it_and_what_it_brings_is_not(claim: str, result: str) -> None:
    position = 'player = "Bob"\n[position.table]\noffer = "card-30"\ncounters_on_the_card = 4\n'
    hidden = "".join(f'[player.{name}]\ncounters = "?"\n' for name in ("Bob", "Cem"))
    text = f'game = "no-thanks"\n[position]\nplayers = "Anna, Bob, Cem"\n{position}{hidden}'
    (judgement,) = judge_dispute(parse_dispute(f'{text}[[claim]]\nmoves = "take"\n{claim}\n', NO_THANKS))
    assert judgement.result == result
