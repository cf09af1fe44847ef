"""Parts of pages that tables and data of the package write, called by a directive ``[[part NAME]]``."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from docs.site.facts import Facts
from docs.site.questions import Question, differences, questions
from docs.site.stages import diagram
from docs.site.text import relative
from era_of_inventions.component_sets.files import load_shipped
from era_of_inventions.component_sets.tables import describe
from era_of_inventions.rulebook import LAW
from era_of_inventions.rulebook.editions import EDITIONS
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.law.ruling import Ruling
from tests import ROOT

DOCS = ROOT / "docs"


def parts(facts: Facts) -> Callable[[str, str, int], str]:
    """What makes a part; ValueError if there is none of that name."""
    makers: Mapping[str, Callable[[str], Iterator[str]]] = {
        "components": lambda _: _components(),
        "differences": lambda _: _questions(differ=True),
        "editions": lambda _: _editions(),
        "examples": lambda page: _examples(facts, page),
        "glossary": lambda _: _glossary(),
        "open-questions": lambda _: _questions(differ=False),
        "perft": lambda page: _perft(facts, page),
        "presets": lambda _: _presets(),
        "rulings": lambda _: _rulings(),
        "stages": lambda _: diagram(),
    }

    def made(name: str, page: str, _level: int) -> str:
        if name not in makers:
            raise ValueError(f"there is no part {name!r}; expected one of {', '.join(sorted(makers))}")
        return "\n".join(makers[name](page))

    return made


def read_data(name: str) -> dict[str, Any]:
    """A data file of the documentation."""
    return tomllib.loads((DOCS / name).read_text(encoding="utf-8"))


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]], style: str = "wide") -> Iterator[str]:
    """A table; after the first column every cell knows its heading, which telephones show there."""
    labels = ["", *(f' {{ data-label="{name}" }}' for name in head[1:])]
    yield f'<div class="{style}" markdown="1">\n'
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        cells = (cell.replace("|", "&#124;") + label for cell, label in zip(row, labels, strict=True))
        yield f"| {' | '.join(cells)} |"
    yield "\n</div>\n"


def _ref(clause: str) -> str:
    return f"[`{clause}`][{clause}]"


def _presets() -> Iterator[str]:
    def row(ruling: Ruling) -> tuple[str, ...]:
        literal = dict(ruling.editions)
        cells = (f"**{literal[name]}**" if name in literal else ruling.default for name in Ruleset.presets)
        return (f"[{ruling.id}][ruling.{ruling.id}]", ruling.sureness, *cells)

    return _table(("ruling", "sureness", *Ruleset.presets), map(row, Ruleset.rulings()))


def _rulings() -> Iterator[str]:
    affected = read_data("affected.toml")
    names = {edition.code: edition.name for edition in EDITIONS}
    if odd := {ruling.id for ruling in Ruleset.rulings()} ^ set(affected):
        raise ValueError(f"docs/affected.toml does not list exactly the rulings there are: {', '.join(sorted(odd))}")
    for ruling in Ruleset.rulings():
        yield f"### {ruling.question} {{ #ruling.{ruling.id} }}\n"
        yield f"`{ruling.id}`, sureness of the default: {ruling.sureness}. `era rulings {ruling.id}`\n"
        for reading in ruling.readings:
            literal = [names[code] for code, name in ruling.editions if name == reading.name]
            marks = ["default"] * (reading.name == ruling.default)
            marks += [f"to the letter of the {' and the '.join(literal)} edition"] if literal else []
            noted = f" ({', '.join(marks)})" if marks else ""
            yield f"- **{reading.name}**{noted}: {reading.text}"
            yield f"  <br>For it: {reading.argument}"
        yield f"\n**Who is affected.** {affected[ruling.id]}\n"
        asking = ", ".join(_ref(clause.id) for clause in LAW.clauses if _asks(clause, ruling))
        yield f"**Clauses that ask it:** {asking}\n"


def _asks(clause: Clause[..., Any], ruling: Ruling) -> bool:
    return ruling.field in clause.rulings


def _editions() -> Iterator[str]:
    head = ("clause", *(edition.name for edition in EDITIONS), "together they")
    for chapter in LAW.chapters:
        yield f"### {chapter.title}\n"
        yield from _table(head, map(_concordance, chapter.clauses))


def _concordance(clause: Clause[..., Any]) -> tuple[str, ...]:
    cells = []
    for edition in EDITIONS:
        cite = clause.cites.get(edition.code)
        cells.append(f"{cite.section}: “{cite.anchor}”" if cite else "*silent*")
    return (_ref(clause.id), *cells, _together(clause))


def _together(clause: Clause[..., Any]) -> str:
    """What the editions do together: whether they agree, and where it is told if they do so in effect only."""
    silent = len(EDITIONS) - len(clause.cites)
    found = list(differences(clause))
    literal = [ruling.id for ruling in Ruleset.rulings() if _asks(clause, ruling) and ruling.editions]
    decided = dict.fromkeys((*literal, *(name for question in found for name in question.rulings)))
    if decided:
        said = f"differ: {', '.join(map(_ruling, decided))}"
    elif silent == len(EDITIONS):
        said = "imply it"
    else:
        said = ("agree in effect" if found else "agree") + (f", {silent} silent" if silent else "")
    return f"{said}; see {', '.join(question.link for question in found)}" if found else said


def _ruling(name: str) -> str:
    return f"[{name}][ruling.{name}]"


def _questions(*, differ: bool) -> Iterator[str]:
    def row(question: Question) -> tuple[str, ...]:
        decided = f"ruling{'s' * (len(question.rulings) > 1)} {', '.join(map(_ruling, question.rulings))}"
        answer = f"{decided if question.rulings else question.settled} {', '.join(map(_ref, question.clauses))}"
        return f"{question.name} {{ #question.{question.name} }}", question.question, answer.strip()

    asked = (question for question in questions() if question.differs is differ)
    return _table(("", "question", "answer"), map(row, asked))


def _glossary() -> Iterator[str]:
    def row(term: dict[str, str]) -> tuple[str, ...]:
        book = f", in the book: {term['en_book']}" if term.get("en_book", "-") != "-" else ""
        foreign = ("—" if term[code] == "-" else term[code] for code in ("nl", "de"))
        means = f"{term['means']} {_ref(term['see'])}<br>Also called: {term['also']}."
        return (f"**{term['en']}**{book}", *foreign, means)

    terms = sorted(read_data("glossary.toml")["term"], key=lambda term: str(term["en"]))
    return _table(("English", "Dutch", "German", "what it is"), map(row, terms), style="glossary")


def _components() -> Iterator[str]:
    rows = ((f"`{value}`", printed, source) for value, printed, source in describe(load_shipped("reconstructed")))
    return _table(("value", "printed", "source"), rows)


def _perft(facts: Facts, page: str) -> Iterator[str]:
    tables: dict[str, list[int]] = json.loads((ROOT / "tests" / "perft.json").read_text(encoding="utf-8"))
    for name, counts in tables.items():
        example = facts.examples[f"examples/perft/{name}.toml"]
        yield f"### [{example.title}]({relative(page, example.page)})\n"
        rows = ((str(depth), f"{count:,}") for depth, count in enumerate(counts, 1))
        yield from _table(("moves", "ways to make them, with assumed numbers"), rows, style="counts")


def _examples(facts: Facts, page: str) -> Iterator[str]:
    for example in facts.examples.values():
        if example.path.startswith("examples/disputes/"):
            yield f"- [{example.title}]({relative(page, example.page)})"
