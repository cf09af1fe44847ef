"""Positions in words: fields that follow from the rest of a position need not be written."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from era_of_inventions.tabletop import (
    Field,
    Grammar,
    Move,
    Positions,
    Record,
    Seat,
    evolve,
    field,
    judge_dispute,
    move,
    parse_game,
    read_dispute,
    show_game,
)
from era_of_inventions.tabletop.errors import RulebookError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import vocabulary
from era_of_inventions.tabletop.values import Terms
from tests.support.nim import NIM, Player, State, Take


def _heap(state: State) -> int:
    """The stones that nobody has taken."""
    return state.setting.components.stones - sum(player.stones for player in state.players)


LEFT_OVER = attrs.evolve(NIM, positions=Positions[State](follows={"stones": _heap}))


def test_a_field_of_the_position_itself_is_not_written_where_it_follows() -> None:
    start = evolve(Game(LEFT_OVER, 2).new(), stones=10, players=(Player(3), Player(2)))
    record = Record[State, Take](start).then(Take(1))
    assert "stones 10" not in show_game(record)
    assert parse_game(show_game(record), (LEFT_OVER,)) == record


def test_it_is_written_where_it_does_not_follow() -> None:
    always_ten = attrs.evolve(NIM, positions=Positions[State](follows={"stones": lambda state: 10}))
    start = evolve(Game(always_ten, 2).new(), stones=9, players=(Player(3), Player(3)))
    record = Record[State, Take](start).then(Take(1))
    assert "stones 9" in show_game(record)
    assert parse_game(show_game(record), (always_ten,)) == record


def test_a_dispute_need_not_state_it(tmp_path: Path) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(
        '[position]\nplayers = ["Ann", "Bo"]\n[player.Ann]\nstones = 3\n[[claim]]\nhappens = ["stones = 12"]\n'
    )
    (judgement,) = judge_dispute(read_dispute(path, LEFT_OVER))
    assert judgement.holds


@pytest.mark.parametrize("path", ["stone", "players.stone", "table.stones", "players"])
def test_a_field_that_does_not_exist_is_refused_when_the_rulebook_is_bound(path: str) -> None:
    broken = attrs.evolve(NIM, name="nim-broken", positions=Positions[State](follows={path: _heap}))
    with pytest.raises(RulebookError, match=f"'{path}' is not known"):
        Game(broken, 2)


@move
class Point(Move):
    """Somebody is pointed at."""

    whom: Field[int] = field(Seat())


def test_a_seat_in_a_move_is_written_as_its_number() -> None:
    every = [Point(seat) for seat in range(3)]
    words = vocabulary(Grammar(), [Point], Terms(seats=(1, 3)), every, ())
    assert [words.show(one) for one in every] == ["point 0", "point 1", "point 2"]
