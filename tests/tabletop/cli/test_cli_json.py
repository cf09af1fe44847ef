"""``--json``: every command answers with one JSON document on standard output, and so does every error."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from era_of_inventions import (
    ERA,
    LAW,
    Game,
    Record,
    Ruleset,
    State,
    Verdict,
    cli,
    from_json,
    load_shipped,
    read_game,
    to_data,
)
from era_of_inventions.tabletop.cli import parser
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.play.simulate import simulate
from era_of_inventions.tabletop.records.notation import show_move
from tests import ROOT

Capture = pytest.CaptureFixture[str]
PLAYED = ROOT / "tests" / "era" / "games" / "default-3-random.era"
DISPUTE = ROOT / "examples" / "disputes" / "e01-five-exchanges.toml"
SCHEMAS = every_schema(ERA)


def answer(capsys: Capture, *arguments: object) -> tuple[int, Any]:
    status = cli.main([*map(str, arguments), "--json"])
    out, err = capsys.readouterr()
    assert err == ""
    return status, json.loads(out)


def valid(document: Any) -> Any:
    name = document["format"].partition("/")[2]
    assert list(Draft202012Validator(SCHEMAS[name]).iter_errors(document)) == []
    return document


def commands(of: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands of a parser, with those within them."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, one in action.choices.items():
                found |= commands(one) or {name: one}
    return found


def test_every_command_but_those_for_people_and_shells_has_it() -> None:
    without = {name for name, one in commands(parser(ERA)).items() if "--json" not in one._option_string_actions}
    assert without == {"play", "completion"}


def test_the_catalogue(capsys: Capture) -> None:
    assert answer(capsys, "clause", "build.max-three") == (cli.HOLDS, to_data(LAW.clause("build.max-three")))
    assert answer(capsys, "clauses") == (cli.HOLDS, to_data(list(LAW)))
    market = [clause for clause in LAW if clause.chapter == "market"]
    assert answer(capsys, "clauses", "--chapter", "market") == (cli.HOLDS, to_data(market))
    found = answer(capsys, "clauses", "--chapter", "market", "--search", "box")[1]
    boxes = {clause.id for clause in market if "box" in clause.statement}
    assert valid(found[0])["id"] in boxes
    assert {valid(clause)["id"] for clause in found} < {clause.id for clause in market}
    assert answer(capsys, "clauses", "--search", "zeppelin") == (cli.FAILS, [])
    assert answer(capsys, "rulings") == (cli.HOLDS, to_data(Ruleset.rulings()))
    assert answer(capsys, "rulings", "market-cap") == (cli.HOLDS, to_data(Ruleset.ruling("market_cap")))
    assert {"name": "era-of-inventions", "title": "Era of Inventions"} in answer(capsys, "games")[1]


def test_component_sets(tmp_path: Path, capsys: Capture) -> None:
    mine = tmp_path / "mine.toml"
    assert answer(capsys, "components", "new", mine) == (cli.HOLDS, {"written": str(mine)})
    assert answer(capsys, "components", "check", "reconstructed") == (cli.HOLDS, [])
    rows = answer(capsys, "components", "show")[1]
    assert [tuple(row.values()) for row in rows] == [*ERA.components.rows(load_shipped("reconstructed"))]
    status, error = answer(capsys, "components", "check", mine)
    assert status == cli.UNUSABLE
    assert valid(error)["file"] == str(mine)
    assert {"unfilled"} < {problem["code"] for problem in error["problems"]} <= {"unfilled", "more", "missing"}


@pytest.mark.repeats
def test_a_game_is_replayed(capsys: Capture) -> None:
    record = read_game(PLAYED)
    status, played = answer(capsys, "replay", PLAYED, "--events", "--to", 30)
    assert status == cli.HOLDS
    assert (played["over"], played["score"]) == (False, None)
    for told, step in zip(played["moves"], record.until(30).replay(), strict=True):
        assert told["number"] == step.number + 1
        assert told["player"] == (None if step.seat is None else record.names[step.seat])
        assert told["move"] == show_move(step.move, record.setting)
        assert told["events"] == to_data(step.events)
    checked = answer(capsys, "replay", PLAYED, "--check")[1]
    assert (checked["moves"], checked["over"]) == ([], True)
    assert valid(checked["score"])["totals"]


def test_a_game_with_an_illegal_move_is_refused_with_its_verdict(tmp_path: Path, capsys: Capture) -> None:
    text = PLAYED.read_text(encoding="utf-8")
    before = text.partition("place ")[0]  # the first decision of a player
    path = tmp_path / "wrong.era"
    path.write_text(f"{before}end turn\n", encoding="utf-8")
    status, error = answer(capsys, "replay", path)
    assert (status, error["error"], error["file"]) == (cli.FAILS, "RecordError", str(path))
    assert error["problems"][0]["code"] == "impossible"
    assert error["problems"][0]["place"].startswith(f"line {before.count(chr(10)) + 1}, column ")
    assert not from_json(valid(error)["verdict"], Verdict, setting=read_game(PLAYED).setting).legal


def test_positions_and_files(tmp_path: Path, capsys: Capture) -> None:
    record = read_game(PLAYED)
    assert from_json(answer(capsys, "show", PLAYED, "--at", 40)[1], State) == record.until(40).end()
    new = tmp_path / "new.json"
    assert answer(capsys, "convert", PLAYED, new) == (cli.HOLDS, {"written": str(new)})
    assert from_json(new.read_bytes(), Record) == record
    status, error = answer(capsys, "convert", PLAYED, new)
    assert (status, [problem["code"] for problem in error["problems"]]) == (cli.UNUSABLE, ["unwritable"])


def test_simulations_are_summed_up(capsys: Capture) -> None:
    told = answer(capsys, "simulate", "-n", 2, "-p", 3, "--clauses")[1]
    summary = simulate(Game(3), 2, clauses=True, workers=1)
    assert told["places"] == [list(row) for row in summary.places]
    assert (told["games"], told["means"]) == (2, summary.means())
    assert told["never_exercised"] == [clause.id for clause in summary.never_exercised(LAW)]
    assert answer(capsys, "simulate", "-n", 2, "-p", 3)[1] == {k: v for k, v in told.items() if k != "never_exercised"}


@pytest.mark.repeats
def test_what_cannot_be_judged_stands_in_the_report(tmp_path: Path, capsys: Capture) -> None:
    status, report = answer(capsys, "judge", tmp_path / "none.toml", DISPUTE)
    assert status == cli.UNUSABLE
    assert [dispute["file"] for dispute in valid(report)["disputes"]] == [str(DISPUTE)]
    (error,) = report["errors"]
    assert (error["error"], error["file"]) == ("FileError", str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("clause", "market.tree"),
        ("clauses", "--chapter", "x"),
        ("rulings", "x"),
        ("components", "show", "x"),
        ("coverage",),
        ("replay", "x.era"),
        ("show", "x.era"),
        ("convert", "x.era", "y.json"),
        ("simulate", "--bots", "x"),
        ("simulate", "--ruleset", "xx"),
        ("clause",),
        ("clause", "market.five-max", "--colour"),
        ("--game", "x", "games"),
    ],
    ids=" ".join,
)
def test_errors_are_documents(arguments: tuple[str, ...], capsys: Capture) -> None:
    status, error = answer(capsys, *arguments)
    assert status == cli.UNUSABLE
    assert valid(error)["message"]
