"""What a type checker must know of the public names: every error that is ignored here has to be there."""

from __future__ import annotations

from typing import assert_never, assert_type

from era_of_inventions import Area, Game, Move, State, from_json, moves
from era_of_inventions.model.moves import ChanceMove, PlayerMove


def kinds_of_moves(game: Game, state: State) -> str:
    """Every kind of moves is dealt with, and the type checker knows."""
    for move in game.legal_moves(state):
        match move:
            case moves.PlaceDisc(area) | moves.Resolve(area) | moves.Withdraw(area):
                return assert_type(area, Area).title
            case moves.BuildFactory() | moves.RunAllFactories() | moves.RunFactory() | moves.BuyLoad():
                return "goods"
            case moves.ProduceInvention() | moves.Develop() | moves.RegisterPatent():
                return "inventions"
            case moves.TakeCog() | moves.Exchange():
                return "market"
            case moves.UseBonusDisc() | moves.EndAction() | moves.EndTurn():
                return "turn"
            case moves.RevealCard() | moves.RevealFactory():
                return "chance"
            case _:
                assert_never(move)
    return ""


def two_kinds_are_forgotten(move: ChanceMove) -> str:
    match move:
        case moves.RevealCard():
            return "a card"
        case _:
            assert_never(move)  # type: ignore[arg-type]


def unions(move: PlayerMove | ChanceMove, state: State) -> None:
    any_move: Move = move
    assert_type(from_json("", State), State)
    state.round = 3  # type: ignore[arg-type]
    state.turn.seat = 3  # type: ignore[arg-type]
    moves.PlaceDisc(3)  # type: ignore[arg-type]
    moves.Exchange(moves.Line.BARTER)  # type: ignore[call-arg]
    assert any_move.area  # type: ignore[union-attr]
