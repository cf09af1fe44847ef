"""The command line, documents and the readme of Phoenicia."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from phoenicia.moves import Move, PlayerMove
from phoenicia.position import Stage, State
from phoenicia.rulebook import PHOENICIA
from phoenicia_tables import Has, reached, table

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.cli.menu import barred_lines
from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.records import Record, parse_move, read_game

Capture = pytest.CaptureFixture[str]
HERE = Path(__file__).parent
A_GAME = str(HERE / "games" / "nl-2-settlers.era")
A_DISPUTE = str(HERE.parent / "disputes" / "x07-dye-house.toml")
GAME: Game[State, Move] = Game(PHOENICIA, 3)
SCHEMAS = every_schema(PHOENICIA)


def valid(kind: str, text: str) -> str:
    Draft202012Validator(SCHEMAS[kind]).validate(json.loads(text))
    return text


def test_the_readme_is_right(tmp_path: Path, capsys: Capture) -> None:
    text = (HERE.parent / "README.md").read_text(encoding="utf-8")
    path = tmp_path / "dispute.toml"
    path.write_text(re.findall(r"```toml\n(.*?)```", text, re.DOTALL)[0], encoding="utf-8")
    assert cli.main(PHOENICIA, ["judge", str(path)]) == cli.HOLDS
    assert "The claim HOLDS." in capsys.readouterr().out
    for command in re.findall(r"(?m)^\$ era (.*?)(?: +#.*)?$", text):
        cli.parser(PHOENICIA).parse_args(command.split())
    rows = [line for line in text.splitlines() if line.startswith("| ") and "`" in line]
    written = [parse_move(move, GAME.setting) for row in rows for move in re.findall("`([^`]+)`", row)]
    assert {type(move) for move in written} == {type(move) for move in GAME.moves}
    for page in re.findall(r"\]\(([^)]+)\)", text):
        assert (HERE.parent / page).exists()
    stages = re.search(r"- Stages: (.*?)\.", text, re.DOTALL)
    assert stages is not None
    assert re.findall("`(.*?)`", stages[1]) == [stage.name.lower().replace("_", "-") for stage in Stage]


def test_positions_and_views_are_read_as_they_are_written() -> None:
    for state in reached(*Stage, most=12):
        for one in (state, Game.from_state(state).view(state, 1), Game.from_state(state).view(state, None)):
            assert from_json(PHOENICIA, valid("state", to_json(PHOENICIA, one)), State) == one


def test_moves_and_records_are_read_as_they_are_written() -> None:
    for move in GAME.moves[::7]:
        text = valid("move", to_json(PHOENICIA, move, setting=GAME.setting))
        assert from_json(PHOENICIA, text, Move, setting=GAME.setting) == move
    record = read_game(A_GAME, (PHOENICIA,))
    assert from_json(PHOENICIA, valid("record", to_json(PHOENICIA, record)), Record) == record


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["components", "show"], "name is not known"),
        (["components", "check", "reconstructed"], "agrees"),
        (["replay", A_GAME], "all legal"),
        (["show", A_GAME], "The game is over"),
        (["show", A_DISPUTE], "dye-house"),
        (["show", A_DISPUTE, "--seat", "Marc"], "Marc holds the bid of 16"),
        (["judge", A_GAME, "--at", "40", "--move", "train"], "train"),
    ],
    ids=lambda arguments: " ".join(arguments[:2])[:30] if isinstance(arguments, list) else "",
)
def test_the_command_knows_the_game(arguments: list[str], shown: str, capsys: Capture) -> None:
    status = cli.main(PHOENICIA, arguments)
    out, err = capsys.readouterr()
    assert status in (cli.HOLDS, cli.FAILS), err
    assert shown in out


def test_a_template_is_written_and_asks_for_numbers(tmp_path: Path, capsys: Capture) -> None:
    path = str(tmp_path / "mine.toml")
    assert cli.main(PHOENICIA, ["components", "new", path]) == cli.HOLDS
    assert cli.main(PHOENICIA, ["components", "check", "--all", path]) != cli.HOLDS
    assert "card.dyer.minimum" in capsys.readouterr().err


def test_a_game_is_played_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    path = tmp_path / "mine.era"
    typed = ["end auctions", "train", "pay disks", "end workers", "end turn", "pass", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    bots = ["-p", "2", "--names", "Anne,Bo", "--bots", "Bo=settler", "-s", "1"]
    assert cli.main(PHOENICIA, ["play", str(path), *bots]) == 0
    record = read_game(path, (PHOENICIA,))
    mine = [step.move for step in record.replay() if step.seat == 0]
    assert len(mine) >= 2
    assert all(isinstance(move, PlayerMove) for move in mine)
    assert "Traceback" not in capsys.readouterr().out


def test_a_menu_names_both_bounds_of_bids() -> None:
    state = table(
        Has("4"), Has("6", disks=0), stage=Stage.BIDDING, kind="dyer", active=0, bid=6, seat=1, display="dyer"
    )
    lines = "\n".join(barred_lines(state, ("Ann", "Bo"), 1000))
    bounds = re.search(
        r"bid: not possible\..*\[auction.raise\].*\[auction.must-afford\]\n *bid 1: .*\n *bid 7: ", lines
    )
    assert bounds, lines


def test_ones_own_cards_do_not_tell_which_copies_others_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    told = set[str]()
    for number, deals in enumerate(("six, six, six", "six, four, six", "four, four, six")):
        path = tmp_path / f"{number}.era"
        head = "Phoenicia 1\nPlayers: Ann, Bo, Cy\nRuleset: default\nComponents: reconstructed"
        path.write_text(f"{head}\n\nSetup\nreveal dyer, indentured-worker, fort\ndeal {deals}\n")
        monkeypatch.setattr("sys.stdin", io.StringIO("quit!\n"))
        assert cli.main(PHOENICIA, ["play", str(path), "--bots", "Ann, Bo", "--seed", "1"]) == cli.HOLDS
        told |= {
            line.partition(";")[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  Cy: hand")
        }
    assert len(told) == 1
