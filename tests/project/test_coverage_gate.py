"""The gate of `tests.tools.coverage_gate`: a room below its floor fails, and its missing places are named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tests.tools import coverage_gate
from tests.tools.coverage_gate import FLOORS, modules, problems, rooms

LAW, REST = "pkg/law", "pkg"


def file(lines: int, branches: int, missing: list[int], not_taken: list[list[int]]) -> dict[str, Any]:
    """A file of a report: so many lines and branches, and those that were not run."""
    return {
        "summary": {
            "num_statements": lines,
            "covered_lines": lines - len(missing),
            "num_branches": branches,
            "covered_branches": branches - len(not_taken),
        },
        "missing_lines": missing,
        "missing_branches": not_taken,
    }


def report(**law: Any) -> dict[str, Any]:
    """A report of one whole module of the law, one as described, and one of the rest at 75 %."""
    files = {
        "pkg/law/a.py": file(6, 4, [], []),
        "pkg/law/deep/b.py": law or file(5, 0, [], []),
        "pkg/law_texts.py": file(3, 1, [2], []),
    }
    return {"files": files}


def failing(report: dict[str, Any], floors: dict[str, float]) -> list[str]:
    """The names of rooms with problems, and the places named in them."""
    return [line for room in rooms(modules(report), floors) for line in problems(room)]


def test_rooms_at_their_floors_pass() -> None:
    assert failing(report(), {REST: 75.0, LAW: 100}) == []


def test_a_module_belongs_to_its_deepest_room() -> None:
    found = rooms(modules(report()), {REST: 75.0, LAW: 100})
    assert {room.name: [module.path for module in room.modules] for room in found} == {
        REST: ["pkg/law_texts.py"],
        LAW: ["pkg/law/a.py", "pkg/law/deep/b.py"],
    }


@pytest.mark.parametrize(
    ("missing", "not_taken", "named"),
    [([3], [], "line 3"), ([], [[2, 4]], "from line 2 to line 4"), ([], [[2, -1]], "from line 2 to the end")],
    ids=["line", "branch", "end"],
)
def test_one_missing_place_fails_the_law(missing: list[int], not_taken: list[list[int]], named: str) -> None:
    room, module = failing(report(**file(500, 500, missing, not_taken)), {REST: 75.0, LAW: 100})
    assert room.startswith(f"{LAW}: ")
    assert "pkg/law/deep/b.py" in module
    assert module.endswith(named)


def test_branches_of_a_missing_line_are_not_named_again() -> None:
    _, module = failing(report(**file(5, 2, [3], [[3, 4], [3, 5]])), {REST: 75.0, LAW: 100})
    assert module.endswith("b.py: line 3")


def test_a_floor_is_a_percentage_of_lines_and_branches() -> None:
    assert failing(report(), {REST: 75.0, LAW: 100}) == []
    assert failing(report(), {REST: 75.1, LAW: 100})[0].startswith(f"{REST}: ")


def test_a_floor_for_nothing_is_a_mistake() -> None:
    (problem,) = failing(report(), {REST: 75.0, LAW: 100, "pkg/gone": 100})
    assert problem.startswith("pkg/gone: ")


def test_every_room_with_a_floor_is_there() -> None:
    assert [name for name in FLOORS if not (ROOT / name).exists()] == []


def run(floor: float, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit status of the command for a folder with that floor for the rest."""
    (folder / "pyproject.toml").write_text('[tool.coverage.json]\noutput = "report.json"\n', encoding="utf-8")
    monkeypatch.setattr(coverage_gate, "ROOT", folder)
    monkeypatch.setattr(coverage_gate, "FLOORS", {REST: floor, LAW: 100})
    return coverage_gate.main()


@pytest.mark.parametrize(("floor", "status", "raise_it"), [(70.0, 0, True), (75.0, 0, False), (80.0, 1, False)])
def test_the_command_fails_below_and_says_what_can_be_raised(
    floor: float,
    status: int,
    raise_it: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "report.json").write_text(json.dumps(report()), encoding="utf-8")
    assert run(floor, tmp_path, monkeypatch) == status
    out, err = capsys.readouterr()
    assert ("raised to 75 %" in out) is raise_it
    assert bool(err) is (status == 1)


def test_the_command_needs_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(0, tmp_path, monkeypatch) == 2
