"""What a type checker must know of the public names: every error that is ignored here has to be there."""

from __future__ import annotations

from typing import assert_never, assert_type

from era_of_inventions import (
    Area,
    FactoryCard,
    Game,
    Good,
    Goods,
    InventionCard,
    Mask,
    Move,
    Space,
    State,
    count,
    evolve,
    from_json,
    mask,
    members,
    moves,
    pack,
    unpack,
)
from era_of_inventions.box.goods import total
from era_of_inventions.moves import ChanceMove, PlayerMove


def kinds_of_moves(game: Game, state: State) -> str:
    """Every kind of moves is dealt with, and the type checker knows."""
    for move in game.legal_moves(state):
        match move:
            case moves.RevealCard() | moves.RevealFactory():
                return by_chance(move)
            case _:
                return by_player(move)
    return ""


def by_player(move: PlayerMove) -> str:
    match move:
        case moves.PlaceDisc(area) | moves.Resolve(area) | moves.Withdraw(area):
            return assert_type(area, Area).title
        case moves.BuildFactory() | moves.RunAllFactories() | moves.RunFactory() | moves.BuyLoad():
            return "goods"
        case moves.ProduceInvention(cubes=cubes):
            return f"an invention for {total(assert_type(cubes, Goods))} cubes of free choice"
        case moves.Develop() | moves.RegisterPatent():
            return "inventions"
        case moves.TakeCog() | moves.Exchange():
            return "market"
        case moves.UseBonusDisc() | moves.EndAction() | moves.EndTurn():
            return "turn"
        case _:
            assert_never(move)


def by_chance(move: ChanceMove) -> str:
    match move:
        case moves.RevealCard():
            return "a card"
        case moves.RevealFactory():
            return "a factory"
        case _:
            assert_never(move)


def a_kind_of_chance_is_forgotten(move: ChanceMove) -> str:
    match move:
        case moves.RevealCard():
            return "a card"
        case _:
            assert_never(move)  # type: ignore[arg-type]


def a_move_of_a_player_is_forgotten(move: PlayerMove) -> str:
    match move:
        case moves.PlaceDisc() | moves.Resolve() | moves.Withdraw():
            return "a disc"
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
    by_player(moves.RevealCard(0))  # type: ignore[arg-type]
    by_chance(moves.EndTurn())  # type: ignore[arg-type]


def held(state: State) -> None:
    """What positions and components hold is told apart, however equal it is at run time."""
    me, board, box = state.me, state.board, state.components
    assert_type(me.goods, Goods)
    assert_type(me.developed | me.patented, Mask[Space])
    assert_type(me.factories, Mask[FactoryCard])
    assert_type(me.discs, Mask[Area])
    assert_type(board.deck & ~board.discards, Mask[InventionCard])
    assert_type(board.factory_deck, Mask[FactoryCard])
    assert_type(members(me.discs), tuple[int, ...])
    assert_type(me.goods + 2 * box.factories[0].output - pack({Good.WOOD: 1}), Goods)
    assert_type(me.discs | 1 << Area.BUY, Mask[Area])
    evolve(me, goods=pack({}), developed=mask(Space, [3]))


def mixed_up(state: State) -> None:
    me, board, box = state.me, state.board, state.components
    count(board.deck, Good.WOOD)  # type: ignore[arg-type]
    count(me.influence, Good.WOOD)  # type: ignore[arg-type]
    unpack(me.factories)  # type: ignore[arg-type]
    members(me.goods)  # type: ignore[arg-type]
    me.goods + board.deck  # type: ignore[operator]
    me.goods + 1  # type: ignore[operator]
    me.goods | me.developed  # type: ignore[operator]
    me.developed | me.goods  # type: ignore[operator]
    me.developed | me.factories  # type: ignore[operator]
    board.deck & board.factory_deck  # type: ignore[operator]
    assert me.goods < box.supply  # type: ignore[operator]
    evolve(me, goods=3)  # type: ignore[arg-type]
    evolve(me, developed=me.factories)  # type: ignore[arg-type]
    evolve(me, discs=1 << Area.BUY)  # type: ignore[arg-type]
    moves.Exchange(moves.Line.BARTER, me.developed)  # type: ignore[arg-type]
    moves.ProduceInvention(0, 1)  # type: ignore[arg-type]
