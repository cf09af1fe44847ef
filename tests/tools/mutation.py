"""Mutation testing with mutmut, room by room.

    python -m tests.tools.mutation law                      every mutant of the rulebook, its engine and its model
    python -m tests.tools.mutation law rulebook.market      those whose names begin with this
    python -m tests.tools.mutation floor --sample 20        twenty of a room, evenly spread
    python -m tests.tools.mutation law --continue           those neither killed in an earlier run nor explained

The rooms are those of `tests.tools.mutation_rooms`.

The mutants are mutmut's (``pip install --group mutation``). Its runner collects the tests anew for each mutant and
leaves decorated functions alone, which clauses are; so each decorator is written as the assignment it stands for, in a
copy in ``build/mutation``, and `tests.tools.mutant_runner` collects the tests there once. The survivors of a room are
listed in its section of ``docs/mutation.md`` with the reasons in ``tests/survivors.toml``, if all its mutants have been
run. The exit status is 1 if a survivor has no reason, 2 if there are no mutants of that name.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import attrs
import libcst as cst
from mutmut.mutation.file_mutation import MutatedFile, mutate_file_contents

from tests import ROOT
from tests.tools.mutation_rooms import GAMES, PACKAGE, ROOMS, files_of

COPY = ROOT / "build" / "mutation"
OUTCOMES = ROOT / "build" / "outcomes.jsonl"
PAGE = ROOT / "docs" / "mutation.md"
COPIED = (PACKAGE, "conftest.py", "tests", "examples", "docs", "README.md", "pyproject.toml")
TRAMPOLINE = "from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict"
SWITCH = "from typing import Any as MutantDict; from tests.tools.mutant_switch import switchable as _mutmut_mutated"
REASONS = ROOT / "tests" / "survivors.toml"
WHOLE_GAMES = {"ERA_GAMES": "18", "PHOENICIA_GAMES": "4"}
"""The numbers of whole games among the tests: of Era one for each preset and number of players in turn."""
SECONDS, MORE_SECONDS = 12, 120
"""The most seconds of the tests of other chapters for one mutant, at first and in later runs."""


@attrs.frozen
class Mutant:
    """One change: the mutated function, and the difference."""

    key: str
    """Mutmut's name for it."""
    name: str
    """The qualified name of the function without the package, and the number of the change."""
    was: str
    becomes: str

    @property
    def change(self) -> tuple[str, str, str]:
        """The identity of the mutant across runs."""
        return self.name, self.was, self.becomes

    @property
    def function(self) -> str:
        """The name without the number."""
        return self.name.partition(" ")[0]

    @property
    def module(self) -> str:
        """The module of the function, as it is named there."""
        return short(self.key.rpartition(".")[0])


class Undecorated(cst.CSTTransformer):
    """Replaces ``@d`` above ``def f`` by ``f = d(f)`` below it."""

    def leave_FunctionDef(  # noqa: N802
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef | cst.FlattenSentinel[cst.BaseStatement]:
        """Replace the decorators of a function; called by libcst."""
        if not updated_node.decorators:
            return updated_node
        value: cst.BaseExpression = updated_node.name
        for decorator in reversed(updated_node.decorators):
            value = cst.Call(decorator.decorator, [cst.Arg(value)])
        assignment = cst.SimpleStatementLine([cst.Assign([cst.AssignTarget(updated_node.name)], value)])
        return cst.FlattenSentinel([updated_node.with_changes(decorators=()), assignment])


def make_copy(room: str, name: str = "") -> list[Mutant]:
    """Make the copy with the mutants of a room whose names begin like this, and list these."""
    shutil.rmtree(COPY, ignore_errors=True)
    for part in COPIED:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, COPY / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, COPY / part)
    modules = {path: module_of(path) for path in files_of(room, COPY)}
    asked = (path for path, module in modules.items() if _begin_alike(f"{short(module)}.", name))
    return [mutant for path in asked for mutant in put(path, modules[path]) if mutant.name.startswith(name)]


def _begin_alike(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def module_of(path: Path) -> str:
    """The name of a module in the copy."""
    roots = [root for game in GAMES if path.is_relative_to(root := COPY / game)]
    return ".".join(path.relative_to(*roots or [COPY]).with_suffix("").parts).removesuffix(".__init__")


def short(module: str) -> str:
    """The name of a module without the package."""
    return module.removeprefix(f"{PACKAGE}.")


def put(path: Path, module: str) -> Iterator[Mutant]:
    """Add all mutants of a module to its file."""
    mutated = mutate_file_contents(str(path), cst.parse_module(path.read_text()).visit(Undecorated()).code)
    path.write_text(mutated.code.replace(TRAMPOLINE, SWITCH))
    for name in mutated.mutant_names:
        mangled, _, number = name.rpartition("__mutmut_")
        function = mangled.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
        was, becomes = difference(mutated, f"{mangled}__mutmut_orig", name)
        yield Mutant(f"{module}.{name}", f"{short(module)}.{function} {number}", was, becomes)


def difference(mutated: MutatedFile, original: str, mutant: str) -> tuple[str, str]:
    """The lines that differ between a function and a mutant of it."""
    lines = mutated.code.splitlines()
    spans = (mutated.line_span_by_function_name[name] for name in (original, mutant))
    old, new = ([line.strip() for line in lines[span.start : span.end]] for span in spans)
    changes = [line for line in difflib.ndiff(old, new) if line[0] in "+-" and "__mutmut_" not in line]
    was, becomes = (" ".join(line[2:] for line in changes if line[0] == sign) for sign in "-+")
    return was, becomes


def run(mutants: Sequence[Mutant], tests: Sequence[str], seconds: int) -> None:
    """Run tests against mutants, and append the outcomes to `OUTCOMES`."""
    tasks = [(mutant.key, [mutant.name, mutant.was, mutant.becomes]) for mutant in mutants]
    (COPY / "mutants.json").write_text(json.dumps(tasks))
    plugins = ("-p", "tests.tools.mutant_runner", "-p", "no:cacheprovider", "-W", "ignore", "--tb=no", "--assert=plain")
    command = [sys.executable, "-m", "pytest", "-q", "-n0", *plugins, "--hypothesis-profile=mutation", *tests]
    settings = {**WHOLE_GAMES, "MUTANT_OUTCOMES": str(OUTCOMES), "MUTANT_SECONDS": str(seconds)}
    path = os.pathsep.join(map(str, (COPY, *(COPY / game for game in GAMES))))
    environment = {**os.environ, "PYTHONPATH": path, **settings}
    subprocess.run(command, cwd=COPY, env=environment, check=True)


def outcomes() -> dict[tuple[str, str, str], str]:
    """The outcomes so far, ``killed``, ``survived`` or ``not applicable``, by name and change."""
    lines = OUTCOMES.read_text().splitlines() if OUTCOMES.exists() else []
    return {tuple(change): outcome for change, outcome in map(json.loads, lines)}


def known_reasons() -> list[dict[str, Any]]:
    """The reasons in `REASONS`."""
    return list(tomllib.loads(REASONS.read_text())["survivor"])


def reason(mutant: Mutant, reasons: Iterable[Mapping[str, Any]]) -> str | None:
    """The reason why a mutant may survive; None if there is none."""
    only_case = mutant.was.casefold() == mutant.becomes.casefold()
    for entry in reasons:
        function = any(fnmatchcase(mutant.function, pattern) for pattern in entry["functions"])
        change = any(fnmatchcase(mutant.becomes, pattern) for pattern in entry.get("becomes", ["*"]))
        if function and (change or (only_case and entry.get("words"))):
            return str(entry["reason"])
    return None


def report(room: str, mutants: Sequence[Mutant], results: Mapping[tuple[str, str, str], str]) -> Iterator[str]:
    """Yield the lines of the section about a room."""
    reasons = known_reasons()
    left = [mutant for mutant in mutants if results[mutant.change] != "killed"]
    every, surviving = (Counter(mutant.module for mutant in some) for some in (mutants, left))
    killed = len(mutants) - len(left)
    yield f"## {room}"
    yield ""
    yield f"{killed} of {len(mutants)} mutants are killed ({100 * killed / len(mutants):.1f} %)."
    yield ""
    yield "| module | mutants | survivors |"
    yield "|---|---:|---:|"
    for module, number in every.items():
        yield f"| `{module}` | {number} | {surviving[module]} |"
    yield ""
    yield "### Survivors"
    yield ""
    yield "| mutant | was | becomes | why |"
    yield "|---|---|---|---|"
    for mutant in left:
        cells = (f"`{mutant.name}`", code(mutant.was), code(mutant.becomes), reason(mutant, reasons) or "**none**")
        yield f"| {' | '.join(cells)} |"


def code(text: str) -> str:
    """Render code in a cell of a table."""
    return f"`` {text} ``".replace("|", "\\|")


def with_section(page: str, section: str) -> str:
    """A page with a section in place of the one with the same heading, or at its end."""
    heading = section.partition("\n")[0]
    parts = [f"{part.rstrip()}\n" for part in re.split("(?m)^(?=## )", page)]
    same = [part for part in parts if part.startswith(f"{heading}\n")]
    return "\n".join([section if part in same else part for part in parts] + [section] * (not same))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", choices=ROOMS, help="the part of the project")
    parser.add_argument("name", nargs="?", default="", help="the beginning of a name, such as rulebook.market")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many of them, evenly spread")
    parser.add_argument(
        "--continue", dest="again", action="store_true", help="only mutants that are neither killed nor explained yet"
    )
    options = parser.parse_args(arguments)
    mutants = make_copy(options.room, options.name)
    if not mutants:
        modules = ", ".join(short(module_of(path)) for path in files_of(options.room, COPY))
        print(f"there are no mutants of {options.name!r}; the modules are {modules}", file=sys.stderr)
        return 2
    if options.sample:
        mutants = mutants[:: -(-len(mutants) // options.sample)]
    if not options.again:
        OUTCOMES.unlink(missing_ok=True)
    known, reasons = outcomes(), known_reasons()
    explained = {mutant for mutant in mutants if mutant.change in known and reason(mutant, reasons)}
    left = [mutant for mutant in mutants if known.get(mutant.change) != "killed" and mutant not in explained]
    run(left, ROOMS[options.room].tests, MORE_SECONDS if options.again else SECONDS)
    section = "\n".join(report(options.room, mutants, outcomes())) + "\n"
    if not options.name and not options.sample:
        PAGE.write_text(with_section(PAGE.read_text(), section))
    print(section)
    return int("**none**" in section)


if __name__ == "__main__":
    sys.exit(main())
