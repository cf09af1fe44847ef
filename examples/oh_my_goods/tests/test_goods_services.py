"""The command line, documents and strategies of the floor, for this game."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import pytest
from goods_mutations import positions
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from oh_my_goods.moves import Move, PlayerMove
from oh_my_goods.position import State
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rulings import Ruleset

from era_of_inventions import ERA
from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.records import Record, parse_move, read_game, save_game
from era_of_inventions.tabletop.testing.strategies import Script, Strategies, legal_moves, moves, state_of

Capture = pytest.CaptureFixture[str]
GAMES = Path(__file__).parent / "games"
DISPUTES = Path(__file__).parents[1] / "disputes"
GAME: Game[State, Move] = Game(OH_MY_GOODS, 3)
STRATEGIES = Strategies(OH_MY_GOODS)
SCHEMAS = every_schema(OH_MY_GOODS)
A_GAME = str(GAMES / "nl-2-busy.era")


def valid(kind: str, text: str) -> str:
    Draft202012Validator(SCHEMAS[kind]).validate(json.loads(text))
    return text


# --- The readme -----------------------------------------------------------------------


def test_the_readme_is_right(tmp_path: Path, capsys: Capture) -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    path = tmp_path / "dispute.toml"
    path.write_text(re.findall(r"```toml\n(.*?)```", text, re.DOTALL)[0], encoding="utf-8")
    assert cli.main(OH_MY_GOODS, ["judge", str(path)]) == cli.HOLDS
    assert "The claim HOLDS." in capsys.readouterr().out
    rows = [line for line in text.splitlines() if line.startswith("| ") and "`" in line and "Chance" not in line]
    written = [move for row in rows for move in re.findall("`([^`]+)`", row)]
    assert len({type(parse_move(move, GAME.setting)) for move in written}) == 20
    for page in re.findall(r"\]\(([^)]+)\)", text):
        assert (Path(__file__).parents[1] / page).exists()
    for command in re.findall(r"(?m)^\$ era (.*?)(?: +#.*)?$", text):
        cli.parser(OH_MY_GOODS).parse_args(command.split())


# --- Documents ------------------------------------------------------------------------


def test_positions_and_views_are_read_as_they_are_written() -> None:
    for state in list(positions(GAME, 5))[::60]:
        for one in (state, GAME.view(state, 1), GAME.view(state, None)):
            assert from_json(OH_MY_GOODS, valid("state", to_json(OH_MY_GOODS, one)), State) == one


def test_moves_are_read_as_they_are_written() -> None:
    for move in GAME.moves[::11]:
        text = valid("move", to_json(OH_MY_GOODS, move, setting=GAME.setting))
        assert from_json(OH_MY_GOODS, text, Move, setting=GAME.setting) == move


def test_verdicts_are_read_as_they_are_written() -> None:
    rng = random.Random(2)
    for state in list(positions(GAME, 6))[::120]:
        for move in rng.sample(GAME.moves, 4):
            verdict = GAME.judge(state, move, rulings=True)
            text = valid("verdict", to_json(OH_MY_GOODS, verdict, setting=GAME.setting))
            assert (
                to_json(OH_MY_GOODS, from_json(OH_MY_GOODS, text, Verdict, setting=GAME.setting), setting=GAME.setting)
                == text
            )


@pytest.mark.slow
def test_records_and_settings_are_read_as_they_are_written() -> None:
    record = read_game(A_GAME, (OH_MY_GOODS,))
    assert from_json(OH_MY_GOODS, valid("record", to_json(OH_MY_GOODS, record)), Record) == record
    for preset in Ruleset.presets:
        setting = Game(OH_MY_GOODS, 4, ruleset=preset).setting
        assert from_json(OH_MY_GOODS, valid("setting", to_json(OH_MY_GOODS, setting)), Setting) == setting


# --- Strategies -----------------------------------------------------------------------


@settings(max_examples=15)
@given(STRATEGIES.scripts(rulesets=STRATEGIES.rulesets(), component_sets=STRATEGIES.component_sets(), plies=300))
def test_drawn_positions_are_possible(script: Script[State, Move]) -> None:
    state = state_of(script)
    assert script.game.check(state) == ()
    assert repr(script).startswith("Script(Game(")


@settings(max_examples=15)
@given(st.data())
def test_drawn_moves_are_judged_as_they_are_listed(data: st.DataObject) -> None:
    state = data.draw(STRATEGIES.reachable_states(plies=300))
    game: Game[State, Move] = Game.from_state(state)
    move = data.draw(moves(game))
    assert game.judge(state, move).legal is game.is_legal(state, move)
    if not game.is_over(state):
        assert game.judge(state, data.draw(legal_moves(state))).legal


def test_a_rich_deal_has_more_cards() -> None:
    plain, rich = (Script(GAME, rich=rich, seed=3).deal() for rich in (False, True))
    assert sum(player.hand.size for player in rich.players) > sum(player.hand.size for player in plain.players)
    assert GAME.check(rich) == ()


# --- The command line -----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["clauses", "--search", "half suns"], "market.two-half-suns"),
        (["clause", "build.no-change"], "geen wisselgeld"),
        (["rulings"], "craftsman-leaves"),
        (["rulings", "exchange"], "zoveel handkaarten"),
        (["components", "show"], "disputed"),
        (["components", "check", "reported"], "agrees"),
        (["simulate", "-n", "1", "-p", "2"], "winning score"),
        (["replay", A_GAME], "all legal"),
        (["show", A_GAME], "The game is over"),
        (["show", str(DISPUTES / "x10-shoes.toml")], "shoemaker-1"),
        (["judge", A_GAME, "--at", "40", "--move", "plan nothing"], "plan"),
    ],
    ids=lambda arguments: " ".join(arguments[:2])[:40] if isinstance(arguments, list) else "",
)
def test_the_command_knows_the_game(arguments: list[str], shown: str, capsys: Capture) -> None:
    status = cli.main(OH_MY_GOODS, arguments)
    out, err = capsys.readouterr()
    assert status in (cli.HOLDS, cli.FAILS), err
    assert shown in out


def test_the_file_says_which_game_is_shown(capsys: Capture) -> None:
    assert cli.main(ERA, ["show", A_GAME]) == cli.HOLDS
    assert "ASSISTANTS ON OFFER" in capsys.readouterr().out
    assert cli.main(ERA, ["show", A_GAME, "--parts", "offer"]) == cli.HOLDS
    assert "ASSISTANTS ON OFFER" in capsys.readouterr().out
    assert cli.main(ERA, ["show", A_GAME, "--parts", "status"]) == cli.UNUSABLE
    assert "turn, market, offer, players" in capsys.readouterr().err


@pytest.mark.slow
def test_what_one_player_has_seen_of_a_game_is_not_played_on(tmp_path: Path, capsys: Capture) -> None:
    whole, seen = tmp_path / "whole.era", tmp_path / "seen.era"
    record = read_game(Path(A_GAME), (OH_MY_GOODS,))
    save_game(whole, record.until(150))
    names = record.names
    assert cli.main(OH_MY_GOODS, ["convert", str(whole), str(seen), "--seat", names[0]]) == cli.HOLDS
    assert cli.main(OH_MY_GOODS, ["play", str(seen)]) == cli.UNUSABLE
    assert f"hand of {names[1]}" in capsys.readouterr().err


def test_a_game_is_played_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    path = tmp_path / "mine.era"
    typed = ["exchange", "work charburner-grain neat", "work kolenbranderij-wool slordig", "1", "plan nothing", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    assert cli.main(OH_MY_GOODS, ["play", str(path), "-p", "2", "--names", "Ann,Ben", "--bots", "Ben", "-s", "1"]) == 0
    record = read_game(path, (OH_MY_GOODS,))
    mine = [step.move for step in record.replay() if step.seat == 0]
    assert len(mine) >= 2
    assert all(isinstance(move, PlayerMove) for move in mine)
    assert "Traceback" not in capsys.readouterr().out


@pytest.mark.covers
def test_what_lies_on_the_table_is_typed_in(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    typed = [
        "charburner-wool, charburner-grain",
        "assistant-1a; offer assistant-2b, assistant-3a",
        "assistant-4a",
        "mill-1, mill-2, mill-3, mill-4, mill-5",
        "cover sawmill-1; sawmill-2",
        "show",
        "quit!",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    assert cli.main(OH_MY_GOODS, ["play", "-p", "2", "--by-hand"]) == 0
    out = capsys.readouterr().out
    assert "expected" not in out
    assert "2 coal worth 1" in out
