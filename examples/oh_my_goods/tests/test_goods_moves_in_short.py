"""Two moves in one phrase: an assistant moved ``to`` a building, or hired ``at`` one; payments come in between."""

from __future__ import annotations

import pytest
from oh_my_goods import Game
from oh_my_goods import parse_dispute as read

from era_of_inventions.tabletop.records.notation import parse_moves, show_move
from era_of_inventions.tabletop.text.span import Span


@pytest.mark.covers
@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("move assistant from mill-1 to mill-2", ["move assistant from mill-1", "place at mill-2"]),
        (
            "move from mill-1 to mill-2; pay from charburner-wool, charburner-clay; stay",
            [
                "move assistant from mill-1",
                "pay from charburner-wool",
                "pay from charburner-clay",
                "place at mill-2",
                "stay",
            ],
        ),
        ("hire assistant-2a at mill-1; pay from mill-2", ["hire assistant-2a", "pay from mill-2", "place at mill-1"]),
        ("move assistant from mill-1; place at mill-2", ["move assistant from mill-1", "place at mill-2"]),
    ],
)
def test_an_assistant_goes_to_a_building(text: str, moves: list[str]) -> None:
    setting = Game(3).setting
    assert [show_move(move, setting) for _, _, move in parse_moves(Span.of(text), setting)] == moves


@pytest.mark.parametrize("chain", ['"flour + coal"', '"flour, coal"', '"flour and coal"', '["flour", "coal"]'])
def test_what_a_chain_takes_is_written_as_people_write_it(chain: str) -> None:
    stated = f'players = "Ann, Ben"\n[kind.bakery]\nchain = {chain}\n'
    dispute = read(f'game = "oh-my-goods"\n[position]\n{stated}[[claim]]\nmoves = "Ann: exchange"\n')
    (bakery,) = (kind for kind in dispute.game.setting.components.kinds if kind.id == "bakery")
    assert bakery.chain == ("flour", "coal")
