"""A legal verdict names the limit that comes nearest to forbidding the move, with its count."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.law.clause import Tally, grant, limit
from era_of_inventions.tabletop.law.verdict import Nearest, Outcome, Verdict
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.registry import rulebook_named
from era_of_inventions.tabletop.play.verdict_text import verdict_lines
from tests.support.stones import law


def verdict(game: str, position: str, move: str) -> Verdict:
    """The verdict on a move in a file of three players that states this of the position."""
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{position}\n[[claim]]\nmoves = "{move}"\n'
    (judgement,) = judge_dispute(parse_dispute(text))
    return judgement.verdicts[-1][1]


def nearest(of: Verdict) -> tuple[str, int, int]:
    assert of.nearest is not None
    return of.nearest.clause.id, of.nearest.number, of.nearest.most


@pytest.mark.parametrize(
    ("game", "position", "move", "expected"),
    [
        (
            "era-of-inventions",
            'phase = "action"\narea = "market"\nexchanges = "2 sell-cog"\n[player.Anna]\ngoods = "3 cogs"',
            "exchange cog > 2 coins",
            ("market.three-per-box", 3, 3),
        ),
        (
            "era-of-inventions",
            'phase = "action"\narea = "market"\nexchanges = "2 sell-cog, 2 barter"\n[player.Anna]\ngoods = "3 cogs"',
            "exchange cog > influence",
            ("market.five-max", 5, 5),
        ),
        (  # both limits are reached: the one that allows fewer is told
            "era-of-inventions",
            'phase = "action"\narea = "market"\nexchanges = "2 sell-cog, 2 barter"\n[player.Anna]\ngoods = "3 cogs"',
            "exchange cog > 2 coins",
            ("market.three-per-box", 3, 3),
        ),
        (
            "era-of-inventions",
            'phase = "action"\narea = "buy"\nloads = 1\n[player.Anna]\ngoods = "9 coins"',
            "buy wood-ship",
            ("buy.max-three", 2, 3),
        ),
        (
            "phoenicia",
            'stage = "workers"\n[player.Anna]\ndisks = 9\nuntrained = 1\ntrained = 1\nworkers = "2 hunting, 1 farming"',
            "employ farming",
            ("workers.room", 2, 5),
        ),
        (
            "oh-my-goods",
            'stage = "building"\ntable.offer = "assistant-6a"\n[player.Anna]\nassistants = "assistant-1a"\n'
            'buildings = "charburner-grain 9, sawmill-1, tannery-1"\nposts = "sawmill-1"',
            "hire assistant-6a",
            ("hire.two-at-most", 2, 2),
        ),
    ],
)
def test_the_nearest_limit_of_a_legal_move(game: str, position: str, move: str, expected: tuple[str, int, int]) -> None:
    judged = verdict(game, position, move)
    assert judged.legal, judged.reason
    assert nearest(judged) == expected
    assert f"{expected[1]} of {expected[2]} " in judged.reason
    names = ("Anna", "Bob", "Cem")
    ruleset = rulebook_named(game).ruleset.preset("default")
    (line,) = [line for line in verdict_lines(judged, names, ruleset) if line.strip().startswith("nearest")]
    assert f"[{expected[0]}]" in line


def test_it_is_written_and_read_with_the_verdict() -> None:
    judged = verdict(
        "era-of-inventions", 'phase = "action"\narea = "buy"\n[player.Anna]\ngoods = "1 coin"', "buy wood-ship"
    )
    era = rulebook_named("era-of-inventions")
    setting = Game(era, 3).setting
    read: Verdict = from_json(era, to_json(era, judged, setting=setting), Verdict, setting=setting)
    assert nearest(read) == nearest(judged) == ("buy.must-afford", 1, 1)


def test_an_illegal_move_has_none() -> None:
    assert verdict("era-of-inventions", 'phase = "action"\narea = "buy"\nloads = 3', "buy wood-ship").nearest is None


@grant("toy.take", on=int)
def take(heap: int, taken: int) -> bool:
    """Stones are taken."""
    return True


@limit("toy.three-max", on=int)
def three_max(heap: int, taken: int) -> Tally:
    """At most three stones are taken at a time."""
    return Tally(taken, 3, "stones")


@limit("toy.heap", on=int)
def from_the_heap(heap: int, taken: int) -> Tally | bool:
    """From a heap with an end no more is taken than lies there."""
    return heap == ENDLESS or Tally(taken, heap, "stones there")


ENDLESS = 99


@pytest.mark.parametrize("taken", range(1, 6))
@pytest.mark.parametrize("heap", [2, 3, 4, ENDLESS])
def test_a_limit_that_counts_forbids_more_than_the_most(heap: int, taken: int) -> None:
    limits = law(take, three_max, from_the_heap)
    allowed = taken <= 3 and taken <= heap
    assert limits.allows(heap, taken) is allowed
    assert all(finding.outcome is not Outcome.FORBIDS for finding in limits.evaluate(heap, taken)) is allowed
    most, words = (heap, "stones there") if heap < 3 else (3, "stones")
    assert limits.nearest(heap, taken) == Nearest(from_the_heap if heap < 3 else three_max, taken, most, words)
    assert law(take).nearest(heap, taken) is None
