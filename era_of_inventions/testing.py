"""Hypothesis strategies for the types of the library, for its own tests and those of dependent projects.

Drawing a position plays a game, which can take longer than Hypothesis allows per
example by default: use ``settings(deadline=None)`` in tests.

Strategies for positions draw a `Script`: a few small numbers from which the position
can be replayed. A failing example therefore shrinks well and prints as code to run. An
entry point registers the strategies, so that ``st.from_type(State)`` works wherever the
package and Hypothesis are installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from era_of_inventions.box.goods import Good, Goods, pack
from era_of_inventions.moves import Line, Move
from era_of_inventions.position import State
from era_of_inventions.rulebook import ERA, Game
from era_of_inventions.samples import busy_choice, enriched, generated_components
from era_of_inventions.tabletop.testing import strategies
from era_of_inventions.tabletop.testing.strategies import (
    Strategies,
    illegal_moves,
    legal_moves,
    moves,
    state_of,
)
from era_of_inventions.tabletop.values import evolve

if TYPE_CHECKING:
    Script: TypeAlias = strategies.Script[State, Move]
else:
    Script = strategies.Script
_ERA = Strategies(ERA, Game)
scripts = _ERA.scripts
reachable_states = _ERA.reachable_states
whole_games = _ERA.whole_games
games = _ERA.games
rulesets = _ERA.rulesets
rulesets_with = _ERA.rulesets_with
component_sets = _ERA.component_sets


def any_moves() -> SearchStrategy[Move]:
    """Return a strategy for all moves of all games, legal or not."""
    return games().flatmap(moves)


def goods(most: int = 9, kinds: Sequence[Good] = tuple(Good)) -> SearchStrategy[Goods]:
    """Return a strategy for goods of the given kinds, at most ``most`` of each."""
    return st.fixed_dictionaries({good: st.integers(0, most) for good in kinds}).map(pack)


def positions(**options: Any) -> SearchStrategy[State]:
    """Return a strategy for possible positions that need not be reachable. Takes the arguments of `scripts`.

    They are reachable positions with other stocks, influence, loads and counts of the
    turn, as a dispute may state them.
    """
    return st.builds(changed_position, reachable_states(**options), _PLAYERS, _LOADS, _TURNS)


def changed_position(
    state: State,
    players: Sequence[Mapping[str, Any]],
    loads: Sequence[int],
    turn: Mapping[str, Any],
) -> State:
    """Return a position with changed fields of each `Player`, by seat, changed loads, and changed fields of the `Turn`.

    Changes are applied one by one. A change that would make the position impossible is
    skipped, and so are the changes of a seat that does not exist.
    """
    check = Game.from_state(state).check
    for changed in _changes(players, loads, turn):
        after = changed(state)
        if not check(after):
            state = after
    return state


def _changes(
    players: Sequence[Mapping[str, Any]], loads: Sequence[int], turn: Mapping[str, Any]
) -> Iterator[Callable[[State], State]]:
    for seat, fields in enumerate(players):
        for field, value in fields.items():
            yield partial(_with_player, seat, **{field: value})
    for source, load in enumerate(loads):
        yield partial(_with_load, source, load)
    for field, value in turn.items():
        yield partial(_with_turn, **{field: value})


def _with_player(seat: int, state: State, **fields: Any) -> State:
    players = enumerate(state.players)
    return evolve(
        state,
        players=tuple(
            evolve(player, **fields) if who == seat else player for who, player in players
        ),
    )


def _with_load(source: int, load: int, state: State) -> State:
    loads = state.board.loads
    return evolve(
        state, board=evolve(state.board, loads=(*loads[:source], load, *loads[source + 1 :]))
    )


def _with_turn(state: State, **fields: Any) -> State:
    return evolve(state, turn=evolve(state.turn, **fields))


_PLAYERS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "goods": goods(12),
            "influence": st.integers(0, 70),
            "bonus_discs": st.integers(0, 3),
        },
    ),
    max_size=5,
)
_LOADS = st.lists(st.integers(0, 6), max_size=7)
_TURNS = st.fixed_dictionaries(
    {},
    optional={
        "built": st.integers(0, 3),
        "loads": st.integers(0, 3),
        "took_cog": st.booleans(),
        "exchanges": st.tuples(*[st.integers(0, 3)] * len(Line)),
        "patents": st.integers(0, 2),
        "moved": st.integers(0, 5),
    },
)


__all__ = [
    "Script",
    "any_moves",
    "busy_choice",
    "changed_position",
    "component_sets",
    "enriched",
    "games",
    "generated_components",
    "goods",
    "illegal_moves",
    "legal_moves",
    "moves",
    "positions",
    "reachable_states",
    "rulesets",
    "rulesets_with",
    "scripts",
    "state_of",
    "whole_games",
]
