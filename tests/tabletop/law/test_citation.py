"""Citations: short anchors, which are found in the text of whoever owns the rulebook."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.law.citation import ANCHOR_WORDS, Cite, Edition, Section, locate, passage
from tests.support.problems import sentence
from tests.support.stones import EDITION, IN_ORDER, RULES, AnyClause

WORDS = st.lists(st.from_regex(r"[a-zé0-9]{1,5}", fullmatch=True), min_size=1, max_size=12)


@given(WORDS, st.sampled_from((" ", "-", ", ", " \n")))
def test_an_anchor_has_one_to_six_words(words: list[str], between: str) -> None:
    anchor = between.join(words)
    if len(words) <= ANCHOR_WORDS:
        assert Cite("The heap", anchor).anchor == anchor
    else:
        problem = f"the anchor {anchor!r} has {len(words)} words; expected 1 to 6"
        with pytest.raises(ValueError, match=sentence(problem)):
            Cite("The heap", anchor)


@given(st.text(" \n\t.,-_()…'\""))
def test_an_anchor_of_marks_alone_has_no_words(anchor: str) -> None:
    with pytest.raises(ValueError, match=sentence(f"the anchor {anchor!r} has no word; expected 1 to 6")):
        Cite("The heap", anchor)


def test_marks_that_stand_alone_count_as_words_of_an_anchor() -> None:
    assert Cite("The heap", "a . . . . .").anchor == "a . . . . ."
    with pytest.raises(ValueError, match=sentence("the anchor 'a . . . . . .' has 7 words; expected 1 to 6")):
        Cite("The heap", "a . . . . . .")


def test_titles_of_sections_differ() -> None:
    problem = "sections share a title: The end, The heap; expected a different title for each"
    sections = [Section(title, f"{n} {title}") for n, title in enumerate(["The heap", "The end", "Nim"] * 2)][:5]
    with pytest.raises(ValueError, match=sentence(problem)):
        Edition("en", "English", tuple(sections))


def test_sections_are_found_by_title() -> None:
    assert [EDITION.section(section.title) for section in EDITION.sections] == list(EDITION.sections)


def test_unknown_sections_are_refused() -> None:
    problem = "the English edition has no section 'The start'; expected one of 'The heap', 'Taking stones', 'The end'"
    for ask in (
        lambda: EDITION.section("The start"),
        lambda: locate(EDITION, RULES, Cite("The start", "stones")),
        lambda: passage(EDITION, RULES, Cite("The start", "stones")),
        lambda: locate(EDITION, "", Cite("The start", "stones")),
    ):
        with pytest.raises(ValueError, match=sentence(problem)):
            ask()


@pytest.fixture
def own_copy(tmp_path: Path) -> str:
    """The text of the rulebook as its owner has it in a file."""
    path = tmp_path / "nim_en.txt"
    path.write_text(RULES, encoding="utf-8")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("clause", [clause for clause in IN_ORDER if clause.cites], ids=lambda clause: clause.id)
def test_the_citations_of_a_law_are_found_in_the_copy_of_an_owner(clause: AnyClause, own_copy: str) -> None:
    cite = clause.cites["en"]
    line = locate(EDITION, own_copy, cite)
    assert line is not None
    assert cite.anchor in own_copy.splitlines()[line - 1]
    assert passage(EDITION, own_copy, cite, 0) == own_copy.splitlines()[line - 1]


@pytest.mark.parametrize(
    ("section", "anchor", "line"),
    [
        ("The heap", "The heap", 4),
        ("The heap", "fifteen", 5),
        ("The heap", "be of any kind such", 5),  # over the end of a line
        ("The heap", "pebbles", 6),
        ("The heap", "take stones", None),  # is in another section
        ("The heap", "rules", None),  # is before the first section
        ("Taking stones", "stones", 8),  # the first of several
        ("Taking stones", "take stones", 9),
        ("Taking stones", "at", 9),
        ("Taking stones", "at a", 10),
        ("Taking stones", "AT, A... Time!", 10),
        ("Taking stones", "stone", None),  # is only part of a word there
        ("Taking stones", "body may", None),
        ("Taking stones", "no body", 10),  # spaces do not count, the edges of words do
        ("The end", "stone", 13),
        ("The end", "has won", 13),  # the last words of the text
    ],
)
def test_where_anchors_are_found(section: str, anchor: str, line: int | None) -> None:
    assert locate(EDITION, RULES, Cite(section, anchor)) == line


def test_a_section_without_its_heading_belongs_to_the_one_before() -> None:
    text = RULES.replace("2 Taking", "Z Taking")
    assert locate(EDITION, text, Cite("The heap", "nobody")) == 10
    assert locate(EDITION, text, Cite("Taking stones", "nobody")) is None
    assert locate(EDITION, text, Cite("The end", "whoever")) == 13


def test_a_heading_opens_a_line_and_comes_after_the_one_before() -> None:
    text = f"See 1. The heap, 3. The end.\n3. The end\nis told below.\n{RULES}"
    assert locate(EDITION, text, Cite("The heap", "fifteen")) == 8
    assert locate(EDITION, text, Cite("The heap", "told")) is None
    assert locate(EDITION, text, Cite("The end", "told")) is None
    assert locate(EDITION, text, Cite("The end", "whoever")) == 16


def test_a_text_may_begin_with_its_first_heading() -> None:
    text = RULES[RULES.index("The heap") :]
    edition = attrs.evolve(EDITION, sections=(Section("The heap", "The heap"),))
    assert locate(edition, text, Cite("The heap", "the heap")) == 1
    assert locate(edition, text, Cite("The heap", "fifteen")) == 2


def test_sections_may_have_the_same_heading() -> None:
    edition = Edition("en", "English", (Section("first", "A"), Section("second", "A")))
    assert locate(edition, "A\nA\nstone", Cite("first", "stone")) is None
    assert locate(edition, "A\nA\nstone", Cite("second", "stone")) == 3
    assert locate(edition, "A\nstone", Cite("first", "stone")) == 2


def test_parts_of_words_are_passed_over() -> None:
    text = "1 The heap\nextra a\na as"
    assert locate(EDITION, text, Cite("The heap", "a")) == 2
    assert locate(EDITION, text, Cite("The heap", "as")) == 3
    assert locate(EDITION, text, Cite("The heap", "s")) is None


@pytest.mark.parametrize("text", ["", "...", "Fifteen stones lie in a heap."])
def test_nothing_is_found_in_a_text_without_headings(text: str) -> None:
    assert locate(EDITION, text, Cite("The heap", "fifteen stones")) is None
    assert passage(EDITION, text, Cite("The heap", "fifteen stones")) is None


def test_a_heading_without_words_is_not_found() -> None:
    edition = attrs.evolve(EDITION, sections=(Section("Rules", "***"), *EDITION.sections))
    assert locate(edition, RULES, Cite("Rules", "old")) is None
    assert locate(edition, RULES, Cite("The heap", "fifteen")) == 5


HALVES: Callable[[str], str] = lambda word: f"{word[: len(word) // 2]}-\n{word[len(word) // 2 :]}"  # noqa: E731
NOISE: tuple[Callable[[str], str], ...] = (
    lambda word: word,
    str.upper,
    lambda word: word.replace("o", "ö").replace("e", "é"),
    lambda word: word.replace("a", "a\u0301"),
    lambda word: word.replace("fi", "ﬁ").replace("st", "ﬆ"),
    lambda word: f"«{word}», —",
    lambda word: HALVES(word) if len(word) > 3 else word,
    lambda word: HALVES(word).replace("-\n", "\u00ad \n  ") if len(word) > 3 else word,
)
"""What a scan or a printer does to a word."""
PRINTED = re.findall(r"(\w+)(\W+)", RULES)
"""The words of the rulebook, each with what is printed up to the next."""


@given(
    st.lists(st.sampled_from(NOISE), min_size=len(PRINTED), max_size=len(PRINTED)),
    st.sampled_from(EDITION.sections),
    st.integers(0, 99),
    st.integers(1, ANCHOR_WORDS),
)
def test_anchors_are_found_through_the_noise_of_a_scan(
    noise: list[Callable[[str], str]], section: Section, start: int, size: int
) -> None:
    text, places, chapter = "", [], ""
    for (word, gap), spoil in zip(PRINTED, noise, strict=True):
        chapter = word if word.isdecimal() else chapter
        if section.marker.startswith(f"{chapter}."):
            places.append((word.lower(), text.count("\n") + 1))
        text += spoil(word) + gap
    words, lines = zip(*places, strict=True)
    anchor = words[start % len(words) :][:size]
    first = next(n for n in range(len(words)) if words[n : n + len(anchor)] == anchor)
    assert locate(EDITION, text, Cite(section.title, " ".join(anchor))) == lines[first]


@given(st.sampled_from([clause.cites["en"] for clause in IN_ORDER if clause.cites]), st.integers(0, 20))
def test_a_passage_has_the_lines_around_the_anchor(cite: Cite, lines: int) -> None:
    at = locate(EDITION, RULES, cite)
    assert at is not None
    around = [line for number, line in enumerate(RULES.split("\n"), 1) if abs(number - at) <= lines]
    assert passage(EDITION, RULES, cite, lines) == "\n".join(around)


def test_a_passage_has_three_lines_before_and_after_unless_told_otherwise() -> None:
    cite = Cite("The heap", "pebbles")
    assert passage(EDITION, RULES, cite) == "\n".join(RULES.split("\n")[2:9])
    assert passage(EDITION, RULES, cite, lines=0) == "of any kind, such as pebbles."
    assert passage(EDITION, RULES, Cite("The heap", "coins")) is None


@given(st.integers(max_value=-1))
def test_a_negative_number_of_lines_is_refused(lines: int) -> None:
    problem = f"the number of lines around a passage is {lines}; expected 0 or more"
    with pytest.raises(ValueError, match=sentence(problem)):
        passage(EDITION, RULES, Cite("The heap", "pebbles"), lines)
