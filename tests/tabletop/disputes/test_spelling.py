"""Keys that people write in other letters or words, or outside of their table, stand for the usual ones."""

from __future__ import annotations

import pytest

from era_of_inventions.tabletop.disputes import parse_dispute
from era_of_inventions.tabletop.errors import FileError

ERA, GOODS, PHOENICIA = "era-of-inventions", "oh-my-goods", "phoenicia"


def position(game: str, stated: str) -> object:
    """The position of a file of three players that states this; its lines end with ``|``."""
    lines = stated.replace("|", "\n")
    text = f'game = "{game}"\n[position]\nplayers = "Anna, Bob, Cem"\n{lines}\n[[claim]]\nhappens = "round = 1"\n'
    return parse_dispute(text).state


@pytest.mark.parametrize(
    ("game", "written", "usual"),
    [
        (PHOENICIA, 'overlord = "Bob"', 'Overlord = "Bob"'),
        (PHOENICIA, "[player.Bob]|vp = 2|Pp = 3", "[player.Bob]|VP = 2|PP = 3"),
        (PHOENICIA, '[player.Bob]|productiekaarten = "six"', '[player.Bob]|hand = "six"'),
        (PHOENICIA, "[player.Bob]|Victory-Points = 2", "[player.Bob]|VP = 2"),
        (GOODS, '[player.Bob]|Hand-Cards = "mill-1"', '[player.Bob]|hand = "mill-1"'),
        (ERA, '[player.Bob]|Resources = "2 wood"', '[player.Bob]|goods = "2 wood"'),
        (ERA, '[player.Bob]|"Bonus Discs" = 1', "[player.Bob]|bonus_discs = 1"),
        (ERA, 'display = "light-bulb-1"', '[position.board]|display = "light-bulb-1"'),
        (PHOENICIA, 'Display = "fort"', '[position.table]|display = "fort"'),
        (GOODS, 'first_row = "mill-1"|stage = "work"', 'stage = "work"|[position.table]|first_row = "mill-1"'),
        *((game, 'start_player = "Cem"', 'start = "Cem"') for game in (ERA, GOODS, PHOENICIA)),
        *((game, '"first player" = "Cem"', 'start = "Cem"') for game in (ERA, GOODS, PHOENICIA)),
    ],
)
def test_another_spelling_states_the_same(game: str, written: str, usual: str) -> None:
    assert position(game, written) == position(game, usual)


@pytest.mark.parametrize(
    ("game", "stated", "place"),
    [
        (PHOENICIA, "[player.Bob]|VP = 2|vp = 2", "player.Bob.vp"),
        (PHOENICIA, '[player.Bob]|hand = "six"|productiekaarten = "six"', "player.Bob.productiekaarten"),
        (ERA, 'display = "light-bulb-1"|[position.board]|display = "light-bulb-2"', "position.display"),
        (ERA, "developped = 1", "position.developped"),
    ],
)
def test_a_key_that_stands_there_twice_or_that_nobody_knows_is_refused(game: str, stated: str, place: str) -> None:
    with pytest.raises(FileError) as refused:
        position(game, stated)
    assert [problem.place for problem in refused.value.problems] == [place]
