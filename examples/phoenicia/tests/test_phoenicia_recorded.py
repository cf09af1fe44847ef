"""Whole games on file, played again: every round and score as it was. And the notation of moves and games."""

from __future__ import annotations

import json
from typing import Any

import pytest
from phoenicia.moves import Move
from phoenicia.position import Stage, State
from phoenicia.rulebook import PHOENICIA
from phoenicia.rulings import Ruleset
from phoenicia_make_games import EXPECTED, FOLDER, expectation

from era_of_inventions.tabletop.cli.typed import typed_moves
from era_of_inventions.tabletop.errors import NotationError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.records import Record, parse_game, parse_move, read_game, show_game, show_move
from era_of_inventions.tabletop.records.notation import parse_moves
from era_of_inventions.tabletop.text.span import Span

GAMES: dict[str, dict[str, Any]] = json.loads(EXPECTED.read_text(encoding="utf-8"))
GAME: Game[State, Move] = Game(PHOENICIA, 2)


def recorded(name: str) -> Record[State, Move]:
    """A game on file."""
    return read_game(FOLDER / f"{name}.era", (PHOENICIA,))


def test_the_games_are_of_many_kinds() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.era")) == sorted(GAMES)
    records = [recorded(name) for name in GAMES]
    assert len(records) >= 10
    assert {record.setting.players for record in records} == {2, 3, 4, 5}
    assert {record.setting.ruleset for record in records} >= {Ruleset.preset(name) for name in Ruleset.presets}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_went(name: str) -> None:
    record = recorded(name)
    assert expectation(record) == GAMES[name]
    assert record.end().turn.stage is Stage.OVER
    text = (FOLDER / f"{name}.era").read_text(encoding="utf-8")
    assert show_game(record) == text
    assert max(map(len, text.splitlines())) <= 100


def test_every_move_is_read_as_it_is_written() -> None:
    for move in GAME.moves:
        assert parse_move(show_move(move, GAME.setting), GAME.setting) == move


@pytest.mark.parametrize(
    ("told", "move"),
    [
        ("put up openbare opdrachten", "put up public-works"),
        ("employ landbouw", "employ farming"),
        ("move jacht textiel", "move hunting clothmaking"),
        ("move farming to hunting", "move farming hunting"),
        ("move worker from farm to hunt", "move farming hunting"),
        ("pay 6", "pay six"),
        ("Give  UP 5", "give up five"),
        ("reveal hoogoven", "reveal smelter"),
    ],
)
def test_other_words_for_the_same_are_understood(told: str, move: str) -> None:
    assert show_move(parse_move(told, GAME.setting), GAME.setting) == move


@pytest.mark.parametrize(
    ("told", "same"),
    [
        ("pay 2 six", "pay six; pay six"),
        ("deal 2 four, 5", "deal four, four, five"),
        ("reveal 2 dyer and fort", "reveal dyer, dyer, fort"),
        ("deal 3 ?", "deal ?, ?, ?"),
    ],
)
def test_moves_that_are_alike_are_counted(told: str, same: str) -> None:
    found, expected = (
        [move for _, _, move in parse_moves(Span.of(text), GAME.setting, partly=True)] for text in (told, same)
    )
    assert found == expected


@pytest.mark.parametrize(("text", "column"), [("pay 2 6", 5), ("bid 2 5", 7), ("pay 0 six", 5), ("pay 2 seven", 5)])
def test_nothing_else_is_counted(text: str, column: int) -> None:
    ((_, _, error),) = parse_moves(Span.of(text), GAME.setting)
    assert error.column == column


def test_cards_are_dealt_by_hand_as_they_are_called() -> None:
    state = GAME.new()
    assert typed_moves("2 textielverver; smelter", state, "chance") == typed_moves(
        "reveal dyer, dyer, smelter", state, "chance"
    )


@pytest.mark.covers
@pytest.mark.parametrize(
    "text", ["put up", "bid", "bid -3", "bid ten", "pay seven", "employ", "move hunting", "sell", ""]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text, GAME.setting)


@pytest.mark.parametrize(
    ("text", "helps"),
    [("pay 2", "'disks'"), ("move", "'move hunting farming'"), ("move to farming", "'move hunting farming'")],
)
def test_a_refusal_names_a_move_that_could_be_meant(text: str, helps: str) -> None:
    with pytest.raises(NotationError, match=helps) as caught:
        parse_move(text, GAME.setting)
    assert caught.value.expected.count("clothmaking") <= 1


def test_a_game_can_begin_in_any_position() -> None:
    for step in list(recorded("default-4-settlers").replay())[::23]:
        record: Record[State, Move] = Record(step.state)
        assert parse_game(show_game(record), (PHOENICIA,)) == record
