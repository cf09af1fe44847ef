"""Ranking texts by words: stems, senses, what is near, and what counts more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from era_of_inventions.tabletop.text.ranking import Entry, Index, Part, index


def of(*texts: str, senses: Sequence[Sequence[str]] = ()) -> Index:
    """The index of texts."""
    return index([([Entry((Part(text, 1.0),)) for text in texts], senses)])


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Boxes are used.", "box"),
        ("A bonus", "the BONUSES"),
        ("Two ties", "what is a tied game?"),
        ("Münzen", "Munze"),
        ("Straße", "Strassen"),
    ],
)
def test_a_word_is_found_in_other_forms(text: str, query: str) -> None:
    assert index([([Entry((Part(text, 1.0, ("en", "de")),)), Entry((Part("pawn", 1.0),))], ())]).find(query) == [0]


def test_bonus_is_no_plural() -> None:
    assert of("bonus", "bonu").find("bonus") == [0]


def test_words_of_another_language_are_found_in_their_own_forms() -> None:
    texts = [Entry((Part("twee fabrieken", 1.0, ("nl",)),)), Entry((Part("zwei Fabriken", 1.0, ("de",)),))]
    known = index([(texts, ())])
    assert known.find("fabriek")[0] == 0
    assert known.find("Fabrik")[0] == 1


def test_words_of_one_sense_find_each_other_where_they_have_it() -> None:
    shelves = [
        ([Entry((Part("a gear of the engine", 1.0),))], [["development cog", "gear"]]),
        ([Entry((Part("a gear of the car", 1.0),))], [["gear", "vitesse"]]),
    ]
    known = index(shelves)
    assert known.find("development cogs") == [0]
    assert known.find("vitesse") == [1]
    assert known.find("cogs of development") == []


def test_common_senses_hold_everywhere() -> None:
    assert of("The winner is equal.", "Nothing.").find("Gleichstand") == [0]
    assert of("They swap cards.").find("tauschen") == [0]


def test_a_word_that_no_text_has_finds_what_is_near() -> None:
    known = of("buildings", "a pawn", "the patent track")
    assert known.find("buildingsite") == [0]
    assert known.find("Supertrack") == [2]
    assert known.find("paten") == [2]
    assert known.find("pa") == []


@pytest.mark.parametrize("query", ["patnet", "patet", "pattent", "padent", "ptaent"])
def test_a_word_with_a_slip_is_found_as_the_word_that_was_meant(query: str) -> None:
    assert of("a pawn", "the patent track").find(query) == [1]


def test_a_long_word_may_have_two_slips_and_a_short_one_or_its_first_letter_none() -> None:
    known = of("the influence track", "a coin", "the patent")
    assert known.find("infleunse") == [0]
    assert known.find("imfleunse") == []
    assert known.find("con") == []
    assert known.find("batent") == []


def test_the_word_with_the_fewest_slips_is_meant() -> None:
    known = of("a factory", "a factor", "an exchange")
    assert known.find("faktory") == [0]
    assert known.find("factory") == [0]


def test_a_slip_in_a_word_of_a_phrase_still_finds_what_it_means() -> None:
    assert of("a gear", "a pawn", senses=[["gear", "development cog"]]).find("develpment cog") == [0]


def test_rare_words_count_more_and_long_texts_less() -> None:
    known = of("coal coin", "coin", "coin and something else that is long", "coin coin")
    assert known.find("coal coin")[0] == 0
    assert known.find("coin")[-1] == 2


def test_parts_and_texts_count_as_they_say() -> None:
    heading = Entry((Part("coal", 3.0), Part("wood", 1.0)))
    below = Entry((Part("wood", 3.0), Part("coal", 1.0)))
    assert index([([below, heading], ())]).find("coal") == [1, 0]
    assert index([([Entry(below.parts, 2.0), Entry(below.parts, 3.0)], ())]).find("coal") == [1, 0]


def test_small_words_count_only_where_nothing_else_is_asked() -> None:
    known = of("what is the coal", "what may I do")
    assert known.find("may I have the coal") == [0]
    assert 1 in known.find("what may I")


@pytest.mark.parametrize("query", ["", " ", "…", "☃"])
def test_nothing_finds_nothing(query: str) -> None:
    assert of("coal").find(query) == []
    assert index([]).find("coal") == []
