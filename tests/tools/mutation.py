"""Mutation testing of the rules with mutmut.

    python -m tests.tools.mutation                      every mutant of rulebook/, engine/ and model/
    python -m tests.tools.mutation rulebook.market      those whose names begin with this
    python -m tests.tools.mutation --continue           those neither killed in an earlier run nor explained

The mutants are mutmut's (``pip install --group mutation``). Its runner collects the tests anew for each mutant and
leaves decorated functions alone, which clauses are; so each decorator is written as the assignment it stands for, in a
copy in ``build/mutation``, and `tests.tools.mutant_runner` collects the tests there once. Survivors are listed in
``docs/mutation.md`` with the reasons in ``tests/survivors.toml``. The exit status is 1 if a survivor has no reason, 2
if there are no mutants of that name.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
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

COPY = ROOT / "build" / "mutation"
OUTCOMES = ROOT / "build" / "outcomes.jsonl"
PACKAGE = "era_of_inventions"
MUTATED = ("rulebook", "engine", "model")
COPIED = (PACKAGE, "tests", "examples", "docs", "README.md", "pyproject.toml")
TRAMPOLINE = "from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict"
SWITCH = "from typing import Any as MutantDict; from tests.tools.mutant_switch import switchable as _mutmut_mutated"
REASONS = ROOT / "tests" / "survivors.toml"
TESTS = (
    "tests/rulebook",
    "tests/test_agreement.py::test_law_and_engine_agree_in_positions_no_game_leads_to",
    "tests/test_agreement.py::test_law_and_engine_agree_on_every_move",
    "tests/test_agreement.py::test_other_limits_hold_where_no_bonus_disc_is_left",
    "tests/test_agreement.py::test_table_of_moves_is_closed_and_numbered",
    "tests/test_changes.py",
    "tests/test_component_files.py",
    "tests/test_component_sets.py",
    "tests/test_examples.py::test_every_claim_comes_out_as_expected",
    "tests/test_display.py",
    "tests/test_disputes.py",
    "tests/test_facts.py",
    "tests/test_games.py",
    "tests/test_model.py",
    "tests/test_perft.py",
    "tests/test_pickling.py",
    "tests/test_position_checks.py",
    "tests/test_reached_positions.py",
    "tests/test_record.py",
    "tests/test_recorded_games.py",
    "tests/test_rulings.py",
    "tests/test_witness.py",
)
"""The tests that are run; the others add little, and are slow."""
GAMES = "18"
"""The number of whole games among them, one for each preset and number of players in turn."""
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
        """The module of the function."""
        return ".".join(self.name.split(".")[:2])


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


def make_copy() -> list[Mutant]:
    """Make the copy with all mutants, and list these."""
    shutil.rmtree(COPY, ignore_errors=True)
    for part in COPIED:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, COPY / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, COPY / part)
    return [mutant for part in MUTATED for path in sorted((COPY / PACKAGE / part).glob("*.py")) for mutant in put(path)]


def put(path: Path) -> Iterator[Mutant]:
    """Add all mutants of a module to its file."""
    module = ".".join(path.relative_to(COPY).with_suffix("").parts).removesuffix(".__init__")
    mutated = mutate_file_contents(str(path), cst.parse_module(path.read_text()).visit(Undecorated()).code)
    path.write_text(mutated.code.replace(TRAMPOLINE, SWITCH))
    for name in mutated.mutant_names:
        mangled, _, number = name.rpartition("__mutmut_")
        function = mangled.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
        was, becomes = difference(mutated, f"{mangled}__mutmut_orig", name)
        yield Mutant(f"{module}.{name}", f"{module.partition('.')[2]}.{function} {number}", was, becomes)


def difference(mutated: MutatedFile, original: str, mutant: str) -> tuple[str, str]:
    """The lines that differ between a function and a mutant of it."""
    lines = mutated.code.splitlines()
    spans = (mutated.line_span_by_function_name[name] for name in (original, mutant))
    old, new = ([line.strip() for line in lines[span.start : span.end]] for span in spans)
    changes = [line for line in difflib.ndiff(old, new) if line[0] in "+-" and "__mutmut_" not in line]
    was, becomes = (" ".join(line[2:] for line in changes if line[0] == sign) for sign in "-+")
    return was, becomes


def run(mutants: Sequence[Mutant], seconds: int) -> None:
    """Run the tests against mutants, and append the outcomes to `OUTCOMES`."""
    tasks = [(mutant.key, [mutant.name, mutant.was, mutant.becomes]) for mutant in mutants]
    (COPY / "mutants.json").write_text(json.dumps(tasks))
    plugins = ("-p", "tests.tools.mutant_runner", "-p", "no:cacheprovider", "-W", "ignore", "--tb=no", "--assert=plain")
    command = [sys.executable, "-m", "pytest", "-q", "-n0", *plugins, "--hypothesis-profile=mutation", *TESTS]
    settings = {"ERA_GAMES": GAMES, "MUTANT_OUTCOMES": str(OUTCOMES), "MUTANT_SECONDS": str(seconds)}
    environment = {**os.environ, "PYTHONPATH": str(COPY), **settings}
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


def report(mutants: Sequence[Mutant], results: Mapping[tuple[str, str, str], str]) -> Iterator[str]:
    """Yield the lines of the page about a run."""
    reasons = known_reasons()
    left = [mutant for mutant in mutants if results[mutant.change] != "killed"]
    every, surviving = (Counter(mutant.module for mutant in some) for some in (mutants, left))
    killed = len(mutants) - len(left)
    yield "# Mutation testing"
    yield ""
    yield "Written by `python -m tests.tools.mutation`, which makes every change mutmut knows and runs the tests."
    yield ""
    yield f"{killed} of {len(mutants)} mutants are killed ({100 * killed / len(mutants):.1f} %)."
    yield ""
    yield "| module | mutants | survivors |"
    yield "|---|---:|---:|"
    for module, number in every.items():
        yield f"| `{module}` | {number} | {surviving[module]} |"
    yield ""
    yield "## Survivors"
    yield ""
    yield "| mutant | was | becomes | why |"
    yield "|---|---|---|---|"
    for mutant in left:
        cells = (f"`{mutant.name}`", code(mutant.was), code(mutant.becomes), reason(mutant, reasons) or "**none**")
        yield f"| {' | '.join(cells)} |"


def code(text: str) -> str:
    """Render code in a cell of a table."""
    return f"`` {text} ``".replace("|", "\\|")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", default="", help="the beginning of a name, such as rulebook.market")
    parser.add_argument(
        "--continue", dest="again", action="store_true", help="only mutants that are neither killed nor explained yet"
    )
    options = parser.parse_args(arguments)
    every = make_copy()
    mutants = [mutant for mutant in every if mutant.name.startswith(options.name)]
    if not mutants:
        modules = ", ".join(sorted({mutant.module for mutant in every}))
        print(f"there are no mutants of {options.name!r}; the modules are {modules}", file=sys.stderr)
        return 2
    if not options.again:
        OUTCOMES.unlink(missing_ok=True)
    known, reasons = outcomes(), known_reasons()
    explained = {mutant for mutant in mutants if mutant.change in known and reason(mutant, reasons)}
    left = [mutant for mutant in mutants if known.get(mutant.change) != "killed" and mutant not in explained]
    run(left, MORE_SECONDS if options.again else SECONDS)
    page = "\n".join(report(mutants, outcomes())) + "\n"
    if mutants == every:
        (ROOT / "docs" / "mutation.md").write_text(page)
    print(page)
    return int("**none**" in page)


if __name__ == "__main__":
    sys.exit(main())
