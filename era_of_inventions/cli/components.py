"""``era components``: make, check and show component sets."""

from __future__ import annotations

import argparse
from pathlib import Path

from era_of_inventions import output
from era_of_inventions.cli.command import FAILS, HOLDS, Commands, command, component_set
from era_of_inventions.component_sets.files import check_components, read_components, template
from era_of_inventions.component_sets.tables import describe
from era_of_inventions.rulebook import LAW
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.record.files import save_bytes


def add_to(commands: Commands) -> None:
    """Add the commands."""
    components = commands.add_parser("components", help="make, check and show component sets").add_subparsers(
        required=True, metavar="COMMAND"
    )
    new = command(components, "new", _components_new, "write a template to fill in")
    new.add_argument("file", type=Path, metavar="FILE", help="where to write it; must not exist")
    check = command(components, "check", _components_check, "compare a set with what the rulebooks state")
    check.add_argument("file", type=Path, metavar="FILE", help="a component file")
    show = command(components, "show", _components_show, "show a set, with the source of each value")
    show.add_argument("set", nargs="?", default="reconstructed", help="a shipped set or a component file")


def _components_new(options: argparse.Namespace) -> int:
    save_bytes(options.file, template().encode(), overwrite=False)
    print(f'{options.file}: written; fill in every "?" and run `era components check {options.file}`')
    return HOLDS


def _components_check(options: argparse.Namespace) -> int:
    try:
        problems = check_components(read_components(options.file))
    except FileError as error:
        if len(error.problems) == 1:
            raise
        raise FileError(error.path, [*error.problems, f"{len(error.problems)} problems in all"]) from None
    for problem in problems:
        print(f"{options.file}: {problem}")
        for edition, cite in LAW.clause(problem.clause).cites.items():
            print(f"    {edition} {cite.section}, “{cite.anchor}”")
    if not problems:
        print(f"{options.file}: agrees with everything the rulebooks state")
    return FAILS if problems else HOLDS


def _components_show(options: argparse.Namespace) -> int:
    output.table(("value", "printed", "source"), describe(component_set(options.set)))
    return HOLDS
