"""Parts of pages that are generated from a rulebook, for the directive ``[[part NAME]]``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from docs.site.pictures import scenes
from docs.site.text import relative
from docs.site.volume import Clause, Facts, Question
from era_of_inventions.tabletop.disputes.ready import ready_questions
from era_of_inventions.tabletop.law.clause import Chapter
from era_of_inventions.tabletop.law.ruling import Ruling
from era_of_inventions.tabletop.play.game import Game


def wide_table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]], style: str = "wide") -> Iterator[str]:
    """Yield a table whose cells, after the first column, have their heading as a label, which phones show."""
    labels = ["", *(f' {{ data-label="{name}" }}' for name in head[1:])]
    yield f'<div class="{style}" markdown="1">\n'
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        cells = (cell.replace("|", "&#124;") + label for cell, label in zip(row, labels, strict=True))
        yield f"| {' | '.join(cells)} |"
    yield "\n</div>\n"


def part(name: str, page: str, facts: Facts) -> str:
    """Generate a part of a page. Raises ValueError if there is none of that name."""
    parts = {
        "chapter": lambda: _chapter(facts, page),
        "chapters": lambda: _chapters(facts, page),
        "components": lambda: _components(facts),
        "differences": lambda: _questions(facts, differ=True),
        "editions": lambda: _editions(facts),
        "examples": lambda: _examples(facts, page),
        "game": lambda: _game(facts),
        "glossary": lambda: _glossary(facts),
        "open-questions": lambda: _questions(facts, differ=False),
        "presets": lambda: _presets(facts),
        "questions": lambda: _asked(facts, page),
        "rulings": lambda: _rulings(facts),
        "statements": lambda: _statements(facts),
    }
    own = facts.volume.parts
    if name in own:
        return "\n".join(own[name](facts))
    if name in parts:
        return "\n".join(parts[name]())
    raise ValueError(f"there is no part {name!r}; expected one of {', '.join(sorted({*parts, *own}))}")


def _presets(facts: Facts) -> Iterator[str]:
    ruleset = facts.volume.rulebook.ruleset

    def row(ruling: Ruling) -> tuple[str, ...]:
        editions = dict(ruling.editions)
        cells = (f"**{editions[name]}**" if name in editions else ruling.default for name in ruleset.presets)
        return (facts.volume.ruling_ref(ruling.id), ruling.sureness, *cells)

    return wide_table(("ruling", "sureness", *ruleset.presets), map(row, ruleset.rulings()))


def _rulings(facts: Facts) -> Iterator[str]:
    volume = facts.volume
    law, rulings = volume.rulebook.law, volume.rulebook.ruleset.rulings()
    names = {edition.code: f"the {edition.name} edition" for edition in volume.rulebook.editions}
    affected = volume.affected
    if affected and (odd := {ruling.id for ruling in rulings} ^ affected.keys()):
        raise ValueError(f"the rulings and the texts on who is affected differ in: {', '.join(sorted(odd))}")
    for ruling in rulings:
        yield f"### {ruling.question} {{ #{volume.label(f'ruling.{ruling.id}')} }}\n"
        yield f"`{ruling.id}`, sureness of the default: {ruling.sureness}. `{volume.command} rulings {ruling.id}`\n"
        for reading in ruling.readings:
            presets = [code for code, name in ruling.editions if name == reading.name]
            readers = [names[code] for code in presets if code in names]
            marks = ["default"] * (reading.name == ruling.default)
            marks += [f"to a reader of {' or '.join(readers)}"] if readers else []
            marks += [f"preset {code}" for code in presets if code not in names]
            noted = f" ({', '.join(marks)})" if marks else ""
            yield f"- **{reading.name}**{noted}: {reading.text}"
            yield f"  <br>For it: {reading.argument}"
            places = dict.fromkeys((code, cite) for _, code, cite in law.places_of(ruling, reading.name))
            yield from (f"  <br>{code}: {cite.section}, “{cite.anchor}”" for code, cite in places)
        if affected:
            yield f"\n**Who is affected.** {affected[ruling.id]}"
        consulting = ", ".join(volume.ref(clause.id) for clause in law.consulting(ruling))
        yield f"\n**Clauses that consult it:** {consulting}\n"


def _editions(facts: Facts) -> Iterator[str]:
    rulebook = facts.volume.rulebook
    head = ("clause", *(edition.name for edition in rulebook.editions))
    head += ("together they",) if len(rulebook.editions) > 1 else ()
    for chapter in rulebook.law.chapters:
        yield f"### {chapter.title}\n"
        yield from wide_table(head, (_concordance(clause, facts) for clause in chapter.clauses))


def _concordance(clause: Clause, facts: Facts) -> tuple[str, ...]:
    cites = [clause.cites.get(edition.code) for edition in facts.volume.rulebook.editions]
    cells = (f"{cite.section}: “{cite.anchor}”" if cite else "*silent*" for cite in cites)
    together = (_together(clause, facts),) if len(cites) > 1 else ()
    return (facts.volume.ref(clause.id), *cells, *together)


def _together(clause: Clause, facts: Facts) -> str:
    """Summarize the editions: whether they agree on a clause, and the questions on which they differ."""
    volume = facts.volume
    editions = len(volume.rulebook.editions)
    silent = editions - len(clause.cites)
    questions = list(volume.differences(clause))
    rulings = volume.rulebook.ruleset.rulings()
    read = [ruling.id for ruling in rulings if ruling.field in clause.rulings and ruling.editions]
    decided = dict.fromkeys((*read, *(name for question in questions for name in question.rulings)))
    if decided:
        together = f"differ: {', '.join(map(volume.ruling_ref, decided))}"
    elif silent == editions:
        together = "imply it"
    else:
        together = ("agree in effect" if questions else "agree") + (f", {silent} silent" if silent else "")
    return f"{together}; see {', '.join(map(volume.question_ref, questions))}" if questions else together


def _questions(facts: Facts, *, differ: bool) -> Iterator[str]:
    volume = facts.volume

    def row(question: Question) -> tuple[str, ...]:
        rulings = f"ruling{'s' * (len(question.rulings) > 1)} {', '.join(map(volume.ruling_ref, question.rulings))}"
        answer = f"{rulings if question.rulings else question.settled} {', '.join(map(volume.ref, question.clauses))}"
        label = volume.label(f"question.{question.name}")
        return f"[{question.name}](#{label}){{ #{label} }}", question.question, answer.strip()

    questions = (question for question in volume.questions if question.differs is differ)
    return wide_table(("", "question", "answer"), map(row, questions))


def _examples(facts: Facts, page: str) -> Iterator[str]:
    for example in facts.examples.values():
        if "/disputes/" in example.path:
            yield f"- [{example.title}]({relative(page, example.page)})"


def _chapter(facts: Facts, page: str) -> Iterator[str]:
    """Yield what a page has about its chapter besides its text and clauses: a position, what is asked, the examples."""
    volume = facts.volume
    chapter = next(one for one in volume.rulebook.law.chapters if volume.chapter(one.clauses[0]) == page)
    traced = (facts.traced[clause.id] for clause in chapter.clauses)
    places = (place.rpartition(" ")[0] for row in traced for place in (*row.allowing, *row.forbidding))
    examples = [facts.examples[path] for path in dict.fromkeys(places)]
    if examples and (draw := volume.drawing):
        yield draw(examples[0].picture)
        yield f"\nThe example is [{examples[0].title}]({relative(page, examples[0].page)}).\n"
    if asked := [*_asked_in(chapter, facts, page)]:
        yield "\n## What is asked {#asked}\n"
        yield from asked
    if examples:
        yield "\n## Worked examples {#worked-examples}\n"
        yield from (f"- [{example.title}]({relative(page, example.page)})" for example in examples)


def _chapters(facts: Facts, page: str) -> Iterator[str]:
    volume = facts.volume
    yield from ("| chapter | clauses |", "|---|---:|")
    for chapter in volume.rulebook.law.chapters:
        target = relative(page, volume.chapter(chapter.clauses[0]))
        yield f"| [{chapter.title}]({target}) | {len(chapter.clauses)} |"


def _asked(facts: Facts, page: str) -> Iterator[str]:
    """Yield the questions that the page for the table has ready, chapter by chapter, with their short answers."""
    for chapter in facts.volume.rulebook.law.chapters:
        if asked := [*_asked_in(chapter, facts, page)]:
            yield f"## {chapter.title} {{ #{facts.volume.label(f'asked-{chapter.name}')} }}\n"
            yield from asked
            target = relative(page, facts.volume.chapter(chapter.clauses[0]))
            yield f"More stands in the chapter [{chapter.title}]({target}).\n"


def _asked_in(chapter: Chapter, facts: Facts, page: str) -> Iterator[str]:
    rulebook, table = facts.volume.rulebook, f"{'../' * (page.count('/') + 1)}table/"
    for one in ready_questions(rulebook):
        if one.topic == chapter.name:
            case = f'<a href="{table}#{rulebook.name}/{one.id}">Your case</a>'
            yield f"{one.ask}\n:   {one.answer} {case}\n"


def _game(facts: Facts) -> Iterator[str]:
    """Yield the text of the game that the first pictures of the volume show, if there is one."""
    shown = scenes(facts.volume.rulebook, facts.volume.written).values()
    for scene in [scene for scene in shown if scene.game][:1]:
        text = scene.record.read_text(encoding="utf-8").rstrip()
        yield f'```text title="{scene.record.name}"\n{text}\n```\n'


def _statements(facts: Facts) -> Iterator[str]:
    """Yield what the text of a position can state, by the subject of its lines."""
    rulebook = facts.volume.rulebook
    setting = Game(rulebook, min(rulebook.player_counts())).setting
    schema = setting.for_players(rulebook.grammar.seat_names(setting.players)).position_schema
    for name, part in schema.parts.items():
        subject = "Of a player" if name == schema.players else f"Of `{part.words.capitalize()}`"
        before = f", and of `{part.before.words.capitalize()}`, the one before" if part.before else ""
        yield f"**{subject}**{before}:\n"
        yield from wide_table(
            ("statement", "about"), ((f"`{field.spec.words}`", field.spec.about) for field in part.lines.fields)
        )


def _components(facts: Facts) -> Iterator[str]:
    """Return every printed value of the default set, with its source."""
    sets = facts.volume.rulebook.components
    rows = ((f"`{path}`", printed, source) for path, printed, source in sets.rows(sets.load(sets.default)))
    return wide_table(("value", "printed", "source"), rows)


def _glossary(facts: Facts) -> Iterator[str]:
    """Return the terms of the game, in English and in the languages of the other editions."""
    foreign = [edition for edition in facts.volume.rulebook.editions if edition.code != "en"]

    def row(term: Mapping[str, str]) -> tuple[str, ...]:
        book = f", in the book: {term['en_book']}" if term.get("en_book", "-") != "-" else ""
        words = ("—" if term[edition.code] == "-" else term[edition.code] for edition in foreign)
        also = f"<br>Also called: {term['also']}." if "also" in term else ""
        return (f"**{term['en']}**{book}", *words, f"{term['means']} {facts.volume.ref(term['see'])}{also}")

    terms = sorted(facts.volume.terms, key=lambda term: term["en"])
    head = ("English", *(edition.name for edition in foreign), "what it is")
    return wide_table(head, map(row, terms), style="glossary")
