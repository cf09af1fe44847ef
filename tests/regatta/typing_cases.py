"""What a type checker must know of Regatta: every error that is ignored here has to be there."""

from __future__ import annotations

from typing import assert_never, assert_type

from era_of_inventions.tabletop import Cards, Mask, Seat
from tests.regatta.model import (
    AnyMove,
    Arrive,
    Bid,
    Card,
    ChanceMove,
    Deal,
    Pass,
    PayCard,
    PayCoins,
    PlayerMove,
    Pledge,
    State,
)


def any_move(move: AnyMove) -> str:
    match move:
        case Deal() | Arrive():
            return by_chance(move)
        case _:
            return by_player(move)


def by_player(move: PlayerMove) -> str:
    match move:
        case Pledge(card) | PayCard(card):
            return f"card {assert_type(card, int)}"
        case Bid() | Pass():
            return "the auction"
        case PayCoins():
            return "coins"
        case _:
            assert_never(move)


def by_chance(move: ChanceMove) -> str:
    match move:
        case Deal():
            return "a card"
        case Arrive():
            return "a boat"
        case _:
            assert_never(move)


def a_move_is_forgotten(move: PlayerMove) -> str:
    match move:
        case Pledge() | Bid() | Pass() | PayCard():
            return "all but one"
        case _:
            assert_never(move)  # type: ignore[arg-type]


def held(state: State) -> None:
    assert_type(state.table.discards, Mask[Card])
    assert_type(state.me.hand, Cards[Card])
    assert_type(state.turn.bidders, Mask[Seat])
    state.table.discards | state.turn.bidders  # type: ignore[operator]
    by_player(Deal(3))  # type: ignore[arg-type]
