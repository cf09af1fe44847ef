"""Every cell and link of cards, tables and pages of examples, read back and compared with its source.

The examples are made up, so that each clause has claims of its own: the third of its file allows, the second of the
file of the clause before forbids, and events are first shown by the third and the fourth.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mkdocstrings")

from docs.site import pages
from docs.site.build import VOLUMES, coverage_page
from docs.site.cards import card
from docs.site.drafts import pages_of
from docs.site.examples import ClaimJudged, Example
from docs.site.pages import example_pages
from docs.site.parts import part
from docs.site.proof import PROOFS, Proof
from docs.site.traceability import Traced
from docs.site.volume import Clause, Facts, Volume
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.ruling import Ruling
from era_of_inventions.tabletop.values.declared import fields_of
from tests import ROOT
from tests.support.site_reading import Link, folds, items, links, rows, sections

pytestmark = pytest.mark.slow

RESULTS = ("holds", "fails", "holds", "open")
CLAIMS = 4


def proof_of(volume: Volume) -> Proof:
    """Where the proof of its rulebook lies."""
    return PROOFS[volume.rulebook.name]


@cache
def classes_in(folder: Path) -> Mapping[str, list[tuple[str, str, int]]]:
    """The file, name and line of the test classes of each clause, as they stand in the files."""
    found: dict[str, list[tuple[str, str, int]]] = {}
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.ClassDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "clause":
                    (name,) = map(ast.literal_eval, mark.args)
                    found.setdefault(name, []).append((path.relative_to(ROOT).as_posix(), node.name, node.lineno))
    return found


@cache
def functions(path: str) -> Mapping[str, tuple[int, int]]:
    """The first and last line of each function of a file, with its decorators, by the id in the first of them."""
    found = {}
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef):
            continue
        for made in node.decorator_list:
            if isinstance(made, ast.Call) and made.args and isinstance(made.args[0], ast.Constant):
                found[str(made.args[0].value)] = (made.lineno, node.body[-1].end_lineno or 0)
    return found


def path_of(clause: Clause) -> str:
    """The example made up for a clause."""
    return f"examples/clauses/{clause.chapter}-{clause.id.partition('.')[2]}.toml"


def readings_of(number: int, volume: Volume) -> tuple[tuple[str, str], ...]:
    """None, one or two readings, by the number of a clause."""
    rulings = volume.rulebook.ruleset.rulings()
    chosen = [rulings[(number + more) % len(rulings)] for more in range(number % 3)]
    return tuple((ruling.id, ruling.readings[-1].name) for ruling in chosen)


def made_example(number: int, volume: Volume) -> Example:
    """The example of a clause by its number, with four claims."""
    clause = volume.clauses[number]
    events = ((), (), ((clause.id, "coins"),), ((clause.id, "coins"), (clause.id, "cubes")))
    claims = tuple(
        ClaimJudged(
            f"Claim {claim} of {clause.id}",
            RESULTS[claim - 1],
            f"report {claim} of {clause.id}",
            events[claim - 1],
            unstated=claim == 2,
            decided=(volume.clauses[number - 1].id, clause.id) * (claim == CLAIMS),
        )
        for claim in range(1, CLAIMS + 1)
    )
    return Example(path_of(clause), f"About {clause.id}", claims, readings_of(number, volume))


@cache
def facts_of(volume: Volume) -> Facts:
    """The facts of a volume with examples that are made up."""
    clauses, tests = volume.clauses, classes_in(proof_of(volume).tests)
    traced = {
        clause.id: Traced(
            clause,
            tuple(clause.cites),
            tuple(f"{path}::{name}" for path, name, _ in tests.get(clause.id, ())),
            (f"{path_of(clause)} 3",),
            (f"{path_of(before)} 2",),
        )
        for before, clause in pairwise((clauses[-1], *clauses))
    }
    examples = (made_example(number, volume) for number, _ in enumerate(clauses))
    return Facts(volume, traced, {example.path: example for example in examples})


@cache
def cards_of(volume: Volume) -> Mapping[Clause, str]:
    """The cards of all clauses."""
    return {clause: card(clause, volume.chapter(clause), 3, facts_of(volume)) for clause in volume.clauses}


def fold_of(volume: Volume, name: str) -> Mapping[str, str]:
    """One fold of each card, empty where there is none, by clause."""
    return {clause.id: folds(shown).get(name, "") for clause, shown in cards_of(volume).items()}


def links_of(volume: Volume, name: str) -> Mapping[str, list[Link]]:
    """The links of one fold of each card, by clause."""
    pages_of = {clause.id: volume.chapter(clause) for clause in volume.clauses}
    return {id_: links(text, pages_of[id_]) for id_, text in fold_of(volume, name).items()}


def under(readings: tuple[tuple[str, str], ...], volume: Volume) -> list[Link | str]:
    """What is told of readings, in order: links to the rulings, and names."""
    return [told for ruling, name in readings for told in (Link(ruling, label(volume, f"ruling.{ruling}")), name)]


def told_under(text: str) -> list[Link | str]:
    """The same, as a text tells it: `under ruling LINK = NAME and …`."""
    found = re.findall(r"(\[\S+\]\[\S+\]) = ([\w-]+)", text)
    return [told for link, name in found for told in (*links(link), name)]


def label(volume: Volume, name: str) -> str:
    """An id on the site."""
    return name if not volume.folder else f"{volume.folder[:-1]}.{name}"


def consulting(ruling: Ruling, volume: Volume) -> list[str]:
    """The ids of the clauses that consult a ruling."""
    return [clause.id for clause in volume.clauses if ruling.field in clause.rulings]


def refs(ids: list[str], volume: Volume) -> list[Link]:
    """References to clauses."""
    return [Link(id_, label(volume, id_)) for id_ in ids]


def glossary_of(volume: Volume) -> list[dict[str, str]]:
    """The terms in the file of the glossary."""
    assert volume.rulebook.glossary
    terms: list[dict[str, str]] = tomllib.loads(volume.rulebook.glossary.read_text(encoding="utf-8"))["term"]
    return terms


def rulings_in(entry: Mapping[str, Any]) -> list[str]:
    """The rulings that an entry of the questions names."""
    named = entry.get("ruling", [])
    return [named] if isinstance(named, str) else named


def differing(clause: Clause, volume: Volume) -> dict[str, Mapping[str, Any]]:
    """The differences between the editions that name a clause, or a ruling that it consults."""
    asked = {ruling.id for ruling in volume.rulebook.ruleset.rulings() if ruling.field in clause.rulings}
    return {
        name: entry
        for name, entry in proof_of(volume).questions.items()
        if name[0] == "D" and (clause.id in entry.get("clauses", ()) or asked & {*rulings_in(entry)})
    }


every_volume = pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.package)


def test_what_is_compared_can_be_told_apart() -> None:
    """Faults would go unnoticed where editions or presets say the same."""
    era, *guests = VOLUMES
    cited = [[clause.cites.get(edition.code) for edition in era.rulebook.editions] for clause in era.clauses]
    assert any(len({cite.section for cite in cites if cite}) == len(cites) for cites in cited)
    by_preset = [len(dict(ruling.editions)) for ruling in era.rulebook.ruleset.rulings()]
    assert {0, 1, 2, 3} <= {*by_preset}
    of_guests = [
        {name for ruling in volume.rulebook.ruleset.rulings() for name, _ in ruling.editions} for volume in guests
    ]
    assert all(of_guests)
    assert any(len(names) > 1 for names in of_guests)


@every_volume
def test_the_head_of_a_card_is_its_clause(volume: Volume) -> None:
    told = {
        clause.id: re.findall(
            r"^### `(\S+)` \{ #(\S+) \.clause-id \}\n\n(.+) "
            r'<abbr class="kind kind-(\w+)" title="[^"]+">(\w+)</abbr>\n\{ \.statement \}$',
            shown,
            re.MULTILINE,
        )
        for clause, shown in cards_of(volume).items()
    }
    assert told == {
        clause.id: [
            (clause.id, label(volume, clause.id), clause.statement, clause.kind.value, clause.kind.value),
        ]
        for clause in volume.clauses
    }


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Kind.GRANT, "possible"),
        (Kind.LIMIT, "forbids"),
        (Kind.COST, "paid"),
        (Kind.EFFECT, "changes"),
        (Kind.TRIGGER, "without anybody choosing"),
        (Kind.SCORING, "points"),
        (Kind.COMPONENT, "in the box"),
        (Kind.DEFINITION, "defines"),
    ],
)
def test_a_kind_says_what_it_is(kind: Kind, says: str) -> None:
    meant = {
        re.findall(r'<abbr class="[^"]+" title="([^"]+)">', shown)[0]
        for volume in VOLUMES
        for clause, shown in cards_of(volume).items()
        if clause.kind is kind
    }
    assert [says in meaning for meaning in meant] == [True]


@every_volume
def test_a_card_cites_each_edition_as_its_clause_does(volume: Volume) -> None:
    def cited(clause: Clause) -> list[str]:
        cites = [(edition.name, clause.cites.get(edition.code)) for edition in volume.rulebook.editions]
        return [f"{name}: " + (f"{cite.section}, “{cite.anchor}”" if cite else "*silent*") for name, cite in cites]

    told = {id_: items(text) for id_, text in fold_of(volume, "Rulebooks").items()}
    assert told == {clause.id: cited(clause) if clause.cites else [] for clause in volume.clauses}


@every_volume
def test_a_card_asks_the_questions_of_its_rulings_with_their_default(volume: Volume) -> None:
    every = volume.rulebook.ruleset.rulings()
    told = {id_: items(text) for id_, text in fold_of(volume, "Rulings").items()}
    assert told == {
        clause.id: [
            f"[{ruling.question}][{label(volume, f'ruling.{ruling.id}')}] Default: {ruling.readings[0].text}"
            for ruling in every
            if ruling.field in clause.rulings
        ]
        for clause in volume.clauses
    }


@every_volume
def test_a_card_names_the_differences_between_editions(volume: Volume) -> None:
    told = {
        clause.id: [
            link for line in re.findall(r"^Editions differ here: (.+)\.$", shown, re.MULTILINE) for link in links(line)
        ]
        for clause, shown in cards_of(volume).items()
    }
    assert told == {
        clause.id: [Link(name, label(volume, f"question.{name}")) for name in differing(clause, volume)]
        for clause in volume.clauses
    }


@every_volume
def test_a_card_leads_to_the_claims_that_allow_and_forbid(volume: Volume) -> None:
    facts, clauses = facts_of(volume), volume.clauses
    told = fold_of(volume, "Examples")
    for before, clause in pairwise((clauses[-1], *clauses)):
        expected = [("Allowed", clause, 3), ("Not allowed", before, 2)]
        for item, (word, about, claim) in zip(items(told[clause.id]), expected, strict=True):
            head, _, rest = item.partition(": ")
            path = path_of(about)
            readings = facts.examples[path].readings
            assert re.match(r"Allowed|Not allowed", head)[0] == word  # type: ignore[index]
            assert told_under(head) == under(readings, volume)
            assert (" under ruling" in head, " under rulings" in head) == (bool(readings), len(readings) > 1)
            place = f"{path.removesuffix('.toml')}.md#claim-{claim}"
            assert links(rest, volume.chapter(clause)) == [(f"Claim {claim} of {about.id}", place)]


@every_volume
def test_a_card_leads_to_the_first_claims_that_show_its_events(volume: Volume) -> None:
    told = fold_of(volume, "Events")
    for number, clause in enumerate(volume.clauses):
        shown = items(told[clause.id])
        place = path_of(clause).replace(".toml", ".md#claim-{}")
        assert [item.partition(", as in ")[0] for item in shown] == ["coins", "cubes"]
        for item, claim in zip(shown, (3, 4), strict=True):
            example, _, rest = item.partition(", as in ")[2].partition(")")
            assert links(f"{example})", volume.chapter(clause)) == [("this example", place.format(claim))]
            assert told_under(rest) == under(readings_of(number, volume), volume)


@every_volume
def test_a_card_shows_the_code_of_its_clause(volume: Volume) -> None:
    told, where = fold_of(volume, "Code"), links_of(volume, "Code")
    for clause in volume.clauses:
        path = Path(clause.source.__code__.co_filename).relative_to(ROOT).as_posix()
        first, last = functions(path)[clause.id]
        code = (ROOT / path).read_text(encoding="utf-8").splitlines()[first - 1 : last]
        assert where[clause.id][0] == (
            f"{path}, line {first}",
            f"source/{path.removesuffix('.py')}.md#line-{first}",
        )
        assert told[clause.id].partition("```python\n")[2].splitlines() == [*code, "```"]


@every_volume
def test_a_card_leads_to_its_test_classes(volume: Volume) -> None:
    classes = classes_in(proof_of(volume).tests)
    told, where = fold_of(volume, "Tests"), links_of(volume, "Tests")
    assert len(classes) > len(volume.clauses) * 0.9
    for clause in volume.clauses:
        expected = classes.get(clause.id, [])
        assert where[clause.id] == [
            (name, f"source/{path.removesuffix('.py')}.md#line-{line}") for path, name, line in expected
        ]
        assert re.findall(r"`pytest (\S+)`", told[clause.id]) == [f"{path}::{name}" for path, name, _ in expected]


@every_volume
def test_a_card_has_the_words_of_the_glossary_that_lead_to_it(volume: Volume) -> None:
    terms = glossary_of(volume)
    foreign = [edition for edition in volume.rulebook.editions if edition.code != "en"]
    told = {id_: items(text) for id_, text in fold_of(volume, "Words").items()}
    for clause in volume.clauses:
        expected = []
        for term in terms:
            if term["see"] == clause.id:
                words = [f"{edition.name} {term[edition.code]}" for edition in foreign if term[edition.code] != "-"]
                also = f". Also called: {term['also']}" if "also" in term else ""
                expected.append(f"{'; '.join((term['en'], *words))}{also}")
        assert told[clause.id] == expected


@every_volume
def test_the_table_of_presets_has_the_reading_of_each(volume: Volume) -> None:
    ruleset = volume.rulebook.ruleset
    presets = {name: ruleset.preset(name) for name in ruleset.presets}
    told = list(rows(part("presets", "rulings.md", facts_of(volume))))
    assert told == [
        {
            "ruling": f"[{ruling.id}][{label(volume, f'ruling.{ruling.id}')}]",
            "sureness": ruling.sureness,
            **{
                name: f"**{reading}**" if reading != ruling.readings[0].name else reading
                for name, preset in presets.items()
                for reading in [getattr(preset, ruling.field)]
            },
        }
        for ruling in ruleset.rulings()
    ]


@every_volume
def test_a_ruling_begins_with_a_plain_question(volume: Volume) -> None:
    """It asks at once, in one sentence, without ids, and the id follows."""
    entries = sections(part("rulings", "rulings.md", facts_of(volume)), 3)
    asked = [re.fullmatch(r"([A-Z][^?`_\[\]]+\?) \{ #(\S+) \}", heading) for heading in entries]
    every = volume.rulebook.ruleset.rulings()
    assert [match and match.groups() for match in asked] == [
        (ruling.question, label(volume, f"ruling.{ruling.id}")) for ruling in every
    ]
    assert not [ruling.id for ruling in every if "-" in ruling.id and ruling.id in ruling.question]


@every_volume
def test_a_ruling_has_its_readings_with_those_of_each_edition(volume: Volume) -> None:
    ruleset, codes = volume.rulebook.ruleset, {edition.code: edition.name for edition in volume.rulebook.editions}
    presets = {name: ruleset.preset(name) for name in ruleset.presets}
    entries = sections(part("rulings", "rulings.md", facts_of(volume)), 3)
    command = "era rulings" if not volume.folder else f"era --game {volume.rulebook.name} rulings"
    affected = tomllib.loads((volume.written / "affected.toml").read_text(encoding="utf-8")) if volume.written else {}
    for ruling, text in zip(ruleset.rulings(), entries.values(), strict=True):
        code = folds(text)["In code"]
        assert f"`{ruling.id}`, sureness of the default: {ruling.sureness}. `{command} {ruling.id}`\n" in code
        assert re.findall(r"`([\w-]+)`", code.partition("answers: ")[2].partition("\n")[0]) == [*ruling.names]
        found = re.findall(r"^- \*\*(\w+):\*\* (.+)\n((?:  <br>(?!Why: ).+\n)*)  <br>Why: (.+)$", text, re.MULTILINE)
        assert [(mark, told, why) for mark, told, _, why in found] == [
            ("Or" if number else "Default", reading.text, reading.argument)
            for number, reading in enumerate(ruling.readings)
        ]
        places = re.findall(r"^  <br>(\w+): (.+), “(.+)”$", text, re.MULTILINE)
        about = [volume.rulebook.law.clause(id_) for id_ in consulting(ruling, volume)]
        cites = [(codes[code], cite) for clause in about for code, cite in clause.cites.items()]
        assert {*places} == {(name, cite.section, cite.anchor) for name, cite in cites}
        for reading, (_, _, by, _) in zip(ruling.readings, found, strict=True):
            readers = {code for code, known in codes.items() if known in by or "any edition" in by}
            readers |= {code for code in presets if f"the {code.replace('-', ' ')}." in by}
            chosen = {code for code, preset in presets.items() if getattr(preset, ruling.field) == reading.name}
            assert readers == {code for code in chosen if code in codes or reading.name != ruling.default}
        assert re.findall(r"^\*\*Who is affected\.\*\* (.+)$", text, re.MULTILINE) == [affected[ruling.id]]
        (line,) = re.findall(r"^Clauses that consult it: (.*)$", code, re.MULTILINE)
        assert links(line) == refs(consulting(ruling, volume), volume)


@every_volume
def test_the_page_of_rulings_begins_with_the_questions_and_their_answers(volume: Volume) -> None:
    listed = part("ruling-list", "rulings.md", facts_of(volume)).splitlines()
    assert listed == [
        f"- [{ruling.question}](#{label(volume, f'ruling.{ruling.id}')})<br>{ruling.readings[0].text}"
        for ruling in volume.rulebook.ruleset.rulings()
    ]
    page = pages_of(volume)["rulings.md"]
    order = [page.index(f"[[part {name}]]") for name in ("ruling-list", "rulings", "presets")]
    assert order == sorted(order)
    assert not re.search(r"`|\[rulings\]|ruleset", page.partition("{#rulings-code}")[0])


@every_volume
def test_what_a_ruling_is_called_in_code_comes_after_everything_else(volume: Volume) -> None:
    entries = sections(part("rulings", "rulings.md", facts_of(volume)), 3)
    for ruling, text in zip(volume.rulebook.ruleset.rulings(), entries.values(), strict=True):
        words, _, code = text.partition("<details")
        assert "`" not in words
        assert code.strip().endswith("</details>")
        assert not [name for name in (ruling.id, *ruling.names) if "-" in name and name in words.split()]


@every_volume
def test_every_reading_is_an_answer_in_plain_words(volume: Volume) -> None:
    """It is a sentence, without ids, and no other reading of the ruling answers the same."""
    for ruling in volume.rulebook.ruleset.rulings():
        answers = [reading.text for reading in ruling.readings]
        assert [one for one in answers if not re.fullmatch(r"[A-Z0-9][^`_\[\]]*\.", one)] == []
        assert len({*answers}) == len(answers)
        known = [*ruling.names, *(clause.id for clause in volume.clauses)]
        assert not [name for name in known if re.search(r"[.-]", name) for one in answers if name in one]
        polar = {"Yes", "No"} & {re.split(r"\W", one)[0] for one in answers}
        assert len(polar) != 1 or len(answers) > len({"Yes", "No"}), ruling.id


def together(clause: Clause, volume: Volume) -> tuple[str, list[str], list[str]]:
    """What the editions do about a clause, the rulings by which they differ, and the differences."""
    questions = differing(clause, volume)
    decided = {name for entry in questions.values() for name in rulings_in(entry)}
    decided |= {r.id for r in volume.rulebook.ruleset.rulings() if r.field in clause.rulings and r.editions}
    silent = len(volume.rulebook.editions) - len(clause.cites)
    words = "agree in effect" if questions else "agree"
    if decided:
        words = "differ"
    elif not clause.cites:
        words = "imply it"
    elif silent:
        words += f", {silent} silent"
    return words, sorted(decided), list(questions)


@every_volume
def test_the_concordance_has_each_citation_under_its_edition(volume: Volume) -> None:
    editions = volume.rulebook.editions
    tables = sections(part("editions", "editions.md", facts_of(volume)), 3)
    chapters = volume.rulebook.law.chapters
    assert list(tables) == [chapter.title for chapter in chapters]
    for chapter, table in zip(chapters, tables.values(), strict=True):
        for clause, row in zip(chapter.clauses, rows(table), strict=True):
            assert links(row["clause"]) == refs([clause.id], volume)
            for edition in editions:
                cite = clause.cites.get(edition.code)
                assert row[edition.name] == (f"{cite.section}: “{cite.anchor}”" if cite else "*silent*")
            if len(editions) > 1:
                say = row["together they"]
                words, rulings, questions = together(clause, volume)
                assert re.split(r"[:;]", say)[0] == words
                assert sorted(links(say)) == sorted(
                    Link(name, label(volume, f"{kind}.{name}"))
                    for kind, names in (("ruling", rulings), ("question", questions))
                    for name in names
                )


@every_volume
@pytest.mark.parametrize("name", ["differences", "open-questions"])
def test_each_question_has_its_answer(name: str, volume: Volume) -> None:
    differ = name == "differences"
    asked = {id_: entry for id_, entry in proof_of(volume).questions.items() if (id_[0] == "D") is differ}
    told = list(rows(part(name, "editions.md", facts_of(volume))))
    for (id_, entry), row in zip(asked.items(), told, strict=True):
        anchor = label(volume, f"question.{id_}")
        assert row["name"] == f"[{id_}](#{anchor}){{ #{anchor} }}"
        assert row["question"] == entry["question"]
        rulings = [Link(ruling, label(volume, f"ruling.{ruling}")) for ruling in rulings_in(entry)]
        assert links(row["answer"]) == [*rulings, *refs(entry.get("clauses", []), volume)]
        assert row["answer"].startswith(entry["settled"] if not rulings else "ruling")


@every_volume
def test_the_glossary_has_each_word_under_its_language(volume: Volume) -> None:
    terms = glossary_of(volume)
    told = list(rows(part("glossary", "glossary.md", facts_of(volume))))
    foreign = {edition.code: edition.name for edition in volume.rulebook.editions if edition.code != "en"}
    assert [list(row) for row in told] == [["English", *foreign.values(), "what it is"]] * len(terms)
    for term, row in zip(sorted(terms, key=lambda term: term["en"].casefold()), told, strict=True):
        book = term.get("en_book", "-")
        assert row["English"] == f"**{term['en']}**" + ("" if book == "-" else f", in the book: {book}")
        assert {code: row[name] for code, name in foreign.items()} == {
            code: "—" if term[code] == "-" else term[code] for code in foreign
        }
        means, _, also = row["what it is"].partition("<br>Also called: ")
        (see,) = refs([term["see"]], volume)
        assert means == f"{term['means']} [`{see.words}`][{see.to}]"
        assert also.removesuffix(".") == term.get("also", "")


@every_volume
def test_the_components_have_their_values_and_sources(volume: Volume) -> None:
    sets = volume.rulebook.components
    told = list(rows(part("components", "component-sets.md", facts_of(volume))))
    assert [(row["value"].strip("`"), row["printed"], row["source"]) for row in told] == [
        (path, printed, source) for path, printed, source in sets.rows(sets.load(sets.default))
    ]


@every_volume
def test_the_chapters_are_listed_as_their_pages_are_called_and_begin(volume: Volume) -> None:
    page = f"{volume.folder}rules/index.md"
    shown = [(*links(row["chapter"], page), row["in short"]) for row in rows(part("chapters", page, facts_of(volume)))]
    expected = []
    for chapter in volume.rulebook.law.chapters:
        title, opening, *_ = (volume.written / f"rules/{chapter.name}.md").read_text(encoding="utf-8").split("\n\n")  # type: ignore[operator]
        called, words = re.sub(r" \{.+| *#+ ", "", title), re.sub(r"\[([^]]+)\]\(.+?\)|\*", r"\1", opening)
        expected.append(((called, f"{volume.folder}rules/{chapter.name}.md"), " ".join(words.split())))
    assert shown == expected


def asked_in(volume: Volume) -> dict[str, list[dict[str, str]]]:
    """The questions in the file of the ready ones, by chapter."""
    assert volume.rulebook.ready
    found: dict[str, list[dict[str, str]]] = {}
    for entry in tomllib.loads(volume.rulebook.ready.read_text(encoding="utf-8"))["question"]:
        found.setdefault(entry["topic"], []).append(entry)
    return found


def questions_in(text: str) -> list[tuple[str, ...]]:
    """The questions of a text, with their answers and the cases to which they lead."""
    heading = r"^(?:### (.+\?) \{ #asked-.+ \}\n\n|(.+\?)\n:   )"
    found = re.findall(heading + r'(.+) <a href="([^"]+)">Your case</a>$', text, re.MULTILINE)
    return [(below or beside, *rest) for below, beside, *rest in found]


def questions_with(table: str, entries: list[dict[str, str]], volume: Volume) -> list[tuple[str, ...]]:
    """The same, as the file has them."""
    return [(one["ask"], one["answer"], f"{table}#{volume.rulebook.name}/{one['id']}") for one in entries]


@every_volume
def test_the_questions_have_their_answers_chapter_by_chapter(volume: Volume) -> None:
    page, asked = f"{volume.folder}questions.md", asked_in(volume)
    table = "../../table/" if volume.folder else "../table/"
    shown = sections(part("questions", page, facts_of(volume)), 2)
    chapters = [chapter.name for chapter in volume.rulebook.law.chapters]
    written = {name: (volume.written / f"rules/{name}.md").read_text(encoding="utf-8") for name in chapters}  # type: ignore[operator]
    titles = {name: re.match(r"# (.+?)(?: \{|\n)", text)[1] for name, text in written.items()}  # type: ignore[index]
    assert list(shown) == [f"{titles[name]} {{ #{label(volume, f'asked-{name}')} }}" for name in chapters]
    for name, text in zip(chapters, shown.values(), strict=True):
        assert questions_in(text) == questions_with(table, asked.get(name, []), volume)
        chapter = f"{volume.folder}rules/{name}.md"
        headings = re.findall(r"^#+ (.+\?)(?: \{ ?#([\w.-]+) ?\})?$", written[name], re.MULTILINE)
        ready = {one["ask"] for one in asked.get(name, [])}
        further = [(ask, to or slug(ask)) for ask, to in headings if ask not in ready]
        assert links(text, page) == [
            Link("the chapter", chapter),
            *(Link(ask, f"{chapter}#{to}") for ask, to in further),
        ]


def slug(heading: str) -> str:
    """The anchor of a heading without one of its own."""
    return "-".join(re.sub(r"[^\w\s-]", "", heading.lower()).split())


@every_volume
def test_a_chapter_has_its_questions_its_position_and_its_examples(volume: Volume) -> None:
    """The third claim of an example allows its clause, and the second of the one before forbids it."""
    clauses, asked = volume.clauses, asked_in(volume)
    before = dict(zip(clauses, (clauses[-1], *clauses), strict=False))
    table = "../../../table/" if volume.folder else "../../table/"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Facts, "drawing", staticmethod(lambda name, _page: f"drawn: {name}"))
        for chapter in volume.rulebook.law.chapters:
            page = f"{volume.folder}rules/{chapter.name}.md"
            made = part("chapter", page, facts_of(volume))
            shown = sections(made, 2)["Worked examples {#worked-examples}"]
            paths = [path_of(one) for clause in chapter.clauses for one in (clause, before[clause])]
            drawn = f"drawn: {paths[0].removeprefix('examples/').removesuffix('.toml')}"
            assert shown.lstrip().startswith(f"{drawn}\n")
            questions = part("asked", page, facts_of(volume))
            assert questions_in(questions) == questions_with(table, asked.get(chapter.name, []), volume)
            assert links(shown.partition("\n- ")[2], page) == [
                (facts_of(volume).examples[path].title, path.replace(".toml", ".md")) for path in dict.fromkeys(paths)
            ]


@every_volume
def test_the_game_of_a_volume_is_that_of_its_first_picture(volume: Volume) -> None:
    assert volume.written
    shown = tomllib.loads((volume.written / "scenes.toml").read_text(encoding="utf-8"))
    first = next(table.get("game", name) for name, table in shown.items() if "example" not in table)
    text = (volume.written / "scenes" / f"{first}.era").read_text(encoding="utf-8")
    (told,) = re.findall(
        r"^```text title=\"(\S+)\"\n(.*?)^```$", part("game", "a.md", facts_of(volume)), re.DOTALL | re.MULTILINE
    )
    assert told == (f"{first}.era", text)


@every_volume
def test_the_statements_of_a_position_are_those_of_its_fields(volume: Volume) -> None:
    shown = [(row["statement"].strip("`"), row["about"]) for row in rows(part("statements", "a.md", facts_of(volume)))]
    state, fields = volume.rulebook.state, []
    for record in (state, *(spec.holds.records()[0] for _, spec in fields_of(state) if spec.holds.records())):
        fields += [spec for _, spec in fields_of(record) if not spec.holds.records()]
    stated = {(spec.words, spec.about) for spec in fields}
    besides = {spec.words for kind in volume.rulebook.positions.besides.values() for _, spec in fields_of(kind)}
    unsaid = {spec.words for field, spec in fields_of(state) if field.name in volume.rulebook.positions.unsaid}
    assert {words for words, _ in shown} == {words for words, _ in stated} - unsaid | besides
    assert {pair for pair in shown if pair[0] not in besides} <= stated
    assert all(about for _, about in shown)


@every_volume
def test_the_coverage_counts_what_each_clause_has(volume: Volume) -> None:
    facts = facts_of(volume)
    cells = ("kind", "editions", "tests", "allowing", "forbidding", "rulings")
    classes = classes_in(proof_of(volume).tests)
    told = list(rows(coverage_page(facts)))
    assert [links(row["clause"])[0] for row in told] == refs([clause.id for clause in volume.clauses], volume)
    for clause, row in zip(volume.clauses, told, strict=True):
        rulings = [r.id for name in clause.rulings for r in volume.rulebook.ruleset.rulings() if r.field == name]
        tests = str(len(classes.get(clause.id, ())))
        expected = (clause.kind.value, " ".join(clause.cites) or "derived", tests, "1", "1", ", ".join(rulings))
        assert tuple(row[cell] for cell in cells) == expected


@pytest.fixture(scope="module", params=VOLUMES, ids=lambda volume: volume.package)
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Volume, dict[str, str]]:
    """A volume, and the pages of its examples."""
    volume, root = request.param, tmp_path_factory.mktemp("examples")
    facts = facts_of(volume)
    for path in facts.examples:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"file = '{path}'\n", encoding="utf-8")
    titles = {f"{volume.folder}rules/{chapter.name}.md": chapter for chapter in volume.rulebook.law.chapters}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "ROOT", root)
        patch.setattr(Facts, "drawing", staticmethod(lambda name, page: f"drawn: {name}"))
        sources = {page: f"# On {chapter.title} {{#x}}\n" for page, chapter in titles.items()}
        return volume, example_pages(facts, sources)


def around(volume: Volume) -> Iterator[tuple[int, Clause, Clause]]:
    """Each clause with its number and the clause after it."""
    for number, (clause, after) in enumerate(pairwise((*volume.clauses, volume.clauses[0]))):
        yield number, clause, after


def test_a_page_of_an_example_leads_to_the_chapters_that_show_it(shown: tuple[Volume, dict[str, str]]) -> None:
    volume, made = shown
    titles = {chapter.name: chapter.title for chapter in volume.rulebook.law.chapters}
    for number, clause, after in around(volume):
        page = path_of(clause).replace(".toml", ".md")
        head = made[page].partition("\n## ")[0]
        assert head.startswith(f"# About {clause.id}\n")
        (line,) = re.findall(r"^Shown in (.+)\.$", head, re.MULTILINE)
        chapters = dict.fromkeys((clause.chapter, after.chapter))
        assert sorted(links(line, page)) == sorted(
            (f"On {titles[name]}", f"{volume.folder}rules/{name}.md") for name in chapters
        )
        judged = re.findall(r"^Judged (.+); all other", head, re.MULTILINE)
        assert [told_under(told) for told in judged] == [under(readings_of(number, volume), volume)] * bool(number % 3)
        assert f"era judge {path_of(clause)}\n" in head
        assert made[page].endswith(f"`{path_of(clause)}`\n\n```toml\nfile = '{path_of(clause)}'\n```")
        assert f"\ndrawn: {path_of(clause).removeprefix('examples/').removesuffix('.toml')}\n" in made[page]
        default = volume.rulebook.components.default
        assert Link(default, f"{volume.folder}component-sets.md#{default}") in links(made[page], page)


def test_a_claim_has_its_result_its_clauses_and_its_report(shown: tuple[Volume, dict[str, str]]) -> None:
    volume, made = shown
    for number, clause, after in around(volume):
        told = sections(made[path_of(clause).replace(".toml", ".md")], 2)
        cards: tuple[list[Clause], ...] = ([], [after], [clause], [clause])
        for claim, (heading, text) in enumerate(list(told.items())[:CLAIMS], 1):
            assert heading == f"Claim {claim} of {clause.id} {{ #claim-{claim} }}"
            result = RESULTS[claim - 1]
            assert re.findall(r'<span class="result result-(\w+)">The claim (?:is )?(\w+)\.', text) == [(result,) * 2]
            assert ("It depends on *assumed* numbers" in text) is (claim == 2)
            decided = re.findall(r"^Decided by (.+)\.$", text, re.MULTILINE)
            assert [links(line) for line in decided] == [refs([volume.clauses[number - 1].id, clause.id], volume)] * (
                claim == CLAIMS
            )
            on = re.findall(r"^Shown on the card of (.+)\.$", text, re.MULTILINE)
            assert [links(line) for line in on] == [refs([one.id], volume) for one in cards[claim - 1]]
            assert re.findall(r"```text\n(.+)\n```", text) == [f"report {claim} of {clause.id}"]


def test_the_list_of_disputes_leads_to_each() -> None:
    volume = VOLUMES[0]
    clauses = volume.clauses[:3]
    example = {f"examples/disputes/{clause.chapter}-{clause.kind.value}.toml": clause for clause in clauses}
    made = {path: Example(path, f"About {clause.id}", ()) for path, clause in example.items()}
    listed = part("examples", "phoenicia/disputes.md", Facts(volume, {}, {**made, **facts_of(volume).examples}))
    assert links(listed, "phoenicia/disputes.md") == [
        (f"About {clause.id}", path.replace(".toml", ".md")) for path, clause in example.items()
    ]
