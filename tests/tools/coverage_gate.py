"""Compares the test coverage of the package with a floor for each folder, and for some modules.

    coverage run -m pytest && coverage combine && coverage json
    python -m tests.tools.coverage_gate

A floor is a percentage of lines and branches together. The law and the engine must be covered completely, so everything
missing there is listed. The exit status is 1 if a folder is below its floor, 2 if there is no report.
"""

from __future__ import annotations

import json
import math
import sys
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from tests import ROOT

FLOORS: Mapping[str, float] = {
    "era_of_inventions": 99.0,  # except for the folders below
    "era_of_inventions/fast.py": 100,
    "era_of_inventions/rules": 100,
    "era_of_inventions/tabletop/law": 100,
}


@attrs.frozen
class Module:
    """The coverage of a module, in lines and branches."""

    path: str
    covered: int
    count: int
    missing: tuple[str, ...]
    """Places that are not covered, such as ``line 12``."""


@attrs.frozen
class Room:
    """A folder with a floor, and its modules, without those in deeper folders with a floor."""

    name: str
    floor: float
    modules: tuple[Module, ...]

    @property
    def percent(self) -> float:
        """The coverage of the room in percent; 100 if it is empty."""
        count = sum(module.count for module in self.modules)
        return 100 * sum(module.covered for module in self.modules) / count if count else 100.0

    @property
    def reached(self) -> float:
        """The percentage to a tenth, rounded down: the highest floor that the room does not fall below."""
        return math.floor(self.percent * 10) / 10


def modules(report: Mapping[str, Any]) -> list[Module]:
    """The modules in a report of ``coverage json``."""
    result = []
    for path, file in report["files"].items():
        summary = file["summary"]
        lines = [f"line {line}" for line in file["missing_lines"]]
        branches = [
            f"branch from line {start} to {f'line {end}' if end > 0 else 'the end'}"
            for start, end in file["missing_branches"]
            if start not in file["missing_lines"]
        ]
        covered = summary["covered_lines"] + summary["covered_branches"]
        count = summary["num_statements"] + summary["num_branches"]
        result.append(Module(path.replace("\\", "/"), covered, count, (*lines, *branches)))
    return result


def rooms(measured: list[Module], floors: Mapping[str, float]) -> list[Room]:
    """Each room with its modules. A module belongs to the deepest folder that has a floor."""
    by_room: dict[str, list[Module]] = {name: [] for name in floors}
    for module in measured:
        around = [name for name in floors if f"{module.path}/".startswith(f"{name}/")]
        by_room[max(around, key=len)].append(module)
    return [Room(name, floors[name], tuple(some)) for name, some in by_room.items()]


def problems(room: Room) -> Iterator[str]:
    """Yield the reasons why a room is below its floor."""
    if not room.modules:
        yield f"{room.name}: has a floor, but no module was measured there"
    elif room.percent < room.floor:
        yield f"{room.name}: {room.percent:.2f} % is covered, below its floor of {room.floor:g} %; not run are"
        for module in room.modules:
            if module.missing:
                yield f"  {module.path}: {', '.join(module.missing)}"


def main() -> int:
    """Run the command and return the exit status."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    path = ROOT / project["tool"]["coverage"]["json"]["output"]
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        print(f"{path} does not exist; `coverage json` makes it", file=sys.stderr)
        return 2
    measured = rooms(modules(report), FLOORS)
    for room in measured:
        hint = f"; the floor can be raised to {room.reached:g} %" if room.reached > room.floor else ""
        print(f"{room.name}: {room.percent:.2f} % covered, floor {room.floor:g} %{hint}")
    wrong = [problem for room in measured for problem in problems(room)]
    print("\n".join(wrong), file=sys.stderr, end="\n" * bool(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
