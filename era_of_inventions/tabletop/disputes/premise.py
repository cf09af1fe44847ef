"""What a dispute presupposes: the position that a file states, filled in anew wherever a question is asked again."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from copy import deepcopy
from functools import cached_property, partial
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.plenty import USUAL, Amounts, fill
from era_of_inventions.tabletop.disputes.readings import KeptByReadings
from era_of_inventions.tabletop.disputes.stated import ENOUGH, HEAD, StatedPosition
from era_of_inventions.tabletop.disputes.statements import (
    PLAYER,
    POSITION,
    Statement,
    name_of,
    statements,
    table_at,
)
from era_of_inventions.tabletop.disputes.wording import KeptByWording, Wording
from era_of_inventions.tabletop.errors import KeyPath, Problem
from era_of_inventions.tabletop.law.ruleset import BaseRuleset, watched
from era_of_inventions.tabletop.play.checking import is_possible
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.declared import keys_of
from era_of_inventions.tabletop.values.layout import field_at
from era_of_inventions.tabletop.values.outline import TURN

START = "start"
"""The key of the start player; see `PositionHead`."""
MOVER: KeyPath = ("turn", "seat")
"""The path of the field that says whose turn it is. Its value follows from who makes a move."""
READINGS_KEPT = 64
"""How many positions under other readings are kept at most."""


@attrs.frozen
class MomentTaken:
    """A moment of the game, and the seat whose turn it is; None if chance moves next.

    ``states`` has what a file can add to be at this moment, by the keys of
    ``[position]``. The moment is ``doubtful`` if the file names another start player,
    or if another player would be next by what the file states. It is ``seldom`` meant
    if the law names a field by which it would be, and the file does not state that.
    """

    seat: int | None
    words: str
    states: Mapping[str, Any] = attrs.field(factory=dict, eq=False)
    doubtful: bool = attrs.field(default=False, eq=False)
    seldom: bool = attrs.field(default=False, eq=False)

    def render(self, names: Sequence[str]) -> str:
        """Return the moment in words, such as "in Anna's turn, while the discs are placed"."""
        return (
            self.words if self.seat is None else f"in {names[self.seat]}'s turn, {self.words}"
        )


@attrs.frozen(slots=False)
class Premise:
    """A position with the players' names, and the tables of the file from which it was filled in.

    The ``tables`` are ``[position]`` and ``[player]``. There are none for a position of
    a recorded game, which leaves nothing unsaid. ``moves`` is the text of the moves
    that are claimed, ``moment`` the moment that was taken; None if the file states it.
    """

    state: Any
    names: tuple[str, ...] = attrs.field(eq=False)
    tables: Mapping[str, Any] = attrs.field(factory=dict, eq=False)
    moves: str = attrs.field(default="", eq=False)
    moment: MomentTaken | None = attrs.field(default=None, eq=False)
    _kept: KeptByWording = attrs.field(factory=KeptByWording, eq=False, repr=False)
    """The positions that were filled in, for all premises of a dispute: its claims are asked at the same moments."""
    _kept_by_readings: KeptByReadings[Any] = attrs.field(
        factory=lambda: KeptByReadings(READINGS_KEPT), eq=False, repr=False
    )

    @property
    def setting(self) -> AnySetting:
        """The setting of the position."""
        return self.state.setting  # type: ignore[no-any-return]

    @property
    def rulebook(self) -> AnyRulebook:
        """The rulebook of the game."""
        return self.setting.rulebook

    @property
    def position(self) -> Mapping[str, Any]:
        """The table ``[position]``; empty for a position of a recorded game."""
        return self.tables.get(POSITION, {})  # type: ignore[no-any-return]

    @property
    def mover(self) -> int | None:
        """The seat of the player to move; None if chance decides."""
        return self.rulebook.seat_to_move(self.state)

    def under(self, ruleset: BaseRuleset) -> Any:
        """Return the position under other readings; None if it is not possible there."""
        usual = self.setting
        refilled = self._rests_on(ruleset)

        def find(observed: BaseRuleset) -> Any:
            setting = attrs.evolve(usual, ruleset=observed)
            state = self._possible(setting, Wording(self.moves), refilled=refilled)
            return state and evolve(state, setting=usual.without_readings)

        key = (self._source, self.moves) if refilled else self.state
        state = self._kept_by_readings.get(key, ruleset, find).result
        return state and evolve(state, setting=attrs.evolve(usual, ruleset=ruleset))

    def of(self, setting: AnySetting, *, refilled: bool = True) -> Any:
        """Return the position in another setting, filled in anew if ``refilled``; None if it is not possible there.

        The result is kept, because the claims of a file are asked in the same settings.
        """
        return self._kept.get(
            (setting, self._source if refilled else self.state),
            self.moves,
            partial(self._possible, setting, refilled=refilled),
        )

    def stating(self, position: Mapping[str, Any]) -> Premise | None:
        """Return the premise of a file that also states these keys of ``[position]``; None if it is not possible."""
        return self._possibly(self.also(position))

    def saying(self, statements: Sequence[Statement]) -> Premise | None:
        """Return the premise of a file with these statements in place of its own; None if it is not possible."""
        return self._possibly(self.with_statements(statements))

    def with_statements(self, statements: Sequence[Statement]) -> Premise:
        """Return the premise of a file with these statements in place of its own, before it is `read`."""
        tables = deepcopy({**self.tables})
        for one in statements:
            table = table_at(tables, one.place[:-1], adding=True)
            for key in one.keys:
                table.pop(key, None)
            if one.value is not None:
                table[one.keys[0]] = deepcopy(one.value)
        return attrs.evolve(self, tables=tables)

    def also(self, position: Mapping[str, Any]) -> Premise:
        """Return the premise of a file that also states these keys of ``[position]``, before it is `read`."""
        return attrs.evolve(
            self, tables={**self.tables, POSITION: {**self.position, **position}}
        )

    def _possibly(self, other: Premise) -> Premise | None:
        state = other.of(self.setting) if self.tables else None
        return None if state is None else attrs.evolve(other, state=state)

    def read(self) -> Premise | None:
        """Return the premise with the position that its tables state, possible or not; None if they state none."""
        state = self._filled_in()
        return None if state is None else attrs.evolve(self, state=state)

    def for_moves(self, moves: str) -> Premise:
        """Return the premise filled in for these moves alone, so that no other claim of the file matters."""
        if not self.tables or moves == self.moves:
            return self
        return attrs.evolve(self, moves=moves).read() or self

    def keys_of(self, path: KeyPath) -> tuple[str, ...]:
        """Return the keys that state the field at a path in a file; empty if there is no such field."""
        if name_of(path) in self.rulebook.positions.unsaid:
            return (START,)
        field = field_at(self.setting.layout, name_of(path))
        return () if field is None else keys_of(field.spec)

    @property
    def is_setup(self) -> bool:
        """Whether the file states nothing but who plays."""
        return bool(self.tables) and {*self.position} <= {*HEAD} and not self.tables[PLAYER]

    @property
    def begins(self) -> int:
        """The seat of the start player."""
        return StatedPosition({**self.position}, {}, self.rulebook, []).start

    def states(self, path: KeyPath) -> bool:
        """Return whether the file states a field, by its path in positions; a recorded game states all."""
        if not self.tables:
            return True
        place: tuple[str, ...] = (POSITION,)
        match path:
            case (str(part), int(seat), *_) if part == PLAYERS:
                place = (PLAYER, self.names[seat])
            case (str(part), str(_)) if part != TURN:
                place = (POSITION, self.keys_of((part,))[0])
        return not table_at(self.tables, place).keys().isdisjoint(self.keys_of(path))

    @property
    def moment_stated(self) -> list[KeyPath]:
        """The paths of the fields in which the file states the moment."""
        paths: list[KeyPath] = [
            tuple(path.split(".")) for path in self.rulebook.law.moment_fields
        ]
        return [*filter(self.states, paths)]

    def differing(self, state: Any) -> list[Statement]:
        """Return what a file states of another position but not, or otherwise, of this one."""
        before = {one.place: one for one in statements(self.state, self.names)}
        every = statements(state, self.names)
        return [one for one in every if one != before.get(one.place)]

    def says(self, statement: Statement) -> bool:
        """Return whether the file states some value under one of the keys of a statement."""
        table = table_at(self.tables, statement.place[:-1])
        return not table.keys().isdisjoint(statement.keys)

    def with_amounts(self, amounts: Amounts) -> Any:
        """Return the position with other amounts; None if the file says "enough" of nothing, or if it is the same."""
        if ENOUGH not in str(self._source).casefold():
            return None
        state = self._filled_in(amounts)
        possible = state is not None and is_possible(state)
        return state if possible and state != self.state else None

    def _filled_in(self, amounts: Amounts = USUAL) -> Any:
        """Return the position, filled in from the tables; None if they cannot be read."""
        setting = self.setting
        return self._kept.get(
            (setting, self._source, amounts),
            self.moves,
            partial(self._fill, setting, amounts=amounts),
        )

    def _fill(self, setting: AnySetting, moves: Wording, amounts: Amounts = USUAL) -> Any:
        if not self.tables:
            return attrs.evolve(self.state, setting=setting)
        problems: list[Problem] = []
        tables = deepcopy((self.tables[POSITION], self.tables[PLAYER]))
        stated = StatedPosition(*tables, setting.rulebook, problems, moves)
        state = fill(stated, setting, amounts)
        return None if problems else state

    def noted_in(self, kind: str, setting: AnySetting, noted: set[str]) -> frozenset[str]:
        """Fill in the position in a setting that notes values of a ``kind``, and return what it ``noted`` meanwhile.

        The checks of the setup are made before, because they must not count. What is
        noted is kept for all claims.
        """
        if setting.problems_of_setup:
            return frozenset()

        def note(moves: Wording) -> frozenset[str]:
            noted.clear()
            self._fill(setting, moves)
            return frozenset(noted)

        return self._kept.get((kind, self.setting, self._source), self.moves, note)

    def _possible(self, setting: AnySetting, moves: Wording, *, refilled: bool) -> Any:
        state = (
            self._fill(setting, moves)
            if refilled
            else attrs.evolve(self.state, setting=setting)
        )
        possible = state is not None and is_possible(state)
        return state if possible else None

    @cached_property
    def _source(self) -> Hashable:
        """What the position is filled in from: the text of the tables, or the position itself."""
        return repr(self.tables) if self.tables else self.state

    def _rests_on(self, ruleset: BaseRuleset) -> bool:
        """Whether filling in the position may give another position under other readings."""
        usual = self.setting.ruleset
        return any(getattr(usual, one) != getattr(ruleset, one) for one in self._consulted)

    @cached_property
    def _consulted(self) -> frozenset[str]:
        """The fields of the rulings that are consulted while the position is filled in."""
        setting = self.setting
        ruleset, consulted = watched(setting.ruleset)
        return self.noted_in("readings", attrs.evolve(setting, ruleset=ruleset), consulted)
