"""What is told of two positions: everything that differs, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, Space
from era_of_inventions.box.goods import Good, pack, show
from era_of_inventions.position import EMPTY, Phase, State
from era_of_inventions.tabletop.values import evolve, mask
from era_of_inventions.tabletop.values.packed import SeatNumber
from era_of_inventions.testing import reachable_states
from tests.support.positions import SHIPPED, position

BEFORE = position(
    seat=1,
    goods={0: {Good.WOOD: 1, Good.TOOL: 2, Good.COIN: 3}},
    influence={1: 4},
    display=[30, EMPTY, 32],
    row=[EMPTY, 2],
)


def told(before: State, after: State) -> list[tuple[int | None, str, object, object]]:
    return [(change.seat, change.what, change.before, change.after) for change in before.setting.changes(before, after)]


@pytest.mark.slow
@pytest.mark.covers
@given(reachable_states())
def test_nothing_differs_from_itself(state: State) -> None:
    assert not told(state, state)
    assert not told(state, evolve(state, board=evolve(state.board), players=tuple(state.players)))


def test_players_in_seat_order_and_by_kind() -> None:
    after = position(
        seat=1,
        goods={0: {Good.WOOD: 2, Good.COAL: 1, Good.COIN: 1}},
        influence={1: 9},
        bonus_discs={1: 3},
        patents={2: 1},
        developed={2: [0, 6, 7]},
        patented={2: [7]},
        factories={3: [4]},
        discs={3: [Area.MARKET]},
    )
    players = [change for change in told(BEFORE, after) if change[0] is not None]
    assert players == [
        (0, "wood", 1, 2),
        (0, "coal", 0, 1),
        (0, "tools", 2, 0),
        (0, "coins", 3, 1),
        (1, "influence", 4, 9),
        (1, "bonus discs", 5, 3),
        (2, "patents", 0, 1),
        (2, "marker on cash register", 0, 1),
        (2, "marker on telephone", 0, 1),
        (2, "marker on telephone technical", 0, 1),
        (2, "patent on telephone technical", 0, 1),
        (3, "factory coal-mine-2", 0, 1),
        (3, "disc on market", 0, 1),
    ]
    back = [change for change in told(after, BEFORE) if change[0] is not None]
    assert back == [(seat, what, now, was) for seat, what, was, now in players]


def test_the_board_and_the_piles() -> None:
    board = BEFORE.board
    loads = (board.loads[0] + 2, *board.loads[1:])
    after = evolve(
        BEFORE,
        board=evolve(
            board,
            loads=loads,
            display=(EMPTY, 30, 32, *board.display[3:]),
            row=(2, EMPTY, 7, *board.row[3:]),
            deck=board.deck & ~(0b111 << 33),
            discards=board.discards | 0b1,
            factory_deck=board.factory_deck & ~0b11,
            factory_discards=board.factory_discards | 0b11,
            developed_this_round=mask(Space, range(3)),
        ),
    )
    found = {what: (was, now) for seat, what, was, now in told(BEFORE, after) if seat is None}
    cards = [card.id for card in SHIPPED.cards]
    factories = [card.id for card in SHIPPED.factories]
    rest = " -" * (len(board.display) - 3)
    assert found == {
        f"load of {SHIPPED.sources[0].id}": (board.loads[0], board.loads[0] + 2),
        "invention deck": (10, 7),
        "invention discards": (0, 1),
        "factory deck": (board.factory_deck.bit_count(), (board.factory_deck & ~0b11).bit_count()),
        "factory discards": (0, 2),
        "display": (f"{cards[30]} - {cards[32]}{rest}", f"- {cards[30]} {cards[32]}{rest}"),
        "factory row": (f"- {factories[2]} - - -", f"{factories[2]} - {factories[7]} - -"),
        "cards of cash register waiting": (0, 3),
        "cards of sewing machine waiting": (0, 3),
    }


@given(st.integers(2, 9), st.sampled_from([Phase.CHOICE, Phase.BONUS_OFFER]), st.integers(0, 3), st.integers(1, 3))
def test_the_progress_of_the_game(round_: int, phase: Phase, seat: int, start: int) -> None:
    turn = evolve(BEFORE.turn, phase=phase, seat=seat)
    after = evolve(BEFORE, round=round_, start=start, turn=turn)
    assert told(BEFORE, after) == [
        (None, "round", 1, round_),
        (None, "start player", 0, start),
        (None, "phase", "placement", phase.value),
        *([] if seat == 1 else [(None, "player to move", 1, seat)]),
    ]


def test_seats_are_told_as_seats_and_numbers_as_numbers() -> None:
    """For texts name the player of a seat: the new start player is Cy, and not 2."""
    after = evolve(BEFORE, round=2, start=2, turn=evolve(BEFORE.turn, seat=3))
    found = {change.what: (change.before, change.after) for change in BEFORE.setting.changes(BEFORE, after)}
    assert found == {"round": (1, 2), "start player": (0, 2), "player to move": (1, 3)}
    kinds = {what: (type(before), type(now)) for what, (before, now) in found.items()}
    assert kinds["round"] == (int, int)
    assert kinds["start player"] == kinds["player to move"] == (SeatNumber, SeatNumber)


@given(reachable_states(players=[3]), reachable_states(players=[3]))
def test_the_other_way_round(one: State, other: State) -> None:
    assert sorted(map(str, told(other, one))) == sorted(
        str((seat, what, now, was)) for seat, what, was, now in told(one, other)
    )


@pytest.mark.parametrize(
    ("goods", "words"),
    [
        ({}, "nothing"),
        ({Good.WOOD: 2, Good.COIN: 1}, "2 wood, 1 coin"),
        ({Good.COAL: 1, Good.TOOL: 2, Good.COIN: 3, Good.COG: 2}, "1 coal, 2 tools, 3 coins, 2 development cogs"),
    ],
)
def test_goods_in_words(goods: dict[Good, int], words: str) -> None:
    assert show(pack(goods)) == words
