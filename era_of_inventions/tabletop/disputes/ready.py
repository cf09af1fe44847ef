"""Ready questions: what people often quarrel about, as a sentence with blanks and a dispute that has the same blanks.

A rulebook keeps them in a file, `Rulebook.ready`. Each blank always holds one of a few
choices, so that every question is a whole dispute from the start. For kinds of moves
without a question, the file has a table with which somebody may ask about any such
move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from pathlib import Path

from era_of_inventions.tabletop.disputes.claim import RESULTS
from era_of_inventions.tabletop.errors import Code, FileError, Problem, Verbatim
from era_of_inventions.tabletop.play.grammar import BLANK
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.text.toml import in_toml, read_toml, refuse
from era_of_inventions.tabletop.values import (
    Field,
    InvalidDataError,
    Text,
    field,
    layout_of,
    record,
)
from era_of_inventions.tabletop.values.plain import Inside, Keyed, Many, PerRulebook, word


@record
class Blank:
    """A blank: what it asks for, its choices, and the one that it holds at first.

    ``choices`` maps the words of each choice to the text that stands in the dispute.
    """

    ask: Field[str] = field(Text(), "what it asks for, as a question")
    choices: Field[Mapping[str, str]] = field(
        Keyed(Text()), "the words of each choice, with the text for the dispute"
    )
    first: Field[str] = field(Text(), "the words of the choice that it holds at first")


@record
class ReadyQuestion:
    """A question in players' words, with its short answer, a sentence and a dispute, both with blanks."""

    id: Field[str] = field(Text(), "the word for it in addresses")
    topic: Field[str] = field(
        PerRulebook(lambda rulebook: word([one.name for one in rulebook.law.chapters])),
        "the chapter it belongs to",
    )
    ask: Field[str] = field(Text(), "the question")
    answer: Field[str] = field(Text(), "the short answer")
    sentence: Field[str] = field(Text(), "the case, with blanks in braces")
    dispute: Field[str] = field(Text(), "the text of the dispute, with the same blanks")
    expect: Field[str] = field(
        word(RESULTS), "what comes of the claim while the blanks hold what they do at first"
    )
    blanks: Field[Mapping[str, Blank]] = field(
        Keyed(Inside(Blank)), "the blanks, by name", default={}
    )

    def filled(self, chosen: Mapping[str, str]) -> str:
        """Return the text of the dispute with the chosen words in its blanks; the others hold what they do at first."""
        texts = {
            name: blank.choices[chosen.get(name, blank.first)]
            for name, blank in self.blanks.items()
        }
        return BLANK.sub(lambda match: texts[match[1]], self.dispute)

    def cases(self) -> Iterator[dict[str, str]]:
        """Yield every combination of choices, by the names of the blanks."""
        names = list(self.blanks)
        for words in product(*(blank.choices for blank in self.blanks.values())):
            yield dict(zip(names, words, strict=True))


@record
class ReadyMove:
    """Moves that begin alike, and what a dispute about such a move states."""

    begins: Field[str] = field(
        Text(),
        "how the moves begin: with the words for their kind, or with more; the longest counts",
    )
    states: Field[str] = field(
        Text(),
        "what follows the players in a dispute; it can end in a claim with the moves before this one. In braces"
        " stand `who` makes the move, any `other` player, both as TOML, `1`, `2`, … the parts of the move, and `kind1`,"
        " … the parts without their last word: `sewing machine` for `sewing-machine-fake`",
    )


@record
class ReadyFile:
    """The keys of a file of ready questions."""

    question: Field[tuple[ReadyQuestion, ...]] = field(
        Many(Inside(ReadyQuestion)), "the questions, those of a topic together", default=()
    )
    move: Field[tuple[ReadyMove, ...]] = field(
        Many(Inside(ReadyMove)), "the moves, by how they begin", default=()
    )


@lru_cache(maxsize=8)
def ready_file(rulebook: AnyRulebook) -> ReadyFile:
    """Return the ready questions and moves of a rulebook, in the order of its file; an empty file if it has none.

    Raises `FileError` with all problems for a file that cannot be used.
    """
    return ReadyFile() if rulebook.ready is None else read_ready(rulebook.ready, rulebook)


def ready_questions(rulebook: AnyRulebook) -> tuple[ReadyQuestion, ...]:
    """Return the ready questions of a rulebook; see `ready_file`."""
    return ready_file(rulebook).question


def read_ready(path: Path, rulebook: AnyRulebook) -> ReadyFile:
    """Read a file of ready questions. Raises `FileError` with all problems."""
    raw = read_toml(path)
    try:
        file = layout_of(ReadyFile, rulebook.terms).read(raw)
    except InvalidDataError as error:
        raise FileError(str(path), [in_toml(problem) for problem in error.problems]) from None
    problems = chain(*map(_problems, file.question), _beginnings(file.move, rulebook))
    refuse(path, [*problems])
    return file


def _beginnings(moves: Sequence[ReadyMove], rulebook: AnyRulebook) -> Iterator[Problem]:
    """Yield a problem for each of the moves that begins with the words of no kind of moves."""
    known = (*dict.fromkeys(map(rulebook.grammar.words_of, rulebook.kinds)),)
    for number, one in enumerate(moves, 1):
        if not any(f"{one.begins} ".startswith(f"{words} ") for words in known):
            at = (Verbatim(f"move[{number}]"), "begins")
            expected = "words with which moves begin"
            yield Problem(at, Code.UNKNOWN_WORD, one.begins, expected, known)


def _problems(question: ReadyQuestion) -> Iterator[Problem]:
    """Yield a problem for blanks that are not declared or not used, and for each first choice that is no choice."""
    place = f"question {question.id}"
    for key in ("sentence", "dispute"):
        used = set(BLANK.findall(getattr(question, key)))
        if used != question.blanks.keys():
            found = f"has the blanks {', '.join(sorted(used)) or 'none'}"
            expected = ", ".join(sorted(question.blanks)) or "none"
            yield Problem.at(f"{place}.{key}", Code.INCONSISTENT, found, expected)
    for name, blank in question.blanks.items():
        if blank.first not in blank.choices:
            at = (place, "blanks", name, "first")
            known = tuple(blank.choices)
            yield Problem(at, Code.UNKNOWN_WORD, blank.first, "one of its choices", known)
