"""Lists of things in a dispute: as a text with commas or as a list, and a word where the commas are forgotten."""

from __future__ import annotations

import re

import pytest

from era_of_inventions.tabletop.disputes import parse_dispute
from era_of_inventions.tabletop.errors import Code, FileError

ERA, GOODS, PHOENICIA = "era-of-inventions", "oh-my-goods", "phoenicia"


def text(game: str, stated: str, players: str = '"Anna, Bob, Cem"') -> str:
    """A dispute in which this is stated of Anna."""
    claim = '[[claim]]\nhappens = "Anna hand cards = 0"' if game != ERA else '[[claim]]\nhappens = "Anna coins = 0"'
    return f'game = "{game}"\n[position]\nplayers = {players}\n[player.Anna]\n{stated}\n{claim}\n'


@pytest.mark.parametrize(
    ("game", "listed", "joined"),
    [
        (ERA, 'goods = ["2 coins", "wood"]', 'goods = "2 coins, wood"'),
        (ERA, 'discs = ["market", "goods"]', 'discs = "market, goods"'),
        (GOODS, 'buildings = ["charburner-grain 7", "mill-1"]', 'buildings = "charburner-grain 7, mill-1"'),
        (PHOENICIA, 'tools = ["2 hunting", "farming"]', 'tools = "2 hunting, farming"'),
    ],
)
def test_a_list_of_texts_is_read_as_a_text_with_commas(game: str, listed: str, joined: str) -> None:
    assert parse_dispute(text(game, listed)).state == parse_dispute(text(game, joined)).state


@pytest.mark.parametrize(
    ("game", "stated", "place", "apart"),
    [
        (ERA, 'goods = "2 coins wood"', "player.Anna.goods", "coins, wood"),
        (ERA, 'goods = "wood 2 coins"', "player.Anna.goods", "wood, 2 coins"),
        (ERA, 'goods = ["2 coin wood"]', "player.Anna.goods", "coin, wood"),
        (ERA, 'developed = "car technical telephone"', "player.Anna.developed", "car technical, telephone"),
        (GOODS, 'hand = ["mill-2 mill-3"]', "player.Anna.hand[1]", "mill-2, mill-3"),
        (PHOENICIA, 'cards = "fort tracker"', "player.Anna.cards", "fort, tracker"),
    ],
)
def test_forgotten_commas_are_suggested(game: str, stated: str, place: str, apart: str) -> None:
    with pytest.raises(FileError) as error:
        parse_dispute(text(game, stated))
    (problem,) = error.value.problems
    assert (problem.place, problem.code) == (place, Code.UNKNOWN_WORD)
    assert repr(apart) in problem.expected


@pytest.mark.parametrize("stated", ['goods = "2 coins gravel"', 'goods = "coin 2 3 wood"', 'discs = "market"x'])
def test_words_that_are_not_known_are_not_taken_apart(stated: str) -> None:
    with pytest.raises(FileError) as error:
        parse_dispute(text(ERA, stated))
    assert "commas" not in str(error.value)


@pytest.mark.parametrize("players", ['"Anna Bob Cem"', '["Anna Bob Cem"]'])
def test_players_without_commas_are_taken_apart_if_their_number_fits(players: str) -> None:
    with pytest.raises(FileError) as error:
        parse_dispute(text(ERA, "", players))
    assert [problem.place for problem in error.value.problems][:1] == ["position.players"]
    assert "'Anna, Bob, Cem'" in error.value.problems[0].expected


@pytest.mark.parametrize(
    ("game", "table", "stated"),
    [
        (ERA, "board", 'display = "light-bulb-2, ?"'),
        (ERA, "board", 'row = ["3 ?"]'),
        (PHOENICIA, "table", 'display = "dyer, ?"'),
        (GOODS, "table", 'first_row = "mill-1, 2 ?"'),
    ],
)
def test_a_card_that_everybody_sees_cannot_be_unknown_but_left_out(game: str, table: str, stated: str) -> None:
    def read(stated: str) -> None:
        claim = '[[claim]]\nhappens = "round = 1"\n'
        parse_dispute(f'game = "{game}"\n[position]\nplayers = "Ann, Bob, Cem"\n[position.{table}]\n{stated}\n{claim}')

    with pytest.raises(FileError) as error:
        read(stated)
    (problem,) = error.value.problems
    assert "leave out" in problem.expected
    read(re.sub(r"(, )?([0-9] )?[?]", "", stated))


@pytest.mark.parametrize("text", ["0 x take cog", "0 nonsense", "00 x take cog", "take cog 0 times", "take cog x 0"])
def test_a_move_that_is_made_no_times_is_refused_and_not_left_out(text: str) -> None:
    claim = f'[[claim]]\nmoves = "{text}"\n'
    (read,) = parse_dispute(f'game = "era-of-inventions"\n[position]\nplayers = ["A", "B", "C"]\n{claim}').claims
    assert [problem.place for problem in read.problems] == ["claim[1].moves"]
