"""Menus at the terminal: every legal move is on them once, none is long, and they say why nothing can be done."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from oh_my_goods.rulebook import OH_MY_GOODS
from phoenicia.rulebook import PHOENICIA

from era_of_inventions import ERA, Area, Good, State, Turn, count, evolve, moves, pack
from era_of_inventions import Game as EraGame
from era_of_inventions.position import Phase
from era_of_inventions.samples import enriched
from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.cli.menu import MenuLine, barred_lines, choices, menu_lines
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import Rulebook
from tests.regatta.rulebook import REGATTA
from tests.support.numerals import NUMERALS

LINES_MAX = 21
WIDTH = 80


def positions(rulebook: Rulebook[Any, Any], seed: int) -> Iterator[Any]:
    """The positions of a game at random, in which everybody has plenty if that can be."""
    game: Game[Any, Any] = Game(rulebook, rulebook.player_counts()[-1])
    rng = random.Random(seed)
    state = rulebook.samples.enrich(game.deal(game.new(), rng), rng)
    while legal := game.legal_moves(state):
        yield state
        state = game.play(state, rulebook.samples.choose(legal, rng))


def leaves(menu: Sequence[MenuLine], state: Any, width: int) -> Iterator[Any]:
    """The moves that can be chosen by a menu, and by those that follow it."""
    lines = list(menu_lines(menu, width))
    assert len(lines) <= LINES_MAX
    assert max(map(len, lines)) <= width
    assert sorted(int(number) for line in lines for number in re.findall(r"(?:^ *|  )(\d+)  ", line)) == [
        *range(1, len(menu) + 1)
    ]
    for choice in menu:
        if len(choice.moves) == 1:
            yield choice.moves[0]
        else:
            below = choices(choice.moves, state, width)
            assert len(below) > 1
            yield from leaves(below, state, width)


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", [ERA, OH_MY_GOODS, PHOENICIA, REGATTA], ids=lambda rulebook: rulebook.name)
def test_every_legal_move_is_chosen_by_menus_that_fit_a_terminal(rulebook: Rulebook[Any, Any]) -> None:
    for state in positions(rulebook, 3):
        game: Game[Any, Any] = Game.from_state(state)
        legal = game.legal_moves(state)
        assert sorted(map(id, leaves(choices(legal, state, WIDTH), state, WIDTH))) == sorted(map(id, legal))


def at(area: Area, goods: dict[Good, int], rich: bool = False) -> State:
    """A position in which the first player carries out the action of an area with these goods."""
    rng = random.Random(1)
    game = EraGame(3)
    state = game.deal(game.new(), rng)
    state = enriched(state, rng) if rich else state
    player = state.players[0] if rich else evolve(state.players[0], goods=pack(goods))
    return evolve(state, players=(player, *state.players[1:]), turn=Turn(Phase.ACTION, 0, area))


@pytest.mark.parametrize(
    ("width", "steps"), [(WIDTH, ["give", "take"]), (44, ["line", "give", "take"])], ids=("80 columns", "a phone")
)
def test_an_exchange_is_chosen_by_its_line_then_by_what_is_given_and_taken(width: int, steps: list[str]) -> None:
    state = at(Area.MARKET, {}, rich=True)
    legal = EraGame.from_state(state).legal_moves(state)
    groups = tuple(move for move in legal if isinstance(move, moves.Exchange))
    for step in steps:
        menu = choices(groups, state, width)
        values = [{getattr(move, step) for move in choice.moves} for choice in menu]
        assert all(len(value) == 1 for value in values)
        groups = max(menu, key=lambda choice: len(choice.moves)).moves
    assert len(groups) == 1


def test_a_menu_says_what_a_factory_costs_and_what_there_is() -> None:
    state = at(Area.BUILD, {Good.METAL: 1})
    lines = "\n".join(barred_lines(state, ("Ann", "Bo", "Cy"), 1000))
    assert "[build.must-afford]" in lines
    id_, cost = re.findall(r"build (\S+): cost: (.*?), stock: 1 metal$", lines, re.MULTILINE)[0]
    (factory,) = [factory for factory in state.components.factories if factory.id == id_]
    assert factory.id in {state.components.factories[index].id for index in state.board.row}
    for good in Good:
        assert (f"{count(factory.cost, good)} {good.word}" in cost) is bool(count(factory.cost, good))


def test_nothing_is_said_of_moves_that_are_possible_or_not_due() -> None:
    assert not [*barred_lines(at(Area.BUILD, {Good.WOOD: 9, Good.COAL: 9}), ("Ann", "Bo", "Cy"), WIDTH)]


def typed(text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a game of Numerals shows to somebody who types this."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert cli.main(NUMERALS, ["play", "-p", "2", "--bots", "none"]) == cli.HOLDS
    return capsys.readouterr().out


def test_a_number_that_is_a_card_and_another_line_of_the_menu_is_asked_for_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = typed("1\n3\ntake 3\nquit!\n", monkeypatch, capsys)
    assert "3 is line 3 of the menu, 'take 4', and the name of something; expected a move in words" in shown
    assert re.findall(r"Player \d: take (\d)", shown) == ["1", "3"]


def test_a_number_that_is_only_a_card_is_the_card(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = typed("1\n6\n9\nquit!\n", monkeypatch, capsys)
    assert re.findall(r"Player \d: take (\d)", shown) == ["1", "6"]
    assert "there is no move 9; expected 1 to 4" in shown
