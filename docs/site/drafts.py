"""The pages of a volume before their directives are expanded: written by hand, or drafted from its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docs.site import keys
from docs.site.book import read_sources
from docs.site.examples import page_of
from docs.site.volume import LESSON, Volume
from era_of_inventions.tabletop.law.clause import Chapter

CARD, DOORS, ASKED = "[[clause ", "[[part doors]]", "[[part asked]]"
NOTATION = "notation.md"
HOME = "index.md"
"""The first page of the site."""
QUESTIONS = (
    "These are questions that players ask at the table, chapter by chapter. Some stand here with a short answer; *Your "
    "case* opens them on the page for the table, where you can say what is different in your game. The others lead to "
    "their answers in the chapters."
)


def sources_of(volumes: Iterable[Volume]) -> dict[str, str]:
    """Return the sources of the pages of all volumes, by path."""
    return {volume.folder + page: text for volume in volumes for page, text in pages_of(volume).items()}


def pages_of(volume: Volume) -> dict[str, str]:
    """Return the sources of the pages of a volume, by path in its folder.

    A page that is not written by hand is drafted. On the page of a chapter that has no card, all cards follow the text,
    and on a first page without doors the doors and what lies behind them.
    """
    pages = drafts(volume) | (read_sources(volume.written) if volume.written else {})
    if DOORS not in pages["index.md"]:
        pages["index.md"] = "\n\n".join((pages["index.md"].rstrip(), *_start(volume), ""))
    for chapter in volume.rulebook.law.chapters:
        page = f"rules/{chapter.name}.md"
        if CARD not in pages[page]:
            cards = (f"{CARD}{clause.id}]]\n" for clause in chapter.clauses)
            pages[page] = "\n".join((pages[page], "[[part chapter]]\n", "## Every clause {#every-clause}\n", *cards))
    return pages


def drafts(volume: Volume) -> dict[str, str]:
    """Return what can be said of a rulebook without knowing the game, by path."""
    rulebook, law, title = volume.rulebook, volume.rulebook.law, volume.rulebook.title
    default, several = rulebook.components.default, len(rulebook.editions) > 1
    pages = {
        "index.md": _page(f"{title} {{ #{volume.label('start')} }}"),
        "rules/index.md": _page(f"The rules of {title}", "[[part chapters]]"),
        **{f"rules/{chapter.name}.md": _page(chapter.title, *_asked(volume, chapter)) for chapter in law.chapters},
        "editions.md": _page(
            f"Editions of {title}",
            "Here is every clause with the place where each edition states it: the heading of the section, and a few "
            "words by which you find the place in your own copy. A clause on which an edition is *silent* follows from "
            "others.",
            "[[part editions]]",
            *(("## Where they differ {#editions-differences}", "[[part differences]]") if several else ()),
            *(("## What they leave open {#editions-open}", "[[part open-questions]]") if volume.questions else ()),
        ),
        "component-sets.md": _page(
            f"Components of {title}",
            "Every value says where it comes from: a rulebook *stated* it, somebody *reported* it, or it is *assumed*.",
            f"## The set `{default}` {{#{default}}}",
            "[[part components]]",
        ),
    }
    if law.scorings:
        pages["score-sheet.md"] = _page(f"Score sheet of {title}", "[[part printing]]", "[[part scores]]")
    pages[keys.PAGE] = keys.page(rulebook, volume.command)
    pages[NOTATION] = _page(
        f"Notation of {title}",
        "Moves, positions and whole games have a text that people write and read. Files with this text have the ending "
        f"`.era`. Another page shows how [each kind of move]({keys.PAGE}#keys-moves) is written, and the "
        f"[other words]({keys.PAGE}#keys-words) that are understood.",
        "## A game {#notation-game}",
        "The first line names the game and the version of the notation. The next lines name the players in clockwise "
        "order, who begins, the readings and the components. Then the moves stand under their headings, with the "
        "player before them; things that chance turned over stand without a name. Lines that begin with `#` are "
        "comments.",
        "[[part game]]",
        "## Positions {#notation-positions}",
        "A game need not begin with the setup. A heading `Position` and lines about it can stand before the moves, or "
        "alone. Each line has a subject, such as `Turn` or the name of a player, then a colon, then statements with "
        "semicolons between them. Everything that is not stated is as after the setup. These are the statements:",
        "[[part statements]]",
    )
    if rulebook.ruleset.rulings():
        pages["rulings.md"] = _page(
            f"Rulings of {title}",
            "These are questions that the rulebooks leave open or answer differently. Choose your answers before you "
            "play; where you choose none, the default holds. First come all questions with the default answer, then "
            "each question with all its answers and the arguments for them.",
            "[[part ruling-list]]",
            "## One by one {#rulings-all}",
            "[[part rulings]]",
            "## In code {#rulings-code}",
            "Where a preset differs from the default, its reading is in bold.",
            "[[part presets]]",
        )
    if rulebook.ready:
        pages["questions.md"] = _page(f"Questions about {title}", QUESTIONS, "[[part questions]]")
    if volume.terms:
        pages["glossary.md"] = _page(f"Glossary of {title}", "[[part glossary]]")
    if volume.examples:
        pages["disputes.md"] = _page(f"Disputes about {title}", "[[part examples]]")
    return pages


def _page(title: str, *paragraphs: str) -> str:
    return "\n\n".join((f"# {title}", *paragraphs, ""))


def _asked(volume: Volume, chapter: Chapter) -> Iterator[str]:
    """Yield the section with the questions of a chapter, if there are any."""
    if volume.asked(chapter.name):
        yield "## Questions"
        yield ASKED


def _start(volume: Volume) -> Iterator[str]:
    """Yield what the first page of a game leads to: the doors, more for players, and what is for programmers."""
    law, editions = volume.rulebook.law, ", ".join(edition.name for edition in volume.rulebook.editions)
    yield DOORS
    yield "## More for players {#start-players}"
    yield _list(_for_players(volume))
    yield "## For programmers {#start-programmers}"
    yield (
        f"The rules are code, too: {len(law.clauses)} clauses in {len(law.chapters)} chapters. Each clause names its "
        f"place in the rulebook ({editions}), and shows the code that is the rule. On the command line, "
        f"`{volume.command}` is about this game; `{volume.command} play` begins one."
    )
    yield _list(_for_programmers(volume))


def _list(pages: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- [{words}]({page})" for page, words in pages)


def _written(volume: Volume, page: str, words: str) -> Iterator[tuple[str, str]]:
    """Yield a page that nobody can draft, if it is there, with its name in the navigation."""
    if volume.writes(page):
        yield page, words


def _for_players(volume: Volume) -> Iterator[tuple[str, str]]:
    """Yield the pages of a volume for players besides its doors, each with its name in the navigation."""
    yield from _written(volume, "reference-card.md", "Reference card")
    yield from _written(volume, "round-end.md", "End of a round")
    if volume.rulebook.law.scorings:
        yield "score-sheet.md", "Score sheet"
    if volume.rulebook.ready:
        yield "questions.md", "Questions"
    if volume.rulebook.ruleset.rulings():
        yield "rulings.md", "Rulings"
    yield "editions.md", "Editions"
    if volume.terms:
        yield "glossary.md", "Glossary"
    yield "component-sets.md", "Components"


def _for_programmers(volume: Volume) -> Iterator[tuple[str, str]]:
    """Yield the pages of a volume for people who write code or files, each with its name in the navigation."""
    if volume.examples:
        yield "disputes.md", "Disputes"
    yield keys.PAGE, "Keys of disputes"
    yield NOTATION, "Notation"
    yield "coverage.md", "Coverage"


def navigation(volume: Volume) -> str:
    """Return the navigation entry of a volume."""
    lines = (f"      - {words and f'{words}: '}{volume.folder}{page}\n" for page, words in _listed(volume))
    return "".join((f"  - {volume.rulebook.title}:\n", *lines))


def _listed(volume: Volume) -> Iterator[tuple[str, str]]:
    """Yield the pages of a volume in the order of its navigation, each with its name there."""
    chapters = ((f"rules/{chapter.name}.md", "") for chapter in volume.rulebook.law.chapters)
    yield from (("index.md", ""), *_written(volume, LESSON, "Learn"), ("rules/index.md", ""), *chapters)
    yield from (*_for_players(volume), *_for_programmers(volume))


def subjects(volumes: Iterable[Volume]) -> dict[str, Volume]:
    """Return the pages that are about one game alone, each with its volume."""
    about: dict[str, Volume] = {}
    for volume in volumes:
        pages = (volume.folder + page for page, _ in _listed(volume))
        about |= dict.fromkeys((*pages, *map(page_of, volume.examples)), volume)
    return {page: volume for page, volume in about.items() if page != HOME}
