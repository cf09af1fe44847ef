"""``era clause``, ``era clauses``, ``era rulings``: look up clauses and rulings."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Collection
from pathlib import Path

from era_of_inventions.tabletop.cli import output
from era_of_inventions.tabletop.cli.command import (
    FAILS,
    HOLDS,
    Commands,
    complete,
    paragraph,
    print_json,
    query,
)
from era_of_inventions.tabletop.cli.search import FOUND_MAX, search
from era_of_inventions.tabletop.documents import to_data
from era_of_inventions.tabletop.errors import GameError, describe, hint, joined
from era_of_inventions.tabletop.law.citation import Cite, Edition, passage
from era_of_inventions.tabletop.passages import editions_in, read_text
from era_of_inventions.tabletop.play.rulebook import AnyRulebook


def add_to(commands: Commands, rulebook: AnyRulebook) -> None:
    """Add the commands."""
    clause = query(commands, "clause", _clause, "show a clause")
    its_id = clause.add_argument("id", help="its id, such as market.three-per-box")
    complete(its_id, lambda: [clause.id for clause in rulebook.law.clauses])
    clause.add_file(
        "--rulebooks",
        f"show the places in your own rulebooks in this folder: {', '.join(e.file for e in rulebook.editions)}",
        "FOLDER",
    )

    clauses = query(commands, "clauses", _clauses, "list clauses")
    clauses.add_argument(
        "--search",
        nargs="+",
        metavar="WORD",
        default=[],
        help=f"the {FOUND_MAX} that best answer a question in your own words, in any language of the editions",
    )
    chapter = clauses.add_argument("--chapter", help="only those of this chapter")
    complete(chapter, lambda: [chapter.name for chapter in rulebook.law.chapters])

    rulings = query(
        commands,
        "rulings",
        _rulings,
        "list the open questions, their readings and the presets",
    )
    ruling = rulings.add_argument("id", nargs="?", help="show only this ruling")
    complete(ruling, lambda: [ruling.id for ruling in rulebook.ruleset.rulings()])


def _clause(options: argparse.Namespace) -> int:
    if options.id not in options.rulebook.law:
        raise _unknown(
            "clause", options.id, [clause.id for clause in options.rulebook.law.clauses]
        )
    clause = options.rulebook.law.clause(options.id)
    if options.json:
        print_json(to_data(options.rulebook, clause))
        return HOLDS
    folder, editions = options.rulebooks, options.rulebook.editions
    there = editions_in(folder, editions) if folder else []
    print(f"{clause.id}  ({clause.kind.value})")
    paragraph("  ", clause.statement)
    for edition in editions:
        cite = clause.cites.get(edition.code)
        print(f"  {edition.name}: {cite or 'silent'}")
        if cite and edition in there:
            print(_own_copy(folder, edition, cite))
    if folder and (missing := [e.file for e in editions if e.file and e not in there]):
        paragraph("  ", f"{folder}: has no {joined(missing)}")
    print(f"  Code: {clause.place}")
    for ruling in options.rulebook.ruleset.rulings():
        if ruling.field in clause.rulings:
            paragraph(f"  Ruling {ruling.id}: ", ruling.question)
    return HOLDS


def _unknown(kind: str, name: str, known: Collection[str]) -> GameError:
    return GameError(
        f"there is no {kind} {describe(name)}{hint(name, known) or f'; `era {kind}s` lists them'}"
    )


def _own_copy(folder: Path, edition: Edition, cite: Cite) -> str:
    """Return the lines around a citation in the owner's copy of a rulebook."""
    cited = passage(edition, read_text(folder, edition), cite, lines=1)
    return (
        "    (not found in this copy)"
        if cited is None
        else textwrap.indent(cited.strip("\n"), "    | ")
    )


def _clauses(options: argparse.Namespace) -> int:
    names = [chapter.name for chapter in options.rulebook.law.chapters]
    if options.chapter and options.chapter not in names:
        expected = f"expected one of {', '.join(names)}"
        raise GameError(
            f"there is no chapter {describe(options.chapter)}; {expected}{hint(options.chapter, names)}"
        )
    clauses = [
        clause
        for clause in options.rulebook.law.clauses
        if options.chapter in (None, clause.chapter)
    ]
    if options.search:
        clauses = search(options.search, options.rulebook, clauses)
    if options.json:
        print_json(to_data(options.rulebook, clauses))
        return HOLDS if clauses else FAILS
    if not clauses:
        where = f" of the chapter {options.chapter!r}" if options.chapter else ""
        asked = describe(" ".join(options.search))
        print(f"no clause{where} has anything of {asked}", file=sys.stderr)
        return FAILS
    output.table(
        ("clause", "kind", "rule"),
        [(clause.id, clause.kind.value, clause.statement) for clause in clauses],
    )
    return HOLDS


def _rulings(options: argparse.Namespace) -> int:
    ruleset = options.rulebook.ruleset
    rulings = {ruling.id: ruling for ruling in ruleset.rulings()}
    if options.id and options.id not in rulings:
        raise _unknown("ruling", options.id, rulings)
    if options.json:
        print_json(
            to_data(
                options.rulebook,
                rulings[options.id] if options.id else list(rulings.values()),
            )
        )
        return HOLDS
    if not options.id:
        rows = [
            (
                ruling.id,
                ruling.question,
                ruling.default,
                ", ".join(f"{preset}: {name}" for preset, name in ruling.editions),
            )
            for ruling in rulings.values()
        ]
        output.table(("ruling", "question", "default", "presets otherwise"), rows)
        return HOLDS
    ruling, law = rulings[options.id], options.rulebook.law
    paragraph("", ruling.question)
    print(f"  {ruling.id}  (sureness {ruling.sureness})")
    for reading in ruling.readings:
        editions = [code for code, name in ruling.editions if name == reading.name]
        marks = (["default"] if reading.name == ruling.default else []) + [
            f"preset {code}" for code in editions
        ]
        print(f"  {reading.name}  [{', '.join(marks)}]" if marks else f"  {reading.name}")
        paragraph("    ", reading.text)
        paragraph("    For it: ", reading.argument)
        for clause, edition, cite in law.places_of(ruling, reading.name):
            paragraph(f"    {edition}  ", f"{cite} [{clause}]")
    consulting = ", ".join(clause.id for clause in law.consulting(ruling))
    paragraph("  Clauses that consult it: ", consulting)
    return HOLDS
