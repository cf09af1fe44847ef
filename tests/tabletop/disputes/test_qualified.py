"""What is said with a result, in the report, on one line and for programs: all three say the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from era_of_inventions import cli

TABLE = '[position]\nplayers = "Anna, Bob, Cem"\n'
MARKET, FINAL = "in the action of 'exchange market'", "in the final market"
PATENT = 'phase = "action"\narea = "develop"\n[player.Anna]\ndeveloped = "car"\npatents = 5\n'
PAID = """ruleset = "en"
[position]
players = "Anna, Bob, Cem"
phase = "action"
area = "produce"
to_move = "Bob"
[position.board]
display = "car-1"
[player.Bob]
goods = "9 wood, 9 coal, 9 metal, 9 technology, 9 tools, 9 coins, 9 cogs"
[player.Anna]
developed = "car"
[[claim]]
moves = "produce car-1"
happens_not = "Anna influence +0"
"""
CASES = {
    "moments that disagree": (
        f'{TABLE}[player.Anna]\ngoods = "9 coins"\n[[claim]]\nmoves = "exchange 2 coins > bonus disc"\n',
        "moments",
        [MARKET, FINAL],
    ),
    "only the moment": (f'{TABLE}phase = "placement"\n[[claim]]\nmoves = "take cog"\n', "not_now", [MARKET, FINAL]),
    "stock of which nothing is said": (f'{TABLE}{PATENT}[[claim]]\nmoves = "patent car"\n', "unsaid", ["Anna's goods"]),
    "whose turn it is": (
        f'{TABLE}[[claim]]\nmoves = "Bob: place market"\nlegal = false\n',
        "taken",
        ["taken to be in Bob's turn"],
    ),
    "a turn that ends unsaid": (
        f'game = "phoenicia"\n{TABLE}[[claim]]\nmoves = "Anna: train; Bob: train"\n',
        "turns_ended",
        ["Anna's turn is taken to end before 'Bob: train'"],
    ),
    "a payment that nobody names": (
        f'game = "phoenicia"\n{TABLE}[player.Anna]\nhand = "six"\n'
        '[[claim]]\nmoves = "Anna: train; employ farming"\nlegal = false\n',
        "completed",
        ["Anna is taken to pay or give what is due before 'Anna: employ farming' (owed 2)"],
    ),
    "what is owed": (
        f'game = "oh-my-goods"\n{TABLE}stage = "building"\n[player.Anna]\nbuildings = "charburner-grain 9, tailor-1, '
        'tailor-2, tailor-3, tailor-4, bakery-1, bakery-2"\nplanned = "mill-2"\n'
        '[[claim]]\nmoves = "Anna: build"\nhappens = "last round = 2"\n',
        "only_for_now",
        ["it holds once what has begun is complete (still owed 3)"],
    ),
    "what is turned over": (
        f'{TABLE}start = "Anna"\n[[claim]]\nmoves = "Cem: end turn"\nhappens = "start player = Anna"\n',
        "only_for_now",
        ["only for now: it fails once 'reveal'"],
    ),
    "an assumed number": (
        f'{TABLE}{PATENT}goods = "4 coins"\n[[claim]]\nmoves = "patent car"\n',
        "rests_on_numbers",
        ["patent_square.6.coins", "5"],
    ),
}


def era(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """What the command prints."""
    cli.main([str(argument) for argument in arguments])
    return capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize(("text", "key", "named"), CASES.values(), ids=list(CASES))
def test_all_three_say_on_what_a_result_depends(
    text: str, key: str, named: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(text, encoding="utf-8")
    (claim,) = json.loads(era(capsys, "judge", "--json", path))["disputes"][0]["claims"]
    assert claim[key]
    report = " ".join(era(capsys, "judge", path).split())
    brief = era(capsys, "judge", "--brief", path)
    assert brief.count("\n") == 1
    for words in named:
        assert words in report.partition("The claim")[2]
        assert words in brief


def test_a_result_that_is_so_only_for_now_is_qualified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(PAID, encoding="utf-8")
    (claim,) = json.loads(era(capsys, "judge", "--json", path))["disputes"][0]["claims"]
    assert claim["only_for_now"]
    assert "only for now: it holds once" in era(capsys, "judge", "--brief", path)


def test_the_moment_that_was_taken_stands_in_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(f'{TABLE}[[claim]]\nmoves = "Bob: take cog"\n', encoding="utf-8")
    assert f"in Bob's turn, {MARKET}" in " ".join(era(capsys, "judge", path).split())
