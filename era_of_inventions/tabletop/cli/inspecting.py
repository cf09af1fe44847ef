"""``era components``: make, check and show component sets."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from era_of_inventions.tabletop.cli import output
from era_of_inventions.tabletop.cli.command import (
    FAILS,
    HOLDS,
    Commands,
    add_components,
    component_set,
    print_json,
    query,
    write_new,
)
from era_of_inventions.tabletop.errors import Code, FileError, Problem
from era_of_inventions.tabletop.play.rulebook import AnyRulebook

UNFILLED_MAX = 10
"""The most unfilled values that are listed without ``--all``."""


def add_to(commands: Commands, rulebook: AnyRulebook) -> None:
    """Add the commands of this module to the parser."""
    components = commands.add_parser(
        "components", help="make, check and show component sets"
    ).add_subparsers(required=True, metavar="COMMAND")
    new = query(components, "new", _components_new, "write a template to fill in")
    new.add_file("file", "where to write it; must not exist")
    check = query(
        components, "check", _components_check, "compare a set with what the rulebooks state"
    )
    add_components(check, rulebook, "set", help="a component file or a shipped set")
    check.add_flag("--all", f"list all values to fill in, not only {UNFILLED_MAX}")
    show = query(
        components, "show", _components_show, "show a set, with the source of each value"
    )
    default = rulebook.components.default
    add_components(
        show,
        rulebook,
        "set",
        nargs="?",
        default=default,
        help="a shipped set or a component file",
    )


def _components_new(options: argparse.Namespace) -> int:
    game = f" --game {options.game}" if options.game else ""
    then = f'; fill in every "?" and run `era{game} components check {options.file}`'
    return write_new(options.file, options.rulebook.components.template(), options, then)


def _components_check(options: argparse.Namespace) -> int:
    law = options.rulebook.law
    try:
        components = component_set(options.rulebook.components, options.set, every=True)
    except FileError as error:
        if len(error.problems) == 1:
            raise
        raise FileError(error.path, _summed_up(error.problems, every=options.all)) from None
    problems = law.disagreements(components)
    if options.json:
        print_json([{"clause": problem.clause, "text": problem.text} for problem in problems])
        return FAILS if problems else HOLDS
    for problem in problems:
        print(f"{options.set}: {problem}")
        for edition, cite in law.clause(problem.clause).cites.items():
            print(f"    {edition} {cite}")
    if not problems:
        print(f"{options.set}: agrees with everything the rulebooks state")
    return FAILS if problems else HOLDS


def _summed_up(problems: Sequence[Problem], *, every: bool) -> Iterator[Problem]:
    """Yield the number of problems, then the mistakes, then the unfilled values: ``every`` one, or the first few."""
    unfilled = [problem for problem in problems if problem.code is Code.UNFILLED]
    parts = Counter(re.split(r"[.\[]", problem.place)[0] for problem in unfilled)
    counts = ", ".join(f"{part} {count}" for part, count in parts.items())
    values = f"; {len(unfilled)} values are not filled in yet ({counts})" if unfilled else ""
    yield Problem.at("", Code.MORE, f"{len(problems)} problems{values}")
    yield from (problem for problem in problems if problem.code is not Code.UNFILLED)
    shown = len(unfilled) if every else UNFILLED_MAX
    yield from unfilled[:shown]
    if more := len(unfilled[shown:]):
        yield Problem.at(
            "",
            Code.MORE,
            f"and {more} more values that are not filled in yet; `--all` lists them",
        )


def _components_show(options: argparse.Namespace) -> int:
    headings = ("value", "printed", "source")
    sets = options.rulebook.components
    rows = [*sets.rows(component_set(sets, options.set))]
    if options.json:
        print_json([dict(zip(headings, row, strict=True)) for row in rows])
    else:
        output.table(headings, rows)
    return HOLDS
