"""``era coverage``: show which clauses or remarks account for each passage of an owner's rulebooks."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from era_of_inventions.tabletop.cli.command import (
    FAILS,
    HOLDS,
    Commands,
    print_json,
    query,
    text_width,
)
from era_of_inventions.tabletop.errors import Code, FileError, GameError, joined
from era_of_inventions.tabletop.law.citation import Edition
from era_of_inventions.tabletop.passages import (
    Coverage,
    Passage,
    Role,
    Use,
    editions_in,
    evaluate,
    read_table,
    read_text,
)
from era_of_inventions.tabletop.play.rulebook import AnyRulebook

WIDTH = 80
"""The most columns of a line."""
OPENING = 6
"""How many words of a passage are shown."""


def add_to(commands: Commands, rulebook: AnyRulebook) -> None:
    """Add the command."""
    coverage = query(
        commands,
        "coverage",
        _coverage,
        "show which clauses or remarks account for each passage of your own rulebooks",
    )
    coverage.add_file("--rulebooks", f"the folder with {_files(rulebook.editions)}", "FOLDER")
    coverage.add_argument(
        "--lang",
        choices=[e.code for e in _owned(rulebook.editions)],
        help="only this edition",
    )
    coverage.add_flag("--uncovered", "show only passages that nothing accounts for")


def _coverage(options: argparse.Namespace) -> int:
    rulebook: AnyRulebook = options.rulebook
    editions = _chosen(rulebook, options.rulebooks, options.lang)
    tables = (
        read_table(rulebook.passages, rulebook.law, rulebook.editions)
        if rulebook.passages
        else {}
    )
    found = [
        evaluate(
            edition,
            rulebook.law,
            tables.get(edition.code, {}),
            read_text(options.rulebooks, edition),
        )
        for edition in editions
    ]
    for edition in (one.edition for one in found if not one.passages):
        message = f"has no section of the {edition.name} rulebook; expected its text"
        raise FileError.whole(options.rulebooks / edition.file, Code.INCONSISTENT, message)
    if options.json:
        print_json([_answer(one, uncovered=options.uncovered) for one in found])
    else:
        width = min(WIDTH, text_width())
        for coverage in found:
            print("\n".join(_lines(coverage, width, uncovered=options.uncovered)))
    return (
        FAILS if any(coverage.uncovered or coverage.problems for coverage in found) else HOLDS
    )


def _chosen(
    rulebook: AnyRulebook, folder: Path | None, code: str | None
) -> Sequence[Edition]:
    """Return the editions to evaluate: the one with this code, or else all whose texts are in the folder."""
    editions = _owned(rulebook.editions)
    if not editions:
        raise GameError(
            f"no edition of {rulebook.title} names a file for its text, so there is nothing to evaluate"
        )
    if folder is None:
        raise GameError(
            f"texts of the rulebook are needed: --rulebooks FOLDER, with {_files(editions)} in it"
        )
    if code is not None:
        return [edition for edition in editions if edition.code == code]
    return editions_in(folder, editions)


def _owned(editions: Sequence[Edition]) -> list[Edition]:
    return [edition for edition in editions if edition.file]


def _files(editions: Sequence[Edition]) -> str:
    return joined(edition.file for edition in _owned(editions))


def _shown(coverage: Coverage, *, uncovered: bool) -> list[tuple[Passage, Use]]:
    return [
        (passage, use)
        for passage, use in coverage.passages
        if not uncovered or use.role is None
    ]


def _answer(coverage: Coverage, *, uncovered: bool) -> dict[str, object]:
    passages = [
        {
            "section": passage.section,
            "opening": _opening(passage),
            "key": passage.key[1],
            "role": use.role and use.role.value,
            "clauses": use.clauses,
        }
        for passage, use in _shown(coverage, uncovered=uncovered)
    ]
    problems = [
        {"place": one.place, "code": one.code.value, "message": one.message}
        for one in coverage.problems
    ]
    return {"edition": coverage.edition.code, "passages": passages, "problems": problems}


def _lines(coverage: Coverage, width: int, *, uncovered: bool) -> Iterator[str]:
    """Yield the lines about an edition: its passages by section, the problems, and a summary."""
    shown = _shown(coverage, uncovered=uncovered)
    for section, passages in groupby(shown, lambda entry: entry[0].section):
        yield from textwrap.wrap(f"{coverage.edition.name}: {section}", width)
        for passage, use in passages:
            yield from _row(passage, use, width)
        yield ""
    for problem in coverage.problems:
        yield from textwrap.wrap(
            str(problem), width, subsequent_indent="    ", break_on_hyphens=False
        )
    yield from textwrap.wrap(_summary(coverage), width, subsequent_indent="    ")


def _opening(passage: Passage) -> str:
    words = passage.text.split()
    return " ".join(words[:OPENING]) + "…" * (len(words) > OPENING)


def _row(passage: Passage, use: Use, width: int) -> Iterator[str]:
    half = width // 2
    first, *rest = textwrap.wrap(_became(passage, use), width - half, break_on_hyphens=False)
    yield f"  {textwrap.shorten(_opening(passage), half - 4, placeholder='…'):{half - 2}}{first}"
    yield from (" " * half + line for line in rest)


def _became(passage: Passage, use: Use) -> str:
    if use.role is None:
        return f"UNCOVERED: {passage.key[1]}"
    return f"{use.role.value}: {', '.join(use.clauses)}" if use.clauses else use.role.value


def _summary(coverage: Coverage) -> str:
    counts = coverage.counts
    roles = ", ".join(f"{counts[role]} {role.value}" for role in Role if counts[role])
    problems = f", {len(coverage.problems)} problems" if coverage.problems else ""
    return f"{coverage.edition.name}: {len(coverage.passages)} passages: {roles}; {counts[None]} uncovered{problems}"
