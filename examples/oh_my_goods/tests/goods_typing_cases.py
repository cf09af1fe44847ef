"""What a type checker must know of the front door: every error that is ignored here has to be there."""

from __future__ import annotations

from random import Random
from typing import assert_type

from oh_my_goods import Game, Move, Record, State, Step, from_json, parse_game, parse_move, read_game


def positions_and_moves(game: Game) -> None:
    state = assert_type(game.new(rng=Random(1)), State)
    move = assert_type(game.legal_moves(state)[0], Move)
    assert_type(game.play(state, move), State)
    assert_type(parse_move("pass", game.setting), Move)
    game.play(state, "pass")  # type: ignore[arg-type]
    Game(components=3)  # type: ignore[arg-type]


def records(game: Game, state: State) -> None:
    record = assert_type(Record(state).then(game.legal_moves(state)[0]), Record)
    assert_type(record.end(), State)
    assert_type(next(record.replay()), Step)
    assert_type(parse_game(""), Record)
    assert_type(read_game("game.txt"), Record)
    record.then("pass")  # type: ignore[arg-type]


def documents(game: Game) -> None:
    assert_type(from_json("", State), State)
    assert_type(from_json("", Record), Record)
    assert_type(from_json("", Move, setting=game.setting), Move)
