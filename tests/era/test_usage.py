"""What users of the library and the command do besides playing by the book."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

from era_of_inventions import CHANCE, LAW, OVER, Area, Game, GameError, Ruleset, moves
from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.disputes import judge_dispute
from era_of_inventions.tabletop.disputes.report import dispute_text
from era_of_inventions.tabletop.documents.judged import dispute_data

POSITION = '[position]\nplayers = ["Ann", "Bob", "Cem", "Zoë"]\n'
ERA = (sys.executable, "-m", "era_of_inventions")


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "quarrel.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_games_clauses_and_verdicts_can_be_pickled() -> None:
    game = Game(3, "nl")
    assert pickle.loads(pickle.dumps(game)).setting == game.setting
    clause = LAW.clause("market.five-max")
    assert pickle.loads(pickle.dumps(clause)) is clause
    verdict = game.judge(game.new(rng=random.Random(0)), moves.PlaceDisc(Area.BUY))
    assert pickle.loads(pickle.dumps(verdict)) == verdict


def test_a_ruleset_is_named_after_its_readings() -> None:
    assert Ruleset().name == "default"
    assert Ruleset(build_cap="turn").name == "default, build-cap = turn"
    assert Ruleset(build_cap="turn") == Ruleset(name="ours", build_cap="turn")
    assert repr(Game(ruleset=Ruleset(build_cap="turn"))) == "Game(4, ruleset=Ruleset(build_cap='turn'))"


@pytest.mark.parametrize("nobody", [CHANCE, OVER])
def test_who_is_to_move_cannot_be_taken_for_true_or_false(nobody: object) -> None:
    with pytest.raises(TypeError, match="compare it"):
        bool(nobody)


@pytest.mark.parametrize("seat", [-1, 4, "Ann"])
def test_a_judge_is_asked_about_somebody_at_the_table(seat: object) -> None:
    game = Game(4)
    with pytest.raises(GameError, match="nobody sits at seat"):
        game.judge(game.new(rng=random.Random(0)), moves.PlaceDisc(Area.BUY), seat=seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", [moves.BuyLoad(99), moves.Develop(-1), "place market"])
def test_what_is_no_move_is_refused_in_words(move: moves.Move) -> None:
    game = Game(4)
    state = game.new(rng=random.Random(0))
    for ask in (game.play, game.judge):
        with pytest.raises(GameError) as refused:
            ask(state, move)
        assert str(refused.value)


def test_a_position_with_few_discs_goes_on_with_those_who_have_one(tmp_path: Path) -> None:
    few = (
        f'{POSITION}phase = "choice"\nto_move = "Ann"\n[player.Ann]\ndiscs = ["buy", "market"]\n'
        '[player."Zoë"]\ndiscs = ["build"]\n[[claim]]\n'
        'moves = ["withdraw buy", "end turn", "Zoë: withdraw build", "end turn", "Ann: withdraw market"]\n'
    )
    (judgement,) = judge_dispute(read_dispute(write(tmp_path, few)))
    assert judgement.holds


def test_described_values_against_the_rulebooks_are_told(tmp_path: Path) -> None:
    wooden = (
        f'{POSITION}phase = "action"\narea = "produce"\n[player.Ann]\ngoods = "2 wood"\n'
        '[card.light-bulb-1]\ncost = "2 wood"\n[[claim]]\nmoves = ["produce light-bulb-1"]\n'
    )
    dispute = read_dispute(write(tmp_path, wooden))
    judgements = judge_dispute(dispute)
    text = dispute_text(dispute, judgements)
    assert "Not as the rulebooks state: card light-bulb-1 costs 2 wood" in text
    clauses = [problem["clause"] for problem in dispute_data(dispute, judgements)["disagreements"]]
    assert "components.no-wood" in clauses


def test_seats_are_told_by_name(tmp_path: Path) -> None:
    early = f'{POSITION}to_move = "Ann"\n[[claim]]\nmoves = ["Zoë: place buy"]\n'
    dispute = read_dispute(write(tmp_path, early))
    assert "(seat in turn: Ann)" in " ".join(dispute_text(dispute, judge_dispute(dispute)).split())


@pytest.mark.slow
@pytest.mark.covers
def test_json_is_json_in_any_encoding(tmp_path: Path) -> None:
    path = write(tmp_path, f'{POSITION}[[claim]]\nmoves = ["place buy"]\n')
    done = subprocess.run(
        [*ERA, "judge", "--json", str(path)], capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=True
    )
    assert json.loads(done.stdout)["disputes"][0]["names"] == ["Ann", "Bob", "Cem", "Zoë"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*ERA, "clauses"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("the output cannot be written")
    assert "Traceback" not in done.stderr
