"""The benchmarks refuse what they do not know, count the same each time, and write what they measured."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest

from tests.tools.benchmarks import __main__ as command
from tests.tools.benchmarks import growth, guard, peers
from tests.tools.benchmarks.contender import Contender, Done, Run, whole_games
from tests.tools.benchmarks.ours import OPERATIONS, USUAL, Operation, over_positions, random_game
from tests.tools.benchmarks.refusal import RefusalError
from tests.tools.benchmarks.rounds import Outcome, Result
from tests.tools.benchmarks.table import markdown, percent, ratios, short


def prepare(_seed: int, steps: int) -> list[Run]:
    return [lambda: Done(steps)]


def carried_out(runs: Sequence[Run]) -> Done:
    columns = zip(*(attrs.astuple(run()) for run in runs), strict=True)
    return Done(*map(sum, columns))


def result(name: str, setting: str, micros: tuple[float, ...], *, word: str = "decision") -> Result:
    contender = Contender(name, setting, word, f"what {name} does", prepare, peer=word != "decision")
    return Result(contender, micros, Done(steps=600, games=2, legal=1200))


POOR = result("decision, unchecked", "4 players, poor", (10.0, 8.0, 12.0))
RICH = result("decision, unchecked", "4 players, rich", (20.0, 8.0, 18.0))
CATAN = result("catanatron 3, copied", "Catan, 4 players", (100.0, 120.0, 90.0), word="catanatron")


def test_the_table_has_medians_spreads_and_ratios() -> None:
    lines = list(markdown(Outcome((POOR, RICH, CATAN), (), 2.0), {"seed": "7"}, rounds=3, missing=["chess"]))
    assert "- seed: 7" in lines
    assert "Left out, because not installed: chess." in lines
    assert "| **decision, unchecked** | 4 players, poor | 2 | 300 | 10 | ±20% | 100,000 | 333 |" in lines
    assert "| catanatron 3, copied | Catan, 4 players | 2 | 300 | 100 | ±15% | 10,000 | 33.3 |" in lines
    assert "| decision, unchecked: rich / poor, 4 players | 1.5 | ±33% |" in lines
    assert "| decision, unchecked | what decision, unchecked does |" in lines


def test_ratios_are_taken_round_by_round() -> None:
    assert [ratio.values for ratio in ratios([POOR, RICH, CATAN])] == [(2.0, 1.0, 1.5), (10.0, 15.0, 7.5)]
    assert ratios([RICH, CATAN]) == []


def test_numbers_are_short() -> None:
    assert [short(number) for number in (0.1234, 12.34, 1234.5)] == ["0.123", "12.3", "1,234"]
    assert percent(0.051) == "±5%"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--only", "cats", "legal"], "--only is cats; expected one of ours, peers, decision, legal, "),
        (["--only", "cats", "--only", "legal", "dogs"], "--only is cats and dogs; expected one of ours, peers, "),
        (["--rounds", "0"], "--rounds is 0; expected a number above 0."),
        (["--seconds", "-1"], "--seconds is -1.0; expected a number above 0."),
        (["--seconds", "nan"], "--seconds is nan; expected a number above 0."),
        (["--only", "legal", "--out", __file__], f"--out {__file__} cannot be made a folder to write in: "),
    ],
)
def test_what_cannot_be_used_is_refused(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(says)
    assert err.count("\n") == 1


def quickly(monkeypatch: pytest.MonkeyPatch, *results: Result) -> None:
    """Have nothing measured, but these found."""
    monkeypatch.setattr(command, "measure", lambda *_, **__: Outcome(results, (), 2.0))
    monkeypatch.setattr(command, "pin", lambda: None)


def test_everything_that_is_named_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quickly(monkeypatch, POOR)
    out = ("--out", str(tmp_path))
    assert command.main(["--only", "legal", "--only", "judge", "import", *out]) == 0
    data = json.loads((tmp_path / "benchmarks.json").read_text())
    assert data["options"]["only"] == ["legal", "judge", "import"]
    chosen = command.choose(data["options"]["only"])
    words = {contender.word for contender in chosen.contenders} | {figure.word for figure in chosen.figures}
    assert words == {"legal", "judge", "import"}


@pytest.mark.parametrize("step", ["measure", "markdown", "bars"])
def test_an_interruption_is_one_line_and_leaves_nothing(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    quickly(monkeypatch, POOR)
    monkeypatch.setattr(command, step, interrupted)
    (tmp_path / "benchmarks.json").write_text("of the last run")
    assert command.main(["--only", "legal", "--out", str(tmp_path)]) == 130
    assert capsys.readouterr() == ("", "Interrupted; no file is incomplete.\n")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("benchmarks.json", "of the last run")]


def test_growth_refuses_no_states(capsys: pytest.CaptureFixture[str]) -> None:
    assert growth.main(["--states", "0"]) == 2
    assert capsys.readouterr().err == "--states is 0; expected a number above 0.\n"


def test_an_engine_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("catanatron.game", "chess", "pyspiel", "pyminion.bots.bot"):
        monkeypatch.setitem(sys.modules, module, None)
    assert peers.contenders() == ([], ["catanatron", "chess", "open_spiel", "pyminion"])
    with pytest.raises(RefusalError, match="nothing to measure, because chess is not installed"):
        command.choose(["chess"])


def test_the_same_seed_plays_the_same_games() -> None:
    prepare = whole_games(random_game(USUAL, checked=False))
    done = carried_out(prepare(3, 400))
    assert done == carried_out(prepare(3, 400)) != carried_out(prepare(4, 400))
    assert done.games in (1, 2)
    assert done.legal > done.steps >= 400


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_operation_runs(operation: Operation) -> None:
    assert carried_out(over_positions(USUAL, operation)(0, 2)) == Done(2)


def test_the_same_work_has_as_many_bytecodes() -> None:
    def count(number: int) -> int:
        return guard.bytecodes(lambda: sum([i for i in range(number)]))  # noqa: C416

    counts = [count(number) for number in (10, 20, 30, 10)]
    assert counts[0] == counts[3]
    assert counts[2] - counts[1] == counts[1] - counts[0] > 10


def test_the_guard_lets_small_rises_pass_and_names_large_ones() -> None:
    recorded = {"play": 100.0, "judge": 1000.0}
    lines, stands = guard.verdict({"play": 115.0, "judge": 900.0, "hash": 3.0}, recorded, "CPython 3.11")
    assert stands
    assert [line.split() for line in lines[1:]] == [
        ["play", "115.0", "100.0", "1.150"],
        ["judge", "900.0", "1,000.0", "0.900"],
        ["hash", "3.0", "-", "-"],
        ["No", "cost", "rose", "by", "more", "than", "15%."],
    ]
    lines, stands = guard.verdict({"play": 120.0, "judge": 900.0}, recorded, "CPython 3.11")
    assert not stands
    assert lines[-1] == "Costs rose by more than 15%: play by 20%. If this is intended, use --record."


def test_the_guard_compares_nothing_with_no_record() -> None:
    (line,), stands = guard.verdict({"play": 1.0}, None, "PyPy 3.11")
    assert stands
    assert line.startswith("Nothing is recorded for PyPy 3.11")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (None, "does not exist"),
        ("", "is not JSON"),
        ('{"CPython 3.11": {"play": 1', "is not JSON"),
        ("[]", "holds no costs"),
        ("{}", "holds no costs"),
    ],
)
def test_a_guard_that_lost_its_measure_fails(
    text: str | None, found: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guard, "RECORD", tmp_path / "guard.json")
    monkeypatch.setattr(guard, "costs", lambda: {"play": 100.0})
    if text is not None:
        guard.RECORD.write_text(text)
    assert guard.main([]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith(f"{guard.RECORD} {found}, "), "guard --record" in err) == ("", True, True)
    assert guard.main(["--record"]) == 0
    assert json.loads(guard.RECORD.read_text()) == {guard.python(): {"play": 100.0}}
    assert guard.main([]) == 0


def test_the_guard_keeps_what_it_knows_of_other_pythons(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(guard, "RECORD", tmp_path / "guard.json")
    monkeypatch.setattr(guard, "costs", lambda: {"play": 100.0})
    guard.RECORD.write_text('{"PyPy 2.7": {"play": 1.0}}')
    assert guard.main([]) == 0
    assert guard.main(["--record"]) == 0
    assert json.loads(guard.RECORD.read_text()) == {guard.python(): {"play": 100.0}, "PyPy 2.7": {"play": 1.0}}


def test_the_guard_records_and_compares(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guard, "RECORD", tmp_path / "guard.json")
    monkeypatch.setattr(guard, "costs", lambda: {"play": 100.0})
    assert guard.main(["--record"]) == 0
    assert json.loads(guard.RECORD.read_text()) == {guard.python(): {"play": 100.0}}
    monkeypatch.setattr(guard, "costs", lambda: {"play": 200.0})
    assert guard.main([]) == 1
    assert "play by 100%" in capsys.readouterr().out
