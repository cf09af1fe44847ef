"""A legal verdict names the limit that comes nearest to forbidding the move, with its count."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from era_of_inventions.tabletop.disputes import judge_dispute, parse_dispute
from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.registry import rulebook_named
from era_of_inventions.tabletop.play.verdict_text import verdict_lines

GAMES = ("era-of-inventions", "oh-my-goods", "phoenicia")
PLIES = 250


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


def test_a_limit_that_a_reading_takes_away_comes_near_nothing() -> None:
    eight = "cash register, typewriter, telephone, gramophone, camera, car, steam train, airplane"
    stated = (
        'phase = "action"\narea = "develop"\n[player.Anna]\ngoods = "9 cogs"\npatents = 6\n'
        f'developed = "{eight}"\npatented = "{eight.rpartition(", ")[0].rpartition(", ")[0]}"\n'
    )
    counted, endless = (
        verdict("era-of-inventions", f'{stated}[rulings]\nmarker-limit = "{reading}"', "develop sewing machine")
        for reading in ("fifteen", "unlimited")
    )
    assert nearest(counted) == ("develop.marker-needed", 1, 1)
    assert nearest(endless)[0] != "develop.marker-needed"


@pytest.mark.repeats
@pytest.mark.parametrize("name", GAMES)
def test_a_count_is_more_than_the_most_exactly_where_the_limit_forbids(name: str) -> None:
    rulebook: Any = rulebook_named(name)
    rng, seen = Random(name), set[tuple[str, bool]]()
    limits = [clause for clause in rulebook.law.of_kind(Kind.LIMIT) if clause.count]
    for preset in rulebook.ruleset.presets:
        game: Any = Game(rulebook, 3, preset)
        moves = [(move, clause) for move in game.setting.moves for clause in limits if isinstance(move, clause.on)]
        state = game.new(rng=rng)
        for _ in range(PLIES):
            if game.is_over(state):
                break
            for move, clause in rng.sample(moves, 40):
                if any(grant.when.holds(state) for grant in rulebook.law.grants[type(move)]):
                    tally = clause.count(state, move)
                    allowed = clause.function(state, move)
                    assert tally is None or (tally.number <= tally.most) is allowed, (clause.id, move, tally)
                    seen.add((clause.id, allowed))
            state = game.deal(game.play(state, rng.choice(game.legal_moves(state))), rng)
    assert {id_ for id_, allowed in seen if allowed} >= {clause.id for clause in limits} - LATE[name]


LATE: dict[str, set[str]] = {"era-of-inventions": set(), "oh-my-goods": {"plan.move-affordable"}, "phoenicia": set()}
"""Limits that random games of this length do not reach."""
