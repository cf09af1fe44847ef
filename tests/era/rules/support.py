"""What the tests of clauses share: what a move changed, and who allows it."""

from __future__ import annotations

from typing import Any

import pytest

from era_of_inventions.box.goods import Good, count
from era_of_inventions.moves import Move
from era_of_inventions.position import State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.tabletop.values import evolve

PLAYER = ("influence", "bonus_discs", "patents", "developed", "patented", "factories", "discs")
BOARD = ("loads", "row", "factory_deck", "factory_discards", "display", "deck", "discards")


def clause(id_: str) -> pytest.MarkDecorator:
    """Mark a class as the tests of a clause."""
    return pytest.mark.clause(id_)


def facts(state: State) -> dict[str, Any]:
    """A position as plain facts by name (``2.coin``, ``0.influence``, ``loads``), without the turn record."""
    found: dict[str, Any] = {"round": state.round, "start": state.start}
    for seat, player in enumerate(state.players):
        found |= {f"{seat}.{good.name.lower()}": count(player.goods, good) for good in Good}
        found |= {f"{seat}.{field}": getattr(player, field) for field in PLAYER}
    return found | {field: getattr(state.board, field) for field in BOARD}


def changed(before: State, after: State) -> dict[str, tuple[Any, Any]]:
    """What is different between two positions, each with its two values."""
    old, new = facts(before), facts(after)
    return {name: (old[name], new[name]) for name in old if old[name] != new[name]}


def gained(before: State, after: State) -> dict[str, int]:
    """By how much the counts of players have changed, where they have: ``{"2.coin": -1}``."""
    counted = {f"{good.name.lower()}" for good in Good} | {"influence", "bonus_discs", "patents"}
    return {name: new - old for name, (old, new) in changed(before, after).items() if name.partition(".")[2] in counted}


def told(state: State, move: Move, *clauses: str) -> list[tuple[int | None, str, object, object]]:
    """The events of a move that these clauses cause, in order: whose they are, of what, and the values."""
    events = Game.from_state(state).judge(state, move).events
    return [(event.seat, event.what, event.before, event.after) for event in events if event.clause in clauses]


def play(state: State, *moves: Move) -> State:
    """The position after these moves, each of which must be legal."""
    game = Game.from_state(state)
    for move in moves:
        state = game.play(state, move)
    return state


def against(state: State, move: Move) -> set[str]:
    """The ids of the limits that forbid a move."""
    return {limit.id for limit in LAW.limits.get(type(move), ()) if not limit(state, move)}


def allowed(state: State, move: Move) -> bool:
    """Whether law and engine both allow a move; they must not differ."""
    by_law = LAW.allows(state, move)
    assert by_law == Game.from_state(state).is_legal(state, move), f"law and engine differ on {move}"
    return by_law


def without_turn(state: State) -> State:
    """The position with its turn record reduced to phase, seat and area, to compare what lies on the table."""
    turn = state.turn
    return evolve(state, turn=type(turn)(turn.phase, turn.seat, turn.area))
