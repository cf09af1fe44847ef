"""Parts of pages that are generated from a rulebook, for the directive ``[[part NAME]]``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from docs.site import sheets
from docs.site.examples import Example
from docs.site.opened import kept_as, open_dispute
from docs.site.pictures import scenes
from docs.site.printing import printing
from docs.site.sections import Section, sections
from docs.site.text import address, built, relative, table
from docs.site.volume import LESSON, Clause, Facts, Question, Volume
from era_of_inventions.tabletop.disputes.ready import ReadyQuestion
from era_of_inventions.tabletop.errors import joined
from era_of_inventions.tabletop.law.clause import Chapter
from era_of_inventions.tabletop.law.ruling import SURENESS, Reading, Ruling
from era_of_inventions.tabletop.play.game import Game


def part(name: str, page: str, facts: Facts) -> str:
    """Generate a part of a page. Raises ValueError if there is none of that name."""
    parts = {
        "asked": lambda: _asked_in(_chapter(facts, page), facts, page),
        "chapter": lambda: _worked(_chapter(facts, page), facts, page),
        "chapters": lambda: _chapters(facts, page),
        "components": lambda: _components(facts),
        "differences": lambda: _questions(facts, differ=True),
        "doors": lambda: _doors(facts.volume, page),
        "editions": lambda: _editions(facts),
        "examples": lambda: _examples(facts, page),
        "game": lambda: _game(facts),
        "glossary": lambda: _glossary(facts),
        "open-questions": lambda: _questions(facts, differ=False),
        "presets": lambda: _presets(facts),
        "printing": lambda: printing(page),
        "questions": lambda: _asked(facts, page),
        "ruling-list": lambda: _ruling_list(facts),
        "rulings": lambda: _rulings(facts),
        "scores": lambda: sheets.scores(facts),
        "statements": lambda: _statements(facts),
    }
    own = facts.volume.parts
    if name in own:
        return "\n".join(own[name](facts))
    if name in parts:
        return "\n".join(parts[name]())
    raise ValueError(f"there is no part {name!r}; expected one of {', '.join(sorted({*parts, *own}))}")


def _doors(volume: Volume, page: str) -> Iterator[str]:
    """Yield the ways into a game, each with its picture: to ask, to learn if there is a lesson, and to look up."""
    lesson, chapters = (address(volume.folder + there) for there in (LESSON, "rules/index.md"))
    doors = [("Ask", f"table/#{volume.rulebook.name}", "You disagree? Tap what happened, and see who is right.")]
    if volume.writes(LESSON):
        doors.append(("Learn", lesson, "Play a first round along with the pictures, or teach it."))
    doors.append(("Look up", chapters, "Every rule, chapter by chapter. Or search above."))
    yield '<div class="doors" markdown="1">\n'
    for name, target, about in doors:
        drawn = relative(page, f"assets/door-{name.lower().replace(' ', '-')}.svg")
        words = f"<span>**{name}** <small>{about}</small></span>"
        yield f'<a class="door" href="{built(page, target)}">![]({drawn}) {words}</a>\n'
    yield "</div>"


def _presets(facts: Facts) -> Iterator[str]:
    ruleset = facts.volume.rulebook.ruleset

    def row(ruling: Ruling) -> tuple[str, ...]:
        editions = dict(ruling.editions)
        cells = (f"**{editions[name]}**" if name in editions else ruling.default for name in ruleset.presets)
        return (facts.volume.ruling_ref(ruling.id), ruling.sureness, *cells)

    return table(("ruling", "sureness", *ruleset.presets), map(row, ruleset.rulings()))


def _ruling_list(facts: Facts) -> Iterator[str]:
    """Yield the question of every ruling, with the answer by default."""
    for ruling in facts.volume.rulebook.ruleset.rulings():
        label = facts.volume.label(f"ruling.{ruling.id}")
        yield f"- [{ruling.question}](#{label})<br>{ruling.reading(ruling.default).text}"


def _rulings(facts: Facts) -> Iterator[str]:
    """Yield every ruling: the question, its answers, and last what only code needs."""
    volume = facts.volume
    law, rulings = volume.rulebook.law, volume.rulebook.ruleset.rulings()
    affected = volume.affected
    if affected and (odd := {ruling.id for ruling in rulings} ^ affected.keys()):
        raise ValueError(f"the rulings and the texts on who is affected differ in: {', '.join(sorted(odd))}")
    for ruling in rulings:
        yield f"### {ruling.question} {{ #{volume.label(f'ruling.{ruling.id}')} }}\n"
        for reading in ruling.readings:
            first, *more = _answer(ruling, reading, volume)
            yield f"- {first}"
            yield from (f"  <br>{line}" for line in more)
        yield f"\nHow sure is the default? {SURENESS[ruling.sureness]}"
        if affected:
            yield f"\n**Who is affected.** {affected[ruling.id]}"
        names = ", ".join(f"`{name}`" for name in ruling.names)
        consulting = ", ".join(volume.ref(clause.id) for clause in law.consulting(ruling))
        yield '\n<details class="in-code" markdown="1"><summary>In code</summary>\n'
        yield f"`{ruling.id}`, sureness of the default: {ruling.sureness}. `{volume.command} rulings {ruling.id}`"
        yield f"\nIts readings, in the order of the answers: {names}"
        yield f"\nClauses that consult it: {consulting}\n"
        yield "</details>\n"


def _answer(ruling: Ruling, reading: Reading, volume: Volume) -> Iterator[str]:
    """Yield what a reading answers, who reads so, why, and the places in the rulebooks."""
    rulebook = volume.rulebook
    names = {edition.code: edition.name for edition in rulebook.editions}
    readers = [name for code, name in names.items() if ruling.reading_by(code) == reading.name]
    those = f"the {joined(readers)} edition" if len(readers) < max(2, len(names)) else "any edition"
    chosen = [code.replace("-", " ") for code, name in ruling.editions if name == reading.name and code not in names]
    yield f"**{'Default' if reading.name == ruling.default else 'Or'}:** {reading.text}"
    if readers:
        yield f"A fair reader of {those} alone plays so."
    if chosen:
        yield f"Chosen for the {' and the '.join(chosen)}."
    yield f"Why: {reading.argument}"
    places = dict.fromkeys((code, cite) for _, code, cite in rulebook.law.places_of(ruling, reading.name))
    yield from (f"{names[code]}: {cite.section}, “{cite.anchor}”" for code, cite in places)


def _editions(facts: Facts) -> Iterator[str]:
    rulebook = facts.volume.rulebook
    head = ("clause", *(edition.name for edition in rulebook.editions))
    head += ("together they",) if len(rulebook.editions) > 1 else ()
    for chapter in rulebook.law.chapters:
        yield f"### {chapter.title}\n"
        yield from table(head, (_concordance(clause, facts) for clause in chapter.clauses))


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
    return table(("name", "question", "answer"), map(row, questions))


def _examples(facts: Facts, page: str) -> Iterator[str]:
    for example in facts.examples.values():
        if "/disputes/" in example.path:
            yield f"- {_example(example, page, facts)}"


def judged_example(name: str, page: str, facts: Facts) -> str:
    """Lead from a page to an example, by the name under which it is kept. Raises ValueError if there is none."""
    for example in facts.examples.values():
        if kept_as(example.path) == name:
            return f"Judged claim by claim: {_example(example, page, facts)}"
    raise ValueError(f"there is no example {name!r}")


def _example(example: Example, page: str, facts: Facts) -> str:
    link = open_dispute(page, facts.volume.rulebook.name, example.path)
    return f"[{example.title}]({relative(page, example.page)}) · {link}"


def _chapter(facts: Facts, page: str) -> Chapter:
    """Return the chapter of a page."""
    volume = facts.volume
    return next(one for one in volume.rulebook.law.chapters if volume.chapter(one.clauses[0]) == page)


def _worked(chapter: Chapter, facts: Facts, page: str) -> Iterator[str]:
    """Yield the examples of a chapter, if there are any, with the position of the first."""
    traced = (facts.traced[clause.id] for clause in chapter.clauses)
    places = (place.rpartition(" ")[0] for row in traced for place in (*row.allowing, *row.forbidding))
    examples = [facts.examples[path] for path in dict.fromkeys(places)]
    if examples:
        yield "\n## Worked examples {#worked-examples}\n"
        if drawing := facts.drawing(examples[0].picture, page):
            yield drawing
            yield f"\nThe example is [{examples[0].title}]({relative(page, examples[0].page)}).\n"
        yield from (f"- {_example(example, page, facts)}" for example in examples)


def _chapters(facts: Facts, page: str) -> Iterator[str]:
    """Yield a table of the chapters, each as its page is called, with what stands there before the questions."""
    volume = facts.volume

    def row(chapter: Chapter) -> tuple[str, str]:
        first, *_ = _sections(volume, chapter)
        return f"[{first.title}]({relative(page, volume.chapter(chapter.clauses[0]))})", first.text

    yield from table(("chapter", "in short"), map(row, volume.rulebook.law.chapters))


def _asked(facts: Facts, page: str) -> Iterator[str]:
    """Yield all questions by chapters: those of the page for the table with answers, links to others of the chapter."""
    volume = facts.volume
    for chapter in volume.rulebook.law.chapters:
        target = relative(page, volume.chapter(chapter.clauses[0]))
        title, *found = _sections(volume, chapter)
        ready = {one.ask: _answer_to(one, facts, page) for one in volume.asked(chapter.name).values()}
        others = (one for one in found if one.title.endswith("?") and one.title not in ready)
        further = [f"- [{one.title}]({target}#{one.anchor})" for one in others]
        if ready or further:
            yield f"## {title.title} {{ #{volume.label(f'asked-{chapter.name}')} }}\n"
            yield from (f"{ask}\n:   {answer}\n" for ask, answer in ready.items())
            yield f"Answered in [the chapter]({target}):\n" if further else f"More in [the chapter]({target}).\n"
            yield from (*further, "")


def _sections(volume: Volume, chapter: Chapter) -> list[Section]:
    """Return the sections of a chapter's page, that of its title first; this one alone if nobody has written it."""
    path = volume.written and volume.written / "rules" / f"{chapter.name}.md"
    written = path.read_text(encoding="utf-8") if path and path.exists() else f"# {chapter.title}"
    return [*sections(written)]


def _asked_in(chapter: Chapter, facts: Facts, page: str) -> Iterator[str]:
    for anchor, one in facts.volume.asked(chapter.name).items():
        yield f"### {one.ask} {{ #{anchor} }}\n\n{_answer_to(one, facts, page)}\n"


def _answer_to(question: ReadyQuestion, facts: Facts, page: str) -> str:
    case = built(page, f"table/#{facts.volume.rulebook.name}/{question.id}")
    return f'{question.answer} <a href="{case}">Your case</a>'


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
        yield from table(
            ("statement", "about"), ((f"`{field.spec.words}`", field.spec.about) for field in part.lines.fields)
        )


def _components(facts: Facts) -> Iterator[str]:
    """Return every printed value of the default set, with its source."""
    sets = facts.volume.rulebook.components
    rows = ((f"`{path}`", printed, source) for path, printed, source in sets.rows(sets.load(sets.default)))
    return table(("value", "printed", "source"), rows)


def _glossary(facts: Facts) -> Iterator[str]:
    """Return the terms of the game, in English and in the languages of the other editions."""
    foreign = [edition for edition in facts.volume.rulebook.editions if edition.code != "en"]

    def row(term: Mapping[str, str]) -> tuple[str, ...]:
        book = f", in the book: {term['en_book']}" if term.get("en_book", "-") != "-" else ""
        words = ("—" if term[edition.code] == "-" else term[edition.code] for edition in foreign)
        also = f"<br>Also called: {term['also']}." if "also" in term else ""
        return (f"**{term['en']}**{book}", *words, f"{term['means']} {facts.volume.ref(term['see'])}{also}")

    terms = sorted(facts.volume.terms, key=lambda term: term["en"].casefold())
    head = ("English", *(edition.name for edition in foreign), "what it is")
    return table(head, map(row, terms), style="glossary")
