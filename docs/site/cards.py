"""Clause cards: the statement of a clause, and folds with its citations, words, rulings, examples, code and tests."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from docs import ROOT
from docs.site.opened import open_dispute
from docs.site.text import line_target, relative
from docs.site.volume import Clause, Facts, Volume
from era_of_inventions.tabletop.law.citation import locate
from era_of_inventions.tabletop.law.clause import Kind

KINDS = {
    Kind.GRANT: "It makes something possible.",
    Kind.LIMIT: "It forbids something.",
    Kind.COST: "It says what must be paid.",
    Kind.EFFECT: "It says what a move changes.",
    Kind.TRIGGER: "It says what happens without anybody choosing it.",
    Kind.SCORING: "It gives points.",
    Kind.COMPONENT: "It is a fact about the components in the box.",
    Kind.DEFINITION: "It defines a number or a term that other clauses use.",
}


def card(clause: Clause, page: str, level: int, facts: Facts) -> str:
    """Render the card of a clause as Markdown, with a heading of this level and the label as its id."""
    volume, kind = facts.volume, clause.kind.value
    head = f"{'#' * level} `{clause.id}` {{ #{volume.label(clause.id)} .clause-id }}"
    label = f'<abbr class="kind kind-{kind}" title="{KINDS[clause.kind]}">{kind}</abbr>'
    folds = [
        _fold("Rulebooks", _rulebooks(clause, volume)),
        _fold("Words", _words(clause, volume)),
        _fold("Rulings", _rulings(clause, volume)),
        _fold("Examples", _examples(clause, page, facts)),
        _fold("Events", _events(clause, page, facts)),
        _fold("Code", _code(clause, page)),
        _fold("Tests", _tests(clause, page, facts)),
    ]
    body = "\n".join(fold for fold in folds if fold)
    sentence = f"{clause.statement} {label}\n{{ .statement }}"
    return (
        f'<div class="clause" markdown="1">\n\n{head}\n\n{sentence}\n\n{_differences(clause, volume)}{body}\n</div>\n'
    )


def unplaced(clause: Clause, volume: Volume, texts: Mapping[str, str]) -> Iterator[str]:
    """Yield the citations of a clause that are not in the texts of the rulebooks, with their places in the code."""
    for edition in volume.rulebook.editions:
        cite = clause.cites.get(edition.code)
        if cite and edition.code in texts and locate(edition, texts[edition.code], cite) is None:
            where = f"in the section {cite.section!r} of the {edition.name} text"
            place = cite_place(clause, edition.code)
            yield f"{clause.id} cites “{cite.anchor}”, which is not {where}; the citation is in {place}"


def cite_place(clause: Clause, edition: str) -> str:
    """Return the file and line where a clause cites an edition."""
    path, first, lines = _source(clause)
    after = next((number for number, line in enumerate(lines) if f" {edition}=" in line), 0)
    return f"{path}:{first + after}"


def _source(clause: Clause) -> tuple[str, int, Sequence[str]]:
    """Return the file, the first line number and the lines of its code."""
    code = inspect.unwrap(clause.source).__code__
    lines = Path(code.co_filename).read_text(encoding="utf-8").splitlines(keepends=True)
    path = Path(code.co_filename).relative_to(ROOT).as_posix()
    return path, code.co_firstlineno, inspect.getblock(lines[code.co_firstlineno - 1 :])


def _fold(summary: str, lines: Iterator[str]) -> str:
    body = "\n".join(lines)
    return f'<details markdown="1"><summary>{summary}</summary>\n\n{body}\n\n</details>' if body else ""


def _rulebooks(clause: Clause, volume: Volume) -> Iterator[str]:
    if not clause.cites:
        yield "No edition states this clause explicitly. It follows from other statements."
        return
    for edition in volume.rulebook.editions:
        cite = clause.cites.get(edition.code)
        yield f"- {edition.name}: {f'{cite.section}, “{cite.anchor}”' if cite else '*silent*'}"


def _rulings(clause: Clause, volume: Volume) -> Iterator[str]:
    for ruling in volume.rulebook.ruleset.rulings():
        if ruling.field in clause.rulings:
            label = volume.label(f"ruling.{ruling.id}")
            yield f"- [{ruling.question}][{label}] Default: {ruling.reading(ruling.default).text}"


def _words(clause: Clause, volume: Volume) -> Iterator[str]:
    """Yield the terms of the glossary that lead to a clause."""
    foreign = [edition for edition in volume.rulebook.editions if edition.code != "en"]
    for term in volume.terms:
        if term["see"] == clause.id:
            words = (f"{edition.name} {term[edition.code]}" for edition in foreign if term[edition.code] != "-")
            also = f". Also called: {term['also']}" if "also" in term else ""
            yield f"- {'; '.join((term['en'], *words))}{also}"


def _differences(clause: Clause, volume: Volume) -> str:
    """Return a line with links to the differences between the editions."""
    questions = ", ".join(map(volume.question_ref, volume.differences(clause)))
    return f"Editions differ here: {questions}.\n{{ .differs }}\n\n" if questions else ""


def _examples(clause: Clause, page: str, facts: Facts) -> Iterator[str]:
    traced = facts.traced[clause.id]
    for word, places in (("Allowed", traced.allowing), ("Not allowed", traced.forbidding)):
        for place in places:
            path, _, number = place.rpartition(" ")
            example = facts.examples[path]
            target = relative(page, f"{example.page}#claim-{number}")
            result = f"{word} {facts.under(example)}".rstrip()
            opened = open_dispute(page, facts.volume.rulebook.name, path, int(number))
            yield f"- {result}: [{example.claims[int(number) - 1].title}]({target}) · {opened}"


def _events(clause: Clause, page: str, facts: Facts) -> Iterator[str]:
    for what, (path, number) in sorted(facts.events.get(clause.id, {}).items()):
        example = facts.examples[path]
        target = relative(page, f"{example.page}#claim-{number}")
        yield f"- {what}, as in [this example]({target}) {facts.under(example)}".rstrip()


def _code(clause: Clause, page: str) -> Iterator[str]:
    path, line, lines = _source(clause)
    yield f"[{path}, line {line}]({relative(page, line_target(path, line))})"
    yield ""
    yield f"```python\n{''.join(lines).rstrip()}\n```"


def _tests(clause: Clause, page: str, facts: Facts) -> Iterator[str]:
    for node in facts.traced[clause.id].tests:
        path, _, name = node.partition("::")
        yield f"- [{name}]({relative(page, line_target(path, class_lines(path)[name]))}) `pytest {node}`"


@cache
def class_lines(path: str) -> Mapping[str, int]:
    """Return the first line of each class in a file."""
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    matches = ((re.match(r"class (\w+)", line), number) for number, line in enumerate(lines, 1))
    return {match[1]: number for match, number in matches if match}


def cards(facts: Facts, texts: Mapping[str, str]) -> Callable[[str, str, int], str]:
    """Return the function that expands a directive ``[[clause ID]]``. It raises ValueError for a wrong one."""
    law = facts.volume.rulebook.law

    def made(name: str, page: str, level: int) -> str:
        if name not in law:
            raise ValueError(f"there is no clause {name!r}")
        clause = law.clause(name)
        if missing := list(unplaced(clause, facts.volume, texts)):
            raise ValueError("; ".join(missing))
        return card(clause, page, min(max(level + 1, 3), 5), facts)

    return made
