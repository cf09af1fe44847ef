"""What a dispute presupposes: the position that a file states, filled in anew wherever a question is asked again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property, partial
from typing import Any, cast

import attrs

from era_of_inventions.tabletop.disputes.plenty import AMOUNTS, OTHER_AMOUNTS, fill
from era_of_inventions.tabletop.disputes.readings import KeptByReadings
from era_of_inventions.tabletop.disputes.stated import ENOUGH, PositionHead, StatedPosition
from era_of_inventions.tabletop.disputes.statements import PLAYER, POSITION, Statement
from era_of_inventions.tabletop.disputes.wording import KeptByWording, Wording
from era_of_inventions.tabletop.errors import KeyPath, Problem
from era_of_inventions.tabletop.law.ruleset import BaseRuleset, watched
from era_of_inventions.tabletop.play.checking import is_possible
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.play.setting import AnySetting
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.declared import fields_of, key_of
from era_of_inventions.tabletop.values.layout import field_at
from era_of_inventions.tabletop.values.outline import TURN

START = "start"
"""The key of the start player; see `PositionHead`."""
HEAD = {key_of(spec) for _, spec in fields_of(PositionHead)}
"""The keys of ``[position]`` that say who plays."""
READINGS_KEPT = 64
"""How many positions under other readings are kept at most."""
NOTHING_MORE: Mapping[str, Any] = {}


@attrs.frozen(slots=False)
class Premise:
    """A position, and the tables of the file from which it was filled in.

    ``position`` is None for a position of a recorded game, which leaves nothing unsaid.
    ``moves`` is the text of the moves that are claimed.
    """

    state: Any
    position: dict[str, Any] | None = attrs.field(default=None, eq=False)
    players: dict[str, Any] = attrs.field(factory=dict, eq=False)
    moves: str = attrs.field(default="", eq=False)
    _kept: KeptByWording = attrs.field(factory=KeptByWording, eq=False, repr=False)
    """The positions that were filled in, for all premises of a dispute: its claims are asked at the same moments."""
    _kept_by_readings: KeptByReadings[Any] = attrs.field(
        factory=lambda: KeptByReadings(READINGS_KEPT), eq=False, repr=False
    )

    def under(self, ruleset: BaseRuleset) -> Any:
        """Return the position under other readings; None if it is not possible there."""
        usual = self.state.setting
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

    def stating(
        self,
        position: Mapping[str, Any] = NOTHING_MORE,
        players: Mapping[str, Any] = NOTHING_MORE,
    ) -> Premise | None:
        """Return the premise of a file that also states these keys and tables; None if it is not possible."""
        if self.position is None:
            return None
        more = attrs.evolve(
            self, position={**self.position, **position}, players={**self.players, **players}
        )
        state = more.of(self.state.setting)
        return None if state is None else attrs.evolve(more, state=state)

    def for_moves(self, moves: str) -> Premise:
        """Return the premise filled in for these moves alone, so that no other claim of the file matters."""
        if self.position is None or moves == self.moves:
            return self
        other = attrs.evolve(self, moves=moves)
        state = other.filled_in(self.state.setting)
        return self if state is None else attrs.evolve(other, state=state)

    def keys_of(self, path: str) -> list[str]:
        """Return the keys that state the field at a path in a file; empty if there is no such field."""
        if path in self.state.setting.rulebook.positions.unsaid:
            return [START]
        field = field_at(self.state.setting.layout, path)
        words = [] if field is None else [field.spec.words, *field.spec.also]
        return [word.replace(" ", "_") for word in words]

    @property
    def is_setup(self) -> bool:
        """Whether the file states nothing but who plays."""
        return self.position is not None and {*self.position} <= HEAD and not self.players

    @property
    def begins(self) -> int:
        """The seat of the start player."""
        return StatedPosition(
            {**(self.position or {})}, {}, self.state.setting.rulebook, []
        ).start

    def written(self, name: str) -> str:
        """Return the name of a player as the file writes it, in small or capital letters."""
        return next((one for one in self.players if fold(one) == fold(name)), name)

    def states(self, path: KeyPath, names: Sequence[str]) -> bool:
        """Return whether the file states a field, by its path in positions; a recorded game states all."""
        if self.position is None:
            return True
        table: Any = self.position
        match path:
            case (str(part), int(seat), *_) if part == PLAYERS:
                table = self.players.get(self.written(names[seat]), {})
            case (str(part), str(_)) if part != TURN:
                (key, *_) = self.keys_of(part)
                table = self.position.get(key, {})
        keys = self.keys_of(".".join(step for step in path if isinstance(step, str)))
        return not table.keys().isdisjoint(keys)

    def says(self, statement: Statement) -> bool:
        """Return whether the file states some value under one of the keys of a statement."""
        table = self._table(statement, self.position or {}, self.players)
        return not table.keys().isdisjoint(statement.keys)

    def saying(self, statements: Sequence[Statement]) -> Premise | None:
        """Return the premise of a file with these statements in place of its own; None if it is not possible."""
        return self.stating(*self._with(statements))

    def restating(self, statements: Sequence[Statement]) -> Premise | None:
        """Return what `saying` does, possible or not; None if the file cannot be read."""
        position, players = self._with(statements)
        other = attrs.evolve(self, position=position, players=players)
        state = other.filled_in(self.state.setting)
        return None if state is None else attrs.evolve(other, state=state)

    def _with(self, statements: Sequence[Statement]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the tables of a file with these statements in place of its own."""
        position, players = deepcopy(self.position or {}), deepcopy(self.players)
        for one in statements:
            table = self._table(one, position, players)
            for key in one.keys:
                table.pop(key, None)
            if one.value is not None:
                table[one.keys[0]] = deepcopy(one.value)
        return position, players

    def _table(
        self, statement: Statement, position: dict[str, Any], players: dict[str, Any]
    ) -> dict[str, Any]:
        """Return the table of a file in which a statement stands; a missing table is added."""
        table: Any = {POSITION: position, PLAYER: players}
        for step in statement.place[:-1]:
            table = table.setdefault(self.written(step), {})
        return cast("dict[str, Any]", table)

    @cached_property
    def more(self) -> Any:
        """The position with as much as possible wherever the file says "enough"; None if it is the same."""
        return self._with_amounts(AMOUNTS, lavishly=True)

    def other_amounts(self) -> Iterator[Any]:
        """Yield the positions with another amount wherever the file says "enough"."""
        for amount in OTHER_AMOUNTS:
            state = self._with_amounts([amount])
            if state is not None:
                yield state

    def _with_amounts(self, amounts: Sequence[int], *, lavishly: bool = False) -> Any:
        """Return the position with other amounts; None if the file says "enough" of nothing, or if it is the same."""
        if ENOUGH not in str(self._source).casefold():
            return None
        state = self.filled_in(self.state.setting, amounts, lavishly=lavishly)
        possible = state is not None and is_possible(state)
        return state if possible and state != self.state else None

    def filled_in(
        self,
        setting: AnySetting,
        amounts: Sequence[int] = AMOUNTS,
        *,
        lavishly: bool = False,
    ) -> Any:
        """Return the position, filled in for another setting; None if the file cannot state it there.

        ``amounts`` are those that are tried where the file says "enough", ``lavishly``
        or not; see `fill`.
        """
        return self._kept.get(
            (setting, self._source, tuple(amounts), lavishly),
            self.moves,
            partial(self._fill, setting, amounts=amounts, lavishly=lavishly),
        )

    def _fill(
        self,
        setting: AnySetting,
        moves: Wording,
        amounts: Sequence[int] = AMOUNTS,
        *,
        lavishly: bool = False,
    ) -> Any:
        if self.position is None:
            return attrs.evolve(self.state, setting=setting)
        problems: list[Problem] = []
        tables = deepcopy(self.position), deepcopy(self.players)
        stated = StatedPosition(*tables, setting.rulebook, problems, moves)
        state = fill(stated, setting, amounts, lavishly=lavishly)
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

        return self._kept.get((kind, self.state.setting, self._source), self.moves, note)

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
        return self.state if self.position is None else repr((self.position, self.players))

    def _rests_on(self, ruleset: BaseRuleset) -> bool:
        """Whether filling in the position may give another position under other readings."""
        usual = self.state.setting.ruleset
        return any(getattr(usual, one) != getattr(ruleset, one) for one in self._consulted)

    @cached_property
    def _consulted(self) -> frozenset[str]:
        """The fields of the rulings that are consulted while the position is filled in."""
        setting = self.state.setting
        ruleset, consulted = watched(setting.ruleset)
        return self.noted_in("readings", attrs.evolve(setting, ruleset=ruleset), consulted)
