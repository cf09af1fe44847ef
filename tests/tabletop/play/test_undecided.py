"""What is certain although no single clause is: one of several permits a move, or forbids it, in any world."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import ActsNow, Game, Law, evolve, grant, limit
from era_of_inventions.tabletop.law.clause import Clause, Moment
from era_of_inventions.tabletop.law.verdict import Outcome
from era_of_inventions.tabletop.play.verdict_text import verdict_lines
from tests.support import purse
from tests.support.purse import PURSE, Give, Lay, Player, State


@grant("purse.rich", on=Give)
def rich(position: State, _: Give) -> bool:
    """Whoever has three coins or more may."""
    return position.me.coins >= 3


@grant("purse.poor", on=Give)
def poor(position: State, _: Give) -> bool:
    """Whoever has fewer than three coins may."""
    return position.me.coins < 3


@limit("purse.not-rich", on=Give)
def not_rich(position: State, _: Give) -> bool:
    """Whoever has three coins or more may not."""
    return position.me.coins < 3


@limit("purse.not-poor", on=Give)
def not_poor(position: State, _: Give) -> bool:
    """Whoever has fewer than three coins may not."""
    return position.me.coins >= 3


def game_with(*clauses: Clause[..., Any], without: str = "") -> Game[State, Give]:
    (chapter,) = PURSE.law.chapters
    kept = [one for one in chapter.clauses if one.id != without]
    law = Law([attrs.evolve(chapter, clauses=(*kept, *clauses))])
    return Game(attrs.evolve(PURSE, law=law), 2)


def positions(game: Game[State, Give]) -> list[State]:
    """All positions that look alike to the second player, who does not know the first player's coins."""
    start = game.new()
    return [evolve(start, players=(Player(coins=coins), Player())) for coins in range(6)]


@pytest.mark.parametrize(
    ("clauses", "without", "legal"),
    [
        ((rich, poor), "purse.give", True),
        ((not_rich, not_poor), "", False),
        ((rich, not_rich), "purse.give", False),
        ((rich, poor, not_rich), "purse.give", None),
    ],
)
def test_a_verdict_is_certain_if_it_is_so_in_every_world(
    clauses: tuple[Clause[..., Any], ...], without: str, legal: bool | None
) -> None:
    game = game_with(*clauses, without=without)
    every = positions(game)
    truths = {game.judge(one, Give()).legal for one in every}
    verdict = game.judge(game.view(every[0], 1), Give())
    assert truths == ({True, False} if legal is None else {legal})
    assert bool(verdict.open_on) is (legal is None)
    assert verdict.legal is bool(legal)
    outcomes = {one.clause.id: one.outcome for one in verdict.findings}
    assert {outcomes[one.id] for one in clauses} == {Outcome.OPEN}
    assert all(one.id in verdict.reason for one in clauses) is (legal is not None)
    lines = "\n".join(verdict_lines(verdict, ("Ann", "Ben"), game.setting.ruleset))
    assert all(one.statement in lines for one in clauses)


def test_who_acts_by_something_unknown_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_with()
    every = positions(game)

    def turn(position: State, acts: ActsNow) -> bool:
        return acts.seat == position.seat and position.players[0].coins < 2

    monkeypatch.setattr(purse.turn, "function", turn)
    assert {game.judge(one, Give(), seat=0).legal for one in every} == {True, False}
    assert game.judge(game.view(every[0], 1), Give(), seat=0).open_on
    assert not game.judge(game.view(every[0], 1), Give(), seat=1).open_on


@limit("purse.no-other", on=ActsNow)
def no_other(position: State, acts: ActsNow) -> bool:
    """Nobody acts but the player in turn."""
    return acts.seat == position.seat


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("clauses", [(), (not_rich,), (not_rich, not_poor)])
def test_who_acts_can_be_a_matter_of_limits_alone(clauses: tuple[Clause[..., Any], ...], seat: int) -> None:
    game = game_with(no_other, *clauses, without="purse.turn")
    every = positions(game)
    truths = {game.judge(one, Give(), seat=seat).legal for one in every}
    verdict = game.judge(game.view(every[0], 1), Give(), seat=seat)
    assert bool(verdict.open_on) is (len(truths) > 1)
    assert verdict.open_on or {verdict.legal} == truths
    lines = verdict_lines(verdict, ("Ann", "Ben"), game.setting.ruleset)
    assert not [line for line in lines if line.endswith("these would at another:")]


def test_what_may_come_first_is_shown_for_all_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move has another moment in each world: either may come first."""
    monkeypatch.setattr(purse.gives, "when", Moment("while poor", lambda state: state.me.coins < 3))
    monkeypatch.setattr(purse.calls, "when", Moment("while rich", lambda state: state.me.coins >= 3))
    monkeypatch.setattr(purse.lays, "when", Moment("never", lambda _: False))
    monkeypatch.setattr(purse.shows, "when", Moment("never", lambda _: False))
    game: Game[State, Any] = game_with()  # a law of its own, which has kept no moments
    every = positions(game)
    due = game.judge(game.view(every[0], 1), Lay(0, 0)).due
    firsts = [game.judge(one, Lay(0, 0)).due for one in every]
    assert due is not None
    assert {*due.moves} == {words for one in firsts if one for words in one.moves}
    assert len(due.moves) > 1
