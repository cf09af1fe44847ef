"""The fields of positions and moves, bound to a setting: what all that reads, writes and compares them works with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

import attrs

from era_of_inventions.model.components import Components
from era_of_inventions.model.moves import KINDS
from era_of_inventions.model.state import Setting, State
from era_of_inventions.tabletop.fields import Kinds, Layout, Terms, layout_of
from era_of_inventions.tabletop.fields import changes as differences
from era_of_inventions.tabletop.law.verdict import Change

T = TypeVar("T")


@attrs.frozen(cache_hash=True)
class Box:
    """What the words of a position depend on: how many play and with which components, not by which readings."""

    players: int
    components: Components


@lru_cache(maxsize=256)
def terms(players: int, components: Components, names: Sequence[str] = ()) -> Terms:
    """The terms of a number of players and a set of components, with the players' names where they are known."""
    return Terms.of(Box(players, components), names)


def layout(kind: type[T], setting: Setting, names: tuple[str, ...] = ()) -> Layout[T]:
    """The layout of a record in a setting."""
    return layout_of(kind, terms(setting.players, setting.components, names))


def kinds_of_moves(setting: Setting) -> Kinds:
    """The kinds of moves in a setting."""
    return _kinds(terms(setting.players, setting.components))


@lru_cache(maxsize=64)
def _kinds(terms: Terms) -> Kinds:
    return Kinds("move", KINDS, terms)


def changes(before: State, after: State) -> Iterator[Change]:
    """Everything that differs: what players have in the order of seats, then the board, then the game's progress."""
    return differences.changes(layout(State, after.setting), before, after)
