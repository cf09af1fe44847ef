"""The data of the page for the table: what is found by words leads to what has these words."""

from __future__ import annotations

import pytest

pytest.importorskip("mkdocstrings")

from docs.site.build import VOLUMES
from docs.site.search import alone, index_of, shelve
from docs.site.table import ANOTHER, to_find
from docs.site.volume import Volume
from era_of_inventions.tabletop.disputes.controls import Controls, controls
from era_of_inventions.tabletop.disputes.ready import ready_questions
from era_of_inventions.tabletop.play.game import Game

pytestmark = pytest.mark.repeats

READ = 5
"""How many results a player reads."""
games = pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.rulebook.name)


def opening(volume: Volume) -> Controls:
    return controls(Game(volume.rulebook, max(volume.rulebook.player_counts())).new())


@games
def test_every_question_is_among_the_first_that_its_own_words_find(volume: Volume) -> None:
    places = [*to_find(volume, opening(volume))]
    index = index_of(shelve(places, [volume]))
    for question in ready_questions(volume.rulebook):
        assert question.id in [places[number].address for number in index.find(question.ask)[:READ]]


@games
def test_every_kind_of_moves_can_be_found_and_nothing_else_has_to_be_fetched(volume: Volume) -> None:
    found = opening(volume)
    places = {place.address for place in to_find(volume, found)}
    assert places == {
        *(question.id for question in ready_questions(volume.rulebook)),
        *(f"{ANOTHER}{kind.words}" for kind in found.moves),
    }
    known = alone(to_find(volume, found), volume)
    assert {address for address, _ in known["shelf"]["places"]} == places
    assert known["docs"]["shelves"] == []


def test_a_word_that_no_question_has_finds_those_that_mean_the_same() -> None:
    (volume,) = (one for one in VOLUMES if one.rulebook.name == "era-of-inventions")
    places = [*to_find(volume, opening(volume))]
    assert not any("counterfeit" in question.ask for question in ready_questions(volume.rulebook))
    best = [places[number].title for number in index_of(shelve(places, [volume])).find("counterfeits")[:3]]
    assert all("fake" in title for title in best)
